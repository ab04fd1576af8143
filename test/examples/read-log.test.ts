import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveQueue, queueDigest, type RunReport, readLog, readReport, replay } from '../../src/index.js'
import { arbitrary, audited, damaged, type Fixture, fixtures, logText } from '../../src/testing/index.js'

const root = join(import.meta.dirname, '../..')
const real = join(root, '../shared/real/proposals.jsonl')
const hasPython = spawnSync('python3', ['--version']).status === 0

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Reports = Fixture['reports']

interface Read {
  readonly log: string | Uint8Array
  readonly reports: Reports
}

/** The example, asked of many logs in one process. */
const DRIVER = `
import sys
sys.path.insert(0, sys.argv[1])
import read_log
for at in range(int(sys.argv[3])):
    read_log.main(f"{sys.argv[2]}/{at}/log.jsonl", f"{sys.argv[2]}/{at}/runs")
`

/** What a reader says that was written in another language, from the page about the format. */
const byExample = (reads: readonly Read[]) => {
  for (const [at, { log, reports }] of reads.entries()) {
    const runs = join(folder, String(at), 'runs')
    rmSync(join(folder, String(at)), { recursive: true, force: true })
    mkdirSync(runs, { recursive: true })
    writeFileSync(join(folder, String(at), 'log.jsonl'), log)
    for (const { file_name, content } of reports) writeFileSync(join(runs, file_name), content)
  }
  const { stdout, stderr } = spawnSync(
    'python3',
    ['-B', '-c', DRIVER, join(root, 'docs/examples'), folder, String(reads.length)],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { digest, states } = JSON.parse(line)
      return { digest, states }
    })
}

const byLibrary = ({ log, reports: given }: Read) => {
  const queue = replay(readLog(log).entries.map(({ event }) => event))
  const reports = given
    .map(({ file_name, content }) => readReport(content, { file_name }).report)
    .filter((report): report is RunReport => report !== null)
  return {
    digest: queueDigest(queue, reports),
    states: deriveQueue(queue, reports).map(({ proposal_id, state }) => [proposal_id, state]),
  }
}

describe.skipIf(!hasPython)('a reader in Python that knows docs/log-format.md alone', () => {
  const all: readonly (readonly [string, Fixture])[] = [
    ...Object.entries(fixtures),
    ...Object.entries(damaged),
    ...Object.entries(audited),
  ]

  it('gives the answers of every fixture', () => {
    const reads = all.map(([, { log, reports }]) => ({ log: log(), reports }))
    const names = all.map(([name]) => name)
    expect(byExample(reads).map((view, at) => [names[at], view])).toEqual(
      all.map(([name, { view }]) => [name, view]),
    )
  })

  const read = fc
    .tuple(arbitrary.anyLog, arbitrary.reports)
    .map(([lines, reports]): Read => ({ log: logText(lines), reports }))
  const messy = arbitrary.messyText.map((log): Read => ({ log, reports: [] }))

  it.each([
    ['any log', read],
    ['a file that may hold anything', messy],
  ])('gives the answers of the library for %s', (_, arbitraryRead) => {
    fc.assert(
      fc.property(fc.array(arbitraryRead, { minLength: 50, maxLength: 50 }), (reads) => {
        expect(byExample(reads)).toEqual(reads.map(byLibrary))
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })

  it.skipIf(!existsSync(real))('gives them on the live log', () => {
    const live = { log: readFileSync(real), reports: [] }
    expect(byExample([live])).toEqual([byLibrary(live)])
  })
})
