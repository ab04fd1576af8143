import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import type { Corpus } from '../decisions/corpus-entry.js'
import type { FileSeen } from './append.js'
import { FailedRead, type FileFailure, failure, fileFailure } from './file-failure.js'

/** The corpus of a text: one JSON object a line, of which the `chain_id` counts. A line that is none names no chain. @internal */
export const corpusOf = (text: string): Corpus => {
  const ids = new Set<string>()
  for (const line of text.split('\n')) {
    const id = chainIdOf(line)
    if (id !== null) ids.add(id)
  }
  return Object.freeze({ has_chain: (id: string) => ids.has(id) })
}

/** The corpus in a file, and which file that is. One that is named must be there. @internal */
export const readCorpus = (path: string): { readonly corpus: Corpus; readonly file: FileSeen } => {
  try {
    const fd = openSync(path, 'r')
    try {
      const bytes = readFileSync(fd)
      const { dev, ino } = fstatSync(fd, { bigint: true })
      return { corpus: corpusOf(bytes.toString()), file: { dev, ino, size: bytes.length } }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    const failed: FileFailure = fileFailure(error, path)
    throw new FailedRead(
      failed.reason === 'missing'
        ? failure(
            'missing',
            path,
            `${path}: there is no corpus at this path. Make an empty file to begin one.`,
          )
        : failed,
    )
  }
}

const chainIdOf = (line: string): string | null => {
  try {
    const value: unknown = JSON.parse(line)
    const id = typeof value === 'object' && value !== null && 'chain_id' in value ? value.chain_id : null
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
