import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src/cli/answers.js'
import type { Refusal } from '../../src/cli/sentences.js'
import { type SchemaName, validateAgainst } from '../../src/node/schemas.js'
import { type Path, placesOf, put, without } from './mutations.js'

// Each document that a decision can print, with every member that there is, against values that are nearly so.

const transition = { event: 'transition', proposal_id: 'p', to: 'accepted' } as const

const refusals: {
  readonly [R in Refusal['reason']]: Omit<Extract<Refusal, { readonly reason: R }>, 'reason'>
} = {
  ineligible: { candidate_id: 'c', failed_gates: ['polarity', 'chain'] },
  queue_full: {
    candidate_id: 'c',
    pending_count: 256,
    cap: 256,
    report: {
      report_kind: 'queue_full',
      pending_count: 256,
      cap: 256,
      candidates_skipped: [{ candidate_id: 'c', reason: 'queue_full' }],
    },
  },
  duplicate: { proposal_id: 'p', existing_state: 'withdrawn' },
  dependent_on_pending: { candidate_id: 'c', dependent_on: ['p'], overlapping_lemmas: ['s'] },
  not_found: { proposal_id: 'p' },
  not_pending: { proposal_id: 'p', state: 'accepted', settled_by: transition },
  not_replay_equivalent: { proposal_id: 'p', evidence: 'regressed', regressed_metrics: ['m'] },
  actor_not_allowed: { proposal_id: 'p', actor: 'a', role: 'triggering_actor', rule: 'actor_is_no_bot' },
  not_accepted: { proposal_id: 'p', state: 'pending' },
  not_ratified: { proposal_id: 'p', accepted_by: transition },
  ci_may_not_ratify: { variable: 'CI', event_name: 'push' },
}

const replay = {
  event: 'replay',
  proposal_id: 'p',
  replay_evidence: {
    baseline: { m: 0.5 },
    candidate: { m: 1 },
    regressed_metrics: [],
    replay_equivalent: true,
  },
} as const

const failures: {
  readonly [F in Failure['reason']]: Omit<Extract<Failure, { readonly reason: F }>, 'reason'>
} = {
  not_readable: { in_log: 'no', path: 'p', misnamed: true, message: 'm' },
  unsound_log: {
    in_log: 'no',
    problems: [{ code: 'corrupt_line', severity: 'error', line: 1, offset: 0, message: 'm' }],
    message: 'm',
  },
  lock_timeout: { in_log: 'no', path: 'p', holder: { pid: 1, host: 'h', since: 's' }, message: 'm' },
  not_written: { in_log: 'partly', path: 'p', code: 'EIO', message: 'm' },
  recorded_after_conflict: {
    in_log: 'yes',
    events: [replay],
    refusals: [{ reason: 'not_found', proposal_id: 'p' }],
    message: 'm',
  },
  not_pushed: { in_log: 'no', message: 'm' },
  push_unknown: { in_log: 'unknown', commit_sha: 'c', message: 'm' },
  gate_failed: { in_log: 'no', candidate_id: 'c', message: 'm' },
}

const decisions: readonly object[] = [
  { ok: true, events: [replay, transition] },
  ...Object.entries(refusals).map(([reason, rest]) => ({ ok: false, refusal: { reason, ...rest } })),
  ...Object.entries(failures).map(([reason, rest]) => ({ ok: false, failure: { reason, ...rest } })),
]

const results = decisions.map((decision) => ({ candidate_id: 'c', file: 'f', ...decision }))

const left_out = [
  {
    file: 'f',
    reason: 'invalid_candidate',
    proposal_ids: ['p'],
    problems: [{ code: 'corrupt_json', pointer: '/a', offset: 3, message: 'm' }],
  },
]

const documents: readonly (readonly [SchemaName, object])[] = [
  ...decisions.map((decision) => ['decision', decision] as const),
  ['decisions', { ok: false, report_path: 'r', results }],
  ['ingest', { ok: false, report_path: null, results, left_out }],
  ['report', { ok: true, path: 'r', proposal_id: 'p' }],
]

const at = (value: unknown, place: Path): unknown =>
  place.reduce<unknown>((inner, key) => (inner as never)[key], value)

const pointerOf = (place: Path): string => place.map((key) => `/${key}`).join('')

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that no place allows which allows this one. */
const ofAnotherType = (value: unknown): unknown =>
  Array.isArray(value) ? {} : isObject(value) || value === null ? [] : typeof value === 'number' ? 'x' : 0

// What the log and the reports hold may have members that nobody knows, and lack some that older lines lack.
const stored = /\/(events\/\d+|settled_by|accepted_by|replay_evidence|report|candidates_skipped\/\d+)(\/|$)/

describe('the schemas of decisions', () => {
  it.each(documents)('%s accepts %j', (name, document) => {
    expect(validateAgainst(name, document)).toEqual([])
  })

  it.each(documents)('%s refuses another type at any place of %j', (name, document) => {
    const accepted = placesOf(document).filter(
      (place) => validateAgainst(name, put(document, place, ofAnotherType(at(document, place)))).length === 0,
    )
    expect(accepted.map(pointerOf)).toEqual([])
  })

  it.each(documents)('%s refuses it without any of its members: %j', (name, document) => {
    const accepted = placesOf(document).filter(
      (place) =>
        typeof place.at(-1) === 'string' && validateAgainst(name, without(document, place)).length === 0,
    )
    expect(accepted.map(pointerOf).filter((pointer) => !stored.test(pointer))).toEqual([])
  })

  it.each(documents)('%s refuses it with a member more: %j', (name, document) => {
    const accepted = placesOf(document).filter(
      (place) =>
        isObject(at(document, place)) &&
        validateAgainst(name, put(document, [...place, 'more'], 'x')).length === 0,
    )
    expect(accepted.map(pointerOf).filter((pointer) => !stored.test(pointer))).toEqual([])
  })
})
