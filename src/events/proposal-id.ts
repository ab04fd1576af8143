import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../json/canonical-json.js'
import { canonicalText } from '../json/canonical-text.js'
import type { Proposal } from './created.js'

/**
 * The id of a proposal: the first 32 hex digits of the SHA-256 of the canonical
 * `{"proposed_chain":…,"source_candidate_id":…}` (spec §2.5). The chain is a value, or JSON text where its numbers must
 * keep their spelling; a chain from `readCandidate` or from the log carries its text. Throws a TypeError for a chain that
 * is not JSON.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { proposalId } from '@core/hitl-queue'
 *
 * const chain = { subject: 's', intent: 'cause', connective: 'requires', object: 'o' }
 * assert.equal(proposalId('c1', chain), '38b2cc22a9c3c325f4e7f37c991319a5')
 * assert.notEqual(proposalId('c1', '{"weight":1.0}'), proposalId('c1', '{"weight":1}'))
 * ```
 * @public
 */
export const proposalId = (sourceCandidateId: string, chain: object | string): string => {
  const text = typeof chain === 'string' ? canonicalChain(chain) : canonicalText(chain)
  return sha256Hex(
    `{"proposed_chain":${text},"source_candidate_id":${canonicalText(sourceCandidateId)}}`,
  ).slice(0, 32)
}

/** Whether a proposal's id is the one that its content gives; without a `source_candidate_id` nobody can tell. @public */
export type IdVerdict = 'match' | 'mismatch' | 'not_recomputable'

/** Compares the id that a proposal of a log carries with the one that its content gives (spec §2.5). @public */
export const checkProposalId = (proposal: Proposal): IdVerdict => {
  if (proposal.source_candidate_id === undefined) return 'not_recomputable'
  const recomputed = proposalId(proposal.source_candidate_id, proposal.proposed_chain)
  return recomputed === proposal.proposal_id ? 'match' : 'mismatch'
}

/** @internal */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const canonicalChain = (text: string): string => {
  const canonical = canonicalJson(text)
  if (canonical._tag === 'Left') throw new TypeError(`The chain is not JSON text: ${canonical.left.message}`)
  return canonical.right
}
