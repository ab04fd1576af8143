import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { candidate, equivalent, idOf } from '../decisions/support.js'
import { runGit } from '../git-repository.js'
import { type Repository, repositories } from './repository.js'

const { repository, folder, done } = repositories()
afterAll(done)

let there: Repository
let origin: string
let made = 0

beforeEach(() => {
  there = repository()
  made += 1
  origin = join(folder, `origin${made}.git`)
  runGit(folder, 'clone', '-q', '--bare', there.root, origin)
  runGit(there.root, 'remote', 'add', 'origin', origin)
})

const LOG = 'teaching/proposals/proposals.jsonl'
const atTip = (path: string): string => runGit(origin, 'show', `main:${path}`)
const events = (): string[] =>
  atTip(LOG)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).event)

const submit = (id: string, ...more: readonly string[]) =>
  there.run([
    'submit',
    there.file(`${id}.json`, candidate(id)),
    '--evidence',
    there.file('evidence.json', equivalent),
    '--push',
    ...more,
  ])

describe('--push', () => {
  it('records on the branch of the remote, and says that the working copy was not looked at', async () => {
    const ran = await submit('a')
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(`submitted ${idOf('a')}`)])
    expect(ran.err).toContain(`Recorded in commit ${runGit(origin, 'rev-parse', 'main').trim()}.`)
    expect(ran.err).toContain('the working copy')
    expect(events()).toEqual(['created', 'replay'])
    expect(there.text()).toBe('')
    expect(runGit(there.root, 'status', '--porcelain', LOG)).toBe('')
  })

  it('names the tip that was decided on in the record', async () => {
    await submit('a')
    const tip = runGit(origin, 'rev-parse', 'main').trim()
    const ran = await there.run(['review', idOf('a'), '--reject', '--reason', 'stale', '--push'])
    expect(ran.code).toBe(0)
    expect(JSON.parse(atTip(LOG).split('\n')[2] ?? '')).toMatchObject({ to: 'rejected', commit_sha: tip })
    expect((await there.run(['review', idOf('a'), '--accept', '--push'])).code).toBe(1)
  })

  it('accepts, settles, and records replays there', async () => {
    runGit(there.root, 'add', 'corpus.jsonl')
    runGit(there.root, '-c', 'user.name=t', '-c', 'user.email=t@t.invalid', 'commit', '-qm', 'corpus')
    runGit(there.root, 'push', '-q', 'origin', 'HEAD:main')
    await submit('a')
    await submit('b')
    const evidence = there.file('evidence.json', equivalent)
    expect((await there.run(['record-replay', idOf('b'), '--evidence', evidence, '--push'])).code).toBe(0)
    expect((await there.run(['review', idOf('a'), '--accept', '--push'])).code).toBe(0)
    expect((await there.run(['settle', idOf('a'), '--corpus', there.corpus, '--push'])).code).toBe(0)
    expect(
      (await there.run(['review', idOf('b'), '--accept', '--corpus', there.corpus, '--push'])).code,
    ).toBe(0)
    expect(atTip('corpus.jsonl').split('\n')).toHaveLength(3)
    expect(readFileSync(there.corpus, 'utf8')).toBe('')
    expect(events().slice(4)).toEqual([
      'replay',
      'transition',
      'accepted_corpus_append',
      'transition',
      'accepted_corpus_append',
    ])
  })

  it('admits the reports of the branch, and not those of the working copy', async () => {
    const report = (id: string) =>
      there.run([
        'report',
        '--candidate',
        there.file(`${id}.json`, candidate(id)),
        '--evidence',
        there.file('evidence.json', equivalent),
      ])
    await report('a')
    runGit(there.root, 'add', 'contemplation')
    runGit(there.root, '-c', 'user.name=t', '-c', 'user.email=t@t.invalid', 'commit', '-qm', 'report')
    runGit(there.root, 'push', '-q', 'origin', 'HEAD:main')
    await report('b')
    const ran = await there.run(['ingest', '--push'])
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(idOf('a'))])
    expect(events()).toEqual(['created', 'replay'])
    const again = await there.run(['ingest', '--push'])
    expect([again.code, events().length]).toEqual([0, 2])
  })

  it('commits the report of a full queue with what found room', async () => {
    const file = there.file(
      'many.jsonl',
      Array.from({ length: 257 }, (_, at) => `${JSON.stringify(candidate(`c${at}`))}\n`).join(''),
    )
    const evidence = there.file('evidence.jsonl', `${JSON.stringify(equivalent)}\n`.repeat(257))
    const ran = await there.run(['submit', file, '--evidence', evidence, '--push'])
    expect(ran.code).toBe(1)
    expect(runGit(origin, 'show', '--format=', '--name-only', 'main').split('\n').slice(0, -1)).toEqual([
      'contemplation/runs/2026-06-15T233000Z_queue_full.json',
      LOG,
    ])
    expect(there.reports()).toEqual([])
  })

  it('records in the repository around the log, also from a hook of another', async () => {
    const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE } = process.env
    Object.assign(process.env, {
      GIT_DIR: join(there.root, '.git'),
      GIT_WORK_TREE: folder,
      GIT_INDEX_FILE: join(folder, 'an-index'),
    })
    try {
      expect((await submit('a')).code).toBe(0)
    } finally {
      for (const [name, value] of Object.entries({ GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE })) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    expect(runGit(origin, 'show', '--format=', '--name-only', 'main')).toBe(`${LOG}\n`)
    expect(events()).toEqual(['created', 'replay'])
  })

  it('exits 4 and says so when the branch takes nothing', async () => {
    mkdirSync(join(origin, 'hooks'), { recursive: true })
    const hook = join(origin, 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho protected >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const ran = await submit('a')
    expect([ran.code, ran.out]).toEqual([4, ''])
    expect(ran.err).toContain('Decision NOT recorded.')
    const { document } = await there.json('decision', [
      'submit',
      there.file('a.json', candidate('a')),
      '--evidence',
      there.file('evidence.json', equivalent),
      '--push',
    ])
    expect(document).toMatchObject({ ok: false, failure: { reason: 'not_pushed', in_log: 'no' } })
  })

  it('is what --remote and --branch are for', async () => {
    const args = ['review', idOf('a'), '--accept']
    for (const more of [
      ['--branch', 'main'],
      ['--remote', 'origin'],
    ])
      expect((await there.run([...args, ...more])).code).toBe(2)
    runGit(origin, 'branch', 'other', 'main')
    await submit('a', '--branch', 'other')
    expect(events()).toEqual([])
    expect(runGit(origin, 'show', `other:${LOG}`)).not.toBe('')
  })
})
