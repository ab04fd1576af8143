import { describe, expect, it } from 'vitest'
import {
  type Created,
  deriveQueue,
  emptyQueue,
  evolve,
  findItem,
  type ProposalEvent,
  type ReplayEvidence,
  ratifiedChains,
  replay,
  type State,
} from '../../src/index.js'
import { openFold } from '../../src/queue/evolve.js'
import { hashOf, type ItemRecord, pendingRecords, recordOf, records } from '../../src/queue/queue-state.js'
import { isFrozenThrough } from '../decisions/support.js'

const created = (
  proposal_id: string,
  replay_evidence: ReplayEvidence | null = null,
  subject = 's',
): ProposalEvent => ({
  event: 'created',
  proposal: {
    proposal_id,
    proposed_chain: { subject, intent: 'i', connective: 'c', object: 'o' },
    polarity: 'affirms',
    claim_domain: 'factual',
    evidence: [],
    replay_evidence,
  },
})

const measured = (accuracy: number): ReplayEvidence => ({
  baseline: { accuracy: 1 },
  candidate: { accuracy },
  regressed_metrics: accuracy < 1 ? ['accuracy'] : [],
  replay_equivalent: accuracy >= 1,
})

const replayed = (proposal_id: string, accuracy: number): ProposalEvent => ({
  event: 'replay',
  proposal_id,
  replay_evidence: measured(accuracy),
})

const moved = (proposal_id: string, to: State): ProposalEvent => ({ event: 'transition', proposal_id, to })

const itemAfter = (...events: readonly ProposalEvent[]) => findItem(replay(events), 'a')

const truthAfter = (...events: readonly ProposalEvent[]): readonly string[] =>
  ratifiedChains(replay(events)).map(({ subject }) => subject)

describe('a queue', () => {
  it('is empty at first', () => {
    expect(deriveQueue(emptyQueue, [])).toEqual([])
    expect(emptyQueue).toMatchObject({ itemCount: 0, pendingCount: 0 })
    expect(replay([])).toEqual(emptyQueue)
  })

  it('has an item from its first created line on; a later one changes nothing', () => {
    expect(itemAfter(created('a', null, 'first'), created('a', measured(1), 'second'))).toMatchObject({
      proposed_chain: { subject: 'first' },
      replay_evidence: null,
      state: 'pending',
    })
    expect(itemAfter(created('a'), moved('a', 'rejected'), created('a'))?.state).toBe('rejected')
  })

  it('takes no notice of what is said of a proposal before it is created', () => {
    const item = itemAfter(moved('a', 'accepted'), replayed('a', 1), created('a'))
    expect(item).toMatchObject({ state: 'pending', review_history: [], replay_evidence: null })
    expect(evolve(emptyQueue, moved('a', 'accepted'))).toEqual(emptyQueue)
  })

  it('is first in, first out by created line, whatever happens to the items', () => {
    const queue = replay([created('b'), created('a'), moved('a', 'accepted'), created('10'), created('9')])
    expect(deriveQueue(queue, []).map(({ proposal_id }) => proposal_id)).toEqual(['b', 'a', '10', '9'])
  })

  it('shows the state of the last transition, and all of them in order', () => {
    expect(itemAfter(created('a'), moved('a', 'accepted'), moved('a', 'withdrawn'))).toMatchObject({
      state: 'withdrawn',
      review_history: [{ to: 'accepted' }, { to: 'withdrawn' }],
    })
  })

  it('takes a proposal back into pending when the log says so', () => {
    const queue = replay([created('a'), moved('a', 'accepted'), moved('a', 'pending'), created('b')])
    expect(queue.pendingCount).toBe(2)
    expect(findItem(queue, 'a')).toMatchObject({ state: 'pending', age_proposals: 1 })
    expect(ratifiedChains(queue)).toEqual([])
  })

  it('is moved by no review_state', () => {
    const event = created('a') as Extract<ProposalEvent, { event: 'created' }>
    const proposal = { ...event.proposal, review_state: 'accepted' }
    expect(findItem(replay([{ event: 'created', proposal }]), 'a')?.state).toBe('pending')
  })

  it('takes evidence in a created line until a replay comes, and then the newest', () => {
    expect(itemAfter(created('a', measured(1)))?.replay_evidence).toEqual(measured(1))
    expect(itemAfter(created('a', measured(1)), replayed('a', 0.5))?.replay_evidence).toEqual(measured(0.5))
    expect(itemAfter(created('a'), replayed('a', 0.5), replayed('a', 1))?.replay_evidence).toEqual(
      measured(1),
    )
    expect(itemAfter(created('a'), moved('a', 'accepted'), replayed('a', 1))).toMatchObject({
      state: 'accepted',
      replay_evidence: measured(1),
    })
  })

  it('ages what waits by the items created after it, and nothing else', () => {
    const queue = replay([
      created('a'),
      created('b'),
      created('c'),
      created('d'),
      moved('b', 'rejected'),
      moved('c', 'accepted'),
    ])
    expect(deriveQueue(queue, []).map(({ age_proposals }) => age_proposals)).toEqual([3, 0, 0, 0])
    expect(queue.pendingCount).toBe(2)
  })

  it('is not changed by what comes after', () => {
    const before = replay([created('a')])
    const after = evolve(before, moved('a', 'accepted'))
    expect(findItem(before, 'a')?.state).toBe('pending')
    expect(findItem(after, 'a')?.state).toBe('accepted')
    expect(evolve(after, moved('nobody', 'accepted'))).toBe(after)
  })

  it('is the same queue when an event says nothing that is new', () => {
    const again = replayed('a', 1)
    const queue = replay([created('a'), again])
    expect(evolve(queue, again)).toBe(queue)
    expect(evolve(queue, created('a', null, 'second'))).toBe(queue)
    expect(replay([], queue)).toBe(queue)
    const settled = evolve(queue, moved('a', 'accepted'))
    expect(evolve(settled, moved('a', 'accepted'))).not.toBe(settled)
  })

  it('counts a transition that is back where it began', () => {
    const queue = replay([created('a'), moved('a', 'pending')])
    expect(queue.pendingCount).toBe(1)
    expect(findItem(queue, 'a')?.review_history).toHaveLength(1)
    const truth = replay([moved('a', 'accepted'), created('b', null, 'B'), moved('b', 'accepted')], queue)
    expect(ratifiedChains(truth).map(({ subject }) => subject)).toEqual(['s', 'B'])
  })
})

