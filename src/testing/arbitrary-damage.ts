import fc from 'fast-check'
import type { LogProblemCode } from '../log/log-problem.js'
import { validLogOfSome } from './arbitrary-commands.js'
import type { LogLine } from './arbitrary-log.js'

/** A valid log to which one thing happened. @public */
export interface DamagedLog {
  readonly bytes: Uint8Array
  /** What happened, where: every problem that a reader must find, and no other. */
  readonly fault: { readonly code: LogProblemCode; readonly line: number }
  /** The lines that are events all the same, in order. */
  readonly lines: readonly LogLine[]
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const text = (lines: readonly LogLine[]): string => lines.map((line) => `${line.text}\n`).join('')

/** A line that is no event and that stands between the others. */
type Intruder = (near: LogLine, cut: number) => string | Uint8Array

const INTRUDERS: { readonly [code in LogProblemCode]?: Intruder } = {
  invalid_utf8: ({ text }) => join(encode(text.slice(0, -1)), Uint8Array.of(0xc3, 0x28), encode('}')),
  nul_bytes: ({ text }, cut) => `${text.slice(0, cut)}${'\0'.repeat(1 + (cut % 9))}${text.slice(cut)}`,
  conflict_marker: (_, cut) => ['<<<<<<< HEAD', '||||||| 1234567', '>>>>>>> topic'][cut % 3] as string,
  closed_fragment: ({ text }, cut) => text.slice(0, cut),
  corrupt_line: ({ text }, cut) => [`${text}}`, `${text}${text}`, `x${text}`][cut % 3] as string,
  not_an_object: ({ text }, cut) => [`[${text}]`, '1', '"x"', 'null', 'true'][cut % 5] as string,
  invalid_event: ({ proposal_id }) =>
    `{"event":"transition","proposal_id":${JSON.stringify(proposal_id)},"to":"approved"}`,
  bad_proposal_id: (_, cut) =>
    `{"event":"transition","proposal_id":${['""', 'null', '7'][cut % 3]},"to":"accepted"}`,
  not_portable_number: ({ text }, cut) =>
    `${text.slice(0, -1)},"more":${['NaN', 'Infinity', '-Infinity', '1e999'][cut % 4]}}`,
  too_deep: ({ text }) => `${text.slice(0, -1)},"more":${'['.repeat(900)}${']'.repeat(900)}}`,
  unknown_event: ({ proposal_id }) => `{"event":"expired","proposal_id":${JSON.stringify(proposal_id)}}`,
}

/** What happens to the log as a whole, or to a line that stays an event. */
const CHANGES: {
  readonly [code in LogProblemCode]?: (lines: readonly LogLine[], at: number, cut: number) => DamagedLog
} = {
  duplicate_key: (lines, at) => {
    const changed = lines.map((line, place) =>
      place === at ? { ...line, text: `{"event":"${line.event}",${line.text.slice(1)}` } : line,
    )
    return { bytes: encode(text(changed)), fault: { code: 'duplicate_key', line: at + 1 }, lines: changed }
  },
  torn_tail: (lines, at, cut) => ({
    bytes: encode(text(lines) + (lines[at] as LogLine).text.slice(0, cut)),
    fault: { code: 'torn_tail', line: lines.length + 1 },
    lines,
  }),
  missing_final_newline: (lines) => ({
    bytes: encode(text(lines).slice(0, -1)),
    fault: { code: 'missing_final_newline', line: lines.length },
    lines,
  }),
  bom: (lines) => ({ bytes: encode(`\ufeff${text(lines)}`), fault: { code: 'bom', line: 1 }, lines }),
  crlf: (lines, at) => {
    const changed = lines.map((line, place) => (place < at ? line : { ...line, text: `${line.text}\r` }))
    return { bytes: encode(text(changed)), fault: { code: 'crlf', line: at + 1 }, lines: changed }
  },
}

const CODES = [...Object.keys(INTRUDERS), ...Object.keys(CHANGES)] as LogProblemCode[]

/** Of each problem there is but `line_too_long`, whose line of 64 MiB nobody waits for a hundred times. */
export const damagedLog: fc.Arbitrary<DamagedLog> = fc
  .tuple(validLogOfSome, fc.constantFrom(...CODES), fc.nat(), fc.nat())
  .map(([lines, code, place, length]) => {
    const at = place % lines.length
    const near = lines[at] as LogLine
    const cut = 1 + (length % (near.text.length - 1))
    const change = CHANGES[code]
    if (change !== undefined) return change(lines, at, cut)
    const intruder = (INTRUDERS[code] as Intruder)(near, cut)
    return {
      bytes: join(
        encode(text(lines.slice(0, at))),
        typeof intruder === 'string' ? encode(intruder) : intruder,
        encode(`\n${text(lines.slice(at))}`),
      ),
      fault: { code, line: at + 1 },
      lines,
    }
  })
