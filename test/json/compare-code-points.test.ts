import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCodePoints } from '../../src/json/compare-code-points.js'

const byLists = (a: string, b: string): number => {
  const [as, bs] = [a, b].map((text) => Array.from(text, (point) => point.codePointAt(0) as number)) as [
    number[],
    number[],
  ]
  for (let at = 0; at < Math.min(as.length, bs.length); at++) {
    if (as[at] !== bs[at]) return Math.sign((as[at] as number) - (bs[at] as number))
  }
  return Math.sign(as.length - bs.length)
}

// Few units, so that two texts share a beginning and part inside a pair.
const text = fc
  .array(fc.constantFrom(0x41, 0x7f, 0xd7ff, 0xd800, 0xd801, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff), {
    maxLength: 4,
  })
  .map((units) => String.fromCharCode(...units))

describe('the order of code points', () => {
  it.each([
    ['', 'a'],
    ['B', 'a'],
    ['_', 'a'],
    ['a', 'ae'],
    ['10', '9'],
    ['\uffff', '\u{10000}'],
    ['\ud801', '\u{10000}'],
    ['\ud800\ue000', '\ud800\udc00'],
    ['\ud800', '\u{10000}'],
    ['e\u0301', '\u00e9'],
  ])('puts %j before %j', (first, second) => {
    expect(compareCodePoints(first, second)).toBeLessThan(0)
    expect(compareCodePoints(second, first)).toBeGreaterThan(0)
    expect(compareCodePoints(first, `${first}`)).toBe(0)
  })

  it('compares as the lists of their code points', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(byLists(a, b))
      }),
      { numRuns: 20_000 },
    )
  })
})
