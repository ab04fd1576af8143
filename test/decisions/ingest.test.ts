import { describe, expect, it } from 'vitest'
import { type IngestOptions, ingest } from '../../src/decisions/ingest.js'
import {
  emptyQueue,
  encodeEvent,
  proposalId,
  queueDigest,
  type RunReport,
  readReport,
  replay,
} from '../../src/index.js'
import {
  answer,
  candidate,
  equivalent,
  idOf,
  isFrozenThrough,
  moved,
  queueOf,
  refusal,
  regressed,
} from './support.js'

const reportOf = (file_name: string, content: object | string): RunReport => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const { report } = readReport(text, { file_name })
  if (report === null) throw new Error('it was not read')
  return report
}

const carrying = (id: string, more: object = {}) => ({
  proposal_id: idOf(id),
  candidate: candidate(id),
  replay_evidence: equivalent,
  ...more,
})

const options: IngestOptions = { revision: 'rev', cap: 256, allow_evaluative: false }

const ingested = (reports: readonly RunReport[], queue = emptyQueue, more: Partial<IngestOptions> = {}) =>
  answer(ingest(queue, reports, { ...options, ...more }))

/** Why one report is left out; `null` when it is passed over without a word, or submitted. */
const leftOut = (content: object | string, queue = emptyQueue) =>
  ingested([reportOf('r.json', content)], queue).left_out[0] ?? null

const outcome = (content: object | string, queue = emptyQueue) => {
  const { submitted, left_out } = ingested([reportOf('r.json', content)], queue)
  return submitted.length > 0 ? 'submitted' : (left_out[0]?.reason ?? 'passed over')
}

describe('the reports that carry a candidate and its evidence', () => {
  it('become proposals of contemplation, under the name of their file, in their order', () => {
    const reports = [reportOf('2.json', carrying('b')), reportOf('1.json', carrying('a'))]
    const { submitted, left_out, events, queue, report } = ingested(reports)
    expect(submitted.map(({ candidate_id, report: of }) => [candidate_id, of.file_name])).toEqual([
      ['b', '2.json'],
      ['a', '1.json'],
    ])
    expect(submitted.map(({ result }) => answer(result).proposal.source)).toEqual([
      { kind: 'contemplation', source_id: '2.json', emitted_at_revision: 'rev' },
      { kind: 'contemplation', source_id: '1.json', emitted_at_revision: 'rev' },
    ])
    expect([left_out, report]).toEqual([[], null])
    expect(events).toEqual(submitted.flatMap(({ result }) => answer(result).events))
    expect(queueDigest(queue, [])).toBe(queueDigest(replay(events), []))
    expect(queue.itemCount).toBe(2)
  })

  it('have the revision that they say, before the one that is known', () => {
    const said = reportOf('1.json', carrying('a', { emitted_at_revision: 'own' }))
    const revisionOf = (report: RunReport, revision: string | null) =>
      ingested([report], emptyQueue, { revision }).submitted.map(
        ({ result }) => answer(result).proposal.source?.emitted_at_revision,
      )
    expect(revisionOf(said, 'rev')).toEqual(['own'])
    expect(revisionOf(said, null)).toEqual(['own'])
    for (const nothing of ['', 5, null])
      expect(revisionOf(reportOf('1.json', carrying('a', { emitted_at_revision: nothing })), 'rev')).toEqual([
        'rev',
      ])
  })

  it('are none of them submitted when one has no revision, and the first such is named', () => {
    const reports = [
      reportOf('1.json', carrying('a', { emitted_at_revision: 'own' })),
      reportOf('2.json', carrying('b')),
      reportOf('3.json', carrying('c')),
    ]
    const result = ingest(emptyQueue, reports, { ...options, revision: null })
    expect(refusal(result)).toEqual({ code: 'no_revision', file_name: '2.json' })
    expect(isFrozenThrough(refusal(result))).toBe(true)
  })

  it('are judged as submit judges, each on the queue that the ones before it left', () => {
    const evaluative = candidate('a', { claim_domain: 'evaluative' })
    const reports = [
      reportOf('1.json', carrying('a', { candidate: evaluative })),
      reportOf('2.json', carrying('b')),
      reportOf('3.json', carrying('c')),
    ]
    const reasons = (more: Partial<IngestOptions>) =>
      ingested(reports, emptyQueue, more).submitted.map(({ result }) =>
        result._tag === 'Left' ? result.left.reason : 'submitted',
      )
    expect(reasons({ cap: 1 })).toEqual(['ineligible', 'submitted', 'queue_full'])
    expect(reasons({ allow_evaluative: true })).toEqual(['submitted', 'submitted', 'submitted'])
  })

  it('are done with once the log has their proposal, in any state, and within one call', () => {
    expect(outcome(carrying('a'), queueOf(candidate('a')))).toBe('passed over')
    expect(outcome(carrying('a'), queueOf([candidate('a'), 'rejected']))).toBe('passed over')
    const twice = [reportOf('1.json', carrying('a')), reportOf('2.json', carrying('a'))]
    expect(ingested(twice).submitted.map(({ report }) => report.file_name)).toEqual(['1.json'])
    expect(ingested(twice).left_out).toEqual([])
  })

  it('give the log the numbers that they have', () => {
    const text = JSON.stringify(carrying('a'))
      .replace('"replay_equivalent"', '"runs":98765432109876543210,"replay_equivalent"')
      .replace('"subject"', '"weight":1.0,"subject"')
    const chain = JSON.stringify(candidate('a').proposed_chain).replace('"subject"', '"weight":1.0,"subject"')
    const { events } = ingested([reportOf('r.json', text.replace(idOf('a'), proposalId('a', chain)))])
    expect(events.map(encodeEvent).join('\n')).toContain('"weight":1.0}')
    expect(events.map(encodeEvent).join('\n')).toContain('"runs":98765432109876543210')
  })

  it('are rolled back when they regressed', () => {
    const { events } = ingested([reportOf('r.json', carrying('a', { replay_evidence: regressed }))])
    expect(events.map(({ event }) => event)).toEqual(['created', 'replay', 'transition'])
  })
})

