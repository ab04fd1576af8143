import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  emptyQueue,
  findItem,
  type ProposalEvent,
  type QueueState,
  ratify,
  recordReplay,
  replay,
  settle,
} from '../../src/index.js'
import {
  accept,
  accepted,
  created,
  equivalent,
  regressed,
  reject,
  rejected,
  replayed,
  withdraw,
  withdrawn,
} from '../../src/testing/index.js'
import { CHROMIUM, openChromium } from '../chromium.js'
import { blocks } from './pages.js'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '../..')
const diagrams = blocks.filter(({ lang }) => lang === 'mermaid').map((block, at) => ({ ...block, at }))
const diagramOf = (page: string): string => diagrams.find((block) => block.page === page)?.text ?? ''

describe.skipIf(CHROMIUM === null)('a diagram of the documentation', () => {
  let temp: string
  let context: BrowserContext
  let tab: Tab
  beforeAll(async () => {
    temp = mkdtempSync(join(tmpdir(), 'hitl-queue-diagrams-'))
    context = await openChromium(temp)
    tab = await context.newPage()
    await tab.addScriptTag({ path: require.resolve('@mermaid-js/tiny') })
    await tab.evaluate('mermaid.initialize({ startOnLoad: false, suppressErrorRendering: true })')
  })
  afterAll(async () => {
    await context?.close()
    rmSync(temp, { recursive: true, force: true })
  })

  const drawn = (text: string): Promise<string> =>
    tab.evaluate(`mermaid.render('diagram', ${JSON.stringify(text)}).then(({ svg }) => svg)`)

  it.each(diagrams)('is drawn by mermaid: $page', async ({ text }) => {
    expect(await drawn(text)).toMatch(/^<svg .*<\/svg>$/s)
  })

  it.each(diagrams)('would be missed otherwise: $page', async ({ text }) => {
    await expect(drawn(`${text}\n  a -->`)).rejects.toThrow()
    await expect(drawn(text.replace(/^\w+/, 'drawing'))).rejects.toThrow()
  })
})

it('there are diagrams of the flow, the states and the race', () => {
  expect(diagrams.map(({ page, text }) => [page, /^\w+/.exec(text)?.[0]])).toEqual(
    expect.arrayContaining([
      ['docs/architecture.md', 'flowchart'],
      ['docs/log-format.md', 'stateDiagram'],
      ['docs/ratifying.md', 'sequenceDiagram'],
    ]),
  )
})

it('the flow goes through folders that are there', () => {
  const folders = [...diagramOf('docs/architecture.md').matchAll(/\b(\w+)\//g)].map(([, name]) => name ?? '')
  expect(new Set(folders).size).toBeGreaterThan(5)
  for (const folder of folders) expect(readdirSync(join(root, 'src'))).toContain(folder)
})

it('the states are left by the moves that decisions make, and by no others', () => {
  const stages: readonly (readonly ProposalEvent[])[] = [
    [created('p1')],
    [created('p1'), replayed('p1')],
    [created('p1'), replayed('p1'), accepted('p1')],
    [created('p1'), replayed('p1'), rejected('p1')],
    [created('p1'), replayed('p1'), withdrawn('p1')],
  ]
  const corpus = { has_chain: () => false }
  const moves = {
    accept: (queue: QueueState) => ratify(queue, accept('p1')),
    reject: (queue: QueueState) => ratify(queue, reject('p1')),
    withdraw: (queue: QueueState) => ratify(queue, withdraw('p1')),
    'replay, equivalent': (queue: QueueState) =>
      recordReplay(queue, { proposal_id: 'p1', evidence: equivalent }),
    'replay that regressed': (queue: QueueState) =>
      recordReplay(queue, { proposal_id: 'p1', evidence: regressed('accuracy') }),
    accepted_corpus_append: (queue: QueueState) => settle(queue, { proposal_id: 'p1', corpus }),
  }
  const stateOf = (queue: QueueState): string => findItem(queue, 'p1')?.state ?? '[*]'
  const made = new Set([`${stateOf(emptyQueue)} --> ${stateOf(replay([created('p1')]))}: created`])
  for (const stage of stages)
    for (const [name, move] of Object.entries(moves)) {
      const before = replay(stage)
      const answer = move(before)
      if (answer._tag === 'Right') made.add(`${stateOf(before)} --> ${stateOf(answer.right.queue)}: ${name}`)
    }
  const shown = diagramOf('docs/log-format.md')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [move = '', causes = ''] = line.trim().split(': ')
      return causes.split(', or ').map((cause) => `${move}: ${cause}`)
    })
  expect(shown.sort()).toEqual([...made].sort())
})

it('the race ends in a refusal that there is', () => {
  const settled = replay([created('p1'), replayed('p1'), accepted('p1')])
  const answer = ratify(settled, reject('p1'))
  expect(answer._tag === 'Left' && answer.left.reason).toBe('not_pending')
  expect(diagramOf('docs/ratifying.md')).toMatch(/decide again: not_pending, no commit$/)
})
