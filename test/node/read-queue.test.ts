import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEntries, readQueue, type Sources } from '../../src/node/index.js'
import { repositoryIn } from '../git-repository.js'

const sample = join(import.meta.dirname, '../fixtures/sample')

let folder: string
let log: string
let runs: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  log = join(folder, 'teaching/proposals/proposals.jsonl')
  runs = join(folder, 'contemplation/runs')
  cpSync(sample, folder, { recursive: true })
  const { git } = repositoryIn(folder, true)
  git('add', 'teaching', 'contemplation')
  git('commit', '-qm', 'a')
})
afterAll(() => rmSync(folder, { recursive: true }))

const failureOf = (sources: Sources): string => {
  const read = readQueue(sources)
  return read._tag === 'Left' ? read.left.reason : 'none'
}

describe('readQueue at a revision', () => {
  it('gives what the commit holds', () => {
    const now = readQueue({ log, runs })
    const then = readQueue({ log, runs, rev: 'HEAD' })
    expect(then).toEqual(now)
    expect(then._tag === 'Right' && then.right.queue.itemCount).toBeGreaterThan(0)
  })

  it('never takes what it cannot have for an empty queue', () => {
    expect(failureOf({ log: join(folder, 'nothing.jsonl'), runs, rev: 'HEAD' })).toBe('missing')
    expect(failureOf({ log: join(folder, 'teaching'), runs, rev: 'HEAD' })).toBe('not_a_file')
    expect(failureOf({ log, runs: join(folder, 'nothing'), rev: 'HEAD' })).toBe('missing')
    expect(failureOf({ log, runs: log, rev: 'HEAD' })).toBe('missing')
    expect(failureOf({ log, runs, rev: '--help' })).toBe('no_revision')
  })

  it('says so when the clone lacks what the commit holds', () => {
    const partial = join(folder, 'partial')
    spawnSync('git', ['clone', '-q', '--no-hardlinks', folder, partial])
    const log = join(partial, 'teaching/proposals/proposals.jsonl')
    const { stdout } = spawnSync('git', ['rev-parse', 'HEAD:teaching/proposals/proposals.jsonl'], {
      cwd: partial,
      encoding: 'utf8',
    })
    expect(failureOf({ log, rev: 'HEAD' })).toBe('none')
    const blob = stdout.trim()
    rmSync(join(partial, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    expect(failureOf({ log, rev: 'HEAD' })).toBe('io')
  })
})

describe('readQueue', () => {
  it('names a report that is a folder or a pipe, and does not wait for it', (context) => {
    const odd = join(folder, 'odd')
    mkdirSync(join(odd, 'folder.json'), { recursive: true })
    if (spawnSync('sh', ['-c', `mkfifo '${join(odd, 'pipe.json')}'`]).status !== 0)
      return context.skip('no pipes here')
    const read = readQueue({ log, runs: odd })
    if (read._tag === 'Left') throw new Error(read.left.message)
    expect(read.right.problems.listed.map((problem) => 'file_name' in problem && problem.file_name)).toEqual([
      'folder.json',
      'pipe.json',
    ])
  })

  it('counts the lines that it was asked for, and no more', () => {
    const read = readEntries({ log, at: 3 }, (entries) => [...entries].map(({ line }) => line))
    expect(read._tag === 'Right' && [read.right.lines, read.right.taken]).toEqual([3, [1, 2, 3]])
  })
})
