import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEFAULT_LOG } from '../src/node/index.js'

/** A repository of git for one test, with a log at the default path. */
export interface GitRepository {
  readonly folder: string
  readonly log: string
  /** Runs git there; what it prints, without white space at its ends. */
  git(...args: readonly string[]): string
  /** Writes the log (`null` deletes it) and commits everything; the commit's id. */
  commit(log: string | Uint8Array | null, message?: string): string
  remove(): void
}

export const gitRepository = (): GitRepository =>
  repositoryIn(mkdtempSync(join(tmpdir(), 'hitl-queue-git-')), true)

/** A repository that is there already, such as a clone. */
export const repositoryIn = (folder: string, init = false): GitRepository => {
  const log = join(folder, DEFAULT_LOG)
  const git = (...args: readonly string[]): string => runGit(folder, ...args).trim()
  if (init) git('init', '-q', '-b', 'main')
  return {
    folder,
    log,
    git,
    commit: (content, message = 'commit') => {
      mkdirSync(dirname(log), { recursive: true })
      if (content === null) rmSync(log, { force: true })
      else writeFileSync(log, content)
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Runs git in a folder, as nobody in particular, and gives what it prints; a failure is one of the test. */
export const runGit = (cwd: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/** Nobody's settings, and a name that is nobody's. */
export const asNobody = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
}

const env = { PATH: process.env.PATH, HOME: tmpdir(), ...asNobody }
