import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../src/node/lock.js'
import { openLog } from '../../src/node/open-log.js'
import { thisProcess } from '../../src/node/processes.js'
import { right } from '../../src/result.js'
import {
  chownWorld,
  deadPid,
  hasUsers,
  leaveLock,
  linesOf,
  litter,
  log,
  NOBODY,
  newWorld,
  recording,
  removeWorlds,
  run,
  submitting,
  type World,
} from '../crash/support.js'
import { refusal } from '../decisions/support.js'

let world: World
beforeEach(() => {
  world = newWorld(linesOf('a'))
})
afterEach(removeWorlds)

const lock = (): string => `${world.log}.lock`
const submit = (lockTimeout = 50) => recording({ ...world, lockTimeout }, submitting('b'))

describe('a lock', () => {
  it.each([
    ['is gone', () => ({ pid: deadPid() })],
    ['has a pid that is another process by now', () => ({ pid: process.pid, birth: 'another' })],
  ])('is taken over when its holder %s', async (_, holder) => {
    leaveLock(world, holder())
    expect(await submit()).toMatchObject([{ answer: 'done' }])
    expect(litter(world)).toEqual([])
  })

  it.each([
    ['is of another host', { host: 'elsewhere' }],
    ['counts its processes elsewhere', { processes: 'pid:[1]' }],
    ['can not be told apart', { pid: process.pid, birth: null }],
    ['lives', { pid: process.pid, birth: thisProcess().birth }],
    ['has a name that would lead out of the folder', { nonce: '../x' }],
    ['is named by a number', { nonce: 5 }],
    ['was born at no time', { birth: 5 }],
    ['has no pid', { pid: 0 }],
  ])('is not taken over when its holder %s', async (_, holder) => {
    leaveLock(world, { pid: deadPid(), ...holder })
    const before = readFileSync(lock(), 'utf8')
    expect(await submit()).toMatchObject([{ failed: 'lock_timeout', in_log: 'no' }])
    expect(readFileSync(lock(), 'utf8')).toBe(before)
    expect(log(world)).toBe(linesOf('a'))
    expect(litter(world)).toEqual(['log.jsonl.lock'])
  })

  it.skipIf(!hasUsers)('is taken over where another user has the pid now (as root alone)', async () => {
    leaveLock(world, { pid: process.pid, birth: 'another' })
    chownWorld(world)
    const { said } = await run(
      { files: { log: world.log, lockTimeout: 50 }, steps: [submitting('b')] },
      { uid: NOBODY },
    )
    expect(said).toMatchObject([{ answer: 'done' }])
  })

  it.skipIf(!hasUsers)('that may not be read is waited for (as root alone)', async () => {
    chownWorld(world)
    writeFileSync(lock(), 'secret', { mode: 0o600 })
    const { said } = await run(
      { files: { log: world.log, lockTimeout: 50 }, steps: [submitting('b')] },
      { uid: NOBODY },
    )
    expect(said).toMatchObject([{ failed: 'lock_timeout', holder: null }])
  })

  it('that leads nowhere is held', async () => {
    symlinkSync('nowhere', lock())
    expect(await submit()).toMatchObject([{ failed: 'lock_timeout' }])
  })

  it('is given back by a decision that throws', async () => {
    const decide = (): never => {
      throw new Error('thrown by decide')
    }
    await expect(openLog({ log: world.log }).record(decide)).rejects.toThrow('thrown by decide')
    let calls = 0
    const later = openLog({ log: world.log }).record(() => {
      calls += 1
      if (calls === 2) decide()
      return { answer: '', events: [{ event: 'transition', proposal_id: 'p', to: 'rejected', note: '' }] }
    })
    await expect(later).rejects.toThrow('thrown by decide')
    expect(litter(world)).toEqual([])
  })

  it('leaves what is not its own beside it', async () => {
    for (const name of ['md', 'bak', 'new', 'a b', '0123456789abcdef'])
      writeFileSync(`${lock()}.${name}`, 'mine')
    mkdirSync(`${lock()}.folder`)
    const before = readdirSync(world.folder).sort()
    expect(await submit()).toMatchObject([{ answer: 'done' }])
    expect(readdirSync(world.folder).sort()).toEqual(before)
  })

  it('can not be had under too long a name, which is said', async () => {
    const path = join(world.folder, `${'x'.repeat(240)}.jsonl`)
    writeFileSync(path, '')
    const [said] = await recording({ ...world, log: path }, submitting('b'))
    expect(said).toMatchObject({ failed: 'not_written', in_log: 'no' })
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  it('is waited for without end by no number that is none', async () => {
    leaveLock(world, { pid: process.pid, birth: thisProcess().birth })
    expect(refusal(await withLock(world.log, Number.NaN, () => right(null)))).toMatchObject({
      reason: 'lock_timeout',
    })
    expect(existsSync(lock())).toBe(true)
  })
})
