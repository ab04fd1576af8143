import { describe, expect, it } from 'vitest'
import { readPendingCap } from '../../src/index.js'
import { isFrozenThrough } from './support.js'

describe('CORE_HITL_PENDING_CAP', () => {
  it.each([[undefined], [null], [''], ['  \t\n']])('is 256 when it is unset or blank: %j', (text) => {
    expect(readPendingCap(text)).toEqual({ _tag: 'Right', right: { cap: 256, warning: null } })
  })

  it.each([
    ['256', 256],
    ['257', 257],
    [' 1000\n', 1000],
    ['0300', 300],
  ])('may raise the cap: %j', (text, cap) => {
    expect(readPendingCap(text)).toEqual({ _tag: 'Right', right: { cap, warning: null } })
  })

  it.each(['0', '1', '255', '000'])('does not lower it, and says so: %j', (text) => {
    expect(readPendingCap(text)).toEqual({
      _tag: 'Right',
      right: {
        cap: 256,
        warning: `CORE_HITL_PENDING_CAP is ${Number(text)}: it can raise the cap and not lower it, so the cap is 256.`,
      },
    })
  })

  it.each(['-1', '+300', '3e2', '300.0', '0x200', 'many', '3 00', '1_000', '٣٠٠', '99999999999999999999'])(
    'is a problem of the configuration when it is anything else: %j',
    (text) => {
      expect(readPendingCap(text)).toEqual({
        _tag: 'Left',
        left: {
          code: 'invalid_pending_cap',
          message: `CORE_HITL_PENDING_CAP is ${JSON.stringify(text)}, which is not a whole number that can be counted to. Set it to digits of 256 or more, or unset it.`,
        },
      })
    },
  )

  it('is frozen, whatever it says', () => {
    for (const text of [null, '300', '1', 'many']) expect(isFrozenThrough(readPendingCap(text))).toBe(true)
  })
})
