import type * as t from 'io-ts'
import { MAX_DEPTH } from '../json/canonical-tree.js'
import { decodeUtf8 } from '../json/decode-utf8.js'
import { scanJson } from '../json/scan-json.js'
import { left, type Result, right } from '../result.js'
import { bounded, departures, JsonObject } from './codec.js'

/**
 * Something wrong with a document that was handed to us: a candidate, or replay evidence. Nothing of it is used (spec §2.5).
 * @public
 */
export interface DocumentProblem {
  /** What is wrong. docs/problems.md has each code and what to do. */
  readonly code:
    | 'invalid_utf8'
    | 'corrupt_json'
    | 'not_portable_number'
    | 'too_deep'
    | 'duplicate_key'
    | 'invalid_candidate'
    | 'invalid_evidence'
  /** JSON pointer to the member that is wrong; `''` when it is the document as a whole. */
  readonly pointer: string
  /** Where in the text, in UTF-16 units, when that is what is known. */
  readonly offset: number | null
  /** What is wrong and what to do, for a person. */
  readonly message: string
}

/** A document that will stand inside an event, as its value and its text. The value is not frozen yet. @internal */
export const readDocument = <A>(
  content: string | Uint8Array,
  codec: t.Type<A>,
  invalid: 'invalid_candidate' | 'invalid_evidence',
): Result<readonly DocumentProblem[], { readonly value: A; readonly text: string }> => {
  const text = typeof content === 'string' ? content : decodeUtf8(content)
  if (text === null) return refuse('invalid_utf8', null, 'The document is not UTF-8. Save it as UTF-8.')
  const scan = scanJson(text)
  switch (scan.kind) {
    case 'prefix':
      return refuse('corrupt_json', text.length, 'The document is not JSON: it ends before it is whole.')
    case 'broken':
      return refuse(
        'corrupt_json',
        scan.offset,
        `The document is not JSON: ${scan.message} at character ${scan.offset + 1}.`,
      )
  }
  if (scan.notPortable !== null) {
    const { token, offset } = scan.notPortable
    return refuse(
      'not_portable_number',
      offset,
      `${token} at character ${offset + 1} is not a number that every reader of JSON can hold. Correct its writer.`,
    )
  }
  // An event is one level more around what the document holds, and a line of the log has its limit too.
  if (scan.depth > MAX_DEPTH - 1) {
    return refuse('too_deep', null, `The document nests deeper than ${MAX_DEPTH - 1} levels.`)
  }
  if (scan.duplicateKey !== null) {
    const { key, offset } = scan.duplicateKey
    return refuse(
      'duplicate_key',
      offset,
      `The key ${JSON.stringify(bounded(key, 80))} at character ${offset + 1} stands twice in one object, and which one is meant is not for us to say. Correct its writer.`,
    )
  }
  const value: unknown = JSON.parse(text)
  const wrong = JsonObject.is(value) ? departures(codec, value) : departures(JsonObject, value)
  if (wrong.length === 0) return right({ value: value as A, text })
  return left(
    Object.freeze(
      wrong.map(({ pointer, expected, actual }) =>
        Object.freeze({
          code: invalid,
          pointer,
          offset: null,
          message: `${pointer || 'The document'}: expected ${expected}, found ${actual}. Correct its writer.`,
        }),
      ),
    ),
  )
}

const refuse = (
  code: DocumentProblem['code'],
  offset: number | null,
  message: string,
): Result<readonly DocumentProblem[], never> =>
  left(Object.freeze([Object.freeze({ code, pointer: '', offset, message })]))
