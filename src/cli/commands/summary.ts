import { basename, dirname } from 'node:path'
import { readEntries } from '../../node/read-queue.js'
import { openFold } from '../../queue/evolve.js'
import { type ReportRead, readReport } from '../../reports/run-report.js'
import { renderSummary } from '../../views/summary.js'
import { capOrSay } from '../cap.js'
import type { Io } from '../io.js'
import { readOrSay, reportFileOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue summary`. A report that cannot be read is a problem; the summary is of the queue alone then. @internal */
export const summary = async (io: Io, file: string | undefined, options: SourceOptions): Promise<void> => {
  const cap = capOrSay(io)
  const { report, problems } = file === undefined ? NO_REPORT : reportIn(io, file)
  if (cap === null || problems === null) return
  const read = await readOrSay(io, options, (sources) =>
    readEntries(sources, (entries) => {
      const fold = openFold()
      for (const { event } of entries) fold.add(event)
      return fold.seal()
    }),
  )
  if (read === null) return
  io.out(renderSummary(read.taken, { report, cap }))
  const errors = problems.some(({ severity }) => severity === 'error')
  sayProblems(io, { listed: problems, more: 0, errors })
  sayProblems(io, read.problems, options.log)
}

const NO_REPORT: ReportRead = { report: null, problems: [] }

/** `problems` is `null` when the file cannot be had: that has been said. */
const reportIn = (io: Io, file: string): ReportRead | { readonly report: null; readonly problems: null } => {
  const bytes = reportFileOrSay(io, file)
  return bytes === null
    ? { report: null, problems: null }
    : readReport(bytes, { runs: dirname(file), file_name: basename(file) })
}
