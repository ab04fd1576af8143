import type { InLog, NotWritten } from '../store/log-store.js'

/** What an error of `node:fs` says of a write. Anything else is a bug, and is thrown on. @internal */
export const notWritten = (error: unknown, path: string, in_log: InLog, message: string): NotWritten => {
  const { code, syscall } = (error ?? {}) as { readonly code?: unknown; readonly syscall?: unknown }
  if (!(error instanceof Error) || typeof code !== 'string' || syscall === undefined) throw error
  return Object.freeze({
    reason: 'not_written',
    in_log,
    path,
    code,
    message: `${message} ${SAID[code] ?? `The system says ${code}.`} ${STANDS[in_log]}`,
  })
}

/** A write that the system did not complain of, and that is not there as it should be. @internal */
export const notWrittenWhole = (path: string, in_log: InLog, message: string): NotWritten =>
  Object.freeze({
    reason: 'not_written',
    in_log,
    path,
    code: null,
    message: `${message} ${STANDS[in_log]}`,
  })

const SAID: { readonly [code: string]: string } = {
  ENOSPC: 'There is no space left: make room and try again.',
  EDQUOT: 'The quota is used up: make room and try again.',
  EACCES: 'There is no permission to write there.',
  EPERM: 'There is no permission to write there.',
  EROFS: 'The file system is read-only.',
  EIO: 'The disk failed (EIO).',
  ENOENT: 'There is no such folder.',
  EEXIST: 'It is there already.',
}

const STANDS: { readonly [in_log in InLog]: string } = {
  no: 'Nothing of it is in the log.',
  partly: 'A part of it is in the log: look with show.',
  yes: 'It is in the log.',
  unknown: 'Whether it is in the log for good is not known: look with show.',
}
