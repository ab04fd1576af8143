import type { State } from '../events/state.js'
import type { LogProblemCode } from '../log/log-problem.js'
import type { ReportProblem } from '../reports/run-report.js'
import * as lines from './lines.js'

/** A log and its reports, with the answers that any reader of them must give. @public */
export interface Fixture {
  /** What it shows. */
  readonly about: string
  /** The log, anew at each call, since bytes cannot be frozen. */
  readonly log: () => string | Uint8Array
  /** The run reports beside it. */
  readonly reports: readonly { readonly file_name: string; readonly content: string }[]
  /** What the queue of both must be. */
  readonly view: FixtureView
  /** Every problem that the log has, when it is read with `duplicateKeys`. */
  readonly problems: readonly { readonly code: LogProblemCode; readonly line: number }[]
  /** Every problem that the reports have. */
  readonly reportProblems: readonly { readonly code: ReportProblem['code']; readonly file_name: string }[]
}

/** What the queue of a fixture must be. @public */
export interface FixtureView {
  /** What `queueDigest` gives. */
  readonly digest: string
  /** Every proposal with its state, in queue order. */
  readonly states: readonly (readonly [proposal_id: string, state: State])[]
}

/** Names of {@link fixtures}. @public */
export type FixtureName =
  | 'empty'
  | 'waiting'
  | 'rolledBack'
  | 'settled'
  | 'withReports'
  | 'oddReports'
  | 'withoutSource'
  | 'withoutCandidate'
  | 'withoutRatifier'
  | 'withMoreEvidence'
  | 'acceptedUnmeasured'
  | 'namedProposal'

/** @internal */
export const logOf = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

/** @internal */
export const fixture = (
  about: string,
  log: string | (() => string | Uint8Array),
  digest: string,
  states: FixtureView['states'],
  more: Partial<Pick<Fixture, 'reports' | 'problems' | 'reportProblems'>> = {},
): Fixture =>
  freeze({
    about,
    log: typeof log === 'string' ? () => log : log,
    reports: [],
    view: { digest, states },
    problems: [],
    reportProblems: [],
    ...more,
  })

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const member of Object.values(value)) freeze(member)
  }
  return value
}

const settled = logOf(
  lines.RAIN_CREATED,
  lines.RAIN_REPLAY,
  lines.WIND_CREATED,
  lines.WIND_REPLAY,
  lines.WIND_ROLLED_BACK,
  lines.RAIN_ACCEPTED,
  lines.RAIN_APPENDED,
  lines.FROST_CREATED,
  lines.FROST_REPLAY,
  lines.FROST_WITHDRAWN,
  lines.STAR_CREATED,
)

const states: FixtureView['states'] = [
  [lines.RAIN, 'accepted'],
  [lines.WIND, 'rejected'],
  [lines.FROST, 'withdrawn'],
  [lines.STAR, 'pending'],
]

