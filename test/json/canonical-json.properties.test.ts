import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/json/canonical-json.js'
import { canonicalText } from '../../src/json/canonical-text.js'
import { jsonText, mutatedText, numberlessText } from '../../src/testing/arbitrary-json.js'

const canonical = (text: string): string | null => {
  const result = canonicalJson(text)
  return result._tag === 'Left' ? null : result.right
}

describe('canonical JSON, as laws', () => {
  it('is ASCII, and its own canonical form', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const once = canonical(text)
        fc.pre(once !== null)
        expect(once).toMatch(/^[ -~]*$/)
        expect(canonical(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('says what the text says', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const once = canonical(text)
        fc.pre(once !== null)
        // An integer `-0` reads as minus zero in JavaScript, as 0 in CPython.
        expect(JSON.stringify(sorted(JSON.parse(once)))).toBe(JSON.stringify(sorted(JSON.parse(text))))
      }),
      { numRuns: 2000 },
    )
  })

  it('is what the value itself is written as, where no number is in it', () => {
    fc.assert(
      fc.property(numberlessText, (text) => {
        expect(canonicalText(JSON.parse(text))).toBe(canonical(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is what a value is written as that JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(canonicalText(value)).toBe(canonical(JSON.stringify(value)))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes no text that JSON.parse refuses', () => {
    fc.assert(
      fc.property(mutatedText, (text) => {
        const result = canonicalJson(text)
        const corrupt = result._tag === 'Left' && result.left.code === 'corrupt_json'
        expect(corrupt).toBe(!parses(text))
      }),
      { numRuns: 5000 },
    )
  })
})

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value with its members in one order, as lists of pairs. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)])
}
