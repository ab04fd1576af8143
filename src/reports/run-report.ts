import * as t from 'io-ts'
import { arrayOf, bounded, departures, FiniteNumber, JsonObject } from '../events/codec.js'
import { canonicalJson } from '../json/canonical-json.js'
import { MAX_DEPTH } from '../json/canonical-tree.js'
import { decodeUtf8 } from '../json/decode-utf8.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { freezeJson } from '../json/freeze-json.js'
import { scanJson } from '../json/scan-json.js'
import { DEFAULT_RUNS, reportPath } from './default-runs.js'
import type { QueueFullReport } from './queue-full-report.js'

/**
 * One file of `contemplation/runs/`: what a run of the engine found (`learning_arc`), or that the queue was full
 * (`queue_full`). Other kinds are kept and warned about (spec §2.4, §3).
 * @public
 */
export interface RunReport {
  /** The name of the file, without its folder. */
  readonly file_name: string
  /** The folder as it was given, one `/`, the file name. Never made absolute. */
  readonly path: string
  /** `learning_arc` when the report does not say. */
  readonly report_kind: string
  /** The proposals that the report names, each once, in its order; none for any kind but `learning_arc`. */
  readonly proposal_ids: readonly string[]
  /** The whole report as it stands in the file. Frozen; `candidate` and `replay_evidence` carry their exact text. */
  readonly content: { readonly [member: string]: unknown }
}

/** Something wrong with one report. The queue stands without it. @public */
export interface ReportProblem {
  /** What is wrong. docs/problems.md has each code with an example and what to do. */
  readonly code:
    | 'corrupt_report'
    | 'invalid_report'
    | 'not_portable_number'
    | 'too_deep'
    | 'unknown_report_kind'
  /** With an `error` there is no report; with a `warning` there is one. */
  readonly severity: 'error' | 'warning'
  readonly file_name: string
  /** JSON pointer to the member that is wrong, when there is one. */
  readonly pointer?: string
  /** What is wrong and what to do, for a person. */
  readonly message: string
}

/** A report, unless it could not be read, and what is wrong with it. @public */
export interface ReportRead {
  /** `null` when an error kept it from being read. */
  readonly report: RunReport | null
  /** An error, or warnings; empty when nothing is wrong. */
  readonly problems: readonly ReportProblem[]
}

/** Where a report stands: the file's name, and the folder as it is to be shown. @public */
export interface ReportName {
  /** The folder of the reports as it is to be shown. Default: `contemplation/runs`. */
  readonly runs?: string
  /** The name of the file, without its folder. Of several reports of a proposal the smallest name counts. */
  readonly file_name: string
}

/**
 * Reads one run report. It never throws: what is wrong is named beside the report (spec §2.4).
 *
 * @param content - the file, as text or as bytes
 * @param name - where it stands, which the views show
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readReport } from '@core/hitl-queue'
 *
 * const { report } = readReport('{"proposal_id":"p1"}', { file_name: '2026-06-02.json' })
 * assert.deepEqual(report?.proposal_ids, ['p1'])
 * assert.equal(report.path, 'contemplation/runs/2026-06-02.json')
 * ```
 * @public
 */
