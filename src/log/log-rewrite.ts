import { type ProposalEvent, proposalIdOf } from '../events/proposal-event.js'
import { decodeUtf8 } from '../json/decode-utf8.js'
import { readLine } from './read-line.js'

/** Where a log stops being an earlier one with more lines behind it: the log only grows (spec §2). @internal */
export interface LogRewrite {
  readonly code: LogRewriteCode
  /** Of the earlier log, from 1. */
  readonly line: number
  /** The proposals whose lines are gone or changed, each once, in the order of the earlier log. */
  readonly proposal_ids: readonly string[]
  /** What was found and what to do, for a person. */
  readonly message: string
}

/** How an earlier log can be rewritten, in the order in which it is looked for. @internal */
export type LogRewriteCode =
  | 'log_removed'
  | 'line_endings_changed'
  | 'line_inserted'
  | 'line_removed'
  | 'line_changed'
  | 'one_side_kept'

/**
 * The first place where a log does not begin with an earlier one, byte for byte; `null` when it does. A last line that
 * had no newline may get one, and nothing else. A log that is not there is `null`.
 * @internal
 */
export const rewriteOf = (earlier: Uint8Array | null, later: Uint8Array | null): LogRewrite | null => {
  if (earlier === null || earlier.length === 0) return null
  if (later === null || later.length === 0) {
    return rewrite('log_removed', 1, linesFrom(earlier, 0), 'The log is gone. Restore it from git.')
  }
  const same = commonLength(earlier, later)
  const whole = earlier[earlier.length - 1] === LF
  if (same === earlier.length && (whole || later.length === same || later[same] === LF)) return null
  const start = same === 0 ? 0 : earlier.lastIndexOf(LF, same - 1) + 1
  return described(linesFrom(earlier, start), linesFrom(later, start), lineAt(earlier, start))
}

const LF = 10

const commonLength = (a: Uint8Array, b: Uint8Array): number => {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at += 1) if (a[at] !== b[at]) return at
  return end
}

const lineAt = (bytes: Uint8Array, offset: number): number => {
  let line = 1
  for (let at = bytes.indexOf(LF); at !== -1 && at < offset; at = bytes.indexOf(LF, at + 1)) line += 1
  return line
}

const described = (before: readonly string[], after: readonly string[], line: number): LogRewrite => {
  const gone = missingFrom(after, before)
  const [old = ''] = before
  const [now] = after
  if (before.every((text, at) => withoutCr(text) === withoutCr(after[at] ?? ''))) {
    return rewrite(
      'line_endings_changed',
      line,
      [],
      'Line endings were changed from here on, in lines that were in the log already. Restore the log from git, and set `text eol=lf -merge` for it in .gitattributes.',
    )
  }
  if (gone.length === 0 && now !== undefined && !before.includes(now)) {
    return rewrite(
      'line_inserted',
      line,
      [],
      'A new line stands before lines that were in the log already. New lines stand behind all others: put the log back as it was, and submit again.',
    )
  }
  if (now === undefined || before.includes(now)) {
    return rewrite(
      'line_removed',
      line,
      gone,
      'A line of the log was removed, or stands elsewhere now. The log only grows: put it back.',
    )
  }
  return gone.length === before.length && !isAboutTheSame(old, now)
    ? rewrite(
        'one_side_kept',
        line,
        gone,
        'Two logs grew apart from here on, and only the lines of one are kept. Take the log of the base whole; then submit or review again, on its tip, what only the other had.',
      )
    : rewrite(
        'line_changed',
        line,
        [old],
        'A line of the log was changed. What is in the log stands: put the line back, and let a new line say what is new.',
      )
}

const missingFrom = (there: readonly string[], lines: readonly string[]): string[] => {
  const present = new Set(there)
  return lines.filter((text) => !present.has(text))
}

const withoutCr = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

/** Whether two lines are the same event of the same proposal, so that one can be the other edited; broken ones always are. */
const isAboutTheSame = (a: string, b: string): boolean => {
  const [before, after] = [eventOf(a), eventOf(b)]
  return (
    before === null ||
    after === null ||
    (before.event === after.event && proposalIdOf(before) === proposalIdOf(after))
  )
}

const eventOf = (text: string): ProposalEvent | null =>
  readLine(text, { terminated: true, duplicateKeys: false }).event

const rewrite = (
  code: LogRewriteCode,
  line: number,
  lines: readonly string[],
  message: string,
): LogRewrite => {
  const ids = new Set<string>()
  for (const text of lines) {
    const event = eventOf(text)
    if (event !== null) ids.add(proposalIdOf(event))
  }
  return Object.freeze({ code, line, proposal_ids: Object.freeze([...ids]), message })
}

/** The lines from an offset on, as texts that are equal when the lines are. */
const linesFrom = (bytes: Uint8Array, offset: number): string[] => {
  const lines: string[] = []
  for (let from = offset; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from)
    const to = end === -1 ? bytes.length : end
    lines.push(textOf(bytes.subarray(from, to)))
    from = to + 1
  }
  return lines
}

/** Of bytes that are no text, one that no text is. */
const textOf = (bytes: Uint8Array): string =>
  decodeUtf8(bytes) ?? `\ud800${Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')}`
