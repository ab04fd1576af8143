import { describe, expect, it } from 'vitest'
import { sourceFault } from '../../src/decisions/own-values.js'
import {
  type Candidate,
  checkSubmission,
  createLogReader,
  DEFAULT_PENDING_CAP,
  deriveQueue,
  emptyQueue,
  encodeEvent,
  findItem,
  GATES,
  itemText,
  proposalId,
  type QueueState,
  queueDigest,
  readCandidate,
  readEvidence,
  readReport,
  replay,
  type Source,
  STATES,
  submit,
  submitAll,
} from '../../src/index.js'
import {
  answer,
  candidate,
  chain,
  equivalent,
  idOf,
  isFrozenThrough,
  moved,
  queueOf,
  refusal,
  regressed,
  source,
} from './support.js'

const refused = (queue: QueueState, given: Candidate, options = {}) =>
  refusal(submit(queue, given, equivalent, { source, ...options }))

const many = (count: number): readonly Candidate[] =>
  Array.from({ length: count }, (_, at) => candidate(`c${at}`))

describe('a submission', () => {
  it('is created and measured, and waits', () => {
    const { proposal, events, queue } = answer(submit(emptyQueue, candidate('c'), equivalent, { source }))
    expect(events.map(encodeEvent)).toEqual([
      `{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"r","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"${proposal.proposal_id}","proposed_chain":{"connective":"requires","intent":"cause","object":"c object","subject":"c subject"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"rev1","kind":"miner","source_id":"m1"},"source_candidate_id":"c"}}`,
      `{"event":"replay","proposal_id":"${proposal.proposal_id}","replay_evidence":{"baseline":{"accuracy":1.0,"recall":0.5},"candidate":{"accuracy":1.0,"recall":0.5},"regressed_metrics":[],"replay_equivalent":true}}`,
    ])
    expect(proposal.proposal_id).toBe(proposalId('c', chain('c subject', 'c object')))
    expect(deriveQueue(queue, [])).toMatchObject([{ proposal_id: proposal.proposal_id, state: 'pending' }])
  })

  it('that regressed is rejected by the gate, with no ratification fields', () => {
    const { proposal, events, queue } = answer(submit(emptyQueue, candidate('c'), regressed, { source }))
    expect(events[2]).toEqual({
      event: 'transition',
      proposal_id: proposal.proposal_id,
      to: 'rejected',
      note: 'auto_rollback_regression: accuracy,recall',
    })
    expect(events).toHaveLength(3)
    expect(findItem(queue, proposal.proposal_id)?.state).toBe('rejected')
    expect(queue.pendingCount).toBe(0)
  })

  it('writes lines that read back as the same queue, without a problem', () => {
    const { events, queue } = answer(submit(emptyQueue, candidate('c'), regressed, { source }))
    const reader = createLogReader({ duplicateKeys: true })
    const { entries, problems } = reader.push(events.map((event) => `${encodeEvent(event)}\n`).join(''))
    expect(problems).toEqual([])
    expect(queueDigest(replay(entries.map(({ event }) => event)), [])).toBe(queueDigest(queue, []))
  })

  it('carries the exact text of chain and evidence into the lines and the item', () => {
    const numbers = '{"a":1.0,"b":1e-07,"c":123456789012345678901234567890}'
    const given = answer(
      readCandidate(
        JSON.stringify(candidate('c')).replace('"subject"', `"recognizer_spec":${numbers},"subject"`),
      ),
    )
    const evidence = answer(readEvidence(JSON.stringify(equivalent).replace('{', `{"runs":${numbers},`)))
    const { proposal, events, queue } = answer(submit(emptyQueue, given, evidence, { source }))
    const item = findItem(queue, proposal.proposal_id)
    if (item === null) throw new Error('it is not there')
    for (const text of [...events.map(encodeEvent), itemText(item)]) expect(text).toContain(numbers)
    expect(proposal.proposal_id).toBe(proposalId('c', given.proposed_chain))
    const read = createLogReader().push(`${events.map(encodeEvent).join('\n')}\n`)
    expect(queueDigest(replay(read.entries.map(({ event }) => event)), [])).toBe(queueDigest(queue, []))
  })

  it('owes nothing to the values it was made from', () => {
    const given = structuredClone(candidate('c'))
    const evidence = structuredClone(equivalent)
    const { events } = answer(submit(emptyQueue, given, evidence, { source }))
    const before = events.map(encodeEvent)
    Object.assign(given.proposed_chain, { subject: 'other' })
    Object.assign(evidence.baseline, { accuracy: 0 })
    expect(events.map(encodeEvent)).toEqual(before)
    expect(isFrozenThrough(submit(emptyQueue, given, evidence, { source }))).toBe(true)
    expect(Object.isFrozen(given.proposed_chain)).toBe(false)
  })

  it('keeps keys that JavaScript gives a meaning', () => {
    const given = answer(
      readCandidate(
        JSON.stringify(candidate('c')).replace('"subject"', '"__proto__":{"10":1},"constructor":2,"subject"'),
      ),
    )
    const plain = { ...candidate('c'), proposed_chain: JSON.parse(JSON.stringify(given.proposed_chain)) }
    for (const one of [given, plain]) {
      const { events } = answer(submit(emptyQueue, one, equivalent, { source }))
      expect(events.map(encodeEvent)[0]).toContain('"__proto__":{"10":1}')
      expect(events.map(encodeEvent)[0]).toContain('"constructor":2')
    }
  })

  it.each([
    ['$.candidate.proposed_chain.a: undefined', { proposed_chain: { a: undefined } }],
    ['$.candidate.proposed_chain.a[0]: a bigint', { proposed_chain: { a: [1n] } }],
    ['$.candidate.proposed_chain.a: NaN', { proposed_chain: { a: Number.NaN } }],
    ['$.candidate.proposed_chain.a: an instance of Date', { proposed_chain: { a: new Date(0) } }],
    ['$.candidate.evidence: an instance of Map', { evidence: new Map() }],
    ['$.candidate.boundary_clean: expected boolean, found "yes"', { boundary_clean: 'yes' }],
    ['$.candidate.candidate_id: expected non-empty string, found ""', { candidate_id: '' }],
  ])('throws and names the path of what no line can hold: %s', (message, more) => {
    const given = { ...candidate('c'), ...more } as unknown as Candidate
    expect(() => submit(emptyQueue, given, equivalent, { source })).toThrow(TypeError)
    expect(() => submit(emptyQueue, given, equivalent, { source })).toThrow(message)
  })

  it('throws for evidence that no line can hold', () => {
    const wrong = { ...equivalent, baseline: { a: Number.POSITIVE_INFINITY } }
    expect(() => submit(emptyQueue, candidate('c'), wrong, { source })).toThrow(
      '$.evidence.baseline.a: Infinity',
    )
    const text = { ...equivalent, replay_equivalent: 'true' } as never
    expect(() => submit(emptyQueue, candidate('c'), text, { source })).toThrow(
      '$.evidence.replay_equivalent: expected boolean',
    )
  })

  it('throws for evidence that carries the text of something else', () => {
    const forged = { ...equivalent }
    Object.defineProperty(forged, Symbol.for('@core/hitl-queue/exact-text'), { value: '{"baseline":{}}' })
    expect(() => submit(emptyQueue, candidate('c'), Object.freeze(forged), { source })).toThrow(
      new TypeError(
        '$.evidence: /candidate: expected object of finite numbers, found nothing. Correct its writer.',
      ),
    )
  })

  it('throws for a chain deeper than a line may be, and takes one as deep', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
    const deep = (depth: number): Candidate => ({
      ...candidate('c'),
      proposed_chain: { ...chain('a', 'b'), deep: nested(depth) },
    })
    expect(() => submit(emptyQueue, deep(898), equivalent, { source })).toThrow('nesting of more than 900')
    const { events } = answer(submit(emptyQueue, deep(897), equivalent, { source }))
    expect(createLogReader().push(`${events.map(encodeEvent).join('\n')}\n`).problems).toEqual([])
  })
})

