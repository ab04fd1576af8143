import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLog } from '../../src/index.js'
import { damaged, type Fixture, fixtures } from '../../src/testing/index.js'

const root = join(import.meta.dirname, '../..')
const real = join(root, '../shared/real/proposals.jsonl')
const hasPython = spawnSync('python3', ['-c', 'import jsonschema']).status === 0

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Of each line that is not blank: its number, and whether it is an event, known or not. */
type Verdicts = readonly (readonly [line: number, event: boolean])[]

const byLibrary = (log: string | Uint8Array): Verdicts => {
  const { entries, problems, lines } = readLog(log)
  const events = new Set([
    ...entries.map(({ line }) => line),
    ...problems.filter(({ code }) => code === 'unknown_event').map(({ line }) => line),
  ])
  const wrong = new Set(problems.map(({ line }) => line))
  return Array.from({ length: lines }, (_, at) => at + 1)
    .filter((line) => events.has(line) || wrong.has(line))
    .map((line) => [line, events.has(line)])
}

const CONSUMERS = {
  'ajv in JavaScript': (log: string) =>
    spawnSync(process.execPath, [join(root, 'docs/examples/validate-log.mjs'), log], { encoding: 'utf8' }),
  'jsonschema in Python': (log: string) =>
    spawnSync(
      'python3',
      [join(root, 'docs/examples/validate_log.py'), join(root, 'schemas/log-line.json'), log],
      { encoding: 'utf8' },
    ),
} as const

const byConsumer = (name: keyof typeof CONSUMERS, content: string | Uint8Array): Verdicts => {
  const path = join(folder, 'log.jsonl')
  writeFileSync(path, content)
  const { stdout, stderr, status } = CONSUMERS[name](path)
  const verdicts = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => /^(\d+) (.*)$/.exec(line) ?? [])
    .map(([, line, said]) => [Number(line), said === 'ok'] as const)
  expect(status, stderr).toBe(verdicts.every(([, ok]) => ok) ? 0 : 1)
  return verdicts
}

/** What a schema cannot say of a line (schemas/README.md), or what would only try the memory of a validator. */
const { too_deep: _deep, line_too_long: _long, ...saidBySchema } = damaged
const all: readonly (readonly [string, Fixture])[] = [
  ...Object.entries(fixtures),
  ...Object.entries(saidBySchema),
]

describe.each(['ajv in JavaScript', 'jsonschema in Python'] as const)('%s', (name) => {
  const absent = name === 'jsonschema in Python' && !hasPython

  it.skipIf(absent).each(all)('gives the verdicts of the codecs: %s', (_, { log }) => {
    expect(byConsumer(name, log())).toEqual(byLibrary(log()))
  })

  it.skipIf(absent || !existsSync(real))('gives them on the live log', () => {
    const log = readFileSync(real)
    const verdicts = byConsumer(name, log)
    expect(verdicts).toEqual(byLibrary(log))
    expect(verdicts).toHaveLength(87)
  })
})
