import { type Candidate, readCandidate } from '../../decisions/candidate.js'
import type { Submission, SubmissionRefusal, SubmitOptions } from '../../decisions/submit.js'
import { readEvidence } from '../../events/read-evidence.js'
import type { ReplayEvidence } from '../../events/replay-evidence.js'
import { type GatedAnswer, submitThroughGate } from '../../node/submit-candidate.js'
import { left, type Result, right } from '../../result.js'
import type { Basis } from '../../store/log-store.js'
import { chainInWords } from '../../views/words.js'
import {
  type Answer,
  batchText,
  exitCodeOf,
  type GateFailed,
  giveAnswer,
  type NamedAnswer,
  sayAnswer,
} from '../answers.js'
import { capOrSay } from '../cap.js'
import { documentsOrSay, type Given } from '../documents.js'
import { runGate } from '../gate.js'
import type { Io } from '../io.js'
import { rolledBackIn } from '../sentences.js'
import { recordOrSay, sayMisuse, type WriteOptions } from '../write.js'

/** @internal */
export interface SubmitCommandOptions extends WriteOptions {
  readonly evidence?: string
  readonly gate?: string
  readonly sourceKind: string
  readonly sourceId?: string
  readonly emittedAtRevision?: string
  readonly allowEvaluative?: boolean
}

/** `hitl-queue submit`, also `propose`. @internal */
export const submitFiles = async (
  io: Io,
  files: readonly string[],
  options: SubmitCommandOptions,
): Promise<void> => {
  const misuse = misuseOf(files, options)
  if (misuse !== null) return sayMisuse(io, misuse)
  const cap = capOrSay(io)
  if (cap === null) return
  const candidates = await documentsOrSay(io, files, readCandidate)
  if (candidates === null) return
  const measured = await evidenceOrSay(io, candidates, options)
  if (measured === null) return

  const kept = await recordOrSay<GatedAnswer<string, GateFailed>>(io, options, {
    record: (store) =>
      submitThroughGate<string, GateFailed>(
        store,
        candidates.map(({ value }) => value),
        {
          measured: measured.map((evidence) => right(evidence)),
          gate: (candidate) => runGate(io, options.gate ?? '', candidate),
          optionsOn: (basis) => judgedBy(basis, options, cap),
        },
      ),
    refusalsOf: refusalsAmong,
  })
  if (kept === null) return
  if (kept.answer._tag === 'Left') return sayMisuse(io, kept.answer.left)
  const answers = kept.answer.right.map(answerOf)
  const [only] = answers
  if (only !== undefined && answers.length === 1) return giveAnswer(io, only, options)
  for (const answer of answers) io.exit(exitCodeOf(answer))
  if (options.json === true)
    io.out(
      `${batchText(
        answers.map((answer, at) => ({ answer, ...nameOf(candidates, at) })),
        kept.report_path,
      )}\n`,
    )
  else for (const answer of answers) sayAnswer(io, answer)
}

const misuseOf = (files: readonly string[], options: SubmitCommandOptions): string | null => {
  const { evidence, gate, sourceKind, sourceId } = options
  if ((evidence === undefined) === (gate === undefined))
    return 'Say where the evidence comes from: --evidence FILE, or --gate COMMAND.'
  if ([...files, evidence].filter((file) => file === '-').length > 1)
    return 'Only one of the files can be stdin.'
  if (sourceKind === 'operator' && sourceId) return 'An operator has no --source-id. Say the --source-kind.'
  if (sourceKind !== 'operator' && !sourceId)
    return `Say which ${sourceKind} it comes from, with --source-id.`
  if (options.emittedAtRevision === '') return '--emitted-at-revision is empty. Say a revision.'
  return null
}

/** What was measured before, for each candidate; nothing with a gate. */
const evidenceOrSay = async (
  io: Io,
  candidates: readonly Given<Candidate>[],
  { evidence: file }: SubmitCommandOptions,
): Promise<readonly ReplayEvidence[] | null> => {
  if (file === undefined) return []
  const given = await documentsOrSay(io, [file], readEvidence)
  if (given === null || given.length === candidates.length) return given?.map(({ value }) => value) ?? null
  sayMisuse(
    io,
    `${file}: it holds evidence for ${given.length}, and there are ${candidates.length} candidates. Give one for each, in their order.`,
  )
  return null
}

const judgedBy = (
  { commit_sha }: Basis,
  { sourceKind, sourceId = '', emittedAtRevision, allowEvaluative = false }: SubmitCommandOptions,
  cap: number,
): Result<string, SubmitOptions> => {
  const emitted_at_revision = emittedAtRevision ?? commit_sha
  if (emitted_at_revision === null) return left(NO_REVISION)
  return right({
    source: { kind: sourceKind, source_id: sourceId, emitted_at_revision },
    cap,
    allow_evaluative: allowEvaluative,
  })
}

/** @internal */
export const NO_REVISION =
  'No commit is around the log that could stand for the revision of the engine. Say it with --emitted-at-revision.'

type Judged = Result<SubmissionRefusal | GateFailed, Submission>

const refusalsAmong = (answer: GatedAnswer<string, GateFailed>): readonly SubmissionRefusal[] =>
  answer._tag === 'Left'
    ? []
    : answer.right.flatMap((result) =>
        result._tag === 'Left' && result.left.reason !== 'gate_failed' ? [result.left] : [],
      )

/** @internal */
export const answerOf = (result: Judged): Answer => {
  if (result._tag === 'Right')
    return { events: result.right.events, sentence: submittedInWords(result.right) }
  return result.left.reason === 'gate_failed' ? { failure: result.left } : { refusal: result.left }
}

const submittedInWords = ({ proposal, events }: Submission): string => {
  const what = `${proposal.proposal_id}: ${chainInWords(proposal)}`
  const rolledBack = rolledBackIn(events)
  return rolledBack === null ? `submitted ${what}` : `rolled back ${what}. ${rolledBack}`
}

const nameOf = (candidates: readonly Given<Candidate>[], at: number): Omit<NamedAnswer, 'answer'> => {
  const { file, value } = candidates[at] as Given<Candidate>
  return { file, candidate_id: value.candidate_id }
}
