import { bounded } from '../events/codec.js'
import type { QueueRead } from '../node/read-queue.js'
import { deriveQueue, type QueueItem } from '../views/derive-queue.js'
import { printable } from '../views/printable.js'
import type { Io } from './io.js'

const SHORTEST_PREFIX = 6

/**
 * The item that a person means by an id or by a beginning of one that no other item has. The exact id wins. Otherwise it
 * is said why there is none, and the exit code noted (spec §6).
 * @internal
 */
export const itemMeant = (io: Io, { queue, reports }: QueueRead, id: string): QueueItem | null => {
  const items = deriveQueue(queue, reports)
  const exact = items.find(({ proposal_id }) => proposal_id === id)
  if (exact !== undefined) return exact
  const named = printable(bounded(id, 80))
  if (id.length < SHORTEST_PREFIX) {
    io.err(
      `hitl-queue: no proposal has the id '${named}', and the beginning of one takes at least 6 characters.\n`,
    )
    io.exit(2)
    return null
  }
  const candidates = items.filter(({ proposal_id }) => proposal_id.startsWith(id))
  const [only] = candidates
  if (only === undefined) {
    io.err(`hitl-queue: no proposal has an id that begins with '${named}'. See them all with list.\n`)
    io.exit(1)
    return null
  }
  if (candidates.length > 1) {
    const ids = candidates.map(({ proposal_id }) => `  ${printable(proposal_id)}\n`).join('')
    io.err(
      `hitl-queue: '${named}' is the beginning of ${candidates.length} ids. Say more of the one you mean:\n${ids}`,
    )
    io.exit(2)
    return null
  }
  io.err(`${named} is ${printable(only.proposal_id)}\n`)
  return only
}
