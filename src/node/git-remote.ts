import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { gitEnvironment } from './git-environment.js'

/** A branch of a remote, through a clone whose working tree and index are left alone. @internal */
export interface RemoteBranch {
  /** A folder of the clone. */
  readonly folder: string
  readonly remote: string
  /** Without `refs/heads/`. */
  readonly branch: string
}

/** What git answered. */
interface Said {
  readonly ok: boolean
  readonly out: string
  /** What it complained of, on one line. */
  readonly complaint: string
}

/** The name of the branch that a remote's HEAD is; empty when it is none. @internal */
export const headOf = (folder: string, remote: string): Said => {
  const said = git(folder, ['ls-remote', '--symref', '--end-of-options', remote, 'HEAD'])
  return said.ok ? { ...said, out: /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(said.out)?.[1] ?? '' } : said
}

/** Whether a clone has a remote of this name. @internal */
export const isRemote = (folder: string, remote: string): boolean =>
  git(folder, ['remote', 'get-url', '--end-of-options', remote]).ok

/** The commit at the tip of the branch now, with all that it needs in the clone. @internal */
export const fetchTip = ({ folder, remote, branch }: RemoteBranch, keptAs: string): Said => {
  const fetched = git(folder, [
    // Neither the user's view of the remote nor FETCH_HEAD moves, and no other git waits for this one.
    ...['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'],
    ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap='],
    ...['--end-of-options', remote, `+refs/heads/${branch}:${keptAs}`],
  ])
  return fetched.ok ? git(folder, ['rev-parse', '--verify', '--quiet', `${keptAs}^{commit}`]) : fetched
}

/** @internal */
export const forget = (folder: string, ref: string): void => {
  git(folder, ['update-ref', '-d', ref])
}

/** Whether a commit is in the history of another. @internal */
export const isIn = (folder: string, commit: string, tip: string): boolean =>
  git(folder, ['merge-base', '--is-ancestor', commit, tip]).ok

/** What stands at a path of a commit: its mode, or `null`. The path is from the top of the tree. @internal */
export const modeAt = (folder: string, commit: string, path: string): string | null =>
  /^(\d+) /.exec(git(folder, ['ls-tree', '--full-tree', '-z', '--end-of-options', commit, path]).out)?.[1] ??
  null

/** A file that a commit is to hold. @internal */
export interface FileToCommit {
  /** From the top of the tree. */
  readonly path: string
  /** Where its content is now. */
  readonly content: string
}

/** A commit on a tip, with these files in place of what was there, and nothing else changed. @internal */
export const commitOn = (
  folder: string,
  tip: string,
  files: readonly FileToCommit[],
  message: string,
  /** A folder for the index of this commit alone. */
  scratch: string,
): Said => {
  const index = { GIT_INDEX_FILE: join(scratch, 'index') }
  const read = git(folder, ['read-tree', '--end-of-options', tip], index)
  if (!read.ok) return read
  for (const { path, content } of files) {
    const mode = modeAt(folder, tip, path) ?? '100644'
    const blob = hashed(folder, content)
    if (!blob.ok) return blob
    const added = git(folder, ['update-index', '--add', '--cacheinfo', `${mode},${blob.out},${path}`], index)
    if (!added.ok) return added
  }
  const tree = git(folder, ['write-tree'], index)
  if (!tree.ok) return tree
  const commit = ['commit-tree', tree.out, '-p', tip, '-m', message]
  const made = git(folder, commit)
  return made.ok ? made : git(folder, commit, NOBODY)
}

/** Where git knows no user, as on most machines of CI. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'hitl-queue',
  GIT_AUTHOR_EMAIL: 'hitl-queue@localhost',
  GIT_COMMITTER_NAME: 'hitl-queue',
  GIT_COMMITTER_EMAIL: 'hitl-queue@localhost',
}

const hashed = (folder: string, content: string): Said => {
  const fd = openSync(content, 'r')
  try {
    return git(folder, ['hash-object', '-w', '--no-filters', '--stdin'], {}, fd)
  } finally {
    closeSync(fd)
  }
}

/** What became of a push: `refused` when the remote said no, `unheard` when nobody said anything. @internal */
export interface Pushed {
  readonly outcome: 'pushed' | 'refused' | 'unheard'
  /** Whether the refusal is one of somebody else being faster, and not of a rule. */
  readonly race: boolean
  readonly complaint: string
}

/** Pushes a commit to the branch, which must not have moved. @internal */
export const push = ({ folder, remote, branch }: RemoteBranch, commit: string): Pushed => {
  const said = git(folder, [
    ...['push', '--porcelain', '--no-follow-tags', '--recurse-submodules=no', '--end-of-options'],
    ...[remote, `${commit}:refs/heads/${branch}`],
  ])
  if (said.ok) return { outcome: 'pushed', race: false, complaint: '' }
  const refusal = /^!\t[^\t]*\t(.*)$/m.exec(said.out)?.[1]
  if (refusal === undefined) return { outcome: 'unheard', race: false, complaint: said.complaint }
  // git itself refuses what is no descendant of the tip; a server that was asked by two at once says one of the rest.
  const race =
    refusal.startsWith('[rejected]') ||
    /cannot lock ref|failed to update ref|incorrect old value|reference already exists|failed to lock/.test(
      refusal,
    )
  return {
    outcome: 'refused',
    race,
    complaint: [refusal, said.complaint].filter((text) => text !== '').join(': '),
  }
}

const git = (
  cwd: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
  input: number | 'ignore' = 'ignore',
): Said => {
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-optional-locks', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: [input, 'pipe', 'pipe'],
    env: { ...gitEnvironment(), LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1', ...env },
  })
  return {
    ok: status === 0 && error === undefined,
    out: (stdout ?? '').replace(/\n$/, ''),
    complaint: (error?.message ?? stderr ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^(hint|To) ?:?/.test(line))
      .join(' ')
      .replace(/\.$/, '')
      .slice(0, 1000),
  }
}
