import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  canonicalText,
  deriveQueue,
  encodeEvent,
  itemText,
  type ProposalEvent,
  queueDigest,
  type RunReport,
  readEvidence,
  readLog,
  readReport,
  replay,
} from '../../src/index.js'
import { exactTextOf, rawMember } from '../../src/json/exact-text.js'
import { arbitrary, logText } from '../../src/testing/index.js'

const canonical = (text: string | null): string => {
  const answer = canonicalJson(text ?? 'null')
  if (answer._tag === 'Left') throw new Error(answer.left.message)
  return answer.right
}

/** What a program can take from an event, and where that stands in its line. */
const partsOf = (event: ProposalEvent): readonly (readonly [part: unknown, path: readonly string[]])[] => {
  switch (event.event) {
    case 'created':
      return [
        [event, []],
        [event.proposal.proposed_chain, ['proposal', 'proposed_chain']],
        [event.proposal.replay_evidence ?? null, ['proposal', 'replay_evidence']],
      ]
    case 'replay':
      return [
        [event, []],
        [event.replay_evidence, ['replay_evidence']],
      ]
    default:
      return [[event, []]]
  }
}

const evidence = (metrics: string, more = ''): string =>
  `{"baseline":{${metrics}},"candidate":{${metrics}},"regressed_metrics":[],"replay_equivalent":true${more}}`

const replayOf = (text: string, more = ''): string =>
  `{"event":"replay","proposal_id":"p1","replay_evidence":${text}${more}}\n`

const evidenceIn = (line: string) => {
  const event = readLog(line).entries[0]?.event
  if (event?.event !== 'replay') throw new Error('It is no replay.')
  return event.replay_evidence
}

describe('what was read from a log and is written again', () => {
  it('is the canonical form of its line: the event, its chain and its evidence, each by itself', () => {
    fc.assert(
      fc.property(arbitrary.anyLog, (lines) => {
        for (const { event, text } of readLog(logText(lines)).entries) {
          expect(encodeEvent(event)).toBe(canonical(text))
          for (const [part, path] of partsOf(event)) {
            expect(canonicalText(part)).toBe(canonical(rawMember(text, path)))
          }
        }
      }),
    )
  })

  it.each([
    ['floats that are whole', '"a":1.0,"b":-0.0,"c":1e16,"d":0.5', ''],
    ['floats, beside a member that has an integer', '"a":1.0', ',"n":2'],
    ['floats, beside a member that has a float', '"a":1.0', ',"n":2.0'],
    ['integers', '"a":1,"b":0.5', ''],
    ['floats and integers', '"a":1,"b":1.0', ''],
    ['names that objects have', '"__proto__":1.0,"10":2.0,"9":3.0,"toJSON":4.0', ''],
    ['nothing', '', ''],
  ])('keeps the spelling of evidence: %s', (_, metrics, more) => {
    const text = canonical(evidence(metrics, more))
    for (const beside of ['', ',"n":2', ',"n":2.0', ',"n":[]']) {
      expect(canonicalText(evidenceIn(replayOf(text, beside)))).toBe(text)
    }
  })

  it('says of evidence with floats what reading the evidence alone says', () => {
    const text = evidence('"a":1.0', ',"n":2.50')
    const alone = readEvidence(text)
    if (alone._tag === 'Left') throw new Error('It was not read.')
    expect(canonicalText(evidenceIn(replayOf(text)))).toBe(canonicalText(alone.right))
  })

  it('is written under the name that is written, where it was read under the other', () => {
    const { event } = readLog(
      '{"event":"proposal","x":1.0,"proposal":{"proposal_id":"p1","proposed_chain":{"subject":"s","intent":"i","connective":"c","object":"o"},"polarity":"affirms","claim_domain":"factual","evidence":[]} } \n',
    ).entries[0] ?? { event: null }
    if (event === null) throw new Error('It was not read.')
    expect(event.event).toBe('created')
    expect(encodeEvent(event)).toMatch(/^\{"event":"created",.*,"x":1\.0\}$/)
    expect(canonicalText(event)).toBe(encodeEvent(event))
  })

  it('keeps no text for evidence that its type says how to write, and a copy of that says nothing', () => {
    const read = evidenceIn(replayOf(evidence('"a":1.0')))
    const symbol = Symbol.for('@core/hitl-queue/exact-text')
    expect(Object.getOwnPropertyDescriptor(read, symbol)?.value).toBeUndefined()
    expect(Object.isFrozen(read)).toBe(true)
    expect(read).toEqual(JSON.parse(evidence('"a":1.0')))
    expect(Object.keys(read)).not.toContain(symbol)
    for (const copy of [{ ...read }, structuredClone(read)]) {
      expect(exactTextOf(Object.freeze(copy))).toBeNull()
    }
    // All of one shape share one getter: what each costs is nothing.
    const other = evidenceIn(replayOf(evidence('"b":2.0')))
    expect(Object.getOwnPropertyDescriptor(read, symbol)).toEqual(
      Object.getOwnPropertyDescriptor(other, symbol),
    )
  })
})

describe('a digest that a program computes by docs/log-format.md, with canonicalText alone', () => {
  const digestOf = (queue: ReturnType<typeof replay>, reports: readonly RunReport[]): string => {
    const projected = deriveQueue(queue, reports).map(
      ({ contemplation_report_path: path, review_history, ...item }) => ({
        ...item,
        contemplation_report: path === null ? null : path.slice(path.lastIndexOf('/') + 1),
        review_history: review_history.map(({ to }) => to),
      }),
    )
    return createHash('sha256').update(canonicalText(projected)).digest('hex')
  }

  it('is that of the library, and so is the text of an item', () => {
    fc.assert(
      fc.property(arbitrary.anyLog, arbitrary.reports, (lines, files) => {
        const queue = replay(readLog(logText(lines)).entries.map(({ event }) => event))
        const reports = files
          .map(({ file_name, content }) => readReport(content, { file_name }).report)
          .filter((report) => report !== null)
        expect(digestOf(queue, reports)).toBe(queueDigest(queue, reports))
        for (const item of deriveQueue(queue, reports)) expect(canonicalText(item)).toBe(itemText(item))
      }),
    )
  })
})
