import { isAmbiguousEvidence } from '../events/evidence-text.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import { canonicalJson } from '../json/canonical-json.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { JsonTraits, traitsOf } from '../json/freeze-json.js'

/**
 * Lets an event that was just read carry the exact text of what its value alone cannot say (`1.0` against `1`, digits
 * past 2^53): its chain, its evidence, and the whole event for those who show history (spec §2.5). Before it is frozen.
 * False when some such text has no canonical form, as with `1e999` under a key that is given again.
 * @internal
 */
export const keepExactTexts = (event: ProposalEvent, text: string): boolean => {
  switch (event.event) {
    case 'created': {
      const { proposed_chain: chain, replay_evidence: evidence } = event.proposal
      const kept = !isAmbiguous(chain) || keep(chain, text, ['proposal', 'proposed_chain'])
      if (!evidence || !isAmbiguousEvidence(evidence, text)) return kept
      return keep(evidence, text, ['proposal', 'replay_evidence']) && kept
    }
    case 'replay':
      return (
        !isAmbiguousEvidence(event.replay_evidence, text) ||
        keep(event.replay_evidence, text, ['replay_evidence'])
      )
    case 'transition':
    case 'accepted_corpus_append':
      return !isAmbiguous(event) || keep(event, text, [])
  }
}

const isAmbiguous = (value: object): boolean => (traitsOf(value) & JsonTraits.integral) !== 0

const keep = (owner: object, text: string, path: readonly string[]): boolean => {
  const raw = rawMember(text, path)
  const canonical = raw === null ? null : canonicalJson(raw)
  if (canonical === null || canonical._tag === 'Left') return false
  withExactText(owner, canonical.right)
  return true
}
