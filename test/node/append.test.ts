import {
  appendFileSync,
  closeSync,
  copyFileSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendLines, type FileSeen, REPLACED } from '../../src/node/append.js'
import { openLog } from '../../src/node/open-log.js'
import { thisProcess } from '../../src/node/processes.js'
import {
  decide,
  events,
  leaveLock,
  linesOf,
  log,
  newWorld,
  ratifying,
  recording,
  removeWorlds,
  submitting,
  type World,
} from '../crash/support.js'

import { answer, refusal } from '../decisions/support.js'

let world: World
beforeEach(() => {
  world = newWorld(linesOf('a'))
})
afterEach(removeWorlds)

const seen = (path: string): FileSeen => {
  const { dev, ino, size } = statSync(path, { bigint: true })
  return { dev, ino, size: Number(size) }
}

describe('an append', () => {
  it('goes behind gigabytes', () => {
    const path = join(world.folder, 'big')
    const size = 5 * 2 ** 30
    const fd = openSync(path, 'w+')
    ftruncateSync(fd, size)
    const { start, end } = answer(appendLines(path, ['one\n', 'two\n'], seen(path)))
    expect([start, end]).toEqual([size + 1, size + 9])
    const held = Buffer.alloc(9)
    readSync(fd, held, 0, 9, size)
    closeSync(fd)
    expect(held.toString()).toBe('\none\ntwo\n')
    expect(statSync(path).size).toBe(end)
  })

  it.each<[string, (path: string) => void]>([
    [
      'another file',
      (path) => {
        writeFileSync(`${path}.new`, 'other\n')
        renameSync(`${path}.new`, path)
      },
    ],
    [
      'the same bytes in another file',
      (path) => {
        copyFileSync(path, `${path}.new`)
        renameSync(`${path}.new`, path)
      },
    ],
    ['a cut file', (path) => truncateSync(path, 10)],
    ['no file', (path) => rmSync(path)],
  ])('does not go to %s where one that was looked at stood', (_, change) => {
    const before = seen(world.log)
    change(world.log)
    const there = readdirSync(world.folder).includes('log.jsonl') ? readFileSync(world.log) : null
    expect(refusal(appendLines(world.log, ['line\n'], before))).toBe(REPLACED)
    if (there === null) expect(readdirSync(world.folder)).not.toContain('log.jsonl')
    else expect(readFileSync(world.log)).toEqual(there)
  })

  it('makes no file where one has come into being', () => {
    expect(refusal(appendLines(world.log, ['line\n'], null))).toBe(REPLACED)
    expect(readFileSync(world.log, 'utf8')).toBe(linesOf('a'))
  })

  it('goes to no device', () => {
    expect(refusal(appendLines('/dev/null', ['line\n'], seen('/dev/null')))).toMatchObject({ arrived: 'no' })
  })
})

describe('a log that is not the one that was read', () => {
  const submit = (id: string, happens: () => void) => recording(world, { ...submitting(id), happens })

  it('is decided on anew when another took its place', async () => {
    writeFileSync(`${world.log}.other`, linesOf('a', 'b'))
    expect(await submit('b', () => renameSync(`${world.log}.other`, world.log))).toMatchObject([
      { answer: 'duplicate' },
    ])
    expect(log(world)).toBe(linesOf('a', 'b'))
  })

  it('is decided on anew when it was cut', async () => {
    expect(await submit('b', () => truncateSync(world.log, 0))).toMatchObject([{ answer: 'done' }])
    expect(log(world)).toBe(linesOf('b'))
  })

  it('is not made anew when it was named and is gone', async () => {
    expect(await submit('b', () => rmSync(world.log))).toMatchObject([
      { failed: 'not_readable', in_log: 'no' },
    ])
    expect(readdirSync(world.folder).sort()).toEqual(['corpus.jsonl', 'runs'])
  })

  it('is given up on when it is another each time', async () => {
    let calls = 0
    const failure = refusal(
      await openLog({ log: world.log }).record(() => {
        calls += 1
        copyFileSync(world.log, `${world.log}.other`)
        renameSync(`${world.log}.other`, world.log)
        return { answer: '', events: [{ event: 'transition', proposal_id: 'p', to: 'rejected', note: '' }] }
      }),
    )
    expect(failure).toMatchObject({ reason: 'not_written', in_log: 'no', code: null })
    expect(calls).toBeGreaterThan(10)
    expect(log(world)).toBe(linesOf('a'))
  })
})

describe('the names of a log', () => {
  it('have one lock when they are links to it, and the link stays a link', async () => {
    const link = join(world.folder, 'link.jsonl')
    mkdirSync(join(world.folder, 'deep'))
    symlinkSync('../log.jsonl', join(world.folder, 'deep', 'log.jsonl'))
    symlinkSync('deep/log.jsonl', link)
    leaveLock(world, { pid: process.pid, birth: thisProcess().birth })
    const store = openLog({ log: link, runs: world.runs, lockTimeout: 50 })
    const decide = () => ({
      answer: '',
      events: [{ event: 'transition', proposal_id: 'p', to: 'rejected', note: '' } as const],
    })
    expect(refusal(await store.record(decide))).toMatchObject({
      reason: 'lock_timeout',
      holder: { pid: process.pid },
    })
    rmSync(`${world.log}.lock`)
    answer(await store.record(decide))
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(events(world)).toEqual(['created', 'replay', 'transition'])
    expect(readdirSync(join(world.folder, 'deep'))).toEqual(['log.jsonl'])
  })
})

describe('the default log', () => {
  const here = process.cwd()
  beforeEach(() => process.chdir(world.folder))
  afterEach(() => process.chdir(here))
  const submit = async (id: string, clean = true) => {
    const step = submitting(id)
    const store = openLog()
    return answer(
      await store.record((basis) => decide(basis, clean ? step : { settle: { proposal_id: 'none' } })),
    )
  }

  it('and its folder are made by what is written, and not by a refusal', async () => {
    expect((await submit('a', false)).answer).toBe('not_found')
    expect(readdirSync(world.folder)).not.toContain('teaching')
    expect((await submit('a')).answer).toBe('done')
    expect(readFileSync('teaching/proposals/proposals.jsonl', 'utf8')).toBe(linesOf('a'))
    expect(readdirSync('teaching/proposals')).toEqual(['proposals.jsonl'])
    expect((await submit('b')).answer).toBe('done')
  })
})

describe('what a reader may see of an append that is on its way', () => {
  it('is no ground for a refusal', async () => {
    const [created = '', replay = ''] = linesOf('b').split(/(?<=\n)/)
    leaveLock(world, { pid: process.pid, birth: thisProcess().birth })
    appendFileSync(world.log, created)
    const accepted = recording(world, ratifying('accept', 'b'))
    await sleep(50)
    appendFileSync(world.log, replay)
    rmSync(`${world.log}.lock`)
    expect(await accepted).toMatchObject([{ answer: 'done' }])
  })
})
