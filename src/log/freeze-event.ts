import type { Created } from '../events/created.js'
import { carryMetricsAsFloats, holdsIntegers } from '../events/evidence-text.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { Replay } from '../events/replay.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { canonicalJson } from '../json/canonical-json.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { freezeJson, JsonTraits } from '../json/freeze-json.js'

/**
 * Deep-freezes an event that was just read, and lets it carry the exact text of what its value alone cannot say (`1.0`
 * against `1`, digits past 2^53): its chain, its evidence, and the whole event for those who show history (spec §2.5).
 *
 * It answers what {@link freezeJson} does, and `nonFinite` also when some such text has no canonical form, as with `1e999`
 * under a key that is given again. Both are found on the one walk that freezes: a walk of its own for the texts was a tenth
 * of reading a log.
 * @internal
 */
export const freezeEvent = (event: ProposalEvent, text: string): number => {
  switch (event.event) {
    case 'created':
      return freezeCreated(event, text)
    case 'replay':
      return freezeReplay(event, text)
    case 'transition':
    case 'accepted_corpus_append': {
      const traits = freezeMembers(event, 1)
      return traits | finish(event, isAmbiguous(traits), text, [])
    }
  }
}

const freezeCreated = (event: Created, text: string): number => {
  const { proposal } = event
  const chain = freezeMembers(proposal.proposed_chain, 3)
  let traits =
    chain | finish(proposal.proposed_chain, isAmbiguous(chain), text, ['proposal', 'proposed_chain'])
  if (proposal.replay_evidence) {
    traits |= freezeEvidence(proposal.replay_evidence, 3, text, ['proposal', 'replay_evidence'])
  }
  const beside =
    freezeMembers(proposal, 2, 'proposed_chain', 'replay_evidence') | freezeMembers(event, 1, 'proposal')
  traits |= beside
  Object.freeze(proposal)
  return traits | finish(event, isAmbiguous(beside), text, [])
}

const freezeReplay = (event: Replay, text: string): number => {
  const evidence = freezeEvidence(event.replay_evidence, 2, text, ['replay_evidence'])
  const beside = freezeMembers(event, 1, 'replay_evidence')
  return evidence | beside | finish(event, isAmbiguous(beside), text, [])
}

const freezeEvidence = (
  evidence: ReplayEvidence,
  depth: number,
  text: string,
  path: readonly string[],
): number => {
  const metrics = freezeJson(evidence.baseline, depth) | freezeJson(evidence.candidate, depth)
  const beside = freezeMembers(evidence, depth, 'baseline', 'candidate')
  const ambiguous = isAmbiguous(beside) || (isAmbiguous(metrics) && holdsIntegers(text))
  // A text of their own for all whose metrics are whole, as 1.0 is, would take more memory than the values.
  if (isAmbiguous(metrics) && !ambiguous) carryMetricsAsFloats(evidence)
  return metrics | beside | finish(evidence, ambiguous, text, path)
}

/** Freezes what an object holds, which is so deep, but for two members, and not yet the object itself. */
const freezeMembers = (object: object, depth: number, except = '', alsoExcept = except): number => {
  let traits = 0
  for (const key in object) {
    if (except !== '' && (key === except || key === alsoExcept)) continue
    traits |= freezeJson((object as { readonly [member: string]: unknown })[key], depth)
  }
  return traits
}

/** Freezes an object whose members are frozen, with the text it has in the line if its value may not say that. */
const finish = (object: object, ambiguous: boolean, text: string, path: readonly string[]): number => {
  if (ambiguous) {
    const raw = path.length === 0 ? underItsName(object, text) : rawMember(text, path)
    const canonical = raw === null ? null : canonicalJson(raw)
    if (canonical?._tag !== 'Right') {
      Object.freeze(object)
      return JsonTraits.nonFinite
    }
    withExactText(object, canonical.right)
  } else {
    Object.freeze(object)
  }
  return 0
}

const isAmbiguous = (traits: number): boolean => (traits & JsonTraits.integral) !== 0

/** The line of an event: what stands under its other name, `proposal`, is written as `created`. Of a key given twice the last counts. */
const underItsName = (event: object, text: string): string =>
  JSON.parse(rawMember(text, ['event']) ?? 'null') === (event as ProposalEvent).event
    ? text
    : `${text.slice(0, text.lastIndexOf('}'))},"event":"created"}`
