import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  createLogReader,
  encodeEvent,
  type LogRead,
  queueDigest,
  queueText,
  readLog,
  replay,
  right,
} from '../../src/index.js'
import { anyLog, logText, messyText, spelledLog } from '../../src/testing/arbitrary-log.js'
import { fixtures } from '../../src/testing/index.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const viewOf = ({ entries }: Pick<LogRead, 'entries'>): string => {
  const queue = replay(entries.map(({ event }) => event))
  return [...queueText(queue, []), queueDigest(queue, [])].join('')
}

const inPieces = (pieces: readonly (string | Uint8Array)[], duplicateKeys: boolean): LogRead => {
  const reader = createLogReader({ duplicateKeys })
  const reads = [...pieces.map((piece) => reader.push(piece)), reader.end()]
  return {
    entries: reads.flatMap(({ entries }) => entries),
    problems: reads.flatMap(({ problems }) => problems),
    lines: reads.at(-1)?.lines ?? 0,
  }
}

const cutAt = <T extends { readonly length: number }>(
  whole: T,
  cuts: readonly number[],
  slice: (from: number, to: number) => T,
): readonly T[] => {
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  return places.slice(1).map((to, at) => slice(places[at] ?? 0, to))
}

const cuts = fc.array(fc.nat(), { maxLength: 12 })

const wellFormed = (text: string): boolean => !/[\ud800-\udfff]/u.test(text)

/** Bytes that were a log until some of them changed: cut characters, line ends and marks among them. */
const messyBytes = fc
  .tuple(messyText.map(encode), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 4 }))
  .map(([bytes, changes]) => {
    for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
    return bytes
  })

