import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { indented } from '../json/indented.js'
import { left, type Result, right } from '../result.js'
import type { InLog, NotWritten } from '../store/log-store.js'
import { syncFolder } from './append.js'
import { makeFolder } from './make-folder.js'
import { notWritten, notWrittenWhole } from './not-written.js'

/** A report to be written. @internal */
export interface ReportToWrite {
  /** Canonical. */
  readonly text: string
  /** Behind the time in the file's name, such as `_queue_full`. */
  readonly suffix: '' | '_queue_full'
}

/**
 * Writes a run report under a name that says when, `YYYY-MM-DDTHHMMSSZ<suffix>.json`, or one with `-2`, `-3` … behind it:
 * no file that is there is ever written over, and none is ever seen half written. Two-space JSON with a final newline
 * (spec §3). Gives its path.
 * @param in_log - whether the events that go with it are in the log already
 * @internal
 */
export const writeReport = (
  runs: string,
  { text, suffix }: ReportToWrite,
  now: Date,
  in_log: InLog = 'no',
): Result<NotWritten, string> => {
  const bytes = Buffer.from(`${indented(text)}\n`)
  // No reader of reports takes a name that does not end in `.json`.
  const draft = join(runs, `.${randomBytes(8).toString('hex')}.new`)
  try {
    makeFolder(runs)
    try {
      const fd = openSync(draft, 'wx')
      try {
        if (writeSync(fd, bytes, 0, bytes.length) !== bytes.length)
          return left(
            notWrittenWhole(runs, in_log, `The report could not be written whole to ${runs}. Make room.`),
          )
        fsyncSync(fd)
      } finally {
        closeSync(fd)
      }
      const path = linkToNew(draft, runs, `${stamp(now)}${suffix}`)
      syncFolder(runs)
      return right(path)
    } finally {
      removeIfThere(draft)
    }
  } catch (error) {
    return left(notWritten(error, runs, in_log, `The report could not be written to ${runs}.`))
  }
}

const stamp = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`

const linkToNew = (draft: string, runs: string, name: string): string => {
  for (let number = 1; ; number += 1) {
    const path = `${runs.replace(/\/+$/, '') || '/'}/${name}${number === 1 ? '' : `-${number}`}.json`
    try {
      linkSync(draft, path)
      return path
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') throw error
    }
  }
}

const removeIfThere = (path: string): void => {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ENOENT') throw error
  }
}
