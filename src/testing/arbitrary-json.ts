import fc from 'fast-check'

/** JSON texts in every spelling: numbers, escapes and blanks that no `JSON.stringify` would write. */

const hex = fc.integer({ min: 0, max: 0xffff }).chain((unit) => {
  const digits = unit.toString(16).padStart(4, '0')
  return fc.constantFrom(`\\u${digits}`, `\\u${digits.toUpperCase()}`)
})

const short = fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t')

// Surrogates stand raw only in pairs, as in text that was UTF-8 once.
const raw = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0x10ffff }),
    fc.constantFrom(0x7f, 0x85, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x2028),
  )
  .filter((point) => point !== 0x22 && point !== 0x5c && !(point >= 0xd800 && point <= 0xdfff))
  .map((point) => String.fromCodePoint(point))

const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => `\\u${unit.toString(16)}`)

export const stringToken: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 4, arbitrary: raw }, hex, short, surrogate), { maxLength: 8 })
  .map((parts) => `"${parts.join('')}"`)

/** Few letters, so that keys meet: in both spellings, and in both orders of code points and UTF-16 units. */
const keyToken = fc.oneof(
  stringToken,
  fc.constantFrom('"a"', '"\\u0061"', '"b"', '"10"', '"9"', '"__proto__"', '"constructor"', '""', '"ab"'),
  fc.constantFrom('"\uffff"', '"\\ud800"', '"\\udfff"', '"\u{10000}"', '"\\ud800\\udc00"', '"\u{10000}a"'),
)

const digits = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength }).map((all) => all.join(''))

const integerPart = digits(25).map((text) => text.replace(/^0+(?=.)/, ''))

const sign = fc.constantFrom('', '-')

/** Every double but NaN and the infinities, by its bits: subnormals are as likely as any other exponent. */
export const anyDouble: fc.Arbitrary<number> = fc
  .tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 0xffffffff }))
  .map(([high, low]) => {
    const bits = new DataView(new ArrayBuffer(8))
    bits.setUint32(0, high)
    bits.setUint32(4, low)
    return bits.getFloat64(0)
  })
  .filter(Number.isFinite)

const handyDouble = fc
  .tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), fc.integer({ min: -20, max: 25 }))
  .map(([n, power]) => Number(`${n}e${power}`))

export const numberToken: fc.Arbitrary<string> = fc.oneof(
  anyDouble.map((n) => `${n}`),
  anyDouble.map((n) => n.toExponential(20)),
  handyDouble.map((n) => `${n}`),
  fc.tuple(sign, integerPart).map((parts) => parts.join('')),
  fc.tuple(sign, integerPart, digits(25)).map(([s, i, f]) => `${s}${i}.${f}`),
  fc
    .tuple(
      sign,
      integerPart,
      fc.option(digits(20), { nil: null }),
      fc.constantFrom('e', 'E'),
      fc.constantFrom('', '+', '-'),
      fc.oneof({ weight: 15, arbitrary: digits(2) }, digits(3)),
    )
    .map(([s, i, f, e, es, power]) => `${s}${i}${f === null ? '' : `.${f}`}${e}${es}${power}`),
)

const blank = fc.constantFrom('', '', '', ' ', '\t', '\n', '\r', ' \r\n\t')

const between = (open: string, items: string[], close: string, blanks: readonly [string, string]): string =>
  `${open}${blanks[0]}${items.join(`${blanks[1]},${blanks[0]}`)}${blanks[1]}${close}`

const textOf = (scalar: fc.Arbitrary<string>) =>
  fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof({ maxDepth: 5, depthSize: 'small' }, scalar, tie('object'), tie('array')),
    object: fc
      .tuple(
        fc.array(
          fc
            .tuple(keyToken, blank, blank, tie('value'))
            .map(([key, before, after, value]) => `${key}${before}:${after}${value}`),
          { maxLength: 4 },
        ),
        fc.tuple(blank, blank),
      )
      .map(([members, blanks]) => between('{', members, '}', blanks)),
    array: fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), fc.tuple(blank, blank))
      .map(([items, blanks]) => between('[', items, ']', blanks)),
  }))

const literal = fc.constantFrom('true', 'false', 'null')

const anyText = textOf(fc.oneof(stringToken, { weight: 2, arbitrary: numberToken }, literal))

/** The text of any value, with blanks around it. */
export const jsonText: fc.Arbitrary<string> = fc
  .tuple(blank, anyText.value, blank)
  .map((parts) => parts.join(''))

/** The text of an object, and nothing around it. */
export const objectText: fc.Arbitrary<string> = anyText.object

/** The text of a value that holds no number. */
export const numberlessText: fc.Arbitrary<string> = textOf(fc.oneof(stringToken, literal)).value

/** A text that was JSON until something happened to it. */
export const mutatedText: fc.Arbitrary<string> = fc
  .tuple(
    jsonText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.constantFrom(
          '',
          ...'{}[]:,"\\u0123456789abef-+.eEtrnl \n\t\u000b\u00a0\ufeff\0x',
          'null',
          '\\u00',
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, removed, inserted]) => {
      const at = place % (changed.length + 1)
      return changed.slice(0, at) + inserted + changed.slice(at + removed)
    }, text),
  )
