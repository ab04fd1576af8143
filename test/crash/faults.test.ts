import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  events,
  hasStrace,
  linesOf,
  litter,
  log,
  newWorld,
  problems,
  ROUNDS,
  ratifying,
  recording,
  removeWorlds,
  run,
  type Step,
  settling,
  start,
  strace,
  submitting,
  type World,
} from './support.js'

afterAll(removeWorlds)

const files = ({ log: path, runs, corpus }: World) => ({ log: path, runs, corpus, lockTimeout: 120_000 })
const NONCE = 'a1b2c3d4e5f60718'
const draftOf = (path: string): string => `${path}.lock.${NONCE}.new`
const [OPEN, WRITE, SYNC, LINK] = ['openat', 'write,?pwrite64,?pwritev', 'fsync,fdatasync', '?link,linkat']

describe.skipIf(!hasStrace)('a system call that fails (skipped where strace may not trace)', () => {
  /** What becomes of a step of which calls on some paths fail, and of the same step afterwards. */
  const failing = async (
    world: World,
    step: Step,
    calls: string,
    injection: string,
    paths: readonly string[] = [],
  ) => {
    const { said } = await run(
      { files: files(world), steps: [step], nonces: [NONCE] },
      { under: strace(paths, calls, injection) },
    )
    return said[0]
  }

  it.each([
    ['ENOSPC', WRITE, 'no space'],
    ['EDQUOT', WRITE, 'quota'],
    ['EIO', WRITE, 'disk failed'],
    ['EACCES', OPEN, 'no permission'],
    ['EROFS', OPEN, 'read-only'],
  ] as const)(
    '%s of the log is reported, with nothing in it, and the next append is whole',
    async (code, calls, words) => {
      const world = newWorld(linesOf('a'))
      // The third time that the log is opened is to append.
      const injection = `error=${code}:when=${calls === OPEN ? 3 : 1}`
      expect(await failing(world, submitting('b'), calls, injection, [world.log])).toMatchObject({
        failed: 'not_written',
        in_log: 'no',
        code,
        message: expect.stringContaining(words),
      })
      expect(log(world)).toBe(linesOf('a'))
      expect(litter(world)).toEqual([])
      await recording(world, submitting('b'))
      expect(log(world)).toBe(linesOf('a', 'b'))
    },
  )

  it.each([
    ['EACCES', OPEN, 'no permission'],
    ['EROFS', OPEN, 'read-only'],
    ['ENOSPC', WRITE, 'no space'],
    ['EIO', SYNC, 'disk failed'],
    ['EPERM', LINK, 'makes none'],
  ] as const)('%s of the lock is reported, and nothing is left of it', async (code, calls, words) => {
    const world = newWorld(linesOf('a'))
    const paths = [draftOf(world.log)]
    expect(await failing(world, submitting('b'), calls, `error=${code}:when=1`, paths)).toMatchObject({
      failed: 'not_written',
      in_log: 'no',
      code,
      message: expect.stringContaining(words),
    })
    expect(log(world)).toBe(linesOf('a'))
    expect(litter(world)).toEqual([])
  })

  it('EIO of a sync leaves it open whether the event is there for good', async () => {
    const world = newWorld(linesOf('a'))
    // The first sync is the lock's.
    expect(await failing(world, submitting('b'), SYNC, 'error=EIO:when=2')).toMatchObject({
      failed: 'not_written',
      in_log: 'unknown',
      code: 'EIO',
    })
    expect(log(world)).toBe(linesOf('a', 'b'))
    expect(litter(world)).toEqual([])
  })

  it('of a folder that can not be synced is no failure where there is no such thing, and one where there is', async () => {
    const world = newWorld()
    expect(await failing(world, submitting('b'), SYNC, 'error=EINVAL:when=3')).toMatchObject({
      answer: 'done',
    })
    const other = newWorld()
    expect(await failing(other, submitting('b'), SYNC, 'error=EIO:when=3')).toMatchObject({
      in_log: 'unknown',
    })
  })

  it('of the corpus leaves the accept, which settle finishes', async () => {
    for (const [code, calls, at] of [
      ['ENOSPC', WRITE, 1],
      ['EIO', SYNC, 3],
    ] as const) {
      const world = newWorld(linesOf('a'))
      const said = await failing(world, ratifying('accept', 'a'), calls, `error=${code}:when=${at}`, [
        world.corpus,
      ])
      expect(said).toMatchObject({ failed: 'not_written', in_log: 'partly', code })
      expect(said?.message).toMatch(/finish it with settle\. A part of it is in the log/)
      expect(await recording(world, settling('a'))).toMatchObject([{ answer: 'done' }])
      expect(events(world)).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
      expect(readFileSync(world.corpus, 'utf8').split('\n')).toHaveLength(2)
    }
  })

  it('while the lock is given back takes nothing from the answer', async () => {
    const world = newWorld(linesOf('a'))
    expect(await failing(world, submitting('b'), '?unlink,unlinkat', 'error=EIO')).toMatchObject({
      answer: 'done',
    })
    expect(log(world)).toBe(linesOf('a', 'b'))
    expect(await recording(world, submitting('c'))).toMatchObject([{ answer: 'done' }])
    expect(litter(world)).toEqual([])
  })
})

const mounted: string[] = []
afterAll(() => {
  for (const folder of mounted) spawnSync('umount', [folder])
})

/** A disk of 64 KiB, where this process may mount one. */
const smallDisk = (): string | null => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'hitl-queue-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  mounted.push(folder)
  return folder
}
const disk = process.platform === 'linux' ? smallDisk() : null

