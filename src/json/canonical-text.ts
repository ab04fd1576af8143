import { type CanonicalTree, MAX_DEPTH, stringText, treeText } from './canonical-tree.js'
import { exactTextOf } from './exact-text.js'
import { TokenReader } from './token-reader.js'

/**
 * The canonical text of a JavaScript value, the text that `canonicalJson` makes of what `JSON.stringify`
 * would write (spec §2.5): an integer below 1e21 as an integer, any other number as CPython writes that float,
 * `-0` as `0`. A value that was read from JSON and carries its exact text is written from it, wherever it
 * stands: events of a log, their chains and their evidence, and what `readCandidate` and `readEvidence` give.
 * It does not know evidence that a program made, whose metrics `encodeEvent` and `itemText` write as floats.
 *
 * Throws a TypeError that names the path (`$.a[3].b: undefined is not a JSON value`) for what JSON cannot
 * hold and `JSON.stringify` would drop or change: undefined, functions, symbols (also
 * as keys), bigint, NaN, the infinities, boxed primitives, instances of classes such as Date and Map, array
 * holes, arrays with named members, an own `toJSON` function, cycles, and more than 900 containers in one
 * another.
 *
 * @public
 */
export function canonicalText(value: unknown): string {
  return treeText(treeOf(value, [], new Set()))
}

/**
 * A number as CPython's `repr(float(n))` writes it, which is how floats stand in the log: `1` as `1.0`,
 * `1e16` as `1e+16`, `0.00001` as `1e-05`. The digits are those of JavaScript, the layout is not
 * (spec §2.5). Throws a TypeError for NaN and the infinities, which no JSON number writes.
 *
 * @public
 */
export function floatText(n: number): string {
  if (!Number.isFinite(n)) throw new TypeError(`${n} is not a JSON number`)
  if (n === 0) return Object.is(n, -0) ? '-0.0' : '0.0'
  const size = Math.abs(n)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(n) ? `${n}.0` : `${n}`
  const [digits, exponent] = n.toExponential().split('e') as [string, string]
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`
}

type Path = (string | number)[]

function treeOf(value: unknown, path: Path, around: Set<object>): CanonicalTree {
  switch (typeof value) {
    case 'string':
      return stringText(value)
    case 'number':
      return numberText(value, path)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : containerTree(value, path, around)
    case 'undefined':
      return refuse(path, 'undefined')
    default:
      return refuse(path, `a ${typeof value}`)
  }
}

function numberText(n: number, path: Path): string {
  if (!Number.isFinite(n)) return refuse(path, `${n}`)
  return Number.isInteger(n) && Math.abs(n) < 1e21 ? `${n}` : floatText(n)
}

function containerTree(value: object, path: Path, around: Set<object>): CanonicalTree {
  if (around.has(value)) return refuse(path, 'a cycle')
  const exactText = exactTextOf(value)
  // n containers in one another take 2n units at least: few texts have to be looked into.
  const depth = exactText === null || around.size + exactText.length / 2 <= MAX_DEPTH ? 1 : depthOf(exactText)
  if (around.size + depth > MAX_DEPTH)
    return refuse(path, `nesting of more than ${MAX_DEPTH} arrays and objects`)
  if (exactText !== null) return exactText
  around.add(value)
  const tree = Array.isArray(value) ? arrayTree(value, path, around) : objectTree(value, path, around)
  around.delete(value)
  return tree
}

function arrayTree(array: readonly unknown[], path: Path, around: Set<object>): CanonicalTree {
  // The prototype of arrays, of whichever realm, is an array itself, and that of a subclass is not.
  if (!Array.isArray(Object.getPrototypeOf(array))) return refuse(path, instance(array))
  refuseHidden(array, path)
  const tree: CanonicalTree[] = []
  for (let index = 0; index < array.length; index++) {
    path.push(index)
    if (!Object.hasOwn(array, index)) return refuse(path, 'an array hole')
    tree.push(treeOf(array[index], path, around))
    path.pop()
  }
  if (Object.keys(array).length > array.length) return refuse(path, 'an array with named members')
  return tree
}

function objectTree(object: object, path: Path, around: Set<object>): CanonicalTree {
  if (!isPlain(object)) return refuse(path, instance(object))
  refuseHidden(object, path)
  const tree = new Map<string, CanonicalTree>()
  for (const key of Object.keys(object)) {
    path.push(key)
    tree.set(key, treeOf((object as { readonly [key: string]: unknown })[key], path, around))
    path.pop()
  }
  return tree
}

/** What the members alone do not show, and `JSON.stringify` would act on or leave out. */
function refuseHidden(value: object, path: Path): void {
  if (
    Object.hasOwn(value, 'toJSON') &&
    typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
  ) {
    refuse([...path, 'toJSON'], 'a function')
  }
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    if (Object.prototype.propertyIsEnumerable.call(value, symbol))
      refuse(path, 'an object with a symbol as a key')
  }
}

/** Made by a literal, by JSON.parse or without a prototype, in whichever realm. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype === null || prototype === Object.prototype) return true
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf')
}

function instance(value: object): string {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== ''
    ? `an instance of ${bounded(name)}`
    : 'an instance of a class'
}

function depthOf(text: string): number {
  const reader = new TokenReader(text)
  let depth = 0
  for (;;) {
    const token = reader.next()
    if (token === 'whole' || token === 'prefix' || token === 'broken') return depth
    depth = Math.max(depth, reader.depth)
  }
}

function refuse(path: Path, what: string): never {
  const steps = path.map((step) =>
    typeof step === 'string' && IDENTIFIER.test(step)
      ? `.${step}`
      : `[${typeof step === 'string' ? stringText(step) : step}]`,
  )
  throw new TypeError(`${bounded(`$${steps.join('')}`)}: ${what} is not a JSON value`)
}

const bounded = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 100)}…${text.slice(-100)}` : text

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
