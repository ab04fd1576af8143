import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'
import { replay } from '../queue/evolve.js'
import type { ItemRecord, QueueState } from '../queue/queue-state.js'
import { frozen, type Result } from '../result.js'
import { type Authority, mayRatify, type RefusedAsNotAllowed } from './authority.js'
import { type Corpus, type CorpusLine, corpusEntry } from './corpus-entry.js'
import { found, pending, type RefusedAsNotFound, type RefusedAsNotPending } from './pending-item.js'
import { type RefusedAsNotReplayEquivalent, replayEquivalent } from './replay-equivalent.js'
import { isReviewDate } from './review-date.js'

/** Why nobody ratifies this now. `reason` tells the four apart, and there is no fifth (spec §4). @public */
export type RatificationRefusal =
  | RefusedAsNotFound
  | RefusedAsNotPending
  | RefusedAsNotReplayEquivalent
  | RefusedAsNotAllowed

/** What a person decides about a proposal: the state it goes to is `accepted`, `rejected` or `withdrawn` (spec §4). @public */
export type RatificationAction = 'accept' | 'reject' | 'withdraw'

/** A reason for a rejection that others can count. It stands before the note: `stale: …` (spec §4). @public */
export type RejectionReason = 'stale' | 'superseded' | 'expired' | 'duplicate'

/** A decision, who takes it, and when (spec §4). @public */
export interface RatificationRequest {
  /** The whole id. */
  readonly proposal_id: string
  /** Whether the proposal is accepted, rejected or withdrawn. */
  readonly action: RatificationAction
  /** For the next reader; may be empty. */
  readonly note: string
  /** Of a rejection only. */
  readonly reason?: RejectionReason | undefined
  /** `YYYY-MM-DD`, a real day. */
  readonly review_date: string
  /** By what right this is decided; a `workflow_dispatch` is held to the rules of its kind. */
  readonly authority: Authority
  /** The corpus that an accepted chain goes to. Without one the accept is finished later, by `settle`. */
  readonly corpus?: Corpus | undefined
}

/** A decision that was taken, and what is to be written (spec §4). @public */
export interface Ratification {
  /** To be appended: the transition, and for an accept with a corpus `accepted_corpus_append`, behind the corpus line. */
  readonly events: readonly ProposalEvent[]
  /** To be added to the corpus between the two events; `null` when there is none, or when its id is there already. */
  readonly corpusLine: CorpusLine | null
  /** The queue with these events. */
  readonly queue: QueueState
}

/**
 * Takes a decision about a pending proposal, or says why not: the first that applies of `not_found`, `not_pending`,
 * `not_replay_equivalent` and `actor_not_allowed`, the same for every action and every surface (spec §4).
 *
 * Throws a TypeError for a request that makes no sense, such as a day that no calendar has (see `isReviewDate`). Nothing is
 * written: append the events and the corpus line, or let a `LogStore` do so.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { ratify, replay } from '@core/hitl-queue'
 * import { created, replayed } from '@core/hitl-queue/testing'
 *
 * const request = {
 *   proposal_id: 'p1',
 *   action: 'accept',
 *   note: 'seen at the harbour',
 *   review_date: '2026-06-30',
 *   authority: { kind: 'cli', actor: 'ana', commit_sha: '4f1c2d' },
 * } as const
 * const decision = ratify(replay([created('p1'), replayed('p1')]), request)
 * assert(decision._tag === 'Right')
 * assert.deepEqual(decision.right.events.map(({ event }) => event), ['transition'])
 *
 * const unmeasured = ratify(replay([created('p1')]), request)
 * assert(unmeasured._tag === 'Left')
 * assert.equal(unmeasured.left.reason, 'not_replay_equivalent')
 * ```
 * @public
 */
export const ratify = (
  queue: QueueState,
  request: RatificationRequest,
): Result<RatificationRefusal, Ratification> => {
  refuseNonsense(request)
  return pipe(
    found(queue, request.proposal_id),
    E.chainW(pending),
    E.chainW(replayEquivalent),
    E.chainFirstW(() => mayRatify(request.authority, request.proposal_id)),
    E.map((record) => ratification(queue, record, request)),
    frozen,
  )
}

const STATE_OF: { readonly [A in RatificationAction]: State } = {
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrawn',
}

const REASONS: readonly string[] = ['stale', 'superseded', 'expired', 'duplicate']

const ratification = (queue: QueueState, record: ItemRecord, request: RatificationRequest): Ratification => {
  const transition = recordOfDecision(request)
  const entry =
    request.action === 'accept' && request.corpus !== undefined
      ? corpusEntry(record, request.review_date, request.corpus)
      : null
  const events = Object.freeze(entry === null ? [transition] : [transition, entry.event])
  return Object.freeze({ events, corpusLine: entry?.line ?? null, queue: replay(events, queue) })
}

const recordOfDecision = ({
  proposal_id,
  action,
  note,
  reason,
  review_date,
  authority,
}: RatificationRequest): Transition => {
  const record: Transition = {
    event: 'transition',
    proposal_id,
    to: STATE_OF[action],
    note: reason === undefined ? note : `${reason}: ${note}`,
    ratifier_kind: authority.kind,
    actor: authority.actor,
    commit_sha: authority.commit_sha,
    workflow_run_id: authority.kind === 'cli' ? null : authority.workflow_run_id,
    review_date,
  }
  if (authority.kind === 'cli') return Object.freeze(record)
  const { actor, triggering_actor, workflow_run_attempt = 1 } = authority
  return Object.freeze({
    ...record,
    ...(triggering_actor === actor ? {} : { triggering_actor }),
    ...(workflow_run_attempt > 1 ? { workflow_run_attempt } : {}),
  })
}

const refuseNonsense = ({ action, note, reason, review_date, authority }: RatificationRequest): void => {
  const expect = (holds: boolean, path: string, expected: string, value: unknown): void => {
    if (!holds) throw new TypeError(`$.${path}: expected ${expected}, found ${JSON.stringify(value)}`)
  }
  expect(Object.hasOwn(STATE_OF, action), 'action', 'accept, reject or withdraw', action)
  expect(typeof note === 'string', 'note', 'string', note)
  expect(
    reason === undefined || (action === 'reject' && REASONS.includes(reason)),
    'reason',
    `one of ${REASONS.join(', ')}, of a rejection`,
    reason,
  )
  expect(
    typeof review_date === 'string' && isReviewDate(review_date),
    'review_date',
    'a day of the calendar, YYYY-MM-DD',
    review_date,
  )
  expect(
    authority.kind === 'cli' || authority.kind === 'workflow_dispatch',
    'authority.kind',
    'cli or workflow_dispatch',
    authority.kind,
  )
  const named = (value: unknown): boolean => typeof value === 'string' && value !== ''
  expect(named(authority.commit_sha), 'authority.commit_sha', 'a commit', authority.commit_sha)
  if (authority.kind === 'cli') {
    expect(named(authority.actor), 'authority.actor', 'a name', authority.actor)
    return
  }
  for (const field of ['event_name', 'ref', 'actor', 'triggering_actor', 'repository_owner'] as const)
    expect(typeof authority[field] === 'string', `authority.${field}`, 'string', authority[field])
  const { workflow_run_id, workflow_run_attempt = 1 } = authority
  expect(named(workflow_run_id), 'authority.workflow_run_id', 'the id of the run', workflow_run_id)
  expect(
    Number.isSafeInteger(workflow_run_attempt) && workflow_run_attempt >= 1,
    'authority.workflow_run_attempt',
    'a whole number from 1',
    workflow_run_attempt,
  )
}
