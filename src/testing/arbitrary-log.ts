import fc from 'fast-check'
import { canonicalText } from '../json/canonical-text.js'
import { jsonText, mutatedText, numberToken, objectText } from './arbitrary-json.js'

/** Logs as texts, a line each, in every spelling that reads: tidy ones, and those that no writer of ours would make. */

/** One line of a log, with what it is about. @public */
export interface LogLine {
  readonly event: 'created' | 'replay' | 'transition' | 'accepted_corpus_append'
  readonly proposal_id: string
  /** Without its newline. */
  readonly text: string
}

/** Few ids, so that events meet; and names that objects have, that look like numbers, that sort or hash alike. */
export const awkwardId: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'b',
  '38b2cc22a9c3c325f4e7f37c991319a5',
  '__proto__',
  'constructor',
  '10',
  '9',
  'toString',
  '\u{1f600}',
  '\ud83d',
  '\uffff',
  'a\u2028\u0085\ufeff',
  // These two have one FNV-1a hash.
  'costarring',
  'liquid',
)

/** A name, in either spelling: ASCII, or raw where UTF-8 can hold it. */
const spelled = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(canonicalText(text), JSON.stringify(text))

const portable = (token: string): boolean => {
  const digits = /^-?(\d+)$/.exec(token)
  return digits === null ? Number.isFinite(Number(token)) : (digits[1] ?? '').length < 300
}

const number = fc.oneof(
  fc.constantFrom(
    '1',
    '1.0',
    '0.9167',
    '1e-07',
    '-0.0',
    '-0',
    '1E2',
    '1e16',
    '123456789012345678901234567890',
    '9007199254740993',
  ),
  numberToken.filter(portable),
)

const metrics = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('m', 'accuracy', '__proto__', 'constructor', '10', '\u00e9'), number),
    {
      selector: ([name]) => name,
      maxLength: 3,
    },
  )
  .map((all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)

/** JSON that every reader can hold. */
const harmless = (text: string): boolean => !/\d{300}|e\+?\d{3}/i.test(text)

/** Members that this library does not know, with any JSON in them; none shadows one that it knows. */
const more = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('x', '__proto__', 'constructor', '7', 'toJSON', '\u{1f600}'),
      jsonText.filter(harmless),
    ),
    { selector: ([name]) => name, maxLength: 2 },
  )
  .map((all) =>
    all.map(([name, value]) => `,${JSON.stringify(name)}:${value.replaceAll(/[\r\n]/g, ' ')}`).join(''),
  )

const often = <T>(some: fc.Arbitrary<T>, none: T): fc.Arbitrary<T> =>
  fc.oneof(fc.constant(none), { weight: 2, arbitrary: some })

export const evidenceText: fc.Arbitrary<string> = fc
  .tuple(metrics, metrics, fc.boolean(), often(more, ''))
  .map(
    ([baseline, candidate, equivalent, rest]) =>
      `{"baseline":${baseline},"candidate":${candidate},"regressed_metrics":${equivalent ? '[]' : '["m"]'},"replay_equivalent":${equivalent}${rest}}`,
  )

const chainText = fc
  .tuple(fc.constantFrom('s', '\u00e9', '\\ud800', ''), fc.constantFrom('o', 's', '\u2028'), often(more, ''))
  .map(
    ([subject, object, rest]) =>
      `{"subject":"${subject}","intent":"cause","connective":"c","object":"${object}"${rest}}`,
  )

const sourceText = fc.constantFrom(
  '',
  ',"source":null',
  ',"source":{"kind":"operator","source_id":"","emitted_at_revision":"r"}',
  ',"source":{"kind":"miner","source_id":"7","emitted_at_revision":"r","extra":1.0}',
)

