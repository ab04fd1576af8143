import { describe, expect, it } from 'vitest'
import {
  emptyQueue,
  encodeEvent,
  findItem,
  type ProposalEvent,
  queueDigest,
  ratify,
  readEvidence,
  readLog,
  recordReplay,
  replay,
  settle,
  submit,
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
  source,
} from './support.js'

const id = idOf('a')
const queue = queueOf(candidate('a'))
const request = {
  proposal_id: id,
  action: 'accept',
  note: '',
  review_date: '2026-05-26',
  authority: { kind: 'cli', actor: 'ana', commit_sha: 'c0ffee' },
} as const
const without = { has_chain: () => false }
const withIt = { has_chain: () => true }

describe('settle', () => {
  const { queue: accepted } = answer(ratify(queue, request))
  const whole = answer(ratify(queue, { ...request, corpus: without }))

  it('gives what an accept with the corpus would have given, and then nothing', () => {
    const first = answer(settle(accepted, { proposal_id: id, corpus: without }))
    expect(first.events).toEqual(whole.events.slice(1))
    expect(first.corpusLine).toEqual(whole.corpusLine)
    expect(isFrozenThrough(first)).toBe(true)
    const second = answer(settle(first.queue, { proposal_id: id, corpus: withIt }))
    expect(second).toMatchObject({ events: [], corpusLine: null })
    expect(second.queue).toBe(first.queue)
  })

  it('does not write a line that is there: a crash came between it and the event', () => {
    const owed = answer(settle(accepted, { proposal_id: id, corpus: withIt }))
    expect(owed.corpusLine).toBeNull()
    expect(owed.events.map(({ event }) => event)).toEqual(['accepted_corpus_append'])
  })

  it('writes the line alone when the log has the event and the corpus lost it', () => {
    const owed = answer(settle(whole.queue, { proposal_id: id, corpus: without }))
    expect(owed).toMatchObject({ events: [], corpusLine: whole.corpusLine })
  })

  it('keeps to the day of the accept', () => {
    const owed = answer(settle(accepted, { proposal_id: id, corpus: without }))
    expect(owed.events[0]).toMatchObject({ provenance: { review_date: '2026-05-26' } })
  })

  it('refuses what the log does not have, and what is not accepted', () => {
    expect(refusal(settle(emptyQueue, { proposal_id: id, corpus: without }))).toEqual({
      reason: 'not_found',
      proposal_id: id,
    })
    expect(refusal(settle(queue, { proposal_id: id, corpus: without }))).toEqual({
      reason: 'not_accepted',
      proposal_id: id,
      state: 'pending',
    })
    const undone = replay([moved(id, 'withdrawn')], accepted)
    expect(refusal(settle(undone, { proposal_id: id, corpus: without }))).toMatchObject({
      state: 'withdrawn',
    })
    for (const before of [emptyQueue, queue, undone, replay([moved(id, 'accepted')], queue)])
      expect(isFrozenThrough(settle(before, { proposal_id: id, corpus: without }))).toBe(true)
  })

  it('acts on accepts of our own alone', () => {
    const older = moved(id, 'accepted')
    const legacy = replay([older], queue)
    expect(refusal(settle(legacy, { proposal_id: id, corpus: without }))).toEqual({
      reason: 'not_ratified',
      proposal_id: id,
      accepted_by: older,
    })
    const of = (more: object): ProposalEvent => ({
      event: 'transition',
      proposal_id: id,
      to: 'accepted',
      ...more,
    })
    const day = '2026-05-26'
    for (const not of [
      of({ ratifier_kind: 'cli' }),
      of({ ratifier_kind: 'cli', review_date: null }),
      of({ ratifier_kind: 'cli', review_date: '2026-02-30' }),
      of({ ratifier_kind: null, review_date: day }),
      of({ review_date: day }),
      of({ ratifier_kind: 'cli', review_date: [day] }),
    ])
      expect(refusal(settle(replay([not], queue), { proposal_id: id, corpus: without })).reason).toBe(
        'not_ratified',
      )
    const ours = replay([of({ ratifier_kind: 'cli', review_date: day })], queue)
    expect(answer(settle(ours, { proposal_id: id, corpus: without })).events).toHaveLength(1)
  })

  it('finds the accept of ours before another that a merge put behind it, unless it was undone', () => {
    const merged = replay([moved(id, 'accepted')], accepted)
    expect(answer(settle(merged, { proposal_id: id, corpus: without })).events).toHaveLength(1)
    const again = replay([moved(id, 'rejected'), moved(id, 'accepted')], accepted)
    expect(refusal(settle(again, { proposal_id: id, corpus: without })).reason).toBe('not_ratified')
  })
})

