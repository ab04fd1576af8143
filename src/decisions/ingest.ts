import { JsonObject } from '../events/codec.js'
import { proposalId } from '../events/proposal-id.js'
import type { DocumentProblem } from '../events/read-document.js'
import { readEvidence } from '../events/read-evidence.js'
import { exactTextOf } from '../json/exact-text.js'
import { type QueueState, recordOf } from '../queue/queue-state.js'
import type { QueueFullReport } from '../reports/queue-full-report.js'
import { type RunReport, skippedCandidates } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { readCandidate } from './candidate.js'
import { type Submission, type SubmissionRefusal, submit } from './submit.js'
import { type BatchInTurn, inTurn } from './submit-all.js'

/** Why a report that is not in the queue cannot be admitted to it. @internal */
export interface LeftOut {
  readonly reason:
    | 'no_candidate'
    | 'no_evidence'
    | 'invalid_candidate'
    | 'invalid_evidence'
    | 'other_proposal'
  /** The proposals that the report names. */
  readonly proposal_ids: readonly string[]
  /** What is wrong with the candidate or the evidence that it carries. */
  readonly problems: readonly DocumentProblem[]
}

/** What became of one report. @internal */
export interface Ingested {
  readonly report: RunReport
  readonly candidate_id: string
  readonly result: Result<SubmissionRefusal, Submission>
}

/** What became of the reports that are not in the queue. @internal */
export interface Ingestion extends Omit<BatchInTurn<never>, 'results'> {
  readonly submitted: readonly Ingested[]
  readonly left_out: readonly (LeftOut & { readonly report: RunReport })[]
  /** Of the candidates without room, unless such a report names them all already. */
  readonly report: QueueFullReport | null
}

/** @internal */
export interface IngestOptions {
  /** The engine's revision of reports that do not say theirs; `null` when it is not known. */
  readonly revision: string | null
  readonly cap: number
  readonly allow_evaluative: boolean
}

/** A report says nothing of the engine's revision, and nobody else did: nothing is submitted. @internal */
export interface NoRevision {
  readonly code: 'no_revision'
  readonly file_name: string
}

/**
 * Submits each pre-queue artifact that carries a candidate and its replay evidence, in the order of the file names, as
 * `contemplation` under the name of its file; of each other one it is said why not (spec §3). A report of which the log
 * has the proposal is done with.
 * @internal
 */
export const ingest = (
  queue: QueueState,
  reports: readonly RunReport[],
  { revision, cap, allow_evaluative }: IngestOptions,
): Result<NoRevision, Ingestion> => {
  const submitted: Ingested[] = []
  const left_out: (LeftOut & { readonly report: RunReport })[] = []
  const unsaid: string[] = []
  const batch = inTurn<RunReport, { readonly reason: 'passed_over' }>(
    queue,
    reports,
    revision,
    (current, report) => {
      const passedOver = left({ reason: 'passed_over' as const })
      const read = admissible(current, report)
      if (read === null) return passedOver
      if (read._tag === 'Left') {
        left_out.push(Object.freeze({ ...read.left, report }))
        return passedOver
      }
      const emitted_at_revision = revisionOf(report) ?? revision
      if (emitted_at_revision === null) {
        unsaid.push(report.file_name)
        return passedOver
      }
      const { candidate, evidence } = read.right
      const source = { kind: 'contemplation', source_id: report.file_name, emitted_at_revision }
      const result = submit(current, candidate, evidence, { source, cap, allow_evaluative })
      submitted.push(Object.freeze({ report, candidate_id: candidate.candidate_id, result }))
      return result
    },
  )
  const [file_name] = unsaid
  if (file_name !== undefined) return left(Object.freeze({ code: 'no_revision', file_name }))
  return right(
    Object.freeze({
      submitted: Object.freeze(submitted),
      left_out: Object.freeze(left_out),
      events: batch.events,
      queue: batch.queue,
      report: unlessTold(batch.report, reports),
    }),
  )
}

/** What a report carries for the queue, why it may not be admitted, or `null` when it is none of the queue's affair. */
const admissible = (queue: QueueState, { report_kind, proposal_ids, content }: RunReport) => {
  if (report_kind !== 'learning_arc') return null
  const leaveOut = (
    reason: LeftOut['reason'],
    problems: readonly DocumentProblem[] = Object.freeze([]),
  ): Result<LeftOut, never> => left({ reason, proposal_ids, problems })
  const inLog = (id: string): boolean => recordOf(queue, id) !== null
  const isPreQueue = !proposal_ids.every(inLog)

  if (content.candidate == null) return isPreQueue ? leaveOut('no_candidate') : null
  const candidate = carried(content.candidate, readCandidate)
  if (candidate._tag === 'Left')
    return isPreQueue || proposal_ids.length === 0 ? leaveOut('invalid_candidate', candidate.left) : null
  const id = proposalId(candidate.right.candidate_id, candidate.right.proposed_chain)
  if (!proposal_ids.includes(id)) return leaveOut('other_proposal')
  if (inLog(id)) return null
  if (content.replay_evidence == null) return leaveOut('no_evidence')
  const evidence = carried(content.replay_evidence, readEvidence)
  if (evidence._tag === 'Left') return leaveOut('invalid_evidence', evidence.left)
  return right({ candidate: candidate.right, evidence: evidence.right })
}

/** What a report carries, from its exact text. An object goes without one when it has a key twice somewhere. */
const carried = <A>(
  value: unknown,
  read: (text: string) => Result<readonly DocumentProblem[], A>,
): Result<readonly DocumentProblem[], A> => {
  const text = exactTextOf(value)
  if (text === null && JsonObject.is(value)) return left(KEY_TWICE)
  return read(text ?? JSON.stringify(value))
}

const KEY_TWICE: readonly DocumentProblem[] = Object.freeze([
  Object.freeze({
    code: 'duplicate_key',
    pointer: '',
    offset: null,
    message:
      'A key stands twice in one object, and which one is meant is not for us to say. Correct its writer.',
  }),
])

/** A run at a full queue is told once: the reports themselves are still there, and are looked at again. */
const unlessTold = (full: QueueFullReport | null, reports: readonly RunReport[]): QueueFullReport | null => {
  const told = reports.some((report) => {
    const names = new Set(skippedCandidates(report))
    return names.size > 0 && full?.candidates_skipped.every(({ candidate_id }) => names.has(candidate_id))
  })
  return told ? null : full
}

const revisionOf = ({ content: { emitted_at_revision } }: RunReport): string | null =>
  typeof emitted_at_revision === 'string' && emitted_at_revision !== '' ? emitted_at_revision : null
