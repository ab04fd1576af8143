import {
  type Ingested,
  type Ingestion,
  ingest,
  type LeftOut,
  type NoRevision,
} from '../../decisions/ingest.js'
import { FailedRead } from '../../node/file-failure.js'
import { collectProblems } from '../../node/problems.js'
import { readRuns } from '../../node/read-runs.js'
import type { RunReport } from '../../reports/run-report.js'
import type { Result } from '../../result.js'
import { decided } from '../../store/decided.js'
import type { Basis, Decision } from '../../store/log-store.js'
import { printable } from '../../views/printable.js'
import { type Answer, batchText, exitCodeOf, sayAnswer } from '../answers.js'
import { capOrSay } from '../cap.js'
import type { Io } from '../io.js'
import { sayProblems } from '../read.js'
import { listed } from '../sentences.js'
import { recordOrSay, sayMisuse, type WriteOptions } from '../write.js'
import { answerOf } from './submit.js'

/** @internal */
export interface IngestCommandOptions extends WriteOptions {
  readonly emittedAtRevision?: string
  readonly allowEvaluative?: boolean
}

/** `hitl-queue ingest`. @internal */
export const ingestReports = async (io: Io, options: IngestCommandOptions): Promise<void> => {
  if (options.emittedAtRevision === '')
    return sayMisuse(io, '--emitted-at-revision is empty. Say a revision.')
  const cap = capOrSay(io)
  if (cap === null) return
  let decidedOn: string | null = null
  const kept = await recordOrSay<Result<NoRevision, Ingestion>>(io, options, {
    record: (store) =>
      store.record((basis) => {
        decidedOn = basis.commit_sha
        return decide(basis, options, cap)
      }),
    refusalsOf: (answer) =>
      answer._tag === 'Left'
        ? []
        : answer.right.submitted.flatMap(({ result }) => (result._tag === 'Left' ? [result.left] : [])),
  })
  if (kept === null) return
  const { answer, report_path } = kept
  if (answer._tag === 'Left') {
    return sayMisuse(
      io,
      `${answer.left.file_name} says no emitted_at_revision, and no commit is around the log that could stand for it. Say it with --emitted-at-revision.`,
    )
  }
  const { submitted, left_out } = answer.right
  const answers = submitted.map(answered)
  for (const { answer: each } of answers) io.exit(exitCodeOf(each))
  if (left_out.some(isDamaged)) io.exit(3)
  if (options.json === true) {
    io.out(`${batchText(answers, report_path, { left_out: left_out.map(placed) })}\n`)
  } else {
    for (const { answer: each } of answers) sayAnswer(io, each)
    for (const each of left_out) io.err(`${printable(leftOutInWords(each))}\n`)
    if (answers.length + left_out.length === 0) io.err('No report waits for the queue.\n')
  }
  sayUnreadReports(io, options, options.push === true ? decidedOn : null)
}

const decide = (
  { queue, reports, commit_sha }: Basis,
  { emittedAtRevision, allowEvaluative = false }: IngestCommandOptions,
  cap: number,
): Decision<Result<NoRevision, Ingestion>> => {
  const revision = emittedAtRevision ?? commit_sha
  return decided(ingest(queue, reports(), { revision, cap, allow_evaluative: allowEvaluative }))
}

const answered = ({ report, candidate_id, result }: Ingested) => {
  const answer: Answer = answerOf(result)
  return {
    file: report.path,
    candidate_id,
    answer: 'events' in answer ? { ...answer, sentence: `${answer.sentence} (from ${report.path})` } : answer,
  }
}

/** Whether a report says something that it cannot mean, where others merely say less. */
const isDamaged = ({ reason }: LeftOut): boolean => reason !== 'no_candidate' && reason !== 'no_evidence'

const placed = ({ report, reason, proposal_ids, problems }: LeftOut & { readonly report: RunReport }) => ({
  file: report.path,
  reason,
  proposal_ids,
  problems,
})

const leftOutInWords = ({
  report: { path },
  reason,
  proposal_ids,
  problems,
}: LeftOut & { readonly report: RunReport }): string => {
  const [problem] = problems
  switch (reason) {
    case 'no_candidate':
      return `${path} cannot be admitted: it names ${listed(proposal_ids)} and carries no candidate. Make reports with the command report.`
    case 'no_evidence':
      return `${path} cannot be admitted: it carries a candidate and no replay_evidence. Make reports with the command report.`
    case 'invalid_candidate':
      return `${path} cannot be admitted: its candidate cannot be read. ${problem?.message ?? ''}`
    case 'invalid_evidence':
      return `${path} cannot be admitted: its replay_evidence cannot be read. ${problem?.message ?? ''}`
    case 'other_proposal':
      return `${path} cannot be admitted: its candidate makes another proposal than the report names${proposal_ids.length === 0 ? ', which is none' : ` (${listed(proposal_ids)})`}. Correct its writer.`
  }
}

/** What cannot be read of the reports waits for nobody, and is not to be passed over in silence. */
const sayUnreadReports = (io: Io, { log, runs }: IngestCommandOptions, commit: string | null): void => {
  const problems = collectProblems()
  try {
    readRuns({ runs }, commit, problems)
  } catch (error) {
    // The folder was there a moment ago, when the log was written.
    if (!(error instanceof FailedRead)) throw error
    return
  }
  sayProblems(io, problems.taken(), log)
}
