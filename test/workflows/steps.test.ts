import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proposalId, proposalIdOf, readLog } from '../../src/index.js'
import { DEFAULT_LOG } from '../../src/node/index.js'
import { type GitRepository, repositoryIn } from '../git-repository.js'
import { contextsOf, type Dispatch, environmentOf } from './dispatches.js'
import { envOf, jobOf, read, runStepOf } from './workflow.js'

// The scripts of the workflows, as the runner runs them, against a bare repository as origin. `npm test` has built dist.

const root = join(import.meta.dirname, '../..')

/** Pending and equivalent; pending and never measured; pending and regressed; accepted. */
const [LANTERN, ANCHOR, BELL, BRIDGE] = [
  '5202f614f5f0f9623a2c7db9742e4991',
  '873d30ef8b2208ee77c43d7017c39029',
  'a6c602ee3b67df5649e07937bacb76ac',
  '04ef02fb5a2a91a26ae067dec7330590',
]

let folder: string
let clone: GitRepository
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-steps-'))
  cpSync(join(root, 'test/fixtures/sample'), join(folder, 'seed'), { recursive: true })
  const seed = repositoryIn(join(folder, 'seed'), true)
  writeFileSync(join(seed.folder, 'corpus.jsonl'), '')
  seed.git('add', '-A')
  seed.git('commit', '-q', '-m', 'sample')
  seed.git('clone', '-q', '--bare', seed.folder, join(folder, 'origin.git'))
  seed.git('clone', '-q', join(folder, 'origin.git'), join(folder, 'clone'))
  clone = repositoryIn(join(folder, 'clone'))
  mkdirSync(join(folder, 'bin'))
  const command = join(folder, 'bin/hitl-queue')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/bin.cjs')}' "$@"\n`)
  chmodSync(command, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

const logAtOrigin = (): string => {
  clone.git('fetch', '-q', 'origin')
  return `${clone.git('show', `origin/main:${DEFAULT_LOG}`)}\n`
}

interface Step {
  readonly file: string
  readonly job: string
  readonly name: string
}

const RATIFY = { file: 'ratify-proposal.yml', job: 'ratify', name: 'Decide, record and push' }

const run = async (
  { file, job, name }: Step,
  inputs: { readonly [name: string]: string },
  dispatch: Dispatch = {},
  more: { readonly [name: string]: string } = {},
) => {
  const { template } = await read(file)
  const step = runStepOf(jobOf(template, job), name)
  const contexts = contextsOf(dispatch, inputs)
  const eventPath = join(folder, 'event.json')
  const { env, event } = environmentOf(dispatch, eventPath)
  writeFileSync(eventPath, event)
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, '')
  const script = join(folder, 'script.sh')
  writeFileSync(script, step.run.toString())
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: clone.folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      RUNNER_TEMP: folder,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: join(folder, 'output'),
      ...env,
      ...envOf(step, contexts),
      ...more,
    },
  })
  return { code: status, out: stdout, err: stderr, summary: readFileSync(summary, 'utf8') }
}

const decide = (
  inputs: {
    readonly action?: string
    readonly proposal_id?: string
    readonly operator_note?: string
    readonly review_date?: string
  },
  dispatch: Dispatch = {},
  vars: { readonly CORPUS?: string } = {},
) =>
  run(
    RATIFY,
    { action: 'reject', proposal_id: LANTERN, operator_note: '', review_date: '', ...inputs },
    dispatch,
    vars,
  )

const lastEvents = (log: string, before: string) =>
  readLog(log.slice(before.length)).entries.map(({ event }) => event)

describe('the step that ratifies', () => {
  it('says that it is not known when the command was killed', async () => {
    writeFileSync(join(folder, 'bin/hitl-queue'), '#!/bin/sh\nkill -9 $$\n')
    const { code, summary } = await decide({ action: 'accept' })
    expect(code).toBe(137)
    expect(summary).toContain('## Not recorded, or not known to be: accept\n')
    expect(summary).not.toContain('as it was')
  })

  it.each([
    ['accept', 'accepted'],
    ['reject', 'rejected'],
    ['withdraw', 'withdrawn'],
  ])(
    'ADR-0161 criterion 3: %s is recorded with ratifier_kind, actor and commit_sha, and pushed',
    async (action, to) => {
      const before = logAtOrigin()
      const tip = clone.git('rev-parse', 'origin/main')
      const { code, summary } = await decide({ action, operator_note: 'seen', review_date: '2026-06-30' })
      expect(code).toBe(0)
      const log = logAtOrigin()
      expect(log.startsWith(before)).toBe(true)
      expect(lastEvents(log, before)).toEqual([
        {
          event: 'transition',
          proposal_id: LANTERN,
          to,
          note: 'seen',
          ratifier_kind: 'workflow_dispatch',
          actor: 'owner',
          commit_sha: tip,
          workflow_run_id: '1580000001',
          review_date: '2026-06-30',
        },
      ])
      expect(summary).toContain(`## Recorded: ${action}\n`)
      expect(summary).toContain(' 3 of 256 pending, 11 settled\n')
      expect(clone.git('status', '--porcelain')).toBe('')
    },
  )

  it('puts an accepted chain into the corpus that the variable names', async () => {
    const before = logAtOrigin()
    expect((await decide({ action: 'accept' }, {}, { CORPUS: 'corpus.jsonl' })).code).toBe(0)
    expect(lastEvents(logAtOrigin(), before).map(({ event }) => event)).toEqual([
      'transition',
      'accepted_corpus_append',
    ])
    expect(clone.git('show', 'origin/main:corpus.jsonl')).toContain('"subject":"lantern"')
  })

  it.each<[string, object, Dispatch, string]>([
    ['an id that the log does not have', { proposal_id: 'f'.repeat(32) }, {}, 'f'.repeat(32)],
    ['the beginning of an id', { proposal_id: LANTERN.slice(0, 8) }, {}, LANTERN.slice(0, 8)],
    ['a proposal that is settled', { proposal_id: BRIDGE }, {}, 'accepted'],
    ['one that was never measured', { proposal_id: ANCHOR }, {}, ''],
    ['one that regressed', { proposal_id: BELL, action: 'accept' }, {}, ''],
    ['an actor who is not on the list', {}, { actor: 'mallory', ratifiers: 'alice,bob' }, 'mallory'],
    ['a re-run by somebody else', {}, { triggering_actor: 'mallory' }, 'mallory'],
    ['another branch', {}, { ref: 'refs/heads/side' }, ''],
    ['another event', {}, { event_name: 'push' }, ''],
    ['an action that is none', { action: 'approve' }, {}, ''],
    ['a day that is none', { review_date: '2026-02-30' }, {}, '2026-02-30'],
    ['an id that looks like an option', { proposal_id: '--accept' }, {}, ''],
  ])(
    'refuses %s: the log is as it was, and the run is red and says why',
    async (_, inputs, dispatch, named) => {
      const before = logAtOrigin()
      const { code, summary } = await decide(inputs, dispatch)
      expect([1, 2]).toContain(code)
      expect(logAtOrigin()).toBe(before)
      expect(summary).toContain('## Nothing was recorded\n\nThe log is as it was.\n')
      expect(summary.split('What was asked:')[0]?.split('\n    ').length).toBeGreaterThan(1)
      expect(summary).toContain(named)
    },
  )

  it.each([
    ['quotes', `'it's' "so" \\ \\\\`],
    ['a command', 'x $(touch ran) `touch ran` $HOME ; touch ran & | > ran'],
    ['newlines', 'one\n\ntwo\n'],
    ['carriage returns', 'one\r# two\r\nthree'],
    ['commands of the runner', '::add-mask::owner\n::set-output name=x::y\n##[add-mask]owner\n::error::no'],
    ['a leading dash', '--accept'],
    ['Markdown and HTML', '```\n# heading\n<img src=x> @octocat #1 | a |'],
    ['10 kB', '🦆 ä '.repeat(1500)],
    ['nothing', ''],
  ])('records a note with %s to the letter, and runs nothing of it', async (_, note) => {
    const before = logAtOrigin()
    const { code, out, summary } = await decide({ operator_note: note })
    expect(code).toBe(0)
    expect(lastEvents(logAtOrigin(), before)).toMatchObject([{ to: 'rejected', note }])
    expect(clone.git('status', '--porcelain')).toBe('')
    // Between these two lines the runner takes nothing for a command, and the second is not to be guessed.
    const [first = '', ...rest] = out.trimEnd().split('\n')
    const token = /^::stop-commands::([0-9a-f-]{36})$/.exec(first)?.[1]
    expect(rest.at(-1)).toBe(`::${token}::`)
    // Of the note's own lines none stands where it could be Markdown.
    const asked = summary.split('What was asked:\n\n')[1]?.split('\n\n## The queue')[0] ?? ''
    expect(asked.split('\n').filter((line) => line !== '' && !line.startsWith('    '))).toEqual([])
    expect(asked).not.toContain('\r')
  })

  it('says that nothing is known to be recorded when the push is refused', async () => {
    const before = logAtOrigin()
    const hook = join(folder, 'origin.git/hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "GH006: Protected branch update failed" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const { code, summary } = await decide({})
    expect(code).toBe(4)
    expect(summary).toContain('## Not recorded, or not known to be: reject\n')
    expect(logAtOrigin()).toBe(before)
  })
})

