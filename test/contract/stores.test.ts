import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openLog, openRemoteLog } from '../../src/node/index.js'
import { logStoreContract, memoryLog, type OpenedLog, type StoreOffer } from '../../src/testing/index.js'
import { repositoryIn } from '../git-repository.js'

const inMemory = async (initial: Uint8Array): Promise<OpenedLog> => {
  const log = memoryLog(initial, { corpus: [] })
  return {
    store: log,
    bytes: async () => log.bytes(),
    another: async () => log,
    corpusLines: async () => log.corpusLines(),
    reports: async () => log.reports().map(({ content }) => content),
    append: async (content) => log.append(content),
    runOutOfRoom: async (afterBytes) => log.runOutOfRoom(afterBytes),
  }
}

/** What a file has been written so far, and how much more it takes, by its inode. */
const disk = new Map<bigint, { writes: number; room: number }>()

const { writeSync } = fs

/** A disk that counts, and that is full when it is told to be. */
const counted = (fd: number, bytes: Uint8Array, offset: number, length: number): number => {
  const file = disk.get(fs.fstatSync(fd, { bigint: true }).ino)
  if (file === undefined) return writeSync(fd, bytes, offset, length)
  file.writes += 1
  const taken = Math.min(length, file.room)
  file.room = taken < length ? Number.POSITIVE_INFINITY : file.room - taken
  if (taken === 0)
    throw Object.assign(new Error('ENOSPC: no space left on device'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
    })
  return writeSync(fd, bytes, offset, taken)
}

beforeAll(() => {
  fs.writeSync = counted as typeof writeSync
  syncBuiltinESMExports()
})

afterAll(() => {
  fs.writeSync = writeSync
  syncBuiltinESMExports()
})

const inAFile = async (initial: Uint8Array): Promise<OpenedLog> => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-contract-'))
  const files = {
    log: join(folder, 'log.jsonl'),
    runs: join(folder, 'runs'),
    corpus: join(folder, 'corpus.jsonl'),
  }
  writeFileSync(files.log, initial)
  mkdirSync(files.runs)
  writeFileSync(files.corpus, '')
  const file = { writes: 0, room: Number.POSITIVE_INFINITY }
  disk.set(fs.statSync(files.log, { bigint: true }).ino, file)
  return {
    store: openLog(files),
    bytes: async () => new Uint8Array(readFileSync(files.log)),
    close: async () => {
      disk.clear()
      rmSync(folder, { recursive: true })
    },
    another: async () => openLog(files),
    corpusLines: async () => readFileSync(files.corpus, 'utf8').split('\n').slice(0, -1),
    reports: async () =>
      readdirSync(files.runs).map((name) => JSON.parse(readFileSync(join(files.runs, name), 'utf8'))),
    append: (content) => appendFile(files.log, content),
    runOutOfRoom: async (afterBytes) => {
      file.room = afterBytes
    },
    writes: async () => file.writes,
  }
}

const onABranch = async (initial: Uint8Array): Promise<OpenedLog> => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-contract-'))
  const clone = join(folder, 'clone')
  const files = {
    log: join(clone, 'log.jsonl'),
    runs: join(clone, 'runs'),
    corpus: join(clone, 'corpus.jsonl'),
  }
  mkdirSync(files.runs, { recursive: true })
  writeFileSync(files.log, initial)
  writeFileSync(files.corpus, '')
  writeFileSync(join(files.runs, '.keep'), '')
  const { git } = repositoryIn(clone, true)
  git('add', '.')
  git('commit', '-q', '-m', 'begin')
  git('clone', '-q', '--bare', '.', '../origin.git')
  git('remote', 'add', 'origin', '../origin.git')
  const atTip = (path: string): Buffer => {
    git('fetch', '-q', 'origin', 'main')
    return execFileSync('git', ['cat-file', 'blob', `FETCH_HEAD:${path}`], { cwd: clone })
  }
  return {
    store: openRemoteLog(files),
    bytes: async () => new Uint8Array(atTip('log.jsonl')),
    close: async () => rmSync(folder, { recursive: true }),
    another: async () => openRemoteLog(files),
    corpusLines: async () => atTip('corpus.jsonl').toString().split('\n').slice(0, -1),
    reports: async () => {
      git('fetch', '-q', 'origin', 'main')
      return git('ls-tree', '--name-only', 'FETCH_HEAD', 'runs/')
        .split('\n')
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(atTip(name).toString()))
    },
    // Everything of a decision is one commit.
    writes: async () => {
      git('fetch', '-q', 'origin', 'main')
      return Number(git('rev-list', '--count', 'FETCH_HEAD'))
    },
  }
}

const stores: readonly (readonly [
  name: string,
  open: (initial: Uint8Array) => Promise<OpenedLog>,
  offers: readonly StoreOffer[],
])[] = [
  // Its writes are no steps that anybody can come between.
  ['a log in memory', inMemory, ['another', 'corpus', 'reports', 'append', 'failing']],
  ['a log in a file', inAFile, ['another', 'corpus', 'reports', 'append', 'failing', 'writes']],
  // Whoever appends to a branch pushes, and is told apart by the push: nobody appends beside it.
  ['a log on a branch of a remote', onABranch, ['another', 'corpus', 'reports', 'writes']],
]

// A slow machine is no lock that is kept: many who push to one branch wait for each other.
const patience = 600_000

describe.each(stores)('%s', (_, open, offers) => {
  it.each(logStoreContract(open, offers, { patience }).map(({ name, check }) => [name, check] as const))(
    '%s',
    (_, check) => check(),
  )
})
