/**
 * The queue of proposals that wait for a human's decision: pure and synchronous, for Node and for browsers. Bytes become
 * lines, lines become events, events become a queue, and a view reads it.
 *
 * @packageDocumentation
 */

// biome-ignore-all assist/source/organizeImports: the exports stand in the order in which data flows.

export { isLeft, isRight, left, type Result, right } from './result.js'

export { canonicalJson, type JsonProblem } from './json/canonical-json.js'
export { canonicalText, floatText } from './json/canonical-text.js'

export { STATES, type State } from './events/state.js'
export { type ProposalEvent, proposalIdOf } from './events/proposal-event.js'
export type {
  ClaimDomain,
  Created,
  Evidence,
  Polarity,
  Proposal,
  ProposedChain,
  Source,
} from './events/created.js'
export type { Replay } from './events/replay.js'
export type { ReplayEvidence } from './events/replay-evidence.js'
export type { Transition } from './events/transition.js'
export type { AcceptedCorpusAppend, CorpusProvenance } from './events/accepted-corpus-append.js'
export { checkProposalId, type IdVerdict, proposalId } from './events/proposal-id.js'
export type { DocumentProblem } from './events/read-document.js'
export { readEvidence } from './events/read-evidence.js'

export { readLog } from './log/read-log.js'
export {
  createLogReader,
  type LogEntry,
  type LogRead,
  type LogReader,
  type LogReaderOptions,
  MAX_LINE_BYTES,
} from './log/log-reader.js'
export type { LogProblem, LogProblemCode } from './log/log-problem.js'
export { encodeEvent } from './log/encode-event.js'

export type { QueueState } from './queue/queue-state.js'
export { emptyQueue, evolve, replay } from './queue/evolve.js'

export { DEFAULT_RUNS } from './reports/default-runs.js'
export {
  type ReportName,
  type ReportProblem,
  type ReportRead,
  type RunReport,
  readReport,
} from './reports/run-report.js'
export type { QueueFullReport, SkippedCandidate } from './reports/queue-full-report.js'

export { deriveQueue, findItem, type QueueItem } from './views/derive-queue.js'
export { ratifiedChains } from './views/ratified-chains.js'
export { itemText, queueDigest, queueText } from './views/queue-text.js'
export { renderSummary, type SummaryOptions } from './views/summary.js'
export { type AuditCode, type AuditFinding, type AuditOptions, audit } from './views/audit.js'

export { type Candidate, readCandidate } from './decisions/candidate.js'
export {
  checkSubmission,
  type Submission,
  type SubmissionRefusal,
  type SubmitOptions,
  submit,
} from './decisions/submit.js'
export { type SubmissionBatch, type SubmissionRequest, submitAll } from './decisions/submit-all.js'
export { GATES, type Gate, type RefusedAsIneligible } from './decisions/eligibility.js'
export {
  DEFAULT_PENDING_CAP,
  type PendingCap,
  type PendingCapProblem,
  type RefusedAtCapacity,
  readPendingCap,
} from './decisions/cap.js'
export type { RefusedAsDuplicate } from './decisions/duplicate.js'
export type { RefusedAsDependent } from './decisions/dependent.js'
export {
  type Ratification,
  type RatificationAction,
  type RatificationRefusal,
  type RatificationRequest,
  type RejectionReason,
  ratify,
} from './decisions/ratify.js'
export type {
  Authority,
  AuthorityRule,
  CliAuthority,
  RefusedAsNotAllowed,
  WorkflowDispatchAuthority,
} from './decisions/authority.js'
export type { Corpus, CorpusLine } from './decisions/corpus-entry.js'
export type { RefusedAsNotFound, RefusedAsNotPending } from './decisions/pending-item.js'
export { type Ratifiers, readRatifiers } from './decisions/ratifiers.js'
export { type RecordedReplay, type RecordReplayRefusal, recordReplay } from './decisions/record-replay.js'
export type { RefusedAsNotReplayEquivalent } from './decisions/replay-equivalent.js'
export { isReviewDate } from './decisions/review-date.js'
export {
  type RefusedAsNotAccepted,
  type RefusedAsNotRatified,
  type SettleRefusal,
  type SettleRequest,
  settle,
} from './decisions/settle.js'

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
} from './store/log-store.js'
