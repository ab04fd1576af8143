import { left, type Result, right } from '../result.js'
import { boundedToken, canonicalNumber } from './canonical-number.js'
import { type CanonicalTree, MAX_DEPTH, stringText, treeText } from './canonical-tree.js'
import { TokenReader } from './token-reader.js'

/**
 * Why a text has no canonical form.
 *
 * - `corrupt_json`: it is not JSON (RFC 8259), or ends too early.
 * - `not_portable_number`: a `NaN`, `Infinity` or `-Infinity`, a float beyond the doubles, or an integer of
 *   more than 4,300 digits. CPython reads or writes some of these, and no other JSON reader does.
 * - `too_deep`: more than 900 containers in one another.
 *
 * A text with several gets the first of this order, as a line of the log does (spec §2.1).
 *
 * @public
 */
export interface JsonProblem {
  readonly code: 'corrupt_json' | 'not_portable_number' | 'too_deep'
  /** The UTF-16 index of the unit that does not fit, of the number, or of the container one too many. */
  readonly offset: number
  /** What is wrong, for a person. */
  readonly message: string
}

/**
 * The one canonical form of a JSON text, in which equal data has equal bytes: what CPython's
 * `json.dumps(value, sort_keys=True, separators=(",", ":"))` makes of it, which is how every line of the log
 * was written (spec §2.5). It is not RFC 8785.
 *
 * It works on the tokens: `1.0` stays a float, `12345678901234567890` keeps its digits. Of a key that is
 * given twice, the last stands. The answer is ASCII. A text that has no such form is a `JsonProblem`; nothing
 * is thrown. The rules are in docs/log-format.md.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { canonicalJson } from '@core/hitl-queue'
 *
 * assert.deepEqual(canonicalJson('{"b": 1.0, "a": "é"}'), { _tag: 'Right', right: '{"a":"\\u00e9","b":1.0}' })
 * ```
 *
 * @public
 */
export function canonicalJson(text: string): Result<JsonProblem, string> {
  const reader = new TokenReader(text)
  const containers: Exclude<CanonicalTree, string>[] = []
  let root: CanonicalTree = ''
  let key = ''
  let notPortable: JsonProblem | null = null
  let tooDeep: JsonProblem | null = null

  const place = (tree: CanonicalTree): void => {
    const container = containers[containers.length - 1]
    if (container === undefined) root = tree
    else if (Array.isArray(container)) container.push(tree)
    else container.set(key, tree)
  }

  for (;;) {
    const token = reader.next()
    if (token === 'whole') {
      const problem = notPortable ?? tooDeep
      return problem === null ? right(treeText(root)) : left(problem)
    }
    if (token === 'prefix' || token === 'broken') {
      return left({ code: 'corrupt_json', offset: reader.offset, message: reader.message() })
    }
    if (token === 'number' && notPortable === null) {
      const number = canonicalNumber(reader.raw())
      if (number === null) notPortable = notPortableNumber(reader.start, reader.raw())
      else if (tooDeep === null) place(number)
    }
    if (reader.depth > MAX_DEPTH && tooDeep === null) {
      tooDeep = {
        code: 'too_deep',
        offset: reader.start,
        message: `more than ${MAX_DEPTH} arrays and objects stand in one another`,
      }
    }
    // Behind such a problem only the grammar matters: a text that is not JSON is reported as that.
    if (notPortable !== null || tooDeep !== null) continue
    switch (token) {
      case 'object':
      case 'array': {
        const container = token === 'object' ? new Map<string, CanonicalTree>() : []
        place(container)
        containers.push(container)
        break
      }
      case 'close':
        containers.pop()
        break
      case 'key':
        key = reader.string()
        break
      case 'string':
        place(reader.plain ? reader.raw() : stringText(reader.string()))
        break
      case 'literal':
        place(reader.raw())
        break
    }
  }
}

const notPortableNumber = (offset: number, token: string): JsonProblem => ({
  code: 'not_portable_number',
  offset,
  message: `${boundedToken(token)} is no number that every JSON reader can carry`,
})