describe('a report that is not admitted', () => {
  it('carries no candidate, while the log lacks a proposal that it names', () => {
    const one = reportOf('r.json', { proposal_id: idOf('a'), scenes: [{ detail: { proposal_id: 'p2' } }] })
    expect(ingested([one], queueOf(candidate('a'))).left_out).toEqual([
      { reason: 'no_candidate', proposal_ids: [idOf('a'), 'p2'], problems: [], report: one },
    ])
    expect(outcome({ proposal_id: idOf('a'), candidate: null })).toBe('no_candidate')
    expect(outcome({ proposal_id: idOf('a') }, queueOf(candidate('a')))).toBe('passed over')
    expect(outcome({ proposal_id: idOf('a') }, replay([moved(idOf('a'), 'accepted')]))).toBe('no_candidate')
    expect(outcome({ scenes: [] })).toBe('passed over')
  })

  it('carries no evidence', () => {
    for (const content of [
      carrying('a', { replay_evidence: null }),
      { ...carrying('a'), replay_evidence: undefined },
    ])
      expect(leftOut(content)).toMatchObject({
        reason: 'no_evidence',
        proposal_ids: [idOf('a')],
        problems: [],
      })
  })

  it('carries a candidate that is none, unless the log has all that it names', () => {
    const broken = (more: object) => ({ ...more, candidate: { ...candidate('a'), boundary_clean: 1 } })
    expect(leftOut(broken(carrying('a')))).toMatchObject({
      reason: 'invalid_candidate',
      problems: [{ code: 'invalid_candidate', pointer: '/boundary_clean' }],
    })
    expect(outcome(broken({}))).toBe('invalid_candidate')
    expect(outcome(broken(carrying('a')), queueOf(candidate('a')))).toBe('passed over')
    for (const value of ['text', 5, [], true])
      expect(leftOut({ proposal_id: 'p', candidate: value })).toMatchObject({
        reason: 'invalid_candidate',
        problems: [{ code: 'invalid_candidate', pointer: '' }],
      })
  })

  it('carries evidence that is none', () => {
    expect(
      leftOut(carrying('a', { replay_evidence: { ...equivalent, replay_equivalent: 'yes' } })),
    ).toMatchObject({
      reason: 'invalid_evidence',
      problems: [{ code: 'invalid_evidence', pointer: '/replay_equivalent' }],
    })
    expect(outcome(carrying('a', { replay_evidence: 5 }))).toBe('invalid_evidence')
  })

  it('carries the candidate of another proposal than it names', () => {
    expect(leftOut(carrying('a', { candidate: candidate('b') }))).toMatchObject({
      reason: 'other_proposal',
      proposal_ids: [idOf('a')],
    })
    expect(outcome({ candidate: candidate('a'), replay_evidence: equivalent })).toBe('other_proposal')
    expect(
      outcome(carrying('a', { candidate: candidate('b') }), queueOf(candidate('a'), candidate('b'))),
    ).toBe('other_proposal')
  })

  it('has a key twice in what it carries: nobody guesses which is meant', () => {
    const twice = JSON.stringify(carrying('a')).replace('"polarity":', '"polarity":"falsifies","polarity":')
    expect(leftOut(twice)).toMatchObject({
      reason: 'invalid_candidate',
      problems: [
        {
          code: 'duplicate_key',
          pointer: '',
          offset: null,
          message: expect.stringContaining('stands twice'),
        },
      ],
    })
    const evidence = JSON.stringify(carrying('a')).replace('"recall":', '"recall":1,"recall":')
    expect(leftOut(evidence)).toMatchObject({
      reason: 'invalid_evidence',
      problems: [{ code: 'duplicate_key' }],
    })
  })

  it('keeps no other back, and is named beside them', () => {
    const reports = [
      reportOf('1.json', { proposal_id: 'p' }),
      reportOf('2.json', carrying('a')),
      reportOf('3.json', { proposal_id: 'q' }),
    ]
    const { submitted, left_out } = ingested(reports)
    expect(submitted.map(({ report }) => report.file_name)).toEqual(['2.json'])
    expect(left_out.map(({ report }) => report.file_name)).toEqual(['1.json', '3.json'])
  })

  it('is none of the queue’s affair when it is of another kind', () => {
    expect(outcome({ ...carrying('a'), report_kind: 'dream' })).toBe('passed over')
    const skipped = {
      report_kind: 'queue_full',
      pending_count: 1,
      cap: 1,
      candidates_skipped: [],
      candidate: {},
    }
    expect(outcome(skipped)).toBe('passed over')
  })

  it('and what became of the others is frozen', () => {
    const reports = [reportOf('1.json', { proposal_id: 'p' }), reportOf('2.json', carrying('a'))]
    expect(isFrozenThrough(ingested(reports))).toBe(true)
    expect(isFrozenThrough(ingested(reports, queueOf(candidate('z')), { cap: 1 }))).toBe(true)
  })
})

