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
      const chainKept = !isAmbiguous(chain) || keep(chain, text, ['proposal', 'proposed_chain'])
      const evidenceKept =
        !evidence ||
        !isAmbiguousEvidence(evidence, text) ||
        keep(evidence, text, ['proposal', 'replay_evidence'])
      const beside =
        isAmbiguousBeside(event, ['proposal']) ||
        isAmbiguousBeside(event.proposal, ['proposed_chain', 'replay_evidence'])
      return (!beside || keepWhole(event, text)) && chainKept && evidenceKept
    }
    case 'replay': {
      const evidenceKept =
        !isAmbiguousEvidence(event.replay_evidence, text) ||
        keep(event.replay_evidence, text, ['replay_evidence'])
      return (!isAmbiguousBeside(event, ['replay_evidence']) || keepWhole(event, text)) && evidenceKept
    }
    case 'transition':
    case 'accepted_corpus_append':
      return !isAmbiguous(event) || keep(event, text, [])
  }
}

const isAmbiguous = (value: object): boolean => (traitsOf(value) & JsonTraits.integral) !== 0

/** What no item keeps: fields of a later version, say. Only the event as a whole can carry their text. */
const isAmbiguousBeside = (object: object, members: readonly string[]): boolean => {
  for (const [key, value] of Object.entries(object)) {
    if (!members.includes(key) && (traitsOf(value) & JsonTraits.integral) !== 0) return true
  }
  return false
}

/** An event that stands under its other name, `proposal`, would be written under that name: it goes without. */
const keepWhole = (event: ProposalEvent, text: string): boolean =>
  JSON.parse(rawMember(text, ['event']) ?? 'null') !== event.event || keep(event, text, [])

const keep = (owner: object, text: string, path: readonly string[]): boolean => {
  const raw = rawMember(text, path)
  const canonical = raw === null ? null : canonicalJson(raw)
  if (canonical === null || canonical._tag === 'Left') return false
  withExactText(owner, canonical.right)
  return true
}
