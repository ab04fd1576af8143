import type { ProposalEvent } from '../events/proposal-event.js'
import { decodeAscii, decodeUtf8, isAscii } from '../json/decode-utf8.js'
import { type Finding, type LogProblem, logProblem } from './log-problem.js'
import { type LineContext, type LineReading, readLine, readUndecodable } from './read-line.js'

/** One line of the log that is an event. @public */
export interface LogEntry {
  /** Physical line, from 1: blank and unreadable lines count too. */
  readonly line: number
  /** Where the line begins in the file, in bytes, from 0. */
  readonly offset: number
  /** The line as it is stored, without its newline. */
  readonly text: string
  /**
   * What the line says, frozen to its depth. Written again with `encodeEvent` or `canonicalText`, the event, its chain and its
   * evidence keep the spelling of the line's numbers; a copy does not.
   */
  readonly event: ProposalEvent
}

/** What could be read of a log, or of a piece of it, and what is wrong in the rest (spec §2.1). @public */
export interface LogRead {
  /** The lines that are events, in their order. */
  readonly entries: readonly LogEntry[]
  /** In the order of the lines. */
  readonly problems: readonly LogProblem[]
  /** Physical lines so far, blank and unreadable ones too. */
  readonly lines: number
}

/** What a reader of the log also looks for. @public */
export interface LogReaderOptions {
  /** Also look for keys given twice in one object, which costs about a fifth of the fold. Default: no. */
  readonly duplicateKeys?: boolean | undefined
}

/** Reads a log that arrives in pieces, cut anywhere. The answer is the same for every cutting (spec §2.1). @public */
export interface LogReader {
  /** Takes the next piece; gives the lines that it completed. Never throws for what is in the log. */
  push(chunk: string | Uint8Array): LogRead
  /** Says that no more comes; gives the rest, which no newline ends. */
  end(): LogRead
}

/** Bytes that one line may have; of a longer one nothing is kept in memory (spec §2.1, `line_too_long`). @public */
export const MAX_LINE_BYTES = 64 * 1024 * 1024

/**
 * A reader for a log that arrives in pieces, cut anywhere: also inside a character. Its memory is bounded by the longest
 * line (spec §2.1).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createLogReader, emptyQueue, replay } from '@core/hitl-queue'
 * import { fixtures } from '@core/hitl-queue/testing'
 *
 * const reader = createLogReader()
 * let queue = emptyQueue
 * for (const piece of String(fixtures.settled.log()).match(/[^]{1,100}/g) ?? []) {
 *   const { entries } = reader.push(piece)
 *   queue = replay(entries.map(({ event }) => event), queue)
 * }
 * assert.deepEqual(reader.end().problems, [])
 * assert.equal(queue.itemCount, fixtures.settled.view.states.length)
 * ```
 * @public
 */
export const createLogReader = (options: LogReaderOptions = {}): LogReader => {
  const { push, end } = openLogReader(options)
  return Object.freeze({ push, end })
}

/** A reader of a log that others may still be writing. @internal */
export interface OpenLogReader extends LogReader {
  /** What `end` would say now, without ending: the last line may not be whole yet. */
  peek(): LogRead
}