describe('a full queue', () => {
  const full = queueOf(candidate('z'))
  const [a, b] = [reportOf('1.json', carrying('a')), reportOf('2.json', carrying('b'))]
  const told = (name: string, ...skipped: readonly string[]) =>
    reportOf(name, {
      report_kind: 'queue_full',
      pending_count: 1,
      cap: 1,
      candidates_skipped: skipped.map((candidate_id) => ({ candidate_id, reason: 'queue_full' })),
    })
  const reportAfter = (...reports: readonly RunReport[]) => ingested(reports, full, { cap: 1 }).report

  it('is told in one report of all that it skipped', () => {
    expect(reportAfter(a, b)).toEqual({
      report_kind: 'queue_full',
      pending_count: 1,
      cap: 1,
      candidates_skipped: [
        { candidate_id: 'a', reason: 'queue_full' },
        { candidate_id: 'b', reason: 'queue_full' },
      ],
      emitted_at_revision: 'rev',
    })
  })

  it('is told once: not when a report names all of them already', () => {
    expect(reportAfter(a, b, told('x.json', 'b', 'q', 'a'))).toBeNull()
    expect(reportAfter(a, told('x.json', 'q'), told('y.json', 'a'))).toBeNull()
  })

  it('is told again when no one report names them all', () => {
    expect(reportAfter(a, b, told('x.json', 'a'), told('y.json', 'b'))?.candidates_skipped).toHaveLength(2)
    expect(reportAfter(a, told('x.json'))?.candidates_skipped).toHaveLength(1)
  })

  it('is not told while there is room', () => {
    expect(ingested([a, told('x.json', 'a')], full, { cap: 2 }).report).toBeNull()
  })
})
