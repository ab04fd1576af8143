import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, readlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { left, type Result } from '../result.js'
import type { LockTimeout, NotWritten } from '../store/log-store.js'
import { notWritten } from './not-written.js'

/** How long contenders wait for a lock when nothing else is said, in milliseconds (spec §5). @internal */
export const LOCK_TIMEOUT = 30_000

/** Who holds a lock: the content of its file. */
interface Holder {
  readonly pid: number
  /** When the process started, for a person. */
  readonly started: string
  /** The same, as the system tells processes apart that had one pid after each other; `null` where it does not say. */
  readonly birth: string | null
  readonly host: string
  /** Which of the host's process tables the pid is from; `null` where there is but one. */
  readonly processes: string | null
  readonly nonce: string
}

/** A lock whose file does not say who holds it. */
interface Unknown {
  readonly nonce: null
}

const UNKNOWN: Unknown = { nonce: null }

/**
 * The lock of a log, for as long as `work` takes: `<log>.lock`, a file that exists only whole, since it is linked into its
 * place. Waits up to `timeout` milliseconds. A lock is taken over only when its holder was a process of this host and is
 * gone; a holder that is stopped, slow, or of another host keeps it (spec §5).
 * @internal
 */
export const withLock = async <E, A>(
  log: string,
  timeout: number,
  work: () => Result<E, A>,
): Promise<Result<E | LockTimeout | NotWritten, A>> => {
  const path = `${log}.lock`
  const own = holderHere()
  const deadline = performance.now() + timeout
  try {
    for (;;) {
      const holder = holderOf(path)
      if (holder === null ? take(path, own) : removeIfGone(path, holder, own) && take(path, own)) break
      if (performance.now() >= deadline) return left(timedOut(path, holderOf(path)))
      await sleep(5 + Math.random() * 20)
    }
  } catch (error) {
    return left(notWritten(error, path, 'no', `The lock ${path} can't be made.`))
  }
  try {
    sweep(path)
    return work()
  } finally {
    release(path, own)
  }
}

/** Puts the lock into its place, unless there is one. */
const take = (path: string, own: Holder): boolean => {
  const draft = `${path}.${own.nonce}.new`
  try {
    writeFileSync(draft, `${JSON.stringify(own)}\n`, { flag: 'wx' })
    linkSync(draft, path)
    return true
  } catch (error) {
    // Somebody holds it, or swept our draft for one of the dead.
    if (isOneOf(error, 'EEXIST', 'ENOENT')) return false
    throw error
  } finally {
    remove(draft)
  }
}

/**
 * Removes the lock of a holder that is gone. Of all contenders only the one that holds the right to, which is a lock of its
 * own, looks once more and removes it: so nobody removes a lock that somebody else has just taken.
 */
const removeIfGone = (path: string, holder: Holder | Unknown, own: Holder): boolean => {
  if (!isGone(holder)) return false
  const right = `${path}.${holder.nonce}`
  if (!take(right, own)) {
    const other = holderOf(right)
    if (other !== null) removeIfGone(right, other, own)
    return false
  }
  try {
    if (holderOf(path)?.nonce === holder.nonce) remove(path)
    return true
  } finally {
    remove(right)
  }
}

/** What processes left behind that died with a lock half made or half taken over. */
const sweep = (path: string): void => {
  const beginning = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(beginning)) continue
    const left = join(dirname(path), name)
    const holder = holderOf(left)
    // An empty one is of a process that died before it filled it; one that is still at it makes it again.
    if (holder !== null && (holder.nonce === null || isGone(holder))) remove(left)
  }
}

const release = (path: string, own: Holder): void => {
  if (holderOf(path)?.nonce === own.nonce) remove(path)
}

const remove = (path: string): void => {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT')) throw error
  }
}

/** Who holds a lock: `null` when nobody does. */
const holderOf = (path: string): Holder | Unknown | null => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isOneOf(error, 'ENOENT')) return null
    throw error
  }
  try {
    const { pid, started, birth, host, processes, nonce } = JSON.parse(text) as Holder
    return Number.isSafeInteger(pid) && pid > 0 && typeof host === 'string' && typeof nonce === 'string'
      ? { pid, started: String(started), birth: birth ?? null, host, processes: processes ?? null, nonce }
      : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

const holderHere = (): Holder => ({
  pid: process.pid,
  started: new Date(performance.timeOrigin).toISOString(),
  birth: birthOf(process.pid),
  host: hostname(),
  processes: processTable(),
  nonce: randomBytes(8).toString('hex'),
})

/** Whether a holder was a process of this host and is no more. */
const isGone = (holder: Holder | Unknown): holder is Holder => {
  if (holder.nonce === null) return false
  const { pid, birth, host, processes } = holder
  if (host !== hostname() || processes !== processTable()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return isOneOf(error, 'ESRCH')
  }
  const now = birthOf(pid)
  return now === DEAD || (birth !== null && now !== null && birth !== now)
}

const DEAD = 'dead'

/** What tells a process from an earlier or later one with the same pid; `null` where the system does not say. */
const birthOf = (pid: number): string | null => {
  if (process.platform !== 'linux') {
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: the state is field 3, the start in ticks since boot field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return DEAD
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return null
  }
}

/** Containers of one host can share its name and the folder, and each counts its processes from 1. */
const processTable = (): string | null => {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : null
  } catch {
    return null
  }
}

const timedOut = (path: string, holder: Holder | Unknown | null): LockTimeout => {
  const known = holder === null || holder.nonce === null ? null : holder
  const who =
    known === null
      ? 'somebody who does not say who they are'
      : `process ${known.pid} on ${known.host}, started ${known.started}`
  return Object.freeze({
    reason: 'lock_timeout',
    in_log: 'no',
    path,
    holder: known === null ? null : Object.freeze({ pid: known.pid, host: known.host, since: known.started }),
    message: `${path} is held by ${who}. Nothing was written. Try again; when you know that nobody is writing, remove the file.`,
  })
}

const isOneOf = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes((error as { readonly code?: string } | null)?.code ?? '')
