import type { ProposedChain } from '../events/created.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { printable } from './printable.js'

/** A chain as a person reads it: subject, connective, object, and the intent behind. @internal */
export const chainInWords = ({
  proposed_chain: { subject, connective, object, intent },
}: {
  readonly proposed_chain: ProposedChain
}): string => printable(`${subject} ${connective} ${object} (${intent})`)

/** `ok`, `regressed`, or `?` when nothing was measured (spec §6). @internal */
export const replayInWords = (evidence: ReplayEvidence | null): 'ok' | 'regressed' | '?' =>
  evidence === null ? '?' : evidence.replay_equivalent ? 'ok' : 'regressed'
