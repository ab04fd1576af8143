import { DEFAULT_LOG } from '../../node/default-log.js'
import { readBranch } from '../../node/read-branch.js'
import { judgeGrowth } from '../../store/log-growth.js'
import { printable } from '../../views/printable.js'
import { capOrSay } from '../cap.js'
import type { Io } from '../io.js'
import { printJson, sayFailure } from '../read.js'

/** What `check` takes. @internal */
export interface CheckOptions {
  readonly base: string
  readonly log?: string
  readonly allowEvaluative?: boolean
  readonly json?: boolean
}

/** `hitl-queue check`. @internal */
export const check = async (io: Io, { base: rev, log, ...options }: CheckOptions): Promise<void> => {
  const cap = capOrSay(io)
  if (cap === null) return
  const read = readBranch(rev, { log })
  if (read._tag === 'Left') return sayFailure(io, read.left)
  const { base, head, logs } = read.right
  const { findings, submitted, errors } = judgeGrowth(logs, {
    cap,
    allow_evaluative: options.allowEvaluative === true,
  })
  const ok = findings.length === 0
  if (options.json === true) {
    printJson(io, { base, findings, head, ok, submitted })
  } else {
    for (const { line, code, proposal_id, message } of findings.slice(0, MOST_SHOWN)) {
      const about = proposal_id === null ? '' : `${printable(proposal_id)}: `
      io.out(`${printable(log ?? DEFAULT_LOG)}:${line}: ${code}: ${about}${printable(message)}\n`)
    }
    if (findings.length > MOST_SHOWN)
      io.out(`… and ${findings.length - MOST_SHOWN} more. See them with --json.\n`)
    const added = submitted.length === 1 ? '1 submission' : `${submitted.length} submissions`
    const range = `${base.slice(0, 12)}..${head.slice(0, 12)}`
    io.out(
      ok
        ? `ok: ${range} adds ${added} to the log, and nothing else.\n`
        : `refused: ${range} does to the log what a pull request may not do.\n`,
    )
  }
  if (!ok) io.exit(1)
  if (errors) io.exit(3)
}

const MOST_SHOWN = 100
