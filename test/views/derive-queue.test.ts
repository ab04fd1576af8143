import { describe, expect, it } from 'vitest'
import {
  deriveQueue,
  itemText,
  type QueueItem,
  queueText,
  readLog,
  readReport,
  replay,
} from '../../src/index.js'

const created = (id: string, more = ''): string =>
  `{"event":"created","proposal":{"proposal_id":"${id}","proposed_chain":{"subject":"s","intent":"i","connective":"c","object":"o","w":1.0},"polarity":"affirms","claim_domain":"factual","evidence":[]${more}}}`

const queueOf = (...lines: readonly string[]) =>
  replay(readLog(lines.map((line) => `${line}\n`).join('')).entries.map(({ event }) => event))

const reportsOf = (files: { readonly [file_name: string]: string }, runs?: string) =>
  Object.entries(files).flatMap(
    ([file_name, content]) =>
      readReport(content, { file_name, ...(runs === undefined ? {} : { runs }) }).report ?? [],
  )

const only = (items: readonly QueueItem[]): QueueItem => {
  expect(items).toHaveLength(1)
  return items[0] as QueueItem
}

const pathOf = (files: { readonly [file_name: string]: string }, runs?: string): string | null =>
  only(deriveQueue(queueOf(created('a')), reportsOf(files, runs))).contemplation_report_path

describe('a queue item', () => {
  it('has exactly its nine fields', () => {
    expect(only(deriveQueue(queueOf(created('a')), []))).toEqual({
      proposal_id: 'a',
      source_kind: null,
      source_id: null,
      proposed_chain: { subject: 's', intent: 'i', connective: 'c', object: 'o', w: 1 },
      replay_evidence: null,
      state: 'pending',
      review_history: [],
      contemplation_report_path: null,
      age_proposals: 0,
    })
  })

  it.each([
    ['', null, null],
    [',"source":null', null, null],
    [',"source":{"kind":"operator","source_id":"","emitted_at_revision":"r"}', 'operator', null],
    [',"source":{"kind":"miner","source_id":"7","emitted_at_revision":"r"}', 'miner', '7'],
    [',"source":{"kind":"","source_id":"0","emitted_at_revision":""}', '', '0'],
  ])('with %s has the source %s %s', (more, source_kind, source_id) => {
    expect(only(deriveQueue(queueOf(created('a', more)), []))).toMatchObject({ source_kind, source_id })
  })

  it('shows its transitions whole, with fields of a later version', () => {
    const settled = '{"event":"transition","proposal_id":"a","to":"rejected","note":"no","mood":{"x":1.0}}'
    const item = only(deriveQueue(queueOf(created('a'), settled), []))
    expect(item.review_history).toEqual([JSON.parse(settled)])
    expect(itemText(item)).toContain('"mood":{"x":1.0}')
  })

  it('keeps what its chain was written as', () => {
    const queue = queueOf(created('a'))
    expect(itemText(only(deriveQueue(queue, [])))).toContain('"w":1.0')
    expect([...queueText(queue, [])].join('')).toBe(`[${itemText(only(deriveQueue(queue, [])))}]`)
  })
})

describe('the report of a proposal', () => {
  it('is the one that names it, at the top or in a scene', () => {
    expect(pathOf({ '1.json': '{"proposal_id":"b"}' })).toBe(null)
    expect(pathOf({ '1.json': '{"proposal_id":"a"}' })).toBe('contemplation/runs/1.json')
    expect(pathOf({ '1.json': '{"scenes":[{"detail":{"proposal_id":"a"}}]}' })).toBe(
      'contemplation/runs/1.json',
    )
  })

  it('is, of several, the one with the smallest name by code point', () => {
    const content = '{"proposal_id":"a"}'
    expect(pathOf({ 'b.json': content, 'B.json': content, 'a.json': content })).toBe(
      'contemplation/runs/B.json',
    )
    expect(pathOf({ 'z9.json': content, 'z10.json': content })).toBe('contemplation/runs/z10.json')
    expect(pathOf({ '\u{1f600}': content, '\uffff': content })).toBe('contemplation/runs/\uffff')
  })

  it('is never one of a full queue or of an unknown kind', () => {
    expect(
      pathOf({
        '1.json':
          '{"report_kind":"queue_full","pending_count":1,"cap":1,"candidates_skipped":[],"proposal_id":"a"}',
        '2.json': '{"report_kind":"dream","proposal_id":"a"}',
        '3.json': '{"proposal_id":"a"}',
      }),
    ).toBe('contemplation/runs/3.json')
  })

  it('is shown in the folder as it was given, without slashes at its end', () => {
    expect(pathOf({ '1.json': '{"proposal_id":"a"}' }, '../runs//')).toBe('../runs/1.json')
  })
})