const createdLine = (id: string, foreign: boolean): fc.Arbitrary<LogLine> =>
  fc
    .tuple(
      spelled(id),
      chainText,
      sourceText,
      often(
        evidenceText.map((text) => `,"replay_evidence":${text}`),
        '',
      ),
      foreign
        ? fc.constantFrom('', ',"review_state":"accepted"', ',"review_state":"odd"')
        : fc.constant(',"review_state":"pending"'),
      fc.constantFrom('', `,"source_candidate_id":"c"`),
      often(more, ''),
      often(more, ''),
    )
    .map(([spelling, chain, source, evidence, reviewState, candidate, inner, outer]) => ({
      event: 'created',
      proposal_id: id,
      text: `{"event":"created","proposal":{"proposal_id":${spelling},"proposed_chain":${chain},"polarity":"affirms","claim_domain":"factual","evidence":[]${source}${evidence}${reviewState}${candidate}${inner}}${outer}}`,
    }))

const replayLine = (id: string): fc.Arbitrary<LogLine> =>
  fc.tuple(spelled(id), evidenceText, often(more, '')).map(([spelling, evidence, rest]) => ({
    event: 'replay',
    proposal_id: id,
    text: `{"event":"replay","proposal_id":${spelling},"replay_evidence":${evidence}${rest}}`,
  }))

/** The members that a digest must not see. */
export const auditOnly: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(fc.constantFrom('"cli"', '"workflow_dispatch"', 'null'), { nil: null }),
    fc.option(fc.constantFrom('"reviewer"', '"curator"', 'null'), { nil: null }),
    fc.option(fc.constantFrom('"4b825dc642cb6eb9a060e54bf8d69288fbee4904"', 'null'), { nil: null }),
    fc.option(fc.constantFrom('"1580000001"', 'null'), { nil: null }),
    fc.option(
      fc.string().map((note) => canonicalText(note)),
      { nil: null },
    ),
    fc.option(fc.constantFrom('"2026-06-01"', 'null'), { nil: null }),
  )
  .map((values) =>
    ['ratifier_kind', 'actor', 'commit_sha', 'workflow_run_id', 'note', 'review_date']
      .map((name, at) => (values[at] === null ? '' : `,"${name}":${values[at]}`))
      .join(''),
  )

const transitionLine = (id: string, to: fc.Arbitrary<string>): fc.Arbitrary<LogLine> =>
  fc.tuple(spelled(id), to, auditOnly, often(more, '')).map(([spelling, state, audit, rest]) => ({
    event: 'transition',
    proposal_id: id,
    text: `{"event":"transition","proposal_id":${spelling},"to":"${state}"${audit}${rest}}`,
  }))

const appendLine = (id: string): fc.Arbitrary<LogLine> =>
  fc.tuple(spelled(id), often(more, '')).map(([spelling, rest]) => ({
    event: 'accepted_corpus_append',
    proposal_id: id,
    text: `{"event":"accepted_corpus_append","proposal_id":${spelling},"chain_id":"i_s_c_o","provenance":{"adr_id":"adr-0057","source":"discovery_promoted","review_date":"2026-06-01","raw":"adr-0057:discovery_promoted:2026-06-01"}${rest}}`,
  }))

const settled = fc.constantFrom('accepted', 'rejected', 'withdrawn')

/** One proposal as a writer of ours leaves it: created, measured, perhaps settled once. */
const life = (id: string): fc.Arbitrary<readonly LogLine[]> =>
  fc
    .tuple(
      createdLine(id, false),
      fc.array(replayLine(id), { maxLength: 2 }),
      fc.option(fc.tuple(transitionLine(id, settled), appendLine(id)), { nil: null }),
    )
    .map(([created, replays, end]) => [
      created,
      ...replays,
      ...(end === null ? [] : end[0].text.includes('"to":"accepted"') ? end : [end[0]]),
    ])

/** Lists merged into one that keeps the order of each. */
const merged = (lists: readonly (readonly LogLine[])[], picks: readonly number[]): readonly LogLine[] => {
  const rests = lists.map((list) => [...list])
  const all: LogLine[] = []
  for (let turn = 0; ; turn += 1) {
    const open = rests.filter((rest) => rest.length > 0)
    if (open.length === 0) return all
    all.push(open[(picks[turn % picks.length] ?? 0) % open.length]?.shift() as LogLine)
  }
}

const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 20 })

