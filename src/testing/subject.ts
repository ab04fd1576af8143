import type { Candidate } from '../decisions/candidate.js'
import { type SubmitOptions, submit } from '../decisions/submit.js'
import type { ProposedChain } from '../events/created.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { LogProblemCode } from '../log/log-problem.js'
import { createLogReader } from '../log/log-reader.js'
import { readLog } from '../log/read-log.js'
import { emptyQueue, evolve, replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import type { RunReport } from '../reports/run-report.js'
import type { Result } from '../result.js'
import { deriveQueue, type QueueItem } from '../views/derive-queue.js'
import { queueDigest } from '../views/queue-text.js'
import { ratifiedChains } from '../views/ratified-chains.js'

/**
 * What can be held to the laws: functions of the names and shapes of this library, over a queue of whatever kind. Each is
 * its own business; a law that needs one that is missing is not asked.
 * @public
 */
export interface Subject<Queue = QueueState> {
  /** Reads a whole log, as text or bytes, and never throws. */
  readonly readLog: (log: string | Uint8Array) => ReadOfLog
  /** Reads a log in pieces that are cut anywhere: each call gives what is new. */
  readonly createLogReader: () => {
    /** Takes the next piece. */
    readonly push: (piece: string | Uint8Array) => ReadOfLog
    /** Says that no more comes, and gives what was still open. */
    readonly end: () => ReadOfLog
  }
  /** The queue of an empty log. */
  readonly emptyQueue: Queue
  /** The queue after one more event. The queue that it is given stays as it was. */
  readonly evolve: (queue: Queue, event: ProposalEvent) => Queue
  /** With `onto`, more events on a queue that there is: only asked for by laws that also need `emptyQueue`. */
  readonly replay: (events: readonly ProposalEvent[], onto?: Queue) => Queue
  /** The items of a queue, first in first, as this library's `QueueItem`s. */
  readonly deriveQueue: (queue: Queue, reports: readonly RunReport[]) => readonly QueueItem[]
  /** The chains of the accepted items, in the order of acceptance. */
  readonly ratifiedChains: (queue: Queue) => readonly ProposedChain[]
  /** A text that two queues share exactly when they have the same state. */
  readonly queueDigest: (queue: Queue, reports: readonly RunReport[]) => string
  /** Judges a candidate against a queue: a refusal, or the events and the queue that they lead to. */
  readonly submit: (
    queue: Queue,
    candidate: Candidate,
    evidence: ReplayEvidence,
    options: SubmitOptions,
  ) => Result<
    { readonly reason: string },
    { readonly events: readonly ProposalEvent[]; readonly queue: Queue }
  >
}

/** What a reader gives for a log, or for a piece of it. @public */
export interface ReadOfLog {
  /** The lines that are events, with their numbers from 1. */
  readonly entries: readonly { readonly line: number; readonly event: ProposalEvent }[]
  /** What is wrong, by the codes of this library. */
  readonly problems: readonly { readonly code: LogProblemCode; readonly line: number }[]
}

/** This library as a {@link Subject}: `{ ...library, submit: mine }` changes one part of it. @public */
export const library: Subject = Object.freeze({
  readLog,
  createLogReader,
  emptyQueue,
  evolve,
  replay,
  deriveQueue,
  ratifiedChains,
  queueDigest,
  submit,
})
