/**
 * The queue on a machine that has the files: what the pure entry does, with the bytes from disk or from git.
 *
 * @packageDocumentation
 */

export type { AcceptedCorpusAppend, CorpusProvenance } from '../events/accepted-corpus-append.js'
export type {
  ClaimDomain,
  Created,
  Evidence,
  Polarity,
  Proposal,
  ProposedChain,
  Source,
} from '../events/created.js'
export type { ProposalEvent } from '../events/proposal-event.js'
export type { Replay } from '../events/replay.js'
export type { ReplayEvidence } from '../events/replay-evidence.js'
export type { State } from '../events/state.js'
export type { Transition } from '../events/transition.js'
export type { LogProblem, LogProblemCode } from '../log/log-problem.js'
export type { LogEntry } from '../log/log-reader.js'
export type { QueueState } from '../queue/queue-state.js'
export type { ReportProblem, RunReport } from '../reports/run-report.js'
export type { Result } from '../result.js'
export type { FileFailure } from './file-failure.js'
export {
  DEFAULT_LOG,
  type Problems,
  type QueueRead,
  readEntries,
  readQueue,
  type Sources,
} from './read-queue.js'
