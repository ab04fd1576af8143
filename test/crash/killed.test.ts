import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  CALLS,
  deadPid,
  events,
  hasStrace,
  leaveLock,
  linesOf,
  litter,
  log,
  newWorld,
  problems,
  ratifying,
  recording,
  removeWorlds,
  run,
  type Step,
  settling,
  strace,
  submitting,
  type World,
} from './support.js'

afterAll(removeWorlds)

/** What a decision of a log that is there makes of them: no file is renamed, no folder made. */
const LOG_CALLS = CALLS.filter((calls) => !/rename|mkdir/.test(calls))

/** What a worker draws first: with it the names of its drafts are known, and strace can be told of them. */
const NONCE = 'a1b2c3d4e5f60718'

/** Those that are written to under a name that is known. A file that is opened is made only where it is a draft. */
const pathsOf = ({ log: path, corpus }: World, calls: string): string[] =>
  calls === 'openat' ? [draftOf(path)] : [draftOf(path), path, corpus]

const draftOf = (path: string): string => `${path}.lock.${NONCE}.new`

const files = ({ log: path, runs, corpus }: World) => ({ log: path, runs, corpus })

/** Runs a step again and again, killed at the next system call each time, until it gets through. */
const killedAtEach = async (
  world: () => World,
  step: Step,
  after: (world: World, before: string, acknowledged: boolean) => Promise<void>,
): Promise<number> => {
  let kills = 0
  const atEach = async (calls: string): Promise<void> => {
    for (let at = 1; ; at += 1) {
      const one = world()
      const before = log(one)
      const { signal, said } = await run(
        { files: files(one), steps: [step], nonces: [NONCE] },
        { under: strace(pathsOf(one, calls), calls, `signal=SIGKILL:when=${at}`) },
      )
      if (signal === 'SIGKILL') kills += 1
      else expect(said).toMatchObject([{ answer: expect.any(String) }])
      expect(log(one).startsWith(before)).toBe(true)
      await after(one, before, said.length > 0)
      expect(litter(one)).toEqual([])
      if (signal !== 'SIGKILL') return
    }
  }
  // Two at a time: each waits for the disk.
  const left = [...LOG_CALLS]
  const lane = async (): Promise<void> => {
    for (let calls = left.shift(); calls !== undefined; calls = left.shift()) await atEach(calls)
  }
  await Promise.all([lane(), lane()])
  return kills
}

describe.skipIf(!hasStrace)('killed at each system call (skipped where strace may not trace)', () => {
  it('a submission is in the log whole or not at all, and the next two commands work', async () => {
    const torn = linesOf('b').slice(0, 100)
    const kills = await killedAtEach(
      () => newWorld(linesOf('a') + torn),
      submitting('b'),
      async (world, before, acknowledged) => {
        const there = log(world) !== before
        if (there) expect(log(world)).toBe(`${before}\n${linesOf('b')}`)
        if (acknowledged) expect(there).toBe(true)
        expect(await recording(world, submitting('b'), submitting('c'))).toMatchObject([
          { answer: there ? 'duplicate' : 'done', warnings: there ? [] : ['closed_fragment'] },
          { answer: 'done', warnings: [] },
        ])
        expect(log(world)).toBe(`${linesOf('a')}${torn}\n${linesOf('b', 'c')}`)
        expect(problems(world)).toEqual(['closed_fragment'])
      },
    )
    expect(kills).toBeGreaterThanOrEqual(8)
  })

  it('an accept is completed by settle, exactly once', async () => {
    const kills = await killedAtEach(
      () => newWorld(linesOf('a', 'b')),
      ratifying('accept', 'a'),
      async (world, before, acknowledged) => {
        const there = log(world) !== before
        if (acknowledged) expect(there).toBe(true)
        if (!there) {
          expect(readFileSync(world.corpus, 'utf8')).toBe('')
          expect(await recording(world, settling('a'), ratifying('accept', 'a'))).toMatchObject([
            { answer: 'not_accepted' },
            { answer: 'done' },
          ])
        }
        expect(await recording(world, settling('a'), settling('a'))).toMatchObject([
          { answer: 'done' },
          { answer: 'done', events: [] },
        ])
        expect(events(world).slice(4)).toEqual(['transition', 'accepted_corpus_append'])
        const lines = readFileSync(world.corpus, 'utf8').split('\n')
        expect(lines).toEqual([expect.stringContaining('cause_a subject_requires_a object'), ''])
        expect(problems(world)).toEqual([])
      },
    )
    expect(kills).toBeGreaterThanOrEqual(13)
  })

  it('a submission to a full queue leaves no half report, and the log as it was', async () => {
    const name = '2026-01-31T010203Z_queue_full'
    const kills = await killedAtEach(
      () => newWorld(linesOf('a')),
      submitting('b', 1),
      async (world, before) => {
        await recording(world, submitting('b', 1))
        expect(log(world)).toBe(before)
        for (const report of [`${name}.json`, `${name}-2.json`])
          if (existsSync(join(world.runs, report)))
            expect(JSON.parse(readFileSync(join(world.runs, report), 'utf8'))).toMatchObject({ cap: 1 })
      },
    )
    expect(kills).toBeGreaterThanOrEqual(10)
  })

  it('a lock that was being taken over from the dead is taken over by the next, and nothing is left of it', async () => {
    const pid = deadPid()
    const kills = await killedAtEach(
      () => {
        const world = newWorld(linesOf('a'))
        leaveLock(world, { pid, nonce: 'dead' })
        return world
      },
      submitting('b'),
      async (world) => {
        await recording(world, submitting('b'), submitting('c'))
        expect(log(world)).toBe(linesOf('a', 'b', 'c'))
      },
    )
    expect(kills).toBeGreaterThanOrEqual(15)
  })
})