/** @internal */
export const openLogReader = ({ duplicateKeys = false }: LogReaderOptions = {}): OpenLogReader => {
  const inside: LineContext = { terminated: true, duplicateKeys }
  const encode = stringEncoder()

  let entries: LogEntry[] = []
  let problems: LogProblem[] = []
  /** Of the line being read: its number, where it begins, and its bytes from earlier chunks. */
  let line = 1
  let offset = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  let overlong = false
  let sawBom = false
  let sawCrlf = false
  let utf16 = false

  const keep = (reading: LineReading, text: string, crlf: boolean): void => {
    const finding = reading.finding ?? formFinding(crlf)
    if (reading.event !== null) entries.push(Object.freeze({ line, offset, text, event: reading.event }))
    if (finding !== null) problems.push(logProblem(finding, line, offset))
  }

  /** What is odd about the file's form, once a file, on a line that nothing else is wrong with. */
  const formFinding = (crlf: boolean): Finding | null => {
    if (sawBom && line === 1) return BOM
    if (!crlf || sawCrlf) return null
    sawCrlf = true
    return CRLF
  }

  const readText = (text: string, context: LineContext): void =>
    keep(readLine(text, context), text, context.terminated && text.endsWith('\r'))

  const readBytes = (bytes: Uint8Array, context: LineContext): void => {
    if (line === 1 && isUtf16(bytes)) {
      utf16 = true
      problems.push(logProblem(UTF16, line, offset))
      return
    }
    const own = line === 1 ? withoutBom(bytes) : bytes
    if (own !== bytes) sawBom = true
    const text = decodeUtf8(own)
    if (text === null) keep(readUndecodable(decodeUtf8(beforeCutCharacter(own)), context), '', false)
    else readText(text, context)
  }

  /** Lines that all end in this piece: of ASCII decoded at once, since cutting the text is as exact as cutting bytes. */
  const readLines = (bytes: Uint8Array): void => {
    if (!isAscii(bytes)) {
      readLinesOfBytes(bytes)
      return
    }
    const text = decodeAscii(bytes)
    for (let from = 0; from < text.length; ) {
      const to = text.indexOf('\n', from)
      readText(text.slice(from, to), inside)
      nextLine(to + 1 - from)
      from = to + 1
    }
  }

  const readLinesOfBytes = (bytes: Uint8Array): void => {
    for (let from = 0; from < bytes.length; ) {
      const to = bytes.indexOf(LF, from)
      readBytes(bytes.subarray(from, to), inside)
      nextLine(to + 1 - from)
      if (utf16) return
      from = to + 1
    }
  }

  const nextLine = (bytes: number): void => {
    line += 1
    offset += bytes
  }

  const hold = (bytes: Uint8Array): void => {
    heldBytes += bytes.length
    if (heldBytes > MAX_LINE_BYTES) {
      overlong = true
      held = []
    } else if (bytes.length > 0) {
      // A copy: the caller may fill the same buffer again.
      held.push(bytes.slice())
    }
  }

  const finishHeld = (terminator: number, context: LineContext): void => {
    if (overlong) problems.push(logProblem(TOO_LONG, line, offset))
    else readBytes(concat(held, heldBytes), context)
    nextLine(heldBytes + terminator)
    held = []
    heldBytes = 0
    overlong = false
  }

  const read = (bytes: Uint8Array): void => {
    let rest = bytes
    if (heldBytes > 0 || overlong) {
      const end = rest.indexOf(LF)
      if (end === -1) {
        hold(rest)
        return
      }
      hold(rest.subarray(0, end))
      finishHeld(1, inside)
      rest = rest.subarray(end + 1)
    }
    const end = rest.lastIndexOf(LF) + 1
    if (end > 0 && !utf16) readLines(rest.subarray(0, end))
    hold(rest.subarray(end))
  }

  const finishLast = (): void => {
    if (heldBytes > 0 && !utf16) finishHeld(0, { terminated: false, duplicateKeys })
  }

  const taken = (): LogRead => {
    const result = Object.freeze({
      entries: Object.freeze(entries),
      problems: Object.freeze(problems),
      lines: line - 1,
    })
    entries = []
    problems = []
    return result
  }

  return Object.freeze({
    push: (chunk: string | Uint8Array): LogRead => {
      const parts = typeof chunk === 'string' ? [encode(chunk)] : [encode('', true), pieces(chunk)]
      for (const part of parts) for (const bytes of part) if (!utf16) read(bytes)
      return taken()
    },
    end: (): LogRead => {
      for (const bytes of encode('', true)) if (!utf16) read(bytes)
      finishLast()
      return taken()
    },
    peek: (): LogRead => {
      const before = { line, offset, held, heldBytes, overlong, sawBom, sawCrlf, utf16 }
      finishLast()
      const read = taken()
      ;({ line, offset, held, heldBytes, overlong, sawBom, sawCrlf, utf16 } = before)
      return read
    },
  })
}

const LF = 10

/**
 * Bytes looked at together. Their text is short enough to be made, and to go, among the young objects of the heap: with
 * pieces of 256 KiB or more, which V8 keeps apart, reading took a third longer, and memory grew by what was not yet collected.
 */
const PIECE = 64 * 1024

/** Cut behind a line's end where there is one: what is held over to the next piece has to be copied. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const window = bytes.subarray(from, from + PIECE)
    const whole = window.lastIndexOf(LF) + 1
    const length = whole > 0 && from + window.length < bytes.length ? whole : window.length
    yield window.subarray(0, length)
    from += length
  }
}

const concat = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0]
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

const withoutBom = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** The bytes without a character that was begun at their end, if one was. */
const beforeCutCharacter = (bytes: Uint8Array): Uint8Array => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0x80 && byte < 0xc0) continue
    // Bytes outside C2 to F4 begin no character.
    const length = byte < 0xc2 || byte > 0xf4 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/**
 * Text as UTF-8, in bounded pieces. A pair of surrogates may be cut by the caller's chunks; a surrogate that stands alone
 * is encoded as what it is, which no decoder takes for UTF-8, instead of turning silently into U+FFFD.
 */
const stringEncoder = (): ((chunk: string, last?: boolean) => Generator<Uint8Array>) => {
  const encoder = new TextEncoder()
  let heldUnit = ''
  return function* (chunk, last = false) {
    for (let from = 0; from < chunk.length || (last && heldUnit !== ''); from += PIECE) {
      let text = heldUnit + chunk.slice(from, from + PIECE)
      heldUnit = ''
      if (!last && isHighSurrogate(text.charCodeAt(text.length - 1))) {
        heldUnit = text.slice(-1)
        text = text.slice(0, -1)
      }
      yield LONE_SURROGATE.test(text) ? encodeUnits(encoder, text) : encoder.encode(text)
      if (last) return
    }
  }
}

const LONE_SURROGATE = /[\ud800-\udfff]/u

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

const encodeUnits = (encoder: InstanceType<typeof TextEncoder>, text: string): Uint8Array => {
  const parts = text.split(/([\ud800-\udfff])/u).map((part) => {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0
    return unit >= 0xd800 && unit < 0xe000
      ? Uint8Array.of(0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
      : encoder.encode(part)
  })
  return concat(
    parts,
    parts.reduce((sum, part) => sum + part.length, 0),
  )
}

const BOM: Finding = Object.freeze({
  code: 'bom',
  message: 'The file begins with a byte order mark. It is skipped; other readers of the log may not skip it.',
})

const CRLF: Finding = Object.freeze({
  code: 'crlf',
  message:
    'Lines end in CR LF from here on, where the log has LF alone. They are read; set `text eol=lf -merge` for the log in .gitattributes.',
})

const TOO_LONG: Finding = Object.freeze({
  code: 'line_too_long',
  message: 'The line is longer than 64 MiB and is not read. Correct its writer.',
})

const UTF16: Finding = Object.freeze({
  code: 'invalid_utf8',
  message: 'The file is UTF-16, of which nothing can be read. Save it as UTF-8 without a byte order mark.',
})
