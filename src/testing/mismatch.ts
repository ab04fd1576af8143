import { structuredPatch } from 'diff'

/** Something is not as it was said to be: what was expected and what was found, line by line. @public */
export class Mismatch extends Error {
  override readonly name: string = 'Mismatch'

  constructor(what: string, expected: string, actual: string) {
    super(`${what}\n- expected\n+ actual\n\n${difference(expected, actual)}`)
  }
}

/** Throws a {@link Mismatch} unless both canonical texts are the same. @internal */
export const same = (what: string, expected: string, actual: string): void => {
  if (expected !== actual) throw new Mismatch(what, spread(expected), spread(actual))
}

/** Throws a {@link Mismatch} unless both lists of canonical texts are the same, in order and to the end. @internal */
export const sameList = (what: string, expected: readonly string[], actual: readonly string[]): void =>
  same(what, `[${expected.join(',')}]`, `[${actual.join(',')}]`)

const difference = (expected: string, actual: string): string => {
  const patch = structuredPatch('', '', `${expected}\n`, `${actual}\n`, '', '', {
    context: 4,
    maxEditLength: 200,
  })
  // More than that nobody reads line by line.
  if (patch === undefined) return `- ${expected.slice(0, 2000)}\n+ ${actual.slice(0, 2000)}`
  const [first, last] = [patch.hunks[0], patch.hunks.at(-1)]
  if (first === undefined || last === undefined) return ''
  const shown = patch.hunks.map(({ lines }) => lines.map((line) => `${line[0]} ${line.slice(1)}`).join('\n'))
  const end = last.oldStart + last.oldLines - 1
  return [
    ...(first.oldStart > 1 ? [OMITTED] : []),
    shown.join(`\n${OMITTED}\n`),
    ...(end < expected.split('\n').length ? [OMITTED] : []),
  ].join('\n')
}

/** Stands where lines that are the same on both sides are left out. */
const OMITTED = '  …'

/** Canonical JSON over several lines. Its tokens stay as they are: `JSON.parse` would show `1.0` and `1` as the same. */
const spread = (text: string): string => {
  let all = ''
  let indent = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      indent += '  '
      all += `${token}\n${indent}`
    } else if (token === '}' || token === ']') {
      indent = indent.slice(2)
      all += `\n${indent}${token}`
    } else if (token === ',') all += `,\n${indent}`
    else all += token === ':' ? ': ' : token
  }
  return all
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\}|\[\]|[{}[\],:]|[^{}[\],:"]+|"/g
