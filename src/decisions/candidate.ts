import * as t from 'io-ts'
import { arrayOf, JsonObject, NonEmptyString } from '../events/codec.js'
import { Evidence } from '../events/created.js'
import { type DocumentProblem, readDocument } from '../events/read-document.js'
import { canonicalJson } from '../json/canonical-json.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { freezeJson } from '../json/freeze-json.js'
import { left, type Result, right } from '../result.js'

/**
 * What an engine would like to propose. Its shape is checked when it is read; whether it may become a proposal is for the
 * gates of `submit` to say, so a chain may be any object and a polarity any text (spec §3). Other members are the engine's.
 * @public
 */
export interface Candidate {
  /** Goes into the proposal's id, as its `source_candidate_id`. */
  readonly candidate_id: string
  /** What it claims: a `ProposedChain`, if it passes the gate `chain`. */
  readonly proposed_chain: { readonly [member: string]: unknown }
  /** A `Polarity`, if it passes the gate `polarity`. */
  readonly polarity: string
  /** A `ClaimDomain`, if it passes the gate `claim_domain`. */
  readonly claim_domain: string
  /** At least one with the source `corpus`, if it passes the gate `corpus_evidence`. */
  readonly evidence: readonly Evidence[]
  /** The engine's own word that the candidate touches nothing that is out of bounds: the gate `boundary_clean`. */
  readonly boundary_clean: boolean
  readonly [member: string]: unknown
}

/** @internal */
export const Candidate: t.Type<Candidate> = t.intersection(
  [
    t.type({
      candidate_id: NonEmptyString,
      proposed_chain: JsonObject,
      polarity: t.string,
      claim_domain: t.string,
      evidence: arrayOf(Evidence),
      boundary_clean: t.boolean,
    }),
    JsonObject,
  ],
  'Candidate',
) as t.Type<Candidate>

/**
 * Reads one candidate, as text or as bytes. The value is frozen, and its chain and its evidence carry their exact text, so
 * that `1.0`, `1e-07` or an integer of thirty digits gives the id and the line that CPython gives (spec §2.5). A document
 * that is not JSON, or has another shape, is refused with every problem of it; nothing is thrown.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readCandidate } from '@core/hitl-queue'
 *
 * const read = readCandidate('{"candidate_id":"c1"}')
 * assert(read._tag === 'Left')
 * assert.deepEqual([read.left[0]?.code, read.left[0]?.pointer], ['invalid_candidate', '/proposed_chain'])
 * ```
 * @public
 */
export const readCandidate = (
  content: string | Uint8Array,
): Result<readonly DocumentProblem[], Candidate> => {
  const read = readDocument(content, Candidate, 'invalid_candidate')
  if (read._tag === 'Left') return left(read.left)
  const { value, text } = read.right
  for (const member of ['proposed_chain', 'evidence'] as const) {
    const canonical = canonicalJson(rawMember(text, [member]) ?? '')
    if (canonical._tag === 'Left')
      throw new Error(`${member} was JSON a moment ago: ${canonical.left.message}`)
    withExactText(value[member], canonical.right)
  }
  freezeJson(value)
  return right(value)
}
