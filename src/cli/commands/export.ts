import { queueText } from '../../views/queue-text.js'
import type { Io } from '../io.js'
import { queueOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue export`. @internal */
export const exportQueue = async (io: Io, options: SourceOptions): Promise<void> => {
  const read = await queueOrSay(io, options)
  if (read === null) return
  for (const piece of queueText(read.queue, read.reports)) io.out(piece)
  io.out('\n')
  sayProblems(io, read.problems, options.log)
}
