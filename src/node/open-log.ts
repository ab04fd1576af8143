import { dirname } from 'node:path'
import type { ProposalEvent } from '../events/proposal-event.js'
import { canonicalText } from '../json/canonical-text.js'
import type { LogProblem } from '../log/log-problem.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import { DEFAULT_RUNS, type RunReport } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { aroundCorpusLine, linesOf, unsound, writesNothing } from '../store/append.js'
import type {
  Basis,
  Decision,
  LogStore,
  NotReadable,
  NotWritten,
  Recorded,
  RecordedAfterConflict,
  RecordingFailure,
} from '../store/log-store.js'
import { type Appended, appendLines } from './append.js'
import { readCorpus } from './corpus-file.js'
import { FailedRead, type FileFailure } from './file-failure.js'
import { type FollowedLog, followLog, type LogFollower, queueUpTo } from './follow-log.js'
import { commitAt } from './git.js'
import { LOCK_TIMEOUT, withLock } from './lock.js'
import { makeFolder } from './make-folder.js'
import { notWritten } from './not-written.js'
import { collectProblems } from './problems.js'
import { DEFAULT_LOG } from './read-queue.js'
import { readRuns } from './read-runs.js'
import { writeReport } from './write-report.js'

/** Which files a store writes to, and how. @public */
export interface LogFiles {
  /** The log. One that is named must be there; the default one is made with its first line. */
  readonly log?: string | undefined
  /** The folder of the run reports. One that is named must be there; the default one is made with its first report. */
  readonly runs?: string | undefined
  /** The corpus that accepted chains go to. It must be there, and may be empty. */
  readonly corpus?: string | undefined
  /** How long to wait for the lock, in milliseconds. Default: 30,000. */
  readonly lockTimeout?: number | undefined
  /** What time it is, for the name of a report. Default: the system's clock. */
  readonly now?: (() => Date) | undefined
  /** Told while the log is read: bytes read, and bytes in all. */
  readonly onProgress?: ((bytes: number, of: number) => void) | undefined
}

/**
 * The log in a file. What is decided is decided under the lock `<log>.lock`, on the log as it is then, and appended in one
 * write that is synced and read back before it is called recorded. The other writer of the log takes no lock: what it
 * wrote in between is folded, and when the decision would then have been another, that is the failure
 * `recorded_after_conflict` (spec §5).
 * @public
 */
export const openLog = (files: LogFiles = {}): LogStore => {
  const world: World = {
    files,
    log: files.log ?? DEFAULT_LOG,
    runs: files.runs ?? DEFAULT_RUNS,
    follower: followLog({ log: files.log, duplicateKeys: true, onProgress: files.onProgress }),
  }
  return Object.freeze({
    record: async <A>(
      decide: (basis: Basis) => Decision<A>,
    ): Promise<Result<RecordingFailure, Recorded<A>>> => {
      const before = look(world, decide)
      // Nobody needs the lock to be refused.
      if (before._tag === 'Left') return before
      if (writesNothing(before.right.decision)) return right(recorded(before.right, before.right.log, null))
      try {
        // A log that was named is there.
        if (files.log === undefined) makeFolder(dirname(world.log))
      } catch (error) {
        return left(notWritten(error, dirname(world.log), 'no', 'The folder of the log can not be made.'))
      }
      return withLock(world.log, files.lockTimeout ?? LOCK_TIMEOUT, () => {
        const now = look(world, decide)
        if (now._tag === 'Left') return now
        if (writesNothing(now.right.decision)) return right(recorded(now.right, now.right.log, null))
        return write(world, decide, now.right)
      })
    },
  })
}

interface World {
  readonly files: LogFiles
  readonly log: string
  readonly runs: string
  readonly follower: LogFollower
}

/** A decision, and the log that it was taken on. */
interface Decided<A> {
  readonly log: FollowedLog
  readonly basis: Basis
  readonly decision: Decision<A>
  /** The corpus file's length. */
  readonly corpusSize: number
}

const look = <A>(
  world: World,
  decide: (basis: Basis) => Decision<A>,
): Result<RecordingFailure, Decided<A>> => {
  const log = world.follower.read()
  if (log._tag === 'Left') return left(notReadable(log.left))
  const inTheWay = unsound(log.right.inTheWay)
  if (inTheWay !== null) return left(inTheWay)
  try {
    const { basis, corpusSize } = basisOf(world, log.right.queue)
    return right({ log: log.right, basis, decision: decide(basis), corpusSize })
  } catch (error) {
    if (error instanceof FailedRead) return left(notReadable(error.failure))
    throw error
  }
}