describe('the job that refuses', () => {
  it('is red, and its summary says who and why', async () => {
    const { code, summary } = await run(
      { file: 'ratify-proposal.yml', job: 'refused', name: 'Say why' },
      {},
      { actor: 'mallory', ref: 'refs/heads/`x`', ratifiers: 'alice,bob' },
    )
    expect(code).toBe(1)
    expect(summary).toContain('## Nothing was recorded\n')
    expect(summary).toContain('\n    actor             mallory (must be a ratifier)\n')
    expect(summary).toContain('\n    ref               refs/heads/`x` (must be refs/heads/main)\n')
    expect(summary).toContain('\n    ratifiers         alice,bob\n')
  })
})

describe('the step that checks a pull request', () => {
  const CHECK = {
    file: 'check-proposals.yml',
    job: 'check',
    name: 'Check the log, and the reports that are new',
  }
  const check = () => run(CHECK, {}, { event_name: 'pull_request' }, { BASE_REF: 'main' })

  it('passes a report, and refuses a decision and a report that cannot be read', async () => {
    clone.git('switch', '-q', '-c', 'branch')
    writeFileSync(join(clone.folder, 'contemplation/runs/2026-07-01T000000Z.json'), '{}')
    clone.git('add', '-A')
    clone.git('commit', '-q', '-m', 'report')
    const passed = await check()
    expect(passed.summary).toContain('## May be merged\n\n    ok: ')
    expect(passed.code).toBe(0)

    writeFileSync(join(clone.folder, 'contemplation/runs/2026-07-02T000000Z.json'), '{')
    clone.git('add', '-A')
    clone.git('commit', '-q', '-m', 'broken report')
    expect((await check()).code).toBe(1)

    clone.commit(
      `${readFileSync(clone.log, 'utf8')}{"event":"transition","proposal_id":"${LANTERN}","to":"accepted"}\n`,
    )
    const { code, summary } = await check()
    expect(code).toBe(1)
    expect(summary).toContain('## May not be merged\n')
    expect(summary).toContain('transition_outside_submission')
  })
})

