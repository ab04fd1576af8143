import { describe, expect, it } from 'vitest'
import { checkProposalId, type Proposal, proposalId, readLog } from '../../src/index.js'
import vectors from './proposal-ids.vectors.json' with { type: 'json' }

const created = (proposal_id: string, candidate: string | null, chain: string): Proposal => {
  const source = candidate === null ? '' : `,"source_candidate_id":${JSON.stringify(candidate)}`
  const [entry] = readLog(
    `{"event":"created","proposal":{"proposal_id":"${proposal_id}","proposed_chain":${chain},"polarity":"affirms","claim_domain":"factual","evidence":[]${source}}}\n`,
  ).entries
  if (entry?.event.event !== 'created') throw new Error('the line is no created event')
  return entry.event.proposal
}

const isChain = (text: string): boolean => Object.hasOwn(JSON.parse(text) as object, 'subject')

describe('the id of a proposal', () => {
  it.each(vectors)(
    'is that of its content: $what',
    ({ source_candidate_id, proposed_chain_text, ...vector }) => {
      expect(proposalId(source_candidate_id, proposed_chain_text)).toBe(vector.proposal_id)
    },
  )

  it.each(vectors.filter(({ proposed_chain_text }) => isChain(proposed_chain_text)))(
    'is found again in a log: $what',
    ({ source_candidate_id, proposed_chain_text, proposal_id }) => {
      expect(checkProposalId(created(proposal_id, source_candidate_id, proposed_chain_text))).toBe('match')
    },
  )

  const [plain] = vectors as [(typeof vectors)[number]]

  it('takes a plain value with numbers as JSON.stringify writes them', () => {
    expect(proposalId('c-1', JSON.parse(plain.proposed_chain_text) as object)).toBe(plain.proposal_id)
    expect(proposalId('c', { n: 1 })).toBe(proposalId('c', '{"n":1}'))
    expect(proposalId('c', { n: 1 })).not.toBe(proposalId('c', '{"n":1.0}'))
  })

  it('does not match another one, or the same in capitals', () => {
    expect(checkProposalId(created('0'.repeat(32), 'c-1', plain.proposed_chain_text))).toBe('mismatch')
    expect(checkProposalId(created(plain.proposal_id.toUpperCase(), 'c-1', plain.proposed_chain_text))).toBe(
      'mismatch',
    )
    expect(checkProposalId(created(plain.proposal_id, 'c-2', plain.proposed_chain_text))).toBe('mismatch')
  })

  it('cannot be recomputed without a candidate', () => {
    expect(checkProposalId(created(plain.proposal_id, null, plain.proposed_chain_text))).toBe(
      'not_recomputable',
    )
  })

  it('is not made of what is no JSON', () => {
    expect(() => proposalId('c', '{"n":NaN}')).toThrow(TypeError)
    expect(() => proposalId('c', '{')).toThrow(TypeError)
    expect(() => proposalId('c', { n: undefined })).toThrow('$.n')
  })
})
