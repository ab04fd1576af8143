import type { Corpus, CorpusLine } from '../decisions/corpus-entry.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { LogProblem } from '../log/log-problem.js'
import type { QueueState } from '../queue/queue-state.js'
import type { QueueFullReport } from '../reports/queue-full-report.js'
import type { RunReport } from '../reports/run-report.js'
import type { Result } from '../result.js'

/**
 * Where a log is kept, and through which decisions enter it: looking at the log, deciding and appending are one step
 * among all who write through stores of the same log (spec §5).
 * @public
 */
export interface LogStore {
  /**
   * Decides against the log as it is now, and appends what was decided. `decide` may be called several times, the last
   * time with nobody else writing: it must be a function of its argument alone, and its last answer is the one that
   * counts. A decision without events, report or corpus line writes nothing.
   *
   * The left is what was not recorded, or not known to be; its `in_log` says which. Rejects with what `decide` throws, and
   * with a TypeError for a decision that cannot be meant: an event that does not read back, an `accepted_corpus_append` of a
   * chain that neither `corpusLine` brings nor the store's corpus has, a `corpusLine` for a store without a corpus. Then
   * nothing is written.
   */
  record<A>(decide: (basis: Basis) => Decision<A>): Promise<Result<RecordingFailure, Recorded<A>>>
}

/** What a decision is taken on (spec §5). @public */
export interface Basis {
  /** The queue of the log as it is now. */
  readonly queue: QueueState
  /** The commit that this is the state of; `null` where there is none. */
  readonly commit_sha: string | null
  /** The corpus that accepted chains go to, where the store has one. */
  readonly corpus?: Corpus
  /** The run reports beside the log, in the order of their names. */
  readonly reports: () => readonly RunReport[]
}

/** What was decided: an answer, and what is to be written; `decided` makes one of an answer (spec §5). @public */
export interface Decision<A> {
  /** Handed back as it is by `record`: a refusal, or what was decided. */
  readonly answer: A
  /** To be appended as one write; those behind `corpusLine` when that is written. None, for a refusal. */
  readonly events: readonly ProposalEvent[]
  /** To be added to the corpus before the first `accepted_corpus_append` among the events. */
  readonly corpusLine?: CorpusLine | null | undefined
  /** A report of a full queue, to be written among the run reports. */
  readonly report?: QueueFullReport | null | undefined
}

/** A decision that is kept: whatever of it was to be written is in the log, or beside it, for good. @public */
export interface Recorded<A> {
  /** The answer of the decision that counted. */
  readonly answer: A
  /** The events that were appended. */
  readonly events: readonly ProposalEvent[]
  /** The queue with these events. */
  readonly queue: QueueState
  /** What was odd about the log and was dealt with, such as a torn tail that was closed off. */
  readonly warnings: readonly LogProblem[]
  /** Where the report was written; `null` when there was none. */
  readonly report_path: string | null
  /** The commit that holds all this, from a store that makes commits; else `null`. */
  readonly commit_sha: string | null
}

/**
 * Why a decision was not kept, or why it is not known whether it was (spec §5). `reason` tells them apart, `in_log` says
 * whether the events are in the log, and docs/problems.md what to do.
 * @public
 */
export type RecordingFailure =
  | NotReadable
  | UnsoundLog
  | LockTimeout
  | NotWritten
  | RecordedAfterConflict
  | NotPushed
  | PushUnknown

/** Whether the events of a decision are in the log: `partly` when some are, `unknown` when nobody can tell (spec §5). @public */
export type InLog = 'no' | 'partly' | 'yes' | 'unknown'

/** The log, or what is to stand beside it, cannot be read, or is not where it was said to be (spec §5). @public */
export interface NotReadable {
  readonly reason: 'not_readable'
  readonly in_log: 'no'
  /** The file or the folder. */
  readonly path: string
  /** Whether what was named is not there, or is not what it should be. */
  readonly misnamed: boolean
  readonly message: string
}

/** The log holds an error, or an event that this version does not know: nobody writes behind those (spec §5). @public */
export interface UnsoundLog {
  readonly reason: 'unsound_log'
  readonly in_log: 'no'
  /** Those that are in the way, the first of them. */
  readonly problems: readonly LogProblem[]
  readonly message: string
}

/** Somebody else held the lock all the time (spec §5). @public */
export interface LockTimeout {
  readonly reason: 'lock_timeout'
  readonly in_log: 'no'
  /** The lock's file, `<log>.lock`. */
  readonly path: string
  /** Who holds it, as far as the lock says. */
  readonly holder: { readonly pid: number; readonly host: string; readonly since: string } | null
  readonly message: string
}

/** The operating system did not write, or not all of it, or did not vouch for it (spec §5). @public */
export interface NotWritten {
  readonly reason: 'not_written'
  readonly in_log: InLog
  /** What could not be written: the log, the corpus, a report, the lock, or the folder of one. */
  readonly path: string
  /** What the operating system called it, such as `ENOSPC`; `null` for a write that was short or did not read back. */
  readonly code: string | null
  readonly message: string
}

/**
 * Someone who takes no lock wrote in between, and with their lines the decision would have been another (spec §5). The events
 * stay in the log.
 * @public
 */
export interface RecordedAfterConflict {
  readonly reason: 'recorded_after_conflict'
  readonly in_log: 'yes'
  /** The events that are in the log. */
  readonly events: readonly ProposalEvent[]
  /** What the decision answers behind their lines. */
  readonly answer: unknown
  readonly message: string
}

/** The branch of the remote did not take the commit, or could not be reached: nothing is recorded (spec §5). @public */
export interface NotPushed {
  readonly reason: 'not_pushed'
  readonly in_log: 'no'
  readonly message: string
}

/** The branch of the remote may or may not have taken the commit (spec §5). @public */
export interface PushUnknown {
  readonly reason: 'push_unknown'
  readonly in_log: 'unknown'
  /** The commit to look for. */
  readonly commit_sha: string
  readonly message: string
}
