import { describe, expect, it } from 'vitest'
import { type AuditOptions, audit, proposalId, readLog } from '../../src/index.js'

describe('audit', () => {
  it('finds nothing in what our writers make', () => {
    const log = [
      created('c1', 'light', 'truth'),
      replay('c1', 'light', 'truth'),
      accepted('c1', 'light', 'truth'),
    ]
    expect(found([...log, corpusAppend('c1', 'light', 'truth'), created('c2', 'light', 'order')])).toEqual([])
  })

  it('finds a line that is not in canonical bytes', () => {
    expect(found([created('c1', 'a', 'b').replace('":', '": ')])).toEqual([[1, 'not_canonical']])
    expect(found([created('c1', 'a', 'b').replace('"factual"', '"f\\u0061ctual"')])).toEqual([
      [1, 'not_canonical'],
    ])
  })

  it('finds an orphan of each kind, and not again once its proposal is there', () => {
    const log = [
      replay('c1', 'a', 'b'),
      accepted('c1', 'a', 'b'),
      corpusAppend('c1', 'a', 'b'),
      created('c1', 'a', 'b'),
    ]
    expect(found([...log, replay('c1', 'a', 'b')])).toEqual([
      [1, 'orphan'],
      [2, 'orphan'],
      [3, 'orphan'],
    ])
  })

  it('finds a proposal that is created again, and says whether its content is the same', () => {
    const first = created('c1', 'a', 'b')
    const again = first.replace('"operator_note":""', '"operator_note":"changed"')
    const findings = audit(readLog([first, first, again].join('\n')).entries)
    expect(findings.map(({ line, code }) => [line, code])).toEqual([
      [2, 'repeated_created'],
      [3, 'repeated_created'],
    ])
    expect(findings[0]?.message).toContain('the same content')
    expect(findings[1]?.message).toContain('other content')
  })

  it('tells a number spelled otherwise from the same content', () => {
    const first = created('c1', 'a', 'b', ',"weight":1')
    const again = first.replace('"weight":1', '"weight":1.0')
    const messages = audit(readLog(`${first}\n${again}\n`).entries).map(({ message }) => message)
    expect(messages.find((message) => message.includes('created again'))).toContain('other content')
  })

  it('finds an id that does not recompute, naming the one that does, and one that cannot', () => {
    const line = created('c1', 'a', 'b')
    const other = line.replace('"object":"b"', '"object":"z"')
    const without = line.replace(/,"source_candidate_id":"c1"/, '')
    expect(found([other])).toEqual([[1, 'id_mismatch']])
    expect(audit(readLog(other).entries)[0]?.message).toContain(proposalId('c1', chain('a', 'z')))
    expect(found([without])).toEqual([[1, 'id_not_recomputable']])
  })

  it('finds a review_state that is not pending', () => {
    const line = created('c1', 'a', 'b').replace('"review_state":"pending"', '"review_state":"accepted"')
    expect(found([line])).toEqual([[1, 'review_state_not_pending']])
  })

  it('finds the line that made more pending than the cap', () => {
    const log = [created('c1', 'a', 'b'), created('c2', 'c', 'd'), created('c3', 'e', 'f')]
    expect(found(log, { cap: 3 })).toEqual([])
    expect(found(log, { cap: 2 })).toEqual([[3, 'over_cap']])
    expect(found([log[0] ?? '', rejected('c1', 'a', 'b'), ...log.slice(1)], { cap: 2 })).toEqual([])
  })

  it('has a cap of 256 when none is said', () => {
    const log = Array.from({ length: 257 }, (_, n) => created(`c${n}`, `s${n}`, `o${n}`))
    expect(found(log.slice(0, 256))).toEqual([])
    expect(found(log)).toEqual([[257, 'over_cap']])
  })

  it.each([
    ['subject and subject', 'a', 'b', 'a', 'z'],
    ['object and object', 'a', 'b', 'y', 'b'],
    ['crosswise', 'a', 'b', 'b', 'z'],
    ['whatever the case and the outer spaces', 'Light', 'b', '\u00a0 lIGHT\u001f', 'z'],
  ])('finds two pending proposals with a common lemma: %s', (_, s1, o1, s2, o2) => {
    expect(found([created('c1', s1, o1), created('c2', s2, o2)])).toEqual([[2, 'overlapping_pending']])
  })

  it('does not hold a lemma against a proposal that was settled, nor within one proposal', () => {
    expect(found([created('c1', 'a', 'b'), rejected('c1', 'a', 'b'), created('c2', 'a', 'b')])).toEqual([])
    expect(found([created('c1', 'a', 'a')])).toEqual([])
  })

  it('holds a lemma against a proposal that returned to pending', () => {
    const back = rejected('c1', 'a', 'b').replace('"to":"rejected"', '"to":"pending"')
    expect(found([created('c1', 'a', 'b'), rejected('c1', 'a', 'b'), back, created('c2', 'a', 'z')])).toEqual(
      [
        [3, 'second_transition'],
        [4, 'overlapping_pending'],
      ],
    )
  })

  it('finds a second transition', () => {
    expect(found([created('c1', 'a', 'b'), rejected('c1', 'a', 'b'), rejected('c1', 'a', 'b')])).toEqual([
      [3, 'second_transition'],
    ])
  })

  it('finds an accept without equivalent evidence: none, regressed, or come too late', () => {
    const none = [created('c1', 'a', 'b'), legacyAccepted('c1', 'a', 'b')]
    expect(found(none)).toEqual([[2, 'accept_without_equivalent_evidence']])
    expect(found([none[0] ?? '', replay('c1', 'a', 'b', false), none[1] ?? ''])).toEqual([
      [3, 'accept_without_equivalent_evidence'],
    ])
    expect(found([...none, replay('c1', 'a', 'b')])).toEqual([[2, 'accept_without_equivalent_evidence']])
  })

  it('finds a corpus entry that an accept of ours still owes, on the line of the accept', () => {
    const log = [created('c1', 'a', 'b'), replay('c1', 'a', 'b'), accepted('c1', 'a', 'b')]
    expect(found(log)).toEqual([[3, 'corpus_entry_owed']])
    expect(found([...log, corpusAppend('c1', 'a', 'b')])).toEqual([])
    expect(found([...log.slice(0, 2), legacyAccepted('c1', 'a', 'b')])).toEqual([])
  })
})

