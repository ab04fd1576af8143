import * as t from 'io-ts'
import { NonEmptyString } from './codec.js'
import { ReplayEvidence } from './replay-evidence.js'

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
