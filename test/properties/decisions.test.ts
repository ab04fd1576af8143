import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  deriveQueue,
  emptyQueue,
  type ProposalEvent,
  proposalId,
  type QueueState,
  queueDigest,
  type RatificationAction,
  ratify,
  recordReplay,
  replay,
  type State,
  submit,
} from '../../src/index.js'
import {
  answer,
  candidate,
  chain,
  equivalent,
  isFrozenThrough,
  regressed,
  source,
} from '../decisions/support.js'

const CAP = 3

type Command =
  | {
      readonly kind: 'submit'
      readonly id: string
      readonly subject: string
      readonly object: string
      readonly clean: boolean
      readonly worse: boolean
    }
  | { readonly kind: RatificationAction; readonly pick: number }
  | { readonly kind: 'recordReplay'; readonly pick: number; readonly worse: boolean }

const lemma = fc.constantFrom('a', 'A ', 'b', ' B', 'c', 'd', 'e', 'f')
const often = fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false))
const pick = fc.nat(5)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      id: fc.constantFrom('c1', 'c2'),
      subject: lemma,
      object: lemma,
      clean: often,
      worse: often.map((better) => !better),
    }),
  },
  fc.record({ kind: fc.constantFrom<RatificationAction>('accept', 'reject', 'withdraw'), pick }),
  fc.record({ kind: fc.constant('recordReplay' as const), pick, worse: often.map((better) => !better) }),
)

/** A queue as a beginner would keep it: a list of what was proposed. */
interface Proposed {
  readonly id: string
  readonly lemmas: readonly string[]
  measured: 'absent' | 'worse' | 'equivalent'
  state: State
}

const plain = (text: string): string => text.trim().toLowerCase()

const given = (of: Extract<Command, { kind: 'submit' }>): Candidate =>
  candidate(of.id, { proposed_chain: chain(of.subject, of.object), boundary_clean: of.clean })

/** What the plain model answers: `done`, or the reason of a refusal; it changes only when it is done. */
const model = (proposed: Proposed[], given: Command): string => {
  if (given.kind === 'submit') {
    const id = proposalId(given.id, chain(given.subject, given.object))
    const lemmas = [plain(given.subject), plain(given.object)]
    const waiting = proposed.filter(({ state }) => state === 'pending')
    if (!given.clean) return 'ineligible'
    if (waiting.length >= CAP) return 'queue_full'
    if (proposed.some((other) => other.id === id)) return 'duplicate'
    if (waiting.some((other) => other.lemmas.some((one) => lemmas.includes(one))))
      return 'dependent_on_pending'
    const measured = given.worse ? 'worse' : 'equivalent'
    proposed.push({ id, lemmas, measured, state: given.worse ? 'rejected' : 'pending' })
    return 'done'
  }
  const one = proposed[given.pick]
  if (one === undefined) return 'not_found'
  if (one.state !== 'pending') return 'not_pending'
  if (given.kind === 'recordReplay') {
    one.measured = given.worse ? 'worse' : 'equivalent'
    if (given.worse) one.state = 'rejected'
    return 'done'
  }
  if (one.measured !== 'equivalent') return 'not_replay_equivalent'
  one.state = ({ accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const)[given.kind]
  return 'done'
}

const decide = (queue: QueueState, proposed: readonly Proposed[], given_: Command) => {
  if (given_.kind === 'submit')
    return submit(queue, given(given_), given_.worse ? regressed : equivalent, { source, cap: CAP })
  const proposal_id = proposed[given_.pick]?.id ?? 'nobody'
  if (given_.kind === 'recordReplay')
    return recordReplay(queue, { proposal_id, evidence: given_.worse ? regressed : equivalent })
  return ratify(queue, {
    proposal_id,
    action: given_.kind,
    note: '',
    review_date: '2026-05-26',
    authority: { kind: 'cli', actor: 'ana', commit_sha: 'c0ffee' },
  })
}

/** A log that an older writer left: one proposal that nobody measured. */
const begun = (): { queue: QueueState; log: ProposalEvent[]; proposed: Proposed[] } => {
  const old = candidate('old', { proposed_chain: chain('x', 'y') })
  const { proposal, events } = answer(submit(emptyQueue, old, equivalent, { source }))
  const log = events.slice(0, 1)
  return {
    queue: replay(log),
    log,
    proposed: [{ id: proposal.proposal_id, lemmas: ['x', 'y'], measured: 'absent', state: 'pending' }],
  }
}

describe('any sequence of decisions', () => {
  it('gives the states and refusals of a plain model, never more pending than the cap, and settles once', () => {
    const reasons = new Set<string>()
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 40 }), (commands) => {
        const { log, proposed, ...start } = begun()
        let { queue } = start
        for (const one of commands) {
          const before = deriveQueue(queue, [])
          const result = decide(queue, proposed, one)
          const expected = model(proposed, one)
          reasons.add(expected)
          expect(result._tag === 'Left' ? result.left.reason : 'done').toBe(expected)
          expect(isFrozenThrough(result)).toBe(true)
          if (result._tag === 'Right') {
            log.push(...result.right.events)
            expect(queueDigest(result.right.queue, [])).toBe(
              queueDigest(replay(result.right.events, queue), []),
            )
            queue = result.right.queue
          }
          const after = deriveQueue(queue, [])
          expect(after.map(({ proposal_id, state }) => [proposal_id, state])).toEqual(
            proposed.map(({ id, state }) => [id, state]),
          )
          expect(queue.pendingCount).toBe(after.filter(({ state }) => state === 'pending').length)
          expect(queue.pendingCount).toBeLessThanOrEqual(CAP)
          for (const [at, item] of before.entries())
            if (item.state !== 'pending') expect(after[at]).toEqual(item)
        }
        expect(queueDigest(replay(log), [])).toBe(queueDigest(queue, []))
      }),
      { numRuns: 300 },
    )
    // The commands reach every answer that there is, or this would prove less than it says.
    expect([...reasons].sort()).toEqual([
      'dependent_on_pending',
      'done',
      'duplicate',
      'ineligible',
      'not_found',
      'not_pending',
      'not_replay_equivalent',
      'queue_full',
    ])
  })

  it('an accepted submit folded in makes the same submit a duplicate, or queue_full when it took the last place', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 20 }), (commands) => {
        const { proposed, ...start } = begun()
        let { queue } = start
        for (const one of commands) {
          const result = decide(queue, proposed, one)
          model(proposed, one)
          if (result._tag === 'Left') continue
          queue = result.right.queue
          if (one.kind !== 'submit') continue
          const again = decide(queue, proposed, one)
          expect(again._tag === 'Left' ? again.left.reason : 'done').toBe(
            queue.pendingCount === CAP ? 'queue_full' : 'duplicate',
          )
        }
      }),
      { numRuns: 200 },
    )
  })
})
