import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Basis,
  type Decision,
  decided,
  encodeEvent,
  type LogStore,
  ratify,
  recordReplay,
  replay,
  settle,
  submit,
} from '../../src/index.js'
import { openLog } from '../../src/node/index.js'
import { accepted, candidate, created, equivalent, memoryLog, operator } from '../../src/testing/index.js'

const pending = [created('p1', { replay_evidence: equivalent })]
const text = pending.map((event) => `${encodeEvent(event)}\n`).join('')

const accept = (queue: Basis['queue'], corpus: Basis['corpus']) =>
  ratify(queue, {
    proposal_id: 'p1',
    action: 'accept',
    note: '',
    review_date: '2026-06-30',
    authority: { kind: 'cli', actor: 'ana', commit_sha: 'c' },
    corpus,
  })

const emptyCorpus = { has_chain: () => false }

describe('decided', () => {
  it('brings the corpus line of an accept', () => {
    const answer = accept(replay(pending), emptyCorpus)
    const { events, corpusLine } = decided(answer)
    expect(answer._tag).toBe('Right')
    expect(events.map(({ event }) => event)).toEqual(['transition', 'accepted_corpus_append'])
    expect(corpusLine).toBe(answer._tag === 'Right' && answer.right.corpusLine)
    expect(corpusLine).not.toBeNull()
  })

  it('brings the report of a queue that is full, and no event', () => {
    const answer = submit(replay(pending), candidate('c1'), equivalent, { source: operator, cap: 1 })
    expect(decided(answer)).toEqual({
      answer,
      events: [],
      report: answer._tag === 'Left' && answer.left.reason === 'queue_full' && answer.left.report,
    })
    expect(decided(answer).report).toBeTruthy()
  })

  it('writes nothing of another refusal', () => {
    const answer = accept(replay([]), emptyCorpus)
    expect(decided(answer)).toEqual({ answer, events: [], report: null })
  })

  it('takes what every decision answers', () => {
    const queue = replay(pending)
    expect(decided(recordReplay(queue, { proposal_id: 'p1', evidence: equivalent })).events).toHaveLength(1)
    expect(decided(submit(queue, candidate('c1'), equivalent, { source: operator })).events).not.toHaveLength(
      0,
    )
    const owing = replay([...pending, accepted('p1')])
    const settled = decided(settle(owing, { proposal_id: 'p1', corpus: emptyCorpus }))
    expect([settled.events.length, settled.corpusLine === null]).toEqual([1, false])
  })
})

describe.each(['memory', 'file'] as const)('a store in a %s', (kind) => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const storeOf = (
    corpusLines: readonly string[] | undefined,
  ): { readonly store: LogStore; readonly held: () => string } => {
    if (kind === 'memory') {
      const store = memoryLog(text, { corpus: corpusLines })
      return { store, held: () => store.text() + store.corpusLines().join('') }
    }
    const [log, corpus] = [join(folder, 'log.jsonl'), join(folder, 'corpus.jsonl')]
    writeFileSync(log, text)
    writeFileSync(corpus, (corpusLines ?? []).map((line) => `${line}\n`).join(''))
    return {
      store: openLog({ log, runs: folder, corpus: corpusLines && corpus }),
      held: () => readFileSync(log, 'utf8') + readFileSync(corpus, 'utf8'),
    }
  }

  const refused = async (
    corpus: readonly string[] | undefined,
    decide: (basis: Basis) => Decision<unknown>,
    message: RegExp,
  ) => {
    const { store, held } = storeOf(corpus)
    const before = held()
    const failure = await store.record(decide).then(
      () => 'it was recorded',
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toMatch(message)
    expect(held()).toBe(before)
    // And it goes on.
    expect((await store.record(({ queue }) => decided(accept(queue, undefined))))._tag).toBe('Right')
  }

  it('throws rather than say of a chain that it is in the corpus, where nothing brings it', () =>
    refused(
      [],
      ({ queue, corpus }) => ({ ...decided(accept(queue, corpus)), corpusLine: null }),
      /accepted_corpus_append says that ".+" is in the corpus, where it is not/,
    ))

  it('throws rather than lose a corpus line', () =>
    refused(undefined, ({ queue }) => decided(accept(queue, emptyCorpus)), /no corpus that it could go to/))

  it('takes the event alone when the corpus has the chain already', async () => {
    const { corpusLine } = decided(accept(replay(pending), emptyCorpus))
    const { store } = storeOf([corpusLine?.text ?? ''])
    const kept = await store.record(({ queue, corpus }) => decided(accept(queue, corpus)))
    expect(kept._tag === 'Right' && kept.right.events).toHaveLength(2)
    expect(kept._tag === 'Right' && kept.right.answer).toMatchObject({ right: { corpusLine: null } })
  })

  it('lets a program that keeps a corpus of its own record what is in it', async () => {
    const { store, held } = storeOf(undefined)
    await store.record(({ queue }) => ({ ...decided(accept(queue, emptyCorpus)), corpusLine: null }))
    expect(held()).toContain('accepted_corpus_append')
  })
})
