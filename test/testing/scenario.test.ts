import { describe, expect, it } from 'vitest'
import { encodeEvent, proposalId, ratify, readLog, recordReplay, settle, submit } from '../../src/index.js'
import {
  accept,
  accepted,
  appended,
  candidate,
  chain,
  created,
  equivalent,
  given,
  Mismatch,
  operator,
  regressed,
  reject,
  rejected,
  replayed,
  rolledBack,
  withdraw,
  withdrawn,
} from '../../src/testing/index.js'

const messageOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(Mismatch)
    return (error as Mismatch).message
  }
  throw new Error('nothing was thrown')
}

const about = chain('rain', 'field')

const corpus = { has_chain: () => false }

describe('given, when, then', () => {
  it('shows that nobody settles a proposal twice', () => {
    given(created('p1'), replayed('p1'), accepted('p1'))
      .when(ratify, accept('p1'))
      .thenRefuses({ reason: 'not_pending', state: 'accepted', settled_by: accepted('p1') })
      .thenStates(['p1', 'accepted'])
  })

  it.each([
    [accept, accepted],
    [reject, rejected],
    [withdraw, withdrawn],
  ] as const)('has words for each decision and for what comes of it: %o', (asked, happened) => {
    given(created('p1'), replayed('p1'))
      .when(ratify, asked('p1', { note: 'n' }))
      .thenEmits(happened('p1', { note: 'n' }))
  })

  it('has words for a submission', () => {
    const id = proposalId('c1', about)
    const as = { source_candidate_id: 'c1', proposed_chain: about }
    const c1 = candidate('c1', { proposed_chain: about })
    given()
      .when(submit, c1, equivalent, { source: operator })
      .thenEmits(created(id, as), replayed(id))
      .thenStates([id, 'pending'])
    given()
      .when(submit, c1, regressed('recall', 'accuracy'), { source: operator })
      .thenEmits(
        created(id, as),
        replayed(id, regressed('recall', 'accuracy')),
        rolledBack(id, 'recall', 'accuracy'),
      )
      .thenStates([id, 'rejected'])
    given(created('p1', { proposed_chain: chain('rain', 'field') }))
      .when(submit, candidate('c1', { proposed_chain: chain('Field ', 'x') }), equivalent, {
        source: operator,
      })
      .thenRefuses({ reason: 'dependent_on_pending', dependent_on: ['p1'], overlapping_lemmas: ['field'] })
  })

  it('has words for a corpus entry, and for a replay', () => {
    given(created('p1'), replayed('p1'))
      .when(ratify, accept('p1', { corpus }))
      .thenEmits(accepted('p1'), appended('p1'))
    given(created('p1'), replayed('p1'), accepted('p1'), appended('p1'))
      .when(settle, { proposal_id: 'p1', corpus })
      .thenEmits()
    given(created('p1'))
      .when(recordReplay, { proposal_id: 'p1', evidence: regressed() })
      .thenEmits(replayed('p1', regressed()), rolledBack('p1'))
  })

  it('takes a decision of whatever shape, as a function of the queue', () => {
    given(created('p1'), replayed('p1'))
      .when((queue) => ratify(queue, reject('p1', { reason: 'stale' })))
      .thenEmits(rejected('p1', { note: 'stale: ' }))
  })

  it('writes events that read without a problem', () => {
    const events = [
      created('p1'),
      replayed('p1'),
      accepted('p1'),
      appended('p1'),
      created('p2'),
      replayed('p2', regressed()),
      rolledBack('p2'),
      created('p3'),
      withdrawn('p3'),
      created('p4'),
      rejected('p4'),
    ]
    const { entries, problems } = readLog(events.map((event) => `${encodeEvent(event)}\n`).join(''))
    expect(problems).toEqual([])
    expect(entries.map(({ event }) => event)).toEqual(events)
    given(...events).thenStates(
      ['p1', 'accepted'],
      ['p2', 'rejected'],
      ['p3', 'withdrawn'],
      ['p4', 'rejected'],
    )
  })
})

