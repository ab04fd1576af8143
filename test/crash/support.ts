import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Basis,
  type Candidate,
  type Decision,
  emptyQueue,
  type RatificationAction,
  type RatificationRequest,
  type ReplayEvidence,
  ratify,
  recordReplay,
  type SubmitOptions,
  settle,
  submit,
} from '../../src/index.js'
import { encodeEvent } from '../../src/log/encode-event.js'
import { readLog } from '../../src/log/read-log.js'
import { openLog } from '../../src/node/open-log.js'
import { thisTable } from '../../src/node/processes.js'
import { answer, candidate, equivalent, idOf, source } from '../decisions/support.js'

const WORKER = join(import.meta.dirname, 'worker.mjs')

/** More of everything that is left to chance: `CRASH_ROUNDS=20 npx vitest run test/crash`. */
export const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)

/** A log, a folder of reports and a corpus in a folder of their own. */
export interface World {
  readonly folder: string
  readonly log: string
  readonly runs: string
  readonly corpus: string
  readonly lockTimeout?: number
}

const worlds: string[] = []

export const newWorld = (
  lines = '',
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'hitl-queue-test-')),
): World => {
  worlds.push(folder)
  const world = worldIn(folder)
  mkdirSync(world.runs)
  writeFileSync(world.log, lines)
  writeFileSync(world.corpus, '')
  return world
}

export const worldIn = (folder: string): World => ({
  folder,
  log: join(folder, 'log.jsonl'),
  runs: join(folder, 'runs'),
  corpus: join(folder, 'corpus.jsonl'),
})

export const removeWorlds = (): void => {
  for (const folder of worlds.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** What else there is beside the three: locks and drafts that somebody left. */
export const litter = ({ folder, runs }: World): string[] => [
  ...readdirSync(folder).filter((name) => !['log.jsonl', 'runs', 'corpus.jsonl'].includes(name)),
  ...readdirSync(runs).filter((name) => !name.endsWith('.json')),
]

export interface Befalls {
  /** At which call of `decide`; the second is under the lock. Default: 2. */
  readonly at?: number
  /** A signal to itself, `exit`, `throw`, or text that somebody appends to the log. */
  readonly what: string
}

export type Step = {
  /** What happens in the worker. */
  readonly befalls?: Befalls
  /** What happens here, under the lock, just before what is decided is written. */
  readonly happens?: () => void
} & (
  | {
      readonly submit: {
        readonly candidate: Candidate
        readonly evidence: ReplayEvidence
        readonly options: SubmitOptions
      }
    }
  | { readonly ratify: Omit<RatificationRequest, 'corpus'> }
  | { readonly settle: { readonly proposal_id: string } }
  | { readonly recordReplay: { readonly proposal_id: string; readonly evidence: ReplayEvidence } }
)

export const submitting = (id: string, cap = 256): Step => ({
  submit: { candidate: candidate(id), evidence: equivalent, options: { source, cap } },
})

export const ratifying = (action: RatificationAction, id: string): Step => ({
  ratify: {
    proposal_id: idOf(id),
    action,
    note: '',
    review_date: '2026-01-31',
    authority: { kind: 'cli', actor: 'owner', commit_sha: 'c0ffee' },
  },
})

export const settling = (id: string): Step => ({ settle: { proposal_id: idOf(id) } })

/** The lines that submitting these leaves. */
export const linesOf = (...ids: readonly string[]): string =>
  ids
    .flatMap((id) => answer(submit(emptyQueue, candidate(id), equivalent, { source })).events)
    .map((event) => `${encodeEvent(event)}\n`)
    .join('')

/** What a worker said of one step. */
export interface Said {
  readonly answer?: string
  readonly events?: readonly string[]
  readonly warnings?: readonly string[]
  readonly report_path?: string | null
  readonly failed?: string
  readonly in_log?: string
  readonly code?: string | null
  readonly holder?: { readonly pid: number } | null
  readonly path?: string
  readonly message?: string
  readonly thrown?: string
}

export interface Task {
  readonly files: {
    readonly log?: string
    readonly runs?: string
    readonly corpus?: string
    readonly lockTimeout?: number
  }
  readonly steps: readonly Step[]
  /** Says `ready`, and begins when it is told to. */
  readonly gate?: boolean
  readonly nonces?: readonly string[]
}

export interface Worker {
  readonly child: ChildProcess
  /** Everything said so far. */
  readonly said: (Said | 'ready' | 'deciding')[]
  /** Waits until it has said so many things, or has ended. */
  until(count: number): Promise<void>
  /** Waits for a word. */
  hears(word: 'ready' | 'deciding'): Promise<void>
  go(): void
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly said: Said[]
  }>
}

interface Options {
  readonly cwd?: string
  readonly uid?: number
  /** A program and its arguments in front of node's. */
  readonly under?: readonly string[]
}

export const start = (task: Task, { under = [], ...options }: Options = {}): Worker => {
  const [program = '', ...args] = [...under, process.execPath, WORKER, JSON.stringify(task)]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  const said: (Said | 'ready' | 'deciding')[] = []
  let rest = ''
  let err = ''
  const wake: (() => void)[] = []
  const woken = () => new Promise<void>((resolve) => wake.push(resolve))
  const wakeAll = () => {
    for (const one of wake.splice(0)) one()
  }
  child.stdin?.on('error', () => {})
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    said.push(...lines.map((line) => JSON.parse(line)))
    wakeAll()
  })
  let closed = false
  const ended = once(child, 'close').then(([code, signal]) => {
    closed = true
    wakeAll()
    if (code !== 0 && code !== 7 && signal === null && err !== '' && under.length === 0) throw new Error(err)
    return { code, signal, said: said.filter((one): one is Said => typeof one === 'object') }
  })
  const worker: Worker = {
    child,
    said,
    ended,
    until: async (count) => {
      while (said.length < count && !closed) await woken()
    },
    hears: async (word) => {
      while (!said.includes(word)) {
        if (closed) throw new Error(`ended before it was ${word}: ${JSON.stringify(said)} ${err}`)
        await woken()
      }
    },
    go: () => child.stdin?.write('\n'),
  }
  return worker
}

