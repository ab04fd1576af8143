import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compareCodePoints } from '../json/compare-code-points.js'
import { MAX_LINE_BYTES } from '../log/log-reader.js'
import { DEFAULT_RUNS } from '../reports/default-runs.js'
import { type RunReport, readReport } from '../reports/run-report.js'
import { FailedRead, failure, fileFailure } from './file-failure.js'
import { blobOf, filesAt, kindAt } from './git.js'
import type { ProblemCollector } from './problems.js'

/** Which folder of reports to read: one that is named must be there, now or at a revision. @internal */
export interface RunsSource {
  readonly runs?: string | undefined
  readonly rev?: string | undefined
}

/** The run reports of a folder, in the order of their names; what is wrong with one is a problem. @internal */
export const readRuns = (
  sources: RunsSource,
  commit: string | null,
  problems: ProblemCollector,
): RunReport[] => {
  const runs = sources.runs ?? DEFAULT_RUNS
  const reports: RunReport[] = []
  for (const { name, content } of commit === null
    ? filesNow(runs, sources.runs !== undefined)
    : filesThen(commit, runs, sources)) {
    const bytes = content()
    if (typeof bytes === 'string') {
      problems.add(
        Object.freeze({
          code: 'corrupt_report',
          severity: 'error',
          file_name: name,
          message: `${name}: ${bytes}`,
        }),
      )
      continue
    }
    const read = readReport(bytes, { runs, file_name: name })
    if (read.report !== null) reports.push(read.report)
    for (const problem of read.problems) problems.add(problem)
  }
  return reports
}

interface ReportFile {
  readonly name: string
  /** The bytes, or why they cannot be had. */
  readonly content: () => Uint8Array | string
}

const filesNow = (runs: string, named: boolean): ReportFile[] => {
  let names: string[]
  try {
    names = readdirSync(runs)
  } catch (error) {
    const failed = fileFailure(error, runs)
    if (failed.reason === 'missing' && !named) return []
    throw new FailedRead(
      (error as { readonly code?: unknown }).code === 'ENOTDIR'
        ? failure('missing', runs, `${runs}: this is not a folder. Name the folder of the reports.`)
        : failed,
    )
  }
  return reportNames(names).map((name) => ({ name, content: () => bytesOf(join(runs, name)) }))
}

const filesThen = (commit: string, runs: string, { runs: named, rev }: RunsSource): ReportFile[] => {
  const kind = kindAt(commit, runs)
  if (kind === null && named === undefined) return []
  if (kind !== 'tree')
    throw new FailedRead(failure('missing', runs, `${runs}: there is no such folder at ${rev}.`))
  const blobs = new Map(filesAt(commit, runs).map(({ name, blob }) => [name, blob]))
  return reportNames([...blobs.keys()]).map((name) => ({
    name,
    content: () => blobOf(blobs.get(name) ?? '', runs),
  }))
}

const reportNames = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('.json')).sort(compareCodePoints)

const bytesOf = (path: string): Uint8Array | string => {
  try {
    const stats = statSync(path)
    // A pipe would be waited for.
    if (!stats.isFile()) return 'this is not a file. Take it out of the folder of the reports.'
    if (stats.size > MAX_LINE_BYTES) return 'the report is larger than 64 MiB and is not read.'
    return readFileSync(path)
  } catch (error) {
    return fileFailure(error, path).message
  }
}
