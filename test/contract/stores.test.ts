import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
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
  return {
    store: openLog(files),
    bytes: async () => new Uint8Array(readFileSync(files.log)),
    close: async () => rmSync(folder, { recursive: true }),
    another: async () => openLog(files),
    corpusLines: async () => readFileSync(files.corpus, 'utf8').split('\n').slice(0, -1),
    reports: async () =>
      readdirSync(files.runs).map((name) => JSON.parse(readFileSync(join(files.runs, name), 'utf8'))),
    append: (content) => appendFile(files.log, content),
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
  }
}

const stores: readonly (readonly [
  name: string,
  open: (initial: Uint8Array) => Promise<OpenedLog>,
  offers: readonly StoreOffer[],
])[] = [
  ['a log in memory', inMemory, ['another', 'corpus', 'reports', 'append', 'failing']],
  ['a log in a file', inAFile, ['another', 'corpus', 'reports', 'append']],
  // Whoever appends to a branch pushes, and is told apart by the push: nobody appends beside it.
  ['a log on a branch of a remote', onABranch, ['another', 'corpus', 'reports']],
]

describe.each(stores)('%s', (_, open, offers) => {
  it.each(logStoreContract(open, offers).map(({ name, check }) => [name, check] as const))('%s', (_, check) =>
    check(),
  )
})
