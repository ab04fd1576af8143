import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { repositories } from '../cli/repository.js'
import { candidate, equivalent, idOf } from '../decisions/support.js'
import { hasStrace, strace } from './support.js'

const { repository, done } = repositories()
afterAll(done)

const BIN = join(import.meta.dirname, '../../dist/bin.cjs')

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly err: string
}

/** Runs the command as people do. */
const hitlQueue = async (args: readonly string[], under: readonly string[] = []): Promise<Ended> => {
  const [program = '', ...rest] = [...under, process.execPath, BIN, ...args]
  const { CI: _, GITHUB_ACTIONS: __, ...env } = process.env
  const child = spawn(program, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, err }
}

const world = () => {
  const one = repository()
  const where = ['--log', one.log, '--runs', one.runs]
  const submit = (id: string): string[] => {
    writeFileSync(join(one.root, `${id}.json`), JSON.stringify(candidate(id)))
    writeFileSync(join(one.root, 'evidence.json'), JSON.stringify(equivalent))
    return ['submit', join(one.root, `${id}.json`), '--evidence', join(one.root, 'evidence.json'), ...where]
  }
  writeFileSync(one.corpus, '')
  const review = ['review', idOf('a'), '--accept', '--corpus', one.corpus, ...where]
  const settle = ['settle', idOf('a'), '--corpus', one.corpus, ...where]
  return { ...one, submit, review, settle, where }
}

const names = (events: readonly { readonly event: string }[]): string[] => events.map(({ event }) => event)

describe.skipIf(!hasStrace)('a command that is killed at a sync (skipped where strace may not trace)', () => {
  it('is run again, and what it left is finished by settle', async () => {
    // Of the lock, the log, the corpus, and the log once more; the corpus was empty, so its folder too.
    for (let at = 1; at <= 5; at += 1) {
      const one = world()
      expect(await hitlQueue(one.submit('a'))).toMatchObject({ code: 0 })
      const killed = await hitlQueue(one.review, strace([], 'fsync,fdatasync', `signal=SIGKILL:when=${at}`))
      expect(killed.signal).toBe('SIGKILL')
      const there = names(one.events()).includes('transition')
      expect(await hitlQueue(one.review)).toMatchObject({ code: there ? 1 : 0 })
      expect(await hitlQueue(one.settle)).toMatchObject({ code: 0 })
      expect(await hitlQueue(one.submit('b'))).toMatchObject({ code: 0 })
      expect(names(one.events())).toEqual([
        ...['created', 'replay', 'transition', 'accepted_corpus_append'],
        ...['created', 'replay'],
      ])
      expect(readFileSync(one.corpus, 'utf8').split('\n')).toHaveLength(2)
      expect(await hitlQueue(['validate', one.log])).toMatchObject({ code: 0 })
    }
  })
})

it('8 commands that accept one proposal leave one transition, and seven of them exit 1', async () => {
  const one = world()
  await hitlQueue(one.submit('a'))
  const ended = await Promise.all(Array.from({ length: 8 }, () => hitlQueue(one.review)))
  expect(ended.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
  expect(names(one.events())).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
})