export const readReport = (
  content: string | Uint8Array,
  { runs = DEFAULT_RUNS, file_name }: ReportName,
): ReportRead => {
  const problem = (code: ReportProblem['code'], message: string, pointer?: string): ReportProblem =>
    Object.freeze({
      code,
      severity: code === 'unknown_report_kind' ? 'warning' : 'error',
      file_name,
      ...(pointer === undefined ? {} : { pointer }),
      message: `${file_name}: ${message}`,
    })
  const unread = (...problems: readonly ReportProblem[]): ReportRead =>
    Object.freeze({ report: null, problems: Object.freeze(problems) })

  const text = typeof content === 'string' ? content : decodeUtf8(content)
  if (text === null) return unread(problem('corrupt_report', 'the file is not UTF-8. Restore it from git.'))
  const scan = scanJson(text)
  if (scan.kind !== 'whole') {
    const where =
      scan.kind === 'broken'
        ? `${scan.message} at character ${scan.offset + 1}`
        : 'it ends before it is whole'
    return unread(problem('corrupt_report', `the file is not JSON: ${where}. Restore it from git.`))
  }
  if (scan.notPortable !== null) {
    const { token, offset } = scan.notPortable
    return unread(
      problem(
        'not_portable_number',
        `${token} at character ${offset + 1} is not a number that every reader of JSON can hold.`,
      ),
    )
  }
  if (scan.depth > MAX_DEPTH)
    return unread(problem('too_deep', `the report nests deeper than ${MAX_DEPTH} levels.`))

  const value: unknown = JSON.parse(text)
  const [first] = departures(codecOf(value), value)
  if (first !== undefined) {
    const { pointer, expected, actual } = first
    return unread(
      problem(
        'invalid_report',
        `${pointer || 'the report'}: expected ${expected}, found ${actual}. Correct its writer.`,
        pointer,
      ),
    )
  }
  const body = value as RunReport['content']
  for (const member of CARRIED) keepText(body, member, text)
  freezeJson(value)
  const report_kind = (body.report_kind ?? 'learning_arc') as string
  return Object.freeze({
    report: Object.freeze({
      file_name,
      path: reportPath(runs, file_name),
      report_kind,
      proposal_ids: Object.freeze(report_kind === 'learning_arc' ? namedProposals(body) : []),
      content: body,
    }),
    problems: Object.freeze(
      KINDS.has(report_kind)
        ? []
        : [
            problem(
              'unknown_report_kind',
              `${JSON.stringify(bounded(report_kind, 80))} is not a kind of report that this version knows. It is kept and belongs to no proposal.`,
              '/report_kind',
            ),
          ],
    ),
  })
}

/** @internal */
export const LearningArcReport: t.Type<unknown> = t.intersection(
  [JsonObject, t.partial({ report_kind: t.string, scenes: arrayOf(JsonObject) })],
  'report',
) as t.Type<unknown>

/** @internal */
export const QueueFullReportCodec: t.Type<unknown> = t.intersection(
  [
    t.type({
      report_kind: t.literal('queue_full'),
      pending_count: FiniteNumber,
      cap: FiniteNumber,
      candidates_skipped: arrayOf(t.type({ candidate_id: t.string, reason: t.string })),
    }),
    t.partial({ scenes: arrayOf(JsonObject) }),
  ],
  'queue_full report',
) as t.Type<unknown>

/** The codec of a report, chosen by its kind, so that an error names one kind and not a union. @internal */
export const codecOf = (value: unknown): t.Type<unknown> =>
  JsonObject.is(value) && value.report_kind === 'queue_full' ? QueueFullReportCodec : LearningArcReport

const KINDS: ReadonlySet<string> = new Set(['learning_arc', 'queue_full'])

/** What `ingest` submits: its numbers must reach the log as the report has them. */
const CARRIED = ['candidate', 'replay_evidence'] as const

/** A value in which a key stands twice goes without a text: which one is meant is not for us to say. */
const keepText = (body: RunReport['content'], member: string, text: string): void => {
  const value = body[member]
  const raw = JsonObject.is(value) ? rawMember(text, [member]) : null
  if (!JsonObject.is(value) || raw === null) return
  const scan = scanJson(raw)
  const canonical = canonicalJson(raw)
  if (scan.kind === 'whole' && scan.duplicateKey === null && canonical._tag === 'Right')
    withExactText(value, canonical.right)
}

const namedProposals = (body: RunReport['content']): string[] => {
  const ids = new Set<string>()
  const take = (id: unknown): void => {
    if (typeof id === 'string' && id !== '') ids.add(id)
  }
  take(body.proposal_id)
  for (const scene of (body.scenes ?? []) as readonly { readonly detail?: unknown }[]) {
    if (JsonObject.is(scene.detail)) take(scene.detail.proposal_id)
  }
  return [...ids]
}

/** The candidates that a `queue_full` report says were skipped; none for any other kind. @internal */
export const skippedCandidates = ({ report_kind, content }: RunReport): readonly string[] =>
  report_kind === 'queue_full'
    ? (content.candidates_skipped as QueueFullReport['candidates_skipped']).map(
        ({ candidate_id }) => candidate_id,
      )
    : []
