import type { CorpusLine } from '../decisions/corpus-entry.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { QueueFullReport } from '../reports/queue-full-report.js'
import type { Result } from '../result.js'
import type { Decision } from './log-store.js'

/**
 * An answer of `submit`, `ratify`, `recordReplay`, `settle` or `ingest` as what `LogStore.record` takes: of what was asked
 * for its events, with the corpus line between them; of a refusal at capacity its report (spec §5).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { decided, encodeEvent, ratify } from '@core/hitl-queue'
 * import { created, equivalent, memoryLog } from '@core/hitl-queue/testing'
 *
 * const store = memoryLog(`${encodeEvent(created('p1', { replay_evidence: equivalent }))}\n`)
 * const kept = await store.record(({ queue, corpus }) =>
 *   decided(
 *     ratify(queue, {
 *       proposal_id: 'p1',
 *       action: 'reject',
 *       note: '',
 *       review_date: '2026-06-30',
 *       authority: { kind: 'cli', actor: 'ana', commit_sha: 'abc' },
 *       corpus, // The store's, so that an accept writes to it.
 *     }),
 *   ),
 * )
 * assert(kept._tag === 'Right')
 * assert.deepEqual(kept.right.events.map(({ event }) => event), ['transition'])
 * ```
 * @public
 */
export const decided = <E extends object, A extends Recordable>(
  answer: Result<E, A>,
): Decision<Result<E, A>> => {
  if (answer._tag === 'Left') {
    const { report = null } = answer.left as { readonly report?: QueueFullReport }
    return { answer, events: [], report }
  }
  const { events, corpusLine = null, report = null } = answer.right
  return { answer, events, corpusLine, report }
}

/** What an answer holds that a store is to write (spec §5). @public */
export interface Recordable {
  /** To be appended. */
  readonly events: readonly ProposalEvent[]
  /** To be added to the corpus. */
  readonly corpusLine?: CorpusLine | null | undefined
  /** To be written among the run reports. */
  readonly report?: QueueFullReport | null | undefined
}