const found = (lines: readonly string[], options?: AuditOptions): (string | number)[][] =>
  audit(readLog(lines.join('\n')).entries, options).map(({ line, code }) => [line, code])

const chain = (subject: string, object: string) => ({
  subject,
  intent: 'cause',
  connective: 'reveals',
  object,
})

const id = (candidate: string, subject: string, object: string): string =>
  proposalId(candidate, chain(subject, object))

const text = (value: string): string => JSON.stringify(value).replaceAll(/[^ -~]/g, escaped)

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** `more` is further members of the chain, as canonical text behind `subject`. */
const created = (candidate: string, subject: string, object: string, more = ''): string => {
  const chainText = `{"connective":"reveals","intent":"cause","object":${text(object)},"subject":${text(subject)}${more}}`
  return `{"event":"created","proposal":{"claim_domain":"factual","evidence":[],"operator_note":"","polarity":"affirms","proposal_id":"${proposalId(candidate, chainText)}","proposed_chain":${chainText},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"r1","kind":"operator","source_id":""},"source_candidate_id":"${candidate}"}}`
}

const replay = (candidate: string, subject: string, object: string, equivalent = true): string =>
  `{"event":"replay","proposal_id":"${id(candidate, subject, object)}","replay_evidence":{"baseline":{"m":1.0},"candidate":{"m":1.0},"regressed_metrics":[],"replay_equivalent":${equivalent}}}`

const legacyAccepted = (candidate: string, subject: string, object: string): string =>
  `{"event":"transition","note":"","proposal_id":"${id(candidate, subject, object)}","to":"accepted"}`

const ratified = (to: string, candidate: string, subject: string, object: string): string =>
  `{"actor":"ada","commit_sha":"0123456789abcdef0123456789abcdef01234567","event":"transition","note":"","proposal_id":"${id(candidate, subject, object)}","ratifier_kind":"cli","review_date":"2026-06-01","to":"${to}","workflow_run_id":null}`

const accepted = (candidate: string, subject: string, object: string): string =>
  ratified('accepted', candidate, subject, object)

const rejected = (candidate: string, subject: string, object: string): string =>
  ratified('rejected', candidate, subject, object)

const corpusAppend = (candidate: string, subject: string, object: string): string =>
  `{"chain_id":"cause_${subject}_reveals_${object}","event":"accepted_corpus_append","proposal_id":"${id(candidate, subject, object)}","provenance":{"adr_id":"adr-0057","raw":"adr-0057:discovery_promoted:2026-06-01","review_date":"2026-06-01","source":"discovery_promoted"}}`
