import type * as t from 'io-ts'
import { departures } from '../events/codec.js'
import { Source } from '../events/created.js'
import { evidenceText } from '../events/evidence-text.js'
import { readEvidence } from '../events/read-evidence.js'
import { ReplayEvidence } from '../events/replay-evidence.js'
import { canonicalText } from '../json/canonical-text.js'
import { exactTextOf, withExactText } from '../json/exact-text.js'
import { Candidate } from './candidate.js'

/** What a caller hands in, as values of our own: checked, frozen, with their exact text. What cannot be written throws. */

/** @internal */
export const ownCandidate = (given: Candidate): Candidate => {
  const { candidate_id, proposed_chain, polarity, claim_domain, evidence, boundary_clean } = given
  const candidate = { candidate_id, proposed_chain, polarity, claim_domain, evidence, boundary_clean }
  // As deep as the chain stands in an event, so that a line can carry what passes.
  canonicalText({ candidate })
  conform(Candidate, candidate, 'candidate')
  return Object.freeze({ ...candidate, proposed_chain: own(proposed_chain), evidence: own(evidence) })
}

/** @internal */
export const ownEvidence = (evidence: ReplayEvidence): ReplayEvidence => {
  canonicalText({ evidence })
  conform(ReplayEvidence, evidence, 'evidence')
  const text = exactTextOf(evidence)
  if (text === null) return copyOf(evidence, evidenceText(evidence))
  // Evidence that a log handed out carries that line's text, where an older writer may have spelled a metric `1`.
  const read = readEvidence(text)
  if (read._tag === 'Left') throw new TypeError(`$.evidence: ${read.left[0]?.message}`)
  return read.right
}

/** The kinds of source that are written; a log may hold others (spec §2.2). @internal */
const SOURCE_KINDS: readonly string[] = [
  'operator',
  'miner',
  'curriculum',
  'contemplation',
  'exemplar_corpus',
]

/** @internal */
export const ownSource = ({ kind, source_id, emitted_at_revision }: Source): Source => {
  const source = { kind, source_id, emitted_at_revision }
  conform(Source, source, 'source')
  const fault = sourceFault(source)
  if (fault !== null) throw new TypeError(`$.${fault}`)
  return Object.freeze(source)
}

/** Why nobody writes such a source, `null` when somebody does: of these kinds only, and each with its names. @internal */
export const sourceFault = (source: Source | null | undefined): string | null => {
  if (!source) return 'source: expected one, found none'
  const { kind, source_id, emitted_at_revision } = source
  if (!SOURCE_KINDS.includes(kind)) {
    return `source.kind: expected one of ${SOURCE_KINDS.join(', ')}, found ${JSON.stringify(kind)}`
  }
  if ((kind === 'operator') !== (source_id === '')) {
    return `source.source_id: expected ${kind === 'operator' ? '"" for an operator' : `a name, as the kind is ${kind}`}, found ${JSON.stringify(source_id)}`
  }
  return emitted_at_revision === ''
    ? 'source.emitted_at_revision: expected the revision of the engine, found ""'
    : null
}

/** @internal */
export const conform = <A>(codec: t.Type<A>, value: unknown, name: string): void => {
  const [first] = departures(codec, value)
  if (first === undefined) return
  const { pointer, expected, actual } = first
  throw new TypeError(`$.${name}${pointer.replaceAll('/', '.')}: expected ${expected}, found ${actual}`)
}

const own = <T extends object>(value: T): T =>
  exactTextOf(value) === null ? copyOf(value, canonicalText(value)) : value

/** From its own text, so that nothing of the caller's stays in it. */
const copyOf = <T extends object>(_: T, text: string): T => withExactText(JSON.parse(text) as T, text)
