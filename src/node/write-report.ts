import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { indented } from '../json/indented.js'
import { reportPath } from '../reports/default-runs.js'
import { left, type Result, right } from '../result.js'
import type { InLog, NotWritten } from '../store/log-store.js'
import { syncFolder } from './append.js'
import { makeFolder } from './make-folder.js'
import { notWritten, notWrittenWhole } from './not-written.js'
import { runningAs, thisProcess, thisTable } from './processes.js'

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
 * (spec §3). Removes the drafts of writers that died. Gives its path.
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
  const draft = join(runs, `.${writerHere()}-${randomBytes(8).toString('hex')}.new`)
  try {
    makeFolder(runs)
    sweep(runs)
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
      tryToRemove(draft)
    }
  } catch (error) {
    return left(notWritten(error, runs, in_log, `The report could not be written to ${runs}.`))
  }
}

const stamp = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`

const linkToNew = (draft: string, runs: string, name: string): string => {
  for (let number = 1; ; number += 1) {
    const path = reportPath(runs, `${name}${number === 1 ? '' : `-${number}`}.json`)
    try {
      linkSync(draft, path)
      return path
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') throw error
    }
  }
}

/** A draft is a whole report, so its name alone says who writes it: where, under which pid, born when. */
const writerHere = (): string => {
  const { pid, birth, ...table } = thisProcess()
  return `${markOf(table)}-${pid}-${markOf(birth)}`
}

const DRAFT = /^\.([0-9a-f]{16})-(\d{1,9})-([0-9a-f]{16})-[0-9a-f]{16}\.new$/

/** Removes what writers left that are gone. It is for tidiness alone: what can't be removed stays. */
const sweep = (runs: string): void => {
  const here = markOf(thisTable())
  try {
    for (const name of readdirSync(runs)) {
      const [, table, pid, birth] = DRAFT.exec(name) ?? []
      if (table !== here) continue
      const now = runningAs(Number(pid))
      const reused = birth !== markOf(null) && now != null && birth !== markOf(now)
      if (now === undefined || reused) tryToRemove(join(runs, name))
    }
  } catch {
    // Such as a folder that may be written and not be listed.
  }
}

const markOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const tryToRemove = (path: string): void => {
  try {
    unlinkSync(path)
  } catch {
    // It is not there, or the next writer sweeps it.
  }
}
