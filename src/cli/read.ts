import { existsSync, readFileSync, statSync } from 'node:fs'
import { canonicalText } from '../json/canonical-text.js'
import type { LogProblem } from '../log/log-problem.js'
import { MAX_LINE_BYTES } from '../log/log-reader.js'
import { DEFAULT_LOG } from '../node/default-log.js'
import { type FileFailure, fileFailure } from '../node/file-failure.js'
import type { Problems } from '../node/problems.js'
import { type QueueRead, readQueue, type Sources } from '../node/read-queue.js'
import { DEFAULT_RUNS } from '../reports/default-runs.js'
import type { ReportProblem } from '../reports/run-report.js'
import type { Result } from '../result.js'
import { printable } from '../views/printable.js'
import type { ExitCode, Io } from './io.js'
import { watchProgress } from './progress.js'

/** The options that every command takes which reads the queue. @internal */
export type SourceOptions = Pick<Sources, 'log' | 'runs' | 'at' | 'rev'>

/** What a command is to read, or `null` when it could not be read: then that has been said, and the exit code noted. @internal */
export const readOrSay = async <A>(
  io: Io,
  options: SourceOptions,
  read: (sources: Sources) => Result<FileFailure, A>,
): Promise<A | null> => {
  const progress = await watchProgress(io)
  const result = read({ ...options, onProgress: progress.update })
  progress.stop()
  if (result._tag === 'Right') {
    // Reading nothing is no error where nothing was named, but nobody should take it for a queue that was read.
    if (options.log === undefined) sayMissing(io, options, DEFAULT_LOG, 'the queue is empty')
    return result.right
  }
  sayFailure(io, result.left)
  return null
}

/** Says on stderr what the operating system or git refused, and notes the exit code for it. @internal */
export const sayFailure = (io: Io, { message, reason }: FileFailure): void => {
  io.err(`hitl-queue: ${printable(message)}\n`)
  io.exit(FAILURE_CODES[reason])
}

/** The queue that the options name. @internal */
export const queueOrSay = async (io: Io, options: SourceOptions): Promise<QueueRead | null> => {
  const read = await readOrSay(io, options, readQueue)
  if (read !== null && options.runs === undefined) sayMissing(io, options, DEFAULT_RUNS, 'no report was read')
  return read
}

const sayMissing = (io: Io, { rev }: SourceOptions, path: string, so: string): void => {
  if (rev === undefined && !existsSync(path)) io.err(`There is no ${path} here: ${so}.\n`)
}

/** The bytes of one report, or `null` when they cannot be had: then that has been said, and the exit code noted. @internal */
export const reportFileOrSay = (io: Io, file: string): Uint8Array | null => {
  try {
    if (statSync(file).size <= MAX_LINE_BYTES) return readFileSync(file)
    io.err(
      `hitl-queue: ${printable(file)}: a report has at most 64 MiB. If this is a log, its name ends in .jsonl.\n`,
    )
    io.exit(2)
  } catch (error) {
    sayFailure(io, fileFailure(error, file))
  }
  return null
}

const FAILURE_CODES: { readonly [reason in FileFailure['reason']]: ExitCode } = {
  missing: 2,
  not_a_file: 2,
  no_revision: 2,
  beyond_end: 2,
  not_permitted: 4,
  io: 4,
}

const MOST_SHOWN = 20

/** Says on stderr what is wrong in the files, and notes the exit code for it. @internal */
export const sayProblems = (io: Io, problems: Problems, log: string = DEFAULT_LOG): void => {
  for (const problem of problems.listed.slice(0, MOST_SHOWN)) {
    io.err(
      `${printable(placeOf(problem, log))}${problem.severity} ${problem.code}: ${printable(problem.message)}\n`,
    )
  }
  const more = problems.listed.length + problems.more - MOST_SHOWN
  if (more > 0) io.err(`… and ${more} more problems. See more with hitl-queue validate --json.\n`)
  if (problems.errors) io.exit(3)
}

const placeOf = (problem: LogProblem | ReportProblem, log: string): string =>
  'line' in problem ? `${log}:${problem.line}: ` : ''

/** One JSON document on stdout: sorted keys, numbers as they are stored. @internal */
export const printJson = (io: Io, document: object): void => io.out(`${canonicalText(document)}\n`)
