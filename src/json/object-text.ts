import { canonicalText } from './canonical-text.js'
import { compareCodePoints } from './compare-code-points.js'

/** Canonical text of one object, some of whose members are written in a way of their own. @internal */
export const objectText = (
  object: { readonly [member: string]: unknown },
  writers: { readonly [member: string]: (value: unknown) => string },
  write: (value: unknown) => string = canonicalText,
): string =>
  `{${Object.keys(object)
    .sort(compareCodePoints)
    .map(
      (key) =>
        `${canonicalText(key)}:${((Object.hasOwn(writers, key) && writers[key]) || write)(object[key])}`,
    )
    .join(',')}}`
