import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { settle } from '../../src/decisions/settle.js'
import { encodeEvent } from '../../src/log/encode-event.js'
import { readLog } from '../../src/log/read-log.js'
import { openLog } from '../../src/node/open-log.js'
import { replay } from '../../src/queue/evolve.js'
import type { Basis, Decision } from '../../src/store/log-store.js'
import { deriveQueue } from '../../src/views/derive-queue.js'
import { answer } from '../decisions/support.js'
import { begun, CAP, type Command, command, decide, model, type Proposed } from '../properties/plain-model.js'
import { ROUNDS } from './support.js'

type Stored = (Command | { readonly kind: 'settle'; readonly pick: number }) & {
  readonly withCorpus: boolean
  readonly fresh: boolean
}

const stored: fc.Arbitrary<Stored> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: command },
      fc.record({ kind: fc.constant('settle' as const), pick: fc.nat(5) }),
    ),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([one, withCorpus, fresh]) => ({ ...one, withCorpus: withCorpus || one.kind === 'settle', fresh }))

const submitting = (subject: string, object: string, clean = true): Command => ({
  kind: 'submit',
  id: 'c1',
  subject,
  object,
  clean,
  worse: false,
})

/** Chance reaches all of these most of the time. */
const EVERY_ANSWER: Stored[] = [
  submitting('a', 'b', false),
  submitting('a', 'b'),
  submitting('a', 'c'),
  submitting('c', 'd'),
  submitting('e', 'f'),
  { kind: 'reject' as const, pick: 1 },
  submitting('a', 'b'),
  { kind: 'accept' as const, pick: 0 },
  { kind: 'accept' as const, pick: 1 },
  { kind: 'accept' as const, pick: 5 },
  { kind: 'settle' as const, pick: 1 },
].map((one) => ({ ...one, withCorpus: true, fresh: false }))

const expected = (proposed: Proposed[], one: Stored): string => {
  if (one.kind !== 'settle') return model(proposed, one)
  const state = proposed[one.pick]?.state
  return state === undefined ? 'not_found' : state === 'accepted' ? 'done' : 'not_accepted'
}

const deciding =
  (proposed: readonly Proposed[], one: Stored) =>
  ({ queue, corpus }: Basis): Decision<string> => {
    const result =
      one.kind === 'settle'
        ? settle(queue, {
            proposal_id: proposed[one.pick]?.id ?? 'nobody',
            corpus: corpus ?? { has_chain: () => false },
          })
        : decide(queue, proposed, one, corpus)
    if (result._tag === 'Right') return { answer: 'done', ...result.right }
    const { left } = result
    return {
      answer: left.reason,
      events: [],
      ...(left.reason === 'queue_full' ? { report: left.report } : {}),
    }
  }

it('any sequence of decisions recorded in a file gives the states and refusals of a plain model', async () => {
  const reasons = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(stored, { minLength: 1, maxLength: 25 }), async (commands) => {
      const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
      try {
        const files = { log: join(folder, 'log.jsonl'), runs: join(folder, 'runs') }
        const corpus = join(folder, 'corpus.jsonl')
        const { log, proposed } = begun()
        mkdirSync(files.runs)
        writeFileSync(corpus, '')
        writeFileSync(files.log, log.map((event) => `${encodeEvent(event)}\n`).join(''))
        const stores = new Map<boolean, ReturnType<typeof openLog>>()
        for (const one of commands) {
          const before = readFileSync(files.log)
          const corpusBefore = readFileSync(corpus, 'utf8')
          const itemsBefore = deriveQueue(replay(readLog(before).entries.map(({ event }) => event)), [])
          if (one.fresh) stores.clear()
          const store = stores.get(one.withCorpus) ?? openLog(one.withCorpus ? { ...files, corpus } : files)
          stores.set(one.withCorpus, store)

          const recorded = answer(await store.record(deciding([...proposed], one)))
          const says = expected(proposed, one)
          reasons.add(says)
          expect(recorded.answer).toBe(says)

          const now = readFileSync(files.log)
          expect(now.subarray(0, before.length)).toEqual(before)
          if (says !== 'done') {
            expect(now).toEqual(before)
            expect(readFileSync(corpus, 'utf8')).toBe(corpusBefore)
          }
          const { entries, problems } = readLog(now, { duplicateKeys: true })
          expect(problems).toEqual([])
          const queue = replay(entries.map(({ event }) => event))
          expect(recorded.queue).toEqual(queue)
          const items = deriveQueue(queue, [])
          expect(items.map(({ proposal_id, state }) => [proposal_id, state])).toEqual(
            proposed.map(({ id, state }) => [id, state]),
          )
          expect(queue.pendingCount).toBeLessThanOrEqual(CAP)
          for (const [at, item] of itemsBefore.entries())
            if (item.state !== 'pending') expect(items[at]).toEqual({ ...item, age_proposals: 0 })
          const lines = readFileSync(corpus, 'utf8').split('\n').slice(0, -1)
          expect(new Set(lines).size).toBe(lines.length)
        }
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 40 * ROUNDS, examples: [[EVERY_ANSWER]] },
  )
  expect([...reasons].sort()).toEqual([
    'dependent_on_pending',
    'done',
    'duplicate',
    'ineligible',
    'not_accepted',
    'not_found',
    'not_pending',
    'not_replay_equivalent',
    'queue_full',
  ])
})
