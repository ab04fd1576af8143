import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { repositoryIn } from '../git-repository.js'
import { hitlQueue } from './world.js'

const sample = join(import.meta.dirname, '../fixtures/sample')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  cpSync(sample, join(folder, 'sample'), { recursive: true })
  const { git } = repositoryIn(join(folder, 'sample'), true)
  git('add', '.')
  git('commit', '-qm', 'sample')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Every path below a folder with its content and its time stamps, to the nanosecond. */
const snapshot = (root: string): string[] =>
  [
    root,
    ...readdirSync(root, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(root, name)),
  ].map((path) => {
    const { mtimeNs, ctimeNs, mode, size, ino } = lstatSync(path, { bigint: true })
    const content = lstatSync(path).isFile() ? readFileSync(path).toString('base64') : ''
    return [path, mode, size, ino, mtimeNs, ctimeNs, content].join(' ')
  })

const commands = (root: string): readonly (readonly string[])[] => {
  const log = join(root, 'teaching/proposals/proposals.jsonl')
  const runs = join(root, 'contemplation/runs')
  const here = ['--log', log, '--runs', runs]
  return [
    ['list', ...here],
    ['list', ...here, '--json'],
    ['list', ...here, '--at', '5'],
    ['list', ...here, '--rev', 'HEAD'],
    ['show', '1b5904', ...here],
    ['reports', ...here],
    ['reports', ...here, '--rev', 'HEAD'],
    ['summary', '--log', log],
    ['summary', join(runs, '2026-06-02T081500Z.json'), '--log', log, '--rev', 'HEAD'],
    ['audit', '--log', log],
    ['audit', '--log', log, '--history'],
    ['check', '--base', 'HEAD', '--log', log],
    ['digest', ...here],
    ['digest', ...here, '--rev', 'HEAD'],
    ['export', ...here],
    ['validate', log, join(runs, '2026-06-02T081500Z.json')],
  ]
}

describe('reading commands', () => {
  it('ADR-0161 criterion 5: list and show, and every other, succeed and change no file and no time stamp', async () => {
    const root = join(folder, 'sample')
    const before = snapshot(root)
    expect(before.length).toBeGreaterThan(20)
    for (const args of commands(root)) {
      const { out, code } = await hitlQueue(args)
      expect([args[0], out === '', code]).toEqual([args[0], false, 0])
    }
    expect(snapshot(root)).toEqual(before)
  })

  const real = join(import.meta.dirname, '../../../shared/real')

  it.skipIf(!existsSync(real))(
    'ADR-0161 criterion 5: list and show succeed on the live log and change no file and no time stamp',
    async () => {
      const before = snapshot(real)
      const here = ['--log', join(real, 'proposals.jsonl'), '--runs', real]
      const listed = await hitlQueue(['list', ...here, '--json'])
      const { items } = JSON.parse(listed.out) as {
        readonly items: readonly { readonly proposal_id: string }[]
      }
      expect([listed.code, items.length > 10]).toEqual([0, true])
      for (const { proposal_id } of items) {
        const { out, code } = await hitlQueue(['show', proposal_id, ...here])
        expect([out.includes(proposal_id), code]).toEqual([true, 0])
      }
      expect((await hitlQueue(['list', ...here])).code).toBe(0)
      expect(snapshot(real)).toEqual(before)
    },
  )

  it('work where nothing can be written', async (context) => {
    const mounted = join(folder, 'read-only')
    mkdirSync(mounted)
    const mount = spawnSync('mount', ['--bind', join(folder, 'sample'), mounted])
    const readOnly = mount.status === 0 ? spawnSync('mount', ['-o', 'remount,ro,bind', mounted]) : mount
    try {
      if (readOnly.status !== 0) return context.skip('no read-only mount can be made here')
      for (const args of commands(mounted))
        expect([args[0], (await hitlQueue(args)).code]).toEqual([args[0], 0])
    } finally {
      if (mount.status === 0) spawnSync('umount', [mounted])
    }
  })

  it('leave nothing in the folder for temporary files', async () => {
    // A folder of this test's own: other programs use the common one at the same time.
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    vi.stubEnv('TMPDIR', temporary)
    try {
      for (const args of commands(join(folder, 'sample'))) await hitlQueue(args)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(readdirSync(temporary)).toEqual([])
  })
})