describe.skipIf(disk === null)('a full disk (skipped where none can be mounted)', () => {
  it('is reported, loses nothing that was acknowledged, and the next append is whole once there is room', async () => {
    const world = newWorld('', disk ?? '')
    // Leaves no room for the block that the next line needs.
    const filler = join(world.folder, 'filler')
    const acknowledged: string[] = []
    let said: Awaited<ReturnType<typeof recording>>[number] | undefined
    for (let at = 0; at < 200; at += 1) {
      ;[said] = await recording(world, submitting(`n${at}`))
      if (said?.failed !== undefined) break
      acknowledged.push(`n${at}`)
      if (at === 20) appendFileSync(filler, Buffer.alloc(24 * 1024))
    }
    expect(said).toMatchObject({ failed: 'not_written', in_log: 'no' })
    const full = log(world)
    expect(full.startsWith(linesOf(...acknowledged))).toBe(true)
    rmSync(filler)
    expect(await recording(world, submitting('z'))).toMatchObject([{ answer: 'done' }])
    expect(log(world).startsWith(full)).toBe(true)
    expect(log(world).endsWith(`\n${linesOf('z')}`)).toBe(true)
    expect(problems(world).filter((code) => code !== 'closed_fragment')).toEqual([])
    expect(litter(world)).toEqual([])
  })

  it('that takes a part of a line says so, and the next append closes the part off', async () => {
    const disk = smallDisk() ?? ''
    const world = newWorld(linesOf('a'), disk)
    const [said] = await recording(world, submitting('r'.repeat(100_000)))
    expect(said).toMatchObject({ failed: 'not_written', in_log: 'no', code: null })
    expect(statSync(world.log).size).toBeGreaterThan(linesOf('a').length)
    const before = log(world)
    expect(problems(world)).toEqual(['torn_tail'])
    // The part has filled the disk; a file that goes makes room for the next.
    expect(await recording(world, submitting('b'))).toMatchObject([{ failed: 'not_written', in_log: 'no' }])
    spawnSync('mount', ['-o', 'remount,size=256k', disk])
    expect(await recording(world, submitting('b'))).toMatchObject([
      { answer: 'done', warnings: ['closed_fragment'] },
    ])
    expect(log(world)).toBe(`${before}\n${linesOf('b')}`)
  })
})

describe('a log cut at every byte of its last two events', () => {
  it('reads, takes an append, and reads again', async () => {
    // The last of a log of another writer, with characters of every length.
    const foreign = `${JSON.stringify({ event: 'transition', proposal_id: 'p', to: 'rejected', note: 'é✓😀' })}\n`
    const [created = '', replay = ''] = linesOf('b').split(/(?<=\n)/)
    for (const whole of [`${linesOf('a')}${created}${replay}`, `${linesOf('a')}${foreign}${foreign}`]) {
      const bytes = Buffer.from(whole)
      const from = linesOf('a').length
      const world = newWorld()
      for (let cut = from; cut <= bytes.length; cut += 1) {
        writeFileSync(world.log, bytes.subarray(0, cut))
        const last = bytes[cut - 1] === 10
        const [said] = await recording(world, submitting('c'))
        expect(said, `cut at ${cut}`).toMatchObject({ answer: 'done' })
        const now = readFileSync(world.log)
        expect(now.subarray(0, cut)).toEqual(bytes.subarray(0, cut))
        expect(now.subarray(cut).toString()).toBe(`${last ? '' : '\n'}${linesOf('c')}`)
        const wholeLine = last || bytes[cut] === 10
        expect(problems(world), `cut at ${cut}`).toEqual(wholeLine ? [] : ['closed_fragment'])
        expect(said?.warnings).toEqual(wholeLine ? [] : ['closed_fragment'])
        const lines = bytes.subarray(0, cut).toString().split('\n').length - 1 + (wholeLine && !last ? 1 : 0)
        expect(events(world)).toHaveLength(lines + 2)
      }
    }
  })
})

describe('SIGKILL at any moment', () => {
  it('loses nothing that was acknowledged, and leaves one fragment at most', async () => {
    for (let round = 0; round < 6 * ROUNDS; round += 1) {
      const world = newWorld(linesOf('a'))
      const ids = Array.from({ length: 40 }, (_, at) => `${round} ${at}`)
      const worker = start({
        files: files(world),
        steps: ids.flatMap((id) => [submitting(id), ratifying('accept', id)]),
      })
      await worker.until(1 + Math.floor(Math.random() * 40))
      const moment = performance.now() + Math.random() * 4
      while (performance.now() < moment);
      worker.child.kill('SIGKILL')
      const { said } = await worker.ended
      for (const one of said) expect(one).toMatchObject({ answer: 'done' })
      const held = events(world)
      const accepts = said.filter((one) => one.events?.includes('transition')).length
      expect(held.filter((event) => event === 'created').length).toBeGreaterThanOrEqual(
        1 + said.length - accepts,
      )
      expect(held.filter((event) => event === 'accepted_corpus_append').length).toBeGreaterThanOrEqual(
        accepts,
      )
      expect(problems(world).length).toBeLessThanOrEqual(1)
      expect(await recording(world, submitting('y'), submitting('z'))).toMatchObject([
        { answer: 'done' },
        { answer: 'done', warnings: [] },
      ])
      // Of the accepts the one that was under way alone may owe something.
      const accepted = events(world).filter((event) => event === 'transition').length
      for (const id of ids.slice(0, accepted))
        expect(await recording(world, settling(id))).toMatchObject([{ answer: 'done' }])
      expect(events(world).filter((event) => event === 'accepted_corpus_append')).toHaveLength(accepted)
      const lines = readFileSync(world.corpus, 'utf8').split('\n').slice(0, -1)
      expect(new Set(lines).size).toBe(accepted)
      expect(lines.filter((line) => line.endsWith('}'))).toHaveLength(accepted)
      expect(litter(world)).toEqual([])
    }
  })
})
