import { randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProposalEvent } from '../events/proposal-event.js'
import { proposalIdOf } from '../events/proposal-event.js'
import { DEFAULT_RUNS, reportPath } from '../reports/default-runs.js'
import type { RunReport } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { writesNothing } from '../store/append.js'
import type {
  Basis,
  Decision,
  LogStore,
  NotPushed,
  NotReadable,
  Recorded,
  RecordingFailure,
} from '../store/log-store.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, failure } from './file-failure.js'
import { filesAt, folderOf, kindAt, openAt, pathInTree } from './git.js'
import {
  commitOn,
  type FileToCommit,
  fetchTip,
  forget,
  headOf,
  isIn,
  isRemote,
  modeAt,
  push,
  type RemoteBranch,
} from './git-remote.js'
import { notWritten } from './not-written.js'
import { type LogFiles, notReadable, openLog } from './open-log.js'
import { collectProblems } from './problems.js'
import { readRuns } from './read-runs.js'

/** A branch of a remote, and which files of it a store writes to. Paths are those of the clone. @public */
export interface RemoteLogFiles extends Omit<LogFiles, 'lockTimeout' | 'onProgress'> {
  /** A remote of the clone around the log. Default: `origin`. */
  readonly remote?: string | undefined
  /** The branch, without `refs/heads/`. Default: the one that the remote's HEAD is. */
  readonly branch?: string | undefined
}

/** How often a push is tried while others are faster (spec §5). */
const MOST_ATTEMPTS = 20

/**
 * The log on a branch of a remote. What is decided is decided on the tip of the branch, and becomes one commit on that tip,
 * with log, report and corpus line, which is pushed; the working tree and the index of the clone are not touched, nor
 * looked at. When somebody else was faster, the decision is taken again on what they left, up to twenty times. A push that
 * cannot land is the failure `not_pushed`; one of which nobody knows is `push_unknown` (spec §5). Lines that only the working
 * copy has are not seen.
 * @public
 */
export const openRemoteLog = (files: RemoteLogFiles = {}): LogStore =>
  Object.freeze({
    record: async <A>(
      decide: (basis: Basis) => Decision<A>,
    ): Promise<Result<RecordingFailure, Recorded<A>>> => {
      const keptAs = `refs/hitl-queue/${randomBytes(8).toString('hex')}`
      const log = files.log ?? DEFAULT_LOG
      try {
        const branch = branchOf(files, folderOf(log))
        return branch._tag === 'Left' ? branch : await onBranch(files, branch.right, keptAs, decide)
      } catch (error) {
        if (error instanceof FailedRead) return left(notReadable(error.failure))
        return left(notWritten(error, tmpdir(), 'no', 'A temporary file could not be written.'))
      } finally {
        forget(folderOf(log), keptAs)
      }
    },
  })

const branchOf = (
  { log = DEFAULT_LOG, remote = 'origin', branch }: RemoteLogFiles,
  folder: string,
): Result<NotPushed | NotReadable, RemoteBranch> => {
  if (pathInTree(log) === null)
    return left(
      misnamed(log, `${log}: there is no git repository around it. Clone one, or leave out --push.`),
    )
  // A remote may also be a place, as git takes it.
  if (!/[/:]/.test(remote) && !isRemote(folder, remote))
    return left(misnamed(remote, `${remote}: the clone has no remote of this name. Name it with --remote.`))
  if (branch !== undefined) return right({ folder, remote, branch })
  const head = headOf(folder, remote)
  if (!head.ok)
    return left(notPushed(`The remote ${remote} did not say which branch is its default: ${head.complaint}.`))
  return head.out === ''
    ? left(misnamed(remote, `${remote}: its HEAD is no branch that is there. Name one with --branch.`))
    : right({ folder, remote, branch: head.out })
}

const onBranch = async <A>(
  files: RemoteLogFiles,
  branch: RemoteBranch,
  keptAs: string,
  decide: (basis: Basis) => Decision<A>,
): Promise<Result<RecordingFailure, Recorded<A>>> => {
  const where = `${branch.branch} of ${branch.remote}`
  /** Commits that were pushed with nobody saying what became of them. */
  const pending: { readonly commit: string; readonly recorded: Recorded<A> }[] = []
  let complaint = ''
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const fetched = fetchTip(branch, keptAs)
    const [unheard] = pending
    if (!fetched.ok) {
      return left(
        unheard === undefined
          ? /couldn't find remote ref/.test(fetched.complaint)
            ? misnamed(
                branch.branch,
                `${where}: there is no such branch. Push a first commit to it, or name another.`,
              )
            : notPushed(`${where} could not be fetched: ${fetched.complaint}.`)
          : unknown(unheard.commit, where, complaint),
      )
    }
    const tip = fetched.out
    const landed = pending.find(({ commit }) => isIn(branch.folder, commit, tip))
    if (landed !== undefined) return right(landed.recorded)

    const made = await commitOnTip(files, branch, tip, decide)
    if (made._tag === 'Left') return made
    const { commit, recorded } = made.right
    if (commit === null) return right(recorded)

    const { outcome, race, complaint: why } = push(branch, commit)
    if (outcome === 'pushed') return right(recorded)
    complaint = why
    if (outcome === 'unheard') pending.push({ commit, recorded })
    await sleep(Math.random() * Math.min(2000, 50 * 2 ** attempt))
    // Then the next look at the branch is as good as one now.
    if (race) continue
    const now = fetchTip(branch, keptAs)
    if (!now.ok) {
      return left(
        outcome === 'refused'
          ? notPushed(`${where} refused the commit: ${why}.`)
          : unknown(commit, where, why),
      )
    }
    if (isIn(branch.folder, commit, now.out)) return right(recorded)
    // A branch that stands where it stood was not the reason.
    if (now.out === tip) return left(notPushed(`${where} refused the commit: ${why}.`))
  }
  return left(notPushed(`Others were faster ${MOST_ATTEMPTS} times on ${where} (${complaint}). Try again.`))
}

