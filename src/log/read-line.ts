import { bounded } from '../events/codec.js'
import { type DecodedEvent, decodeEvent, type ProposalEvent } from '../events/proposal-event.js'
import { MAX_DEPTH } from '../json/canonical-tree.js'
import { freezeJson, JsonTraits } from '../json/freeze-json.js'
import { scanJson } from '../json/scan-json.js'
import { freezeEvent } from './freeze-event.js'
import type { Finding } from './log-problem.js'

/** What one line of the log turned out to be: an event, a finding, or both. A blank line is neither. @internal */
export interface LineReading {
  readonly event: ProposalEvent | null
  readonly finding: Finding | null
}

/** @internal */
export interface LineContext {
  /** Whether a `\n` ends the line: the last one of a file may lack it. */
  readonly terminated: boolean
  /** Whether to look for keys given twice, which costs about a fifth of the fold (spec §2.1). */
  readonly duplicateKeys: boolean
}

/** One line of the log, without its `\n`, as an event or as the first problem that applies (spec §2.1). @internal */
export const readLine = (text: string, context: LineContext): LineReading => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return isBlank(text) ? BLANK : found(broken(text, context))
  }
  if (!isObject(value)) return found(notAnObject(value))
  const decoded = decodeEvent(value)
  if (decoded.kind !== 'event') return found(refused(decoded, text, freezeJson(value)))
  const { event } = decoded
  if ((freezeEvent(event, text) & (JsonTraits.nonFinite | JsonTraits.tooDeep)) !== 0) {
    const finding = beyondJson(text)
    if (finding !== null) return found(finding)
  }
  if (context.duplicateKeys) {
    const scan = scanJson(text)
    if (scan.kind === 'whole' && scan.duplicateKey !== null)
      return { event, finding: duplicateKey(scan.duplicateKey.key) }
  }
  return { event, finding: context.terminated ? null : MISSING_FINAL_NEWLINE }
}

/** Bytes that are not UTF-8, as the text before the fault: only a fragment cut inside a character is worth less than an error. @internal */
export const readUndecodable = (textBeforeCut: string | null, { terminated }: LineContext): LineReading => {
  if (textBeforeCut !== null) {
    // Of characters outside ASCII all stand in for the one that was cut: inside a string any may, elsewhere none.
    const scan = scanJson(`${textBeforeCut}\u00e9`)
    if (scan.kind === 'prefix' && scan.top === 'object') return found(fragment(terminated))
  }
  return found({
    code: 'invalid_utf8',
    message: 'The line holds bytes that are not UTF-8. Restore it from git, or have its writer write UTF-8.',
  })
}

const BLANK: LineReading = Object.freeze({ event: null, finding: null })

const found = (finding: Finding): LineReading => ({ event: null, finding })

const MISSING_FINAL_NEWLINE: Finding = Object.freeze({
  code: 'missing_final_newline',
  message:
    'The last line is whole but has no newline behind it. The event counts; the next append adds the newline.',
})

/** Only space, tab and CR: `trim()` would also call U+FEFF and U+2028 blank. */
const isBlank = (text: string): boolean => /^[ \t\r]*$/.test(text)

const isObject = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A line that `JSON.parse` refuses. */
const broken = (text: string, context: LineContext): Finding => {
  if (text.includes('\0')) {
    return {
      code: 'nul_bytes',
      message:
        'The line holds NUL bytes, as a file has after a power loss, or one that is UTF-16. Restore the line from git, or save the file as UTF-8.',
    }
  }
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?:[ \r]|$)/.test(text)) {
    return {
      code: 'conflict_marker',
      message:
        'Git left a conflict marker here. Take the log of one side whole, then submit or review again what only the other side had.',
    }
  }
  const scan = scanJson(text)
  switch (scan.kind) {
    case 'whole':
      return lenientlyWhole(text)
    case 'prefix': {
      if (scan.top === 'object') return fragment(context.terminated)
      return corrupt(`it ends before it is whole, and does not begin as an object`)
    }
    case 'broken':
      // A CR from a writer of CRLF behind a fragment that was closed off.
      if (context.terminated && text.endsWith('\r')) {
        const cut = scanJson(text.slice(0, -1))
        if (cut.kind === 'prefix' && cut.top === 'object') return fragment(true)
      }
      return corrupt(`${scan.message} at character ${scan.offset + 1}`)
  }
}

