import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  canonicalText,
  type LogStore,
  left,
  readCandidate,
  replay,
  right,
} from '../../src/index.js'
import { submitCandidate } from '../../src/node/index.js'
import { submitThroughGate } from '../../src/node/submit-candidate.js'
import {
  answer,
  candidate,
  chain,
  equivalent,
  idOf,
  moved,
  queueOf,
  refusal,
  regressed,
  source,
} from '../decisions/support.js'
import { tinyStore } from './tiny-store.js'

const counting = (evidence = equivalent) => {
  const asked: string[] = []
  const gate = (given: Candidate) => {
    asked.push(given.candidate_id)
    return evidence
  }
  return { asked, gate }
}

describe('submitCandidate', () => {
  it('measures a candidate that nothing refuses, and records it with its evidence', async () => {
    const { store, kept } = tinyStore()
    const { asked, gate } = counting()
    const recorded = answer(await submitCandidate(store, candidate('a'), gate, { source }))
    expect(answer(recorded.answer).proposal.proposal_id).toBe(idOf('a'))
    expect(kept.events.map(({ event }) => event)).toEqual(['created', 'replay'])
    expect([recorded.events, asked]).toEqual([kept.events, ['a']])
  })

  it('records the rejection of the gate when the replay regressed', async () => {
    const { store, kept } = tinyStore()
    await submitCandidate(store, candidate('a'), counting(regressed).gate, { source })
    expect(kept.events.map(({ event }) => event)).toEqual(['created', 'replay', 'transition'])
  })

  it.each([
    ['ineligible', queueOf(), candidate('a', { boundary_clean: false }), 256],
    ['queue_full', queueOf(candidate('b')), candidate('a'), 1],
    ['duplicate', queueOf([candidate('a'), 'withdrawn']), candidate('a'), 256],
    [
      'dependent_on_pending',
      queueOf(candidate('b')),
      candidate('a', { proposed_chain: chain('b subject', 'x') }),
      256,
    ],
  ] as const)('never costs a replay where the answer is %s', async (reason, queue, given, cap) => {
    const { store, kept } = tinyStore(queue)
    const { asked, gate } = counting()
    const recorded = answer(await submitCandidate(store, given, gate, { source, cap }))
    expect(refusal(recorded.answer).reason).toBe(reason)
    expect([asked, kept.events]).toEqual([[], []])
    expect(kept.reports.length).toBe(reason === 'queue_full' ? 1 : 0)
  })

  it('checks once more on the log as it is when the replay is done', async () => {
    const { store, kept } = tinyStore()
    const gate = () => {
      kept.queue = queueOf(candidate('b'))
      return equivalent
    }
    const given = candidate('a', { proposed_chain: chain('B SUBJECT', 'x') })
    const recorded = answer(await submitCandidate(store, given, gate, { source }))
    expect(refusal(recorded.answer)).toMatchObject({
      reason: 'dependent_on_pending',
      dependent_on: [idOf('b')],
    })
    expect(kept.events).toEqual([])
  })

  it('waits for a gate that takes its time, and hands it the exact text of the chain', async () => {
    const { store, kept } = tinyStore()
    const text =
      '{"candidate_id":"a","proposed_chain":{"subject":"s","intent":"i","connective":"c","object":"o","weight":1.0,"big":123456789012345678901234567890},"polarity":"affirms","claim_domain":"factual","evidence":[{"source":"corpus","ref":"r","polarity":"affirms","epistemic_status":"coherent"}],"boundary_clean":true}'
    let seen = ''
    const gate = async (given: Candidate) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      seen = canonicalText(given.proposed_chain)
      return equivalent
    }
    await submitCandidate(store, answer(readCandidate(text)), gate, { source })
    expect(seen).toBe(
      '{"big":123456789012345678901234567890,"connective":"c","intent":"i","object":"o","subject":"s","weight":1.0}',
    )
    expect(kept.events.length).toBe(2)
  })

  it('rejects with what the gate throws, and records nothing', async () => {
    const { store, kept } = tinyStore()
    const gate = () => {
      throw new RangeError('no corpus')
    }
    await expect(submitCandidate(store, candidate('a'), gate, { source })).rejects.toThrow('no corpus')
    expect([kept.events, kept.reports]).toEqual([[], []])
  })

  it('hands on that nothing was recorded', async () => {
    const failure = left({ reason: 'unsound_log', in_log: 'no', problems: [], message: 'm' } as const)
    const store = { record: async () => failure }
    expect(await submitCandidate(store, candidate('a'), counting().gate, { source })).toEqual(failure)
  })

  it('hands on, after a conflict, the answer that the log gives by now', async () => {
    const taken = queueOf([candidate('a'), 'rejected'])
    let looks = 0
    const store: LogStore = {
      record: async (decide) => {
        const basis = { queue: queueOf(), commit_sha: null, reports: () => [] }
        const { answer: first, events } = decide(basis)
        looks += 1
        if (looks === 1) {
          const rest = { events, queue: queueOf(), warnings: [], report_path: null, commit_sha: null }
          return right({ answer: first, ...rest })
        }
        const { answer: behind } = decide({ ...basis, queue: taken })
        const failure = { reason: 'recorded_after_conflict', in_log: 'yes', events, answer: behind } as const
        return left({ ...failure, message: 'm' })
      },
    }
    const failure = refusal(await submitCandidate(store, candidate('a'), counting().gate, { source }))
    expect(failure).toMatchObject({
      reason: 'recorded_after_conflict',
      events: [{ event: 'created' }, { event: 'replay' }],
      answer: left({ reason: 'duplicate', proposal_id: idOf('a'), existing_state: 'rejected' }),
    })
  })
})

