import { describe, expect, it } from 'vitest'
import { encodeEvent, readEvidence } from '../../src/index.js'

const text =
  '{"baseline": {"a": 1.0, "b": 1e-07}, "candidate": {"a": 1.0, "b": 0.50}, "regressed_metrics": [],' +
  ' "replay_equivalent": true, "runs": 123456789012345678901234567890, "seed": 1.0}'

describe('readEvidence', () => {
  it('gives frozen evidence whose exact text reaches the line of the log', () => {
    const evidence = readEvidence(text)
    if (evidence._tag === 'Left') throw new Error(JSON.stringify(evidence.left))
    expect(Object.isFrozen(evidence.right) && Object.isFrozen(evidence.right.baseline)).toBe(true)
    expect(encodeEvent({ event: 'replay', proposal_id: 'p', replay_evidence: evidence.right })).toBe(
      '{"event":"replay","proposal_id":"p","replay_evidence":{"baseline":{"a":1.0,"b":1e-07},' +
        '"candidate":{"a":1.0,"b":0.5},"regressed_metrics":[],"replay_equivalent":true,' +
        '"runs":123456789012345678901234567890,"seed":1.0}}',
    )
    expect(readEvidence(new TextEncoder().encode(text))).toEqual(evidence)
  })

  it('writes a metric that the gate spelled as an integer as the float that it is by type', () => {
    const evidence = readEvidence(
      text.replace('"a": 1.0, "b": 1e-07', '"a": 1, "b": -0, "\\"7": 1e2, "5": 100000000000000000000'),
    )
    if (evidence._tag === 'Left') throw new Error(JSON.stringify(evidence.left))
    expect(encodeEvent({ event: 'replay', proposal_id: 'p', replay_evidence: evidence.right })).toContain(
      String.raw`"baseline":{"\"7":100.0,"5":1e+20,"a":1.0,"b":0.0}`,
    )
  })

  it.each([
    ['{"baseline": {}}', ['/candidate', '/regressed_metrics', '/replay_equivalent']],
    [text.replace('1e-07', '"x"'), ['/baseline/b']],
    [text.replace('true', '1'), ['/replay_equivalent']],
  ])('names the members that are wrong: %s', (content, pointers) => {
    const evidence = readEvidence(content)
    if (evidence._tag === 'Right') throw new Error('it was read')
    expect(evidence.left.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(evidence.left.every(({ code }) => code === 'invalid_evidence')).toBe(true)
  })

  it.each([
    ['corrupt_json', '{'],
    ['not_portable_number', text.replace('1e-07', 'Infinity')],
    ['duplicate_key', text.replace('"b": 1e-07', '"a": 2.0')],
  ])('says %s', (code, content) => {
    expect(readEvidence(content)).toMatchObject({ _tag: 'Left', left: [{ code }] })
  })
})
