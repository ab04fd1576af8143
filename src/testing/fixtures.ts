import type { State } from '../events/state.js'
import type { LogProblemCode } from '../log/log-problem.js'
import type { ReportProblem } from '../reports/run-report.js'
import type { AuditCode } from '../views/audit.js'
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
  /** Everything that an audit of the log finds. */
  readonly findings: readonly { readonly code: AuditCode; readonly line: number }[]
  /** How many may be pending for that audit; 256 where nothing is said. */
  readonly cap?: number
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
  | 'everySource'
  | 'everySurface'
  | 'reopened'
  | 'evidenceInCreated'
  | 'unknownMembers'
  | 'awkwardNames'
  | 'awkwardTexts'
  | 'exactNumbers'
  | 'blankLines'
  | 'otherSpelling'
  | 'repeated'
  | 'outOfOrder'
  | 'reportNames'

/** @internal */
export const logOf = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

/** @internal */
export const fixture = (
  about: string,
  log: string | (() => string | Uint8Array),
  digest: string,
  states: FixtureView['states'],
  more: Partial<Pick<Fixture, 'reports' | 'problems' | 'findings' | 'cap' | 'reportProblems'>> = {},
): Fixture =>
  freeze({
    about,
    log: typeof log === 'string' ? () => log : log,
    reports: [],
    view: { digest, states },
    problems: [],
    findings: [],
    reportProblems: [],
    ...more,
  })

/** @internal */
export const at = <C extends string>(code: C, line: number): { readonly code: C; readonly line: number } => ({
  code,
  line,
})

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const member of Object.values(value)) freeze(member)
  }
  return value
}

/** A created line with as little in it as reads; `id` is a JSON text. */
const createdLine = (id: string, more = '', chainMore = ''): string =>
  `{"event":"created","proposal":{"claim_domain":"factual","evidence":[],"polarity":"affirms","proposal_id":${id},"proposed_chain":{"connective":"c","intent":"i","object":${id},"subject":${id}${chainMore}}${more}}}`

const transitionLine = (id: string, to: State, more = ''): string =>
  `{"event":"transition","proposal_id":${id},"to":"${to}"${more}}`

const replayLine = (id: string, metrics: string, more = ''): string =>
  `{"event":"replay","proposal_id":${id},"replay_evidence":{"baseline":${metrics},"candidate":${metrics},"regressed_metrics":[],"replay_equivalent":true${more}}}`

