import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { LogProblem } from '../log/log-problem.js'
import { type LogRead, type OpenLogReader, openLogReader } from '../log/log-reader.js'
import { emptyQueue, replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import { left, type Result, right } from '../result.js'
import { blocks } from '../store/append.js'
import type { FileSeen } from './append.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, type FileFailure } from './file-failure.js'
import { collectProblems, type Problems } from './problems.js'
import { openNow, orThrow, type Sources } from './read-queue.js'

/** A log that grows, read so far. @public */
export interface FollowedLog {
  readonly queue: QueueState
  /** What is wrong in the log so far. */
  readonly problems: Problems
  /** Physical lines so far, with a last one that has no newline yet. */
  readonly lines: number
  /** Bytes so far. */
  readonly size: number
  /** Whether this was read from the start: the first time, and after the file was replaced, cut or rewritten. */
  readonly afresh: boolean
  /** Those of the problems that stop writing commands, as many as fit on a page. @internal */
  readonly inTheWay: readonly LogProblem[]
  /** Which file this is; `null` when there is none. @internal */
  readonly file: FileSeen | null
}

/** Reads what was added to a log since it last looked. @public */
export interface LogFollower {
  /** The log as it is now. */
  read(): Result<FileFailure, FollowedLog>
}

/**
 * Follows a log that others append to: each `read` takes up where the one before stopped, and gives what a reading of the
 * whole file would. A file that was replaced, cut or rewritten is noticed and read afresh: by its inode, its size, the
 * bytes before the place where the last read stopped, and its time of change when nothing was added. What can't be
 * noticed without reading everything again is a change in place, far behind, that keeps the length, together with an
 * append (spec §2.1).
 *
 * @example
 * ```ts
 * import { followLog } from '@core/hitl-queue/node'
 *
 * const follower = followLog({ log: 'test/fixtures/sample/teaching/proposals/proposals.jsonl' })
 * const now = follower.read()
 * if (now._tag === 'Right') console.log(now.right.queue.pendingCount, now.right.lines)
 * // Later: `follower.read()` again reads only what was added.
 * ```
 * @public
 */
export const followLog = (
  sources: Pick<Sources, 'log' | 'duplicateKeys' | 'onProgress'> = {},
): LogFollower => {
  let followed: Followed | null = null
  return Object.freeze({
    read: (): Result<FileFailure, FollowedLog> => {
      try {
        const path = sources.log ?? DEFAULT_LOG
        const fd = openNow(path, sources.log !== undefined)
        if (fd === null) {
          followed = null
          return right(seen(started(sources), true))
        }
        try {
          const continued = followed !== null && orThrow(path, () => goesOn(followed as Followed, fd))
          const now = continued && followed !== null ? followed : started(sources)
          // Left behind when reading fails half way: what was taken in is not known.
          followed = null
          orThrow(path, () => readOn(now, fd, sources))
          followed = now
          return right(seen(now, !continued))
        } finally {
          closeSync(fd)
        }
      } catch (error) {
        if (error instanceof FailedRead) return left(error.failure)
        throw error
      }
    },
  })
}

/** Where a follower stands. */
interface Followed {
  readonly reader: OpenLogReader
  readonly problems: ReturnType<typeof collectProblems>
  readonly inTheWay: LogProblem[]
  queue: QueueState
  lines: number
  offset: number
  /** The last bytes that were read. */
  sample: Uint8Array
  stats: BigIntStats | null
}

const started = ({ duplicateKeys = false }: Sources): Followed => ({
  reader: openLogReader({ duplicateKeys }),
  problems: collectProblems(),
  inTheWay: [],
  queue: emptyQueue,
  lines: 0,
  offset: 0,
  sample: new Uint8Array(0),
  stats: null,
})

const SAMPLE = 4096
const MOST_IN_THE_WAY = 20

/** Whether a file is the one that was read, with nothing but additions. */
const goesOn = ({ stats: before, offset, sample }: Followed, fd: number): boolean => {
  const now = fstatSync(fd, { bigint: true })
  const size = Number(now.size)
  if (before === null || before.ino !== now.ino || before.dev !== now.dev || size < offset) return false
  if (size === offset && (before.mtimeNs !== now.mtimeNs || before.ctimeNs !== now.ctimeNs)) return false
  return Buffer.compare(sampleBefore(fd, offset), sample) === 0
}

const sampleBefore = (fd: number, offset: number): Uint8Array => {
  const sample = new Uint8Array(Math.min(SAMPLE, offset))
  const bytes = readSync(fd, sample, 0, sample.length, offset - sample.length)
  return sample.subarray(0, bytes)
}

const CHUNK = 1024 * 1024

const readOn = (
  followed: Followed,
  fd: number,
  { onProgress }: Sources,
  end: number = Number.POSITIVE_INFINITY,
): void => {
  const { size } = fstatSync(fd)
  const chunk = new Uint8Array(CHUNK)
  const take = ({ problems, lines }: LogRead): void => {
    followed.lines = lines
    for (const problem of problems) note(followed, problem)
  }
  function* events(): Generator<ProposalEvent> {
    for (;;) {
      const bytes = readSync(fd, chunk, 0, Math.min(CHUNK, end - followed.offset), followed.offset)
      if (bytes === 0) return
      followed.offset += bytes
      const read = followed.reader.push(chunk.subarray(0, bytes))
      take(read)
      for (const { event } of read.entries) yield event
      onProgress?.(followed.offset, size)
    }
  }
  followed.queue = replay(events(), followed.queue)
  followed.sample = sampleBefore(fd, followed.offset)
  followed.stats = fstatSync(fd, { bigint: true })
}

const note = ({ problems, inTheWay }: Pick<Followed, 'problems' | 'inTheWay'>, problem: LogProblem): void => {
  problems.add(problem)
  if (blocks(problem) && inTheWay.length < MOST_IN_THE_WAY) inTheWay.push(problem)
}

/** What a follower hands out: with the last line, which a newline may still end. */
const seen = (followed: Followed, afresh: boolean): FollowedLog => {
  const tail = followed.reader.peek()
  const problems = followed.problems.taken()
  const blocking = tail.problems.filter(blocks)
  return Object.freeze({
    queue: tail.entries.length === 0 ? followed.queue : replay(eventsOf(tail), followed.queue),
    problems:
      tail.problems.length === 0
        ? problems
        : Object.freeze({
            listed: Object.freeze([...problems.listed, ...tail.problems]),
            more: problems.more,
            errors: problems.errors || blocking.some(({ severity }) => severity === 'error'),
          }),
    lines: tail.lines,
    size: followed.offset,
    afresh,
    inTheWay: Object.freeze([...followed.inTheWay, ...blocking]),
    file:
      followed.stats === null
        ? null
        : Object.freeze({ dev: followed.stats.dev, ino: followed.stats.ino, size: followed.offset }),
  })
}

/** The queue of the first bytes of a log, up to the end of a line. @internal */
export const queueUpTo = (path: string, end: number): QueueState => {
  const fd = openSync(path, 'r')
  try {
    const followed = started({})
    readOn(followed, fd, {}, end)
    return followed.queue
  } finally {
    closeSync(fd)
  }
}

const eventsOf = ({ entries }: LogRead): ProposalEvent[] => entries.map(({ event }) => event)
