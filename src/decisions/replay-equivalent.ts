import type { ItemRecord } from '../queue/queue-state.js'
import { left, type Result, right } from '../result.js'

/** Nobody has shown that the proposal makes nothing worse. `recordReplay` is the way out (spec §4). @public */
export interface RefusedAsNotReplayEquivalent {
  readonly reason: 'not_replay_equivalent'
  readonly proposal_id: string
  /** Whether it was never measured, or measured and found worse. */
  readonly evidence: 'absent' | 'regressed'
  /** What got worse, as the evidence names it; empty when there is none. */
  readonly regressed_metrics: readonly string[]
}

/** @internal */
export const replayEquivalent = (record: ItemRecord): Result<RefusedAsNotReplayEquivalent, ItemRecord> => {
  const evidence = record.replay_evidence
  return evidence?.replay_equivalent === true
    ? right(record)
    : left(
        Object.freeze({
          reason: 'not_replay_equivalent',
          proposal_id: record.proposal.proposal_id,
          evidence: evidence === null ? 'absent' : 'regressed',
          regressed_metrics: evidence === null ? Object.freeze([]) : evidence.regressed_metrics,
        }),
      )
}
