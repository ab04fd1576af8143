import type { Source } from '../events/created.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { QueueState } from '../queue/queue-state.js'
import { type QueueFullReport, queueFullReport } from '../reports/queue-full-report.js'
import type { Result } from '../result.js'
import type { Candidate } from './candidate.js'
import type { RefusedAtCapacity } from './cap.js'
import { type Submission, type SubmissionRefusal, type SubmitOptions, submit } from './submit.js'

/** One candidate of several, with its evidence. @public */
export interface SubmissionRequest {
  readonly candidate: Candidate
  /** What the replay gate measured of it. */
  readonly evidence: ReplayEvidence
  /** When it is not the source of them all. */
  readonly source?: Source | undefined
}

/** What became of several candidates. @public */
export interface SubmissionBatch {
  /** One answer a candidate, in their order. */
  readonly results: readonly Result<SubmissionRefusal, Submission>[]
  /** All events to append, in their order, as one write. */
  readonly events: readonly ProposalEvent[]
  /** The queue with these events. */
  readonly queue: QueueState
  /** One report of every candidate skipped for capacity, instead of one each; `null` when there was room. */
  readonly report: QueueFullReport | null
}

/**
 * Puts several candidates forward: each is judged against the queue as the ones before it left it, and a refusal of one does
 * not keep the others back (spec §3). Throws as `submit` does.
 * @public
 */
export const submitAll = (
  queue: QueueState,
  requests: Iterable<SubmissionRequest>,
  options: SubmitOptions,
): SubmissionBatch =>
  inTurn(queue, requests, options.source.emitted_at_revision, (current, request) =>
    submit(current, request.candidate, request.evidence, {
      ...options,
      source: request.source ?? options.source,
    }),
  )

/** What became of several candidates that could also be turned away before they were judged. @internal */
export interface BatchInTurn<E> extends Omit<SubmissionBatch, 'results'> {
  readonly results: readonly Result<E | SubmissionRefusal, Submission>[]
}

/** Judges one after the other, each on the queue that the ones before it left, with one report for those without room. @internal */
export const inTurn = <R, E extends { readonly reason: string } = never>(
  queue: QueueState,
  requests: Iterable<R>,
  emittedAtRevision: string | null,
  judge: (queue: QueueState, request: R) => Result<E | SubmissionRefusal, Submission>,
): BatchInTurn<E> => {
  const results: Result<E | SubmissionRefusal, Submission>[] = []
  const events: ProposalEvent[] = []
  const full: RefusedAtCapacity[] = []
  let current = queue
  for (const request of requests) {
    const result = judge(current, request)
    results.push(result)
    if (result._tag === 'Right') {
      events.push(...result.right.events)
      current = result.right.queue
    } else if (isAtCapacity(result.left)) full.push(result.left)
  }
  const last = full.at(-1)
  return Object.freeze({
    results: Object.freeze(results),
    events: Object.freeze(events),
    queue: current,
    report:
      last === undefined
        ? null
        : queueFullReport(
            { pendingCount: last.pending_count, cap: last.cap },
            full.map(({ candidate_id }) => candidate_id),
            emittedAtRevision,
          ),
  })
}

const isAtCapacity = (refusal: { readonly reason: string }): refusal is RefusedAtCapacity =>
  refusal.reason === 'queue_full'
