import { canonicalText } from '../json/canonical-text.js'
import type { LogProblem } from '../log/log-problem.js'
import { readLog } from '../log/read-log.js'
import { replay } from '../queue/evolve.js'
import { type RunReport, readReport } from '../reports/run-report.js'
import { left, type Result, right } from '../result.js'
import { aroundCorpusLine, arrived, closingFor, linesOf, unsound, writesNothing } from '../store/append.js'
import type { Basis, Decision, LogStore, NotWritten, Recorded, RecordingFailure } from '../store/log-store.js'

/** A log in memory, kept by all the rules by which a log in a file is kept; for tests. @public */
export interface MemoryLog extends LogStore {
  /** The log as it is now. A copy. */
  bytes(): Uint8Array
  /** The same as text. */
  text(): string
  /** The lines of the corpus, without their newlines. */
  corpusLines(): readonly string[]
  /** The run reports, in the order of their names. */
  reports(): readonly RunReport[]
  /** Somebody else writes: whatever it is, it stands at the end. */
  append(content: string | Uint8Array): void
  /** Of the next record that writes, no more than so many bytes arrive in the log, as on a disk that is full. */
  runOutOfRoom(afterBytes: number): void
}

/** What stands beside a {@link MemoryLog}. @public */
export interface MemoryLogOptions {
  /** The lines of the corpus that accepted chains go to. None, when not said: then accepts owe their entry. */
  readonly corpus?: readonly string[] | undefined
  /** The run reports that are there. */
  readonly reports?: readonly RunReport[] | undefined
  /** The commit that decisions are taken on. Default: `null`, as outside of any repository. */
  readonly commit_sha?: string | null | undefined
}

/**
 * A log in memory. It passes the contract of every store (see {@link logStoreContract}), so that what is tested with it
 * holds for a log in a file.
 * @public
 */
export const memoryLog = (initial: string | Uint8Array = '', options: MemoryLogOptions = {}): MemoryLog => {
  let log = bytesOf(initial)
  let room = Number.POSITIVE_INFINITY
  const corpus = options.corpus === undefined ? null : [...options.corpus]
  const reports = [...(options.reports ?? [])]

  const look = <A>(decide: (basis: Basis) => Decision<A>): Result<RecordingFailure, Looked<A>> => {
    const { entries, problems } = readLog(log, { duplicateKeys: true })
    const inTheWay = unsound(problems)
    if (inTheWay !== null) return left(inTheWay)
    const basis: Basis = {
      queue: replay(entries.map(({ event }) => event)),
      commit_sha: options.commit_sha ?? null,
      ...(corpus === null
        ? {}
        : { corpus: { has_chain: (id) => corpus.some((line) => chainOf(line) === id) } }),
      reports: () => Object.freeze([...reports]),
    }
    return right({ basis, decision: decide(Object.freeze(basis)) })
  }

  /** One write, unless it is to fail. */
  const write = (lines: readonly string[]): NotWritten | null => {
    if (lines.length === 0) return null
    const added = bytesOf(closingFor(log.at(-1)) + lines.join(''))
    const kept = added.slice(0, room)
    room -= kept.length
    log = joined(log, kept)
    if (kept.length === added.length) return null
    return Object.freeze({
      reason: 'not_written',
      in_log: arrived(new TextDecoder().decode(kept), lines),
      path: PATH,
      code: 'ENOSPC',
      message: `${PATH}: only ${kept.length} of ${added.length} bytes were written.`,
    })
  }

  const record = <A>(decide: (basis: Basis) => Decision<A>): Result<RecordingFailure, Recorded<A>> => {
    const looked = look(decide)
    if (looked._tag === 'Left') return looked
    const recorded = keep(looked.right)
    if (!writesNothing(looked.right.decision)) room = Number.POSITIVE_INFINITY
    return recorded
  }

  const keep = <A>({ basis, decision }: Looked<A>): Result<RecordingFailure, Recorded<A>> => {
    const { answer, corpusLine, report } = decision
    const torn = log.length > 0 && log.at(-1) !== LF ? readLog(log).lines : null
    let report_path: string | null = null
    if (!writesNothing(decision)) {
      const { before, behind } = aroundCorpusLine(decision, basis.corpus)
      const [linesBefore, linesBehind] = [linesOf(before), linesOf(behind)]
      const failure = write(linesBefore)
      if (failure !== null)
        return left(failure.in_log === 'yes' && linesBehind.length > 0 ? partly(failure) : failure)
      if (corpusLine) corpus?.push(corpusLine.text)
      const later = write(linesBehind)
      if (later !== null) return left(linesBefore.length > 0 && later.in_log === 'no' ? partly(later) : later)
      if (report) {
        const file_name = `${String(reports.length + 1).padStart(4, '0')}_queue_full.json`
        const read = readReport(canonicalText(report), { file_name }).report as RunReport
        reports.push(read)
        report_path = read.path
      }
    }
    const { entries, problems } = readLog(log, { duplicateKeys: true })
    const closed = ({ code, line }: LogProblem): boolean => code === 'closed_fragment' && line === torn
    return right(
      Object.freeze({
        answer,
        events: Object.freeze([...decision.events]),
        queue: replay(entries.map(({ event }) => event)),
        warnings: Object.freeze(problems.filter(closed)),
        report_path,
        commit_sha: null,
      }),
    )
  }

  return Object.freeze({
    record: async <A>(decide: (basis: Basis) => Decision<A>) => record(decide),
    bytes: () => log.slice(),
    text: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(log),
    corpusLines: () => Object.freeze([...(corpus ?? [])]),
    reports: () => Object.freeze([...reports]),
    append: (content: string | Uint8Array) => {
      log = joined(log, bytesOf(content))
    },
    runOutOfRoom: (afterBytes: number) => {
      room = afterBytes
    },
  })
}

interface Looked<A> {
  readonly basis: Basis
  readonly decision: Decision<A>
}

const PATH = 'memory/proposals.jsonl'

const LF = 10

const partly = (failure: NotWritten): NotWritten => Object.freeze({ ...failure, in_log: 'partly' })

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}

const chainOf = (line: string): unknown => (JSON.parse(line) as { readonly chain_id?: unknown }).chain_id
