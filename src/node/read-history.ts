import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { type LogRewrite, rewriteOf } from '../log/log-rewrite.js'
import { left, type Result, right } from '../result.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, type FileFailure, failure } from './file-failure.js'
import { blobOf, commitAt, folderOf, historyOf, isShallow, kindAt, type LoggedCommit } from './git.js'
import { gitEnvironment } from './git-environment.js'

/** A commit whose log does not begin with the log of one of its parents. @internal */
export interface HistoryFinding extends LogRewrite {
  readonly commit: string
  readonly parent: string
}

/** What became of the log from commit to commit. @internal */
export interface HistoryRead {
  /** The newest commit that was looked at. */
  readonly head: string
  /** How many commits were looked at. */
  readonly commits: number
  /** Whether the clone lacks the older part of the history, of which nothing is known then. */
  readonly shallow: boolean
  /** Oldest first. */
  readonly findings: readonly HistoryFinding[]
}

/**
 * Whether the log only grew in all the history of a revision, merges included: every commit's log begins with the log of
 * each of its parents. Equal blobs are not read; each other one is read once, in pieces, and held against the ids of its
 * parents' (spec §6).
 * @internal
 */
export const readHistory = async ({
  log = DEFAULT_LOG,
  rev = 'HEAD',
}: {
  readonly log?: string | undefined
  readonly rev?: string | undefined
} = {}): Promise<Result<FileFailure, HistoryRead>> => {
  const head = commitAt(rev, log)
  if (head._tag === 'Left') return head
  try {
    const commits = historyOf(head.right, log)
    const broken = await brokenSteps(stepsOf(commits, log), log)
    const findings = broken.map(({ commit, parent, before, after }) => {
      const content = (blob: string | null) => (blob === null ? null : blobOf(blob, log))
      const found = rewriteOf(content(before.blob), content(after?.blob ?? null))
      if (found === null)
        throw new FailedRead(failure('io', log, `${log}: git gave two answers for ${commit}.`))
      return Object.freeze({ ...found, commit, parent })
    })
    return right(
      Object.freeze({
        head: head.right,
        commits: commits.length,
        shallow: isShallow(log),
        findings: Object.freeze(findings),
      }),
    )
  } catch (error) {
    if (error instanceof FailedRead) return left(error.failure)
    throw error
  }
}

type Blob = NonNullable<LoggedCommit['log']>

/** From a parent that has a log to a commit whose log is another one. */
interface Step {
  readonly commit: string
  readonly parent: string
  readonly before: Blob
  readonly after: Blob | null
}

const stepsOf = (commits: readonly LoggedCommit[], path: string): Step[] => {
  const logs = new Map(commits.map(({ commit, log }) => [commit, log]))
  return commits.flatMap(({ commit, parents, log: after }) =>
    parents.flatMap((parent) => {
      const before = logs.get(parent) ?? null
      // Where a log begins or ends, it must not be the clone that lacks it: then this throws.
      if (logs.has(parent) && (before === null) !== (after === null))
        kindAt(before === null ? parent : commit, path)
      return before === null || before.blob === after?.blob ? [] : [{ commit, parent, before, after }]
    }),
  )
}

/** The steps on which the log did not only grow, in their order. */
const brokenSteps = async (steps: readonly Step[], log: string): Promise<Step[]> => {
  const wanted = new Map<string, Map<string, number>>()
  for (const { before, after } of steps) {
    if (after === null || before.size > after.size) continue
    const befores = wanted.get(after.blob) ?? new Map<string, number>()
    wanted.set(after.blob, befores.set(before.blob, before.size))
  }
  const grown = await beginnings(wanted, log)
  return steps.filter(({ before, after }) => after === null || !grown.has(`${before.blob} ${after.blob}`))
}

/** Of pairs of blobs, as `EARLIER LATER`, those in which the later begins with the earlier. */
const beginnings = async (
  wanted: ReadonlyMap<string, ReadonlyMap<string, number>>,
  log: string,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  const git = spawn('git', ['--no-optional-locks', 'cat-file', '--batch'], {
    cwd: folderOf(log),
    env: gitEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // What it did not read it has not answered either, and that is said below.
  git.stdin.on('error', () => {})
  git.stdin.end([...wanted.keys()].map((blob) => `${blob}\n`).join(''))
  let header = ''
  let left = 0
  let prefixes: Prefix[] = []
  let answered = 0
  for await (const chunk of git.stdout as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const piece = chunk.subarray(at, at + left)
        for (const prefix of prefixes) prefix.take(piece)
        left -= piece.length
        at += piece.length
        if (left === 0) {
          answered += 1
          for (const { pair, holds } of prefixes) if (holds()) found.add(pair)
        }
        continue
      }
      // A newline stands behind each blob, and a line of its own before it.
      const end = chunk.indexOf(LF, at)
      header += Buffer.from(chunk.subarray(at, end === -1 ? chunk.length : end)).toString('latin1')
      at = end === -1 ? chunk.length : end + 1
      if (end === -1 || header === '') continue
      const [, blob = '', size = 0] = /^([0-9a-f]+) blob (\d+)$/.exec(header) ?? []
      left = Number(size)
      prefixes = [...(wanted.get(blob) ?? [])].map(([before, length]) => prefixOf(before, length, blob))
      header = ''
    }
  }
  if (answered < wanted.size)
    throw new FailedRead(failure('io', log, `${log}: this clone lacks some of its history. Fetch it again.`))
  return found
}

const LF = 10

/** Whether what comes by begins with a blob of this id and length. */
interface Prefix {
  readonly pair: string
  take(piece: Uint8Array): void
  holds(): boolean
}

const prefixOf = (before: string, length: number, after: string): Prefix => {
  // The id of a blob is a hash over its length and its bytes.
  const hash: Hash = createHash(before.length === 40 ? 'sha1' : 'sha256').update(`blob ${length}\0`)
  let taken = 0
  let last = LF
  let next = LF
  return {
    pair: `${before} ${after}`,
    take: (piece) => {
      const mine = piece.subarray(0, Math.max(0, length - taken))
      hash.update(mine)
      if (mine.length > 0) last = mine[mine.length - 1] as number
      if (taken <= length && length < taken + piece.length) next = piece[length - taken] as number
      taken += piece.length
    },
    // A last line without a newline may get one, and nothing else.
    holds: () => hash.digest('hex') === before && (length === 0 || last === LF || next === LF),
  }
}
