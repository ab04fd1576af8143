import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { createLogReader, type LogEntry } from '../log/log-reader.js'
import { openFold } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import type { RunReport } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, type FileFailure, failure, fileFailure } from './file-failure.js'
import { commitAt, kindAt, openAt } from './git.js'
import { collectProblems, type ProblemCollector, type Problems } from './problems.js'
import { readRuns } from './read-runs.js'

/** Which log and reports to read, and up to where (spec §2, §2.5). @public */
export interface Sources {
  /** The log. One that is named must be there. Default: `DEFAULT_LOG`, which is an empty queue when it is missing. */
  readonly log?: string | undefined
  /** The folder of the run reports. One that is named must be there. Default: `contemplation/runs`, empty when missing. */
  readonly runs?: string | undefined
  /** Only the first so many physical lines of the log; the reports are those of now. More than there are is `beyond_end`. */
  readonly at?: number | undefined
  /** Log and reports as a commit holds them: a revision as git understands it. */
  readonly rev?: string | undefined
  /** Also look for keys given twice in one object. */
  readonly duplicateKeys?: boolean | undefined
  /** Told after every piece of the log: bytes read, and bytes in all. */
  readonly onProgress?: ((bytes: number, of: number) => void) | undefined
}

/** The queue of a log and its reports. @public */
export interface QueueRead {
  readonly queue: QueueState
  /** The run reports, in the order of their names. */
  readonly reports: readonly RunReport[]
  /** What is wrong in the log and in the reports. */
  readonly problems: Problems
  /** Physical lines of the log that were read. */
  readonly lines: number
}

/**
 * Reads log and reports and folds them, in memory that grows with the queue and not with the file. Nothing is written,
 * nor are time stamps changed. What the operating system or git refuses is the failure; what is wrong inside the files is
 * among the problems (spec §2.1, §2.4).
 *
 * @example
 * ```ts
 * import { deriveQueue } from '@core/hitl-queue'
 * import { readQueue } from '@core/hitl-queue/node'
 *
 * const read = readQueue({ log: 'test/fixtures/sample/teaching/proposals/proposals.jsonl' })
 * if (read._tag === 'Left') throw new Error(read.left.message)
 * const { queue, reports, problems } = read.right
 * for (const { proposal_id, state } of deriveQueue(queue, reports)) console.log(proposal_id, state)
 * for (const { code, message } of problems.listed) console.warn(`${code}: ${message}`)
 * ```
 * @public
 */
export const readQueue = (sources: Sources = {}): Result<FileFailure, QueueRead> =>
  readSources(sources, folded, true)

/**
 * Reads a log as `readQueue` does, with every entry handed to a function of the caller's instead of the fold: for `audit`, or
 * for a fold of one's own. `take` gets the entries one by one as they are read, and what it gives is `taken`; what it throws
 * is thrown (spec §2.1).
 * @public
 */
export const readEntries = <A>(
  sources: Sources,
  take: (entries: Iterable<LogEntry>) => A,
): Result<FileFailure, { readonly taken: A; readonly problems: Problems; readonly lines: number }> => {
  const read = readSources(sources, (pieces) => take(entriesOf(pieces)), false)
  if (read._tag === 'Left') return read
  const { queue: taken, problems, lines } = read.right
  return right({ taken, problems, lines })
}

interface Read<A> {
  readonly queue: A
  readonly reports: readonly RunReport[]
  readonly problems: Problems
  readonly lines: number
}

const readSources = <A>(
  sources: Sources,
  take: (pieces: Iterable<readonly LogEntry[]>) => A,
  withReports: boolean,
): Result<FileFailure, Read<A>> => {
  const log = sources.log ?? DEFAULT_LOG
  const problems = collectProblems()
  const position = { line: 0 }
  try {
    const commit = sources.rev === undefined ? null : orFail(commitAt(sources.rev, log))
    const fd = commit === null ? openNow(log, sources.log !== undefined) : openThen(commit, log, sources)
    let queue: A
    try {
      queue = take(fd === null ? [] : piecesOf(fd, log, sources, problems, position))
    } finally {
      if (fd !== null) closeSync(fd)
    }
    if (sources.at !== undefined && sources.at > position.line) {
      const held = position.line === 1 ? '1 line' : `${position.line} lines`
      return left(
        failure('beyond_end', log, `${log}: line ${sources.at} is beyond its end; the log has ${held}.`),
      )
    }
    const reports = withReports ? readRuns(sources, commit, problems) : []
    return right(
      Object.freeze({
        queue,
        reports: Object.freeze(reports),
        problems: problems.taken(),
        lines: position.line,
      }),
    )
  } catch (error) {
    if (error instanceof FailedRead) return left(error.failure)
    throw error
  }
}

/** Piece by piece: events that went one by one through generators took a tenth of the fold. */
const folded = (pieces: Iterable<readonly LogEntry[]>): QueueState => {
  const fold = openFold()
  for (const entries of pieces) for (const { event } of entries) fold.add(event)
  return fold.seal()
}

function* entriesOf(pieces: Iterable<readonly LogEntry[]>): Generator<LogEntry> {
  for (const entries of pieces) yield* entries
}

const CHUNK = 256 * 1024

function* piecesOf(
  fd: number,
  path: string,
  { at = Number.POSITIVE_INFINITY, duplicateKeys = false, onProgress }: Sources,
  problems: ProblemCollector,
  position: { line: number },
): Generator<readonly LogEntry[]> {
  const reader = createLogReader({ duplicateKeys })
  const chunk = new Uint8Array(CHUNK)
  const { size } = fstatSync(fd)
  // A file that has a size is read at positions, since the descriptor of a blob stands at its end.
  let offset = size > 0 ? 0 : null
  for (;;) {
    const bytes = orThrow(path, () => readSync(fd, chunk, 0, CHUNK, offset))
    if (offset !== null) offset += bytes
    const read = bytes === 0 ? reader.end() : reader.push(chunk.subarray(0, bytes))
    for (const problem of read.problems) if (problem.line <= at) problems.add(problem)
    position.line = Math.min(read.lines, at)
    yield read.lines > at ? read.entries.filter(({ line }) => line <= at) : read.entries
    onProgress?.(offset ?? 0, size)
    if (bytes === 0 || read.lines >= at) return
  }
}

/** A descriptor on a log, to be closed by the caller; `null` where the default one is missing. @internal */
export const openNow = (path: string, named: boolean): number | null => {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    const failed = fileFailure(error, path)
    if (failed.reason === 'missing' && !named) return null
    throw new FailedRead(failed)
  }
  if (!fstatSync(fd).isDirectory()) return fd
  closeSync(fd)
  throw new FailedRead(fileFailure(Object.assign(new Error(), { code: 'EISDIR' }), path))
}

const openThen = (commit: string, path: string, { log, rev }: Sources): number | null => {
  const kind = kindAt(commit, path)
  if (kind === 'blob') return openAt(commit, path)
  if (kind !== null) throw new FailedRead(failure('not_a_file', path, `${path}: this is no file at ${rev}.`))
  if (log === undefined) return null
  throw new FailedRead(failure('missing', path, `${path}: there is no such file at ${rev}.`))
}

/** @internal */
export const orThrow = <A>(path: string, read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw new FailedRead(fileFailure(error, path))
  }
}

const orFail = <A>(result: Result<FileFailure, A>): A => {
  if (result._tag === 'Left') throw new FailedRead(result.left)
  return result.right
}
