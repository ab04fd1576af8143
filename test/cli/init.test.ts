import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { validateAgainst } from '../../src/node/schemas.js'
import { type GitRepository, gitRepository } from '../git-repository.js'
import { hitlQueue } from './world.js'

const source = join(import.meta.dirname, '../../docs/workflows')
const workflows = readdirSync(source)
const ATTRIBUTES = '/teaching/proposals/proposals.jsonl text eol=lf -merge\n'

const here = process.cwd()
let repository: GitRepository
beforeEach(() => {
  repository = gitRepository()
  process.chdir(repository.folder)
})
afterEach(() => {
  process.chdir(here)
  repository.remove()
})

const at = (...path: readonly string[]): string => readFileSync(join(repository.folder, ...path), 'utf8')

const outcomes = async (...args: readonly string[]) => {
  const { out, code } = await hitlQueue(['init', '--json', ...args])
  expect(validateAgainst('init', JSON.parse(out))).toEqual([])
  const { ok, files } = JSON.parse(out) as { ok: boolean; files: { path: string; outcome: string }[] }
  return { ok, code, outcomes: files.map(({ outcome }) => outcome) }
}

describe('init', () => {
  it('writes the workflows of docs/workflows, to the byte, and the attributes of the log; and again nothing', async () => {
    const { out, err, code } = await hitlQueue(['init'])
    expect(out.split('\n')[0]).toBe('made         .github/workflows/admit-proposals.yml')
    expect([err, code]).toEqual(['', 0])
    for (const name of workflows)
      expect(at('.github/workflows', name)).toBe(readFileSync(join(source, name), 'utf8'))
    expect(readdirSync(join(repository.folder, '.github/workflows'))).toEqual(workflows)
    expect(at('.gitattributes')).toBe(ATTRIBUTES)
    expect(
      repository.git('check-attr', 'text', 'eol', 'merge', '--', 'teaching/proposals/proposals.jsonl'),
    ).toBe(
      ['text: set', 'eol: lf', 'merge: unset']
        .map((attribute) => `teaching/proposals/proposals.jsonl: ${attribute}`)
        .join('\n'),
    )
    expect(await outcomes()).toEqual({ ok: true, code: 0, outcomes: Array(5).fill('unchanged') })
  })

  it('stops before it writes anything when a workflow was changed, and replaces it when it is told to', async () => {
    mkdirSync(join(repository.folder, '.github/workflows'), { recursive: true })
    writeFileSync(join(repository.folder, '.github/workflows/ratify-proposal.yml'), 'mine')
    const refused = await hitlQueue(['init'])
    expect(refused.out).toContain('is another   .github/workflows/ratify-proposal.yml\n')
    expect(refused.err).toContain('--force')
    expect(await outcomes()).toEqual({
      ok: false,
      code: 1,
      outcomes: ['not_written', 'not_written', 'not_written', 'kept', 'not_written'],
    })
    expect(readdirSync(join(repository.folder, '.github/workflows'))).toEqual(['ratify-proposal.yml'])
    expect(at('.github/workflows/ratify-proposal.yml')).toBe('mine')
    expect(await outcomes('--force')).toEqual({
      ok: true,
      code: 0,
      outcomes: ['made', 'made', 'made', 'changed', 'made'],
    })
  })

  it.each([
    ['', ATTRIBUTES],
    ['*.png binary', `*.png binary\n${ATTRIBUTES}`],
    ['*.jsonl merge=union\r\n', `*.jsonl merge=union\r\n${ATTRIBUTES}`],
    [`${ATTRIBUTES}*.png binary\n`, `${ATTRIBUTES}*.png binary\n`],
  ])('loses nothing of the attributes there are: %j', async (before, after) => {
    writeFileSync(join(repository.folder, '.gitattributes'), before)
    expect((await hitlQueue(['init'])).code).toBe(0)
    expect(at('.gitattributes')).toBe(after)
  })

  it('keeps bytes of the attributes that are no text', async () => {
    const bytes = Buffer.from([0x23, 0xff, 0xfe, 0x0a])
    writeFileSync(join(repository.folder, '.gitattributes'), bytes)
    await hitlQueue(['init'])
    expect(readFileSync(join(repository.folder, '.gitattributes')).subarray(0, 4)).toEqual(bytes)
  })

  it('is a usage error elsewhere than at the top of a repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
    process.chdir(folder)
    try {
      const { out, code } = await hitlQueue(['init'])
      expect([out, code, readdirSync(folder)]).toEqual(['', 2, []])
    } finally {
      process.chdir(here)
      rmSync(folder, { recursive: true })
    }
  })

  it('says what could not be written', async () => {
    writeFileSync(join(repository.folder, '.github'), '')
    const { out, err, code } = await hitlQueue(['init'])
    expect(out).toBe('')
    expect(err).toContain('.github/workflows/admit-proposals.yml')
    expect([2, 4]).toContain(code)
  })
})
