import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveQueue, queueDigest, replay } from '../../src/index.js'
import { isFrozenThrough } from '../decisions/support.js'
import { begun, CAP, command, decide, model } from './plain-model.js'

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
})
