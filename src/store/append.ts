import type { Corpus } from '../decisions/corpus-entry.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import { encodeEvent } from '../log/encode-event.js'
import type { LogProblem } from '../log/log-problem.js'
import { readLog } from '../log/read-log.js'
import type { Decision, InLog, UnsoundLog } from './log-store.js'

/** What every store does alike around an append: who may write, what is written, and what of it arrived (spec §5). */

/** The failure of a log that nobody writes behind; `null` for one that is sound enough. @internal */
export const unsound = (problems: Iterable<LogProblem>): UnsoundLog | null => {
  const inTheWay = Object.freeze([...problems].filter(blocks))
  const [first] = inTheWay
  if (first === undefined) return null
  const others = inTheWay.length === 1 ? '' : ` There are ${inTheWay.length - 1} more such lines.`
  return Object.freeze({
    reason: 'unsound_log',
    in_log: 'no',
    problems: inTheWay,
    message: `Line ${first.line} of the log is in the way (${first.code}): ${first.message}${others} Nothing was written.`,
  })
}

/** Whether nobody writes behind a line with this problem. @internal */
export const blocks = ({ severity, code }: LogProblem): boolean =>
  severity === 'error' || code === 'unknown_event'

/** Whether there is nothing to write. @internal */
export const writesNothing = ({ events, corpusLine, report }: Decision<unknown>): boolean =>
  events.length === 0 && !corpusLine && !report

/**
 * The lines of these events, each with its newline. Throws when one of them would not read back as the event that it is:
 * then the program that made it is wrong, and nothing has been written.
 * @internal
 */
export const linesOf = (events: readonly ProposalEvent[]): readonly string[] =>
  events.map((event) => {
    const line = `${encodeEvent(event)}\n`
    const { entries, problems } = readLog(line, { duplicateKeys: true })
    if (entries.length !== 1 || problems.length > 0)
      throw new TypeError(
        `An event does not read back: ${problems[0]?.message ?? 'it has more than one line.'}`,
      )
    return line
  })

/**
 * The events of a decision in the order of writing: those before its corpus line, and those behind it. Throws when they say
 * of a chain that it is in the store's corpus and nothing brings it there, or when the line has nowhere to go.
 * @internal
 */
export const aroundCorpusLine = (
  { events, corpusLine }: Decision<unknown>,
  corpus: Corpus | undefined,
): {
  readonly before: readonly ProposalEvent[]
  readonly behind: readonly ProposalEvent[]
} => {
  if (corpus === undefined && corpusLine)
    throw new TypeError('A decision has a corpusLine, and the store has no corpus that it could go to.')
  for (const event of events)
    if (
      corpus !== undefined &&
      event.event === 'accepted_corpus_append' &&
      event.chain_id !== corpusLine?.chain_id &&
      !corpus.has_chain(event.chain_id)
    )
      throw new TypeError(
        `An accepted_corpus_append says that ${JSON.stringify(event.chain_id)} is in the corpus, where it is not. Give the corpusLine of the decision too, as decided() does.`,
      )
  const at = corpusLine ? events.findIndex(({ event }) => event === 'accepted_corpus_append') : -1
  return at === -1
    ? { before: events, behind: [] }
    : { before: events.slice(0, at), behind: events.slice(at) }
}

/** What has to stand before the first line, since the log's last one has no newline: it is closed off, never cut. @internal */
export const closingFor = (lastByte: number | undefined): '' | '\n' =>
  lastByte === undefined || lastByte === LF ? '' : '\n'

const LF = 10

/** Whether these lines are in what a log holds behind some point; the newline of the last one counts as little as for a reader. @internal */
export const arrived = (text: string, lines: readonly string[]): InLog => {
  const held = text.split('\n')
  let next = 0
  for (const line of lines) {
    const at = held.indexOf(line.slice(0, -1), next)
    if (at !== -1) next = at + 1
    else if (next === 0) return 'no'
    else return 'partly'
  }
  return 'yes'
}
