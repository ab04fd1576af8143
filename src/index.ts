/**
 * The queue of proposals that wait for a human's decision: pure and synchronous, for Node and for browsers. Bytes become
 * lines, lines become events, events become a queue; a view reads it, or a decision answers it with new events.
 *
 * @packageDocumentation
 */

// biome-ignore-all assist/source/organizeImports: the exports stand in the order in which data flows. The comment over a
// block is the heading of its section in docs/api.

// Answers that may be refusals.
export { type Result, isLeft, isRight, left, right } from './result.js'

// The same bytes.
export { canonicalJson, type JsonProblem } from './json/canonical-json.js'
export { canonicalText, floatText } from './json/canonical-text.js'

// Events.
export { type ProposalEvent, proposalIdOf } from './events/proposal-event.js'
export type {
  Created,
  Proposal,
  ProposedChain,
  Polarity,
  ClaimDomain,
  Evidence,
  Source,
} from './events/created.js'
export type { Replay } from './events/replay.js'
export type { ReplayEvidence } from './events/replay-evidence.js'
export type { Transition } from './events/transition.js'
export { type State, STATES } from './events/state.js'
export type { AcceptedCorpusAppend, CorpusProvenance } from './events/accepted-corpus-append.js'
export { proposalId, checkProposalId, type IdVerdict } from './events/proposal-id.js'

// The log.
export { readLog } from './log/read-log.js'
export {
  createLogReader,
  type LogReader,
  type LogReaderOptions,
  type LogRead,
  type LogEntry,
  MAX_LINE_BYTES,
} from './log/log-reader.js'
export type { LogProblem, LogProblemCode } from './log/log-problem.js'
export { encodeEvent } from './log/encode-event.js'

// The queue.
export { replay, evolve, emptyQueue } from './queue/evolve.js'
export type { QueueState } from './queue/queue-state.js'

// Run reports.
export {
  readReport,
  type ReportName,
  type ReportRead,
  type RunReport,
  type ReportProblem,
} from './reports/run-report.js'
export type { QueueFullReport, SkippedCandidate } from './reports/queue-full-report.js'
export { DEFAULT_RUNS } from './reports/default-runs.js'

// Views.
export { deriveQueue, findItem, type QueueItem } from './views/derive-queue.js'
export { ratifiedChains } from './views/ratified-chains.js'
export { queueDigest, queueText, itemText } from './views/queue-text.js'
export { renderSummary, type SummaryOptions } from './views/summary.js'
export { audit, type AuditOptions, type AuditFinding, type AuditCode } from './views/audit.js'

// Submitting.
export { readCandidate, type Candidate } from './decisions/candidate.js'
export { readEvidence } from './events/read-evidence.js'
export type { DocumentProblem } from './events/read-document.js'
export {
  submit,
  checkSubmission,
  type SubmitOptions,
  type Submission,
  type SubmissionRefusal,
} from './decisions/submit.js'
export { type RefusedAsIneligible, type Gate, GATES } from './decisions/eligibility.js'
export {
  type RefusedAtCapacity,
  DEFAULT_PENDING_CAP,
  readPendingCap,
  type PendingCap,
  type PendingCapProblem,
} from './decisions/cap.js'
export type { RefusedAsDuplicate } from './decisions/duplicate.js'
export type { RefusedAsDependent } from './decisions/dependent.js'
export { submitAll, type SubmissionRequest, type SubmissionBatch } from './decisions/submit-all.js'

// Ratifying.
export {
  ratify,
  type RatificationRequest,
  type RatificationAction,
  type RejectionReason,
  type Ratification,
  type RatificationRefusal,
} from './decisions/ratify.js'
export type { RefusedAsNotFound, RefusedAsNotPending } from './decisions/pending-item.js'
export type { RefusedAsNotReplayEquivalent } from './decisions/replay-equivalent.js'
export type {
  RefusedAsNotAllowed,
  AuthorityRule,
  Authority,
  CliAuthority,
  WorkflowDispatchAuthority,
} from './decisions/authority.js'
export { readRatifiers, type Ratifiers } from './decisions/ratifiers.js'
export { isReviewDate } from './decisions/review-date.js'
export type { Corpus, CorpusLine } from './decisions/corpus-entry.js'
export {
  settle,
  type SettleRequest,
  type SettleRefusal,
  type RefusedAsNotAccepted,
  type RefusedAsNotRatified,
} from './decisions/settle.js'
export { recordReplay, type RecordedReplay, type RecordReplayRefusal } from './decisions/record-replay.js'

// Where a log is kept.
export { decided, type Recordable } from './store/decided.js'
export type {
  LogStore,
  Basis,
  Decision,
  Recorded,
  RecordingFailure,
  InLog,
  NotReadable,
  UnsoundLog,
  LockTimeout,
  NotWritten,
  RecordedAfterConflict,
  NotPushed,
  PushUnknown,
} from './store/log-store.js'
