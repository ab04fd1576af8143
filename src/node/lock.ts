import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { left, type Result } from '../result.js'
import type { LockTimeout, NotWritten } from '../store/log-store.js'
import { notWritten } from './not-written.js'
import { isGone, type ProcessId, thisProcess } from './processes.js'

/** How long contenders wait for a lock when nothing else is said, in milliseconds (spec §5). @internal */
export const LOCK_TIMEOUT = 30_000

/** Who holds a lock: the content of its file. */
interface Holder extends ProcessId {
  /** When the process started, for a person. */
  readonly started: string
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
 * gone; a holder that is stopped, slow, or of another host keeps it (spec §5). Throws what `work` throws, with the lock
 * given back.
 * @param log - the file itself, and no link to it: all names of a log have one lock
 * @internal
 */
export const withLock = async <E, A>(
  log: string,
  timeout: number,
  work: () => Result<E, A>,
): Promise<Result<E | LockTimeout | NotWritten, A>> => {
  const path = lockOf(log)
  const own: Holder = {
    ...thisProcess(),
    started: new Date(performance.timeOrigin).toISOString(),
    nonce: randomBytes(8).toString('hex'),
  }
  const deadline = performance.now() + timeout
  try {
    for (;;) {
      const holder = holderOf(path)
      if (
        holder === null
          ? take(path, path, own)
          : removeIfGone(path, path, holder, own) && take(path, path, own)
      )
        break
      if (!(performance.now() < deadline)) return left(timedOut(path, holderOf(path)))
      await sleep(5 + Math.random() * 20)
    }
  } catch (error) {
    release(path, own)
    return left(notWritten(error, path, 'no', `The lock ${path} can't be made.`))
  }
  try {
    sweep(path)
    return work()
  } finally {
    release(path, own)
  }
}

/** Whether somebody has the lock of a log, alive or dead. @internal */
export const isLocked = (log: string): boolean => existsSync(lockOf(log))

const lockOf = (log: string): string => `${log}.lock`

/** Puts a lock of ours into its place, unless there is one: that of the log, or one of those beside it. */
const take = (path: string, place: string, own: Holder): boolean => {
  const draft = `${path}.${own.nonce}.new`
  try {
    // Synced, or after a loss of power there might be a lock that says nothing, which nobody takes over.
    writeFileSync(draft, `${JSON.stringify(own)}\n`, { flag: 'wx', flush: true })
    try {
      linkSync(draft, place)
      return true
    } catch (error) {
      // Somebody holds it, or swept our draft for one of the dead.
      if (isOneOf(error, 'EEXIST', 'ENOENT')) return false
      throw error
    }
  } finally {
    tryToRemove(draft)
  }
}

/**
 * Removes the lock of a holder that is gone. Of all contenders only the one that holds the right to, which is a lock of its
 * own, looks once more and removes it: so nobody removes a lock that somebody else has just taken. Rights are named for
 * the nonce that goes, and nobody has the nonce of another; that of a contender who died with it goes in the same way.
 */
const removeIfGone = (path: string, place: string, holder: Holder | Unknown, own: Holder): boolean => {
  if (holder.nonce === null || !isGone(holder)) return false
  const right = `${path}.${holder.nonce}`
  if (!take(path, right, own)) {
    const other = holderOf(right)
    if (other !== null) removeIfGone(path, right, other, own)
    return false
  }
  try {
    if (holderOf(place)?.nonce === holder.nonce) remove(place)
    return true
  } finally {
    tryToRemove(right)
  }
}

/**
 * What processes left behind that died with a lock half made or half taken over. It is for tidiness alone: what can't be
 * removed stays.
 */
const sweep = (path: string): void => {
  for (const name of namesBeside(path)) {
    const left = `${path}.${name}`
    try {
      const holder = holderOf(left)
      // A draft may be of a process that died before it filled it; one that is still at it makes it again.
      if (holder?.nonce === null ? DRAFT.test(name) : holder !== null && isGone(holder)) tryToRemove(left)
    } catch {
      // Such as a folder of somebody's.
    }
  }
}

const namesBeside = (path: string): string[] => {
  const beginning = `${basename(path)}.`
  try {
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(beginning))
      .map((name) => name.slice(beginning.length))
      .filter((name) => DRAFT.test(name) || RIGHT.test(name))
  } catch {
    // A folder may be written to that may not be listed.
    return []
  }
}

/** What a draft, and what a right is called behind the name of the lock. */
const DRAFT = /^[0-9a-f]{16}\.new$/
const RIGHT = /^\w{1,64}$/

/** Whatever `work` did is done: that the lock can't be removed does not change it. */
const release = (path: string, own: Holder): void => {
  try {
    if (holderOf(path)?.nonce === own.nonce) remove(path)
  } catch {
    // It is taken over when this process is gone.
  }
}

const remove = (path: string): void => {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT')) throw error
  }
}

const tryToRemove = (path: string): void => {
  try {
    unlinkSync(path)
  } catch {
    // The next one sweeps it.
  }
}

/** Who holds a lock: `null` when nobody does. */
const holderOf = (path: string): Holder | Unknown | null => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isOneOf(error, 'ENOENT')) return null
    // That of another user, who does not let us read it, is held all the same.
    if (isOneOf(error, 'EACCES', 'EPERM')) return UNKNOWN
    throw error
  }
  try {
    const { pid, started, birth = null, host, processes = null, nonce } = JSON.parse(text) as Holder
    return Number.isSafeInteger(pid) &&
      pid > 0 &&
      [host, nonce, birth ?? '', processes ?? ''].every((value) => typeof value === 'string') &&
      // It becomes a part of names.
      RIGHT.test(nonce)
      ? { pid, started: String(started), birth, host, processes, nonce }
      : UNKNOWN
  } catch {
    return UNKNOWN
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