const basisOf = (
  { files, log }: World,
  queue: QueueState,
): { readonly basis: Basis; readonly corpusSize: number } => {
  const { corpus, size } =
    files.corpus === undefined ? { corpus: undefined, size: 0 } : readCorpus(files.corpus)
  let head: string | null | undefined
  let reports: readonly RunReport[] | undefined
  const basis: Basis = {
    queue,
    get commit_sha() {
      if (head === undefined) {
        const commit = commitAt('HEAD', log)
        head = commit._tag === 'Right' ? commit.right : null
      }
      return head
    },
    ...(corpus === undefined ? {} : { corpus }),
    reports: () => {
      reports ??= Object.freeze(readRuns(files, null, collectProblems()))
      return reports
    },
  }
  return { basis: Object.freeze(basis), corpusSize: size }
}

/** Writes what was decided under the lock: events, corpus line, the events behind it, report. */
const write = <A>(
  world: World,
  decide: (basis: Basis) => Decision<A>,
  decided: Decided<A>,
): Result<RecordingFailure, Recorded<A>> => {
  const { files, log: path, runs, follower } = world
  const { decision, log, corpusSize } = decided
  const { before, behind } = aroundCorpusLine(decision)
  const [linesBefore, linesBehind] = [linesOf(before), linesOf(behind)]
  const unfinished = (failure: NotWritten): NotWritten =>
    before.length === 0
      ? failure
      : Object.freeze({
          ...failure,
          in_log: 'partly',
          message: `${failure.message} The accept itself is in the log: finish it with settle.`,
        })

  if (before.length > 0) {
    const appended = appendLines(path, linesBefore, log.size)
    if (appended._tag === 'Left') return appended
    const conflict = conflictOf(world, decide, decided, before, appended.right)
    if (conflict !== null) return left(conflict)
  }
  if (decision.corpusLine && files.corpus !== undefined) {
    const appended = appendLines(files.corpus, [`${decision.corpusLine.text}\n`], corpusSize)
    if (appended._tag === 'Left') return left(unfinished({ ...appended.left, in_log: 'no' }))
  }
  if (behind.length > 0) {
    const now = follower.read()
    const appended = appendLines(path, linesBehind, now._tag === 'Right' ? now.right.size : log.size)
    if (appended._tag === 'Left') return left(unfinished(appended.left))
  }
  let report_path: string | null = null
  if (decision.report) {
    const report = { text: canonicalText(decision.report), suffix: '_queue_full' } as const
    const now = files.now?.() ?? new Date()
    const written = writeReport(runs, report, now, decision.events.length > 0 ? 'yes' : 'no')
    if (written._tag === 'Left') return written
    report_path = written.right
  }
  const after = follower.read()
  return right(recorded(decided, after._tag === 'Right' ? after.right : null, report_path))
}

/** Whether somebody who takes no lock wrote in between, and the decision would be another behind their lines. */
const conflictOf = <A>(
  { log: path }: World,
  decide: (basis: Basis) => Decision<A>,
  { log, basis, decision }: Decided<A>,
  events: readonly ProposalEvent[],
  { start }: Appended,
): RecordedAfterConflict | null => {
  // One byte is the newline that closed off the last line.
  if (start <= log.size + 1) return null
  const again = decide({ ...basis, queue: queueUpTo(path, start) })
  if (linesOf(again.events).join('') === linesOf(decision.events).join('')) return null
  return Object.freeze({
    reason: 'recorded_after_conflict',
    in_log: 'yes',
    events,
    answer: again.answer,
    message:
      'Somebody else wrote to the log at the same moment without its lock, and behind their lines this would have been decided otherwise. What was decided is in the log and stays there: look with show and audit.',
  })
}

const recorded = <A>(
  { decision: { answer, events }, log: before }: Decided<A>,
  after: FollowedLog | null,
  report_path: string | null,
): Recorded<A> =>
  Object.freeze({
    answer,
    events: Object.freeze([...events]),
    queue: after === null ? replay(events, before.queue) : after.queue,
    warnings: Object.freeze(closedOff(before, after)),
    report_path,
    commit_sha: null,
  })

/** The last line before, when it was torn and an append closed it off. */
const closedOff = (before: FollowedLog, after: FollowedLog | null): LogProblem[] =>
  (after?.problems.listed ?? []).filter(
    (problem): problem is LogProblem =>
      problem.code === 'closed_fragment' && 'line' in problem && problem.line === before.lines,
  )

const notReadable = ({ reason, path, message }: FileFailure): NotReadable =>
  Object.freeze({
    reason: 'not_readable',
    in_log: 'no',
    path,
    misnamed: reason !== 'io' && reason !== 'not_permitted',
    message,
  })