describe('a check that does not hold', () => {
  const answered = () => given(created('p1'), replayed('p1')).when(ratify, accept('p1', { corpus }))
  const refused = () => given(created('p1'), accepted('p1')).when(ratify, accept('p1'))

  it.each([
    ['a beginning of the events', () => answered().thenEmits(accepted('p1'))],
    ['no event', () => answered().thenEmits()],
    ['more than the events', () => answered().thenEmits(accepted('p1'), appended('p1'), appended('p1'))],
    ['another order', () => answered().thenEmits(appended('p1'), accepted('p1'))],
    ['another note', () => answered().thenEmits(accepted('p1', { note: 'n' }), appended('p1'))],
    ['an event with fewer members', () => answered().thenEmits(rolledBack('p1'), appended('p1'))],
    ['a refusal', () => answered().thenRefuses({ reason: 'not_found' })],
    ['no event, of a refusal', () => refused().thenEmits()],
    ['another reason', () => refused().thenRefuses({ reason: 'not_found', proposal_id: 'p1' })],
    ['another state', () => refused().thenRefuses({ reason: 'not_pending', state: 'rejected' })],
    [
      'a part of what settled it',
      () => {
        const { note: _, ...part } = accepted('p1')
        return refused().thenRefuses({ reason: 'not_pending', settled_by: part })
      },
    ],
    ['fewer states', () => given(created('p1'), created('p2')).thenStates(['p1', 'pending'])],
    [
      'states in another order',
      () => given(created('p1'), created('p2')).thenStates(['p2', 'pending'], ['p1', 'pending']),
    ],
    ['a state after a refusal', () => refused().thenStates(['p1', 'pending'])],
    ['a state after events', () => answered().thenStates(['p1', 'pending'])],
  ])('throws: %s', (_, check) => {
    expect(check).toThrow(Mismatch)
  })

  it('throws for a list that is a beginning of the one in the refusal', () => {
    const outcome = given(
      created('p1', { proposed_chain: chain('rain', 'field') }),
      created('p2', { proposed_chain: chain('frost', 'star') }),
    ).when(submit, candidate('c1', { proposed_chain: chain('rain', 'star') }), equivalent, {
      source: operator,
    })
    outcome.thenRefuses({ reason: 'dependent_on_pending', dependent_on: ['p1', 'p2'] })
    expect(() => outcome.thenRefuses({ reason: 'dependent_on_pending', dependent_on: ['p1'] })).toThrow(
      Mismatch,
    )
  })

  it('throws for a queue that the events do not lead to', () => {
    const lying = given(created('p1'), replayed('p1')).when((queue) => {
      const answer = ratify(queue, accept('p1'))
      return answer._tag === 'Left' ? answer : { ...answer, right: { ...answer.right, queue } }
    })
    expect(messageOf(() => lying.thenEmits(accepted('p1')))).toContain('not the one that they lead to')
  })

  it('shows the difference, a member a line', () => {
    expect(messageOf(() => answered().thenEmits(accepted('p1', { note: 'No.' }), appended('p1')))).toBe(
      `Other events were decided.
- expected
+ actual

  …
    {
      "actor": "reviewer",
      "commit_sha": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
      "event": "transition",
-     "note": "No.",
+     "note": "",
      "proposal_id": "p1",
      "ratifier_kind": "cli",
      "review_date": "2026-06-01",
      "to": "accepted",
  …`,
    )
  })

  it('shows a difference of spelling that no value could show', () => {
    const read = (n: string) =>
      readLog(`{"event":"transition","proposal_id":"p1","to":"accepted","n":${n}}\n`).entries.map(
        ({ event }) => event,
      )
    const outcome = given().when(() => ({ _tag: 'Right' as const, right: { events: read('1.0') } }))
    outcome.thenEmits(...read('1.0'))
    const message = messageOf(() => outcome.thenEmits(...read('1')))
    expect(message).toContain('-     "n": 1,')
    expect(message).toContain('+     "n": 1.0,')
  })

  it('shows what happened instead', () => {
    expect(messageOf(() => refused().thenEmits(accepted('p1')))).toContain('"reason":"not_pending"')
    expect(messageOf(() => answered().thenRefuses({ reason: 'not_found' }))).toContain('"to":"accepted"')
    expect(messageOf(() => refused().thenRefuses({ reason: 'not_found' }))).toContain('"settled_by"')
  })
})