/** Sound logs: of today's writers, and of each older spelling that logs hold and that must read (spec §2.1). @public */
export const fixtures: { readonly [name in FixtureName]: Fixture } = Object.freeze({
  empty: fixture(
    'a log of no bytes',
    '',
    '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    [],
  ),
  waiting: fixture(
    'proposals that wait, with and without evidence',
    logOf(lines.RAIN_CREATED, lines.RAIN_REPLAY, lines.STAR_CREATED),
    '89c2bb165e1326cda69f854921a349d9239898ece7c7c309ab9debc02e266ca0',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
  ),
  rolledBack: fixture(
    'a proposal that made a metric worse, rejected by the gate',
    logOf(lines.WIND_CREATED, lines.WIND_REPLAY, lines.WIND_ROLLED_BACK),
    'e846d79e7e5560f29992ba2795d2c1542d5b36c7110ca9a3ad9bc9bb9b640bef',
    [[lines.WIND, 'rejected']],
  ),
  settled: fixture(
    'a proposal in each state, from each surface',
    settled,
    'e8d6bcabf3fb16247733e5acc38beb04e7c487b3f736a3ca625bb3bb08c18f21',
    states,
  ),
  withReports: fixture(
    'run reports: of a proposal, of one that is not in the log, of a full queue',
    settled,
    '0dd42f019cad428f9162cfea766c702b91698d052b44c9283b0c9f8ab7c29264',
    states,
    {
      reports: [
        {
          file_name: '2026-06-03T000000Z.json',
          content: `{"proposal_id":"${lines.FROST}","scenes":[]}`,
        },
        {
          file_name: '2026-06-02T081500Z.json',
          content: `{"report_kind":"learning_arc","scenes":[{},{"detail":{"proposal_id":"${lines.FROST}"}}]}`,
        },
        {
          file_name: '2026-06-04T000000Z.json',
          content: `{"proposal_id":"00000000000000000000000000000000"}`,
        },
        {
          file_name: '2026-06-05T000000Z_queue_full.json',
          content: `{"report_kind":"queue_full","pending_count":256,"cap":256,"candidates_skipped":[{"candidate_id":"c-hail","reason":"queue_full"}],"proposal_id":"${lines.STAR}"}`,
        },
      ],
    },
  ),
  oddReports: fixture(
    'run reports that cannot be read, beside a queue that stands',
    settled,
    'e8d6bcabf3fb16247733e5acc38beb04e7c487b3f736a3ca625bb3bb08c18f21',
    states,
    {
      reports: [
        { file_name: 'cut.json', content: `{"proposal_id":"${lines.FROST}"` },
        { file_name: 'deep.json', content: `{"scenes":${'['.repeat(900)}${']'.repeat(900)}}` },
        { file_name: 'kind.json', content: `{"report_kind":"dream","proposal_id":"${lines.FROST}"}` },
        { file_name: 'number.json', content: `{"proposal_id":"${lines.FROST}","loss":NaN}` },
        { file_name: 'shape.json', content: `{"proposal_id":"${lines.FROST}","scenes":[1]}` },
      ],
      reportProblems: [
        { file_name: 'cut.json', code: 'corrupt_report' },
        { file_name: 'deep.json', code: 'too_deep' },
        { file_name: 'kind.json', code: 'unknown_report_kind' },
        { file_name: 'number.json', code: 'not_portable_number' },
        { file_name: 'shape.json', code: 'invalid_report' },
      ],
    },
  ),
  withoutSource: fixture(
    'a created line from before ADR-0094, without a source',
    logOf(lines.RAIN_CREATED_WITHOUT_SOURCE),
    'b8c9b66d96a6cf5974c1d5a3bcbdbd5f4c043c659e7c6d020ad6b363f52d7a41',
    [[lines.RAIN, 'pending']],
  ),
  withoutCandidate: fixture(
    'a created line without source_candidate_id, review_state and replay_evidence',
    logOf(lines.SEED_CREATED),
    'e3512b9cb21e1a68a8dcd171d84466f9e0c16b7f8f9cda3a2658ec83885f454c',
    [[lines.SEED, 'pending']],
  ),
  withoutRatifier: fixture(
    'a transition from before ADR-0161, without the ratification fields',
    logOf(lines.RAIN_CREATED, lines.RAIN_REPLAY, lines.RAIN_ACCEPTED_LONG_AGO),
    'c4b6a71e7f6592b9a2efe26b50d6b39e7ef63ae619167feb07276116a32ee76c',
    [[lines.RAIN, 'accepted']],
  ),
  withMoreEvidence: fixture(
    'replay evidence with more members than the four',
    logOf(lines.RAIN_CREATED, lines.RAIN_REPLAY_WITH_MORE),
    '127c66d74ff61b7ba5c6bf8c7edb2e0b8c099eb49d221fa6bb1fbda6035f3649',
    [[lines.RAIN, 'pending']],
  ),
  acceptedUnmeasured: fixture(
    'an accepted proposal that never had a replay',
    logOf(lines.RAIN_CREATED, lines.RAIN_ACCEPTED_LONG_AGO, lines.RAIN_APPENDED),
    '1d12dc87fd71940ec38b4459abb8deea0f536a942c3be5201ba0ca8a02de1409',
    [[lines.RAIN, 'accepted']],
  ),
  namedProposal: fixture(
    'the first event under the name that ADR-0161 gives it',
    logOf(lines.RAIN_CREATED_AS_PROPOSAL, lines.RAIN_REPLAY, lines.STAR_CREATED),
    '89c2bb165e1326cda69f854921a349d9239898ece7c7c309ab9debc02e266ca0',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
  ),
})
