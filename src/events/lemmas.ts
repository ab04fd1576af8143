import type { ProposedChain } from './created.js'

/** A lemma as overlaps compare it: stripped as Python strips, lower-cased without a locale (spec §3). @internal */
export const normalisedLemma = (lemma: string): string => stripped(lemma).toLowerCase()

/** The subject and the object of a chain, normalised; one when they are the same. @internal */
export const lemmasOf = ({ subject, object }: ProposedChain): readonly string[] => [
  ...new Set([normalisedLemma(subject), normalisedLemma(object)]),
]

/** Python's `str.strip()`: `trim()` leaves U+001C to U+001F and U+0085, and takes U+FEFF. @internal */
export const stripped = (text: string): string => text.replace(LEADING, '').replace(TRAILING, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are Python's white space.
const LEADING = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are Python's white space.
const TRAILING = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/
