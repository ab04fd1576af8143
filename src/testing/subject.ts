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
  readonly readLog: (log: string | Uint8Array) => ReadOfLog
  readonly createLogReader: () => {
    readonly push: (piece: string | Uint8Array) => ReadOfLog
    readonly end: () => ReadOfLog
  }
  readonly emptyQueue: Queue
  readonly evolve: (queue: Queue, event: ProposalEvent) => Queue
  /** With `onto`, more events on a queue that there is: only asked for by laws that also need `emptyQueue`. */
  readonly replay: (events: readonly ProposalEvent[], onto?: Queue) => Queue
  readonly deriveQueue: (queue: Queue, reports: readonly RunReport[]) => readonly QueueItem[]
  readonly ratifiedChains: (queue: Queue) => readonly ProposedChain[]
  readonly queueDigest: (queue: Queue, reports: readonly RunReport[]) => string
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
  readonly entries: readonly { readonly line: number; readonly event: ProposalEvent }[]
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
