import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Basis, type Decision, readLog } from '../../src/index.js'
import { openRemoteLog, type RemoteLogFiles } from '../../src/node/index.js'
import { answer, idOf, refusal } from '../decisions/support.js'
import { runGit } from '../git-repository.js'
import { ratifying, settling, submitting } from './decisions.js'

let folder: string
let origin: string
let clone: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  origin = join(folder, 'origin.git')
  clone = join(folder, 'clone')
  runGit(folder, 'init', '-q', '--bare', '-b', 'main', origin)
  runGit(folder, 'clone', '-q', origin, clone)
  runGit(clone, 'checkout', '-q', '-B', 'main')
  mkdirSync(join(clone, 'in it'))
  mkdirSync(join(clone, 'runs'))
  writeFileSync(join(clone, 'in it/log,1.jsonl'), '')
  writeFileSync(join(clone, 'corpus.jsonl'), '')
  writeFileSync(join(clone, 'runs/.keep'), '')
  runGit(clone, 'add', '.')
  runGit(clone, 'commit', '-qm', 'begin')
  runGit(clone, 'push', '-q', 'origin', 'main')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const files = (at = clone): RemoteLogFiles => ({ log: join(at, 'in it/log,1.jsonl'), runs: join(at, 'runs') })
const record = <A>(decide: (basis: Basis) => Decision<A>, more: RemoteLogFiles = {}) =>
  openRemoteLog({ ...files(), ...more }).record(decide)
const atTip = (path: string): string => runGit(origin, 'show', `main:${path}`)
const events = (): string[] => readLog(atTip('in it/log,1.jsonl')).entries.map(({ event }) => event.event)
const tip = (): string => runGit(origin, 'rev-parse', 'main').trim()

