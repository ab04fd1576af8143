import type { Source } from '../events/created.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { QueueState } from '../queue/queue-state.js'
import { type QueueFullReport, queueFullReport } from '../reports/queue-full-report.js'
import type { Result } from '../result.js'
import type { Candidate } from './candidate.js'
import { type Submission, type SubmissionRefusal, type SubmitOptions, submit } from './submit.js'

/** One candidate of several, with its evidence. @public */
export interface SubmissionRequest {
  readonly candidate: Candidate
  readonly evidence: ReplayEvidence
  /** When it is not the source of them all. */
  readonly source?: Source
}

/** What became of several candidates. @public */
export interface SubmissionBatch {
  /** One answer a candidate, in their order. */
  readonly results: readonly Result<SubmissionRefusal, Submission>[]
  /** All events to append, in their order. */
  readonly events: readonly ProposalEvent[]
  readonly queue: QueueState
  /** One report of every candidate skipped for capacity, instead of one each; `null` when there was room. */
  readonly report: QueueFullReport | null
}

/** Puts several candidates forward: each is judged against the queue as the ones before it left it (spec §3). @public */
export const submitAll = (
  queue: QueueState,
  requests: Iterable<SubmissionRequest>,
  options: SubmitOptions,
): SubmissionBatch => {
  const results: Result<SubmissionRefusal, Submission>[] = []
  const events: ProposalEvent[] = []
  const skipped: string[] = []
  let full: QueueFullReport | null = null
  let current = queue
  for (const { candidate, evidence, source = options.source } of requests) {
    const result = submit(current, candidate, evidence, { ...options, source })
    results.push(result)
    if (result._tag === 'Right') {
      events.push(...result.right.events)
      current = result.right.queue
    } else if (result.left.reason === 'queue_full') {
      full = result.left.report
      skipped.push(result.left.candidate_id)
    }
  }
  return Object.freeze({
    results: Object.freeze(results),
    events: Object.freeze(events),
    queue: current,
    report:
      full === null
        ? null
        : queueFullReport(
            { pendingCount: full.pending_count, cap: full.cap },
            skipped,
            options.source.emitted_at_revision,
          ),
  })
}
