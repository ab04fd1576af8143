import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ProposalEvent } from '../events/proposal-event.js'
import { canonicalText } from '../json/canonical-text.js'
import type { LogProblem } from '../log/log-problem.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import { DEFAULT_RUNS } from '../reports/default-runs.js'
import type { RunReport } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { aroundCorpusLine, linesOf, unsound, writesNothing } from '../store/append.js'
import type {
  Basis,
  Decision,
  InLog,
  LogStore,
  NotReadable,
  NotWritten,
  Recorded,
  RecordedAfterConflict,
  RecordingFailure,
} from '../store/log-store.js'
import { type Appended, appendLines, type FileSeen, followLinks, REPLACED } from './append.js'
import { readCorpus } from './corpus-file.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, type FileFailure } from './file-failure.js'
import { type FollowedLog, followLog, type LogFollower, queueUpTo } from './follow-log.js'
import { commitAt } from './git.js'
import { isLocked, LOCK_TIMEOUT, withLock } from './lock.js'
import { makeFolder } from './make-folder.js'
import { asNotWritten, type FailedWrite, notWritten, notWrittenWhole } from './not-written.js'
import { collectProblems } from './problems.js'
import { readRuns } from './read-runs.js'
import { writeReport } from './write-report.js'

/** Which files a store writes to, and how. @public */
export interface LogFiles {
  /** The log. One that is named must be there. Default: `DEFAULT_LOG`, made with its first line. */
  readonly log?: string | undefined
  /** The folder of the run reports. One that is named must be there. Default: `contemplation/runs`, made with its first report. */
  readonly runs?: string | undefined
  /** The corpus that accepted chains go to. It must be there, and may be empty. Without one, accepts owe their entry. */
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
 * `recorded_after_conflict` (spec §5). Opening reads nothing: each `record` looks, and gives its failure as a value.
 * docs/recording.md shows a whole program, docs/guarantees.md what is promised and the test of each promise.
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
      if (before._tag === 'Left') return before
      // Nobody needs the lock to be refused, on a log that nobody is writing to.
      if (writesNothing(before.right.decision) && isQuiet(world, before.right.log))
        return right(recorded(before.right, before.right.log, null))
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        try {
          // A log that was named is there.
          if (files.log === undefined) makeFolder(dirname(world.log))
        } catch (error) {
          return left(notWritten(error, dirname(world.log), 'no', 'The folder of the log can not be made.'))
        }
        const place = followLinks(world.log)
        const done = await withLock(place, files.lockTimeout ?? LOCK_TIMEOUT, () => {
          const now = look(world, decide)
          if (now._tag === 'Left') return now
          if (writesNothing(now.right.decision)) return right(recorded(now.right, now.right.log, null))
          return write(world, place, decide, now.right)
        })
        if (done._tag === 'Right') return done
        if (done.left !== REPLACED) return left(done.left)
      }
      return left(
        notWrittenWhole(world.log, 'no', `${world.log} was replaced each time it had been read. Try again.`),
      )
    },
  })
}

/** How often a log is read anew that somebody replaces between reading and writing, as a checkout does. */
const MOST_ROUNDS = 20

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
  readonly corpusFile: FileSeen | null
}

/**
 * Whether what was read is the log between two appends. While one is being written, a reader may see the first of its
 * lines alone: then the lock is there, or the file is longer by now.
 */
const isQuiet = ({ log }: World, { size }: FollowedLog): boolean => {
  try {
    return !isLocked(followLinks(log)) && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) === size
  } catch {
    return false
  }
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
    const { basis, corpusFile } = basisOf(world, log.right.queue)
    return right({ log: log.right, basis, decision: decide(basis), corpusFile })
  } catch (error) {
    if (error instanceof FailedRead) return left(notReadable(error.failure))
    throw error
  }
}

const basisOf = (
  { files, log }: World,
  queue: QueueState,
): { readonly basis: Basis; readonly corpusFile: FileSeen | null } => {
  const { corpus, file } =
    files.corpus === undefined ? { corpus: undefined, file: null } : readCorpus(files.corpus)
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
  return { basis: Object.freeze(basis), corpusFile: file }
}

