import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { describe, expect, it } from 'vitest'

// The list of mutants that nobody notices goes stale with the code that it quotes.

const root = join(import.meta.dirname, '../..')
const tokens = lexer(readFileSync(join(root, 'docs/mutation.md'), 'utf8'))
const config = JSON.parse(readFileSync(join(root, 'stryker.config.json'), 'utf8'))

const codeIn = (of: readonly Token[] | undefined): string[] => {
  const found: string[] = []
  walkTokens([...(of ?? [])], (token) => {
    if (token.type === 'codespan') found.push((token as Tokens.Codespan).text)
  })
  return found
}

const [scores, ...lists] = tokens.filter((token): token is Tokens.Table => token.type === 'table')
const survivors = lists.flatMap(({ rows }) =>
  rows.map(([file, code, change, why]) => ({
    file: file?.text ?? '',
    code: codeIn(code?.tokens)[0] ?? '',
    change: change?.text ?? '',
    why: why?.text ?? '',
  })),
)

describe('docs/mutation.md', () => {
  it('has a score of at least what is asked for, of each folder that is looked at', () => {
    expect(config.thresholds.break).toBe(90)
    const folders = config.mutate.map((glob: string) => glob.replace('/**/*.ts', ''))
    expect(scores?.rows.map(([folder]) => codeIn(folder?.tokens)[0])).toEqual(folders)
    for (const [, mutants, noticed, left, score] of scores?.rows ?? []) {
      const [all, caught, others] = [mutants, noticed, left].map((cell) => Number(cell?.text))
      expect(Number(caught) + Number(others)).toBe(all)
      expect(score?.text).toBe(`${((100 * Number(caught)) / Number(all)).toFixed(1)} %`)
      expect(Number(caught) / Number(all)).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('has as many mutants left as it says', () => {
    const left = scores?.rows.reduce((sum, row) => sum + Number(row[3]?.text), 0)
    expect(survivors.length).toBe(left)
  })

  it.each(survivors)(
    'quotes what is there, and says why it is left: $file, $code',
    ({ file, code, change, why }) => {
      expect(existsSync(join(root, file))).toBe(true)
      expect(code).not.toBe('')
      expect(readFileSync(join(root, file), 'utf8')).toContain(code)
      expect([change, why]).not.toContain('')
    },
  )
})
