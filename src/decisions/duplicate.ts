import type { State } from '../events/state.js'
import { type QueueState, recordOf } from '../queue/queue-state.js'
import { left, type Result, right } from '../result.js'

/** The same candidate with the same chain has been proposed before, and that proposal stands where it stands. @public */
export interface RefusedAsDuplicate {
  readonly reason: 'duplicate'
  readonly proposal_id: string
  /** Where the proposal that is in the log stands: in any state it is in the way. */
  readonly existing_state: State
}

/** Whether the log does not have this proposal yet, in any state (spec §3, order 3). @internal */
export const unknownSoFar = (queue: QueueState, proposal_id: string): Result<RefusedAsDuplicate, string> => {
  const existing = recordOf(queue, proposal_id)
  return existing === null
    ? right(proposal_id)
    : left(Object.freeze({ reason: 'duplicate', proposal_id, existing_state: existing.state }))
}
