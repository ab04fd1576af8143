import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactTextOf, rawMember, withExactText } from '../../src/json/exact-text.js'
import { jsonText, mutatedText } from '../../src/testing/arbitrary-json.js'

const SYMBOL = Symbol.for('@core/hitl-queue/exact-text')

describe('exact text', () => {
  it('is carried by the value it belongs to, and seen by nobody else', () => {
    const value = { w: 1, deep: [{ x: 2 }] }
    expect(withExactText(value, '{"deep":[{"x":2.0}],"w":1.0}')).toBe(value)
    expect(exactTextOf(value)).toBe('{"deep":[{"x":2.0}],"w":1.0}')
    expect(value).toEqual({ w: 1, deep: [{ x: 2 }] })
    expect(Object.keys(value)).toEqual(['w', 'deep'])
    expect(JSON.stringify(value)).toBe('{"w":1,"deep":[{"x":2}]}')
    expect(exactTextOf({ ...value })).toBeNull()
    expect(exactTextOf(structuredClone(value))).toBeNull()
    expect(exactTextOf(Object.freeze(Object.create(value)))).toBeNull()
  })

  it('freezes the value through and through, so that the two cannot part', () => {
    const value = withExactText({ a: [{ b: { c: 1 } }], n: null }, '{}')
    expect([value, value.a, value.a[0], value.a[0]?.b].every(Object.isFrozen)).toBe(true)
  })

  it('is added once', () => {
    const value = withExactText([1], '[1.0]')
    expect(withExactText(value, '[1.0]')).toBe(value)
    expect(() => withExactText(value, '[1]')).toThrow(TypeError)
    expect(() => withExactText(Object.freeze({}), '{}')).toThrow(TypeError)
    expect(exactTextOf(value)).toBe('[1.0]')
  })

  it('is found by a registered symbol, which every copy of the package shares', () => {
    expect(exactTextOf(Object.freeze({ [SYMBOL]: '{}' }))).toBe('{}')
    expect(exactTextOf({ [SYMBOL]: '{}' })).toBeNull()
    expect(exactTextOf(Object.freeze({ [SYMBOL]: 1 }))).toBeNull()
    for (const value of [null, undefined, 1, 'text', {}, []]) expect(exactTextOf(value)).toBeNull()
  })

  it('is carried by a value of any depth', () => {
    const value: unknown[] = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(exactTextOf(withExactText(value, '[]'))).toBe('[]')
  })
})

describe('the text of a member', () => {
  it.each<[string, string[], string | null]>([
    ['{"a":1.0}', ['a'], '1.0'],
    [' { "a" : [ 1 , {"b":2} ] , "c":0 } ', ['a'], '[ 1 , {"b":2} ]'],
    ['{"a":{"b":{"c":-0}}}', ['a', 'b'], '{"c":-0}'],
    ['{"a":{"b":{"c":-0}}}', ['a', 'b', 'c'], '-0'],
    ['{"b":{"a":1},"a":2}', ['a'], '2'],
    ['{"x":[{"a":1}],"a":"s\\u00e9"}', ['a'], '"s\\u00e9"'],
    ['{"a":1,"a":2}', ['a'], '2'],
    ['{"a":{"a":1}}', ['a'], '{"a":1}'],
    ['{"\\u0061":{"b":1}}', ['a', 'b'], '1'],
    ['{"a":{"b":1},"a":{"b":2}}', ['a', 'b'], '2'],
    ['{"a":{"b":1},"a":{"c":2}}', ['a', 'b'], null],
    ['{"a":{"b":1},"a":[{"b":2}]}', ['a', 'b'], null],
    ['{"a":{"b":1},"a":null}', ['a', 'b'], null],
    ['{"a":{"b":1,"b":{"b":3}},"b":4}', ['a', 'b'], '{"b":3}'],
    ['{"__proto__":{"x":1}}', ['__proto__', 'x'], '1'],
    ['{"a":[5]}', ['a', '0'], null],
    ['{"a":{"0":[5]}}', ['a', '0'], '[5]'],
    ['[{"a":1}]', ['a'], null],
    ['{"a":1}', ['toString'], null],
    ['{"a":1}', ['a', 'b'], null],
    ['"a"', ['a'], null],
    [' [1, 2] ', [], '[1, 2]'],
    [' 1.0 ', [], '1.0'],
    ['{"a":1', ['a'], null],
    ['{"a":1}}', ['a'], null],
    ['', [], null],
  ])('%s, at %j', (text, path, raw) => {
    expect(rawMember(text, path)).toBe(raw)
  })

  const key = fc.constantFrom('a', 'b', '10', '9', '__proto__', 'constructor', '', '\uffff', '\u{10000}')

  it('says what the member says that JSON.parse finds', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: jsonText }, mutatedText),
        fc.array(key, { maxLength: 3 }),
        (text, path) => {
          const raw = rawMember(text, path)
          const member = memberOf(text, path)
          expect(raw === null ? undefined : JSON.stringify(JSON.parse(raw))).toBe(JSON.stringify(member))
          if (raw !== null) expect(raw.trim()).toBe(raw)
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('finds every member of every object', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const visit = (value: unknown, path: string[]): void => {
          const raw = rawMember(text, path)
          expect(raw === null ? null : JSON.stringify(JSON.parse(raw))).toBe(JSON.stringify(value))
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return
          for (const [name, member] of Object.entries(value)) visit(member, [...path, name])
        }
        visit(JSON.parse(text), [])
      }),
      { numRuns: 2000 },
    )
  })

  it('reads deep and long texts', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    expect(rawMember(`{"x":${deep},"a":${deep}}`, ['a']) === deep).toBe(true)
    expect(rawMember('{"a":'.repeat(1_000_000), ['a', 'a'])).toBeNull()
    const long = `"${'b'.repeat(20_000_000)}"`
    expect(rawMember(`{"a":{"b":${long}}}`, ['a', 'b']) === long).toBe(true)
  })
})

const memberOf = (text: string, path: readonly string[]): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  for (const step of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) {
      return undefined
    }
    value = (value as { readonly [key: string]: unknown })[step]
  }
  return value
}