describe('a fold under way', () => {
  it.each([
    ['on nothing', emptyQueue],
    ['on a queue', replay([created('z')])],
  ])('%s can be looked at between two events', (_, onto) => {
    const fold = openFold(onto)
    const before = fold.pendingCount
    expect(fold.recordOf('a')).toBeNull()
    fold.add(created('a'))
    expect(fold.pendingCount).toBe(before + 1)
    expect(fold.recordOf('a')?.state).toBe('pending')
    fold.add(moved('a', 'rejected'))
    expect(fold.pendingCount).toBe(before)
    expect(fold.recordOf('a')).toMatchObject({ state: 'rejected', position: before })
    const queue = fold.seal()
    expect(queue).toEqual(replay([created('a'), moved('a', 'rejected')], onto))
    expect(recordOf(queue, 'a')?.state).toBe('rejected')
  })
})

describe('replay', () => {
  it('freezes an event as it takes it', () => {
    const event = created('a')
    replay([event])
    expect(Object.isFrozen(event) && Object.isFrozen((event as Created).proposal)).toBe(true)
  })
})

describe('the records of a queue', () => {
  const queue = replay([
    ...Array.from({ length: 100 }, (_, at) => created(`p${at}`)),
    ...Array.from({ length: 100 }, (_, at) => moved(`p${at}`, 'rejected')).filter((__, at) => at % 7 !== 3),
  ])
  const idsOf = (found: Iterable<ItemRecord>) => [...found].map(({ proposal }) => proposal.proposal_id)

  it('come in its order, all or those that wait', () => {
    expect(idsOf(records(queue))).toEqual(Array.from({ length: 100 }, (_, at) => `p${at}`))
    expect(idsOf(pendingRecords(queue))).toEqual(
      Array.from({ length: 100 }, (_, at) => `p${at}`).filter((__, at) => at % 7 === 3),
    )
    expect([idsOf(records(emptyQueue)), idsOf(pendingRecords(emptyQueue))]).toEqual([[], []])
  })

  it('are frozen through, made in one go or added to', () => {
    expect(isFrozenThrough(queue)).toBe(true)
    expect(isFrozenThrough(evolve(queue, moved('p3', 'accepted')))).toBe(true)
  })

  it('are found by the whole id alone', () => {
    expect(recordOf(queue, 'p42')?.position).toBe(42)
    for (const id of ['p', 'p420', 'P42', '']) expect(recordOf(queue, id)).toBeNull()
  })
})

describe('the hash of an id', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('is FNV-1a: %j', (id, hash) => {
    expect(hashOf(id)).toBe(hash)
  })
})

describe('what is true', () => {
  const three = [created('a', null, 'A'), created('b', null, 'B'), created('c', null, 'C')]

  it('is the chains of accepted proposals, in the order in which they were accepted', () => {
    expect(truthAfter(...three)).toEqual([])
    expect(
      truthAfter(...three, moved('c', 'accepted'), moved('b', 'rejected'), moved('a', 'accepted')),
    ).toEqual(['C', 'A'])
  })

  it('keeps the place of a chain that is accepted again, and moves one that was not true in between', () => {
    const both = [...three, moved('a', 'accepted'), moved('b', 'accepted')]
    expect(truthAfter(...both, moved('a', 'accepted'))).toEqual(['A', 'B'])
    expect(truthAfter(...both, moved('a', 'withdrawn'), moved('a', 'accepted'))).toEqual(['B', 'A'])
    expect(truthAfter(...both, moved('a', 'withdrawn'))).toEqual(['B'])
  })

  it('is frozen, and not the queue itself', () => {
    expect(() => (ratifiedChains(replay(three)) as unknown[]).push({})).toThrow(TypeError)
  })
})
