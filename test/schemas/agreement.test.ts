import fc from 'fast-check'
import type * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import { Candidate } from '../../src/decisions/candidate.js'
import { AcceptedCorpusAppend } from '../../src/events/accepted-corpus-append.js'
import { departures, JsonObject } from '../../src/events/codec.js'
import { Created } from '../../src/events/created.js'
import { decodeEvent } from '../../src/events/proposal-event.js'
import { Replay } from '../../src/events/replay.js'
import { ReplayEvidence } from '../../src/events/replay-evidence.js'
import { Transition } from '../../src/events/transition.js'
import { readCandidate, readEvidence, readLog, readReport } from '../../src/index.js'
import { type SchemaName, validateAgainst } from '../../src/node/schemas.js'
import { codecOf, QueueFullReportCodec } from '../../src/reports/run-report.js'
import { documents } from '../../src/testing/arbitrary-documents.js'
import { type Mutant, mutantsAt, placesOf } from './mutations.js'

/** Whether the library reads a value as the document that a schema of that name describes. */
const codecAccepts: { readonly [name in SchemaName]?: (value: unknown) => boolean } = {
  'log-line': (value) => JsonObject.is(value) && ['event', 'unknown'].includes(decodeEvent(value).kind),
  created: (value) => conforms(Created, spelledCreated(value)),
  replay: (value) => conforms(Replay, value),
  transition: (value) => conforms(Transition, value),
  'accepted-corpus-append': (value) => conforms(AcceptedCorpusAppend, value),
  'run-report': (value) => conforms(codecOf(value), value),
  'learning-arc-report': (value) =>
    conforms(codecOf(value), value) && [undefined, 'learning_arc'].some((kind) => kind === kindOf(value)),
  'queue-full-report': (value) => conforms(QueueFullReportCodec, value),
  candidate: (value) => conforms(Candidate, value),
  'replay-evidence': (value) => conforms(ReplayEvidence, value),
}

/** Whether the library reads a text without an error. Said of JSON text alone: `undefined` and `Infinity` have none. */
const readerAccepts: { readonly [name in SchemaName]?: (text: string) => boolean } = {
  'log-line': (text) => readLog(`${text}\n`).problems.every(({ severity }) => severity === 'warning'),
  'run-report': (text) => readReport(text, { file_name: 'r.json' }).report !== null,
  candidate: (text) => readCandidate(text)._tag === 'Right',
  'replay-evidence': (text) => readEvidence(text)._tag === 'Right',
}

const names = Object.keys(codecAccepts) as SchemaName[]

/** How codec and schema differ on a value: empty when both accept it, and when both refuse it. */
const differences = ({ how, value }: Mutant): string[] =>
  names.flatMap((name) => {
    const accepted = codecAccepts[name]?.(value) === true
    const faults = validateAgainst(name, value)
    const differ =
      accepted === (faults.length === 0)
        ? []
        : [`${name}, ${how}: the codec ${accepted ? 'accepts' : 'refuses'}; ${JSON.stringify(faults)}`]
    const reads = readerAccepts[name]
    if (reads === undefined || !isJson(value) || reads(JSON.stringify(value)) === accepted) return differ
    return [...differ, `${name}, ${how}: the reader says otherwise than its codec`]
  })

const chain = {
  subject: 's',
  intent: 'cause',
  connective: 'requires',
  object: 'o',
  recognizer_spec: { n: 1 },
}
const piece = { source: 'corpus', ref: 'r', polarity: 'affirms', epistemic_status: 'coherent' }
const evidence = {
  baseline: { accuracy: 0.5 },
  candidate: { accuracy: 1.5 },
  regressed_metrics: ['m'],
  replay_equivalent: true,
  more: [1],
}
const source = { kind: 'operator', source_id: '', emitted_at_revision: 'r' }
const provenance = { adr_id: 'a', source: 's', review_date: '2026-06-01', raw: 'a:s:2026-06-01' }

