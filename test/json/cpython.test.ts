import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/json/canonical-json.js'
import { floatText } from '../../src/json/canonical-text.js'
import {
  anyDouble,
  jsonText,
  mutatedText,
  numberToken,
  stringToken,
} from '../../src/testing/arbitrary-json.js'

// Spec 2.5 promises the bytes of CPython's json.dumps, so CPython itself is asked where it is installed.

const ORACLE = `
import json, math, sys
def answer(text):
    odd = []
    def number(token):
        value = float(token)
        if not math.isfinite(value):
            odd.append(token)
        return value
    try:
        value = json.loads(text, parse_float=number, parse_constant=number)
    except json.JSONDecodeError:
        return 'corrupt_json'
    except ValueError:
        return 'not_portable_number'
    return 'not_portable_number' if odd else json.dumps(value, sort_keys=True, separators=(',', ':'))
sys.stdout.write(json.dumps([answer(text) for text in json.loads(sys.stdin.read())]))
`

const cpython = (texts: readonly string[]): string[] => {
  // ASCII on both ways: a pipe would not carry lone surrogates.
  const input = JSON.stringify(texts).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const run = spawnSync('python3', ['-c', ORACLE], { input, encoding: 'latin1', maxBuffer: 2 ** 30 })
  if (run.status !== 0) throw new Error(`python3 failed: ${run.stderr}`)
  return JSON.parse(run.stdout)
}

const ours = (text: string): string => {
  const result = canonicalJson(text)
  return result._tag === 'Left' ? result.left.code : result.right
}

const hasCPython =
  spawnSync('python3', ['-c', 'import platform; print(platform.python_implementation())'], {
    encoding: 'latin1',
  }).stdout?.trim() === 'CPython'

const batch = (text: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(text, { minLength: 500, maxLength: 1000, size: 'max' })

describe.skipIf(!hasCPython)('beside CPython', () => {
  const sameAnswers = (text: fc.Arbitrary<string>): void => {
    fc.assert(
      fc.property(batch(text), (texts) => {
        expect(texts.map(ours)).toEqual(cpython(texts))
      }),
      // The difference shows the text; to shrink a batch would start a thousand processes.
      { numRuns: 8, endOnFailure: true },
    )
  }

  it('makes the same bytes of every JSON text', () => sameAnswers(jsonText))

  it('makes the same bytes of every number token', () => sameAnswers(numberToken))

  it('makes the same bytes of every string token', () => sameAnswers(stringToken))

  it('makes the same bytes of a damaged text, or refuses it as CPython does', () => sameAnswers(mutatedText))

  it('writes each of the UTF-16 units as CPython does, raw and escaped', () => {
    const texts = Array.from({ length: 0x10000 }, (_, unit) => {
      const escaped = `\\u${unit.toString(16).padStart(4, '0')}`
      return `["${escaped}","${String.fromCharCode(unit)}",{"${escaped}":0,"\u{10000}":1,"\\uffff":2}]`
    })
    expect(texts.map(ours)).toEqual(cpython(texts))
  })

  it('writes every double as repr(float(n)) does', () => {
    fc.assert(
      fc.property(fc.array(anyDouble, { minLength: 2000, maxLength: 4000, size: 'max' }), (doubles) => {
        expect(doubles.map(floatText)).toEqual(cpython(doubles.map((n) => n.toExponential(20))))
      }),
      { numRuns: 8, endOnFailure: true },
    )
    const powers = Array.from({ length: 633 }, (_, index) => `1e${index - 324}`)
    const neighbours = [15, 16, 17, 20, 21, 22, -3, -4, -5, -6, -7].flatMap((power) => {
      const n = 10 ** power
      return [n, n * (1 + Number.EPSILON), n * (1 - Number.EPSILON / 2), -n].map((x) => x.toExponential())
    })
    for (const texts of [powers, neighbours]) {
      expect(texts.map((text) => floatText(Number(text)))).toEqual(cpython(texts))
    }
  })
})