describe('reading', () => {
  it('gives the same for any pieces of the bytes, also cut inside a character', () => {
    fc.assert(
      fc.property(messyBytes, cuts, fc.boolean(), (bytes, places, duplicateKeys) => {
        const pieces = cutAt(bytes, places, (from, to) => bytes.slice(from, to))
        expect(inPieces(pieces, duplicateKeys)).toEqual(readLog(bytes, { duplicateKeys }))
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same for every byte by itself, in a buffer that is filled again', () => {
    fc.assert(
      fc.property(messyBytes, (bytes) => {
        const buffer = new Uint8Array(1)
        const reader = createLogReader()
        const reads: LogRead[] = []
        for (const byte of bytes) {
          buffer[0] = byte
          reads.push(reader.push(buffer))
        }
        reads.push(reader.end())
        const { entries, problems, lines } = readLog(bytes)
        expect(reads.flatMap((read) => read.entries)).toEqual(entries)
        expect(reads.flatMap((read) => read.problems)).toEqual(problems)
        expect(reads.at(-1)?.lines).toBe(lines)
      }),
      { numRuns: 50 },
    )
  })

  it('gives the same for any pieces of the text, also cut inside a pair of surrogates', () => {
    fc.assert(
      fc.property(messyText, cuts, fc.boolean(), (text, places, duplicateKeys) => {
        const pieces = cutAt(text, places, (from, to) => text.slice(from, to))
        expect(inPieces(pieces, duplicateKeys)).toEqual(readLog(text, { duplicateKeys }))
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same for a text and for its bytes, and for pieces of both', () => {
    fc.assert(
      fc.property(messyText.filter(wellFormed), cuts, (text, places) => {
        const whole = readLog(text)
        expect(readLog(encode(text))).toEqual(whole)
        const mixed = cutAt([...text], places, (from, to) => [...text].slice(from, to)).map((points, at) =>
          at % 2 === 0 ? points.join('') : encode(points.join('')),
        )
        expect(inPieces(mixed, false)).toEqual(whole)
      }),
      { numRuns: 200 },
    )
  })

  it('gives every line an entry, a problem, or both, or finds it blank; and each stands where the file has it', () => {
    fc.assert(
      fc.property(messyBytes, (bytes) => {
        const { entries, problems, lines } = readLog(bytes, { duplicateKeys: true })
        const named = new Set([...entries, ...problems].map(({ line }) => line))
        const file = linesOf(bytes)
        if (isUtf16(bytes)) return
        expect(lines).toBe(file.length)
        file.forEach(({ own }, at) => {
          const blank = /^[ \t\r]*$/.test(Buffer.from(own).toString('latin1'))
          if (!blank) expect(named).toContain(at + 1)
        })
        for (const { line, offset } of [...entries, ...problems]) expect(offset).toBe(file[line - 1]?.offset)
        for (const { line, text } of entries) {
          const stored = Buffer.from(file[line - 1]?.own ?? []).toString('utf8')
          expect(text).toBe(line === 1 ? stored.replace(/^\ufeff/, '') : stored)
        }
        expect(new Set(problems.map(({ line }) => line)).size).toBe(problems.length)
        expect(problems.map(({ line }) => line)).toEqual(
          problems.map(({ line }) => line).sort((a, b) => a - b),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('gives a log cut at any byte the queue of its whole lines, and at most one torn_tail', () => {
    fc.assert(
      fc.property(spelledLog, (log) => {
        const lines = log.slice(0, 6)
        const bytes = encode(logText(lines))
        const file = linesOf(bytes)
        const views = file.map((_, at) => viewOf(readLog(logText(lines.slice(0, at)))))
        views.push(viewOf(readLog(bytes)))
        const { entries } = readLog(bytes)
        let whole = 0
        for (let cut = 0; cut <= bytes.length; cut += 1) {
          const { offset = 0, own = new Uint8Array() } = file[whole] ?? {}
          if (file[whole] !== undefined && cut > offset + own.length) whole += 1
          const begun = file[whole]
          const part = cut - (begun?.offset ?? bytes.length)
          // Cut right before its newline, a line is whole.
          const unended = begun !== undefined && part === begun.own.length
          const read = readLog(bytes.slice(0, cut))
          expect(read.problems.map(({ code, line }) => [code, line])).toEqual(
            part === 0 ? [] : [[unended ? 'missing_final_newline' : 'torn_tail', whole + 1]],
          )
          const count = unended ? whole + 1 : whole
          expect(read.entries.length).toBe(count)
          if (part <= 1 || unended) expect(viewOf(read)).toBe(views[count])
          expect(read.entries.at(-1)?.text).toBe(entries[count - 1]?.text)
        }
      }),
      { numRuns: 6 },
    )
  })

  it('gives the line of a known event back as its canonical text', () => {
    fc.assert(
      fc.property(anyLog, (lines) => {
        const { entries } = readLog(logText(lines))
        expect(entries.map(({ event }) => right(encodeEvent(event)))).toEqual(
          lines.map(({ text }) => canonicalJson(text)),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('never takes a flipped bit for a sound line, unless it is one', () => {
    const sound = encode(fixtures.settled.log() as string).slice(0, 2400)
    const log = sound.slice(0, sound.lastIndexOf(0x0a) + 1)
    const before = readLog(log)
    expect(before.entries.length).toBeGreaterThan(3)
    for (let at = 0; at < log.length; at += 1) {
      const flipped = log.slice()
      flipped[at] = (flipped[at] ?? 0) ^ (1 << ((at * 5) % 8))
      const read = readLog(flipped, { duplicateKeys: true })
      const alone = linesOf(flipped).map(({ own }, line) => readAlone(own, line === 0))
      const expected = alone.flatMap(({ entries }) => entries.map(({ text }) => text))
      expect(read.entries.map(({ text }) => text)).toEqual(expected)
      alone.forEach(({ entries }, line) => {
        const named = read.problems.some((problem) => problem.line === line + 1)
        if (!named) expect(entries).toHaveLength(1)
      })
      // Of the lines that the flip is not in, none is lost.
      const hit = before.entries.filter(({ offset }) => offset <= at).length - 1
      const kept = before.entries.filter((_, line) => line !== hit && !(log[at] === 0x0a && line === hit + 1))
      for (const { text } of kept) expect(expected).toContain(text)
    }
  })
})

/** A line by itself: the first of a file, or a later one. */
const readAlone = (own: Uint8Array, first: boolean): LogRead => {
  const key = `${first} ${Buffer.from(own).toString('latin1')}`
  const known = readAlready.get(key)
  if (known !== undefined) return known
  const read = readLog(Buffer.concat([first ? Buffer.alloc(0) : Buffer.from('\n'), own, Buffer.from('\n')]), {
    duplicateKeys: true,
  })
  readAlready.set(key, read)
  return read
}

const readAlready = new Map<string, LogRead>()

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** The lines of a file, with where each begins. What follows the last newline is a line when there is any. */
const linesOf = (bytes: Uint8Array): readonly { readonly offset: number; readonly own: Uint8Array }[] => {
  const lines: { offset: number; own: Uint8Array }[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf(0x0a, offset)
    const to = end === -1 ? bytes.length : end
    lines.push({ offset, own: bytes.slice(offset, to) })
    offset = to + 1
  }
  return lines
}