/** Writes what was decided under the lock: events, corpus line, the events behind it, report. */
const write = <A>(
  world: World,
  place: string,
  decide: (basis: Basis) => Decision<A>,
  decided: Decided<A>,
): Result<RecordingFailure | typeof REPLACED, Recorded<A>> => {
  const { files, runs, follower } = world
  const { decision, basis, log, corpusFile } = decided
  const { before, behind } = aroundCorpusLine(decision, basis.corpus)
  // What can't be put into text throws here, before anything is written.
  const [linesBefore, linesBehind] = [linesOf(before), linesOf(behind)]
  const report = decision.report
    ? { text: canonicalText(decision.report), suffix: '_queue_full' as const }
    : null

  if (before.length > 0) {
    const appended = appendLines(place, linesBefore, log.file)
    if (appended._tag === 'Left')
      return left(appended.left === REPLACED ? REPLACED : asNotWritten(appended.left))
    const conflict = conflictOf(place, decide, decided, before, appended.right)
    if (conflict !== null) return left(conflict)
  }
  if (decision.corpusLine && files.corpus !== undefined) {
    const appended = appendLines(files.corpus, [`${decision.corpusLine.text}\n`], corpusFile)
    if (appended._tag === 'Left') {
      const failed = appended.left === REPLACED ? replaced(files.corpus) : appended.left
      return left(before.length === 0 ? asNotWritten(failed, 'no') : unfinished(failed, 'no'))
    }
  }
  if (behind.length > 0) {
    const now = follower.read()
    const appended =
      now._tag === 'Right' ? appendLines(place, linesBehind, now.right.file) : left(unread(now.left))
    if (appended._tag === 'Left') {
      if (before.length === 0)
        return left(appended.left === REPLACED ? REPLACED : asNotWritten(appended.left))
      const failed = appended.left === REPLACED ? replaced(place) : appended.left
      return left(unfinished(failed, failed.arrived))
    }
  }
  let report_path: string | null = null
  if (report) {
    const now = files.now?.() ?? new Date()
    const written = writeReport(runs, report, now, decision.events.length > 0 ? 'yes' : 'no')
    if (written._tag === 'Left') return written
    report_path = written.right
  }
  const after = follower.read()
  return right(recorded(decided, after._tag === 'Right' ? after.right : null, report_path))
}

/** The failure of what belongs behind an accept that is in the log. */
const unfinished = (failed: FailedWrite, rest: InLog): NotWritten =>
  asNotWritten(
    {
      ...failed,
      what: `${failed.what} The accept itself is in the log: finish it with settle.`,
    },
    rest === 'yes' ? 'yes' : 'partly',
  )

const replaced = (path: string): FailedWrite => ({
  path,
  code: null,
  what: `${path} was replaced at the same moment.`,
  arrived: 'no',
})

const unread = ({ path, message }: FileFailure): FailedWrite => ({
  path,
  code: null,
  what: message,
  arrived: 'no',
})

/** Whether somebody who takes no lock wrote in between, and the decision would be another behind their lines. */
const conflictOf = <A>(
  path: string,
  decide: (basis: Basis) => Decision<A>,
  { log, basis, decision }: Decided<A>,
  events: readonly ProposalEvent[],
  { start }: Appended,
): RecordedAfterConflict | NotWritten | null => {
  // One byte is the newline that closed off the last line.
  if (start === log.size || start === log.size + 1) return null
  let again: Decision<A>
  try {
    again = decide(Object.freeze({ ...basis, queue: queueUpTo(path, start) }))
  } catch (error) {
    const message = `${path} was written to by somebody else at the same moment, and can't be read again.`
    if (error instanceof FailedRead) return notWrittenWhole(path, 'yes', message)
    return notWritten(error, path, 'yes', message)
  }
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

/** What could not be read, as a failure of recording. @internal */
export const notReadable = ({ reason, path, message }: FileFailure): NotReadable =>
  Object.freeze({
    reason: 'not_readable',
    in_log: 'no',
    path,
    misnamed: reason !== 'io' && reason !== 'not_permitted',
    message,
  })
