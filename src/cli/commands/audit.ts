import { DEFAULT_LOG, readEntries } from '../../node/read-queue.js'
import { audit } from '../../views/audit.js'
import { printable } from '../../views/printable.js'
import { capOrSay } from '../cap.js'
import type { Io } from '../io.js'
import { printJson, readOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue audit`. @internal */
export const auditLog = async (
  io: Io,
  options: SourceOptions & { readonly json?: boolean; readonly strict?: boolean; readonly cap?: number },
): Promise<void> => {
  const { log = DEFAULT_LOG } = options
  const cap = options.cap ?? capOrSay(io)
  if (cap === null) return
  const read = await readOrSay(io, options, (sources) =>
    readEntries({ ...sources, duplicateKeys: true }, (entries) => audit(entries, { cap })),
  )
  if (read === null) return
  const { taken: findings, problems } = read
  if (options.json === true) {
    printJson(io, { findings, problems: problems.listed })
  } else {
    for (const { line, code, proposal_id, message } of findings) {
      io.out(`${printable(log)}:${line}: ${code}: ${printable(proposal_id)}: ${printable(message)}\n`)
    }
    if (findings.length === 0) io.err('Nothing was found.\n')
  }
  if (options.strict === true && findings.length > 0) io.exit(1)
  sayProblems(io, problems, options.log)
}