/** Runs a worker to its end. */
export const run = (task: Task, options: Options = {}) => start(task, options).ended

/** Runs workers at once: each waits until all of them are there. */
export const race = async (tasks: readonly Task[]): Promise<Said[][]> => {
  const workers = tasks.map((task) => start({ ...task, gate: true }))
  for (const worker of workers) await worker.hears('ready')
  for (const worker of workers) worker.go()
  return Promise.all(workers.map(async ({ ended }) => (await ended).said))
}

export const log = ({ log: path }: World): string => readFileSync(path, 'utf8')

/** The names of the events in the log. */
export const events = (world: World): string[] => readLog(log(world)).entries.map(({ event }) => event.event)

/** The codes of what is wrong in the log. */
export const problems = (world: World): string[] =>
  readLog(log(world), { duplicateKeys: true }).problems.map(({ code }) => code)

/** Whether strace is there and may trace. */
export const hasStrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'trace=openat', 'true']).status === 0

export const hasPython = spawnSync('python3', ['-c', '']).status === 0

/** strace, with what it does to the calls of one kind: on these paths, where a program makes such calls on others too. */
export const strace = (
  paths: readonly string[],
  calls: string,
  ...injections: readonly string[]
): string[] => [
  ...['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`],
  ...(/^(?:openat|write)/.test(calls) ? paths.flatMap((path) => ['-P', path]) : []),
  ...injections.flatMap((injection) => ['-e', `inject=${calls}:${injection}`]),
]

/** What a decision does to files, by the names that one or the other machine has for it. */
export const CALLS = [
  'openat',
  'write,?pwrite64,?pwritev',
  'fsync,fdatasync',
  '?link,linkat',
  '?unlink,unlinkat',
  '?rename,?renameat,renameat2',
  '?mkdir,mkdirat',
] as const

/** Records steps in this process, one after the other, with nothing in the way. */
export const recording = async (
  { log: path, runs, corpus, lockTimeout = 10_000 }: World,
  ...steps: readonly Step[]
): Promise<Said[]> => {
  const store = openLog({ log: path, runs, corpus, lockTimeout, now: () => NOW })
  const said: Said[] = []
  for (const step of steps) {
    let calls = 0
    const result = await store.record((basis) => {
      calls += 1
      if (calls === 2) step.happens?.()
      return decide(basis, step)
    })
    if (result._tag === 'Left') {
      const { reason: failed, in_log, message } = result.left
      said.push({ failed, in_log, message, ...('code' in result.left ? { code: result.left.code } : {}) })
    } else {
      const { answer: what, events: made, warnings, report_path } = result.right
      said.push({
        answer: what,
        events: made.map(({ event }) => event),
        warnings: warnings.map(({ code }) => code),
        report_path,
      })
    }
  }
  return said
}

export const NOW = new Date('2026-01-31T01:02:03Z')

/** What the worker decides, too. */
export const decide = ({ queue, corpus }: Basis, step: Step): Decision<string> => {
  if ('submit' in step) {
    const result = submit(queue, step.submit.candidate, step.submit.evidence, step.submit.options)
    if (result._tag === 'Right') return { answer: 'done', events: result.right.events }
    const { left } = result
    return { answer: left.reason, events: [], report: left.reason === 'queue_full' ? left.report : null }
  }
  const result =
    'ratify' in step
      ? ratify(queue, corpus === undefined ? step.ratify : { ...step.ratify, corpus })
      : 'settle' in step
        ? settle(queue, { ...step.settle, corpus: corpus ?? { has_chain: () => false } })
        : recordReplay(queue, step.recordReplay)
  return result._tag === 'Right'
    ? { answer: 'done', ...result.right }
    : { answer: result.left.reason, events: [] }
}

/** Leaves the lock of somebody: of a process of this host, if nothing else is said. */
export const leaveLock = ({ log: path }: World, holder: object): void =>
  writeFileSync(
    `${path}.lock`,
    `${JSON.stringify({ birth: null, started: 'then', ...thisTable(), nonce: 'n', ...holder })}\n`,
  )

/** Whether a process can be another user's. */
export const hasUsers =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', WORKER], { uid: 65_534, cwd: '/' }).status === 0
export const NOBODY = 65_534

/** Gives a world to a user without rights. */
export const chownWorld = ({ folder, log: path, runs, corpus }: World): void => {
  for (const one of [folder, path, runs, corpus]) chownSync(one, NOBODY, NOBODY)
}

/** The pid of a process that is no more. */
export const deadPid = (): number =>
  Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