describe('recordReplay', () => {
  const [created] = answer(submit(emptyQueue, candidate('a'), equivalent, { source })).events
  if (created === undefined) throw new Error('no event')
  const unmeasured = replay([created])
  const stuck = replay([created, { event: 'replay', proposal_id: id, replay_evidence: regressed }])

  it.each([
    ['without evidence', unmeasured],
    ['with regressed evidence', stuck],
  ])('is the way out for a pending proposal %s', (_, before) => {
    expect(refusal(ratify(before, request)).reason).toBe('not_replay_equivalent')
    const result = recordReplay(before, { proposal_id: id, evidence: equivalent })
    const { events, queue: after } = answer(result)
    expect(events).toEqual([{ event: 'replay', proposal_id: id, replay_evidence: equivalent }])
    expect(isFrozenThrough(result)).toBe(true)
    expect(queueDigest(after, [])).toBe(queueDigest(replay(events, before), []))
    expect(answer(ratify(after, request)).events).toHaveLength(1)
  })

  it('rejects a proposal that regressed, as its submission would have', () => {
    const { events, queue: after } = answer(
      recordReplay(unmeasured, { proposal_id: id, evidence: regressed }),
    )
    expect(events[1]).toEqual({
      event: 'transition',
      proposal_id: id,
      to: 'rejected',
      note: 'auto_rollback_regression: accuracy,recall',
    })
    expect(findItem(after, id)?.state).toBe('rejected')
  })

  it('refuses what is not there and what is settled', () => {
    expect(refusal(recordReplay(emptyQueue, { proposal_id: id, evidence: equivalent })).reason).toBe(
      'not_found',
    )
    for (const state of ['accepted', 'rejected', 'withdrawn'] as const) {
      const settled = replay([moved(id, state)], queue)
      expect(refusal(recordReplay(settled, { proposal_id: id, evidence: equivalent }))).toEqual({
        reason: 'not_pending',
        proposal_id: id,
        state,
        settled_by: moved(id, state),
      })
    }
  })

  it('writes metrics as floats also when the log that the evidence comes from did not', () => {
    const line = encodeEvent({ event: 'replay', proposal_id: id, replay_evidence: equivalent })
    const older = readLog(`${line.replace('"accuracy":1.0', '"accuracy":1')}\n`).entries[0]?.event
    if (older?.event !== 'replay') throw new Error('it was not read')
    expect(encodeEvent(older)).not.toBe(line)
    const { events } = answer(recordReplay(unmeasured, { proposal_id: id, evidence: older.replay_evidence }))
    expect(events.map(encodeEvent)).toEqual([line])
  })

  it('keeps the exact text of the evidence', () => {
    const evidence = answer(readEvidence(JSON.stringify(equivalent).replace('{', '{"seed":1.0,')))
    const { events } = answer(recordReplay(unmeasured, { proposal_id: id, evidence }))
    expect(events.map(encodeEvent)[0]).toContain('"seed":1.0')
  })
})

describe('settle by somebody', () => {
  const { queue: accepted } = answer(ratify(queue, request))
  const run = {
    kind: 'workflow_dispatch',
    event_name: 'workflow_dispatch',
    ref: 'refs/heads/main',
    default_branch: 'main',
    actor: 'ana',
    triggering_actor: 'ana',
    sender_type: 'User',
    repository_owner: 'ana',
    ratifiers: null,
    commit_sha: 'c0ffee',
    workflow_run_id: '1',
  } as const

  it('holds them to what a ratifier is held to, last of its checks', () => {
    const other = { ...run, triggering_actor: 'mallory' }
    expect(refusal(settle(accepted, { proposal_id: id, corpus: without, authority: other }))).toEqual({
      reason: 'actor_not_allowed',
      proposal_id: id,
      actor: 'mallory',
      role: 'triggering_actor',
      rule: 'actor_is_ratifier',
    })
    expect(refusal(settle(queue, { proposal_id: id, corpus: without, authority: other })).reason).toBe(
      'not_accepted',
    )
  })

  it('lets those who may ratify finish it', () => {
    for (const authority of [run, request.authority])
      expect(
        answer(settle(accepted, { proposal_id: id, corpus: without, authority })).events.map(
          ({ event }) => event,
        ),
      ).toEqual(['accepted_corpus_append'])
  })
})
