import type { State } from '../../events/state.js'
import type { QueueRead } from '../../node/read-queue.js'
import { recordOf, records } from '../../queue/queue-state.js'
import { type RunReport, skippedCandidates } from '../../reports/run-report.js'
import { printable } from '../../views/printable.js'
import type { Io } from '../io.js'
import { printJson, queueOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue reports`. @internal */
export const reports = async (
  io: Io,
  options: SourceOptions & { readonly json?: boolean },
): Promise<void> => {
  const read = await queueOrSay(io, options)
  if (read === null) return
  const shown = read.reports.map(placeIn(read))
  if (options.json === true) printJson(io, { reports: shown, problems: read.problems.listed })
  else if (shown.length === 0) io.err('There are no reports.\n')
  else io.out(shown.map(inWords).join(''))
  sayProblems(io, read.problems, options.log)
}

/** A report beside the queue. */
interface PlacedReport {
  readonly file_name: string
  readonly path: string
  readonly report_kind: string
  /** `null` where the log does not have the proposal. */
  readonly proposals: readonly { readonly proposal_id: string; readonly state: State | null }[]
  /** Whether it names a proposal that the log does not have. */
  readonly pre_queue: boolean
  readonly candidates_skipped: readonly { readonly candidate_id: string; readonly proposed: boolean }[]
}

const placeIn = ({ queue }: QueueRead) => {
  const proposed = new Set<string>()
  for (const { proposal } of records(queue)) {
    if (proposal.source_candidate_id !== undefined) proposed.add(proposal.source_candidate_id)
  }
  return (report: RunReport): PlacedReport => {
    const proposals = report.proposal_ids.map((proposal_id) => ({
      proposal_id,
      state: recordOf(queue, proposal_id)?.state ?? null,
    }))
    return {
      file_name: report.file_name,
      path: report.path,
      report_kind: report.report_kind,
      proposals,
      pre_queue: proposals.some(({ state }) => state === null),
      candidates_skipped: skippedCandidates(report).map((candidate_id) => ({
        candidate_id,
        proposed: proposed.has(candidate_id),
      })),
    }
  }
}

const inWords = ({ path, report_kind, proposals, candidates_skipped }: PlacedReport): string =>
  [
    `${printable(path)}  ${printable(report_kind)}\n`,
    ...proposals.map(
      ({ proposal_id, state }) =>
        `  ${printable(proposal_id)}  ${state ?? 'not in the log: a pre-queue artifact'}\n`,
    ),
    ...candidates_skipped.map(
      ({ candidate_id, proposed }) =>
        `  ${printable(candidate_id)}  ${proposed ? 'skipped, in the log now' : 'skipped, still not proposed'}\n`,
    ),
  ].join('')
