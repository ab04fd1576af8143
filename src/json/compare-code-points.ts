/**
 * The order of keys and of file names: by Unicode code point, as CPython compares strings. JavaScript's `<`
 * compares UTF-16 units and so puts U+10000 before U+FFFF; `localeCompare` depends on the machine.
 * A surrogate without its partner counts as the code point of its own number.
 *
 * @internal
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const shared = Math.min(a.length, b.length)
  let at = 0
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === shared) return a.length - b.length
  const unitA = a.charCodeAt(at)
  const unitB = b.charCodeAt(at)
  if (unitA < 0xd800 && unitB < 0xd800) return unitA - unitB
  // The first unit that differs may be the second half of a pair whose first half is shared.
  if (at > 0 && isHighSurrogate(a.charCodeAt(at - 1))) {
    const difference = codePoint(a, at - 1) - codePoint(b, at - 1)
    if (difference !== 0) return difference
  }
  return codePoint(a, at) - codePoint(b, at)
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const codePoint = (text: string, at: number): number => text.codePointAt(at) as number
