import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { evidenceText } from '../events/evidence-text.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { objectText } from '../json/object-text.js'
import { type QueueState, records } from '../queue/queue-state.js'
import type { RunReport } from '../reports/run-report.js'
import { itemOf, type QueueItem, reportsByProposal } from './derive-queue.js'

/** The one text that a queue has, and its digest: what "byte-identical" means (spec §2.5). */

/**
 * The canonical text of one item, whole: as `queueText` writes it, with numbers as the log spells them (spec §2.5). Throws a
 * TypeError that names the path for an item of your own that holds what JSON cannot.
 * @public
 */
export const itemText = (item: QueueItem): string => objectText({ ...item }, WRITERS)

/**
 * The canonical projection: `[item,item,…]` of every field of every item, in queue order, as one line without a newline.
 * It comes in pieces, one an item, because a long queue is more than one string can hold (spec §2.5).
 * @public
 */
export function* queueText(queue: QueueState, reports: Iterable<RunReport>): Generator<string, void> {
  const reportOf = reportsByProposal(reports)
  yield* listed(queue, (record) => itemText(itemOf(queue, record, reportOf)))
}

/**
 * SHA-256, as 64 hex digits, over the canonical projection reduced to what carries state: two logs that differ only in who
 * ratified, when, from where and with what note have the same digest, on any machine, in any folder (spec §2.5).
 * @public
 */
export const queueDigest = (queue: QueueState, reports: Iterable<RunReport>): string => {
  const hash = sha256.create()
  for (const piece of digestText(queue, reports)) hash.update(utf8ToBytes(piece))
  return bytesToHex(hash.digest())
}

/** The text that `queueDigest` hashes, in pieces. @internal */
export function* digestText(queue: QueueState, reports: Iterable<RunReport>): Generator<string, void> {
  const reportOf = reportsByProposal(reports)
  yield* listed(queue, (record) => {
    const { review_history, contemplation_report_path: _, ...carried } = itemOf(queue, record, reportOf)
    const report = reportOf.get(carried.proposal_id)
    return objectText(
      {
        ...carried,
        review_history: review_history.map(({ to }) => to),
        contemplation_report: report === undefined ? null : report.file_name,
      },
      WRITERS,
    )
  })
}

function* listed(
  queue: QueueState,
  text: (record: Parameters<typeof itemOf>[1]) => string,
): Generator<string, void> {
  let before = '['
  for (const record of records(queue)) {
    yield before + text(record)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

const WRITERS = {
  replay_evidence: (value: unknown): string =>
    value === null ? 'null' : evidenceText(value as ReplayEvidence),
}
