import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  audit,
  emptyQueue,
  encodeEvent,
  readCandidate,
  readEvidence,
  readLog,
  readReport,
} from '../../src/index.js'
import { arbitrary, damaged, type LogLine, logText, perform } from '../../src/testing/index.js'

/** Every value that a run over an arbitrary sees, those on the way to the smallest included. */
const seenBy = <T>(values: fc.Arbitrary<T>, small: (value: T) => boolean, runs = 200): readonly T[] => {
  const seen: T[] = []
  const { numShrinks } = fc.check(
    fc.property(values, (value) => {
      seen.push(value)
      // Enough was seen when every further value would do.
      return seen.length < runs || seen.length > 3 * runs || small(value)
    }),
    { numRuns: runs + 100 },
  )
  expect(numShrinks).toBeGreaterThan(0)
  return seen
}

const problemsOf = (lines: readonly LogLine[]) => readLog(logText(lines)).problems

describe('a log that is', () => {
  it('valid is one that an audit finds nothing in, and so is each that it shrinks to', () => {
    const logs = seenBy(arbitrary.validLog, (lines) => lines.length < 2)
    for (const lines of logs) {
      const { entries, problems } = readLog(logText(lines), { duplicateKeys: true })
      expect({ problems, findings: audit(entries) }).toEqual({ problems: [], findings: [] })
    }
    const events = new Set(logs.flatMap((lines) => lines.map(({ event }) => event)))
    expect([...events].sort()).toEqual(['accepted_corpus_append', 'created', 'replay', 'transition'])
  })

  it('spelled in any way reads, and settles each proposal at most once, whatever it shrinks to', () => {
    for (const lines of seenBy(arbitrary.spelledLog, (lines) => lines.length < 2)) {
      expect(problemsOf(lines)).toEqual([])
      const { entries } = readLog(logText(lines))
      const codes = audit(entries).map(({ code }) => code)
      for (const code of ['orphan', 'repeated_created', 'second_transition'] as const)
        expect(codes).not.toContain(code)
    }
  })

  it('foreign reads, and an audit finds everything in it that is not of this library', () => {
    const found = new Set<string>()
    for (const lines of seenBy(arbitrary.foreignLog, (lines) => lines.length < 2)) {
      expect(problemsOf(lines)).toEqual([])
      for (const { code } of audit(readLog(logText(lines)).entries)) found.add(code)
    }
    for (const code of ['orphan', 'repeated_created', 'second_transition', 'not_canonical', 'id_mismatch'])
      expect([...found]).toContain(code)
  })

  it('damaged has the fault that is named, no other, and its sound lines', () => {
    const codes = new Set<string>()
    for (const { bytes, fault, lines } of seenBy(
      arbitrary.damagedLog,
      ({ lines }) => lines.length < 3,
      600,
    )) {
      codes.add(fault.code)
      const { entries, problems } = readLog(bytes, { duplicateKeys: true })
      expect(problems.map(({ code, line }) => ({ code, line }))).toEqual([fault])
      expect(entries.map(({ text }) => text)).toEqual(lines.map(({ text }) => text))
    }
    expect([...codes].sort()).toEqual(
      Object.keys(damaged)
        .filter((code) => code !== 'line_too_long')
        .sort(),
    )
  })
})

describe('an arbitrary', () => {
  it('event can be written and read', () => {
    fc.assert(
      fc.property(arbitrary.event, (event) => {
        const { entries } = readLog(`${encodeEvent(event)}\n`)
        expect(entries.map(({ event }) => encodeEvent(event))).toEqual([encodeEvent(event)])
      }),
    )
  })

  it('candidate and evidence can be read from what they are written as', () => {
    fc.assert(
      fc.property(arbitrary.candidate, arbitrary.evidence, (candidate, evidence) => {
        expect(readCandidate(JSON.stringify(candidate))._tag).toBe('Right')
        expect(readEvidence(JSON.stringify(evidence))._tag).toBe('Right')
      }),
    )
  })

  it('report can be read', () => {
    fc.assert(
      fc.property(arbitrary.reports, (files) => {
        for (const { file_name, content } of files) {
          const { report, problems } = readReport(content, { file_name })
          expect(report).not.toBe(null)
          expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
        }
      }),
    )
  })

  it('list of commands leads to every answer that there is', () => {
    const answers = new Set<string>()
    fc.assert(
      fc.property(arbitrary.commands, (commands) => {
        let queue = emptyQueue
        for (const command of commands) {
          const answer = perform(queue, command, { cap: 3 })
          answers.add(`${command.kind}: ${answer._tag === 'Left' ? answer.left.reason : 'done'}`)
          if (answer._tag === 'Right') queue = answer.right.queue
        }
      }),
      { numRuns: 500 },
    )
    const settling = ['done', 'not_found', 'not_pending']
    expect([...answers].sort()).toEqual(
      [
        ...['dependent_on_pending', 'done', 'duplicate', 'ineligible', 'queue_full'].map(
          (one) => `submit: ${one}`,
        ),
        ...['accept', 'reject', 'withdraw', 'record-replay'].flatMap((kind) =>
          settling.map((one) => `${kind}: ${one}`),
        ),
        ...['done', 'not_accepted', 'not_found'].map((one) => `settle: ${one}`),
      ].sort(),
    )
  })
})
