import { readFileSync } from 'node:fs'
import type { DocumentProblem } from '../events/read-document.js'
import { arrayElements } from '../json/array-elements.js'
import { decodeUtf8 } from '../json/decode-utf8.js'
import { scanJson } from '../json/scan-json.js'
import { fileFailure } from '../node/file-failure.js'
import type { Result } from '../result.js'
import { printable } from '../views/printable.js'
import type { Io } from './io.js'
import { sayMisuse } from './write.js'

/** A document that was handed to a command, and where it stood. @internal */
export interface Given<A> {
  /** The file as it was named; `-` for stdin. */
  readonly file: string
  readonly value: A
}

type Reader<A> = (content: string | Uint8Array) => Result<readonly DocumentProblem[], A>

/**
 * All documents of some files, in their order. A file is one JSON document, an array of them, or one document a line
 * (JSONL). `null` when any cannot be read: then each has been said, and the exit code noted, and nothing is used.
 * @internal
 */
export const documentsOrSay = async <A>(
  io: Io,
  files: readonly string[],
  read: Reader<A>,
): Promise<readonly Given<A>[] | null> => {
  const given: Given<A>[] = []
  let failed = false
  for (const file of files) {
    const bytes = await bytesOrSay(io, file)
    if (bytes === null) return null
    const parts = partsOf(bytes)
    if (parts.length === 0) {
      sayMisuse(io, `${file}: nothing is in it.`)
      failed = true
    }
    for (const { content, place } of parts) {
      const result = read(content)
      if (result._tag === 'Right') given.push({ file, value: result.right })
      else {
        sayDocumentProblems(io, `${file}${place}`, result.left)
        failed = true
      }
    }
  }
  return failed ? null : given
}

/** The one document of a file; `null` when there is not exactly one, which has then been said. @internal */
export const documentOrSay = async <A>(io: Io, file: string, read: Reader<A>): Promise<A | null> => {
  const given = await documentsOrSay(io, [file], read)
  if (given === null) return null
  const [only, ...others] = given
  if (only !== undefined && others.length === 0) return only.value
  sayMisuse(io, `${file}: it holds ${given.length} documents, and one is wanted.`)
  return null
}

/** The bytes of a file, or of stdin for `-`; `null` when they cannot be had, which has then been said. @internal */
export const bytesOrSay = async (io: Io, file: string): Promise<Uint8Array | null> => {
  if (file === '-') return io.stdin()
  try {
    return readFileSync(file)
  } catch (error) {
    const { reason, message } = fileFailure(error, file)
    io.err(`hitl-queue: ${printable(message)}\n`)
    io.exit(reason === 'io' || reason === 'not_permitted' ? 4 : 2)
    return null
  }
}

/** @internal */
export const sayDocumentProblems = (io: Io, place: string, problems: readonly DocumentProblem[]): void => {
  for (const { message } of problems.slice(0, MOST_SHOWN)) sayMisuse(io, `${place}: ${message}`)
}

const MOST_SHOWN = 5

interface Part {
  readonly content: string | Uint8Array
  /** Behind the file's name, where the file has several. */
  readonly place: string
}

const partsOf = (bytes: Uint8Array): readonly Part[] => {
  const text = decodeUtf8(bytes)
  // What is no text is for the reader of the document to name.
  if (text === null) return [{ content: bytes, place: '' }]
  const elements = arrayElements(text)
  if (elements !== null) return elements.map((content, at) => ({ content, place: `, element ${at + 1}` }))
  const lines = text
    .split('\n')
    .map((content, at) => ({ content, place: `:${at + 1}` }))
    .filter(({ content }) => !/^[ \t\r]*$/.test(content))
  const [first, ...others] = lines
  return others.length > 0 && first !== undefined && scanJson(first.content).kind === 'whole'
    ? lines
    : [{ content: text, place: '' }]
}
