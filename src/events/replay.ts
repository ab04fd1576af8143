import * as t from 'io-ts'
import { isJsonObject, NonEmptyString } from './codec.js'
import { isReplayEvidence, ReplayEvidence } from './replay-evidence.js'

/** The replay gate measured a proposal. Of several for one proposal the newest stands (spec §2.3). @public */
export interface Replay {
  readonly event: 'replay'
  readonly proposal_id: string
  readonly replay_evidence: ReplayEvidence
}

/** @internal */
export const Replay: t.Type<Replay> = t.type(
  { event: t.literal('replay'), proposal_id: NonEmptyString, replay_evidence: ReplayEvidence },
  'replay',
)

/** @internal */
export const isReplay = (u: unknown): boolean =>
  isJsonObject(u) &&
  u.event === 'replay' &&
  typeof u.proposal_id === 'string' &&
  u.proposal_id !== '' &&
  isReplayEvidence(u.replay_evidence)