describe('the source', () => {
  const kinds = 'operator, miner, curriculum, contemplation, exemplar_corpus'
  it.each<[string, Partial<Source>]>([
    [`$.source.kind: expected one of ${kinds}, found "somebody"`, { kind: 'somebody' }],
    ['$.source.source_id: expected "" for an operator, found "m1"', { kind: 'operator' }],
    ['$.source.source_id: expected a name, as the kind is miner, found ""', { source_id: '' }],
    [
      '$.source.emitted_at_revision: expected the revision of the engine, found ""',
      { emitted_at_revision: '' },
    ],
    ['$.source.source_id: expected string, found 5', { source_id: 5 as unknown as string }],
  ])('must be one that is written: %s', (message, more) => {
    expect(() => submit(emptyQueue, candidate('c'), equivalent, { source: { ...source, ...more } })).toThrow(
      new TypeError(message),
    )
  })

  it('is named by its fault also where there is none', () => {
    for (const nothing of [null, undefined])
      expect(sourceFault(nothing)).toBe('source: expected one, found none')
    expect(sourceFault(source)).toBeNull()
  })

  it('has no more members than are written', () => {
    const given = { ...source, more: 1 } as Source
    expect(answer(submit(emptyQueue, candidate('c'), equivalent, { source: given })).proposal.source).toEqual(
      source,
    )
  })

  it.each(['operator', 'miner', 'curriculum', 'contemplation', 'exemplar_corpus'])('may be %s', (kind) => {
    const given = { ...source, kind, source_id: kind === 'operator' ? '' : 'x' }
    expect(answer(submit(emptyQueue, candidate('c'), equivalent, { source: given })).proposal.source).toEqual(
      given,
    )
  })
})

