import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { left, type Result, right } from '../result.js'
import { arrived, closingFor } from '../store/append.js'
import type { InLog } from '../store/log-store.js'
import { type FailedWrite, failedWrite } from './not-written.js'

/** Which file somebody looked at, and how long it was then. @internal */
export interface FileSeen {
  readonly dev: bigint
  readonly ino: bigint
  readonly size: number
}

/** Where lines were appended. @internal */
export interface Appended {
  /** Where the first of them begins, in bytes. */
  readonly start: number
  readonly end: number
}

/** The file is not the one that was looked at, or was cut: nothing was written, and it is to be looked at again. @internal */
export const REPLACED = 'replaced'

/**
 * Appends whole lines to a file: one buffer, one write on a descriptor that appends, its count checked, synced, and read
 * back. A last line that has no newline gets one before them. When something fails, what is there stays there: the next
 * append closes it off (spec §5).
 * @param seen - the file that the caller looked at: others may have written to it since; `null` when there was none, and
 * it is made
 * @internal
 */
export const appendLines = (
  path: string,
  lines: readonly string[],
  seen: FileSeen | null,
): Result<FailedWrite | typeof REPLACED, Appended> => {
  let fd: number
  try {
    fd = openSync(path, seen === null ? 'ax+' : constants.O_RDWR | constants.O_APPEND)
  } catch (error) {
    if (codeOf(error) === (seen === null ? 'EEXIST' : 'ENOENT')) return left(REPLACED)
    return left(failedWrite(error, path, 'no', `${path} can't be opened for writing.`))
  }
  try {
    return append(fd, path, lines, seen)
  } finally {
    close(fd)
  }
}

const append = (
  fd: number,
  path: string,
  lines: readonly string[],
  seen: FileSeen | null,
): Result<FailedWrite | typeof REPLACED, Appended> => {
  const text = Buffer.from(lines.join(''))
  let what = 'read'
  try {
    const now = fstatSync(fd, { bigint: true })
    const size = Number(now.size)
    if (seen !== null && (!isSame(seen, now) || size < seen.size)) return left(REPLACED)
    if (!now.isFile())
      return left({
        path,
        code: null,
        what: `${path} is not a file that keeps what is written.`,
        arrived: 'no',
      })
    const bytes = Buffer.concat([Buffer.from(closingFor(lastByte(fd, size))), text])
    what = 'written'
    const written = writeSync(fd, bytes, 0, bytes.length)
    if (written !== bytes.length) {
      const there = arrivedOrUnknown(fd, seen, lines)
      return left({
        path,
        code: null,
        what: `${path}: only ${written} of ${bytes.length} bytes were written. Make room: the next command closes them off.`,
        arrived: there === 'no' || syncs(fd) ? there : 'unknown',
      })
    }
    what = 'synced'
    fsyncSync(fd)
    if (seen === null || size === 0) syncFolder(dirname(path))
  } catch (error) {
    const there = what === 'synced' ? 'unknown' : arrivedOrUnknown(fd, seen, lines)
    return left(failedWrite(error, path, there, `${path} could not be ${what}.`))
  }
  try {
    const { bytes, from } = behind(fd, seen, text.length)
    const at = bytes.lastIndexOf(text)
    // Behind half a line of somebody else's the first of ours is no line.
    const whole = at > 0 ? bytes[at - 1] === LF : at === 0 && endsLine(fd, from - 1)
    if (!whole)
      return left({
        path,
        code: null,
        what: `${path}: the lines do not read back as they were written: somebody wrote in the middle of them.`,
        arrived: arrived(bytes.toString(), lines),
      })
    const there = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (there === undefined || !isSame(there, fstatSync(fd, { bigint: true })))
      return left({
        path,
        code: null,
        what: `${path} was replaced at the same moment, and the lines went to the file that was there before. Try again.`,
        arrived: there === undefined ? 'no' : arrived(readFileSync(path, 'utf8'), lines),
      })
    return right(Object.freeze({ start: from + at, end: from + at + text.length }))
  } catch (error) {
    return left(failedWrite(error, path, 'unknown', `${path} could not be read back.`))
  }
}

const LF = 10

const isSame = (one: Pick<FileSeen, 'dev' | 'ino'>, other: Pick<FileSeen, 'dev' | 'ino'>): boolean =>
  one.dev === other.dev && one.ino === other.ino

const lastByte = (fd: number, size: number): number | undefined => {
  if (size === 0) return undefined
  const byte = new Uint8Array(1)
  readSync(fd, byte, 0, 1, size - 1)
  return byte[0]
}

/** Whether the byte at a place ends a line. The place before the first byte does. */
const endsLine = (fd: number, position: number): boolean => {
  if (position < 0) return true
  const byte = new Uint8Array(1)
  readSync(fd, byte, 0, 1, position)
  return byte[0] === LF
}

/** What stands behind what was looked at; everything, when the file was cut meanwhile and has not room for that much. */
const behind = (
  fd: number,
  seen: FileSeen | null,
  atLeast: number,
): { readonly bytes: Buffer; readonly from: number } => {
  const { size } = fstatSync(fd)
  const looked = seen?.size ?? 0
  const from = size < looked + atLeast ? 0 : looked
  const bytes = Buffer.alloc(size - from)
  let held = 0
  while (held < bytes.length) {
    const read = readSync(fd, bytes, held, bytes.length - held, from + held)
    if (read === 0) break
    held += read
  }
  return { bytes: bytes.subarray(0, held), from }
}

const arrivedOrUnknown = (fd: number, seen: FileSeen | null, lines: readonly string[]): InLog => {
  try {
    return arrived(behind(fd, seen, 0).bytes.toString(), lines)
  } catch {
    return 'unknown'
  }
}

const syncs = (fd: number): boolean => {
  try {
    fsyncSync(fd)
    return true
  } catch {
    return false
  }
}

/** What was synced is there, whatever closing says. */
const close = (fd: number): void => {
  try {
    closeSync(fd)
  } catch {
    // The descriptor is gone.
  }
}

/** Makes the entry of a new file last: it is the folder that names the file. @internal */
export const syncFolder = (folder: string): void => {
  // Elsewhere a folder can't be opened, and need not be synced.
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } catch (error) {
    // Some file systems have no such thing.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error
  } finally {
    close(fd)
  }
}

/** Where a path leads when its last part is a link: all names of a log have its lock in common. @internal */
export const followLinks = (path: string): string => {
  let place = path
  for (let steps = 0; steps < MOST_LINKS; steps += 1) {
    let target: string
    try {
      target = readlinkSync(place)
    } catch {
      return place
    }
    // Not joined: what `..` leads to behind a link is for the system to say.
    place = isAbsolute(target) ? target : `${dirname(place)}/${target}`
  }
  return place
}

const MOST_LINKS = 40

const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string } | null)?.code
