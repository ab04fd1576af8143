import { basename, dirname } from 'node:path'
import type { Problems } from '../../node/problems.js'
import { readEntries } from '../../node/read-queue.js'
import type { SchemaFault } from '../../node/schemas.js'
import { readReport } from '../../reports/run-report.js'
import { printable } from '../../views/printable.js'
import type { Io } from '../io.js'
import { printJson, readOrSay, reportFileOrSay, sayProblems } from '../read.js'

/** `hitl-queue validate`. @internal */
export const validate = async (
  io: Io,
  files: readonly string[],
  options: { readonly json?: boolean },
): Promise<void> => {
  const verdicts: Verdict[] = []
  for (const file of files) {
    const verdict = isLog(file) ? await validateLog(io, file) : await validateReport(io, file)
    if (verdict === null) continue
    verdicts.push(verdict)
    if (options.json === true) {
      if (verdict.problems.errors) io.exit(3)
      continue
    }
    sayProblems(io, verdict.problems, file)
    io.out(`${printable(file)}: ${inWords(verdict)}\n`)
  }
  if (options.json === true) {
    printJson(io, { files: verdicts.map((verdict) => ({ ...verdict, problems: verdict.problems.listed })) })
  }
}

interface Verdict {
  readonly file: string
  readonly kind: 'log' | 'report'
  readonly valid: boolean
  readonly lines: number | null
  readonly events: number | null
  readonly problems: Problems
}

const isLog = (file: string): boolean => !file.endsWith('.json')

const validateLog = async (io: Io, log: string): Promise<Verdict | null> => {
  const { validateAgainst } = await import('../../node/schemas.js')
  const read = await readOrSay(io, { log }, (sources) =>
    readEntries({ ...sources, duplicateKeys: true }, (entries) => {
      let events = 0
      for (const { event, line } of entries) {
        events += 1
        disagree(validateAgainst('log-line', event), log, line)
      }
      return events
    }),
  )
  if (read === null) return null
  const { taken: events, lines, problems } = read
  return { file: log, kind: 'log', valid: !problems.errors, lines, events, problems }
}

const validateReport = async (io: Io, file: string): Promise<Verdict | null> => {
  const bytes = reportFileOrSay(io, file)
  if (bytes === null) return null
  const { validateAgainst } = await import('../../node/schemas.js')
  const { report, problems } = readReport(bytes, { runs: dirname(file), file_name: basename(file) })
  if (report !== null) disagree(validateAgainst('run-report', report.content), file, null)
  const errors = problems.some(({ severity }) => severity === 'error')
  return {
    file,
    kind: 'report',
    valid: !errors,
    lines: null,
    events: null,
    problems: { listed: problems, more: 0, errors },
  }
}

/** Codec and schema accept the same values; where they do not, this library is wrong and not the file. */
const disagree = (faults: readonly SchemaFault[], file: string, line: number | null): void => {
  const [fault] = faults
  if (fault === undefined) return
  const place = line === null ? file : `${file}:${line}`
  throw new Error(`${place}: the codec accepts what the schema refuses (${fault.pointer}: ${fault.message})`)
}

const inWords = ({ kind, valid, lines, events }: Verdict): string => {
  const held = kind === 'log' ? `, ${lines} lines, ${events} events` : ''
  return `${valid ? 'valid' : 'not valid'} ${kind}${held}`
}
