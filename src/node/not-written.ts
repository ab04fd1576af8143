import { constants } from 'node:os'
import type { InLog, NotWritten } from '../store/log-store.js'

/** A write that failed, and how much of it is in its file. @internal */
export interface FailedWrite {
  readonly path: string
  /** What the operating system called it; `null` when it did not complain. */
  readonly code: string | null
  /** What happened and what to do, for a person. */
  readonly what: string
  readonly arrived: InLog
}

/** What an error of `node:fs` says of a write. Anything else is a bug, and is thrown on. @internal */
export const failedWrite = (error: unknown, path: string, arrived: InLog, what: string): FailedWrite => {
  const { code: given, errno, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!(error instanceof Error) || typeof given !== 'string' || syscall === undefined) throw error
  // Node has no name for some, such as that of a quota.
  const code = given === 'UNKNOWN' ? (nameOf(errno) ?? given) : given
  const said =
    syscall === 'link' && NO_LINKS.includes(code)
      ? 'That takes a hard link, and this file system makes none: keep the file on one that does.'
      : (SAID[code] ?? `The system says ${code}.`)
  return { path, code, what: `${what} ${said}`, arrived }
}

const nameOf = (errno: number | undefined): string | undefined =>
  Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0))?.[0]

/** The same, as it is handed out. @internal */
export const asNotWritten = (
  { path, code, what, arrived }: FailedWrite,
  in_log: InLog = arrived,
): NotWritten =>
  Object.freeze({ reason: 'not_written', in_log, path, code, message: `${what} ${STANDS[in_log]}` })

/** @internal */
export const notWritten = (error: unknown, path: string, in_log: InLog, message: string): NotWritten =>
  asNotWritten(failedWrite(error, path, in_log, message))

/** A write that the system did not complain of, and that is not there as it should be. @internal */
export const notWrittenWhole = (path: string, in_log: InLog, message: string): NotWritten =>
  asNotWritten({ path, code: null, what: message, arrived: in_log })

const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

const SAID: { readonly [code: string]: string } = {
  ENOSPC: 'There is no space left: make room and try again.',
  EDQUOT: 'The quota is used up: make room and try again.',
  EACCES: 'There is no permission to write there.',
  EPERM: 'There is no permission to write there.',
  EROFS: 'The file system is read-only.',
  EIO: 'The disk failed (EIO).',
  ENOENT: 'There is no such folder.',
  EEXIST: 'It is there already.',
  ENAMETOOLONG: 'The name is too long.',
}

const STANDS: { readonly [in_log in InLog]: string } = {
  no: 'Nothing of it is in the log.',
  partly: 'A part of it is in the log: look with show.',
  yes: 'It is in the log.',
  unknown: 'Whether it is in the log for good is not known: look with show.',
}
