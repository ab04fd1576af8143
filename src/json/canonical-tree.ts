import { compareCodePoints } from './compare-code-points.js'

/**
 * A JSON value on its way to canonical text: what needs no more work is text already, members wait to be
 * sorted. A `Map` holds them, since in an object `10` would jump the queue and `__proto__` would be no member
 * (K4, K5).
 *
 * @internal
 */
export type CanonicalTree = string | CanonicalTree[] | Map<string, CanonicalTree>

/**
 * How many containers may stand in one another (spec §2.1, `too_deep`): what CPython can
 * read in every version. It also keeps the recursions of this folder far from the end of the stack.
 *
 * @internal
 */
export const MAX_DEPTH = 900

/**
 * The canonical text of a tree (spec §2.5): members by code point of their keys, no blanks, ASCII alone.
 * The tree is at most `MAX_DEPTH` deep; its pieces are joined once, so the time is linear in the text.
 *
 * @internal
 */
export function treeText(tree: CanonicalTree): string {
  if (typeof tree === 'string') return tree
  const pieces: string[] = []
  write(tree, pieces)
  return pieces.join('')
}

/**
 * The canonical text of a string: a short escape where JSON has one, `\u` and four lower-case digits for
 * every other UTF-16 unit outside 0x20 to 0x7e, DEL and lone surrogates included.
 *
 * @internal
 */
export function stringText(value: string): string {
  if (!ESCAPED.test(value)) return `"${value}"`
  // In slices: an engine collects all matches of one replace, more than fit into an array for a long text.
  const pieces = ['"']
  for (let at = 0; at < value.length; at += SLICE) {
    pieces.push(value.slice(at, at + SLICE).replace(ALL_ESCAPED, escapeOf))
  }
  pieces.push('"')
  return pieces.join('')
}

function write(tree: CanonicalTree, pieces: string[]): void {
  if (typeof tree === 'string') {
    pieces.push(tree)
  } else if (Array.isArray(tree)) {
    let before = '['
    for (const item of tree) {
      pieces.push(before)
      write(item, pieces)
      before = ','
    }
    pieces.push(tree.length === 0 ? '[]' : ']')
  } else {
    let before = '{'
    for (const [key, member] of [...tree].sort(byKey)) {
      pieces.push(before, stringText(key), ':')
      write(member, pieces)
      before = ','
    }
    pieces.push(tree.size === 0 ? '{}' : '}')
  }
}

const byKey = (a: [string, unknown], b: [string, unknown]): number => compareCodePoints(a[0], b[0])

const ESCAPED = /[^ !#-[\]-~]/
const ALL_ESCAPED = /[^ !#-[\]-~]/g
const SLICE = 8192

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

const escapeOf = (unit: string): string =>
  SHORT_ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
