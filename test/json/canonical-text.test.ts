import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { canonicalText, floatText } from '../../src/json/canonical-text.js'
import { withExactText } from '../../src/json/exact-text.js'

class Point {
  x = 1
}

const nested = (depth: number): unknown => {
  let value: unknown[] = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

describe('the canonical text of a value', () => {
  it.each([
    [null, 'null'],
    [true, 'true'],
    [false, 'false'],
    ['é\u007f"\\/', '"\\u00e9\\u007f\\"\\\\/"'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [2, {}]], '[1,[2,{}]]'],
    [{ b: 1, a: [null] }, '{"a":[null],"b":1}'],
    [{ 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    [{ '\u{10000}': 2, '\uffff': 1, '\ud801': 0 }, '{"\\ud801":0,"\\uffff":1,"\\ud800\\udc00":2}'],
    [JSON.parse('{"a":2,"__proto__":{"x":1}}'), '{"__proto__":{"x":1},"a":2}'],
    [{ toJSON: 'data' }, '{"toJSON":"data"}'],
    [Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    [vm.runInNewContext('({ b: [1], a: {} })'), '{"a":{},"b":[1]}'],
  ])('%j is %s', (value, text) => {
    expect(canonicalText(value)).toBe(text)
  })

  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.1'],
    [2 ** 53, '9007199254740992'],
    [1e16, '10000000000000000'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [-1.5e300, '-1.5e+300'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1e-7, '1e-07'],
    [5e-324, '5e-324'],
  ])('takes the number %d as JSON.stringify writes it, and writes that token canonically: %s', (n, text) => {
    expect(canonicalText(n)).toBe(text)
    expect(canonicalText({ a: [n] })).toBe(`{"a":[${text}]}`)
  })

  const cycle: { a: unknown } = { a: [1] }
  ;(cycle.a as unknown[]).push({ b: cycle })
  const twice = { x: 1 }

  it.each<[unknown, string]>([
    [undefined, '$: undefined is not a JSON value'],
    [{ a: [1, 2, 3, { b: undefined }] }, '$.a[3].b: undefined is not a JSON value'],
    [{ 'a b': { 10: { 'é"': Symbol('s') } } }, '$["a b"]["10"]["\\u00e9\\""]: a symbol is not a JSON value'],
    [[() => 1], '$[0]: a function is not a JSON value'],
    [{ n: 1n }, '$.n: a bigint is not a JSON value'],
    [[Number.NaN], '$[0]: NaN is not a JSON value'],
    [[[Number.POSITIVE_INFINITY]], '$[0][0]: Infinity is not a JSON value'],
    [{ $a: -1 / 0 }, '$.$a: -Infinity is not a JSON value'],
    [{ d: new Date(0) }, '$.d: an instance of Date is not a JSON value'],
    [new Map(), '$: an instance of Map is not a JSON value'],
    [[new Set()], '$[0]: an instance of Set is not a JSON value'],
    [Object(1), '$: an instance of Number is not a JSON value'],
    [Object('s'), '$: an instance of String is not a JSON value'],
    [Object(false), '$: an instance of Boolean is not a JSON value'],
    [Object(1n), '$: an instance of BigInt is not a JSON value'],
    [new Point(), '$: an instance of Point is not a JSON value'],
    [new (class extends Array {})(), '$: an instance of a class is not a JSON value'],
    [new Uint8Array(2), '$: an instance of Uint8Array is not a JSON value'],
    [new Error('e'), '$: an instance of Error is not a JSON value'],
    [Object.create({ inherited: 1 }), '$: an instance of Object is not a JSON value'],
    [new Array(2), '$[0]: an array hole is not a JSON value'],
    [{ a: Object.assign([1, 2, 3], { 5: 6 }) }, '$.a[3]: an array hole is not a JSON value'],
    [/(a)/.exec('a'), '$: an array with named members is not a JSON value'],
    [{ a: { toJSON: () => 1 } }, '$.a.toJSON: a function is not a JSON value'],
    [Object.defineProperty({}, 'toJSON', { value: () => 1 }), '$.toJSON: a function is not a JSON value'],
    [Object.defineProperty([], 'toJSON', { value: () => 1 }), '$.toJSON: a function is not a JSON value'],
    [{ a: { [Symbol('s')]: 1 } }, '$.a: an object with a symbol as a key is not a JSON value'],
    [cycle, '$.a[1].b: a cycle is not a JSON value'],
  ])('refuses what JSON cannot hold (%#)', (value, message) => {
    expect(() => canonicalText(value)).toThrow(new TypeError(message))
  })

  it('writes a value that stands in several places each time', () => {
    expect(canonicalText([twice, { twice }])).toBe('[{"x":1},{"twice":{"x":1}}]')
  })

  it('lets at most 900 containers stand in one another', () => {
    expect(canonicalText(nested(900))).toBe('['.repeat(900) + ']'.repeat(900))
    expect(() => canonicalText(nested(901))).toThrow(
      /^\$\[0\].*….*\[0\]: nesting of more than 900 arrays and objects/,
    )
    expect(() => canonicalText(nested(1_000_000))).toThrow(TypeError)
    const carrier = (depth: number) =>
      withExactText({}, `{"a":${'['.repeat(depth - 1)}1.0${']'.repeat(depth - 1)}}`)
    expect(canonicalText([carrier(899)])).toContain('1.0')
    expect(() => canonicalText([carrier(900)])).toThrow(/nesting of more than 900/)
  })

  it('writes a value that carries its exact text from it, wherever it stands', () => {
    const chain = withExactText({ w: 1 }, '{"w":1.0}')
    expect(canonicalText(chain)).toBe('{"w":1.0}')
    expect(canonicalText({ b: [chain, { w: 1 }], a: chain })).toBe('{"a":{"w":1.0},"b":[{"w":1.0},{"w":1}]}')
    expect(canonicalText({ ...chain })).toBe('{"w":1}')
  })

  it('takes long strings', () => {
    const long = 'a'.repeat(20_000_000)
    expect(canonicalText([long]) === `["${long}"]`).toBe(true)
  })
})

describe('the text of a float', () => {
  it.each([
    [1, '1.0'],
    [0, '0.0'],
    [-0, '-0.0'],
    [0.9167, '0.9167'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1e22, '1e+22'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-1.5e-7, '-1.5e-07'],
    [5e-324, '5e-324'],
  ])('%d is %s', (n, text) => {
    expect(floatText(n)).toBe(text)
  })

  it('is nothing that NaN or an infinity has', () => {
    expect(() => floatText(Number.NaN)).toThrow(new TypeError('NaN is not a JSON number'))
    expect(() => floatText(-1 / 0)).toThrow(new TypeError('-Infinity is not a JSON number'))
  })
})
