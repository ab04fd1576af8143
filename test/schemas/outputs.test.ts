import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  audit,
  canonicalText,
  deriveQueue,
  findItem,
  queueDigest,
  queueText,
  type RunReport,
  readLog,
  readReport,
  replay,
} from '../../src/index.js'
import { type SchemaName, validateAgainst } from '../../src/node/schemas.js'
import { arbitraryEvent, documents } from '../../src/testing/arbitrary-documents.js'
import { damaged, fixtures } from '../../src/testing/index.js'
import { awkwardLogs } from '../golden/awkward-logs.js'
import { type Path, placesOf, put, without } from './mutations.js'

interface Files {
  readonly log: string | Uint8Array
  readonly reports: { readonly [file_name: string]: string | Uint8Array }
}

/** What the views give of these files, each under the name of its schema, as it is once it was printed and read. */
const printed = ({ log, reports }: Files): [SchemaName, unknown][] => {
  const { entries, problems: logProblems } = readLog(log, { duplicateKeys: true })
  const reads = Object.entries(reports).map(([file_name, content]) => readReport(content, { file_name }))
  const problems = [...logProblems, ...reads.flatMap((read) => read.problems)]
  const runs = reads.flatMap(({ report }): RunReport[] => (report === null ? [] : [report]))
  const queue = replay(entries.map(({ event }) => event))
  const items = deriveQueue(queue, runs)
  const documents: [SchemaName, unknown][] = [
    ['list', { items, problems }],
    ['audit', { findings: audit(entries, { cap: 1 }), problems }],
    ['digest', { digest: queueDigest(queue, runs), problems }],
    ...items.map(({ proposal_id }): [SchemaName, unknown] => [
      'show',
      { item: findItem(queue, proposal_id, runs), problems },
    ]),
  ]
  return [
    ...documents.map(([name, value]): [SchemaName, unknown] => [name, JSON.parse(canonicalText(value))]),
    ['queue', JSON.parse([...queueText(queue, runs)].join(''))],
  ]
}

const faultsOf = (documents: [SchemaName, unknown][]) =>
  documents.flatMap(([name, value]) => validateAgainst(name, value).map((fault) => ({ name, ...fault })))

/** An event of one of a few proposals, so that events meet. */
const line = fc
  .tuple(arbitraryEvent, fc.constantFrom('p1', 'p2', '__proto__', 'constructor'))
  .map(([event, proposal_id]) =>
    JSON.stringify(
      'proposal' in event
        ? { ...event, proposal: { ...(event.proposal as object), proposal_id } }
        : { ...event, proposal_id },
    ),
  )

const noise = fc.constantFrom(
  ...['', ' \t', '{', 'null', '[]', '{"event":', '<<<<<<< HEAD', '\0\0', '{"event":"later"}', 'nonsense'],
  ...['{"event":"replay"}', '{"event":"later","n":1e999}', '{"event":"later"}\r'],
  '{"event":"transition","proposal_id":"","to":"accepted"}',
  '{"event":"transition","proposal_id":"p1","to":"accepted","to":"rejected"}',
)

const files: fc.Arbitrary<Files> = fc.record({
  log: fc
    .tuple(fc.constantFrom('', '\ufeff'), fc.array(fc.oneof({ weight: 4, arbitrary: line }, noise)))
    .map(([before, lines]) => before + lines.join('\n')),
  reports: fc.dictionary(
    fc.constantFrom('a.json', 'b.json', 'c.json'),
    fc.oneof(
      fc
        .oneof(documents.learningArcReport, documents.queueFullReport, documents.otherReport)
        .map((report) => JSON.stringify(report)),
      fc.constantFrom('{"proposal_id":"p1"}', '{"proposal_id":"p2"}', '{', '[]', '{"scenes":1}', '[1e999]'),
    ),
    { noNullPrototype: true },
  ),
})

