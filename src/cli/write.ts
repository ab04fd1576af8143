import { DEFAULT_LOG } from '../node/default-log.js'
import { openLog } from '../node/open-log.js'
import { openRemoteLog } from '../node/open-remote-log.js'
import type { Result } from '../result.js'
import type { LogStore, Recorded, RecordingFailure } from '../store/log-store.js'
import { printable } from '../views/printable.js'
import { type Failure, giveAnswer } from './answers.js'
import type { Io } from './io.js'
import { watchProgress } from './progress.js'
import type { Refusal } from './sentences.js'

/** The options that every command takes which writes to the log. @internal */
export interface WriteOptions {
  readonly log?: string
  readonly runs?: string
  /** In seconds. */
  readonly lockTimeout: number
  readonly json?: boolean
  /** Decide on a branch of a remote and push, instead of writing to the file here. */
  readonly push?: boolean
  readonly remote?: string
  readonly branch?: string
}

/** What a command asks of the place that keeps the log, and how it reads what comes back. @internal */
export interface Recording<A> {
  /** The corpus that accepted chains go to. */
  readonly corpus?: string | undefined
  readonly record: (store: LogStore) => Promise<Result<RecordingFailure, Recorded<A>>>
  /** What is refused by an answer: an answer can come after the event. */
  readonly refusalsOf: (answer: A) => readonly Refusal[]
}

/**
 * Has a decision recorded where the options say, and says what came of that, but for the answer itself; `null` when it was
 * not recorded as it should be: then that has been said, and the exit code noted. The one place where a command meets a
 * store.
 * @internal
 */
export const recordOrSay = async <A>(
  io: Io,
  options: WriteOptions,
  { corpus, record, refusalsOf }: Recording<A>,
): Promise<Recorded<A> | null> => {
  const { log, runs, lockTimeout, push = false, remote, branch } = options
  if (!push && (remote !== undefined || branch !== undefined)) {
    sayMisuse(io, '--remote and --branch are for --push alone.')
    return null
  }
  const progress = await watchProgress(io)
  const files = { log, runs, corpus, now: io.now }
  const store = push
    ? openRemoteLog({ ...files, remote, branch })
    : openLog({ ...files, lockTimeout: lockTimeout * 1000, onProgress: progress.update })
  const kept = await record(store)
  progress.stop()
  if (kept._tag === 'Left') {
    giveAnswer(io, { failure: failureOf(kept.left, refusalsOf) }, options)
    return null
  }
  const { warnings, report_path, commit_sha } = kept.right
  for (const { line, severity, code, message } of warnings)
    io.err(`${printable(log ?? DEFAULT_LOG)}:${line}: ${severity} ${code}: ${printable(message)}\n`)
  if (report_path !== null) io.err(`What found no room is in ${printable(report_path)}.\n`)
  if (commit_sha !== null) io.err(`Recorded in commit ${commit_sha}.\n`)
  if (push)
    io.err('Decided on the branch of the remote: what only the working copy holds was not looked at.\n')
  return kept.right
}

const failureOf = <A>(failure: RecordingFailure, refusalsOf: (answer: A) => readonly Refusal[]): Failure => {
  if (failure.reason !== 'recorded_after_conflict') return failure
  const { answer, ...rest } = failure
  return { ...rest, refusals: refusalsOf(answer as A) }
}

/** A usage or a configuration that is wrong. Nothing is written. @internal */
export const sayMisuse = (io: Io, message: string): void => {
  io.err(`hitl-queue: ${printable(message)}\n`)
  io.exit(2)
}
