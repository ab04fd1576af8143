import { MAX_DEPTH } from './canonical-tree.js'

/** Deep-freezes a value fresh from `JSON.parse`, and says what of its text the value alone could not say. */

/** What {@link freezeJson} met on its way, as bit flags. @internal */
export const JsonTraits = {
  /** `1e999`: JSON text that a double cannot hold, or an integer past a double's range. */
  nonFinite: 1,
  /** A number such as `1`, that may have been `1.0` or, past 2^53, other digits in the text. */
  integral: 2,
  /** More than 900 containers inside each other (spec §2.1). */
  tooDeep: 4,
} as const

/** Freezes while the objects are young: walking half a gigabyte of old ones at the end costs several times as much. @internal */
export const freezeJson = (value: unknown, depth = 0): number => {
  if (typeof value === 'number') return numberTraits(value)
  if (typeof value !== 'object' || value === null) return 0
  if (depth === MAX_DEPTH) return JsonTraits.tooDeep
  let traits = 0
  if (Array.isArray(value)) {
    for (const member of value) traits |= freezeJson(member, depth + 1)
  } else {
    // JSON.parse makes own properties only, `__proto__` too, so there is nothing inherited to skip.
    for (const key in value)
      traits |= freezeJson((value as { readonly [key: string]: unknown })[key], depth + 1)
  }
  Object.freeze(value)
  return traits
}

/** Freezes a value to its depth, however deep. A part that is frozen already is taken as frozen to its own. @internal */
export function freezeDeeply(value: object): void {
  // What a log reader gave is frozen, and most of what comes here is that: no list is made for it.
  if (Object.isFrozen(value)) return
  const rest: unknown[] = [value]
  while (rest.length > 0) {
    const part = rest.pop()
    if (typeof part !== 'object' || part === null || Object.isFrozen(part)) continue
    Object.freeze(part)
    for (const member of Object.values(part)) rest.push(member)
  }
}

const numberTraits = (value: number): number =>
  Number.isFinite(value)
    ? Number.isInteger(value)
      ? JsonTraits.integral
      : 0
    : JsonTraits.nonFinite | JsonTraits.integral
