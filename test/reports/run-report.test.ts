import { describe, expect, it } from 'vitest'
import { canonicalText, readReport } from '../../src/index.js'

const read = (content: string | Uint8Array, runs?: string) =>
  readReport(content, { file_name: 'r.json', ...(runs === undefined ? {} : { runs }) })

const codes = (content: string | Uint8Array): readonly string[] =>
  read(content).problems.map(({ code }) => code)

const full =
  '{"report_kind":"queue_full","pending_count":256,"cap":256,"candidates_skipped":[{"candidate_id":"c","reason":"queue_full"}]'

describe('a run report', () => {
  it('is a learning_arc when it does not say, and may be empty', () => {
    expect(read('{}')).toMatchObject({
      report: { file_name: 'r.json', report_kind: 'learning_arc', proposal_ids: [], content: {} },
      problems: [],
    })
  })

  it('names proposals at its top and in its scenes, each once', () => {
    const content =
      '{"proposal_id":"a","scenes":[{"detail":{"proposal_id":"b"}},{"detail":{"proposal_id":"a"}},{"proposal_id":"c"},{"detail":[{"proposal_id":"d"}]},{"detail":null},{"detail":{"proposal_id":7}},{}],"detail":{"proposal_id":"e"}}'
    expect(read(content).report?.proposal_ids).toEqual(['a', 'b'])
    expect(read('{"proposal_id":"","scenes":[]}').report?.proposal_ids).toEqual([])
    expect(read('{"proposal_id":7}')).toMatchObject({ report: { proposal_ids: [] }, problems: [] })
    expect(read('{"proposal_id":"__proto__"}').report?.proposal_ids).toEqual(['__proto__'])
  })

  it('belongs to no proposal when it is of another kind', () => {
    expect(read(`${full},"proposal_id":"a"}`)).toMatchObject({
      report: { report_kind: 'queue_full', proposal_ids: [] },
      problems: [],
    })
    const unknown = read('{"report_kind":"dream","proposal_id":"a"}')
    expect(unknown.report).toMatchObject({ report_kind: 'dream', proposal_ids: [] })
    expect(unknown.problems).toMatchObject([
      { code: 'unknown_report_kind', severity: 'warning', file_name: 'r.json', pointer: '/report_kind' },
    ])
  })

  it.each([
    ['contemplation/runs', 'contemplation/runs/r.json'],
    ['contemplation/runs///', 'contemplation/runs/r.json'],
    ['./runs/', './runs/r.json'],
    ['/', '/r.json'],
    ['../a b', '../a b/r.json'],
    ['C:\\runs', 'C:\\runs/r.json'],
  ])('in %s stands at %s', (runs, path) => {
    expect(read('{}', runs).report?.path).toBe(path)
  })

  it('has an object as its shape, and scenes, if any, that are objects', () => {
    for (const content of [
      '[]',
      'null',
      '7',
      '"x"',
      '{"scenes":{}}',
      '{"scenes":null}',
      '{"scenes":[{},1]}',
      '{"scenes":[[]]}',
      '{"report_kind":7}',
    ])
      expect([content, codes(content)]).toEqual([content, ['invalid_report']])
    expect(read('{"scenes":[{},1]}').problems).toMatchObject([{ severity: 'error', pointer: '/scenes/1' }])
  })

  it('of a full queue says how full it was and whom it skipped', () => {
    expect(codes(`${full}}`)).toEqual([])
    for (const content of [
      '{"report_kind":"queue_full"}',
      `${full},"cap":"256"}`,
      `${full},"candidates_skipped":[{"candidate_id":7,"reason":"queue_full"}]}`,
      `${full},"candidates_skipped":[{"candidate_id":"c"}]}`,
    ])
      expect([content, codes(content)]).toEqual([content, ['invalid_report']])
  })

  it('that cannot be read is named, and nothing is taken from it', () => {
    for (const [content, code] of [
      ['', 'corrupt_report'],
      ['{"proposal_id":"a"', 'corrupt_report'],
      ['{} {}', 'corrupt_report'],
      [Uint8Array.of(0x22, 0xff, 0x22), 'corrupt_report'],
      ['{"x":NaN}', 'not_portable_number'],
      ['{"x":1e999}', 'not_portable_number'],
      [`{"x":${'['.repeat(900)}${']'.repeat(900)}}`, 'too_deep'],
    ] as const) {
      const { report, problems } = read(content)
      expect(report).toBe(null)
      expect(problems.map((problem) => [problem.code, problem.severity])).toEqual([[code, 'error']])
      expect(problems[0]?.message).toContain('r.json')
      expect(problems[0]?.message.length).toBeLessThan(400)
    }
  })
})

describe('what a report carries for the queue', () => {
  const carried = (text: string) => readReport(text, { file_name: 'r.json' }).report?.content ?? {}

  it('keeps the exact text of its numbers, however the report is laid out', () => {
    const content = carried(
      '{ "candidate": { "b": 1.0,\n "a": 12345678901234567890 }, "replay_evidence": {"n": 1e-07}, "n": 1.0 }',
    )
    expect(canonicalText(content.candidate)).toBe('{"a":12345678901234567890,"b":1.0}')
    expect(canonicalText(content.replay_evidence)).toBe('{"n":1e-07}')
  })

  it('is the last of several, as in every reader of JSON, and loses its text when a key stands twice in it', () => {
    expect(canonicalText(carried('{"candidate":{"n":2.0},"candidate":{"n":1.0}}').candidate)).toBe(
      '{"n":1.0}',
    )
    expect(canonicalText(carried('{"candidate":{"n":1.0,"n":1.0}}').candidate)).toBe('{"n":1}')
  })

  it('may be anything, or absent', () => {
    for (const text of ['{}', '{"candidate":1.0}', '{"candidate":null,"replay_evidence":[]}'])
      expect(carried(text)).toEqual(JSON.parse(text))
  })
})
