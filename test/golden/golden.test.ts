import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  canonicalText,
  proposalIdOf,
  queueDigest,
  queueText,
  ratifiedChains,
  readLog,
  replay,
} from '../../src/index.js'
import { awkwardLogs } from './awkward-logs.js'

// One file a log: what is wrong with it, which of its lines count, and the queue they make. UPDATE_GOLDEN=1 writes them.

const folder = import.meta.dirname
const update = process.env.UPDATE_GOLDEN === '1'
const logs = awkwardLogs()

/** The view of a log, a line each: problems, entries, then the canonical queue item by item, the truth, the digest. */
const viewOf = (log: string | Uint8Array): string => {
  const { entries, problems, lines } = readLog(log, { duplicateKeys: true })
  const queue = replay(entries.map(({ event }) => event))
  return [
    `${lines} lines`,
    ...problems.map(({ severity, code, line, offset, pointer }) =>
      [severity, code, `line ${line}`, `offset ${offset}`, ...(pointer === undefined ? [] : [pointer])].join(
        ' ',
      ),
    ),
    ...entries.map(
      ({ line, offset, event }) =>
        `line ${line} offset ${offset} ${event.event} ${canonicalText(proposalIdOf(event))}`,
    ),
    ...queueText(queue, []),
    `ratified ${canonicalText(ratifiedChains(queue))}`,
    `digest ${queueDigest(queue, [])}`,
    '',
  ].join('\n')
}

describe('the view of', () => {
  it.each([...logs])('%s is the one in its golden file', (name, log) => {
    const file = join(folder, `${name}.txt`)
    if (update) writeFileSync(file, viewOf(log))
    expect(existsSync(file), `${file} is missing; UPDATE_GOLDEN=1 writes it`).toBe(true)
    expect(viewOf(log)).toBe(readFileSync(file, 'utf8'))
  })
})

it('has no golden file of a log that is gone', () => {
  const stale = readdirSync(folder).filter((file) => file.endsWith('.txt') && !logs.has(file.slice(0, -4)))
  if (update) for (const file of stale) rmSync(join(folder, file))
  expect(update ? [] : stale).toEqual([])
})
