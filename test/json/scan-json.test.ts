import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson } from '../../src/json/scan-json.js'
import { jsonText, mutatedText, objectText } from '../../src/testing/arbitrary-json.js'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const whole = (text: string) => {
  const scan = scanJson(text)
  if (scan.kind !== 'whole') throw new Error(`${text} is ${scan.kind}`)
  return scan
}

describe('what a text is', () => {
  it.each([
    ['12', 'scalar', 0],
    ['-0.5e-7', 'scalar', 0],
    [' "a" ', 'scalar', 0],
    ['true', 'scalar', 0],
    ['{}', 'object', 1],
    ['\r\n\t [ ]', 'array', 1],
    ['{"a":[{},[[]]],"b":[]}', 'object', 4],
  ])('whole: %j', (text, top, depth) => {
    expect(scanJson(text)).toEqual({ kind: 'whole', top, depth, duplicateKey: null, notPortable: null })
  })

  it.each([
    ['', null, 0],
    [' \t\r\n', null, 0],
    ['-', 'scalar', 0],
    ['1.', 'scalar', 0],
    ['1e', 'scalar', 0],
    ['1E+', 'scalar', 0],
    ['tru', 'scalar', 0],
    ['f', 'scalar', 0],
    ['Na', 'scalar', 0],
    ['-Infinit', 'scalar', 0],
    ['"', 'scalar', 0],
    ['"\\', 'scalar', 0],
    ['"\\u', 'scalar', 0],
    ['"\\u00e', 'scalar', 0],
    ['"\\ud83d', 'scalar', 0],
    ['"\ud83d', 'scalar', 0],
    ['[', 'array', 1],
    ['[1', 'array', 1],
    ['[1,', 'array', 1],
    ['[[[]]', 'array', 3],
    ['{', 'object', 1],
    ['{"a', 'object', 1],
    ['{"a"', 'object', 1],
    ['{"a": ', 'object', 1],
    ['{"a":1', 'object', 1],
    ['{"a":1 ', 'object', 1],
    ['{"a":1,', 'object', 1],
    ['{"a":{"b":[-', 'object', 3],
  ])('a beginning: %j', (text, top, depth) => {
    expect(scanJson(text)).toEqual({ kind: 'prefix', top, depth })
  })

  it.each([
    ['01', 1],
    ['1.e', 2],
    ['1ee', 2],
    ['-a', 1],
    ['-NaN', 1],
    ['trux', 3],
    ['"\\x', 2],
    ['"\\u00g', 5],
    ['"a\nb', 2],
    ['{,', 1],
    ['{"a",', 4],
    ['{"a":,', 5],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['{}{', 2],
    ['12 3', 3],
    ['\ufeff', 0],
    ['\u2028', 0],
    ['\0', 0],
    ['<<<<<<< HEAD', 0],
  ])('neither: %j', (text, offset) => {
    expect(scanJson(text)).toMatchObject({ kind: 'broken', offset })
  })

  it.each([
    ['{"a":1,"a":2}', 7, 'a'],
    ['{"a":1,"\\u0061":2,"b":0,"b":0}', 7, 'a'],
    ['{"\\u0061":1, "a":2}', 13, 'a'],
    ['{"x":{"a":1,"b":2,"c":3,"b":4},"x":0}', 24, 'b'],
    ['[{"a":0},{"a":{"a":{}},"a":0}]', 23, 'a'],
    ['{"":1,"":2}', 6, ''],
    ['{"__proto__":1,"constructor":2,"__proto__":3}', 31, '__proto__'],
    ['{"\\ud83d\\ude00":1,"\u{1f600}":2}', 18, '\u{1f600}'],
  ])('names the first key given twice: %s', (text, offset, key) => {
    expect(whole(text).duplicateKey).toEqual({ offset, key })
  })

  it.each(['{"a":{"a":{"a":1}},"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"\u00e9":1,"e\u0301":2}', '{"a":"a"}'])(
    'takes a key again in another object, and another key: %s',
    (text) => {
      expect(whole(text).duplicateKey).toBeNull()
    },
  )

  it.each([
    ['NaN', 0, 'NaN'],
    ['[1,Infinity]', 3, 'Infinity'],
    ['{"a":-Infinity,"b":NaN}', 5, '-Infinity'],
    ['[1e308,1e309]', 7, '1e309'],
    [`[${'9'.repeat(4300)},-${'9'.repeat(4301)}]`, 4302, `-${'9'.repeat(39)}…`],
  ])('names the first number that nobody can carry (%#)', (text, offset, token) => {
    expect(whole(text).notPortable).toEqual({ offset, token })
  })

  it('agrees with JSON.parse on what is whole', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, mutatedText), (text) => {
        expect(scanJson(text).kind === 'whole').toBe(parses(text))
      }),
      { numRuns: 10_000 },
    )
  })

  it('agrees with JSON.parse on every text of five tokens', () => {
    const tokens = ['{', '}', '[', ']', ',', ':', '"', '0', '1', '-', '.', 'e', 'null', '\\', 'u']
    const grow = (text: string, left: number): void => {
      const scan = scanJson(text)
      if ((scan.kind === 'whole') !== parses(text)) expect.fail(`${text} is ${scan.kind}`)
      // A text that is broken stays so, whatever follows: one step further is enough to see it.
      if (left === 0 || (scan.kind === 'broken' && scan.offset < text.length - 1)) return
      for (const token of tokens) grow(text + token, left - 1)
    }
    grow('', 5)
  })

  it('takes for a beginning exactly what can be completed', () => {
    const middles = ['', '0', '"', ':0', '":0', '"":0', '0":0', 'ull', 'll', 'l', 'n"', 'n":0', '00"', '000"']
    const more = ['0000"', '00":0', '000":0', '0000":0', 'u0000"', 'u0000":0']
    const ends = ['']
    for (const end of ends) if (end.length < 4) ends.push(`${end}]`, `${end}}`)
    const completions = [...middles, ...more].flatMap((middle) => ends.map((end) => middle + end))
    const tokens = ['{', '[', ',', ':', '"', '0', '-', '.', 'e', 'n', 'u', '\\', '}']
    const grow = (text: string, left: number): void => {
      const { kind } = scanJson(text)
      const begins = completions.some((completion) => parses(text + completion))
      if ((kind !== 'broken') !== begins) expect.fail(`${text} is ${kind}`)
      if (left === 0 || kind === 'broken') return
      for (const token of tokens) grow(text + token, left - 1)
    }
    grow('', 4)
  })

  it('calls an object cut anywhere a beginning', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        expect(scanJson(text).kind).toBe('whole')
        for (let at = 1; at < text.length; at++) {
          expect(scanJson(text.slice(0, at))).toMatchObject({ kind: 'prefix', top: 'object' })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('points at the first unit that does not fit', () => {
    fc.assert(
      fc.property(mutatedText, (text) => {
        const scan = scanJson(text)
        fc.pre(scan.kind === 'broken')
        expect(scanJson(text.slice(0, scan.offset)).kind).not.toBe('broken')
        expect(scanJson(text.slice(0, scan.offset + 1))).toMatchObject({
          kind: 'broken',
          offset: scan.offset,
        })
      }),
      { numRuns: 3000 },
    )
  })

  it('reads deep and long texts', () => {
    const deep = 1_000_000
    expect(scanJson('['.repeat(deep))).toEqual({ kind: 'prefix', top: 'array', depth: deep })
    expect(scanJson('{"a":'.repeat(deep))).toEqual({ kind: 'prefix', top: 'object', depth: deep })
    expect(whole('['.repeat(deep) + ']'.repeat(deep)).depth).toBe(deep)
    const long = 'a'.repeat(20_000_000)
    expect(whole(`{"k":"${long}"}`).top).toBe('object')
    expect(scanJson(`{"k":"${long}`)).toEqual({ kind: 'prefix', top: 'object', depth: 1 })
    const members = Array.from({ length: 500_000 }, (_, index) => `"k${index}":0`)
    expect(whole(`{${members.join(',')}}`).duplicateKey).toBeNull()
    expect(whole(`{${members.join(',')},"k0":1}`).duplicateKey?.key).toBe('k0')
  })
})