describe('an ineligible candidate', () => {
  it.each<[string, Partial<Candidate>]>([
    ['polarity', { polarity: 'wavers' }],
    ['corpus_evidence', { evidence: [] }],
    [
      'corpus_evidence',
      { evidence: [{ source: 'Corpus', ref: '', polarity: 'affirms', epistemic_status: '' }] },
    ],
    ['claim_domain', { claim_domain: 'evaluative' }],
    ['claim_domain', { claim_domain: 'culinary' }],
    ['boundary_clean', { boundary_clean: false }],
    ['chain', { proposed_chain: {} }],
    ['chain', { proposed_chain: chain('', 'b') }],
    ['chain', { proposed_chain: chain('a', '') }],
    ['chain', { proposed_chain: { ...chain('a', 'b'), intent: '' } }],
    ['chain', { proposed_chain: { ...chain('a', 'b'), connective: 5 } }],
  ])('fails the gate %s', (gate, more) => {
    expect(refused(emptyQueue, candidate('c', more))).toEqual({
      reason: 'ineligible',
      candidate_id: 'c',
      failed_gates: [gate],
    })
  })

  it('hears of every gate it fails, in their order', () => {
    const worst = candidate('c', {
      proposed_chain: {},
      boundary_clean: false,
      claim_domain: 'evaluative',
      evidence: [],
      polarity: '',
    })
    expect(refused(emptyQueue, worst)).toMatchObject({
      failed_gates: ['polarity', 'corpus_evidence', 'claim_domain', 'boundary_clean', 'chain'],
    })
  })

  it('may be evaluative where that is allowed', () => {
    const given = candidate('c', { claim_domain: 'evaluative' })
    const result = submit(emptyQueue, given, equivalent, { source, allow_evaluative: true })
    expect(answer(result).proposal.claim_domain).toBe('evaluative')
    expect(
      refused(emptyQueue, candidate('c', { claim_domain: 'culinary' }), { allow_evaluative: true }),
    ).toMatchObject({ failed_gates: ['claim_domain'] })
  })

  it('may speak for or against', () => {
    for (const polarity of ['affirms', 'falsifies'] as const)
      expect(
        answer(submit(emptyQueue, candidate('c', { polarity }), equivalent, { source })).proposal.polarity,
      ).toBe(polarity)
  })

  it('is refused with values that cannot be changed, as any other is', () => {
    const queue = queueOf(candidate('a'))
    const dependent = candidate('b', { proposed_chain: chain('a subject', 'x') })
    for (const given of [candidate('c', { polarity: '' }), candidate('a'), dependent])
      expect(isFrozenThrough(submit(queue, given, equivalent, { source }))).toBe(true)
    expect(Object.isFrozen(GATES)).toBe(true)
  })

  it('is ineligible first of all, also in a full queue', () => {
    const queue = queueOf(candidate('a'))
    expect(refused(queue, candidate('a', { polarity: '' }), { cap: 1 }).reason).toBe('ineligible')
  })
})

