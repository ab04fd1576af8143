import fc from 'fast-check'
import {
  type Candidate,
  type Corpus,
  emptyQueue,
  type ProposalEvent,
  proposalId,
  type QueueState,
  type RatificationAction,
  ratify,
  recordReplay,
  replay,
  type State,
  submit,
} from '../../src/index.js'
import { answer, candidate, chain, equivalent, regressed, source } from '../decisions/support.js'

export const CAP = 3

export type Command =
  | {
      readonly kind: 'submit'
      readonly id: string
      readonly subject: string
      readonly object: string
      readonly clean: boolean
      readonly worse: boolean
    }
  | { readonly kind: RatificationAction; readonly pick: number }
  | { readonly kind: 'recordReplay'; readonly pick: number; readonly worse: boolean }

const lemma = fc.constantFrom('a', 'A ', 'b', ' B', 'c', 'd', 'e', 'f')
const often = fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false))
const pick = fc.nat(5)
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      id: fc.constantFrom('c1', 'c2'),
      subject: lemma,
      object: lemma,
      clean: often,
      worse: often.map((better) => !better),
    }),
  },
  fc.record({ kind: fc.constantFrom<RatificationAction>('accept', 'reject', 'withdraw'), pick }),
  fc.record({ kind: fc.constant('recordReplay' as const), pick, worse: often.map((better) => !better) }),
)

/** A queue as a beginner would keep it: a list of what was proposed. */
export interface Proposed {
  readonly id: string
  readonly lemmas: readonly string[]
  measured: 'absent' | 'worse' | 'equivalent'
  state: State
}

const plain = (text: string): string => text.trim().toLowerCase()

const given = (of: Extract<Command, { kind: 'submit' }>): Candidate =>
  candidate(of.id, { proposed_chain: chain(of.subject, of.object), boundary_clean: of.clean })

/** What the plain model answers: `done`, or the reason of a refusal; it changes only when it is done. */
export const model = (proposed: Proposed[], given: Command): string => {
  if (given.kind === 'submit') {
    const id = proposalId(given.id, chain(given.subject, given.object))
    const lemmas = [plain(given.subject), plain(given.object)]
    const waiting = proposed.filter(({ state }) => state === 'pending')
    if (!given.clean) return 'ineligible'
    if (waiting.length >= CAP) return 'queue_full'
    if (proposed.some((other) => other.id === id)) return 'duplicate'
    if (waiting.some((other) => other.lemmas.some((one) => lemmas.includes(one))))
      return 'dependent_on_pending'
    const measured = given.worse ? 'worse' : 'equivalent'
    proposed.push({ id, lemmas, measured, state: given.worse ? 'rejected' : 'pending' })
    return 'done'
  }
  const one = proposed[given.pick]
  if (one === undefined) return 'not_found'
  if (one.state !== 'pending') return 'not_pending'
  if (given.kind === 'recordReplay') {
    one.measured = given.worse ? 'worse' : 'equivalent'
    if (given.worse) one.state = 'rejected'
    return 'done'
  }
  if (one.measured !== 'equivalent') return 'not_replay_equivalent'
  one.state = ({ accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const)[given.kind]
  return 'done'
}

export const decide = (
  queue: QueueState,
  proposed: readonly Proposed[],
  given_: Command,
  corpus?: Corpus,
) => {
  if (given_.kind === 'submit')
    return submit(queue, given(given_), given_.worse ? regressed : equivalent, { source, cap: CAP })
  const proposal_id = proposed[given_.pick]?.id ?? 'nobody'
  if (given_.kind === 'recordReplay')
    return recordReplay(queue, { proposal_id, evidence: given_.worse ? regressed : equivalent })
  return ratify(queue, {
    proposal_id,
    action: given_.kind,
    note: '',
    review_date: '2026-05-26',
    authority: { kind: 'cli', actor: 'ana', commit_sha: 'c0ffee' },
    ...(corpus === undefined ? {} : { corpus }),
  })
}

/** A log that an older writer left: one proposal that nobody measured. */
export const begun = (): { queue: QueueState; log: ProposalEvent[]; proposed: Proposed[] } => {
  const old = candidate('old', { proposed_chain: chain('x', 'y') })
  const { proposal, events } = answer(submit(emptyQueue, old, equivalent, { source }))
  const log = events.slice(0, 1)
  return {
    queue: replay(log),
    log,
    proposed: [{ id: proposal.proposal_id, lemmas: ['x', 'y'], measured: 'absent', state: 'pending' }],
  }
}
