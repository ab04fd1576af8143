import stringWidth from 'string-width'

/** A cell of a table: its text, and how a terminal shows it. @internal */
export interface Cell {
  readonly text: string
  readonly shade?: (text: string) => string
}

/**
 * The lines of a table whose columns stand under each other, the numbers to the right. The rows are gone through twice, so
 * that a table of any length needs no more memory than one row. It is ours because a table library took longer to load and
 * to draw twenty rows than reading a log of a hundred lines takes, and beyond that went with the square of the rows.
 * @internal
 */
export function* inColumns(
  rows: () => Iterable<readonly Cell[]>,
  numbers: readonly number[],
): Generator<string, void> {
  const widths: number[] = []
  for (const row of rows())
    for (const [column, { text }] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text))
  for (const row of rows()) {
    const cells = row.map(({ text, shade = asItIs }, column) => {
      const room = ' '.repeat((widths[column] ?? 0) - widthOf(text))
      return numbers.includes(column) ? room + shade(text) : shade(text) + room
    })
    yield `${cells.join('  ').trimEnd()}\n`
  }
}

const asItIs = (text: string): string => text

/** What stands in a log is ASCII nearly always: then there is nothing to look up. */
const widthOf = (text: string): number => (/^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text))
