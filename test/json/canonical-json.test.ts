import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/json/canonical-json.js'
import vectors from './canonical-json.vectors.json' with { type: 'json' }

const canonical = (text: string): string => {
  const result = canonicalJson(text)
  if (result._tag === 'Left') throw new Error(`${result.left.code}: ${result.left.message}`)
  return result.right
}

const problem = (text: string) => {
  const result = canonicalJson(text)
  return result._tag === 'Left' ? { code: result.left.code, offset: result.left.offset } : null
}

const tokens = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('→') as unknown as readonly [string, string])

describe('the canonical form of JSON text', () => {
  it.each(vectors)('writes $text as CPython does', ({ text, canonical: expected }) => {
    expect(canonical(text)).toBe(expected)
  })

  it.each([
    ['N1', '1.0→1.0 1e2→100.0 1E2→100.0 0e1→0.0'],
    ['N2', '-0→0 -0.0→-0.0 -0e0→-0.0 -1e-400→-0.0'],
    [
      'N3',
      '1e15→1000000000000000.0 9999999999999998.0→9999999999999998.0 1e16→1e+16 1e17→1e+17 123456789012345680.0→1.2345678901234568e+17 1e20→1e+20',
    ],
    ['N4', '1e21→1e+21 1e22→1e+22 1e100→1e+100'],
    ['N5', '0.0001→0.0001 0.00001→1e-05 0.000001→1e-06 0.00009999999999999999→9.999999999999999e-05'],
    ['N6', '1e-7→1e-07 1.5e-7→1.5e-07 5e-324→5e-324'],
    ['N7', '0.1→0.1 0.30000000000000004→0.30000000000000004 1.7976931348623157e308→1.7976931348623157e+308'],
    [
      'N8',
      `9007199254740993→9007199254740993 18446744073709551616→18446744073709551616 123456789012345678901234567890→123456789012345678901234567890 1${'0'.repeat(30)}→1${'0'.repeat(30)}`,
    ],
    ['N9', '9007199254740993.0→9007199254740992.0'],
    ['N12', '1e-400→0.0 0e99999999999→0.0 1e-99999999999→0.0'],
  ])('keeps a number what it is (%s)', (_row, pairs) => {
    for (const [text, expected] of tokens(pairs)) {
      expect(canonical(text)).toBe(expected)
      expect(canonical(` [ ${text} ] `)).toBe(`[${expected}]`)
    }
  })

  it('carries integers of up to 4,300 digits and no longer ones (N10)', () => {
    for (const digits of [309, 310, 4300]) {
      expect(canonical('9'.repeat(digits))).toBe('9'.repeat(digits))
      expect(canonical(`-${'9'.repeat(digits)}`)).toBe(`-${'9'.repeat(digits)}`)
    }
    expect(problem('9'.repeat(4301))).toEqual({ code: 'not_portable_number', offset: 0 })
    expect(problem(`[-${'9'.repeat(4301)}]`)).toEqual({ code: 'not_portable_number', offset: 1 })
    expect(canonical(`0.${'3'.repeat(5000)}`)).toBe('0.3333333333333333')
  })

  it('refuses a float beyond the doubles (N11)', () => {
    for (const text of ['1e400', '-1e400', `${'9'.repeat(5000)}.0`, '1.7976931348623159e308', '1E+309']) {
      expect(problem(`{"a":${text}}`)).toEqual({ code: 'not_portable_number', offset: 5 })
    }
    expect(canonical('1.7976931348623158e308')).toBe('1.7976931348623157e+308')
  })

  it('refuses NaN and the infinities, and does not know -NaN (N13)', () => {
    for (const text of ['NaN', 'Infinity', '-Infinity']) {
      expect(problem(`[1, ${text}]`)).toEqual({ code: 'not_portable_number', offset: 4 })
    }
    expect(problem('-NaN')).toEqual({ code: 'corrupt_json', offset: 1 })
  })

  it.each([
    [
      'S1',
      '"\u00e9\u00a0\u0085\u2028\u2029\ufeff\ufffe\uffff"',
      '"\\u00e9\\u00a0\\u0085\\u2028\\u2029\\ufeff\\ufffe\\uffff"',
    ],
    ['S1', '"\\u00E9\\uFFFF"', '"\\u00e9\\uffff"'],
    ['S2', '"\u007f\\u007f\\u007F~ "', '"\\u007f\\u007f\\u007f~ "'],
    ['S3', '"\u{1f600}\\uD83D\\uDE00"', '"\\ud83d\\ude00\\ud83d\\ude00"'],
    ['S4', '"\\ud83d"', '"\\ud83d"'],
    ['S4', '"\\ude00\\ud83d"', '"\\ude00\\ud83d"'],
    ['S4', '"\\ud83d\u{1f600}"', '"\\ud83d\\ud83d\\ude00"'],
    ['S5', '"\\u0008\\u000c\\u000a\\u000d\\u0009\\u0000\\u001F"', '"\\b\\f\\n\\r\\t\\u0000\\u001f"'],
    ['S5', '"\\b\\f\\n\\r\\t"', '"\\b\\f\\n\\r\\t"'],
    ['S6', '"\\/</script>&\'\\u002f"', '"/</script>&\'/"'],
    ['S7', '"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
    ['quotes', '"\\"\\\\\\u0022\\u005C"', '"\\"\\\\\\"\\\\"'],
  ])('escapes every unit outside 0x20 to 0x7e (%s)', (_row, text, expected) => {
    expect(canonical(text)).toBe(expected)
    expect(canonical(`{${text}:${text}}`)).toBe(`{${expected}:${expected}}`)
  })

  it.each([
    ['K1', '{"\ud800\udc00":2,"\uffff":1}', '{"\\uffff":1,"\\ud800\\udc00":2}'],
    ['K2', '{"\ud800\udc00":1,"\\ud801":2}', '{"\\ud801":2,"\\ud800\\udc00":1}'],
    [
      'K2, S7',
      '{"\\uffff":1,"\\ud83d\\ude00":2,"\\ude00":3}',
      '{"\\ude00":3,"\\uffff":1,"\\ud83d\\ude00":2}',
    ],
    ['K3', '{"ae":1,"a":2,"_":3,"Z":4,"B":5}', '{"B":5,"Z":4,"_":3,"a":2,"ae":1}'],
    ['K4', '{"a":3,"9":2,"10":1}', '{"10":1,"9":2,"a":3}'],
    ['K5', '{"a":2,"__proto__":{"x":1},"constructor":0}', '{"__proto__":{"x":1},"a":2,"constructor":0}'],
    ['K6', '{"9":1,"10":1,"true":1,"null":1,"1e+16":1}', '{"10":1,"1e+16":1,"9":1,"null":1,"true":1}'],
    ['K7', '{"a":1,"a":2}', '{"a":2}'],
    ['K7', '{"to":"rejected","a":0,"\\u0074o":"accepted"}', '{"a":0,"to":"accepted"}'],
    ['K8', '{"\u00e9":1,"e\u0301":2}', '{"e\\u0301":2,"\\u00e9":1}'],
  ])('sorts keys by code point and takes each as data (%s)', (_row, text, expected) => {
    expect(canonical(text)).toBe(expected)
  })

  it('lets at most 900 containers stand in one another (D1)', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    expect(canonical(nested(900))).toBe(nested(900))
    expect(problem(nested(901))).toEqual({ code: 'too_deep', offset: 900 })
    expect(problem(nested(1_000_000))).toEqual({ code: 'too_deep', offset: 900 })
    expect(problem('['.repeat(1_000_000))).toEqual({ code: 'corrupt_json', offset: 1_000_000 })
    expect(canonical(`${'{"a":['.repeat(450)}${']}'.repeat(450)}`)).toHaveLength(450 * 8)
    expect(problem(`${'{"a":['.repeat(450)}{}${']}'.repeat(450)}`)).toEqual({
      code: 'too_deep',
      offset: 2700,
    })
    expect(canonical(`[${nested(899)},${nested(899)}]`)).toBe(`[${nested(899)},${nested(899)}]`)
  })

  it('takes any value at the top (D2)', () => {
    for (const text of ['null', 'true', 'false', '0', '""', '[]', '{}'])
      expect(canonical(`\r\n\t ${text} `)).toBe(text)
  })

  it.each([
    ['', 0],
    [' ', 1],
    ['[1,]', 3],
    ['[,1]', 1],
    ['{"a":1,}', 7],
    ["'a'", 0],
    ['{a:1}', 1],
    ['01', 1],
    ['-01', 2],
    ['+1', 0],
    ['.5', 0],
    ['5.', 2],
    ['5.e1', 2],
    ['1e', 2],
    ['0x10', 1],
    ['{} {}', 3],
    ['[] // c', 3],
    ['/* c */ []', 0],
    ['\uff11', 0],
    ['\u0661', 0],
    ['"\t"', 1],
    ['"\n"', 1],
    ['"\u001f"', 1],
    ['\u000b[]', 0],
    ['[]\u00a0', 2],
    ['\ufeff{}', 0],
    ['"\\x"', 2],
    ['"\\u00g0"', 5],
    ['"\\u00"', 5],
    ['"', 1],
    ['nul', 3],
    ['True', 0],
    ['undefined', 0],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ['{1:1}', 1],
    [']', 0],
    ['[}', 1],
    ['{"a":1]', 6],
    ['Inf', 3],
  ])('takes no text that is not JSON: %j (G1)', (text, offset) => {
    expect(problem(text)).toEqual({ code: 'corrupt_json', offset })
  })

  it('reports the first problem in the order of the log reader', () => {
    const deep = '['.repeat(901) + ']'.repeat(901)
    expect(problem(`[${deep},NaN,01]`)?.code).toBe('corrupt_json')
    expect(problem(`[${deep},NaN,1e999]`)).toEqual({ code: 'not_portable_number', offset: 1804 })
    expect(problem(`[1,${deep},${deep}]`)).toEqual({ code: 'too_deep', offset: 902 })
  })

  it('says what was expected, and bounds what it shows', () => {
    const message = (text: string): string => {
      const result = canonicalJson(text)
      return result._tag === 'Left' ? result.left.message : ''
    }
    expect(message('{"a":1,}')).toBe("expected a key, found '}'")
    expect(message('[1\u00a0]')).toBe('expected "," or "]", found U+00A0')
    expect(message('{"a"')).toBe('expected ":", but the text ends')
    expect(message('"a\nb"')).toBe('expected an escape in place of a control character, found U+000A')
    expect(message('9'.repeat(1_000_000)).length).toBeLessThan(120)
  })

  it.each([
    '{"proposed_chain":{"connective":"requires","intent":"cause","object":"o","subject":"s"},"source_candidate_id":"c1"}',
    '{"proposed_chain":{"connective":"c","intent":"cause","object":"o","subject":"\\u2028\\u007f","w":1.0},"source_candidate_id":"c\\u00e9\\ud83d\\ude00"}',
    '{"proposed_chain":{"w":[1e-07,1e+16,0.9167,-0.0,1e+22,123456789012345678901234567890,true,null]},"source_candidate_id":"c"}',
    '{"proposed_chain":{"10":1,"9":2,"__proto__":{"x":1},"\\uffff":3,"\\ud800\\udc00":4},"source_candidate_id":"c"}',
  ])('leaves the text that an id is the hash of as it is: %s', (blob) => {
    expect(canonical(blob)).toBe(blob)
  })

  it('refuses the text with NaN that CPython makes an id of', () => {
    expect(problem('{"proposed_chain":{"a":NaN,"b":Infinity},"source_candidate_id":"\\ud800"}')).toEqual({
      code: 'not_portable_number',
      offset: 23,
    })
  })

  it('takes long texts', () => {
    const long = 'a'.repeat(50_000_000)
    expect(canonical(`{"k":"${long}"}`) === `{"k":"${long}"}`).toBe(true)
    const escaped = canonical(`"${'\\u00E9\u00e9'.repeat(1_000_000)}"`)
    expect(escaped === `"${'\\u00e9'.repeat(2_000_000)}"`).toBe(true)
    const buried = `${'['.repeat(899)}"${'b'.repeat(20_000_000)}"${']'.repeat(899)}`
    expect(canonical(buried) === buried).toBe(true)
    const items = `[${Array.from({ length: 500_000 }, (_, index) => `{"k${index}":${index}}`).join(',')}]`
    expect(canonical(items) === items).toBe(true)
  })
})
