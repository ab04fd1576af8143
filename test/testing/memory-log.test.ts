import { describe, expect, it } from 'vitest'
import { type Basis, type Decision, encodeEvent, ratify, submit } from '../../src/index.js'
import {
  accept,
  accepted,
  candidate,
  equivalent,
  fixtures,
  memoryLog,
  operator,
} from '../../src/testing/index.js'
import { isFrozenThrough } from '../decisions/support.js'

const submitting =
  (id: string, cap = 256) =>
  ({ queue }: Basis): Decision<string> => {
    const answer = submit(queue, candidate(id), equivalent, { source: operator, cap })
    if (answer._tag === 'Right') return { answer: answer.right.proposal.proposal_id, ...answer.right }
    return {
      answer: answer.left.reason,
      events: [],
      report: answer.left.reason === 'queue_full' ? answer.left.report : null,
    }
  }

const accepting =
  (id: string) =>
  ({ queue, corpus }: Basis): Decision<string> => {
    const answer = ratify(queue, accept(id, corpus === undefined ? {} : { corpus }))
    return answer._tag === 'Right'
      ? { answer: 'accepted', ...answer.right }
      : { answer: answer.left.reason, events: [] }
  }

const idIn = async (log: ReturnType<typeof memoryLog>, id: string): Promise<string> => {
  const result = await log.record(submitting(id))
  if (result._tag === 'Left') throw new Error(result.left.message)
  return result.right.answer
}

describe('a log in memory', () => {
  it('begins with what it is given, as text or bytes, and hands out copies', async () => {
    const text = fixtures.settled.log() as string
    expect(memoryLog(text).text()).toBe(text)
    const bytes = new TextEncoder().encode(`\ufeff${text}`)
    const log = memoryLog(bytes)
    bytes[0] = 0
    log.bytes()[0] = 0
    expect(log.text()).toBe(`\ufeff${text}`)
  })

  it('takes decisions on the commit that it is told of, or on none', async () => {
    const seen: (string | null)[] = []
    for (const log of [memoryLog(), memoryLog('', { commit_sha: 'c0ffee' })])
      await log.record(({ commit_sha }) => {
        seen.push(commit_sha)
        return { answer: null, events: [] }
      })
    expect(seen).toEqual([null, 'c0ffee'])
  })

  it('owes the corpus entry where it has no corpus, and has it once where it has one', async () => {
    const without = memoryLog()
    await without.record(accepting(await idIn(without, 'a')))
    expect(without.text()).not.toContain('accepted_corpus_append')
    const log = memoryLog('', { corpus: [] })
    await log.record(accepting(await idIn(log, 'a')))
    expect(log.corpusLines()).toHaveLength(1)
    const again = memoryLog('', { corpus: log.corpusLines() })
    await again.record(accepting(await idIn(again, 'a')))
    expect(again.corpusLines()).toEqual(log.corpusLines())
    expect(again.text()).toBe(log.text())
  })

  it('keeps each report of a full queue under a name of its own', async () => {
    const log = memoryLog(fixtures.waiting.log())
    await log.record(submitting('a', 1))
    const result = await log.record(submitting('b', 1))
    expect(result).toMatchObject({ right: { report_path: 'contemplation/runs/0002_queue_full.json' } })
    expect(log.reports().map(({ content }) => content)).toMatchObject([
      { candidates_skipped: [{ candidate_id: 'a' }] },
      { candidates_skipped: [{ candidate_id: 'b' }] },
    ])
  })

  it('says that an accept is in the log whose entry is not', async () => {
    const log = memoryLog('', { corpus: [] })
    const id = await idIn(log, 'a')
    const before = log.text()
    const transition = `${encodeEvent(accepted(id))}\n`
    log.runOutOfRoom(transition.length + 3)
    expect(await log.record(accepting(id))).toMatchObject({
      left: { reason: 'not_written', in_log: 'partly' },
    })
    expect(log.text()).toBe(`${before}${transition}{"c`)
    expect(log.corpusLines()).toHaveLength(1)
    const other = memoryLog(before, { corpus: [] })
    other.runOutOfRoom(3)
    expect(await other.record(accepting(id))).toMatchObject({ left: { reason: 'not_written', in_log: 'no' } })
    expect(other.corpusLines()).toEqual([])
  })

  it('hands out nothing that can be changed', async () => {
    const log = memoryLog(fixtures.waiting.log(), { corpus: [] })
    const result = await log.record(submitting('a'))
    expect(result._tag === 'Right' && isFrozenThrough(result.right)).toBe(true)
    expect(isFrozenThrough(log.reports())).toBe(true)
  })
})
