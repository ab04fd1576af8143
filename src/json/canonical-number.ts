import { floatText } from './canonical-text.js'

/**
 * The canonical text of a number token, or null for one that not every reader of the log can carry (spec §2.1,
 * `not_portable_number`): `NaN` and the infinities, a float beyond the doubles, an integer of more than 4,300
 * digits, which CPython refuses to read.
 *
 * A token with `.`, `e` or `E` is a float and is written as one; any other is an integer and keeps its
 * digits.
 *
 * @internal
 */
export function canonicalNumber(token: string): string | null {
  if (FLOAT.test(token)) {
    const float = Number(token)
    return Number.isFinite(float) ? floatText(float) : null
  }
  if (token.endsWith('N') || token.endsWith('y')) return null
  const digits = token.startsWith('-') ? token.length - 1 : token.length
  if (digits > MAX_INTEGER_DIGITS) return null
  return token === '-0' ? '0' : token
}

/**
 * A number token for a message: it can be megabytes long, so its beginning stands for it.
 *
 * @internal
 */
export const boundedToken = (token: string): string => (token.length > 40 ? `${token.slice(0, 40)}…` : token)

const FLOAT = /[.eE]/
const MAX_INTEGER_DIGITS = 4300
