/**
 * The queue on a machine that has the files: what the pure entry does, with the bytes from disk or from git, and with
 * decisions kept in a file or on a branch.
 *
 * @packageDocumentation
 */

// biome-ignore-all assist/source/organizeImports: the exports stand in the order in which data flows. The comment over a
// block is the heading of its section in docs/api.

// Reading log and reports.
export { readQueue, type Sources, type QueueRead, readEntries } from './read-queue.js'
export { followLog, type LogFollower, type FollowedLog } from './follow-log.js'
export type { Problems } from './problems.js'
export type { FileFailure } from './file-failure.js'
export { DEFAULT_LOG } from './default-log.js'

// Recording decisions.
export { openLog, type LogFiles } from './open-log.js'
export { openRemoteLog, type RemoteLogFiles } from './open-remote-log.js'
export { submitCandidate, type ReplayGate } from './submit-candidate.js'

// Who ratifies here.
export {
  surfaceOf,
  type Surface,
  ratifierOf,
  type Facts,
  type RatifierHere,
  type Ratifier,
  authorityOn,
  type AuthorityProblem,
  type RefusedInCi,
} from './authority.js'

// Types of the main entry.
export type {
  Authority,
  AuthorityRule,
  CliAuthority,
  WorkflowDispatchAuthority,
} from '../decisions/authority.js'
export type { Candidate } from '../decisions/candidate.js'
export type { RefusedAtCapacity } from '../decisions/cap.js'
export type { Corpus, CorpusLine } from '../decisions/corpus-entry.js'
export type { RefusedAsDependent } from '../decisions/dependent.js'
export type { RefusedAsDuplicate } from '../decisions/duplicate.js'
export type { Gate, RefusedAsIneligible } from '../decisions/eligibility.js'
export type { Submission, SubmissionRefusal, SubmitOptions } from '../decisions/submit.js'
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
export type { QueueFullReport, SkippedCandidate } from '../reports/queue-full-report.js'
export type { ReportProblem, RunReport } from '../reports/run-report.js'
export type { Result } from '../result.js'
export type {
  Basis,
  Decision,
  InLog,
  LockTimeout,
  LogStore,
  NotPushed,
  NotReadable,
  NotWritten,
  PushUnknown,
  Recorded,
  RecordedAfterConflict,
  RecordingFailure,
  UnsoundLog,
} from '../store/log-store.js'