/** Each proposal created once, settled at most once, nothing out of order; in spellings old, new and of others. */
export const spelledLog: fc.Arbitrary<readonly LogLine[]> = fc
  .tuple(
    fc.uniqueArray(awkwardId, { maxLength: 8 }).chain((ids) => fc.tuple(...ids.map(life))),
    picks,
  )
  .map(([lives, order]) => merged(lives, order))

/** Mostly the same two, so that lines meet. */
const meetingId = fc.oneof({ weight: 2, arbitrary: fc.constantFrom('a', 'b') }, awkwardId)

const foreignLine: fc.Arbitrary<LogLine> = meetingId.chain((id) =>
  fc.oneof(
    { weight: 2, arbitrary: createdLine(id, true) },
    replayLine(id),
    {
      weight: 2,
      arbitrary: transitionLine(id, fc.constantFrom('accepted', 'rejected', 'withdrawn', 'pending')),
    },
    appendLine(id),
  ),
)

/** What no writer of ours makes and the fold takes all the same: orphans, second transitions, repeated creations. */
export const foreignLog: fc.Arbitrary<readonly LogLine[]> = fc.array(foreignLine, { maxLength: 30 })

/** Either of the two. */
export const anyLog: fc.Arbitrary<readonly LogLine[]> = fc.oneof(spelledLog, foreignLog)

/** Another order of the same lines that keeps the order of `created` lines and each proposal's own. */
export const interleaved = (lines: readonly LogLine[], order: readonly number[]): readonly LogLine[] => {
  const left = [...lines]
  const all: LogLine[] = []
  for (let turn = 0; left.length > 0; turn += 1) {
    const open = left.filter(
      (line, at) =>
        !left
          .slice(0, at)
          .some(
            (other) =>
              other.proposal_id === line.proposal_id ||
              (other.event === 'created' && line.event === 'created'),
          ),
    )
    const next = open[(order[turn % order.length] ?? 0) % open.length] as LogLine
    all.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return all
}

/** Numbers that an order is made from. */
export const arbitraryOrder = picks

/** Run reports as texts, by file name; some name proposals of the log. */
export const anyReports: fc.Arbitrary<readonly { readonly file_name: string; readonly content: string }[]> =
  fc.uniqueArray(
    fc.record({
      file_name: fc.constantFrom(
        '1.json',
        '10.json',
        '2.json',
        'A.json',
        'a.json',
        '\uffff.json',
        '\u{1f600}.json',
      ),
      content: fc
        .tuple(
          awkwardId,
          fc.array(awkwardId, { maxLength: 2 }),
          fc.constantFrom('', ',"report_kind":"learning_arc"', ',"report_kind":"dream"'),
        )
        .map(
          ([id, scenes, kind]) =>
            `{"proposal_id":${canonicalText(id)},"scenes":[${scenes.map((scene) => `{"detail":{"proposal_id":${canonicalText(scene)}}}`).join(',')}]${kind}}`,
        ),
    }),
    { selector: ({ file_name }) => file_name, maxLength: 5 },
  )

/** The text of lines, as they stand in the file. @public */
export const logText = (lines: readonly { readonly text: string }[]): string =>
  lines.map(({ text }) => `${text}\n`).join('')

/** A file that may hold anything: events, damage, other line ends, half lines, a byte order mark. */
export const messyText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', '\ufeff'),
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 4, arbitrary: foreignLine.map(({ text }) => text) },
          mutatedText,
          objectText,
          fc.tuple(foreignLine, fc.nat()).map(([{ text }, cut]) => text.slice(0, cut % text.length)),
          fc.constantFrom('', ' \t', '\0', '<<<<<<< HEAD', '{"event":"other"}', '\ufeff', '\ud83d', '\u2028'),
        ),
        fc.constantFrom('\n', '\n', '\n', '\r\n', ''),
      ),
      { maxLength: 10 },
    ),
  )
  .map(([mark, parts]) => mark + parts.flat().join(''))

/** A text, bytes or a list, cut at places that any numbers stand for. */
export const cutAt = <T extends { readonly length: number }>(
  whole: T,
  cuts: readonly number[],
  slice: (from: number, to: number) => T,
): readonly T[] => {
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  return places.slice(1).map((to, at) => slice(places[at] ?? 0, to))
}
