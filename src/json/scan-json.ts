import { boundedToken, canonicalNumber } from './canonical-number.js'
import { TokenReader } from './token-reader.js'

/**
 * What a text is, before anyone builds a value from it: whole JSON, the beginning of some JSON, or neither. A
 * line of the log that is a beginning was cut off by a crash; one that is neither was damaged (spec §2.1).
 *
 * @internal
 */
export type JsonScan = WholeJson | JsonPrefix | BrokenJson

/**
 * The text is one JSON value, apart from number tokens that not every reader can carry.
 *
 * @internal
 */
export interface WholeJson {
  readonly kind: 'whole'
  readonly top: 'object' | 'array' | 'scalar'
  /** How many containers stand in one another where it is deepest. */
  readonly depth: number
  /** The first key that its object has already, by what it says and not by how it is spelled. */
  readonly duplicateKey: { readonly offset: number; readonly key: string } | null
  /** The first number that `canonicalJson` refuses; a long one is cut and ends in `…`. */
  readonly notPortable: { readonly offset: number; readonly token: string } | null
}

/**
 * The text is no JSON value, and more text would make it one: cut in a string, an escape, a number, a word,
 * anywhere.
 *
 * @internal
 */
export interface JsonPrefix {
  readonly kind: 'prefix'
  /** What the value began as; null when nothing but blanks is there. */
  readonly top: 'object' | 'array' | 'scalar' | null
  readonly depth: number
}

/**
 * No text that begins so is JSON.
 *
 * @internal
 */
export interface BrokenJson {
  readonly kind: 'broken'
  /** The UTF-16 index of the first unit that does not fit; all before it is the beginning of some JSON. */
  readonly offset: number
  readonly message: string
}

/**
 * Says what a text is, in one pass and without building its value, so that a reader of the log can name what
 * is wrong with a line (spec §2.1). It never throws, has no limit on depth, and keeps to JSON.parse in what is
 * whole, but for `NaN`, `Infinity` and `-Infinity`, which it reads as numbers and reports.
 *
 * @internal
 */
export function scanJson(text: string): JsonScan {
  const reader = new TokenReader(text)
  // By depth, the keys of the objects that are open: one alone needs no set.
  const seen: (string | Set<string> | null)[] = []
  let top: JsonPrefix['top'] = null
  let depth = 0
  let duplicateKey: WholeJson['duplicateKey'] = null
  let notPortable: WholeJson['notPortable'] = null

  for (;;) {
    const token = reader.next()
    switch (token) {
      case 'whole':
        return { kind: 'whole', top: top ?? 'scalar', depth, duplicateKey, notPortable }
      case 'prefix':
        return { kind: 'prefix', top: top ?? (reader.start < text.length ? 'scalar' : null), depth }
      case 'broken':
        return { kind: 'broken', offset: reader.offset, message: reader.message() }
      case 'object':
      case 'array':
        top ??= token
        depth = Math.max(depth, reader.depth)
        seen[reader.depth] = null
        break
      case 'key':
        if (duplicateKey === null) {
          const key = reader.string()
          const keys = seen[reader.depth] ?? null
          if (keys === null) seen[reader.depth] = key
          else if (typeof keys === 'string' ? keys === key : keys.has(key)) {
            duplicateKey = { offset: reader.start, key }
          } else if (typeof keys === 'string') seen[reader.depth] = new Set([keys, key])
          else keys.add(key)
        }
        break
      case 'number':
        top ??= 'scalar'
        if (notPortable === null && canonicalNumber(reader.raw()) === null) {
          notPortable = { offset: reader.start, token: boundedToken(reader.raw()) }
        }
        break
      default:
        top ??= 'scalar'
    }
  }
}
