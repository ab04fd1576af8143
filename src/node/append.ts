import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { left, type Result, right } from '../result.js'
import { arrived, closingFor } from '../store/append.js'
import type { NotWritten } from '../store/log-store.js'
import { notWritten, notWrittenWhole } from './not-written.js'

/** Where lines were appended. @internal */
export interface Appended {
  /** Where the first of them begins, in bytes. */
  readonly start: number
  readonly end: number
}

/**
 * Appends whole lines to a file: one buffer, one write on a descriptor that appends, its count checked, synced, and read
 * back. A last line that has no newline gets one before them. When something fails, what is there stays there: the next
 * append closes it off (spec §5).
 * @param from - the file's length as the caller knows it: others may have written since
 * @internal
 */
export const appendLines = (
  path: string,
  lines: readonly string[],
  from: number,
): Result<NotWritten, Appended> => {
  let fd: number
  let created: boolean
  try {
    ;({ fd, created } = openToAppend(path))
  } catch (error) {
    return left(notWritten(error, path, 'no', `${path} can't be opened for writing.`))
  }
  try {
    return append(fd, path, lines, from, created)
  } finally {
    closeSync(fd)
  }
}

const append = (
  fd: number,
  path: string,
  lines: readonly string[],
  from: number,
  created: boolean,
): Result<NotWritten, Appended> => {
  const text = Buffer.from(lines.join(''))
  let what = 'read'
  try {
    const bytes = Buffer.concat([Buffer.from(closingFor(lastByte(fd))), text])
    what = 'written'
    const written = writeSync(fd, bytes, 0, bytes.length)
    if (written !== bytes.length)
      return left(
        notWrittenWhole(
          path,
          arrived(behind(fd, from).toString(), lines),
          `${path}: only ${written} of ${bytes.length} bytes were written. Make room: the next command closes them off.`,
        ),
      )
    what = 'synced'
    fsyncSync(fd)
    if (created) syncFolder(dirname(path))
  } catch (error) {
    const in_log = what === 'synced' ? 'unknown' : arrivedOrUnknown(fd, from, lines)
    return left(notWritten(error, path, in_log, `${path} could not be ${what}.`))
  }
  try {
    const now = behind(fd, from)
    const at = now.lastIndexOf(text)
    // Behind half a line of somebody else's the first of ours is no line.
    const whole = at > 0 ? now[at - 1] === LF : at === 0 && byteAt(fd, from - 1) !== NO_LF
    if (whole) return right(Object.freeze({ start: from + at, end: from + at + text.length }))
    return left(
      notWrittenWhole(
        path,
        arrived(now.toString(), lines),
        `${path}: the lines do not read back as they were written: somebody wrote in the middle of them.`,
      ),
    )
  } catch (error) {
    return left(notWritten(error, path, 'unknown', `${path} could not be read back.`))
  }
}

const openToAppend = (path: string): { fd: number; created: boolean } => {
  try {
    return { fd: openSync(path, 'ax+'), created: true }
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EEXIST') throw error
    return { fd: openSync(path, 'a+'), created: false }
  }
}

const LF = 10
const NO_LF = 'no newline'

const lastByte = (fd: number): number | undefined => {
  const { size } = fstatSync(fd)
  if (size === 0) return undefined
  const byte = new Uint8Array(1)
  readSync(fd, byte, 0, 1, size - 1)
  return byte[0]
}

/** Whether the byte at a place ends a line. The place before the first byte does. */
const byteAt = (fd: number, position: number): typeof LF | typeof NO_LF => {
  if (position < 0) return LF
  const byte = new Uint8Array(1)
  readSync(fd, byte, 0, 1, position)
  return byte[0] === LF ? LF : NO_LF
}

const behind = (fd: number, from: number): Buffer => {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - from))
  let held = 0
  while (held < bytes.length) {
    const read = readSync(fd, bytes, held, bytes.length - held, from + held)
    if (read === 0) break
    held += read
  }
  return bytes.subarray(0, held)
}

const arrivedOrUnknown = (fd: number, from: number, lines: readonly string[]) => {
  try {
    return arrived(behind(fd, from).toString(), lines)
  } catch {
    return 'unknown'
  }
}

/** Makes the entry of a new file last: it is the folder that names the file. @internal */
export const syncFolder = (folder: string): void => {
  // Elsewhere a folder can't be opened, and need not be synced.
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
