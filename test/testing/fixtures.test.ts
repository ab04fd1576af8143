import { describe, expect, it } from 'vitest'
import { audit, deriveQueue, queueDigest, readLog, readReport, replay } from '../../src/index.js'
import { audited, damaged, type Fixture, fixtures } from '../../src/testing/index.js'

const answersOf = ({ log, reports, cap = 256 }: Fixture) => {
  const { entries, problems } = readLog(log(), { duplicateKeys: true })
  const reads = reports.map(({ content, file_name }) => readReport(content, { file_name }))
  const found = reads.flatMap(({ report }) => (report === null ? [] : [report]))
  const queue = replay(entries.map(({ event }) => event))
  return {
    view: {
      digest: queueDigest(queue, found),
      states: deriveQueue(queue, found).map(({ proposal_id, state }) => [proposal_id, state]),
    },
    problems: problems.map(({ code, line }) => ({ code, line })),
    findings: audit(entries, { cap }).map(({ code, line }) => ({ code, line })),
    reportProblems: reads.flatMap(({ problems }) =>
      problems.map(({ code, file_name }) => ({ code, file_name })),
    ),
  }
}

describe.each([
  ['fixtures', fixtures],
  ['damaged', damaged],
  ['audited', audited],
])('%s', (_, named) => {
  it.each(Object.entries<Fixture>(named))('%s reads as it says', (_, fixture) => {
    const { view, problems, findings, reportProblems } = fixture
    expect(answersOf(fixture)).toEqual({ view, problems, findings, reportProblems })
  })
})

describe('damaged', () => {
  it('has one log for each problem code, with that problem alone', () => {
    for (const [code, { problems }] of Object.entries<Fixture>(damaged))
      expect(problems.map((problem) => problem.code)).toEqual([code])
  })

  it('holds one queue under all damage', () => {
    expect(new Set(Object.values<Fixture>(damaged).map(({ view }) => JSON.stringify(view))).size).toBe(1)
  })
})

describe('audited', () => {
  it('has one log for each finding, with that finding alone', () => {
    for (const [code, { findings, problems }] of Object.entries<Fixture>(audited)) {
      expect(findings.map((finding) => finding.code)).toEqual([code])
      expect(problems).toEqual([])
    }
  })
})

describe('fixtures', () => {
  it('have the events that are the same in another spelling with the same digest', () => {
    expect(fixtures.otherSpelling.view.digest).toBe(fixtures.waiting.view.digest)
  })
})
