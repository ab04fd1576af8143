import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyQueue, encodeEvent, type ProposalEvent, submit } from '../../src/index.js'
import { answer, candidate, equivalent, idOf, source } from '../decisions/support.js'
import { runGit } from '../git-repository.js'

/** The command line as it is installed, run by several clones at once against one bare origin. */

const bin = join(import.meta.dirname, '../../dist/bin.cjs')
const LOG = 'teaching/proposals/proposals.jsonl'

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** An origin with a log of pending proposals, and clones of it. */
export interface Race {
  /** Runs one command in each of the clones, at the same moment. */
  all(commands: readonly (readonly string[])[]): Promise<readonly Ended[]>
  /** The log on the branch, and what a push to it meets. */
  log(): string
  hook(name: string, script: string | null): void
  git(...args: readonly string[]): string
  /** Clones of which the working tree or the index are not as they were. */
  disturbed(): readonly string[]
}

export const pendingId = (at: number): string => idOf(`old${at}`)
export const newId = (at: number): string => idOf(`new${at}`)

const before = (pending: number): readonly ProposalEvent[] =>
  Array.from({ length: pending }, (_, at) =>
    answer(submit(emptyQueue, candidate(`old${at}`), equivalent, { source })),
  ).flatMap(({ events }) => events)

/** Sets a race up in an empty folder. */
export const race = (folder: string, clones: number, pending: number): Race => {
  const origin = join(folder, 'origin.git')
  const seed = join(folder, 'clone0')
  runGit(folder, 'init', '-q', '--bare', '-b', 'main', origin)
  runGit(folder, 'clone', '-q', origin, seed)
  runGit(seed, 'checkout', '-q', '-B', 'main')
  mkdirSync(join(seed, 'teaching/proposals'), { recursive: true })
  mkdirSync(join(seed, 'contemplation/runs'), { recursive: true })
  writeFileSync(join(seed, 'contemplation/runs/.keep'), '')
  writeFileSync(
    join(seed, LOG),
    before(pending)
      .map((event) => `${encodeEvent(event)}\n`)
      .join(''),
  )
  runGit(seed, 'add', '.')
  runGit(seed, 'commit', '-qm', 'begin')
  runGit(seed, 'push', '-q', 'origin', 'main')
  const folders = Array.from({ length: clones }, (_, at) => join(folder, `clone${at}`))
  for (const each of folders.slice(1)) runGit(folder, 'clone', '-q', origin, each)
  for (const [at, each] of folders.entries()) {
    // Not tracked, and changed behind the commit: what a person may be in the middle of.
    writeFileSync(join(each, 'candidate.json'), JSON.stringify(candidate(`new${at}`)))
    writeFileSync(join(each, 'evidence.json'), JSON.stringify(equivalent))
    writeFileSync(join(each, LOG), `${readFileSync(join(each, LOG), 'utf8')}{"event":"half a li`)
  }
  const states = new Map(folders.map((each) => [each, stateOf(each)]))
  return {
    all: (commands) => Promise.all(commands.map((args, at) => run(folders[at] ?? seed, args))),
    log: () => runGit(origin, 'show', `main:${LOG}`),
    hook: (name, script) => {
      const path = join(origin, 'hooks', name)
      mkdirSync(join(origin, 'hooks'), { recursive: true })
      if (script === null) rmSync(path)
      else {
        writeFileSync(path, `#!/bin/sh\n${script}\n`)
        chmodSync(path, 0o755)
      }
    },
    git: (...args) => runGit(origin, ...args),
    disturbed: () => folders.filter((each) => states.get(each) !== stateOf(each)),
  }
}

const run = (cwd: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: personal(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })

/** The environment of somebody at a machine of their own, wherever this runs. */
const personal = (): NodeJS.ProcessEnv => {
  const { CI: _ci, GITHUB_ACTIONS: _actions, CORE_HITL_PENDING_CAP: _cap, ...env } = process.env
  return env
}

const stateOf = (clone: string): string =>
  JSON.stringify([
    runGit(clone, '--no-optional-locks', 'status', '--porcelain=v2'),
    runGit(clone, 'rev-parse', 'HEAD', 'refs/heads/main'),
    runGit(clone, 'ls-files', '--stage'),
    readdirSync(clone, { recursive: true })
      .map(String)
      .filter((name) => !name.startsWith('.git'))
      .sort(),
    readFileSync(join(clone, LOG), 'utf8'),
    runGit(clone, 'for-each-ref', 'refs/hitl-queue'),
  ])
