import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import { lexer, type Token, walkTokens } from 'marked'

const root = join(import.meta.dirname, '../..')

export interface Page {
  readonly path: string
  readonly tokens: readonly Token[]
  readonly anchors: ReadonlySet<string>
}

export interface Block {
  readonly page: string
  readonly lang: string
  readonly text: string
  /** The headings above it, the nearest last. */
  readonly under: readonly string[]
}

export const textOf = (token: Token): string =>
  'tokens' in token && token.tokens !== undefined
    ? token.tokens.map(textOf).join('')
    : 'text' in token
      ? String(token.text)
      : ''

export const readPage = (path: string): Page => {
  const tokens = lexer(readFileSync(join(root, path), 'utf8'))
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  walkTokens(tokens, (token) => {
    if (token.type === 'heading') anchors.add(slugger.slug(textOf(token)))
  })
  return { path, tokens, anchors }
}

export const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'schemas/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].map(readPage)

const blocksOf = ({ path, tokens }: Page): Block[] => {
  const blocks: Block[] = []
  const under: string[] = []
  for (const token of tokens) {
    if (token.type === 'heading') under.splice(token.depth - 1, under.length, textOf(token))
    walkTokens([token], (inner) => {
      if (inner.type === 'code') {
        blocks.push({ page: path, lang: inner.lang ?? '', text: inner.text, under: [...under] })
      }
    })
  }
  return blocks
}

/** The reference shows declarations as TypeScript; what runs there is the examples. */
const isDeclaration = ({ page, under }: Block): boolean =>
  page.startsWith('docs/api/') && !under.some((heading) => /^Examples?$/.test(heading))

export const blocks = pages.flatMap(blocksOf).filter((block) => !isDeclaration(block))
