/**
 * The queue on a machine that has the files: what the pure entry does, with the bytes from disk or from git.
 *
 * @packageDocumentation
 */

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
export {
  type AuthorityProblem,
  authorityOn,
  type Facts,
  type Ratifier,
  type RatifierHere,
  type RefusedInCi,
  ratifierOf,
  type Surface,
  surfaceOf,
} from './authority.js'
export { DEFAULT_LOG } from './default-log.js'
export type { FileFailure } from './file-failure.js'
export { type FollowedLog, followLog, type LogFollower } from './follow-log.js'
export { type LogFiles, openLog } from './open-log.js'
export { openRemoteLog, type RemoteLogFiles } from './open-remote-log.js'
export type { Problems } from './problems.js'
export { type QueueRead, readEntries, readQueue, type Sources } from './read-queue.js'
export { type ReplayGate, submitCandidate } from './submit-candidate.js'
