import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { proposalIdOf } from '../../src/events/proposal-event.js'
import { readLog } from '../../src/log/read-log.js'
import { idOf } from '../decisions/support.js'
import {
  deadPid,
  events,
  hasPython,
  hasStrace,
  leaveLock,
  linesOf,
  litter,
  log,
  newWorld,
  problems,
  ROUNDS,
  race,
  ratifying,
  recording,
  removeWorlds,
  run,
  start,
  strace,
  submitting,
  type World,
} from './support.js'

afterAll(removeWorlds)

const EIGHT = ['1', '2', '3', '4', '5', '6', '7', '8']
const files = ({ log: path, runs, corpus }: World) => ({ log: path, runs, corpus, lockTimeout: 120_000 })

/** Every line of the log is one of those that were to be written, and none is there twice. */
const holdsOnly = (world: World, lines: readonly string[]): void => {
  expect(problems(world)).toEqual([])
  const held = log(world).split('\n').slice(0, -1)
  expect(held.length).toBe(new Set(held).size)
  for (const line of held) expect(lines).toContain(line)
}

const split = (text: string): string[] => text.split('\n').slice(0, -1)

describe('8 processes at once', () => {
  it('that submit into room for 6 leave exactly 6 more', async () => {
    const world = newWorld(linesOf('a', 'b'))
    const said = await race(EIGHT.map((id) => ({ files: files(world), steps: [submitting(id, 8)] })))
    expect(said.map(([one]) => one?.answer).sort()).toEqual([
      ...Array(6).fill('done'),
      'queue_full',
      'queue_full',
    ])
    expect(events(world).filter((event) => event === 'created')).toHaveLength(8)
    holdsOnly(world, split(linesOf('a', 'b', ...EIGHT)))
    expect(litter(world)).toEqual([])
  })

  it('that accept one proposal leave one transition, one corpus line, and seven that are told so', async () => {
    const world = newWorld(linesOf('a', 'b'))
    const said = await race(EIGHT.map(() => ({ files: files(world), steps: [ratifying('accept', 'a')] })))
    expect(said.map(([one]) => one?.answer).sort()).toEqual(['done', ...Array(7).fill('not_pending')])
    expect(events(world).slice(4)).toEqual(['transition', 'accepted_corpus_append'])
    expect(split(readFileSync(world.corpus, 'utf8'))).toHaveLength(1)
    expect(problems(world)).toEqual([])
    expect(litter(world)).toEqual([])
  })

  it('take over the lock of one that was killed, one after the other', async () => {
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const world = newWorld(linesOf('a'))
      const dead = start({
        files: files(world),
        steps: [{ ...submitting('b'), befalls: { what: 'SIGKILL' } }],
      })
      await dead.ended
      expect(litter(world)).toEqual(['log.jsonl.lock'])
      const said = await race(EIGHT.map(() => ({ files: files(world), steps: [ratifying('accept', 'a')] })))
      expect(said.map(([one]) => one?.answer).sort()).toEqual(['done', ...Array(7).fill('not_pending')])
      expect(events(world)).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
      expect(litter(world)).toEqual([])
    }
  })

  it.skipIf(!hasStrace)(
    'take over a lock whose taker was killed half way (skipped where strace may not trace)',
    async () => {
      const pid = deadPid()
      // At the removal of the dead one's lock, and of the right to it.
      for (const at of [2, 3]) {
        const world = newWorld(linesOf('a'))
        leaveLock(world, { pid, nonce: 'dead' })
        const taker = await run(
          { files: files(world), steps: [submitting('b')] },
          { under: strace([], '?unlink,unlinkat', `signal=SIGKILL:when=${at}`) },
        )
        expect(taker.signal).toBe('SIGKILL')
        expect(litter(world)).toContain('log.jsonl.lock.dead')
        const said = await race(EIGHT.map(() => ({ files: files(world), steps: [ratifying('accept', 'a')] })))
        expect(said.map(([one]) => one?.answer).sort()).toEqual(['done', ...Array(7).fill('not_pending')])
        expect(litter(world)).toEqual([])
      }
    },
  )
})

