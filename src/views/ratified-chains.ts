import type { ProposedChain } from '../events/created.js'
import { type ItemRecord, type QueueState, records } from '../queue/queue-state.js'

/**
 * The chains of accepted proposals, in the order in which they were accepted: all that an engine may treat as true.
 * Pending proposals are observable and never active; no `created` or `replay` event changes this view (spec §2.4).
 * @public
 */
export const ratifiedChains = (queue: QueueState): readonly ProposedChain[] => {
  const accepted: ItemRecord[] = []
  for (const record of records(queue)) if (record.acceptedAt !== null) accepted.push(record)
  accepted.sort((a, b) => (a.acceptedAt ?? 0) - (b.acceptedAt ?? 0))
  return Object.freeze(accepted.map(({ proposal }) => proposal.proposed_chain))
}
