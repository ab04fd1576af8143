import { type RecordedReplay, type RecordReplayRefusal, recordReplay } from '../../decisions/record-replay.js'
import { readEvidence } from '../../events/read-evidence.js'
import type { Result } from '../../result.js'
import { decided } from '../../store/decided.js'
import { giveAnswer } from '../answers.js'
import { documentOrSay } from '../documents.js'
import type { Io } from '../io.js'
import { rolledBackIn } from '../sentences.js'
import { recordOrSay, type WriteOptions } from '../write.js'

/** `hitl-queue record-replay`. @internal */
export const recordReplayOf = async (
  io: Io,
  proposal_id: string,
  options: WriteOptions & { readonly evidence: string },
): Promise<void> => {
  const evidence = await documentOrSay(io, options.evidence, readEvidence)
  if (evidence === null) return
  const kept = await recordOrSay<Result<RecordReplayRefusal, RecordedReplay>>(io, options, {
    record: (store) => store.record(({ queue }) => decided(recordReplay(queue, { proposal_id, evidence }))),
    refusalsOf: (answer) => (answer._tag === 'Left' ? [answer.left] : []),
  })
  if (kept === null) return
  const { answer } = kept
  if (answer._tag === 'Left') return giveAnswer(io, { refusal: answer.left }, options)
  const { events } = answer.right
  const rolledBack = rolledBackIn(events)
  const sentence =
    rolledBack === null ? `recorded a replay of ${proposal_id}` : `rolled back ${proposal_id}. ${rolledBack}`
  giveAnswer(io, { events, sentence }, options)
}
