import { lemmasOf } from '../events/lemmas.js'
import { compareCodePoints } from '../json/compare-code-points.js'
import { pendingRecords, type QueueState } from '../queue/queue-state.js'
import { left, type Result, right } from '../result.js'
import type { EligibleCandidate } from './eligibility.js'

/**
 * A pending proposal speaks of the same subject or object, so that the decision on one could depend on the other. It can
 * come again when that one is settled (spec §3).
 * @public
 */
export interface RefusedAsDependent {
  readonly reason: 'dependent_on_pending'
  readonly candidate_id: string
  /** The ids of the pending proposals, in queue order; never empty. */
  readonly dependent_on: readonly string[]
  /** What they share: stripped, in lower case, each once, by code point. */
  readonly overlapping_lemmas: readonly string[]
}

/** Whether no pending proposal shares a lemma with a candidate (spec §3, order 4). @internal */
export const independent = (
  queue: QueueState,
  { candidate_id, proposed_chain }: EligibleCandidate,
): Result<RefusedAsDependent, EligibleCandidate['proposed_chain']> => {
  const own = lemmasOf(proposed_chain)
  const dependentOn: string[] = []
  const overlapping = new Set<string>()
  for (const { proposal } of pendingRecords(queue)) {
    const shared = lemmasOf(proposal.proposed_chain).filter((lemma) => own.includes(lemma))
    if (shared.length > 0) dependentOn.push(proposal.proposal_id)
    for (const lemma of shared) overlapping.add(lemma)
  }
  return dependentOn.length === 0
    ? right(proposed_chain)
    : left(
        Object.freeze({
          reason: 'dependent_on_pending',
          candidate_id,
          dependent_on: Object.freeze(dependentOn),
          overlapping_lemmas: Object.freeze([...overlapping].sort(compareCodePoints)),
        }),
      )
}
