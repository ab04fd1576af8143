import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { left, type Result, right } from '../result.js'
import { FailedRead, type FileFailure, failure, fileFailure } from './file-failure.js'
import { gitEnvironment } from './git-environment.js'

/** What a repository held at a revision. Git is called without optional locks, so that looking changes no file (spec §6). */

/** The full id of the commit that a revision names, in the repository around a path. @internal */
export const commitAt = (rev: string, path: string): Result<FileFailure, string> => {
  const { status, stdout, error } = git(folderOf(path), [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${rev}^{commit}`,
  ])
  if (error !== undefined)
    return left(failure('no_revision', rev, `git could not be started (${error.message}).`))
  // Some versions of git print the option back.
  const commit = stdout.split('\n').find((line) => /^[0-9a-f]{40,64}$/.test(line))
  return status === 0 && commit !== undefined
    ? right(commit)
    : left(
        failure(
          'no_revision',
          rev,
          `${rev}: no such revision here. Name a commit, branch or tag of the repository around ${path}.`,
        ),
      )
}

/** What a commit holds at a path: `null` when it holds nothing there. @internal */
export const kindAt = (commit: string, path: string): 'blob' | 'tree' | 'other' | null => {
  const folder = folderOf(path)
  const object = `${commit}:${inFolder(folder, path)}`
  const { status, stdout } = git(folder, ['cat-file', '-t', object])
  if (status !== 0) {
    // A name that leads to an object which is not there is a damaged or partial clone, and not an absent file.
    const named = git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', object])
    if (named.status !== 0) return null
    throw new FailedRead(
      failure('io', path, `${path}: this clone lacks what ${commit} holds there. Fetch it again.`),
    )
  }
  const type = stdout.trim()
  return type === 'blob' || type === 'tree' ? type : 'other'
}

/** A descriptor on a file that a commit holds, to be closed by the caller. @internal */
export const openAt = (commit: string, path: string): number => {
  const folder = folderOf(path)
  // Through a file that has no name any more: a blob can be larger than memory.
  const fd = openNameless()
  const { status } = spawnSync(
    'git',
    ['--no-optional-locks', 'cat-file', 'blob', `${commit}:${inFolder(folder, path)}`],
    { cwd: folder, env: gitEnvironment(), stdio: ['ignore', fd, 'ignore'] },
  )
  if (status === 0) return fd
  closeSync(fd)
  throw new FailedRead(failure('io', path, `${path}: git could not read it at ${commit}. Try again.`))
}

const openNameless = (): number => {
  try {
    const temporary = mkdtempSync(join(tmpdir(), 'hitl-queue-'))
    try {
      return openSync(join(temporary, 'blob'), 'wx+')
    } finally {
      rmSync(temporary, { recursive: true })
    }
  } catch (error) {
    const { message } = fileFailure(error, tmpdir())
    throw new FailedRead(failure('io', tmpdir(), `No temporary file can be made: ${message}`))
  }
}

/** The files directly in a folder that a commit holds, by name. @internal */
export const filesAt = (
  commit: string,
  path: string,
): readonly { readonly name: string; readonly blob: string }[] => {
  const folder = folderOf(path)
  const { stdout, status } = git(folder, [
    'ls-tree',
    '-z',
    '--full-tree',
    `${commit}:${inFolder(folder, path)}`,
  ])
  if (status !== 0)
    throw new FailedRead(failure('io', path, `${path}: git could not list it at ${commit}. Try again.`))
  return stdout.split('\0').flatMap((entry) => {
    const [, type, blob, name] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? []
    return type === 'blob' && blob !== undefined && name !== undefined ? [{ name, blob }] : []
  })
}

/** The bytes of a blob, by its id. @internal */
export const blobOf = (blob: string, path: string): Uint8Array =>
  spawnSync('git', ['--no-optional-locks', 'cat-file', 'blob', blob], {
    cwd: folderOf(path),
    env: gitEnvironment(),
    maxBuffer: 2 ** 30,
  }).stdout

const git = (cwd: string, args: readonly string[], input = '') =>
  spawnSync('git', ['--no-optional-locks', ...args], {
    cwd,
    env: gitEnvironment(),
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })

/** The nearest folder above a path that is there now: the path itself may exist at the revision only. @internal */
export const folderOf = (path: string): string => {
  let folder = dirname(resolve(path))
  while (!existsSync(folder)) folder = dirname(folder)
  return folder
}

const inFolder = (folder: string, path: string): string =>
  `./${relative(folder, resolve(path)).split(sep).join('/')}`

/** The newest commits that two commits share; none where they share no history that is here. @internal */
export const mergeBasesOf = (a: string, b: string, path: string): readonly string[] =>
  git(folderOf(path), ['merge-base', '--all', a, b])
    .stdout.split('\n')
    .filter((line) => line !== '')

/** Whether a clone has only the newest part of its history. @internal */
export const isShallow = (path: string): boolean =>
  git(folderOf(path), ['rev-parse', '--is-shallow-repository']).stdout.trim() === 'true'

/** The bytes that a commit holds at a path; `null` when it holds no file there. @internal */
export const contentAt = (commit: string, path: string): Uint8Array | null => {
  if (kindAt(commit, path) !== 'blob') return null
  const fd = openAt(commit, path)
  try {
    const content = new Uint8Array(fstatSync(fd).size)
    for (let at = 0; at < content.length; ) {
      const read = readSync(fd, content, at, Math.min(content.length - at, 2 ** 30), at)
      if (read === 0) throw new FailedRead(failure('io', path, `${path}: it could not be read. Try again.`))
      at += read
    }
    return content
  } finally {
    closeSync(fd)
  }
}

/** A path from the top of the repository around it; `null` outside of one. @internal */
export const pathInTree = (path: string): string | null => {
  const folder = folderOf(path)
  const { status, stdout } = git(folder, ['rev-parse', '--show-prefix'])
  return status === 0 ? stdout.replace(/\n$/, '') + inFolder(folder, path).slice('./'.length) : null
}

/** A commit, and the log that it holds. @internal */
export interface LoggedCommit {
  readonly commit: string
  readonly parents: readonly string[]
  readonly log: { readonly blob: string; readonly size: number } | null
}

/** Every commit that leads to one, the oldest first. @internal */
export const historyOf = (commit: string, path: string): readonly LoggedCommit[] => {
  const folder = folderOf(path)
  const commits = git(folder, [
    'rev-list',
    '--parents',
    '--topo-order',
    '--reverse',
    '--end-of-options',
    commit,
  ])
  const lines = commits.stdout.split('\n').filter((line) => line !== '')
  const named = lines.map((line) => `${line.split(' ', 1)[0]}:${inFolder(folder, path)}\n`).join('')
  const logs = git(folder, ['cat-file', '--batch-check'], named)
  const answers = logs.stdout.split('\n')
  if (commits.status !== 0 || logs.status !== 0 || answers.length !== lines.length + 1)
    throw new FailedRead(failure('io', path, `${path}: git could not list its history. Try again.`))
  return lines.map((line, at) => {
    const [id = '', ...parents] = line.split(' ')
    const [, blob, size] = /^([0-9a-f]+) blob (\d+)$/.exec(answers[at] ?? '') ?? []
    return { commit: id, parents, log: blob === undefined ? null : { blob, size: Number(size) } }
  })
}
