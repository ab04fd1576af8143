import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { validateAgainst } from '../../src/node/schemas.js'
import { fixtures } from '../../src/testing/index.js'
import { type GitRepository, gitRepository, repositoryIn } from '../git-repository.js'
import { hitlQueue } from './world.js'

const settled = String(fixtures.settled.log())
/** The log with one submission less, and that submission: `waiting` begins with a `created` and its `replay`. */
const [created = '', replayed = ''] = String(fixtures.waiting.log()).split('\n')
const submission = `${created}\n${replayed}\n`
const before = `${settled.split('\n').slice(2, 5).join('\n')}\n`

let repository: GitRepository
const clones: string[] = []
beforeEach(() => {
  repository = gitRepository()
})
afterEach(() => repository.remove())
afterAll(() => {
  for (const clone of clones) rmSync(clone, { recursive: true })
})

const check = (...args: readonly string[]) => hitlQueue(['check', '--log', repository.log, ...args])

describe('check', () => {
  it('passes a branch that adds a submission, also where the base has moved on in other files', async () => {
    const base = repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    const head = repository.commit(before + submission)
    repository.git('switch', '-q', 'main')
    writeFileSync(join(repository.folder, 'other'), '')
    repository.commit(before)
    repository.git('switch', '-q', 'branch')
    const { out, err, code } = await check('--base', 'main')
    expect(out).toBe(
      `ok: ${base.slice(0, 12)}..${head.slice(0, 12)} adds 1 submission to the log, and nothing else.\n`,
    )
    expect([err, code]).toEqual(['', 0])
    const { out: document } = await check('--base', 'main', '--json')
    expect(validateAgainst('check', JSON.parse(document))).toEqual([])
    expect(JSON.parse(document)).toEqual({
      base,
      findings: [],
      head,
      ok: true,
      submitted: ['20058ce6c370ba7359cbdc57c389d211'],
    })
  })

  it('passes a report alone', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    writeFileSync(join(repository.folder, 'report.json'), '{}')
    repository.commit(before)
    expect((await check('--base', 'main')).code).toBe(0)
  })

  it('refuses a smuggled decision, with its place, its code and what to do', async () => {
    repository.commit(before + submission)
    repository.git('switch', '-qc', 'branch')
    const smuggled = '{"event":"transition","proposal_id":"20058ce6c370ba7359cbdc57c389d211","to":"accepted"}'
    repository.commit(`${before}${submission}${smuggled}\n`)
    const { out, code } = await check('--base', 'main')
    expect(out.split('\n')[0]).toBe(
      `${repository.log}:6: transition_outside_submission: 20058ce6c370ba7359cbdc57c389d211: A decision does not come by pull request. Take the line out, and decide with the workflow or with \`review\`.`,
    )
    expect(out).toContain('refused: ')
    expect(code).toBe(1)
    const { out: document } = await check('--base', 'main', '--json')
    expect(validateAgainst('check', JSON.parse(document))).toEqual([])
    expect(JSON.parse(document).ok).toBe(false)
  })

  it('looks at what is committed, and not at the files', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    repository.commit(before + submission)
    writeFileSync(repository.log, 'nonsense\n')
    expect((await check('--base', 'main')).code).toBe(0)
  })

  it('refuses a merge that kept one side, and names what is gone', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    repository.commit(`${before}${settled.split('\n').slice(7, 9).join('\n')}\n`)
    repository.git('switch', '-q', 'main')
    repository.commit(before + submission)
    repository.git('switch', '-q', 'branch')
    const apart = await check('--base', 'main')
    expect(apart.out).toContain(':4: logs_grew_apart: 065ec6408ad3b3df18ab2bf6999f0a35: ')
    repository.git('merge', '-q', '-s', 'ours', 'main')
    const { out, code } = await check('--base', 'main')
    expect(out).toContain(':4: one_side_kept: 20058ce6c370ba7359cbdc57c389d211: ')
    expect(code).toBe(1)
  })

  it('refuses conflict markers; the log holds an error then, which is exit code 3', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    repository.commit(`${before}<<<<<<< HEAD\n`)
    const { out, code } = await check('--base', 'main')
    expect([out.includes(':4: conflict_marker: '), code]).toEqual([true, 3])
  })

  it('holds the branch to every commit that it began at, when there are several', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    writeFileSync(join(repository.folder, 'a'), '')
    repository.commit(before)
    repository.git('switch', '-q', 'main')
    repository.commit(before + submission)
    const main = repository.git('rev-parse', 'main')
    repository.git('merge', '-q', '--no-edit', 'branch')
    repository.git('switch', '-q', 'branch')
    repository.git('merge', '-q', '--no-edit', main)
    repository.commit(before)
    expect(repository.git('merge-base', '--all', 'main', 'branch').split('\n')).toHaveLength(2)
    expect((await check('--base', 'main')).out).toContain(
      ': line_removed: 20058ce6c370ba7359cbdc57c389d211: ',
    )
  })

  it('keeps to the cap of the environment', async () => {
    repository.commit(null)
    repository.git('switch', '-qc', 'branch')
    repository.commit(submission)
    const { out, code } = await hitlQueue(['check', '--log', repository.log, '--base', 'main'], {
      env: { CORE_HITL_PENDING_CAP: 'some' },
    })
    expect([out, code]).toEqual(['', 2])
  })

  it('says what it needs in a clone that is too shallow to tell', async () => {
    repository.commit(before)
    repository.git('switch', '-qc', 'branch')
    repository.commit(before + submission)
    repository.git('switch', '-q', 'main')
    writeFileSync(join(repository.folder, 'other'), '')
    repository.commit(before)
    const clone = mkdtempSync(join(tmpdir(), 'hitl-queue-git-'))
    clones.push(clone)
    repository.git(
      'clone',
      '-q',
      '--depth=1',
      '--no-single-branch',
      '-b',
      'branch',
      `file://${repository.folder}`,
      clone,
    )
    const { log } = repositoryIn(clone)
    const { err, code } = await hitlQueue(['check', '--log', log, '--base', 'origin/main'])
    expect(err).toContain('this clone is shallow')
    expect(code).toBe(2)
  })

  it.each([
    ['a revision that is not there', ['--base', 'nowhere'], 'no such revision'],
    ['a revision that looks like an option', ['--base', '--all'], 'no such revision'],
    ['a history of its own', ['--base', 'alien'], 'it shares no commit with HEAD'],
  ])('is a usage error with %s', async (_, args, message) => {
    repository.git('checkout', '-q', '--orphan', 'alien')
    repository.commit(null)
    repository.git('checkout', '-q', '--orphan', 'main')
    repository.commit(before)
    const { out, err, code } = await check(...args)
    expect([out, code]).toEqual(['', 2])
    expect(err).toContain(message)
  })

  it('is a usage error with a log that neither side has, and with no base', async () => {
    repository.commit(before)
    const missing = await hitlQueue([
      'check',
      '--base',
      'main',
      '--log',
      join(repository.folder, 'none.jsonl'),
    ])
    expect([missing.out, missing.code]).toEqual(['', 2])
    expect((await check()).code).toBe(2)
  })
})
