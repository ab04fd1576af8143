/**
 * Runs something while the clock, the time zone, the locale and chance are out of reach, and says which of them it asked
 * for. What it asked for throws.
 * @internal
 */
export const deafly = (run: () => void): readonly string[] => {
  const asked: string[] = []
  const restore: (() => void)[] = []
  for (const [owner, path, names] of SENSES) {
    for (const name of names) {
      const before = Object.getOwnPropertyDescriptor(owner, name)
      if (before === undefined || before.configurable === false) continue
      const full = path === '' ? name : `${path}.${name}`
      // No arrow: `new` and a call must both get here.
      function ask(): never {
        asked.push(full)
        throw new Error(`${full} was asked for`)
      }
      Object.defineProperty(owner, name, { ...before, value: ask })
      restore.push(() => Object.defineProperty(owner, name, before))
    }
  }
  try {
    run()
  } catch (failure) {
    if (asked.length === 0) throw failure
  } finally {
    for (const undo of restore.reverse()) undo()
  }
  return asked
}

const functionsOf = (owner: object, which: RegExp): readonly string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(owner, name) as { readonly value?: unknown }
    return typeof value === 'function' && which.test(name)
  })

const LOCALE = /[lL]ocale/

const SENSES: readonly (readonly [owner: object, path: string, names: readonly string[]])[] = [
  [globalThis, '', ['Date']],
  [Date, 'Date', ['now', 'parse']],
  [Math, 'Math', ['random']],
  [Intl, 'Intl', functionsOf(Intl, /^/)],
  [String.prototype, 'String.prototype', functionsOf(String.prototype, LOCALE)],
  [Number.prototype, 'Number.prototype', functionsOf(Number.prototype, LOCALE)],
  [BigInt.prototype, 'BigInt.prototype', functionsOf(BigInt.prototype, LOCALE)],
  [Array.prototype, 'Array.prototype', functionsOf(Array.prototype, LOCALE)],
  [
    Date.prototype,
    'Date.prototype',
    functionsOf(Date.prototype, /^get(?!UTC|Time$)|[lL]ocale|^to(?:Date|Time|)String$/),
  ],
]
