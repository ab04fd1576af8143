import fc from 'fast-check'
import { afterEach, describe, it, vi } from 'vitest'
import { decodeUtf8, isAscii } from '../../src/json/decode-utf8.js'

/** Bytes that stand anywhere in a buffer, as the lines of a log do. */
const bytes = fc
  .record({
    before: fc.nat(9),
    own: fc.oneof(
      fc.uint8Array({ max: 127, maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => new TextEncoder().encode(text)),
    ),
    behind: fc.nat(9),
  })
  .map(({ before, own, behind }) => {
    const buffer = new Uint8Array(before + own.length + behind).fill(0xff)
    buffer.set(own, before)
    return buffer.subarray(before, before + own.length)
  })

const platform = (own: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(own)
  } catch {
    return null
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('decodeUtf8', () => {
  it('says what the decoder of the platform says, wherever the bytes stand', () => {
    fc.assert(
      fc.property(bytes, (own) => decodeUtf8(own) === platform(own)),
      { numRuns: 2000 },
    )
  })

  it('says the same where there is no Buffer, as in a browser', () => {
    vi.stubGlobal('Buffer', undefined)
    fc.assert(fc.property(bytes, (own) => decodeUtf8(own) === platform(own)))
  })
})

describe('isAscii', () => {
  it('sees every byte above 127, wherever it stands', () => {
    fc.assert(
      fc.property(bytes, (own) => isAscii(own) === own.every((byte) => byte < 128)),
      { numRuns: 2000 },
    )
  })
})
