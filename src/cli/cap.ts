import { readPendingCap } from '../decisions/cap.js'
import { printable } from '../views/printable.js'
import type { Io } from './io.js'

/** The cap that the environment sets, or `null` when it sets none that can be read: then that has been said. @internal */
export const capOrSay = (io: Io): number | null => {
  const read = readPendingCap(io.env.CORE_HITL_PENDING_CAP)
  if (read._tag === 'Left') {
    io.err(`hitl-queue: ${printable(read.left.message)}\n`)
    io.exit(2)
    return null
  }
  if (read.right.warning !== null) io.err(`hitl-queue: ${printable(read.right.warning)}\n`)
  return read.right.cap
}
