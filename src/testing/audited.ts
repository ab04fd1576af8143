import type { AuditCode } from '../views/audit.js'
import { at, type Fixture, fixture, logOf } from './fixtures.js'
import * as lines from './lines.js'

const RAIN_WAITS: Fixture['view']['states'] = [[lines.RAIN, 'pending']]

/**
 * One log for each thing that no writer of ours would make and that the fold does not stop for (spec §2.3): it reads without
 * a problem, and an audit finds this one thing. @public
 */
export const audited: { readonly [code in AuditCode]: Fixture } = Object.freeze({
  not_canonical: fixture(
    'a line that is not in canonical bytes',
    logOf(lines.RAIN_CREATED.replace(':', ': ')),
    'bcdc1546210114affc2c7b177609da691ce7eaf4954a5a1ce28407c0c4b2599c',
    RAIN_WAITS,
    { findings: [at('not_canonical', 1)] },
  ),
  orphan: fixture(
    'a transition of a proposal that the log never created',
    logOf(lines.RAIN_CREATED, lines.WIND_ROLLED_BACK),
    'bcdc1546210114affc2c7b177609da691ce7eaf4954a5a1ce28407c0c4b2599c',
    RAIN_WAITS,
    { findings: [at('orphan', 2)] },
  ),
  repeated_created: fixture(
    'a proposal that is created again, from elsewhere and with evidence',
    logOf(lines.RAIN_CREATED, lines.RAIN_CREATED_FROM_ELSEWHERE),
    'bcdc1546210114affc2c7b177609da691ce7eaf4954a5a1ce28407c0c4b2599c',
    RAIN_WAITS,
    { findings: [at('repeated_created', 2)] },
  ),
  id_mismatch: fixture(
    'an id that belongs to other content',
    logOf(lines.RAIN_CREATED.replace(lines.RAIN, lines.STAR)),
    'a247988d5dfe9df71ae544a08fc0a0a89c62b1dce3ef4555d251a54776f7376c',
    [[lines.STAR, 'pending']],
    { findings: [at('id_mismatch', 1)] },
  ),
  id_not_recomputable: fixture(
    'an id that nobody can recompute, for want of a candidate',
    logOf(lines.SEED_CREATED),
    'e3512b9cb21e1a68a8dcd171d84466f9e0c16b7f8f9cda3a2658ec83885f454c',
    [[lines.SEED, 'pending']],
    { findings: [at('id_not_recomputable', 1)] },
  ),
  review_state_not_pending: fixture(
    'a created line that says it is accepted, and is not',
    logOf(lines.RAIN_CREATED.replace('"review_state":"pending"', '"review_state":"accepted"')),
    'bcdc1546210114affc2c7b177609da691ce7eaf4954a5a1ce28407c0c4b2599c',
    RAIN_WAITS,
    { findings: [at('review_state_not_pending', 1)] },
  ),
  over_cap: fixture(
    'two that are pending where there is room for one',
    logOf(lines.RAIN_CREATED, lines.STAR_CREATED),
    '4ca5fe8adff4796038caffcb9b570af1b461bf9f6652be341a3a4ce730eb85e8',
    [
      [lines.RAIN, 'pending'],
      [lines.STAR, 'pending'],
    ],
    { findings: [at('over_cap', 2)], cap: 1 },
  ),
  overlapping_pending: fixture(
    'two that are pending and speak of the same, in two spellings',
    logOf(lines.RAIN_CREATED, lines.HAIL_CREATED),
    '51a1b227820fce7c1fa1cdf58f081e0f06cfa0ae998e83f457f89b26ddd8fb32',
    [
      [lines.RAIN, 'pending'],
      [lines.HAIL, 'pending'],
    ],
    { findings: [at('overlapping_pending', 2)] },
  ),
  second_transition: fixture(
    'a proposal that is settled twice, as in a log merged from two branches',
    logOf(
      lines.RAIN_CREATED,
      lines.RAIN_REPLAY,
      lines.RAIN_ACCEPTED,
      lines.RAIN_APPENDED,
      `{"event":"transition","note":"","proposal_id":"${lines.RAIN}","to":"withdrawn"}`,
    ),
    '2b5c8ebda6e2b2aafa8e5e82038752312c08788adc48a2df8b383d5b4452dda1',
    [[lines.RAIN, 'withdrawn']],
    { findings: [at('second_transition', 5)] },
  ),
  accept_without_equivalent_evidence: fixture(
    'an accept of what nobody measured',
    logOf(lines.RAIN_CREATED, lines.RAIN_ACCEPTED_LONG_AGO),
    '1d12dc87fd71940ec38b4459abb8deea0f536a942c3be5201ba0ca8a02de1409',
    [[lines.RAIN, 'accepted']],
    { findings: [at('accept_without_equivalent_evidence', 2)] },
  ),
  corpus_entry_owed: fixture(
    'an accept whose chain has not gone to the corpus',
    logOf(lines.RAIN_CREATED, lines.RAIN_REPLAY, lines.RAIN_ACCEPTED),
    'c4b6a71e7f6592b9a2efe26b50d6b39e7ef63ae619167feb07276116a32ee76c',
    [[lines.RAIN, 'accepted']],
    { findings: [at('corpus_entry_owed', 3)] },
  ),
})
