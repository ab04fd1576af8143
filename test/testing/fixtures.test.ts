import { describe, expect, it } from 'vitest'
import { deriveQueue, queueDigest, readLog, readReport, replay } from '../../src/index.js'
import { damaged, type Fixture, fixtures } from '../../src/testing/index.js'

const answersOf = ({ log, reports }: Fixture) => {
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
    reportProblems: reads.flatMap(({ problems }) =>
      problems.map(({ code, file_name }) => ({ code, file_name })),
    ),
  }
}

describe.each([
  ['fixtures', fixtures],
  ['damaged', damaged],
])('%s', (_, named) => {
  it.each(Object.entries<Fixture>(named))('%s reads as it says', (_, fixture) => {
    const { view, problems, reportProblems } = fixture
    expect(answersOf(fixture)).toEqual({ view, problems, reportProblems })
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
