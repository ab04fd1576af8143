import {
  emptyQueue,
  type LogStore,
  type ProposalEvent,
  type QueueState,
  replay,
  right,
} from '../../src/index.js'

/** A log in memory that nobody shares: what was decided is folded in. `before` comes between the two looks at it. */
export const tinyStore = (queue: QueueState = emptyQueue, commit_sha: string | null = 'c0ffee') => {
  const kept: {
    queue: QueueState
    readonly events: ProposalEvent[]
    readonly reports: object[]
    looks: number
  } = {
    queue,
    events: [],
    reports: [],
    looks: 0,
  }
  const store: LogStore = {
    record: async (decide) => {
      kept.looks += 1
      const { answer, events, report = null } = decide({ queue: kept.queue, commit_sha, reports: () => [] })
      kept.queue = replay(events, kept.queue)
      kept.events.push(...events)
      if (report !== null) kept.reports.push(report)
      return right({ answer, events, queue: kept.queue, warnings: [], report_path: null, commit_sha: null })
    },
  }
  return { store, kept }
}