/** JSON but for number tokens such as `NaN`, which CPython writes and JSON does not have. */
const lenientlyWhole = (text: string): Finding => {
  const value: unknown = JSON.parse(withoutConstants(text))
  if (!isObject(value)) return notAnObject(value)
  const decoded = decodeEvent(value)
  if (decoded.kind === 'invalid' || decoded.kind === 'bad_proposal_id') return refused(decoded, text, 0)
  return beyondJson(text) ?? corrupt('it is not JSON')
}

/** The text with every number token that JSON does not have as `0`. By hand, since a regular expression's stack is too small for a long string. */
const withoutConstants = (text: string): string => {
  const parts: string[] = []
  let kept = 0
  const marks = /"|-?Infinity|NaN/g
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      marks.lastIndex = endOfString(text, mark.index)
    } else {
      parts.push(text.slice(kept, mark.index), '0')
      kept = marks.lastIndex
    }
  }
  return parts.join('') + text.slice(kept)
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const refused = (
  decoded: Exclude<DecodedEvent, { kind: 'event' }>,
  text: string,
  traits: number,
): Finding => {
  switch (decoded.kind) {
    case 'unknown':
      return (
        ((traits & (JsonTraits.nonFinite | JsonTraits.tooDeep)) === 0 ? null : beyondJson(text)) ?? {
          code: 'unknown_event',
          pointer: '/event',
          message: `${JSON.stringify(bounded(decoded.name, 80))} is not an event that this version knows. It is kept and changes nothing; update this library, or correct the writer.`,
        }
      )
    case 'invalid': {
      // A metric of 1e999 is refused as not finite; what is wrong with it is the token.
      const token = (traits & JsonTraits.nonFinite) === 0 ? null : beyondJson(text)
      if (token !== null && decoded.departure.expected === 'finite number') return token
      return departs('invalid_event', decoded.departure)
    }
    case 'bad_proposal_id':
      return departs('bad_proposal_id', decoded.departure)
  }
}

const departs = (
  code: 'invalid_event' | 'bad_proposal_id',
  {
    pointer,
    expected,
    actual,
  }: { readonly pointer: string; readonly expected: string; readonly actual: string },
): Finding => ({
  code,
  pointer,
  message: `${pointer}: expected ${expected}, found ${actual}. The line is not read as an event; correct its writer.`,
})

const notAnObject = (value: unknown): Finding => ({
  code: 'not_an_object',
  message: `The line is JSON, but ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`} and not an object. A line of the log is one event; correct its writer.`,
})

/** What the text holds that a reader in another language might not read as we do. */
const beyondJson = (text: string): Finding | null => {
  const scan = scanJson(text)
  if (scan.kind !== 'whole') return null
  if (scan.notPortable !== null) {
    return {
      code: 'not_portable_number',
      message: `${scan.notPortable.token} at character ${scan.notPortable.offset + 1} is not a number that every reader of JSON can hold. Correct its writer.`,
    }
  }
  if (scan.depth > MAX_DEPTH) {
    return {
      code: 'too_deep',
      message: `The line nests deeper than ${MAX_DEPTH} levels. Correct its writer.`,
    }
  }
  return null
}

const duplicateKey = (key: string): Finding => ({
  code: 'duplicate_key',
  message: `The key ${JSON.stringify(bounded(key, 80))} stands twice in one object. The last one counts, as in every reader of JSON; correct its writer.`,
})

const corrupt = (what: string): Finding => ({
  code: 'corrupt_line',
  message: `The line is not JSON: ${what}. Restore it from git; nothing else of the log is affected.`,
})

const fragment = (closedOff: boolean): Finding =>
  closedOff
    ? {
        code: 'closed_fragment',
        message:
          'Half an event, from a write that was cut short and closed off later. It is not read; nothing needs doing.',
      }
    : {
        code: 'torn_tail',
        message:
          'The file ends inside an event: a write was cut short. It is not read, and the next append closes it off; submit or review it again if it is missed.',
      }
