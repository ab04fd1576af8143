/**
 * What people need who test against the queue: logs with known answers, arbitraries, a test in three words, laws, and a
 * contract for those who keep logs. It works with any test runner, and it needs fast-check 4 beside it.
 *
 * @packageDocumentation
 */

// biome-ignore-all assist/source/organizeImports: from examples to properties. The comment over a block is the heading of
// its section in docs/api.

// Decisions in one line.
export { given, type Given, type Outcome, type Answer, type RefusalLike, type StateOf } from './scenario.js'
export { Mismatch } from './mismatch.js'

// Words for tests.
export {
  created,
  replayed,
  accepted,
  rejected,
  withdrawn,
  rolledBack,
  appended,
  candidate,
  accept,
  reject,
  withdraw,
  chain,
  operator,
  equivalent,
  regressed,
} from './builders.js'

// Logs with known answers.
export { fixtures, type FixtureName, type Fixture, type FixtureView } from './fixtures.js'
export { damaged } from './damaged.js'
export { audited } from './audited.js'

// Arbitraries.
export { arbitrary, type Arbitraries } from './arbitrary.js'
export { type LogLine, logText } from './arbitrary-log.js'
export type { DamagedLog } from './arbitrary-damage.js'
export { perform, type Command, type CommandAnswer } from './arbitrary-commands.js'

// Laws.
export { laws, type Law, type LawName, assertLaws, assertLaw, BrokenLaw } from './laws.js'
export { library, type Subject, type ReadOfLog } from './subject.js'

// Logs in memory.
export { memoryLog, type MemoryLog, type MemoryLogOptions } from './memory-log.js'

// Stores of your own.
export {
  logStoreContract,
  type OpenedLog,
  type StoreOffer,
  type StoreContractOptions,
  type StoreCheck,
} from './log-store-contract.js'

// Types of the main entry.
export type { Result } from '../result.js'
export type { State } from '../events/state.js'
export type { ProposalEvent } from '../events/proposal-event.js'
export type {
  ClaimDomain,
  Created,
  Evidence,
  Polarity,
  Proposal,
  ProposedChain,
  Source,
} from '../events/created.js'
export type { Replay } from '../events/replay.js'
export type { ReplayEvidence } from '../events/replay-evidence.js'
export type { Transition } from '../events/transition.js'
export type { AcceptedCorpusAppend, CorpusProvenance } from '../events/accepted-corpus-append.js'
export type { LogProblem, LogProblemCode } from '../log/log-problem.js'
export type { QueueState } from '../queue/queue-state.js'
export type { ReportProblem, RunReport } from '../reports/run-report.js'
export type { QueueFullReport, SkippedCandidate } from '../reports/queue-full-report.js'
export type { AuditCode } from '../views/audit.js'
export type { QueueItem } from '../views/derive-queue.js'
export type { Candidate } from '../decisions/candidate.js'
export type { SubmissionRefusal, SubmitOptions } from '../decisions/submit.js'
export type { Gate, RefusedAsIneligible } from '../decisions/eligibility.js'
export type { RefusedAtCapacity } from '../decisions/cap.js'
export type { RefusedAsDuplicate } from '../decisions/duplicate.js'
export type { RefusedAsDependent } from '../decisions/dependent.js'
export type {
  RatificationAction,
  RatificationRefusal,
  RatificationRequest,
  RejectionReason,
} from '../decisions/ratify.js'
export type {
  Authority,
  AuthorityRule,
  CliAuthority,
  RefusedAsNotAllowed,
  WorkflowDispatchAuthority,
} from '../decisions/authority.js'
export type { Corpus, CorpusLine } from '../decisions/corpus-entry.js'
export type { RefusedAsNotFound, RefusedAsNotPending } from '../decisions/pending-item.js'
export type { RecordReplayRefusal } from '../decisions/record-replay.js'
export type { RefusedAsNotReplayEquivalent } from '../decisions/replay-equivalent.js'
export type { RefusedAsNotAccepted, RefusedAsNotRatified, SettleRefusal } from '../decisions/settle.js'
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