const report = (candidate_id: string, subject: string) => {
  const proposed_chain = { subject, intent: 'cause', connective: 'rides', object: 'gust' }
  return {
    proposal_id: proposalId(candidate_id, proposed_chain),
    candidate: {
      candidate_id,
      proposed_chain,
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [{ source: 'corpus', ref: 'r', polarity: 'affirms', epistemic_status: 'coherent' }],
      boundary_clean: true,
    },
    replay_evidence: {
      baseline: { accuracy: 1 },
      candidate: { accuracy: 1 },
      regressed_metrics: [],
      replay_equivalent: true,
    },
  }
}

describe('the step that admits', () => {
  const ADMIT = { file: 'admit-proposals.yml', job: 'admit', name: 'Submit what the reports carry' }

  it('submits what merged reports carry, once, and a refusal is an answer', async () => {
    const before = logAtOrigin()
    const [kite, twin] = [report('c-kite', 'kite'), report('c-twin', 'kite')]
    writeFileSync(join(clone.folder, 'contemplation/runs/2026-07-01T000000Z.json'), JSON.stringify(kite))
    writeFileSync(join(clone.folder, 'contemplation/runs/2026-07-02T000000Z.json'), JSON.stringify(twin))
    clone.git('add', '-A')
    clone.git('commit', '-q', '-m', 'reports')
    clone.git('push', '-q', 'origin', 'HEAD:main')
    const { code, out, summary } = await run(ADMIT, {}, { event_name: 'push' })
    expect([code, summary.split('\n')[0]]).toEqual([0, '## Admitted to the queue, where no rule refused it'])
    expect(out).toContain('::warning::Not every candidate was admitted')
    const admitted = lastEvents(logAtOrigin(), before).filter(({ event }) => event === 'created')
    const ids = admitted.map((event) => proposalIdOf(event))
    expect(ids).toContain(kite.proposal_id)
    expect(ids).not.toContain(twin.proposal_id)

    const after = logAtOrigin()
    expect((await run(ADMIT, {}, { event_name: 'push' })).code).toBe(0)
    expect(logAtOrigin()).toBe(after)
  })
})