describe('several candidates through a gate', () => {
  it('are each measured on the queue that the ones before left', async () => {
    const { store, kept } = tinyStore()
    const asked: string[] = []
    const candidates = [
      candidate('a'),
      candidate('b', { proposed_chain: chain('a subject', 'x') }),
      candidate('c'),
      candidate('c'),
      candidate('d'),
    ]
    const recorded = answer(
      await submitThroughGate<never, { reason: 'gate_failed' }>(store, candidates, {
        measured: [],
        gate: async (given) => {
          asked.push(given.candidate_id)
          // The first regresses, so that it does not stand in the way of the second.
          if (given.candidate_id === 'd') return left({ reason: 'gate_failed' })
          return { _tag: 'Right', right: given.candidate_id === 'a' ? regressed : equivalent }
        },
        optionsOn: () => ({ _tag: 'Right', right: { source } }),
      }),
    )
    expect(answer(recorded.answer).map((each) => (each._tag === 'Left' ? each.left.reason : 'ok'))).toEqual([
      'ok',
      'ok',
      'ok',
      'duplicate',
      'gate_failed',
    ])
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    expect(kept.events.map(({ event }) => event).join()).toBe(
      'created,replay,transition,created,replay,created,replay',
    )
  })

  it('measure one that was refused at first, when it is not any more', async () => {
    const { store, kept } = tinyStore(queueOf(candidate('b')))
    const asked: string[] = []
    const recorded = answer(
      await submitThroughGate<never, never>(
        store,
        [candidate('a', { proposed_chain: chain('b subject', 'x') }), candidate('c')],
        {
          measured: [],
          gate: async (given) => {
            asked.push(given.candidate_id)
            kept.queue = replay([moved(idOf('b'), 'withdrawn')], kept.queue)
            return { _tag: 'Right', right: equivalent }
          },
          optionsOn: () => ({ _tag: 'Right', right: { source } }),
        },
      ),
    )
    expect(answer(recorded.answer).map(({ _tag }) => _tag)).toEqual(['Right', 'Right'])
    expect(asked).toEqual(['c', 'a'])
  })
})
