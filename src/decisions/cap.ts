import { bounded } from '../events/codec.js'
import { stripped } from '../events/lemmas.js'
import type { QueueState } from '../queue/queue-state.js'
import { type QueueFullReport, queueFullReport } from '../reports/queue-full-report.js'
import { left, type Result, right } from '../result.js'

/** How many proposals may wait for a decision at once when nothing raises it (spec §3). @public */
export const DEFAULT_PENDING_CAP = 256

/** As many proposals wait as the cap allows. A reviewer makes room; then the candidate can come again (spec §3). @public */
export interface RefusedAtCapacity {
  readonly reason: 'queue_full'
  readonly candidate_id: string
  /** How many proposals are pending. */
  readonly pending_count: number
  /** How many may be. */
  readonly cap: number
  /** To be written to the run reports, so that the candidate is not forgotten. */
  readonly report: QueueFullReport
}

/** Whether one more proposal may wait (spec §3, order 2). @internal */
export const roomFor = (
  queue: QueueState,
  candidate_id: string,
  cap: number,
  emittedAtRevision: string,
): Result<RefusedAtCapacity, QueueState> =>
  queue.pendingCount < cap
    ? right(queue)
    : left(
        Object.freeze({
          reason: 'queue_full',
          candidate_id,
          pending_count: queue.pendingCount,
          cap,
          report: queueFullReport(
            { pendingCount: queue.pendingCount, cap },
            [candidate_id],
            emittedAtRevision,
          ),
        }),
      )

/** What `CORE_HITL_PENDING_CAP` says. @public */
export interface PendingCap {
  /** How many proposals may be pending: 256 or more. */
  readonly cap: number
  /** The value was below the default and does not count, in a sentence; else `null`. */
  readonly warning: string | null
}

/** `CORE_HITL_PENDING_CAP` is not a whole number, and nobody guesses: nothing may be written. @public */
export interface PendingCapProblem {
  readonly code: 'invalid_pending_cap'
  /** What the variable holds and what to do, for a person. */
  readonly message: string
}

/**
 * Reads the text of `CORE_HITL_PENDING_CAP`, which may raise the cap and never lowers it: unset or blank is the default,
 * digits below the default are the default and a warning, anything but digits is a problem of the configuration (spec §3).
 * @public
 */
export const readPendingCap = (text: string | null | undefined): Result<PendingCapProblem, PendingCap> => {
  const value = stripped(text ?? '')
  if (value === '') return right(Object.freeze({ cap: DEFAULT_PENDING_CAP, warning: null }))
  const cap = Number(value)
  if (!/^[0-9]+$/.test(value) || !Number.isSafeInteger(cap)) {
    return left(
      Object.freeze({
        code: 'invalid_pending_cap',
        message: `CORE_HITL_PENDING_CAP is ${JSON.stringify(bounded(value, 80))}, which is not a whole number that can be counted to. Set it to digits of ${DEFAULT_PENDING_CAP} or more, or unset it.`,
      }),
    )
  }
  return right(
    Object.freeze(
      cap < DEFAULT_PENDING_CAP
        ? {
            cap: DEFAULT_PENDING_CAP,
            warning: `CORE_HITL_PENDING_CAP is ${cap}: it can raise the cap and not lower it, so the cap is ${DEFAULT_PENDING_CAP}.`,
          }
        : { cap, warning: null },
    ),
  )
}
