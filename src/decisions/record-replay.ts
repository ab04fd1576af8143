import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import { frozen, type Result } from '../result.js'
import { ownEvidence } from './own-values.js'
import { found, pending, type RefusedAsNotFound, type RefusedAsNotPending } from './pending-item.js'
import { replayEvents } from './replay-events.js'

/** Why no replay is recorded: the first of these that applies (spec §4). @public */
export type RecordReplayRefusal = RefusedAsNotFound | RefusedAsNotPending

/** A replay of a pending proposal, as it is to be recorded (spec §4). @public */
export interface RecordedReplay {
  /** To be appended as one write: `replay`, and the gate's own rejection when it regressed. */
  readonly events: readonly ProposalEvent[]
  /** The queue with these events. */
  readonly queue: QueueState
}

/**
 * Records a new replay of a pending proposal: the way out for one that has no evidence, or evidence that regressed. One
 * that is not equivalent rejects the proposal, as at its submission (spec §4).
 *
 * Throws a TypeError that names the path for evidence that no line of the log can hold.
 *
 * @param queue - the queue that has the proposal
 * @param measured - the whole id of the proposal, and what the replay gate measured
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { recordReplay, replay } from '@core/hitl-queue'
 * import { created, regressed } from '@core/hitl-queue/testing'
 *
 * const recorded = recordReplay(replay([created('p1')]), { proposal_id: 'p1', evidence: regressed('accuracy') })
 * assert(recorded._tag === 'Right')
 * assert.deepEqual(recorded.right.events.map(({ event }) => event), ['replay', 'transition'])
 * ```
 * @public
 */
export const recordReplay = (
  queue: QueueState,
  { proposal_id, evidence }: { readonly proposal_id: string; readonly evidence: ReplayEvidence },
): Result<RecordReplayRefusal, RecordedReplay> => {
  const measured = ownEvidence(evidence)
  return pipe(
    found(queue, proposal_id),
    E.chainW(pending),
    E.map(() => Object.freeze(replayEvents(proposal_id, measured))),
    E.map((events) => Object.freeze({ events, queue: replay(events, queue) })),
    frozen,
  )
}