describe('the steps of a contemplation', () => {
  it('open one pull request for each valid report, on a branch that adds nothing else; no other keeps it back', async () => {
    const asked = join(folder, 'gh.txt')
    const gh = join(folder, 'bin/gh')
    writeFileSync(
      gh,
      `#!/bin/sh\nprintf '%s\\n' "$@" >> '${asked}'\ncat "$RUNNER_TEMP/body.md" >> '${asked}'\n`,
    )
    chmodSync(gh, 0o755)
    const runs = join(clone.folder, 'contemplation/runs')
    writeFileSync(join(runs, '2026-07-01T000000Z.json'), JSON.stringify(report('c-kite', 'kite @octocat')))
    writeFileSync(join(runs, '2026-07-02T000000Z.json'), '{')
    writeFileSync(join(runs, '$(touch ran).json'), '{}')
    // Names that git takes for no branch.
    for (const name of ['a..b.json', 'a.lock.json', 'a..json']) writeFileSync(join(runs, name), '{}')
    writeFileSync(join(runs, 'z.json'), JSON.stringify(report('c-reed', 'reed')))
    const schedule = { event_name: 'schedule' }
    const collect = { file: 'contemplation.yml', job: 'contemplate', name: 'Collect its reports' }
    expect((await run(collect, {}, schedule)).code).toBe(0)
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('count=7\n')
    clone.git('clean', '-qfd')

    const open = { file: 'contemplation.yml', job: 'propose', name: 'Open a pull request for each report' }
    const { code, out } = await run(open, {}, schedule, { BRANCH: 'main', GH_TOKEN: 'none' })
    expect(code).toBe(1)
    expect(out).toContain('::error::5 of the reports could not be proposed')
    expect(out.match(/^::/gm)).toHaveLength(3)
    const body = readFileSync(asked, 'utf8')
    expect(body.match(/^create$/gm)).toHaveLength(2)
    expect(body).toContain('- Chain: `kite @octocat rides gust (cause)`\n')
    clone.git('fetch', '-q', 'origin')
    const branches = clone.git('branch', '-r', '--list', 'origin/contemplation/*').split('\n')
    expect(branches).toHaveLength(2)
    expect(clone.git('diff', '--name-only', 'origin/main', (branches[0] ?? '').trim())).toBe(
      'contemplation/runs/2026-07-01T000000Z.json',
    )
  })
})