describe('the cap', () => {
  const full = queueOf(...many(DEFAULT_PENDING_CAP))
  const almost = queueOf(...many(DEFAULT_PENDING_CAP - 1))

  it('is 256: at 255 the 256th is accepted', () => {
    expect(DEFAULT_PENDING_CAP).toBe(256)
    const { queue } = answer(submit(almost, candidate('next'), equivalent, { source }))
    expect(queue.pendingCount).toBe(256)
  })

  it('ADR-0161 acceptance 2: with 256 pending the 257th gets a queue_full report and no proposal', () => {
    const found = refused(full, candidate('next'))
    expect(found).toEqual({
      reason: 'queue_full',
      candidate_id: 'next',
      pending_count: 256,
      cap: 256,
      report: {
        report_kind: 'queue_full',
        pending_count: 256,
        cap: 256,
        candidates_skipped: [{ candidate_id: 'next', reason: 'queue_full' }],
        emitted_at_revision: 'rev1',
      },
    })
    expect(isFrozenThrough(found)).toBe(true)
    if (found.reason !== 'queue_full') throw new Error()
    const read = readReport(JSON.stringify(found.report), { file_name: 'a_queue_full.json' })
    expect(read.problems).toEqual([])
    expect(read.report?.content).toEqual(found.report)
  })

  it('comes before the duplicate: at 256 the same candidate again is refused at capacity', () => {
    expect(refused(full, candidate('c0')).reason).toBe('queue_full')
    expect(refused(almost, candidate('c0')).reason).toBe('duplicate')
  })

  it('does not count what is settled', () => {
    for (const state of ['accepted', 'rejected', 'withdrawn'] as const) {
      const queue = replay([moved(idOf('c7'), state)], full)
      expect(answer(submit(queue, candidate('next'), equivalent, { source })).queue.pendingCount).toBe(256)
    }
  })

  it('can be any whole number from 1', () => {
    expect(answer(submit(full, candidate('next'), equivalent, { source, cap: 257 })).queue.pendingCount).toBe(
      257,
    )
    expect(refused(queueOf(candidate('a')), candidate('b'), { cap: 1 })).toMatchObject({
      cap: 1,
      pending_count: 1,
    })
    for (const cap of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '300' as unknown as number]) {
      expect(() => submit(emptyQueue, candidate('c'), equivalent, { source, cap })).toThrow(
        new TypeError(`$.cap: expected a whole number from 1, found ${cap}`),
      )
    }
  })
})

describe('a duplicate', () => {
  it.each(STATES)('is refused when the proposal is %s', (state) => {
    const queue = queueOf([candidate('a'), state])
    expect(refused(queue, candidate('a'))).toEqual({
      reason: 'duplicate',
      proposal_id: idOf('a'),
      existing_state: state,
    })
  })

  it('is one by id and chain: another candidate with the same chain, or the same with another, is not', () => {
    const queue = queueOf([candidate('a'), 'rejected'])
    const other = { ...candidate('a'), candidate_id: 'b' }
    expect(answer(submit(queue, other, equivalent, { source })).queue.itemCount).toBe(2)
    const changed = candidate('a', { proposed_chain: chain('x', 'y') })
    expect(answer(submit(queue, changed, equivalent, { source })).queue.itemCount).toBe(2)
  })

  it('comes before the overlap that it always has with itself', () => {
    expect(refused(queueOf(candidate('a')), candidate('a')).reason).toBe('duplicate')
  })
})

describe('a dependent candidate', () => {
  const pending = candidate('p', { proposed_chain: chain('Light', ' Truth\u0085') })
  it.each([
    ['subject and subject', chain('light', 'x'), ['light']],
    ['object and object', chain('x', 'truth'), ['truth']],
    ['subject and object', chain('truth', 'x'), ['truth']],
    ['object and subject', chain('x', 'light'), ['light']],
    ['both, by code point', chain('truth', 'light'), ['light', 'truth']],
    ['another case and outer spaces', chain('\u001f\t LIGHT \u00a0', 'x'), ['light']],
  ])('shares %s with a pending proposal', (_, proposed_chain, overlapping_lemmas) => {
    expect(refused(queueOf(pending), candidate('c', { proposed_chain }))).toEqual({
      reason: 'dependent_on_pending',
      candidate_id: 'c',
      dependent_on: [idOf('p', pending)],
      overlapping_lemmas,
    })
  })

  it.each([
    ['a part of a lemma', chain('ligh', 'truths')],
    ['inner spaces', chain('l ight', 'x')],
    ['a byte order mark, which Python does not strip', chain('\ufefflight', 'x')],
    ['intent and connective', chain('cause', 'requires')],
  ])('does not by %s', (_, proposed_chain) => {
    const result = submit(queueOf(pending), candidate('c', { proposed_chain }), equivalent, { source })
    expect(answer(result).queue.pendingCount).toBe(2)
  })

  it('hears of every pending proposal in queue order, and of each lemma once', () => {
    const queue = queueOf(
      candidate('z', { proposed_chain: chain('one', 'two') }),
      candidate('n'),
      candidate('a', { proposed_chain: chain('three', '\u{10000}') }),
      candidate('b', { proposed_chain: chain('\uffff', 'four') }),
    )
    const given = candidate('c', { proposed_chain: chain('\u{10000}', '\uffff') })
    expect(refused(queue, given)).toMatchObject({
      dependent_on: [
        idOf('a', { proposed_chain: chain('three', '\u{10000}') }),
        idOf('b', { proposed_chain: chain('\uffff', 'four') }),
      ],
      overlapping_lemmas: ['\uffff', '\u{10000}'],
    })
  })

  it.each(['accepted', 'rejected', 'withdrawn'] as const)('is not blocked by one that is %s', (state) => {
    const given = candidate('c', { proposed_chain: pending.proposed_chain })
    expect(answer(submit(queueOf([pending, state]), given, equivalent, { source })).queue.pendingCount).toBe(
      1,
    )
  })
})

