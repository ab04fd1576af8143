import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type Tokens, walkTokens } from 'marked'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const tables = lexer(readFileSync(join(root, 'docs/guarantees.md'), 'utf8')).filter(
  (token): token is Tokens.Table => token.type === 'table',
)

const claims = tables.flatMap(({ rows }) =>
  rows.map(([claim, proof]) => {
    const tests: { readonly name: string; readonly file: string }[] = []
    walkTokens(proof?.tokens ?? [], (token) => {
      if (token.type === 'link')
        tests.push({ name: (token as Tokens.Link).text, file: (token as Tokens.Link).href })
    })
    return { claim: claim?.text ?? '', tests }
  }),
)

describe('docs/guarantees.md', () => {
  it('makes claims', () => expect(claims.length).toBeGreaterThan(20))

  it.each(claims)('names tests that there are: $claim', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const { name, file } of tests) expect(namesIn(join(root, 'docs', file))).toContain(name)
  })
})

/** The names of the tests in a file: what `it`, `it.each(…)` and `it.skipIf(…)` are called with. */
const namesIn = (file: string): string[] => {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^it\b/.test(node.expression.getText())) {
      const [name] = node.arguments
      if (name !== undefined && ts.isStringLiteral(name)) names.push(name.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return names
}
