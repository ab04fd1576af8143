import * as t from 'io-ts'

/** The io-ts leaves that several events share, named so that an error can be read aloud. */

/** @internal */
export const FiniteNumber: t.Type<number> = leaf(
  'finite number',
  (u): u is number => typeof u === 'number' && Number.isFinite(u),
)

/** @internal */
export const NonEmptyString: t.Type<string> = leaf(
  'non-empty string',
  (u): u is string => typeof u === 'string' && u.length > 0,
)

/** An object of JSON: not null, not an array. @internal */
export const isJsonObject = (u: unknown): u is { readonly [member: string]: unknown } =>
  typeof u === 'object' && u !== null && !Array.isArray(u)

/** @internal */
export const JsonObject: t.Type<{ readonly [member: string]: unknown }> = leaf('object', isJsonObject)

/** Metric name → finite number. Of those that are not, the first is named: a line may hold millions. @internal */
export const Metrics: t.Type<{ readonly [metric: string]: number }> = new t.Type(
  'object of finite numbers',
  (u): u is { readonly [metric: string]: number } =>
    t.UnknownRecord.is(u) && Object.keys(u).every((metric) => FiniteNumber.is(u[metric])),
  (u, context) => {
    if (!t.UnknownRecord.is(u)) return t.failure(u, context)
    const wrong = Object.keys(u).find((metric) => !FiniteNumber.is(u[metric]))
    return wrong === undefined
      ? t.success(u as { readonly [metric: string]: number })
      : misfit(FiniteNumber, wrong, u[wrong], context)
  },
  t.identity,
)

/** What `Metrics.is` says, by hand. @internal */
export const isMetrics = (u: unknown): boolean => {
  if (!isJsonObject(u)) return false
  for (const metric in u) if (!Number.isFinite(u[metric])) return false
  return true
}

/** An array, of which the first element that is wrong is named: a line may hold millions. @internal */
export const arrayOf = <A>(element: t.Type<A>): t.Type<readonly A[]> =>
  new t.Type(
    `array of ${element.name}`,
    (u): u is readonly A[] => Array.isArray(u) && u.every(element.is),
    (u, context) => {
      if (!Array.isArray(u)) return t.failure(u, context)
      const wrong = u.findIndex((value) => !element.is(value))
      return wrong === -1 ? t.success(u as readonly A[]) : misfit(element, String(wrong), u[wrong], context)
    },
    t.identity,
  )

/** @internal */
export const nullable = <A>(codec: t.Type<A>): t.Type<A | null> =>
  t.union([t.null, codec], `${codec.name} or null`)

function leaf<A>(name: string, is: (u: unknown) => u is A): t.Type<A> {
  return new t.Type(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity)
}

const misfit = (member: t.Mixed, key: string, value: unknown, context: t.Context): t.Validation<never> => {
  const validated = member.validate(value, t.appendContext(context, key, member, value))
  return validated._tag === 'Left' ? validated : t.failure(value, context)
}

/** Where a value departs from its codec: a JSON pointer, what was expected there, and what stands there. @internal */
export interface Departure {
  readonly pointer: string
  readonly expected: string
  readonly actual: string
}

/** Every departure of a value from a codec, in the order of the codec; empty when it conforms. @internal */
export const departures = <A>(codec: t.Type<A>, value: unknown): readonly Departure[] => {
  const decoded = codec.decode(value)
  return decoded._tag === 'Right' ? [] : decoded.left.map(departure)
}

const departure = ({ context, value }: t.ValidationError): Departure => {
  const path: string[] = []
  // Of a union that fails only the place matters: its members' names would say less than its own.
  let expected = 'something else'
  for (const [at, { key, type }] of context.entries()) {
    const above = at === 0 ? undefined : tagOf(context[at - 1]?.type)
    if (above === 'UnionType') break
    // The members of an intersection stand where it stands, and have no names.
    if (above === 'IntersectionType') continue
    if (at > 0) path.push(key)
    expected = type.name
  }
  return { pointer: pointerTo(path), expected, actual: describe(valueAt(context, value)) }
}

const tagOf = (type: unknown): unknown => (type as { readonly _tag?: unknown } | undefined)?._tag

const valueAt = (context: t.Context, value: unknown): unknown => {
  const union = context.findIndex(({ type }) => tagOf(type) === 'UnionType')
  return union === -1 ? value : context[union]?.actual
}

const pointerTo = (path: readonly string[]): string =>
  bounded(path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), 200)

const describe = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return bounded(JSON.stringify(value), 80)
  return bounded(String(value), 80)
}

/** A text cut to a length, so that no message grows with the data it names. @internal */
export const bounded = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`
