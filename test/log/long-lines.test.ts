import { describe, expect, it } from 'vitest'
import { readLog } from '../../src/index.js'

const megabytes = (n: number, unit: string): string => unit.repeat((n * 1024 * 1024) / unit.length)

const codes = (log: string): readonly (readonly [string, number, number])[] =>
  readLog(log).problems.map(({ code, line, offset }) => [code, line, offset])

const withNote = (note: string, more = ''): string =>
  `{"event":"transition","note":"${note}","proposal_id":"x","to":"accepted"${more}}`

describe('a long line', () => {
  it.each([
    ['of letters', 'x', 20],
    ['of escapes', '\\n', 20],
    ['of escaped quotes', '\\"', 20],
    ['of characters outside ASCII', 'é', 2],
  ])('is read like a short one: %s', (_, unit, size) => {
    const whole = withNote(megabytes(size, unit))
    expect(codes(`${whole}\n`)).toEqual([])
    expect(readLog(`${whole}\n`).entries).toHaveLength(1)
    expect(codes(whole.slice(0, -30))).toEqual([['torn_tail', 1, 0]])
    expect(codes(`${whole.slice(0, -30)}\n`)).toEqual([['closed_fragment', 1, 0]])
    expect(codes(`${withNote(megabytes(size, unit), ',"z":NaN')}\n`)).toEqual([['not_portable_number', 1, 0]])
    expect(codes(`${withNote(megabytes(size, unit), ',"z":1e999')}\n`)).toEqual([
      ['not_portable_number', 1, 0],
    ])
  })

  it('is skipped above 64 MiB, and the lines behind it are read where they stand', () => {
    const limit = 64 * 1024 * 1024
    const fits = withNote('x'.repeat(limit - withNote('').length))
    expect(codes(`${fits}\n`)).toEqual([])
    const over = `${fits} `
    const log = readLog(`${over}\n${withNote('')}\n`)
    expect(log.problems.map(({ code, line, offset }) => [code, line, offset])).toEqual([
      ['line_too_long', 1, 0],
    ])
    expect(log.entries.map(({ line, offset }) => [line, offset])).toEqual([[2, limit + 2]])
    expect(codes(over)).toEqual([['line_too_long', 1, 0]])
  })

  it.each(['[', '{"a":', '[{"a":'])('nests 200,000 deep in %s without harm', (open) => {
    expect(codes(`${open.repeat(200_000)}\n`)).toEqual([
      [open.startsWith('{') ? 'closed_fragment' : 'corrupt_line', 1, 0],
    ])
  })

  it('is too deep beyond 900 levels, wherever they stand', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(codes(`${withNote('', `,"z":${nested(899)}`)}\n`)).toEqual([])
    expect(codes(`${withNote('', `,"z":${nested(900)}`)}\n`)).toEqual([['too_deep', 1, 0]])
    expect(codes(`{"event":"other","z":${nested(200_000)}}\n`)).toEqual([['too_deep', 1, 0]])
    expect(codes(`${withNote('', `,"z":1,"y":${nested(200_000)}`)}\n`)).toEqual([['too_deep', 1, 0]])
  })
})

describe('a byte that begins no character', () => {
  it.each([0xc0, 0xc1, 0xf5, 0xff])('is an error and not a cut: %i', (byte) => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"event":"x","a":"'), byte])
    expect(readLog(bytes).problems.map(({ code }) => code)).toEqual(['invalid_utf8'])
  })
})

describe('a number that not every reader can hold', () => {
  it.each([
    ['NaN', ['not_portable_number', 1, 0]],
    ['-Infinity', ['not_portable_number', 1, 0]],
    ['1e999', ['not_portable_number', 1, 0]],
    ['1'.repeat(4301), ['not_portable_number', 1, 0]],
  ])('is named as such, also in a metric: %s', (token, problem) => {
    const replay = `{"event":"replay","proposal_id":"x","replay_evidence":{"baseline":{"m":${token}},"candidate":{},"regressed_metrics":[],"replay_equivalent":true}}`
    expect(codes(`${replay}\n`)).toEqual([problem])
    expect(codes(`${withNote('NaN and Infinity', `,"z":${token}`)}\n`)).toEqual([problem])
  })

  it('is named also under a key that is given again, where the exact text would be lost with it', () => {
    expect(codes(`${withNote('', ',"z":1,"y":1e999,"y":2')}\n`)).toEqual([['not_portable_number', 1, 0]])
  })

  it('does not hide what else is wrong with the event', () => {
    expect(codes(`{"event":"transition","proposal_id":"x","to":"nowhere","z":NaN}\n`)).toEqual([
      ['invalid_event', 1, 0],
    ])
    expect(codes(`{"event":"transition","proposal_id":"","to":"accepted","z":NaN}\n`)).toEqual([
      ['bad_proposal_id', 1, 0],
    ])
    expect(codes('NaN\n')).toEqual([['not_an_object', 1, 0]])
  })

  it('is not an integer of up to 4,300 digits, which keeps its digits', () => {
    const line = withNote('', `,"z":${'7'.repeat(4300)}`)
    expect(codes(`${line}\n`)).toEqual([])
  })
})