describe('the schemas of what is printed', () => {
  it('accept what the views give of any log and any reports', () => {
    fc.assert(
      fc.property(files, (asked) => {
        expect(faultsOf(printed(asked))).toEqual([])
      }),
    )
  })

  it('accept what the views give of logs that are easy to read wrongly', () => {
    const logs = [...awkwardLogs().values()].map((log): Files => ({ log, reports: {} }))
    const withReports = [...Object.values(fixtures), ...Object.values(damaged)].map(
      ({ log, reports }): Files => ({
        log: log(),
        reports: Object.fromEntries(reports.map(({ file_name, content }) => [file_name, content])),
      }),
    )
    for (const asked of [...logs, ...withReports]) expect(faultsOf(printed(asked))).toEqual([])
  })

  const sample = join(import.meta.dirname, '../fixtures/sample')
  const real = join(import.meta.dirname, '../../../shared/real')
  const stored = [
    [join(sample, 'teaching/proposals/proposals.jsonl'), join(sample, 'contemplation/runs')],
    [join(real, 'proposals.jsonl'), real],
  ].filter(([log = '']) => existsSync(log))

  it.each(stored)(
    'accept a stored log with its reports, and what the views give of them: %s',
    (log = '', runs = '') => {
      const reports = Object.fromEntries(
        readdirSync(runs)
          .filter((name) => name.endsWith('.json'))
          .map((name) => [name, readFileSync(join(runs, name), 'utf8')]),
      )
      const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
      const read: [SchemaName, unknown][] = [
        ...lines.map((text): [SchemaName, unknown] => ['log-line', JSON.parse(text)]),
        ...Object.values(reports).map((text): [SchemaName, unknown] => ['run-report', JSON.parse(text)]),
      ]
      expect(read.length).toBeGreaterThan(10)
      expect(faultsOf(read)).toEqual([])
      expect(faultsOf(printed({ log: readFileSync(log), reports }))).toEqual([])
    },
  )

  const proposal = {
    proposal_id: 'p1',
    proposed_chain: { subject: 's', intent: 'cause', connective: 'requires', object: 'o' },
    polarity: 'affirms',
    claim_domain: 'factual',
    evidence: [],
    source: { kind: 'miner', source_id: 'm', emitted_at_revision: 'r' },
  }
  const replay_evidence = {
    baseline: { accuracy: 0.5 },
    candidate: { accuracy: 0.25 },
    regressed_metrics: ['accuracy'],
    replay_equivalent: false,
  }
  const made = printed({
    log: [
      { event: 'created', proposal },
      { event: 'replay', proposal_id: 'p1', replay_evidence },
      { event: 'transition', proposal_id: 'p1', to: 'rejected', note: 'n', actor: null },
      { event: 'replay', proposal_id: 'p2' },
    ]
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
    reports: { 'a.json': '{"proposal_id":"p1"}', 'b.json': '{"scenes":0}' },
  })
  const problems = (documentOf('digest', made) as { readonly problems: readonly object[] }).problems
  /** One of each document, with every member that there is. */
  const whole: [SchemaName, unknown][] = [
    ...made,
    [
      'reports',
      {
        reports: [
          {
            file_name: 'a.json',
            path: 'contemplation/runs/a.json',
            report_kind: 'learning_arc',
            proposals: [
              { proposal_id: 'p1', state: 'rejected' },
              { proposal_id: 'p3', state: null },
            ],
            pre_queue: true,
            candidates_skipped: [{ candidate_id: 'c', proposed: false }],
          },
        ],
        problems,
      },
    ],
    [
      'validate',
      {
        files: [
          { file: 'proposals.jsonl', kind: 'log', valid: false, lines: 4, events: 3, problems },
          { file: 'a.json', kind: 'report', valid: true, lines: null, events: null, problems: [] },
        ],
      },
    ],
  ]

  it('are held here against one of each, with problems of a log and of a report', () => {
    expect(faultsOf(whole)).toEqual([])
    expect(whole.map(([name]) => name).sort()).toEqual([
      'audit',
      'digest',
      'list',
      'queue',
      'reports',
      'show',
      'validate',
    ])
    expect(problems.map((problem) => Object.keys(problem))).toEqual([
      ['code', 'line', 'message', 'offset', 'pointer', 'severity'],
      ['code', 'file_name', 'message', 'pointer', 'severity'],
    ])
  })

  it.each(whole)('%s refuses a value of another type at any place', (name, value) => {
    const accepted = placesOf(value).filter(
      (place) => validateAgainst(name, put(value, place, ofAnotherType(at(value, place)))).length === 0,
    )
    expect(accepted.map(pointerOf)).toEqual([])
  })

  it.each(whole)('%s refuses a document without any member that it has', (name, value) => {
    const accepted = placesOf(value).filter(
      (place) =>
        typeof place.at(-1) === 'string' && validateAgainst(name, without(value, place)).length === 0,
    )
    // The members that may be absent: of a problem its pointer, of a transition who ratified, of metrics any.
    const optional = /\/(pointer|note|actor|accuracy)$/
    expect(accepted.map(pointerOf).filter((pointer) => !optional.test(pointer))).toEqual([])
  })

  it.each(whole)('%s refuses a member that it does not name, but in what the log says', (name, value) => {
    const accepted = placesOf(value).filter(
      (place) =>
        isObject(at(value, place)) && validateAgainst(name, put(value, [...place, 'more'], 'x')).length === 0,
    )
    const stored = /\/(proposed_chain|replay_evidence|review_history\/\d+)$/
    expect(accepted.map(pointerOf).filter((pointer) => !stored.test(pointer))).toEqual([])
  })

  it.each([
    ['digest', ['digest'], 'F'.repeat(64)],
    ['digest', ['digest'], '0'.repeat(63)],
    ['list', ['items', 0, 'age_proposals'], -1],
    ['list', ['items', 0, 'age_proposals'], 0.5],
    ['list', ['items', 0, 'state'], 'open'],
    ['list', ['items', 0, 'source_id'], ''],
    ['list', ['items', 0, 'review_history', 0, 'event'], 'replay'],
    ['list', ['problems', 0, 'line'], 0],
    ['list', ['problems', 0, 'code'], 'corrupt_report'],
    ['audit', ['findings', 0, 'code'], 'odd'],
    ['validate', ['files', 0, 'kind'], 'candidate'],
  ] satisfies [SchemaName, Path, unknown][])('%s refuses at %j the value %j', (name, place, other) => {
    const value = documentOf(name, whole)
    expect(validateAgainst(name, put(value, place, other)).map(({ pointer }) => pointer)).toContain(
      pointerOf(place),
    )
  })
})

function documentOf(name: SchemaName, documents: readonly [SchemaName, unknown][]): unknown {
  return documents.find(([known]) => known === name)?.[1]
}

function at(value: unknown, place: Path): unknown {
  return place.reduce<unknown>((inner, key) => (inner as never)[key], value)
}

function pointerOf(place: Path): string {
  return place.map((key) => `/${key}`).join('')
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value that no place allows which allows this one. */
function ofAnotherType(value: unknown): unknown {
  return Array.isArray(value)
    ? {}
    : isObject(value) || value === null
      ? []
      : typeof value === 'number'
        ? 'x'
        : 0
}
