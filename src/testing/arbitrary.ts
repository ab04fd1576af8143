import type fc from 'fast-check'
import type { Candidate } from '../decisions/candidate.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import {
  arbitraryCandidate,
  arbitraryCommand,
  arbitraryCommands,
  arbitraryEvidence,
  type Command,
  validLog,
} from './arbitrary-commands.js'
import { type DamagedLog, damagedLog } from './arbitrary-damage.js'
import { arbitraryEvent } from './arbitrary-documents.js'
import { anyLog, anyReports, foreignLog, type LogLine, messyText, spelledLog } from './arbitrary-log.js'

/** What properties about the queue run over, for fast-check. @public */
export interface Arbitraries {
  /** An event of any kind, with awkward names and with members that nobody knows. */
  readonly event: fc.Arbitrary<ProposalEvent>
  /** A log that the decisions of this library leave, in canonical lines; so is each log that it shrinks to. */
  readonly validLog: fc.Arbitrary<readonly LogLine[]>
  /**
   * A log in spellings old, new and of other writers, with awkward ids. Each proposal is created once, settled at most
   * once, and nothing is out of order; nor is it in what this shrinks to.
   */
  readonly spelledLog: fc.Arbitrary<readonly LogLine[]>
  /** What no writer of ours makes and the fold takes all the same: orphans, second transitions, repeated creations. */
  readonly foreignLog: fc.Arbitrary<readonly LogLine[]>
  /** Either of the last two. They read without a problem, unless one looks for duplicate keys. */
  readonly anyLog: fc.Arbitrary<readonly LogLine[]>
  /** A valid log to which one thing happened, and its name. */
  readonly damagedLog: fc.Arbitrary<DamagedLog>
  /** A file that may hold anything: events, half lines, other line ends, a byte order mark, other texts. */
  readonly messyText: fc.Arbitrary<string>
  /** Run reports by file name, of which some name proposals of the logs here. */
  readonly reports: fc.Arbitrary<readonly { readonly file_name: string; readonly content: string }[]>
  /** Candidates of which most pass the gates, and of which many are about the same. */
  readonly candidate: fc.Arbitrary<Candidate>
  /** Evidence of which most is equivalent. */
  readonly evidence: fc.Arbitrary<ReplayEvidence>
  readonly command: fc.Arbitrary<Command>
  /** A day's work, for `perform`. */
  readonly commands: fc.Arbitrary<readonly Command[]>
}

/** What properties about the queue run over, for fast-check. @public */
export const arbitrary: Arbitraries = Object.freeze({
  event: arbitraryEvent.map((event) =>
    event.event === 'proposal' ? { ...event, event: 'created' } : event,
  ) as unknown as fc.Arbitrary<ProposalEvent>,
  validLog,
  spelledLog,
  foreignLog,
  anyLog,
  damagedLog,
  messyText,
  reports: anyReports,
  candidate: arbitraryCandidate,
  evidence: arbitraryEvidence,
  command: arbitraryCommand,
  commands: arbitraryCommands,
})