/** The decision taken on a commit, and the commit that holds it; `null` when there is nothing to commit. */
const commitOnTip = async <A>(
  files: RemoteLogFiles,
  { folder, branch, remote }: RemoteBranch,
  tip: string,
  decide: (basis: Basis) => Decision<A>,
): Promise<Result<RecordingFailure, { readonly commit: string | null; readonly recorded: Recorded<A> }>> => {
  const scratch = mkdtempSync(join(tmpdir(), 'hitl-queue-'))
  try {
    const runs = files.runs ?? DEFAULT_RUNS
    const copies = {
      log: join(scratch, 'log'),
      corpus: files.corpus === undefined ? undefined : join(scratch, 'corpus'),
      runs: join(scratch, 'runs'),
    }
    await copyAt(tip, files.log ?? DEFAULT_LOG, copies.log, files.log !== undefined)
    if (files.corpus !== undefined && copies.corpus !== undefined)
      await copyAt(tip, files.corpus, copies.corpus, true)
    const names = copyNames(tip, runs, copies.runs)

    // On copies, the file store does all that is to be done.
    let decided: Decision<A> | null = null
    let reports: readonly RunReport[] | undefined
    const result = await openLog({ ...copies, now: files.now }).record(({ queue, corpus }) => {
      decided = decide(
        Object.freeze({
          queue,
          ...(corpus === undefined ? {} : { corpus }),
          commit_sha: tip,
          reports: () => {
            reports ??= Object.freeze(readRuns({ runs: files.runs, rev: tip }, tip, collectProblems()))
            return reports
          },
        }),
      )
      return decided
    })
    if (result._tag === 'Left') return left(ofCopies(result.left))
    const written = readdirSync(copies.runs).filter((name) => !names.has(name))
    const [report] = written
    const recorded = (commit: string | null): Recorded<A> =>
      Object.freeze({
        ...result.right,
        report_path: report === undefined ? null : reportPath(runs, report),
        commit_sha: commit,
      })
    if (decided === null || writesNothing(decided)) return right({ commit: null, recorded: recorded(null) })

    const { events, corpusLine } = decided as Decision<A>
    const changed: FileToCommit[] = [
      ...(events.length > 0 ? [inTree(files.log ?? DEFAULT_LOG, copies.log)] : []),
      ...(corpusLine && files.corpus !== undefined && copies.corpus !== undefined
        ? [inTree(files.corpus, copies.corpus)]
        : []),
      ...written.map((name) => inTree(join(runs, name), join(copies.runs, name))),
    ]
    const commit = commitOn(folder, tip, changed, messageOf(events), scratch)
    if (!commit.ok)
      return left(notPushed(`No commit could be made on ${branch} of ${remote}: ${commit.complaint}.`))
    return right({ commit: commit.out, recorded: recorded(commit.out) })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const copyAt = async (tip: string, path: string, copy: string, named: boolean): Promise<void> => {
  const kind = kindAt(tip, path)
  const tree = pathInTree(path)
  if (kind === null && !named) {
    writeFileSync(copy, '')
    return
  }
  if (kind !== 'blob' || tree === null || modeAt(folderOf(path), tip, tree)?.startsWith('100') !== true)
    throw new FailedRead(failure('missing', path, `${path}: the branch holds no file there (${tip}).`))
  const fd = openAt(tip, path)
  try {
    await pipeline(createReadStream('', { fd, start: 0, autoClose: false }), createWriteStream(copy))
  } finally {
    closeSync(fd)
  }
}

/** Makes a folder in which the names of the reports are taken. */
const copyNames = (tip: string, runs: string, copy: string): ReadonlySet<string> => {
  mkdirSync(copy)
  const names = kindAt(tip, runs) === 'tree' ? filesAt(tip, runs).map(({ name }) => name) : []
  for (const name of names) writeFileSync(join(copy, name), '')
  return new Set(names)
}

const inTree = (path: string, content: string): FileToCommit => ({ path: pathInTree(path) ?? path, content })

/** What became of copies is nothing that became of the log. */
const ofCopies = (failure: RecordingFailure): RecordingFailure =>
  failure.reason === 'unsound_log' || failure.reason === 'not_readable'
    ? failure
    : notPushed(`A copy of the log could not be written: ${failure.message}`)

/** With a mark of its own: two clones that decide the same in the same second must not make one commit, and both think it theirs. */
const messageOf = (events: readonly ProposalEvent[]): string => {
  const done = events.map(
    (event) => `${event.event === 'transition' ? event.to : event.event} ${proposalIdOf(event)}`,
  )
  const [first = 'queue full'] = done
  const more = done.length > 1 ? ` and ${done.length - 1} more` : ''
  const list = done.length > 1 ? `${done.join('\n')}\n\n` : ''
  return `${first}${more}\n\n${list}Hitl-Queue-Mark: ${randomBytes(8).toString('hex')}\n`
}

/** A name that leads nowhere. */
const misnamed = (name: string, message: string): NotReadable =>
  notReadable(failure('missing', name, message))

const notPushed = (why: string): NotPushed =>
  Object.freeze({ reason: 'not_pushed', in_log: 'no', message: `Decision NOT recorded. ${why}` })

const unknown = (commit_sha: string, where: string, why: string): RecordingFailure =>
  Object.freeze({
    reason: 'push_unknown',
    in_log: 'unknown',
    commit_sha,
    message: `It is not known whether ${where} took the commit ${commit_sha}: ${why}. Fetch it, and see whether git branch --remotes --contains ${commit_sha} names it.`,
  })
