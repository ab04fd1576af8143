import { queueDigest } from '../../views/queue-text.js'
import type { Io } from '../io.js'
import { printJson, queueOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue digest`. @internal */
export const digest = async (io: Io, options: SourceOptions & { readonly json?: boolean }): Promise<void> => {
  const read = await queueOrSay(io, options)
  if (read === null) return
  const sum = queueDigest(read.queue, read.reports)
  if (options.json === true) printJson(io, { digest: sum, problems: read.problems.listed })
  else io.out(`${sum}\n`)
  sayProblems(io, read.problems, options.log)
}
