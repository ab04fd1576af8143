import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../../dist/bin.cjs')
const sample = join(import.meta.dirname, '../fixtures/sample/teaching/proposals/proposals.jsonl')
const runs = join(import.meta.dirname, '../fixtures/sample/contemplation/runs')

let folder: string
let log: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  log = join(folder, 'long.jsonl')
  // Several pieces of a read.
  writeFileSync(log, readFileSync(sample, 'utf8').repeat(200))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A second takes as long as the test likes: what is asked is what a person sees of a long read, not how long one is. */
const faster = (times: number): string =>
  `data:text/javascript,${encodeURIComponent(`const now = performance.now.bind(performance); performance.now = () => now() * ${times}`)}`

const digest = (times: number) => ['--import', faster(times), program, 'digest', '--log', log, '--runs', runs]

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

// util-linux's `script` gives a program a terminal; that of BSD takes other arguments.
const inTerminal = (args: readonly string[]): string =>
  spawnSync('script', ['-qec', [process.execPath, ...args].map(quoted).join(' '), '/dev/null'], {
    encoding: 'utf8',
    input: '',
  }).stdout

const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { input: '' }).status === 0

describe.skipIf(!hasScript)('a read that takes longer than a second', () => {
  it('shows on a terminal how far it has come, and takes that away when it is done', () => {
    const seen = inTerminal(digest(1e6))
    const shares = [...seen.matchAll(/reading \S+ (\d+)%/g)].map(([, percent]) => Number(percent))
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
    expect(shares.at(-1)).toBe(100)
    // The line is cleared, the cursor is back, and the digest stands alone.
    expect(seen.slice(seen.lastIndexOf('%')).split('\u001b[2K').at(-1)).toMatch(/^[0-9a-f]{64}\s*$/)
    expect(seen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(seen.lastIndexOf('\u001b[?25l'))
  })

  it('shows nothing of a short one', () => {
    expect(inTerminal(digest(1e-6))).not.toContain('reading')
  })
})

it('shows nothing where there is no terminal', () => {
  const { stdout, stderr } = spawnSync(process.execPath, digest(1e6), { encoding: 'utf8' })
  expect(stdout).toMatch(/^[0-9a-f]{64}\n$/)
  expect(stderr).not.toContain('reading')
})
