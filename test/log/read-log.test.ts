import { describe, expect, it } from 'vitest'
import { createLogReader, readLog } from '../../src/index.js'

const one = (line: string) => {
  const { entries, problems } = readLog(`${line}\n`)
  return { event: entries[0]?.event, problem: problems[0] }
}

describe('reading a log', () => {
  it('keeps a line as it is stored, beside the event that it is', () => {
    const line = ' { "to":"accepted" ,"proposal_id" : "\\u0061","event":"transition","later":{"n":1.0}} \t'
    const [entry] = readLog(`\n${line}\n`).entries
    expect(entry).toMatchObject({
      line: 2,
      offset: 1,
      text: line,
      event: { proposal_id: 'a', later: { n: 1 } },
    })
  })

  it('reads the name that ADR-0161 gives the first event, as created', () => {
    const text =
      '{"event":"proposal","proposal":{"proposal_id":"a","proposed_chain":{"subject":"s","intent":"i","connective":"c","object":"o"},"polarity":"affirms","claim_domain":"factual","evidence":[]},"more":1}'
    expect(one(text)).toMatchObject({ event: { event: 'created', more: 1 }, problem: undefined })
  })

  it('says where an event departs from its shape, and what stands there instead', () => {
    expect(one('{"event":"transition","proposal_id":"a","to":"approved"}').problem).toMatchObject({
      code: 'invalid_event',
      severity: 'error',
      line: 1,
      offset: 0,
      pointer: '/to',
    })
    expect(one('{"event":"transition","proposal_id":"a","to":"approved"}').problem?.message).toContain(
      '"approved"',
    )
    expect(
      one(
        '{"event":"replay","proposal_id":"a","replay_evidence":{"baseline":{"a/b~c":"1"},"candidate":{},"regressed_metrics":[],"replay_equivalent":true}}',
      ).problem?.pointer,
    ).toBe('/replay_evidence/baseline/a~1b~0c')
  })

  it('bounds what it says, however long the line is', () => {
    const long = 'x'.repeat(100_000)
    for (const line of [
      `{"event":"${long}"}`,
      `{"event":"transition","proposal_id":"a","to":"${long}"}`,
      `{"event":"replay","proposal_id":"a","replay_evidence":{"baseline":{"${long}":"1"},"candidate":{},"regressed_metrics":[],"replay_equivalent":true}}`,
      `{"event":"other","n":${'1'.repeat(100_000)}}`,
      long,
    ])
      expect(one(line).problem?.message.length).toBeLessThan(500)
  })

  it('names a key given twice only to those who ask', () => {
    const line = '{"event":"transition","proposal_id":"a","to":"rejected","to":"accepted"}\n'
    expect(readLog(line).problems).toEqual([])
    expect(readLog(line, { duplicateKeys: true })).toMatchObject({
      entries: [{ event: { to: 'accepted' } }],
      problems: [{ code: 'duplicate_key', severity: 'error' }],
    })
  })

  it('reads nothing of no bytes', () => {
    for (const log of ['', new Uint8Array()])
      expect(readLog(log)).toEqual({ entries: [], problems: [], lines: 0 })
  })

  it('hands out each line as soon as its newline has come', () => {
    const reader = createLogReader()
    const line = '{"event":"transition","proposal_id":"a","to":"accepted"}'
    expect(reader.push(line).entries).toEqual([])
    expect(reader.push('\n{').entries).toMatchObject([{ line: 1 }])
    expect(reader.end()).toMatchObject({ entries: [], problems: [{ code: 'torn_tail', line: 2 }], lines: 2 })
  })
})
