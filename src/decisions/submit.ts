import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Proposal, Source } from '../events/created.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import { proposalId } from '../events/proposal-id.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import { frozen, type Result } from '../result.js'
import type { Candidate } from './candidate.js'
import { DEFAULT_PENDING_CAP, type RefusedAtCapacity, roomFor } from './cap.js'
import { independent, type RefusedAsDependent } from './dependent.js'
import { type RefusedAsDuplicate, unknownSoFar } from './duplicate.js'
import { type EligibleCandidate, eligible, type RefusedAsIneligible } from './eligibility.js'
import { ownCandidate, ownEvidence, ownSource } from './own-values.js'
import { replayEvents } from './replay-events.js'

/** Why a candidate does not become a proposal. `reason` tells the four apart, and there is no fifth (spec §3). @public */
export type SubmissionRefusal =
  | RefusedAsIneligible
  | RefusedAtCapacity
  | RefusedAsDuplicate
  | RefusedAsDependent

/** A candidate that became a proposal, pending or rolled back by the gate (spec §3). @public */
export interface Submission {
  /** The proposal as it stands in `created`. */
  readonly proposal: Proposal
  /** To be appended as one write: `created`, `replay`, and the gate's own rejection when the replay regressed. */
  readonly events: readonly ProposalEvent[]
  /** The queue with these events. */
  readonly queue: QueueState
}

/** What a submission is judged by, beside the queue (spec §3). @public */
export interface SubmitOptions {
  /**
   * Who puts it forward: an `operator` with `source_id` `""`, or `miner`, `curriculum`, `contemplation` or
   * `exemplar_corpus` with a name of its own. `emitted_at_revision` is not empty.
   */
  readonly source: Source
  /** How many proposals may be pending. A whole number from 1; 256 when not said. */
  readonly cap?: number | undefined
  /** Whether an evaluative claim may be proposed. Not, when not said. */
  readonly allow_evaluative?: boolean | undefined
}

/**
 * Puts a candidate forward, with the evidence that the engine's replay gate measured: the proposal and the events to append,
 * or the first refusal that applies, of `ineligible`, `queue_full`, `duplicate` and `dependent_on_pending` (spec §3).
 * A candidate whose replay is not equivalent becomes a proposal that the gate has rejected. Nothing is written: append the
 * events, or let a `LogStore` do so.
 *
 * Throws a TypeError that names the path for a value that no line of the log can hold, and for options that make no sense.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { type Candidate, emptyQueue, submit } from '@core/hitl-queue'
 *
 * const candidate: Candidate = {
 *   candidate_id: 'lantern-1',
 *   proposed_chain: { subject: 'lantern', intent: 'cause', connective: 'guides', object: 'traveller' },
 *   polarity: 'affirms',
 *   claim_domain: 'factual',
 *   evidence: [{ source: 'corpus', ref: 'harbour-7', polarity: 'affirms', epistemic_status: 'coherent' }],
 *   boundary_clean: true,
 * }
 * const evidence = { baseline: { accuracy: 0.9 }, candidate: { accuracy: 0.95 }, regressed_metrics: [], replay_equivalent: true }
 * const source = { kind: 'miner', source_id: 'night-run', emitted_at_revision: 'v7' }
 *
 * const first = submit(emptyQueue, candidate, evidence, { source })
 * assert(first._tag === 'Right')
 * assert.deepEqual(first.right.events.map(({ event }) => event), ['created', 'replay'])
 *
 * const again = submit(first.right.queue, candidate, evidence, { source })
 * assert(again._tag === 'Left')
 * assert.equal(again.left.reason, 'duplicate')
 * ```
 * @public
 */
export const submit = (
  queue: QueueState,
  candidate: Candidate,
  evidence: ReplayEvidence,
  options: SubmitOptions,
): Result<SubmissionRefusal, Submission> => {
  const measured = ownEvidence(evidence)
  return pipe(
    judge(queue, candidate, options),
    E.map((admitted) => submission(queue, admitted, measured)),
    frozen,
  )
}

/**
 * Whether `submit` would take a candidate, before its replay has been measured: a refused candidate need not cost one
 * (spec §3). Refuses and throws as `submit` does, for the candidate and the options.
 * @public
 */
export const checkSubmission = (
  queue: QueueState,
  candidate: Candidate,
  options: SubmitOptions,
): Result<SubmissionRefusal, { readonly proposal_id: string }> =>
  pipe(
    judge(queue, candidate, options),
    E.map(({ proposal_id }) => Object.freeze({ proposal_id })),
    frozen,
  )

interface Admitted {
  readonly proposal_id: string
  readonly candidate: EligibleCandidate
  readonly source: Source
}

/** The four rules in their order. */
const judge = (
  queue: QueueState,
  given: Candidate,
  { source: givenSource, cap = DEFAULT_PENDING_CAP, allow_evaluative = false }: SubmitOptions,
): E.Either<SubmissionRefusal, Admitted> => {
  if (!Number.isSafeInteger(cap) || cap < 1) {
    throw new TypeError(`$.cap: expected a whole number from 1, found ${String(cap)}`)
  }
  const source = ownSource(givenSource)
  return pipe(
    eligible(ownCandidate(given), allow_evaluative),
    E.chainFirstW(({ candidate_id }) => roomFor(queue, candidate_id, cap, source.emitted_at_revision)),
    E.bindTo('candidate'),
    E.bindW('proposal_id', ({ candidate: { candidate_id, proposed_chain } }) =>
      unknownSoFar(queue, proposalId(candidate_id, proposed_chain)),
    ),
    E.chainFirstW(({ candidate }) => independent(queue, candidate)),
    E.map((admitted) => ({ ...admitted, source })),
  )
}

const submission = (
  queue: QueueState,
  { proposal_id, candidate, source }: Admitted,
  evidence: ReplayEvidence,
): Submission => {
  const { candidate_id, proposed_chain, polarity, claim_domain } = candidate
  const proposal: Proposal = Object.freeze({
    proposal_id,
    source_candidate_id: candidate_id,
    proposed_chain,
    polarity,
    claim_domain,
    evidence: candidate.evidence,
    source,
    review_state: 'pending',
    operator_note: '',
    replay_evidence: null,
    provenance: null,
  })
  const events: readonly ProposalEvent[] = Object.freeze([
    Object.freeze({ event: 'created', proposal }),
    ...replayEvents(proposal_id, evidence),
  ])
  return Object.freeze({ proposal, events, queue: replay(events, queue) })
}
