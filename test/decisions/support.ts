import {
  type Candidate,
  emptyQueue,
  type ProposalEvent,
  type QueueState,
  type ReplayEvidence,
  type Result,
  replay,
  type Source,
  type State,
  submit,
} from '../../src/index.js'

export const source: Source = { kind: 'miner', source_id: 'm1', emitted_at_revision: 'rev1' }

export const chain = (subject: string, object: string): Candidate['proposed_chain'] => ({
  subject,
  intent: 'cause',
  connective: 'requires',
  object,
})

export const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  candidate_id: id,
  proposed_chain: chain(`${id} subject`, `${id} object`),
  polarity: 'affirms',
  claim_domain: 'factual',
  evidence: [{ source: 'corpus', ref: 'r', polarity: 'affirms', epistemic_status: 'coherent' }],
  boundary_clean: true,
  ...more,
})

export const equivalent: ReplayEvidence = {
  baseline: { accuracy: 1, recall: 0.5 },
  candidate: { accuracy: 1, recall: 0.5 },
  regressed_metrics: [],
  replay_equivalent: true,
}

export const regressed: ReplayEvidence = {
  ...equivalent,
  candidate: { accuracy: 0.5, recall: 0 },
  regressed_metrics: ['accuracy', 'recall'],
  replay_equivalent: false,
}

export const answer = <E, A>(result: Result<E, A>): A => {
  if (result._tag === 'Left') throw new Error(`refused: ${JSON.stringify(result.left)}`)
  return result.right
}

export const refusal = <E, A>(result: Result<E, A>): E => {
  if (result._tag === 'Right') throw new Error('not refused')
  return result.left
}

/** The id that `candidate(id)` gets. */
export const idOf = (id: string, more: Partial<Candidate> = {}): string =>
  answer(submit(emptyQueue, candidate(id, more), equivalent, { source })).proposal.proposal_id

export const moved = (proposal_id: string, to: State): ProposalEvent => ({
  event: 'transition',
  proposal_id,
  to,
  note: '',
})

/** A queue in which these candidates were submitted, and settled where a state is given. */
export const queueOf = (...items: readonly (Candidate | readonly [Candidate, State])[]): QueueState =>
  items.reduce<QueueState>((queue, item) => {
    const [given, to] = Array.isArray(item) ? (item as [Candidate, State]) : [item as Candidate, null]
    const { proposal, queue: next } = answer(submit(queue, given, equivalent, { source, cap: 1e6 }))
    return to === null ? next : replay([moved(proposal.proposal_id, to)], next)
  }, emptyQueue)

export const isFrozenThrough = (value: unknown, seen = new Set<unknown>()): boolean => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return true
  seen.add(value)
  return Object.isFrozen(value) && Object.values(value).every((part) => isFrozenThrough(part, seen))
}
