import { isAmbiguousEvidence } from '../events/evidence-text.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import { canonicalJson } from '../json/canonical-json.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { JsonTraits, traitsOf } from '../json/freeze-json.js'

/**
 * Lets an event that was just read carry the exact text of what its value alone cannot say (`1.0` against `1`, digits
 * past 2^53): its chain, its evidence, and the whole event for those who show history (spec §2.5). Before it is frozen.
 * @internal
 */
export const keepExactTexts = (event: ProposalEvent, text: string): void => {
  switch (event.event) {
    case 'created': {
      const { proposal } = event
      if (isAmbiguous(proposal.proposed_chain))
        keep(proposal.proposed_chain, text, ['proposal', 'proposed_chain'])
      const evidence = proposal.replay_evidence
      if (evidence && isAmbiguousEvidence(evidence, text))
        keep(evidence, text, ['proposal', 'replay_evidence'])
      return
    }
    case 'replay':
      if (isAmbiguousEvidence(event.replay_evidence, text))
        keep(event.replay_evidence, text, ['replay_evidence'])
      return
    case 'transition':
    case 'accepted_corpus_append':
      if (isAmbiguous(event)) keep(event, text, [])
  }
}

const isAmbiguous = (value: object): boolean => (traitsOf(value) & JsonTraits.integral) !== 0

const keep = (owner: object, text: string, path: readonly string[]): void => {
  const raw = path.length === 0 ? text : rawMember(text, path)
  const canonical = raw === null ? null : canonicalJson(raw)
  // Text that has no canonical form (a token such as 1e999) makes the line a problem, and no event of it is kept.
  if (canonical !== null && canonical._tag === 'Right') withExactText(owner, canonical.right)
}
