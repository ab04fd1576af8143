import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Candidate,
  emptyQueue,
  type ProposalEvent,
  proposalId,
  readReport,
  submit,
} from '../../src/index.js'
import { validateAgainst } from '../../src/node/schemas.js'
import { answer, candidate, chain, equivalent, idOf, regressed, source } from '../decisions/support.js'
import { type Repository, repositories } from './repository.js'

const { repository, done } = repositories()
afterAll(done)

const submitted = (id: string): readonly ProposalEvent[] =>
  answer(submit(emptyQueue, candidate(id), equivalent, { source })).events

describe('report', () => {
  const given = (there: Repository, more: Partial<Candidate> = {}) => [
    '--candidate',
    there.file('candidate.json', candidate('a', more)),
    '--evidence',
    there.file('evidence.json', equivalent),
  ]
  const written = (there: Repository): string =>
    readFileSync(join(there.runs, there.reports()[0] ?? ''), 'utf8')

  it('writes a learning_arc report with the proposal, the candidate and the evidence, and prints its path', async () => {
    const there = repository()
    const { out, err, code } = await there.run(['report', ...given(there)])
    const path = join(there.runs, '2026-06-15T233000Z.json')
    expect([out, err, code]).toEqual([`${path}\n`, '', 0])
    const text = readFileSync(path, 'utf8')
    expect(JSON.parse(text)).toEqual({
      report_kind: 'learning_arc',
      proposal_id: idOf('a'),
      candidate: candidate('a'),
      replay_evidence: equivalent,
      emitted_at_revision: there.head,
    })
    expect(validateAgainst('learning-arc-report', JSON.parse(text))).toEqual([])
    expect(readReport(text, { file_name: 'r.json' })).toMatchObject({
      problems: [],
      report: { proposal_ids: [idOf('a')] },
    })
    expect(there.text()).toBe('')
  })

  it('prints {ok, path, proposal_id}', async () => {
    const there = repository()
    const { document } = await there.json('report', ['report', ...given(there)])
    expect(document).toEqual({
      ok: true,
      path: join(there.runs, '2026-06-15T233000Z.json'),
      proposal_id: idOf('a'),
    })
  })

  it('is two-space JSON with sorted keys, in which each number is as it was spelled', async () => {
    const there = repository()
    const text = JSON.stringify(candidate('a'))
      .replace('"cause"', '"cause","weight":1.0,"big":123456789012345678901234567890')
      .replace('{', '{"score":1e-07,"empty":[],')
    const merge = there.file('merge.json', '{"scenes":[{"n":2.50}],"__proto__":{"x":1.0},"zero":-0.0}')
    const evidence = there.file(
      'e.json',
      JSON.stringify({ ...equivalent, count: 1 }).replace('"count":1', '"count":20.0'),
    )
    const args = ['--candidate', there.file('c.json', text), '--evidence', evidence, '--merge', merge]
    expect((await there.run(['report', ...args])).code).toBe(0)
    expect(written(there)).toBe(`{
  "__proto__": {
    "x": 1.0
  },
  "candidate": {
    "boundary_clean": true,
    "candidate_id": "a",
    "claim_domain": "factual",
    "empty": [],
    "evidence": [
      {
        "epistemic_status": "coherent",
        "polarity": "affirms",
        "ref": "r",
        "source": "corpus"
      }
    ],
    "polarity": "affirms",
    "proposed_chain": {
      "big": 123456789012345678901234567890,
      "connective": "requires",
      "intent": "cause",
      "object": "a object",
      "subject": "a subject",
      "weight": 1.0
    },
    "score": 1e-07
  },
  "emitted_at_revision": "${there.head}",
  "proposal_id": "${proposalId('a', '{"subject":"a subject","intent":"cause","connective":"requires","object":"a object","weight":1.0,"big":123456789012345678901234567890}')}",
  "replay_evidence": {
    "baseline": {
      "accuracy": 1.0,
      "recall": 0.5
    },
    "candidate": {
      "accuracy": 1.0,
      "recall": 0.5
    },
    "count": 20.0,
    "regressed_metrics": [],
    "replay_equivalent": true
  },
  "report_kind": "learning_arc",
  "scenes": [
    {
      "n": 2.5
    }
  ],
  "zero": -0.0
}
`)
  })

  it('writes over no report that is there', async () => {
    const there = repository()
    for (let n = 0; n < 3; n += 1) await there.run(['report', ...given(there)])
    expect(there.reports()).toEqual([
      '2026-06-15T233000Z-2.json',
      '2026-06-15T233000Z-3.json',
      '2026-06-15T233000Z.json',
    ])
  })

  it('goes without a revision that nobody knows, and takes one that is said', async () => {
    const there = repository()
    rmSync(join(there.root, '.git'), { recursive: true })
    await there.run(['report', ...given(there)])
    expect(written(there)).not.toContain('emitted_at_revision')
    const other = repository()
    await other.run(['report', ...given(other), '--emitted-at-revision', 'engine-7'])
    expect(JSON.parse(written(other)).emitted_at_revision).toBe('engine-7')
  })

  it.each([
    ['a member of its own', { proposal_id: 'x' }, 'proposal_id'],
    ['another kind', { report_kind: 'queue_full' }, 'report_kind'],
    ['what no report may hold', { scenes: 'none' }, '/scenes'],
    ['what is no object', [], 'nothing is in it'],
    ['a key that stands twice', '{"a":1,"a":2}', 'twice'],
  ])('does not add %s', async (_, merge, expected) => {
    const there = repository()
    const args = [...given(there), '--merge', there.file('merge.json', merge)]
    const { out, err, code } = await there.run(['report', ...args])
    expect([out, code, there.reports()]).toEqual(['', 2, []])
    expect(err).toContain(expected)
  })

  it.each([
    [
      'a candidate that is none',
      (there: Repository) => ['--candidate', there.file('c.json', {}), '--evidence', 'e'],
    ],
    [
      'evidence that is none',
      (there: Repository) => [...given(there), '--evidence', there.file('x.json', {})],
    ],
    ['no evidence', (there: Repository) => given(there).slice(0, 2)],
    ['stdin twice', () => ['--candidate', '-', '--evidence', '-']],
    ['a folder that is not there', (there: Repository) => [...given(there), '--runs', 'nowhere']],
    ['a folder that is none', (there: Repository) => [...given(there), '--runs', there.log]],
    ['an empty revision', (there: Repository) => [...given(there), '--emitted-at-revision', '']],
  ])('does not take %s', async (_, args) => {
    const there = repository()
    const { out, code } = await there.run(['report', ...args(there)])
    expect([out, code, there.reports()]).toEqual(['', 2, []])
  })
})

