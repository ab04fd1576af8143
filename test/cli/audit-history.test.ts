import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { validateAgainst } from '../../src/node/schemas.js'
import { fixtures } from '../../src/testing/index.js'
import { type GitRepository, gitRepository, repositoryIn } from '../git-repository.js'
import { hitlQueue } from './world.js'

const lines = String(fixtures.settled.log())
  .split('\n')
  .slice(0, -1)
  .map((line) => `${line}\n`)
const first = (count: number): string => lines.slice(0, count).join('')

let repository: GitRepository
beforeEach(() => {
  repository = gitRepository()
})
afterEach(() => repository.remove())

const audit = async (...args: readonly string[]) => {
  const ran = await hitlQueue(['audit', '--history', '--log', repository.log, ...args, '--json'])
  const document = ran.out === '' ? null : JSON.parse(ran.out)
  if (document !== null) expect(validateAgainst('audit', document)).toEqual([])
  return { ...ran, history: document?.history }
}

describe('audit --history', () => {
  it('finds nothing in a log that only grew, through merges, renames of other files and a last line without a newline', async () => {
    repository.commit(null)
    repository.commit(first(2).slice(0, -1))
    repository.commit(first(2))
    repository.git('switch', '-qc', 'side')
    repository.commit(first(4))
    repository.git('switch', '-q', 'main')
    repository.commit(first(2), 'nothing')
    repository.git('merge', '-q', '--no-ff', '--no-edit', 'side')
    const head = repository.commit(first(7))
    const { history, code } = await audit('--strict')
    expect(history).toEqual({ head, commits: 7, shallow: false, findings: [] })
    expect(code).toBe(0)
  })

  it('names the commit that rewrote a line, and no other, also when a later one puts it right', async () => {
    const parent = repository.commit(first(3))
    const commit = repository.commit(first(3).replace('rain', 'snow'))
    repository.commit(first(3))
    const { history, code } = await audit('--strict')
    expect(history.findings.map(({ message, ...found }: { message: string }) => found)).toEqual([
      { commit, parent, code: 'line_changed', line: 1, proposal_ids: ['20058ce6c370ba7359cbdc57c389d211'] },
      {
        commit: repository.git('rev-parse', 'HEAD'),
        parent: commit,
        code: 'line_changed',
        line: 1,
        proposal_ids: ['20058ce6c370ba7359cbdc57c389d211'],
      },
    ])
    expect(code).toBe(1)
    const said = await hitlQueue(['audit', '--history', '--log', repository.log])
    expect(said.out).toContain(
      `${commit}: ${repository.log}:1: line_changed: 20058ce6c370ba7359cbdc57c389d211: A line of the log was changed.`,
    )
    expect(said.code).toBe(0)
  })

  it.each<[string, string | null, string]>([
    ['a line less', first(2), 'line_removed'],
    ['no log', null, 'log_removed'],
    ['an empty log', '', 'log_removed'],
    ['other line endings', first(3).replaceAll('\n', '\r\n'), 'line_endings_changed'],
    ['more in its last line', `${first(3).slice(0, -1)} \n${lines[3]}`, 'line_changed'],
  ])('finds a commit with %s', async (_, log, code) => {
    repository.commit(first(3))
    repository.commit(log)
    repository.commit(first(3))
    const { history } = await audit()
    expect(history.findings[0]).toMatchObject({ code })
  })

  it('holds a merge to all of its parents', async () => {
    repository.commit(first(2))
    repository.git('switch', '-qc', 'side')
    const side = repository.commit(`${first(2)}${lines[7]}`)
    repository.git('switch', '-q', 'main')
    repository.commit(first(4))
    repository.git('merge', '-q', '-s', 'ours', '--no-edit', 'side')
    const { history } = await audit()
    expect(history.findings).toMatchObject([
      { parent: side, code: 'one_side_kept', line: 3, proposal_ids: ['065ec6408ad3b3df18ab2bf6999f0a35'] },
    ])
  })

  it('reaches as far as a revision that is named', async () => {
    repository.commit(first(2))
    const before = repository.commit(first(3))
    repository.commit(first(1))
    expect((await audit('--rev', before)).history).toMatchObject({ head: before, commits: 2, findings: [] })
    expect((await audit('--rev', 'HEAD')).history.findings).toHaveLength(1)
  })

  it('says that a shallow clone knows only a part', async () => {
    repository.commit(first(3))
    repository.commit(first(1))
    repository.commit(first(2))
    const clone = mkdtempSync(join(tmpdir(), 'hitl-queue-git-'))
    try {
      repository.git('clone', '-q', '--depth=2', `file://${repository.folder}`, clone)
      const { log } = repositoryIn(clone)
      const { out, err, code } = await hitlQueue(['audit', '--history', '--log', log, '--json'])
      expect(JSON.parse(out).history).toMatchObject({ commits: 2, shallow: true, findings: [] })
      expect(err).toContain('This clone is shallow')
      expect(code).toBe(0)
    } finally {
      rmSync(clone, { recursive: true })
    }
  })

  it('takes a clone that lacks a log for what it is, and not for a rewritten history', async () => {
    repository.commit(first(2))
    repository.commit(first(3))
    const blob = repository.git('rev-parse', 'HEAD~1:teaching/proposals/proposals.jsonl')
    rmSync(join(repository.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const { out, err, code } = await audit()
    expect([out, code]).toEqual(['', 4])
    expect(err).toContain('this clone lacks')
  })

  it('is a usage error where there is no history', async () => {
    const { out, code } = await hitlQueue([
      'audit',
      '--history',
      '--log',
      join(import.meta.dirname, '../fixtures/sample/teaching/proposals/proposals.jsonl'),
      '--rev',
      'nowhere',
    ])
    expect([out, code]).toEqual(['', 2])
  })

  it('follows many versions, and commits that leave the log alone', async () => {
    for (let count = 1; count <= lines.length; count += 1) repository.commit(first(count))
    for (let at = 0; at < 20; at += 1) repository.commit(first(lines.length), 'nothing')
    expect((await audit()).history).toMatchObject({ commits: lines.length + 20, findings: [] })
  })
})
