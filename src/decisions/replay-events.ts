import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'

/**
 * What a measured replay adds to the log: itself, and, unless it is equivalent, the rejection that the gate gives. Nobody
 * ratified that one, so it carries no ratification fields (spec §3).
 * @internal
 */
export const replayEvents = (proposal_id: string, evidence: ReplayEvidence): readonly ProposalEvent[] => {
  const measured: ProposalEvent = Object.freeze({ event: 'replay', proposal_id, replay_evidence: evidence })
  return evidence.replay_equivalent === true
    ? [measured]
    : [
        measured,
        Object.freeze({
          event: 'transition',
          proposal_id,
          to: 'rejected',
          note: `auto_rollback_regression: ${evidence.regressed_metrics.join(',')}`,
        }),
      ]
}
