import { freezeDeeply } from './freeze-json.js'
import { TokenReader } from './token-reader.js'

// Registered, so that the ESM and the CommonJS copy of this package, and its entries, mean one symbol.
const EXACT_TEXT = Symbol.for('@core/hitl-queue/exact-text')

/**
 * Lets a value that was read from JSON carry its canonical text, because a JavaScript number cannot tell
 * `1.0` from `1` and loses the digits of a big integer (spec §2.5). The property is not enumerable: a copy
 * with spread, a comparison and `JSON.stringify` do not see it, so the text never outlives the value it
 * belongs to.
 *
 * The value is frozen with everything in it, for the same reason, and handed back. Throws a TypeError for a
 * value that is frozen already and carries another text or none: nothing can be added to it.
 *
 * @internal
 */
export function withExactText<T extends object>(value: T, text: string): T {
  if (exactTextOf(value) === text) return value
  Object.defineProperty(value, EXACT_TEXT, { value: text })
  freezeDeeply(value)
  return value
}

/**
 * Lets each value of a kind carry a text that is made from it whenever somebody asks: for a kind whose texts its values and
 * their type say, though `canonicalText`, which sees the value alone, could not write them. It is a getter that all of the
 * kind share, and so costs no memory: where a log has a million such values, keeping their texts would double them.
 *
 * What it gives back marks a value, which counts once it is frozen; `write` must not ask the value itself for its text.
 *
 * @internal
 */
export const textOnDemand = <T extends object>(write: (value: T) => string): ((value: T) => void) => {
  const property: PropertyDescriptor & ThisType<T> = {
    get() {
      return write(this)
    },
  }
  return (value) => {
    Object.defineProperty(value, EXACT_TEXT, property)
  }
}

/**
 * The canonical text that a value carries, or null. It must be the value's own and the value frozen: whatever
 * else has such a property, its text may not say what the value says.
 *
 * @internal
 */
export function exactTextOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Object.hasOwn(value, EXACT_TEXT) || !Object.isFrozen(value)) return null
  const text: unknown = (value as { readonly [EXACT_TEXT]?: unknown })[EXACT_TEXT]
  return typeof text === 'string' ? text : null
}

/**
 * The text of a member as it stands in a JSON text, found by the keys that lead to it: how the exact chain of
 * a `created` line is kept (spec §2.5). Each step is a key of an object; of a key given twice the last stands,
 * also halfway, as in every JSON reader. Null when there is no such member, and when the text is not whole
 * JSON. The empty path names the value itself.
 *
 * @internal
 */
export function rawMember(text: string, path: readonly string[]): string | null {
  const reader = new TokenReader(text)
  // The objects that the path leads through are the outermost `onPath` of those that are open.
  let onPath = 0
  let next: 'wanted' | 'on path' | 'beside' = path.length === 0 ? 'wanted' : 'on path'
  let inside: { readonly start: number; readonly depth: number } | null = null
  let found: string | null = null

  for (;;) {
    const token = reader.next()
    switch (token) {
      case 'whole':
        return found
      case 'prefix':
      case 'broken':
        return null
      case 'key':
        if (reader.depth !== onPath || inside !== null) break
        if (reader.string() !== path[onPath - 1]) break
        found = null
        next = onPath === path.length ? 'wanted' : 'on path'
        break
      case 'close':
        onPath = Math.min(onPath, reader.depth)
        if (inside !== null && reader.depth < inside.depth) {
          found = text.slice(inside.start, reader.end)
          inside = null
        }
        break
      case 'object':
      case 'array':
        if (next === 'wanted') inside = { start: reader.start, depth: reader.depth }
        if (next === 'on path' && token === 'object') onPath = reader.depth
        next = 'beside'
        break
      default:
        if (next === 'wanted') found = reader.raw()
        next = 'beside'
    }
  }
}
