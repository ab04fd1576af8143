import { describe, expect, it } from 'vitest'
import { type Candidate, canonicalText, proposalId, type Result, readCandidate } from '../../src/index.js'

const chainText =
  '{"subject": "lemma", "intent": "cause", "connective": "requires", "object": "other",' +
  ' "spec": {"a": 1.0, "b": 1e-07, "c": 123456789012345678901234567890, "d": -0, "e": 1}}'

const text = (chain: string, more = ''): string =>
  `{"candidate_id": "c1", "proposed_chain": ${chain}, "polarity": "affirms", "claim_domain": "factual",` +
  ` "evidence": [{"source": "corpus", "ref": "r", "polarity": "affirms", "epistemic_status": "coherent", "weight": 1.0}],` +
  ` "boundary_clean": true${more}}`

const read = (content: string | Uint8Array): Candidate => {
  const result = readCandidate(content)
  if (result._tag === 'Left') throw new Error(JSON.stringify(result.left))
  return result.right
}

const problems = <A>(result: Result<A, unknown>): A => {
  if (result._tag === 'Right') throw new Error('it was read')
  return result.left
}

describe('readCandidate', () => {
  it('gives the id that CPython gives to a chain with 1.0, 1e-07 and an integer of thirty digits', () => {
    const { candidate_id, proposed_chain } = read(text(chainText))
    expect(proposalId(candidate_id, proposed_chain)).toBe('0e44cee357701103f5164b6ceff78795')
  })

  it('keeps the exact text of the chain and of the evidence, canonical', () => {
    const { proposed_chain, evidence } = read(text(chainText))
    expect(canonicalText(proposed_chain)).toBe(
      '{"connective":"requires","intent":"cause","object":"other",' +
        '"spec":{"a":1.0,"b":1e-07,"c":123456789012345678901234567890,"d":0,"e":1},"subject":"lemma"}',
    )
    expect(canonicalText(evidence)).toContain('"weight":1.0')
  })

  it('reads bytes as it reads text, and keeps what else an engine sends', () => {
    const bytes = new TextEncoder().encode(text(chainText, ', "score": 0.5'))
    expect(read(bytes)).toEqual(read(text(chainText, ', "score": 0.5')))
    expect(read(bytes).score).toBe(0.5)
  })

  it('hands out nothing that can be changed', () => {
    const candidate = read(text(chainText, ', "more": {"in": [{}]}'))
    const parts: unknown[] = [candidate]
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue
      expect(Object.isFrozen(part)).toBe(true)
      parts.push(...Object.values(part))
    }
    expect(parts.length).toBeGreaterThan(20)
  })

  it('leaves the chain to the gate of submit: any object is read', () => {
    expect(read(text('{}')).proposed_chain).toEqual({})
    expect(read(text('{"subject": 5}')).proposed_chain).toEqual({ subject: 5 })
    expect(read(text(chainText).replace('affirms", "claim', 'wavers", "claim')).polarity).toBe('wavers')
  })

  it.each([
    ['it is not JSON', '{"a" 1}', { code: 'corrupt_json', pointer: '', offset: 5 }],
    ['it ends too early', '{"a": ', { code: 'corrupt_json', pointer: '', offset: 6 }],
    ['it is empty', '', { code: 'corrupt_json', pointer: '', offset: 0 }],
    ['it holds NaN', text('{"a": NaN}'), { code: 'not_portable_number', pointer: '' }],
    ['it holds 1e999', text('{"a": 1e999}'), { code: 'not_portable_number', pointer: '' }],
    [
      'its line would be too deep',
      text(`{"a":${'['.repeat(898)}${']'.repeat(898)}}`),
      { code: 'too_deep', pointer: '', offset: null },
    ],
    ['a key stands twice', text('{"a": 1, "\\u0061": 2}'), { code: 'duplicate_key', pointer: '' }],
    ['it is no object', '[]', { code: 'invalid_candidate', pointer: '' }],
    [
      'its id is empty',
      text('{}').replace('"c1"', '""'),
      { code: 'invalid_candidate', pointer: '/candidate_id' },
    ],
    ['the chain is an array', text('[]'), { code: 'invalid_candidate', pointer: '/proposed_chain' }],
    [
      'boundary_clean is text',
      text('{}').replace('true', '"true"'),
      { code: 'invalid_candidate', pointer: '/boundary_clean' },
    ],
    [
      'evidence lacks a member',
      text('{}').replace('"ref": "r", ', ''),
      { code: 'invalid_candidate', pointer: '/evidence/0/ref' },
    ],
  ])('says what is wrong when %s', (_, content, problem) => {
    expect(problems(readCandidate(content))).toMatchObject([problem])
  })

  it('takes nesting as deep as a line of the log can carry', () => {
    expect(read(text(`{"a":${'['.repeat(897)}${']'.repeat(897)}}`)).candidate_id).toBe('c1')
  })

  it('names every member that is wrong, as values that cannot be changed', () => {
    const found = problems(readCandidate('{"candidate_id": 5, "proposed_chain": {}, "evidence": []}'))
    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/candidate_id',
      '/polarity',
      '/claim_domain',
      '/boundary_clean',
    ])
    expect(Object.isFrozen(found) && found.every(Object.isFrozen)).toBe(true)
  })

  it('says that bytes are not UTF-8', () => {
    expect(problems(readCandidate(Uint8Array.of(0x7b, 0xff)))).toMatchObject([{ code: 'invalid_utf8' }])
  })
})
