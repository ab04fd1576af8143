import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'
import { type ItemRecord, type QueueState, recordOf } from '../queue/queue-state.js'
import { left, type Result, right } from '../result.js'

/** The log has no proposal with this id. Ids are taken whole (spec §4). @public */
export interface RefusedAsNotFound {
  readonly reason: 'not_found'
  readonly proposal_id: string
}

/** The proposal is settled already, and nothing settles it again (spec §4). @public */
export interface RefusedAsNotPending {
  readonly reason: 'not_pending'
  readonly proposal_id: string
  /** Where it stands. */
  readonly state: State
  /** The transition that settled it, as the log has it. */
  readonly settled_by: Transition
}

/** @internal */
export const found = (queue: QueueState, proposal_id: string): Result<RefusedAsNotFound, ItemRecord> => {
  const record = recordOf(queue, proposal_id)
  return record === null ? left(Object.freeze({ reason: 'not_found', proposal_id })) : right(record)
}

/** @internal */
export const pending = (record: ItemRecord): Result<RefusedAsNotPending, ItemRecord> => {
  const settled_by = record.review_history.at(-1)
  return record.state === 'pending' || settled_by === undefined
    ? right(record)
    : left(
        Object.freeze({
          reason: 'not_pending',
          proposal_id: record.proposal.proposal_id,
          state: record.state,
          settled_by,
        }),
      )
}