const hook = (name: string, script: string): void => {
  const path = join(origin, 'hooks', name)
  mkdirSync(join(origin, 'hooks'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

/** All that belongs to the person who works in the clone. */
const workingCopy = (): unknown => [
  runGit(clone, '--no-optional-locks', 'status', '--porcelain=v2'),
  runGit(clone, 'rev-parse', 'HEAD'),
  readFileSync(join(clone, '.git/index')),
  statSync(join(clone, '.git/index')).mtimeMs,
  readdirSync(clone, { recursive: true }).filter((name) => !String(name).startsWith('.git')),
  runGit(clone, 'for-each-ref', 'refs/heads', 'refs/tags', 'refs/hitl-queue'),
]

describe('the log on a branch of a remote', () => {
  it('gets one commit on its tip, and the working copy nothing', async () => {
    appendFileSync(join(clone, 'in it/log,1.jsonl'), 'not committed\n')
    const before = tip()
    const mine = workingCopy()
    const recorded = answer(await record(submitting('a')))
    expect(workingCopy()).toEqual(mine)
    expect(recorded.commit_sha).toBe(tip())
    expect(runGit(origin, 'rev-parse', 'main^').trim()).toBe(before)
    expect(runGit(origin, 'show', '--format=', '--name-status', 'main')).toBe('M\tin it/log,1.jsonl\n')
    expect(events()).toEqual(['created', 'replay'])
    expect(recorded.queue.pendingCount).toBe(1)
  })

  it('is decided on at its tip, which the decision is told', async () => {
    answer(await record(submitting('a')))
    const before = tip()
    const seen: (string | null)[] = []
    await record((basis) => {
      seen.push(basis.commit_sha)
      return submitting('a')(basis)
    })
    expect(new Set(seen)).toEqual(new Set([before]))
  })

  it('gets log, corpus line and what says so in one commit', async () => {
    answer(await record(submitting('a')))
    const corpus = join(clone, 'corpus.jsonl')
    answer(await record(ratifying('accept', 'a'), { corpus }))
    expect(runGit(origin, 'show', '--format=', '--name-only', 'main')).toBe(
      'corpus.jsonl\nin it/log,1.jsonl\n',
    )
    expect(events()).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
    expect(atTip('corpus.jsonl')).toContain('"chain_id":"cause_a subject_requires_a object"')
    const before = tip()
    answer(await record(settling('a'), { corpus }))
    expect(tip()).toBe(before)
  })

  it('gets the report of a full queue, beside the reports that are there', async () => {
    answer(await record(submitting('a')))
    const now = () => new Date('2026-01-31T01:02:03Z')
    const full = () => record(submitting('b', 1), { now })
    expect(answer(await full()).report_path).toBe(join(clone, 'runs/2026-01-31T010203Z_queue_full.json'))
    expect(answer(await full()).report_path).toBe(join(clone, 'runs/2026-01-31T010203Z_queue_full-2.json'))
    expect(runGit(origin, 'ls-tree', '--name-only', 'main', 'runs/').split('\n')).toHaveLength(4)
  })

  it('is left alone by a refusal', async () => {
    const before = tip()
    expect(answer(await record(ratifying('accept', 'a'))).answer).toBe('not_found')
    expect(tip()).toBe(before)
  })

  it('has a torn tail closed off, and loses nothing', async () => {
    writeFileSync(join(clone, 'in it/log,1.jsonl'), '{"event":"cre')
    runGit(clone, 'commit', '-qam', 'torn')
    runGit(clone, 'push', '-q', 'origin', 'main')
    const recorded = answer(await record(submitting('a')))
    expect(recorded.warnings.map(({ code }) => code)).toEqual(['closed_fragment'])
    expect(atTip('in it/log,1.jsonl').startsWith('{"event":"cre\n{"event":"created"')).toBe(true)
  })

  it('keeps the mode of the file, and lines that a filter would change', async () => {
    chmodSync(join(clone, 'in it/log,1.jsonl'), 0o755)
    writeFileSync(join(clone, '.gitattributes'), '*.jsonl text eol=crlf\n')
    runGit(clone, 'add', '.')
    runGit(clone, 'commit', '-qm', 'mode')
    runGit(clone, 'push', '-q', 'origin', 'main')
    answer(await record(submitting('a')))
    expect(runGit(origin, 'ls-tree', 'main', 'in it/')).toMatch(/^100755 /)
    expect(atTip('in it/log,1.jsonl')).not.toContain('\r')
  })

  it('is read anew when somebody else was faster, and the answer may now be another', async () => {
    answer(await record(submitting('a')))
    const other = join(folder, 'other')
    runGit(folder, 'clone', '-q', origin, other)
    let calls = 0
    const result = await record((basis) => {
      calls += 1
      if (calls === 1) {
        // Between fetch and push.
        const line = JSON.stringify({
          event: 'transition',
          proposal_id: idOf('a'),
          to: 'withdrawn',
          note: '',
        })
        appendFileSync(join(other, 'in it/log,1.jsonl'), `${line}\n`)
        runGit(other, 'commit', '-qam', 'faster')
        runGit(other, 'push', '-q', 'origin', 'main')
      }
      return ratifying('accept', 'a')(basis)
    })
    expect(answer(result).answer).toBe('not_pending')
    expect(events()).toEqual(['created', 'replay', 'transition'])
  })

  it('is tried again when the remote saw another push at the same moment', async () => {
    answer(await record(submitting('a')))
    // As a server that locked the branch for somebody else.
    hook(
      'pre-receive',
      '[ -e once ] && exit 0; : > once; : > refs/heads/main.lock; (sleep 1; rm refs/heads/main.lock) &',
    )
    expect(answer(await record(ratifying('accept', 'a'))).commit_sha).toBe(tip())
    expect(events()).toEqual(['created', 'replay', 'transition'])
  })
})

describe('a push that does not land', () => {
  beforeEach(async () => {
    answer(await record(submitting('a')))
  })

  it('onto a protected branch says that nothing was recorded', async () => {
    const before = tip()
    hook('pre-receive', 'echo GH006: protected branch >&2; exit 1')
    const failure = refusal(await record(ratifying('accept', 'a')))
    expect(failure).toMatchObject({ reason: 'not_pushed', in_log: 'no' })
    expect(failure.message).toMatch(/^Decision NOT recorded\..*pre-receive hook declined.*GH006/)
    expect(tip()).toBe(before)
  })

  it('to a remote that cannot be reached says that nothing was recorded', async () => {
    rmSync(origin, { recursive: true })
    const failure = refusal(await record(ratifying('accept', 'a')))
    expect(failure).toMatchObject({ reason: 'not_pushed', in_log: 'no' })
    const named = refusal(await record(ratifying('accept', 'a'), { branch: 'main' }))
    expect(named.message).toMatch(/^Decision NOT recorded\. main of origin could not be fetched/)
  })

  it('is looked for when the connection broke, and found', async () => {
    hook('post-receive', 'kill -9 $PPID')
    const recorded = answer(await record(ratifying('accept', 'a')))
    expect(recorded.commit_sha).toBe(tip())
    expect(events()).toEqual(['created', 'replay', 'transition'])
  })

  it('is looked for when the connection broke, and not found', async () => {
    const before = tip()
    hook('pre-receive', 'kill -9 $PPID')
    expect(refusal(await record(ratifying('accept', 'a')))).toMatchObject({ reason: 'not_pushed' })
    expect(tip()).toBe(before)
  })

  it('is unknown when the connection broke for good', async () => {
    hook('post-receive', `mv '${origin}' '${origin}.gone'; kill -9 $PPID`)
    const failure = refusal(await record(ratifying('accept', 'a')))
    expect(failure).toMatchObject({ reason: 'push_unknown', in_log: 'unknown' })
    const commit = failure.reason === 'push_unknown' ? failure.commit_sha : ''
    expect(failure.message).toContain(commit)
    expect(runGit(`${origin}.gone`, 'rev-parse', 'main').trim()).toBe(commit)
  })
})

describe('what the branch does not hold', () => {
  it.each([
    ['the log', () => ({ log: join(clone, 'none.jsonl') })],
    ['the corpus', () => ({ corpus: join(clone, 'none.jsonl') })],
    ['a file, but a folder', () => ({ log: join(clone, 'runs') })],
    ['a repository', () => ({ log: join(tmpdir(), 'log.jsonl') })],
  ])('%s', async (_, more) => {
    const before = tip()
    const failure = refusal(await record(submitting('a'), more()))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true, in_log: 'no' })
    expect(tip()).toBe(before)
  })

  it('a link is no log', async () => {
    spawnSync('ln', ['-s', 'corpus.jsonl', join(clone, 'link.jsonl')])
    runGit(clone, 'add', '.')
    runGit(clone, 'commit', '-qm', 'link')
    runGit(clone, 'push', '-q', 'origin', 'main')
    const failure = refusal(await record(submitting('a'), { log: join(clone, 'link.jsonl') }))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true })
  })

  it('an error in its log is in the way', async () => {
    writeFileSync(join(clone, 'in it/log,1.jsonl'), 'no JSON\n')
    runGit(clone, 'commit', '-qam', 'broken')
    runGit(clone, 'push', '-q', 'origin', 'main')
    expect(refusal(await record(submitting('a')))).toMatchObject({ reason: 'unsound_log', in_log: 'no' })
  })

  it.each([
    ['a branch', { branch: 'none' }, 'there is no such branch'],
    ['a remote', { remote: 'none' }, 'no remote of this name'],
    ['a remote that would be an option', { remote: '--upload-pack=true' }, 'no remote of this name'],
  ])('%s', async (_, more, message) => {
    const failure = refusal(await record(submitting('a'), more))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true })
    expect(failure.message).toContain(message)
  })

  it('a branch that its HEAD is, as in a repository without a commit', async () => {
    runGit(origin, 'symbolic-ref', 'HEAD', 'refs/heads/none')
    const failure = refusal(await record(submitting('a')))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true })
    expect(failure.message).toContain('--branch')
  })
})
