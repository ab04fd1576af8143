import type { ProposedChain } from '../events/created.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'
import { compareCodePoints } from '../json/compare-code-points.js'
import { type ItemRecord, type QueueState, recordOf, records } from '../queue/queue-state.js'
import type { RunReport } from '../reports/run-report.js'

/** One proposal as a reviewer sees it: these fields and no other (spec §2.4). Frozen. @public */
export interface QueueItem {
  readonly proposal_id: string
  /** `kind` of the proposal's source; `null` on lines older than ADR-0094. */
  readonly source_kind: string | null
  /** `source_id` of the proposal's source; `null` also where the log says `""`. */
  readonly source_id: string | null
  readonly proposed_chain: ProposedChain
  /** The newest; `null` when the proposal was never measured. */
  readonly replay_evidence: ReplayEvidence | null
  /** `to` of the last transition; `pending` without one. */
  readonly state: State
  /** Every transition, in order, whole. */
  readonly review_history: readonly Transition[]
  /** The report that it came from, of several the one with the smallest name; `null` when none names it. */
  readonly contemplation_report_path: string | null
  /** Of a pending item, how many items were created after it; of any other, 0. */
  readonly age_proposals: number
}

/**
 * The queue's items, first in first, with the report that each came from (spec §2.4). `[]` for reports leaves
 * `contemplation_report_path` at `null`; their order does not matter.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { deriveQueue, replay } from '@core/hitl-queue'
 * import { created, rejected } from '@core/hitl-queue/testing'
 *
 * const queue = replay([created('p1'), created('p2'), rejected('p2')])
 * assert.deepEqual(
 *   deriveQueue(queue, []).map(({ proposal_id, state, age_proposals }) => [proposal_id, state, age_proposals]),
 *   [['p1', 'pending', 1], ['p2', 'rejected', 0]],
 * )
 * ```
 * @public
 */
export const deriveQueue = (queue: QueueState, reports: Iterable<RunReport>): readonly QueueItem[] => {
  const reportOf = reportsByProposal(reports)
  const items: QueueItem[] = []
  for (const record of records(queue)) items.push(itemOf(queue, record, reportOf))
  return Object.freeze(items)
}

/**
 * One item of the queue, or `null` when the log has no such proposal. The id is taken whole. It costs the same on a queue of
 * any length (spec §2.4).
 * @public
 */
export const findItem = (
  queue: QueueState,
  proposal_id: string,
  reports: Iterable<RunReport> = [],
): QueueItem | null => {
  const record = recordOf(queue, proposal_id)
  return record === null ? null : itemOf(queue, record, reportsByProposal(reports))
}

/** The report of each proposal: of several, the one with the smallest file name by code point. @internal */
export const reportsByProposal = (reports: Iterable<RunReport>): ReadonlyMap<string, RunReport> => {
  const byProposal = new Map<string, RunReport>()
  for (const report of reports) {
    for (const id of report.proposal_ids) {
      const known = byProposal.get(id)
      if (known === undefined || compareCodePoints(report.file_name, known.file_name) < 0)
        byProposal.set(id, report)
    }
  }
  return byProposal
}

/** @internal */
export const itemOf = (
  queue: QueueState,
  record: ItemRecord,
  reportOf: ReadonlyMap<string, RunReport>,
): QueueItem => {
  const { proposal, state } = record
  return Object.freeze({
    proposal_id: proposal.proposal_id,
    source_kind: proposal.source?.kind ?? null,
    source_id: proposal.source?.source_id || null,
    proposed_chain: proposal.proposed_chain,
    replay_evidence: record.replay_evidence,
    state,
    review_history: record.review_history,
    contemplation_report_path: reportOf.get(proposal.proposal_id)?.path ?? null,
    age_proposals: state === 'pending' ? queue.itemCount - 1 - record.position : 0,
  })
}