describe('ingest', () => {
  /** Puts a report into the folder of the runs. */
  const put = (there: Repository, name: string, content: object | string): string => {
    const path = join(there.runs, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const carrying = (id: string, more: object = {}) => ({
    proposal_id: idOf(id),
    candidate: candidate(id),
    replay_evidence: equivalent,
    ...more,
  })

  it('submits what report wrote, as contemplation under the name of the file', async () => {
    const there = repository()
    const evidence = there.file('e.json', equivalent)
    const args = ['--evidence', evidence, '--emitted-at-revision', 'engine-7']
    await there.run(['report', '--candidate', there.file('a.json', candidate('a')), ...args])
    const { out, err, code } = await there.run(['ingest'])
    const path = join(there.runs, '2026-06-15T233000Z.json')
    expect([out, err, code]).toEqual([
      `submitted ${idOf('a')}: a subject requires a object (cause) (from ${path})\n`,
      '',
      0,
    ])
    expect(there.events()).toMatchObject([
      {
        event: 'created',
        proposal: {
          proposal_id: idOf('a'),
          source: {
            kind: 'contemplation',
            source_id: '2026-06-15T233000Z.json',
            emitted_at_revision: 'engine-7',
          },
        },
      },
      { event: 'replay' },
    ])
    // And is then done.
    const text = there.text()
    const again = await there.run(['ingest'])
    expect([again.out, again.err, again.code]).toEqual(['', 'No report waits for the queue.\n', 0])
    expect((await there.json('ingest', ['ingest'])).document).toEqual({
      ok: true,
      left_out: [],
      report_path: null,
      results: [],
    })
    expect(there.text()).toBe(text)
  })

  it('takes reports in the order of their names by code point, at the commit around the log when they name none', async () => {
    const there = repository()
    for (const [name, id] of [
      ['b.json', 'two'],
      ['B.json', 'one'],
      ['é.json', 'three'],
    ] as const)
      put(there, name, carrying(id))
    const { document, code } = await there.json('ingest', ['ingest'])
    expect(code).toBe(0)
    expect(document).toMatchObject({
      ok: true,
      results: ['one', 'two', 'three'].map((candidate_id) => ({ candidate_id, ok: true })),
    })
    expect(there.events()[0]).toMatchObject({ proposal: { source: { emitted_at_revision: there.head } } })
  })

  it('gives the log the numbers that the report has, and the id of its writer', async () => {
    const there = repository()
    const chainText =
      '{"subject":"s","intent":"i","connective":"c","object":"o","w":1.0,"tiny":1e-07,"big":123456789012345678901234567890}'
    const text = JSON.stringify({ ...carrying('a'), proposal_id: proposalId('a', chainText) })
      .replace(JSON.stringify(candidate('a').proposed_chain), chainText)
      .replace('"replay_equivalent"', '"runs":98765432109876543210,"replay_equivalent"')
    put(there, 'r.json', text)
    expect((await there.run(['ingest'])).code).toBe(0)
    expect(there.events().length).toBe(2)
    expect(there.text()).toContain('"big":123456789012345678901234567890')
    expect(there.text()).toContain('"tiny":1e-07,"w":1.0}')
    expect(there.text()).toContain('"runs":98765432109876543210')
  })

  it('rolls back what regressed, and submits what two reports carry once', async () => {
    const there = repository()
    put(there, '1.json', carrying('a', { replay_evidence: regressed }))
    put(there, '2.json', carrying('b'))
    put(there, '3.json', carrying('b', { scenes: [] }))
    const { out, code } = await there.run(['ingest'])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual(['rolled', 'submitted', ''])
  })

  it('says why it admits no other one, and minds those that carry nothing', async () => {
    const there = repository(submitted('known'))
    put(there, '1.json', { proposal_id: 'p1', scenes: [{ detail: { proposal_id: 'p2' } }] })
    put(there, '2.json', { proposal_id: idOf('a'), candidate: candidate('a') })
    put(there, '3.json', { proposal_id: idOf('known') })
    put(there, '4.json', { scenes: [{ detail: {} }] })
    put(there, '5.json', {
      report_kind: 'queue_full',
      pending_count: 256,
      cap: 256,
      candidates_skipped: [],
      candidate: {},
    })
    const { out, err, code } = await there.run(['ingest'])
    expect([out, code]).toEqual(['', 0])
    expect(err.trimEnd().split('\n')).toEqual([
      `${join(there.runs, '1.json')} cannot be admitted: it names p1, p2 and carries no candidate. Make reports with the command report.`,
      `${join(there.runs, '2.json')} cannot be admitted: it carries a candidate and no replay_evidence. Make reports with the command report.`,
    ])
    const { document } = await there.json('ingest', ['ingest'])
    expect(document).toMatchObject({
      ok: true,
      left_out: [
        { reason: 'no_candidate', proposal_ids: ['p1', 'p2'], problems: [] },
        { reason: 'no_evidence', proposal_ids: [idOf('a')], problems: [] },
      ],
    })
  })

  it.each([
    [
      'invalid_candidate',
      carrying('a', { candidate: { ...candidate('a'), boundary_clean: 1 } }),
      '/boundary_clean',
    ],
    ['invalid_candidate', carrying('a', { candidate: 'c1' }), 'expected object'],
    ['invalid_candidate', { candidate: {} }, '/candidate_id'],
    [
      'invalid_evidence',
      carrying('a', { replay_evidence: { ...equivalent, baseline: { m: 'x' } } }),
      '/baseline/m',
    ],
    ['other_proposal', carrying('a', { candidate: candidate('b') }), idOf('a')],
    ['other_proposal', { candidate: candidate('a'), replay_evidence: equivalent }, 'which is none'],
  ])(
    'names a report that is damaged, submits the others, and ends with 3: %s',
    async (reason, content, expected) => {
      const there = repository()
      put(there, '1.json', content)
      put(there, '2.json', carrying('z'))
      const { document, code } = await there.json('ingest', ['ingest'])
      expect(code).toBe(3)
      expect(document).toMatchObject({
        left_out: [{ file: join(there.runs, '1.json'), reason }],
        results: [{ candidate_id: 'z', ok: true }],
      })
      expect((await there.run(['ingest'])).err).toContain(expected)
    },
  )

  it('does not guess which of two keys is meant', async () => {
    const there = repository()
    put(
      there,
      '1.json',
      JSON.stringify(carrying('a')).replace('"polarity":', '"polarity":"falsifies","polarity":'),
    )
    const { document, code } = await there.json('ingest', ['ingest'])
    expect([code, document]).toMatchObject([
      3,
      { left_out: [{ reason: 'invalid_candidate', problems: [{ code: 'duplicate_key' }] }] },
    ])
  })

  it('passes over no report in silence that cannot be read at all', async () => {
    const there = repository()
    put(there, '1.json', '{"proposal_id":')
    put(there, '2.json', carrying('a'))
    const { out, err, code } = await there.run(['ingest'])
    expect(code).toBe(3)
    expect(out).toContain(`submitted ${idOf('a')}`)
    expect(err).toContain('corrupt_report')
  })

  it('is refused for each as submit would refuse it', async () => {
    const there = repository(submitted('known'))
    put(there, '1.json', carrying('a', { candidate: candidate('a', { claim_domain: 'evaluative' }) }))
    const dependent = candidate('b', { proposed_chain: chain('known subject', 'x') })
    put(there, '2.json', {
      proposal_id: proposalId('b', dependent.proposed_chain),
      candidate: dependent,
      replay_evidence: equivalent,
    })
    const before = there.text()
    const { document, code } = await there.json('ingest', ['ingest'])
    expect([code, there.text()]).toEqual([1, before])
    expect(document).toMatchObject({
      ok: false,
      results: [
        { candidate_id: 'a', refusal: { reason: 'ineligible' } },
        { candidate_id: 'b', refusal: { reason: 'dependent_on_pending' } },
      ],
    })
    const { out, err } = await there.run(['ingest', '--allow-evaluative'])
    expect(out).toContain(`submitted ${idOf('a')}`)
    expect(err).toContain("'b' shares known subject")
  })

  it('tells a full queue once, however often it runs', async () => {
    const full = Array.from({ length: 256 }, (_, n) => submitted(`p${n}`)).flat()
    const there = repository(full)
    put(there, '1.json', carrying('a'))
    put(there, '2.json', carrying('b'))
    const first = await there.json('ingest', ['ingest'])
    const report_path = join(there.runs, '2026-06-15T233000Z_queue_full.json')
    expect(first).toMatchObject({ code: 1, document: { ok: false, report_path } })
    const second = await there.json('ingest', ['ingest'])
    expect(second).toMatchObject({ code: 1, document: { ok: false, report_path: null } })
    put(there, '3.json', carrying('c'))
    await there.run(['ingest'])
    expect(there.reports().filter((name) => name.includes('queue_full'))).toHaveLength(2)
    expect(there.text().match(/"created"/g)).toHaveLength(256)
  })

  it('may stage in CI', async () => {
    const there = repository()
    put(there, '1.json', carrying('a'))
    const env = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push' }
    expect((await there.run(['ingest'], { env })).code).toBe(0)
    expect(there.events().length).toBe(2)
  })

  it('wants a revision where neither the report nor a commit has one, and writes nothing before', async () => {
    const there = repository()
    rmSync(join(there.root, '.git'), { recursive: true })
    put(there, '1.json', carrying('a', { emitted_at_revision: 'r1' }))
    put(there, '2.json', carrying('b'))
    const { err, code } = await there.run(['ingest'])
    expect([code, there.text()]).toEqual([2, ''])
    expect(err).toContain('2.json says no emitted_at_revision')
    expect((await there.run(['ingest', '--emitted-at-revision', 'r2'])).code).toBe(0)
    expect(
      there
        .events()
        .flatMap((event) => (event.event === 'created' ? [event.proposal.source?.emitted_at_revision] : [])),
    ).toEqual(['r1', 'r2'])
  })
})
