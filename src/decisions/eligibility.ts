import { ClaimDomain, Polarity, type ProposedChain } from '../events/created.js'
import { left, type Result, right } from '../result.js'
import type { Candidate } from './candidate.js'

/**
 * A rule that a candidate must pass before anything else is asked, in this order (spec §3).
 *
 * - `polarity`: it is `affirms` or `falsifies`.
 * - `corpus_evidence`: some evidence has the source `corpus`.
 * - `claim_domain`: it is `factual` or `relational`, or `evaluative` where that is allowed.
 * - `boundary_clean`: the engine says so.
 * - `chain`: `subject`, `intent`, `connective` and `object` are texts that are not empty.
 * @public
 */
export type Gate = 'polarity' | 'corpus_evidence' | 'claim_domain' | 'boundary_clean' | 'chain'

/** The gates in the order in which they are looked at and named (spec §3). @public */
export const GATES: readonly Gate[] = Object.freeze([
  'polarity',
  'corpus_evidence',
  'claim_domain',
  'boundary_clean',
  'chain',
] as const)

/** The candidate can never become a proposal as it is, whatever the queue holds (spec §3). @public */
export interface RefusedAsIneligible {
  readonly reason: 'ineligible'
  readonly candidate_id: string
  /** Every gate that fails, in the order of `GATES`; never empty. */
  readonly failed_gates: readonly Gate[]
}

/** A candidate that passed the gates. @internal */
export interface EligibleCandidate extends Candidate {
  readonly proposed_chain: ProposedChain
  readonly polarity: Polarity
  readonly claim_domain: ClaimDomain
}

/** Whether the gates let a candidate through (spec §3, order 1). @internal */
export const eligible = (
  candidate: Candidate,
  allowEvaluative: boolean,
): Result<RefusedAsIneligible, EligibleCandidate> => {
  const failed = GATES.filter((gate) => !PASSES[gate](candidate, allowEvaluative))
  return failed.length === 0
    ? right(candidate as EligibleCandidate)
    : left(
        Object.freeze({
          reason: 'ineligible',
          candidate_id: candidate.candidate_id,
          failed_gates: Object.freeze(failed),
        }),
      )
}

const PASSES: { readonly [G in Gate]: (candidate: Candidate, allowEvaluative: boolean) => boolean } = {
  polarity: ({ polarity }) => Polarity.is(polarity),
  corpus_evidence: ({ evidence }) => evidence.some(({ source }) => source === 'corpus'),
  // A domain that is none would make a line that no reader takes for an event.
  claim_domain: ({ claim_domain }, allowEvaluative) =>
    ClaimDomain.is(claim_domain) && (allowEvaluative || claim_domain !== 'evaluative'),
  boundary_clean: ({ boundary_clean }) => boundary_clean,
  chain: ({ proposed_chain: { subject, intent, connective, object } }) =>
    [subject, intent, connective, object].every((part) => typeof part === 'string' && part !== ''),
}
