import type { State } from '../../events/state.js'
import { canonicalText } from '../../json/canonical-text.js'
import { deriveQueue, type QueueItem } from '../../views/derive-queue.js'
import { printable } from '../../views/printable.js'
import { itemText } from '../../views/queue-text.js'
import { chainInWords, replayInWords } from '../../views/words.js'
import { type Cell, inColumns } from '../columns.js'
import type { Io } from '../io.js'
import { queueOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue list`. @internal */
export const list = async (
  io: Io,
  options: SourceOptions & { readonly state: State | 'all'; readonly json?: boolean },
): Promise<void> => {
  const read = await queueOrSay(io, options)
  if (read === null) return
  const all = deriveQueue(read.queue, read.reports)
  const items = options.state === 'all' ? all : all.filter(({ state }) => state === options.state)
  if (options.json === true) {
    // In pieces: a long queue is more than one string can hold.
    io.out('{"items":[')
    for (const [at, item] of items.entries()) io.out(`${at === 0 ? '' : ','}${itemText(item)}`)
    io.out(`],"problems":${canonicalText(read.problems.listed)}}\n`)
  } else {
    await printTable(io, items, all)
  }
  sayProblems(io, read.problems, options.log)
}

const printTable = async (io: Io, items: readonly QueueItem[], all: readonly QueueItem[]): Promise<void> => {
  if (items.length === 0) {
    io.err(all.length === 0 ? 'The queue is empty.\n' : 'No item is in that state.\n')
    return
  }
  const { default: colours } = await import('picocolors')
  const colour = colours.createColors(io.outIsTerminal && !io.env.NO_COLOR)
  const shades = {
    pending: colour.yellow,
    accepted: colour.green,
    rejected: colour.red,
    withdrawn: colour.dim,
  }
  const idLength = io.outIsTerminal
    ? shortestUnique(all.map(({ proposal_id }) => proposal_id))
    : Number.POSITIVE_INFINITY
  const rowOf = (item: QueueItem): readonly Cell[] => {
    const replay = replayInWords(item.replay_evidence)
    return [
      { text: printable(item.proposal_id.slice(0, idLength)) },
      { text: item.source_kind === null ? '-' : printable(item.source_kind) },
      { text: String(item.age_proposals) },
      replay === 'regressed' ? { text: replay, shade: colour.red } : { text: replay },
      { text: item.state, shade: shades[item.state] },
      { text: chainInWords(item) },
    ]
  }
  const head = HEAD.map((text) => ({ text, shade: colour.bold }))
  function* rows(): Generator<readonly Cell[]> {
    yield head
    for (const item of items) yield rowOf(item)
  }
  let lines: string[] = []
  for (const line of inColumns(rows, [AGE])) {
    lines.push(line)
    if (lines.length === LINES_AT_ONCE) {
      io.out(lines.join(''))
      lines = []
    }
  }
  io.out(lines.join(''))
}

const HEAD = ['proposal_id', 'source', 'age', 'replay', 'state', 'chain']
const AGE = HEAD.indexOf('age')

/** Written together: a write for each line of a long queue would take longer than the lines. */
const LINES_AT_ONCE = 500

/** How many characters tell all ids apart, and at least 12. */
const shortestUnique = (ids: readonly string[]): number => {
  const sorted = [...ids].sort()
  let length = 12
  for (let at = 1; at < sorted.length; at += 1) {
    const [a = '', b = ''] = [sorted[at - 1], sorted[at]]
    let common = 0
    while (common < a.length && a[common] === b[common]) common += 1
    length = Math.max(length, common + 1)
  }
  return length
}
