import { DEFAULT_LOG } from '../../node/default-log.js'
import { type HistoryRead, readHistory } from '../../node/read-history.js'
import { readEntries } from '../../node/read-queue.js'
import { audit } from '../../views/audit.js'
import { printable } from '../../views/printable.js'
import { capOrSay } from '../cap.js'
import type { Io } from '../io.js'
import { printJson, readOrSay, type SourceOptions, sayFailure, sayProblems } from '../read.js'

/** What `audit` takes. @internal */
export interface AuditLogOptions extends SourceOptions {
  readonly history?: boolean
  readonly json?: boolean
  readonly strict?: boolean
  readonly cap?: number
}

/** `hitl-queue audit`. @internal */
export const auditLog = async (io: Io, options: AuditLogOptions): Promise<void> => {
  const { log = DEFAULT_LOG } = options
  const cap = options.cap ?? capOrSay(io)
  if (cap === null) return
  const read = await readOrSay(io, options, (sources) =>
    readEntries({ ...sources, duplicateKeys: true }, (entries) => audit(entries, { cap })),
  )
  if (read === null) return
  const history = options.history === true ? await historyOrSay(io, options) : NO_HISTORY
  if (history === null) return
  const { taken: findings, problems } = read
  const found = findings.length + (history?.findings.length ?? 0)
  if (options.json === true) {
    printJson(io, { findings, problems: problems.listed, ...(history === undefined ? {} : { history }) })
  } else {
    for (const { line, code, proposal_id, message } of findings) {
      io.out(`${printable(log)}:${line}: ${code}: ${printable(proposal_id)}: ${printable(message)}\n`)
    }
    for (const { commit, parent, line, code, proposal_ids, message } of history?.findings ?? []) {
      const about = proposal_ids.length === 0 ? '' : `${printable(proposal_ids.join(', '))}: `
      io.out(
        `${commit}: ${printable(log)}:${line}: ${code}: ${about}${printable(message)} The log of its parent ${parent} had it.\n`,
      )
    }
    if (found === 0) io.err('Nothing was found.\n')
  }
  if (options.strict === true && found > 0) io.exit(1)
  sayProblems(io, problems, options.log)
}

const NO_HISTORY = undefined

/** What the log was from commit to commit, or `null` when git does not say: then that has been said. */
const historyOrSay = async (io: Io, options: SourceOptions): Promise<HistoryRead | null> => {
  const read = await readHistory(options)
  if (read._tag === 'Left') {
    sayFailure(io, read.left)
    return null
  }
  if (read.right.shallow) {
    io.err('This clone is shallow: of the older history nothing is known. Fetch it: git fetch --unshallow.\n')
  }
  return read.right
}