describe('checkSubmission', () => {
  it('answers as submit does, before there is evidence', () => {
    const queue = queueOf(candidate('a'))
    expect(checkSubmission(queue, candidate('b'), { source })).toEqual({
      _tag: 'Right',
      right: { proposal_id: idOf('b') },
    })
    expect(checkSubmission(queue, candidate('a'), { source })).toEqual(
      submit(queue, candidate('a'), equivalent, { source }),
    )
    for (const id of ['a', 'b'])
      expect(isFrozenThrough(checkSubmission(queue, candidate(id), { source }))).toBe(true)
  })
})

describe('submitAll', () => {
  it('judges each against the queue as the ones before it left it, and reports all that were skipped once', () => {
    const requests = ['a', 'a', 'b', 'c', 'd'].map((id, at) => ({
      candidate: candidate(id),
      evidence: at === 2 ? regressed : equivalent,
    }))
    const batch = submitAll(queueOf(candidate('old')), requests, { source, cap: 3 })
    expect(
      batch.results.map((result) => (result._tag === 'Left' ? result.left.reason : 'submitted')),
    ).toEqual(['submitted', 'duplicate', 'submitted', 'submitted', 'queue_full'])
    expect(batch.events.map(({ event }) => event)).toEqual([
      'created',
      'replay',
      'created',
      'replay',
      'transition',
      'created',
      'replay',
    ])
    expect(batch.report).toMatchObject({
      pending_count: 3,
      cap: 3,
      candidates_skipped: [{ candidate_id: 'd', reason: 'queue_full' }],
    })
    expect(queueDigest(replay(batch.events, queueOf(candidate('old'))), [])).toBe(
      queueDigest(batch.queue, []),
    )
    expect(isFrozenThrough(batch)).toBe(true)
  })

  it('lists every skipped candidate, in order, in one report', () => {
    const requests = ['a', 'b', 'c'].map((id) => ({ candidate: candidate(id), evidence: equivalent }))
    const { report } = submitAll(emptyQueue, requests, { source, cap: 1 })
    expect(report?.candidates_skipped.map(({ candidate_id }) => candidate_id)).toEqual(['b', 'c'])
  })

  it('has no report while there is room, and takes the source of each', () => {
    const other: Source = { ...source, source_id: 'run-2' }
    const requests = [{ candidate: candidate('a'), evidence: equivalent, source: other }]
    const { report, results } = submitAll(emptyQueue, requests, { source })
    expect(report).toBeNull()
    expect(results.map((result) => answer(result).proposal.source)).toEqual([other])
  })

  it('judges by the options that it was given', () => {
    const given = candidate('a', { claim_domain: 'evaluative' })
    const requests = [{ candidate: given, evidence: equivalent }]
    expect(submitAll(emptyQueue, requests, { source }).results[0]?._tag).toBe('Left')
    expect(submitAll(emptyQueue, requests, { source, allow_evaluative: true }).results[0]?._tag).toBe('Right')
  })

  it('names the engine’s revision in its report', () => {
    const requests = ['a', 'b'].map((id) => ({ candidate: candidate(id), evidence: equivalent }))
    expect(submitAll(emptyQueue, requests, { source, cap: 1 }).report?.emitted_at_revision).toBe('rev1')
  })
})
