import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DEFAULT_LOG } from '../../node/default-log.js'
import { FailedRead, fileFailure } from '../../node/file-failure.js'
import type { Io } from '../io.js'
import { printJson, sayFailure } from '../read.js'
import { WORKFLOWS } from '../workflows.js'

/** What `init` takes. @internal */
export interface InitOptions {
  readonly force?: boolean
  readonly json?: boolean
}

/** `hitl-queue init`. A file that is another one stops it before anything is written, unless it is forced. @internal */
export const init = (io: Io, { force = false, json = false }: InitOptions): void => {
  if (!existsSync('.git')) {
    io.err('hitl-queue: this is not the top folder of a git repository. Run init there.\n')
    io.exit(2)
    return
  }
  const files = plannedOrSay(io, force)
  if (files === null) return
  const ok = files.every(({ outcome }) => outcome !== 'kept')
  if (ok && !writtenOrSay(io, files)) return
  const said = files.map(({ path, outcome }) => ({
    path,
    outcome: ok || outcome === 'kept' || outcome === 'unchanged' ? outcome : ('not_written' as const),
  }))
  if (json) printJson(io, { ok, files: said })
  else io.out(said.map(({ path, outcome }) => `${WORDS[outcome]}  ${path}\n`).join(''))
  if (ok) return
  io.err(
    'hitl-queue: nothing was written, since a file here is another one than init writes. To have it replaced, say --force.\n',
  )
  io.exit(1)
}

interface InitFile {
  readonly path: string
  /** What is to be written, instead of what is there or behind it. */
  readonly text: string
  readonly flag: 'w' | 'a'
  /** `kept`: another file stands there, and stays. */
  readonly outcome: 'made' | 'changed' | 'unchanged' | 'kept'
}

const WORDS = {
  made: 'made       ',
  changed: 'changed    ',
  unchanged: 'unchanged  ',
  kept: 'is another ',
  not_written: 'not written',
} as const

const plannedOrSay = (io: Io, force: boolean): readonly InitFile[] | null => {
  try {
    return [
      ...Object.entries(WORKFLOWS).map(([path, text]) => workflow(path, text, force)),
      attributes('.gitattributes'),
    ]
  } catch (error) {
    if (!(error instanceof FailedRead)) throw error
    sayFailure(io, error.failure)
    return null
  }
}

const workflow = (path: string, text: string, force: boolean): InitFile => {
  const there = bytesAt(path)
  const outcome =
    there === null ? 'made' : there.equals(Buffer.from(text)) ? 'unchanged' : force ? 'changed' : 'kept'
  return { path, text, flag: 'w', outcome }
}

/** Git changes no line end of the log, and makes no log of two that nobody has decided on. */
const ATTRIBUTES = `/${DEFAULT_LOG} text eol=lf -merge\n`

const attributes = (path: string): InitFile => {
  const there = bytesAt(path)?.toString('latin1') ?? null
  if (there === null) return { path, text: ATTRIBUTES, flag: 'a', outcome: 'made' }
  // Of several lines that match, the last one counts: ours stands behind all others.
  const lines = there.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.includes(ATTRIBUTES.trimEnd())) return { path, text: '', flag: 'a', outcome: 'unchanged' }
  const open = there !== '' && !there.endsWith('\n')
  return { path, text: `${open ? '\n' : ''}${ATTRIBUTES}`, flag: 'a', outcome: 'changed' }
}

const writtenOrSay = (io: Io, files: readonly InitFile[]): boolean => {
  for (const { path, text, flag, outcome } of files) {
    if (outcome === 'unchanged') continue
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (typeof code !== 'string') throw error
      io.err(`hitl-queue: ${path}: it could not be written (${code}). Files before it were.\n`)
      io.exit(4)
      return false
    }
  }
  return true
}

const bytesAt = (path: string): Buffer | null => {
  try {
    return readFileSync(path)
  } catch (error) {
    const failed = fileFailure(error, path)
    if (failed.reason === 'missing') return null
    throw new FailedRead(failed)
  }
}
