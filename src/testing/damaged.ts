import type { LogProblemCode } from '../log/log-problem.js'
import { MAX_LINE_BYTES } from '../log/log-reader.js'
import { at, type Fixture, fixture, logOf } from './fixtures.js'
import * as lines from './lines.js'

/** A log in which one thing is wrong, and which holds the same queue all the same. */
const damage = (
  about: string,
  code: LogProblemCode,
  line: number,
  log: () => string | Uint8Array,
  // The accept has no corpus entry; an inserted line moves it on.
  findings: Fixture['findings'] = [at('corpus_entry_owed', 3)],
): Fixture =>
  fixture(
    about,
    log,
    'a871e84954cc185edce65cba7eb5218e0c56a78f70c1ab03b59a428f1d185bb6',
    [
      [lines.RAIN, 'accepted'],
      [lines.WIND, 'pending'],
    ],
    { problems: [{ code, line }], findings },
  )

const HEAD = logOf(lines.RAIN_CREATED, lines.RAIN_REPLAY)
const TAIL = logOf(lines.RAIN_ACCEPTED, lines.WIND_CREATED)

/** What an audit finds behind a line that was inserted. */
const BEHIND = [at('corpus_entry_owed', 4)]

const third = (about: string, code: LogProblemCode, line: () => string): Fixture =>
  damage(about, code, 3, () => `${HEAD}${line()}\n${TAIL}`, BEHIND)

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * One log for each thing that can be wrong with a line (spec §2.1). Under the damage all of them hold the same queue: a
 * reader that finds another one has lost a sound line, or read a broken one. @public
 */
export const damaged: { readonly [code in LogProblemCode]: Fixture } = Object.freeze({
  line_too_long: third(
    'a line of more than 64 MiB',
    'line_too_long',
    () => `{"event":"replay","pad":"${'x'.repeat(MAX_LINE_BYTES)}"}`,
  ),
  invalid_utf8: damage(
    'a character whose bytes are not UTF-8',
    'invalid_utf8',
    3,
    () => {
      const before = encode(`${HEAD}{"event":"transition","note":"`)
      return Uint8Array.of(
        ...before,
        0xc3,
        0x28,
        ...encode(`","proposal_id":"${lines.RAIN}","to":"rejected"}\n${TAIL}`),
      )
    },
    BEHIND,
  ),
  nul_bytes: third('a block of NUL bytes, as after a power loss', 'nul_bytes', () => '\0'.repeat(64)),
  conflict_marker: third('a marker that a merge left', 'conflict_marker', () => '<<<<<<< HEAD'),
  torn_tail: damage('a last line that was cut short inside a character', 'torn_tail', 5, () => {
    const tail = encode(`${HEAD}${TAIL}{"event":"transition","note":"d\u00e9`)
    return tail.subarray(0, -1)
  }),
  closed_fragment: third('a torn tail that a later append closed off', 'closed_fragment', () =>
    lines.FROST_CREATED.slice(0, 100),
  ),
  corrupt_line: third(
    'a line that is no JSON',
    'corrupt_line',
    () => `${lines.FROST_CREATED.slice(0, 100)}${lines.WIND_ROLLED_BACK}`,
  ),
  not_an_object: third(
    'a line that is JSON and not an object',
    'not_an_object',
    () => `[${lines.FROST_CREATED}]`,
  ),
  invalid_event: third(
    'a transition to a state that does not exist',
    'invalid_event',
    () => `{"event":"transition","proposal_id":"${lines.RAIN}","to":"approved"}`,
  ),
  bad_proposal_id: third(
    'a transition of nothing',
    'bad_proposal_id',
    () => '{"event":"transition","proposal_id":"","to":"rejected"}',
  ),
  not_portable_number: third('a metric that is no number', 'not_portable_number', () =>
    lines.RAIN_REPLAY.replace('0.9375', 'NaN'),
  ),
  too_deep: third(
    'more than 900 levels',
    'too_deep',
    () =>
      `{"event":"transition","proposal_id":"${lines.RAIN}","to":"rejected","x":${'['.repeat(900)}${']'.repeat(900)}}`,
  ),
  unknown_event: third(
    'an event of a later version',
    'unknown_event',
    () => `{"event":"expired","proposal_id":"${lines.RAIN}"}`,
  ),
  duplicate_key: damage(
    'a key that stands twice in one object',
    'duplicate_key',
    3,
    () => `${HEAD}${lines.RAIN_ACCEPTED.replace('"to":', '"to":"rejected","to":')}\n${lines.WIND_CREATED}\n`,
    [at('not_canonical', 3), at('corpus_entry_owed', 3)],
  ),
  missing_final_newline: damage('a whole last line without a newline', 'missing_final_newline', 4, () =>
    `${HEAD}${TAIL}`.slice(0, -1),
  ),
  bom: damage('a byte order mark', 'bom', 1, () => `\ufeff${HEAD}${TAIL}`),
  crlf: damage('lines that end in CR LF', 'crlf', 1, () => `${HEAD}${TAIL}`.replaceAll('\n', '\r\n'), [
    at('not_canonical', 1),
    at('not_canonical', 2),
    at('not_canonical', 3),
    at('corpus_entry_owed', 3),
    at('not_canonical', 4),
  ]),
})