describe('a holder that was stopped', () => {
  it('is waited for and named, and its append lands once when it goes on', async () => {
    const world = newWorld(linesOf('a'))
    const holder = start({
      files: files(world),
      steps: [{ ...submitting('b'), befalls: { what: 'SIGSTOP' } }],
    })
    await holder.hears('deciding')
    const others = await Promise.all(
      ['c', 'd'].map((id) => run({ files: { ...files(world), lockTimeout: 200 }, steps: [submitting(id)] })),
    )
    for (const { said } of others)
      expect(said).toMatchObject([
        {
          failed: 'lock_timeout',
          in_log: 'no',
          holder: { pid: holder.child.pid },
          message: expect.stringContaining(String(holder.child.pid)),
        },
      ])
    expect(log(world)).toBe(linesOf('a'))
    const waiting = run({ files: files(world), steps: [submitting('e')] })
    holder.child.kill('SIGCONT')
    expect((await holder.ended).said).toMatchObject([{ answer: 'done' }])
    expect((await waiting).said).toMatchObject([{ answer: 'done' }])
    expect(log(world)).toBe(linesOf('a', 'b', 'e'))
    expect(litter(world)).toEqual([])
  })

  it.each(['exit', 'throw', 'SIGTERM'])(
    'or ended by %s leaves a log that the next one writes to',
    async (what) => {
      const world = newWorld(linesOf('a'))
      await run({ files: files(world), steps: [{ ...submitting('b'), befalls: { what } }] })
      expect(log(world)).toBe(linesOf('a'))
      expect(await recording(world, submitting('b'))).toMatchObject([{ answer: 'done' }])
      expect(litter(world)).toEqual([])
    },
  )
})

const transition = (id: string, to: string): string =>
  `${JSON.stringify({ event: 'transition', note: '', proposal_id: idOf(id), to })}\n`

describe('a writer that takes no lock', () => {
  it('is reported when its line came first and would have changed the decision, and both lines stay', async () => {
    const world = newWorld(linesOf('a', 'b'))
    const theirs = transition('a', 'rejected')
    const { said } = await run({
      files: files(world),
      steps: [{ ...ratifying('accept', 'a'), befalls: { what: theirs } }],
    })
    expect(said).toMatchObject([{ failed: 'recorded_after_conflict', in_log: 'yes', answer: 'not_pending' }])
    expect(log(world).startsWith(linesOf('a', 'b') + theirs)).toBe(true)
    expect(events(world).slice(4)).toEqual(['transition', 'transition'])
    expect(litter(world)).toEqual([])
  })

  const python = `
import sys
path, lines = sys.argv[1], sys.stdin.read().splitlines(True)
for line in lines:
    with open(path, "a") as f:
        f.write(line)
`
  const node = `
const { appendFileSync, readFileSync } = require('node:fs')
for (const line of readFileSync(0, 'utf8').split(/(?<=\\n)/)) appendFileSync(process.argv[1], line)
`
  const writer = (program: string, args: readonly string[], lines: string): ChildProcess => {
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin?.end(lines)
    return child
  }

  it.each([
    ['python3', hasPython, (path: string) => ['-c', python, path]],
    ['node', true, (path: string) => ['-e', node, path]],
  ] as const)(
    'and writes beside four that do loses nothing, nor do they: %s',
    async (program, there, args) => {
      if (!there) return
      const world = newWorld(linesOf('a'))
      const names = Array.from({ length: 200 * ROUNDS }, (_, at) => `theirs ${at}`)
      const ours = ['p', 'q', 'r', 's'].map((name) => Array.from({ length: 10 }, (_, at) => `${name}${at}`))
      const workers = ours.map((ids) =>
        start({
          files: files(world),
          gate: true,
          steps: ids.flatMap((id) => [submitting(id, 100_000), ratifying('reject', id)]),
        }),
      )
      for (const worker of workers) await worker.hears('ready')
      const theirs = names.map((name) => linesOf(name))
      const other = writer(program === 'node' ? process.execPath : program, args(world.log), theirs.join(''))
      for (const worker of workers) worker.go()
      const [said] = await Promise.all([
        Promise.all(workers.map((worker) => worker.ended)),
        once(other, 'close'),
      ])
      for (const one of said) for (const step of one.said) expect(step).toMatchObject({ answer: 'done' })
      expect(problems(world)).toEqual([])
      const held = log(world)
      for (const line of split(theirs.join(''))) expect(held.split(`${line}\n`)).toHaveLength(2)
      const { entries } = readLog(held)
      expect(entries).toHaveLength(2 + 2 * names.length + 3 * 40)
      for (const ids of ours)
        for (const id of ids)
          expect(
            entries.filter(({ event }) => proposalIdOf(event) === idOf(id)).map(({ event }) => event.event),
          ).toEqual(['created', 'replay', 'transition'])
    },
  )
})