/** One document of each kind that has every member there is. */
const WHOLE: { readonly [what: string]: object } = {
  created: {
    event: 'created',
    proposal: {
      proposal_id: 'p',
      source_candidate_id: 'c',
      proposed_chain: chain,
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [piece],
      source,
      review_state: 'pending',
      operator_note: '',
      replay_evidence: evidence,
      provenance: { any: 'thing' },
    },
  },
  replay: { event: 'replay', proposal_id: 'p', replay_evidence: evidence },
  transition: {
    event: 'transition',
    proposal_id: 'p',
    to: 'accepted',
    note: 'n',
    ratifier_kind: 'cli',
    actor: 'a',
    commit_sha: 'c',
    workflow_run_id: 'w',
    triggering_actor: 't',
    workflow_run_attempt: 2,
    review_date: '2026-06-01',
  },
  accepted_corpus_append: { event: 'accepted_corpus_append', proposal_id: 'p', chain_id: 'c', provenance },
  'an unknown event': { event: 'later', proposal_id: 'p', to: 'accepted' },
  'a learning_arc report': {
    report_kind: 'learning_arc',
    proposal_id: 'p',
    scenes: [{ scene: 's', detail: { proposal_id: 'q' } }],
    candidate: {},
    replay_evidence: {},
  },
  'a queue_full report': {
    report_kind: 'queue_full',
    pending_count: 3,
    cap: 3,
    candidates_skipped: [{ candidate_id: 'c', reason: 'queue_full' }],
    emitted_at_revision: 'r',
    scenes: [{ detail: {} }],
  },
  'a candidate': {
    candidate_id: 'c',
    proposed_chain: chain,
    polarity: 'affirms',
    claim_domain: 'factual',
    evidence: [piece],
    boundary_clean: true,
  },
  'replay evidence': evidence,
}

/** What may stand where it does not belong: every type, each word that means something, each shape that belongs elsewhere. */
const FOREIGN: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  2.5,
  JSON.parse('1e999'),
  Number.NEGATIVE_INFINITY,
  Number.NaN,
  '',
  'x',
  '1',
  ...['created', 'proposal', 'replay', 'transition', 'accepted_corpus_append', 'queue_full', 'learning_arc'],
  ...['pending', 'accepted', 'withdrawn', 'affirms', 'falsifies', 'factual', 'evaluative'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'],
  [],
  [null],
  ['x'],
  [1],
  [[]],
  {},
  { x: 1 },
  { x: 'x' },
  { length: 0 },
  JSON.parse('{"__proto__":1}'),
  JSON.parse('{"__proto__":null}'),
  JSON.parse('{"__proto__":{"subject":"s","intent":"i","connective":"c","object":"o"}}'),
  JSON.parse('{"constructor":{"prototype":{"event":"created"}}}'),
  chain,
  evidence,
  source,
  provenance,
  [piece],
  [{ detail: 1 }],
]

describe('codec and schema', () => {
  it.each(Object.entries(WHOLE))('agree on %s with any other value at any place', (_, whole) => {
    const mutants = placesOf(whole).flatMap((place) => mutantsAt(whole, place, FOREIGN))
    expect(mutants.flatMap(differences)).toEqual([])
    // Both verdicts occurred: two judges that refuse everything agree too.
    const verdicts = mutants.map(({ value }) => names.some((name) => codecAccepts[name]?.(value)))
    expect(new Set(verdicts)).toEqual(new Set([true, false]))
  })

  it.each(Object.entries(documents))('accept any %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(names.some((name) => codecAccepts[name]?.(value))).toBe(true)
        expect(differences({ how: 'as it is', value })).toEqual([])
      }),
    )
  })

  it.each(Object.entries(documents))(
    'agree on any %s that was changed in one place, or in two',
    (_, arbitrary) => {
      const foreign = fc.oneof(fc.constantFrom(...FOREIGN), fc.jsonValue())
      fc.assert(
        fc.property(
          arbitrary,
          fc.array(fc.tuple(fc.nat(), fc.nat(), foreign), { minLength: 1, maxLength: 2 }),
          (value, changes) => {
            const mutant = changes.reduce<Mutant>(
              (before, [where, which, other]) => {
                const places = placesOf(before.value)
                const mutants = mutantsAt(before.value, places[where % places.length] ?? [], [other])
                return mutants[which % mutants.length] ?? before
              },
              { how: 'as it is', value },
            )
            expect(differences(mutant)).toEqual([])
          },
        ),
        { numRuns: 500 },
      )
    },
  )
})

function conforms<A>(codec: t.Type<A>, value: unknown): boolean {
  const is = codec.is(value)
  expect(departures(codec, value).length === 0, 'what a codec is and what it decodes').toBe(is)
  return is
}

function spelledCreated(value: unknown): unknown {
  return JsonObject.is(value) && value.event === 'proposal' ? { ...value, event: 'created' } : value
}

function kindOf(value: unknown): unknown {
  return JsonObject.is(value) ? value.report_kind : null
}

/** Whether a value comes back from its JSON text as it was. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return value !== undefined
  return Object.values(value).every(isJson)
}