const sourceOf = (kind: string, id: string): string =>
  `,"source":{"emitted_at_revision":"r","kind":"${kind}","source_id":"${id}"}`

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
    { findings: [at('id_not_recomputable', 1)] },
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
    { findings: [at('accept_without_equivalent_evidence', 2)] },
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
  everySource: fixture(
    'a proposal from each kind of source that is written, from none, and from one of a later version',
    logOf(
      createdLine('"p1"', sourceOf('operator', '')),
      createdLine('"p2"', sourceOf('miner', 'run-7')),
      createdLine('"p3"', sourceOf('curriculum', 'lesson-3')),
      createdLine('"p4"', sourceOf('contemplation', '2026-06-02T081500Z.json')),
      createdLine('"p5"', sourceOf('exemplar_corpus', '48dd2673d6ad673d')),
      createdLine('"p6"', ',"source":null'),
      createdLine('"p7"', sourceOf('of a later version', '7')),
    ),
    '95392325b981c56bed51a73933595cd34eb0f9da7e2ed2a08503f41d97ff2ac0',
    ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].map((id) => [id, 'pending']),
    {
      findings: [
        at('id_not_recomputable', 1),
        at('id_not_recomputable', 2),
        at('id_not_recomputable', 3),
        at('id_not_recomputable', 4),
        at('id_not_recomputable', 5),
        at('id_not_recomputable', 6),
        at('id_not_recomputable', 7),
      ],
    },
  ),
  everySurface: fixture(
    'transitions by the gate, from a command line, from a workflow, and from one that somebody else ran again',
    logOf(
      createdLine('"p1"'),
      '{"event":"transition","note":"auto_rollback_regression: accuracy,recall","proposal_id":"p1","to":"rejected"}',
      createdLine('"p2"'),
      '{"actor":"reviewer","commit_sha":"c","event":"transition","note":"stale: old","proposal_id":"p2","ratifier_kind":"cli","review_date":"2026-06-01","to":"rejected","workflow_run_id":null}',
      createdLine('"p3"'),
      '{"actor":"curator","commit_sha":"c","event":"transition","note":"","proposal_id":"p3","ratifier_kind":"workflow_dispatch","review_date":"2026-06-01","to":"withdrawn","workflow_run_id":"1"}',
      createdLine('"p4"'),
      '{"actor":"curator","commit_sha":"c","event":"transition","note":"","proposal_id":"p4","ratifier_kind":"workflow_dispatch","review_date":"2026-06-01","to":"rejected","triggering_actor":"reviewer","workflow_run_attempt":2,"workflow_run_id":"1"}',
    ),
    '76b4bf3df35c3958c9e52850706e9a1de8fb8e84ba4570c7928ec5054639f706',
    [
      ['p1', 'rejected'],
      ['p2', 'rejected'],
      ['p3', 'withdrawn'],
      ['p4', 'rejected'],
    ],
    {
      findings: [
        at('id_not_recomputable', 1),
        at('id_not_recomputable', 3),
        at('id_not_recomputable', 5),
        at('id_not_recomputable', 7),
      ],
    },
  ),
  reopened: fixture(
    'a transition back to pending, which is read and never written: the age counts again, and nothing is true',
    logOf(
      lines.RAIN_CREATED,
      lines.RAIN_REPLAY,
      lines.STAR_CREATED,
      lines.RAIN_ACCEPTED,
      lines.RAIN_APPENDED,
      transitionLine(`"${lines.RAIN}"`, 'pending'),
    ),
    '2bfe151dd41cb7c57e537cd03b32ff7a281a468a673bd27d42c6b238894996c9',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
    { findings: [at('second_transition', 6)] },
  ),
  evidenceInCreated: fixture(
    'evidence in the created line, which counts until a replay comes',
    logOf(
      createdLine(
        '"p1"',
        ',"replay_evidence":{"baseline":{"m":1.0},"candidate":{"m":1.0},"regressed_metrics":[],"replay_equivalent":true}',
      ),
      createdLine(
        '"p2"',
        ',"replay_evidence":{"baseline":{"m":1.0},"candidate":{"m":0.5},"regressed_metrics":["m"],"replay_equivalent":false}',
      ),
      replayLine('"p2"', '{"m":2.0}'),
    ),
    '474dd2a0418612ad696e7597f7245c646ebed23468735941e15d988833dc33ee',
    [
      ['p1', 'pending'],
      ['p2', 'pending'],
    ],
    { findings: [at('id_not_recomputable', 1), at('id_not_recomputable', 2)] },
  ),
  unknownMembers: fixture(
    'members of a later version at every level, which are kept',
    logOf(
      createdLine('"p1"', ',"priority":1.0,"tags":["x"]', ',"weight":{"of":1}').replace(
        /}$/,
        ',"written_by":"later"}',
      ),
      replayLine('"p1"', '{"m":1.0}', ',"seconds":3').replace(/}$/, ',"written_by":"later"}'),
      transitionLine('"p1"', 'accepted', ',"mood":"good"'),
    ),
    '9a856f91120b0ccbf318933138168c220a0380f531c195c463c1ba939c255d6d',
    [['p1', 'accepted']],
    { findings: [at('not_canonical', 1), at('id_not_recomputable', 1), at('not_canonical', 3)] },
  ),
  awkwardNames: fixture(
    'names that an object has, or that look like numbers, as ids, as members and as metrics',
    logOf(
      createdLine(
        '"__proto__"',
        ',"__proto__":{"state":"accepted"}',
        ',"__proto__":{"x":1.0},"constructor":null,"10":2',
      ),
      createdLine('"constructor"'),
      createdLine('"10"'),
      createdLine('"9"'),
      replayLine('"__proto__"', '{"10":2.0,"9":1e-07,"__proto__":1.0,"constructor":0.5}'),
      transitionLine('"constructor"', 'rejected', ',"__proto__":{"to":"accepted"}'),
      transitionLine('"10"', 'withdrawn'),
      transitionLine('"toString"', 'accepted'),
    ),
    '112889eb2d7646705d10553bd969be7aa5abb528e35859f3391498e5c817d3c4',
    [
      ['__proto__', 'pending'],
      ['constructor', 'rejected'],
      ['10', 'withdrawn'],
      ['9', 'pending'],
    ],
    {
      findings: [
        at('not_canonical', 1),
        at('id_not_recomputable', 1),
        at('id_not_recomputable', 2),
        at('id_not_recomputable', 3),
        at('id_not_recomputable', 4),
        at('not_canonical', 6),
        at('orphan', 8),
      ],
    },
  ),
  awkwardTexts: fixture(
    'characters inside texts that end a line, or are white space, for some readers, and that are data',
    logOf(
      createdLine('"a\u2028b"', ',"operator_note":"\ufeff\u00a0\u0085"'),
      createdLine('"\u{1f600}"'),
      createdLine('"\\ud83d"'),
      transitionLine(
        '"a\u2028b"',
        'accepted',
        ',"note":"\u2028\u2029\u0085\ufeff\v"'.replace('\v', '\\u000b'),
      ),
      transitionLine('"\\ud83d\\ude00"', 'withdrawn'),
    ),
    '52d6965f9bbea6d4313e9b47af6d09d57e43a407ab10d37cc5b33262e963311a',
    [
      ['a\u2028b', 'accepted'],
      ['\u{1f600}', 'withdrawn'],
      ['\ud83d', 'pending'],
    ],
    {
      findings: [
        at('not_canonical', 1),
        at('id_not_recomputable', 1),
        at('not_canonical', 2),
        at('id_not_recomputable', 2),
        at('id_not_recomputable', 3),
        at('not_canonical', 4),
        at('accept_without_equivalent_evidence', 4),
      ],
    },
  ),
  exactNumbers: fixture(
    'numbers of which a double would lose the spelling, or the digits',
    logOf(
      createdLine(
        '"p1"',
        '',
        ',"n":[1.0,1,-0.0,-0,1e-07,1E2,1e16,123456789012345678901234567890,9007199254740993]',
      ),
      replayLine('"p1"', '{"a":1,"b":1.0,"c":-0.0,"d":9007199254740993}', ',"n":[1,1.0]'),
    ),
    '4479e31e06b6d7528a62561388294a9a31f7c6d5b1b5b4c54de1dfede07757f4',
    [['p1', 'pending']],
    { findings: [at('not_canonical', 1), at('id_not_recomputable', 1), at('not_canonical', 2)] },
  ),
  blankLines: fixture(
    'lines of nothing but space, tab and CR, which count and say nothing',
    `\n${lines.RAIN_CREATED}\n \r\t\n${lines.STAR_CREATED}\n\n`,
    '4ca5fe8adff4796038caffcb9b570af1b461bf9f6652be341a3a4ce730eb85e8',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
  ),
  otherSpelling: fixture(
    'the same events with blanks, with escapes and in another order: what is state is the same',
    logOf(
      ` {"proposal" : ${lines.RAIN_CREATED.slice(lines.RAIN_CREATED.indexOf('{', 1), -1)},\t"event":"\\u0063reated"}`,
      lines.RAIN_REPLAY.replaceAll(',', ', '),
      lines.STAR_CREATED.replace('{"event":"created",', '{').replace(/}$/, ',"event":"created"}'),
    ),
    '89c2bb165e1326cda69f854921a349d9239898ece7c7c309ab9debc02e266ca0',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
    { findings: [at('not_canonical', 1), at('not_canonical', 2), at('not_canonical', 3)] },
  ),
  repeated: fixture(
    'a second created, also of a settled proposal, a second transition, a second replay: the first, the last and the newest stand',
    logOf(
      lines.RAIN_CREATED,
      lines.RAIN_CREATED_OTHERWISE,
      lines.RAIN_REPLAY,
      lines.RAIN_REPLAY_WITH_MORE,
      lines.RAIN_ACCEPTED,
      transitionLine(`"${lines.RAIN}"`, 'withdrawn'),
      lines.RAIN_CREATED_OTHERWISE,
      lines.STAR_CREATED,
      lines.STAR_CREATED_OTHERWISE,
    ),
    'bf8ec8ea424338b95e34ad670e52c681eba71a596d6225ae06095e4aab1f4dac',
    [
      [lines.RAIN, 'withdrawn'],
      [lines.STAR, 'pending'],
    ],
    {
      findings: [
        at('repeated_created', 2),
        at('id_mismatch', 2),
        at('second_transition', 6),
        at('repeated_created', 7),
        at('id_mismatch', 7),
        at('repeated_created', 9),
        at('id_mismatch', 9),
      ],
    },
  ),
  outOfOrder: fixture(
    'events of a proposal that the log has not created yet, which change nothing',
    logOf(
      lines.RAIN_ACCEPTED,
      lines.RAIN_REPLAY,
      lines.RAIN_APPENDED,
      lines.STAR_CREATED,
      lines.RAIN_CREATED,
      lines.WIND_ROLLED_BACK,
    ),
    'e5a11aa02f39e40a1a3b2e9c686584e776df9f1ff9ae2f929d4da4e770f0bd93',
    [
      [lines.STAR, 'pending'],
      [lines.RAIN, 'pending'],
    ],
    { findings: [at('orphan', 1), at('orphan', 2), at('orphan', 3), at('orphan', 6)] },
  ),
  reportNames: fixture(
    'several reports of one proposal: the smallest name by code point is the one',
    logOf(createdLine('"p1"'), createdLine('"p2"')),
    '2cb1a809149f8d05c87b66effb30ab45c6ace7a43a5c52c6b003929e683d1a84',
    [
      ['p1', 'pending'],
      ['p2', 'pending'],
    ],
    {
      findings: [at('id_not_recomputable', 1), at('id_not_recomputable', 2)],
      reports: [
        { file_name: '\u{1f600}.json', content: '{"proposal_id":"p1"}' },
        { file_name: '\uffff.json', content: '{"proposal_id":"p1"}' },
        { file_name: 'a.json', content: '{"scenes":[{"detail":{"proposal_id":"p2"}}]}' },
        { file_name: 'B.json', content: '{"proposal_id":"p2","scenes":[]}' },
        {
          file_name: '10.json',
          content:
            '{"report_kind":"queue_full","pending_count":2,"cap":2,"candidates_skipped":[],"proposal_id":"p2"}',
        },
      ],
    },
  ),
})
