/** Ways to change one place of a value, so that two judges of values can be held against each other there. */

/** A value that differs from another in one place, and how to say so. */
export interface Mutant {
  readonly how: string
  readonly value: unknown
}

export type Path = readonly (string | number)[]

/** Every place of a value, the whole first. */
export const placesOf = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.keys(value).flatMap((key) =>
        placesOf((value as never)[key], [...at, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
]

/** Every mutant of a value at one place: the place taken away, or put in the way of each foreign value, or given one more member. */
export const mutantsAt = (value: unknown, place: Path, foreign: readonly unknown[]): Mutant[] => {
  const say = (what: string, other?: unknown) =>
    `${pointer(place)}: ${what}${other === undefined ? '' : ` ${spell(other)}`}`
  const here = place.reduce<unknown>((inner, key) => (inner as never)[key], value)
  const mutants: Mutant[] = foreign.map((other) => ({
    how: say('becomes', other),
    value: put(value, place, other),
  }))
  mutants.push({ how: say('becomes undefined'), value: put(value, place, undefined) })
  if (place.length > 0) mutants.push({ how: say('is removed'), value: without(value, place) })
  if (Array.isArray(here)) {
    for (const other of foreign)
      mutants.push({ how: say('gets the element', other), value: put(value, [...place, here.length], other) })
  } else if (typeof here === 'object' && here !== null) {
    for (const key of ['__proto__', 'constructor', 'toString', '10', '', 'x_more'])
      for (const other of [null, 1, Number.POSITIVE_INFINITY, 'x', {}, undefined])
        mutants.push({
          how: say(`gets the member ${key}:`, other),
          value: put(value, [...place, key], other),
        })
  }
  return mutants
}

/** A copy of a value with another at one place. A member is defined, never assigned: `__proto__` is a name like any other. */
export const put = (value: unknown, [key, ...rest]: Path, other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value)) {
    const copy = [...value]
    copy[Number(key)] = put(value[Number(key)], rest, other)
    return copy
  }
  const inner = Object.hasOwn(value as object, key) ? (value as never)[key] : undefined
  return Object.fromEntries([...Object.entries(value as object), [key, put(inner, rest, other)]])
}

export const without = (value: unknown, place: Path): unknown => {
  const [key, ...rest] = place as [string | number, ...Path]
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_, index) => index !== key)
      : value.map((element, index) => (index === key ? without(element, rest) : element))
  }
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, member]) =>
      name !== key ? [[name, member]] : rest.length === 0 ? [] : [[name, without(member, rest)]],
    ),
  )
}

const pointer = (place: Path): string => place.map((key) => `/${key}`).join('')

const spell = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined')
