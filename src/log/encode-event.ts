import { evidenceText } from '../events/evidence-text.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { exactTextOf } from '../json/exact-text.js'
import { objectText } from '../json/object-text.js'

/**
 * The one line that an event becomes, without its newline: canonical, ASCII, metrics as floats (spec §2.5). An event that
 * was read from a log keeps the spelling of its numbers. Throws a TypeError that names the path when the event holds what
 * JSON cannot.
 * @public
 */
export const encodeEvent = (event: ProposalEvent): string =>
  exactTextOf(event) ?? objectText({ ...event }, WRITERS)

const evidence = (value: unknown): string => (value === null ? 'null' : evidenceText(value as ReplayEvidence))

const WRITERS = {
  replay_evidence: evidence,
  proposal: (value: unknown): string =>
    objectText(value as { readonly [member: string]: unknown }, { replay_evidence: evidence }),
}
