import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'
import { replay } from '../queue/evolve.js'
import type { ItemRecord, QueueState } from '../queue/queue-state.js'
import { frozen, left, type Result, right } from '../result.js'
import { type Authority, mayRatify, type RefusedAsNotAllowed } from './authority.js'
import { type Corpus, corpusEntry } from './corpus-entry.js'
import { found, type RefusedAsNotFound } from './pending-item.js'
import type { Ratification } from './ratify.js'
import { isReviewDate } from './review-date.js'

/** Only an accepted chain goes to the corpus (spec §4). @public */
export interface RefusedAsNotAccepted {
  readonly reason: 'not_accepted'
  readonly proposal_id: string
  /** Where it stands. */
  readonly state: State
}

/**
 * The accept names no ratifier, or no day: it is not one of ours, and what it owes is not for us to say (spec §4).
 * @public
 */
export interface RefusedAsNotRatified {
  readonly reason: 'not_ratified'
  readonly proposal_id: string
  /** The last transition, as the log has it. */
  readonly accepted_by: Transition | null
}

/** Why an accept is not finished: the first of these that applies (spec §4). @public */
export type SettleRefusal =
  | RefusedAsNotFound
  | RefusedAsNotAccepted
  | RefusedAsNotRatified
  | RefusedAsNotAllowed

/** Which accept is to be finished, and for which corpus. @public */
export interface SettleRequest {
  /** The whole id. */
  readonly proposal_id: string
  /** The corpus that the chain goes to. */
  readonly corpus: Corpus
  /** Who finishes it, last of the checks. Without one nobody is asked: the accept itself was somebody's. */
  readonly authority?: Authority | undefined
}

/**
 * What an accepted proposal still owes the corpus, after a crash or an accept without one: the corpus line, unless its id
 * is there, and the `accepted_corpus_append`, unless the log has it. Once both are there it owes nothing, and the answer is
 * no event and no line (spec §4).
 *
 * @param queue - the queue that has the accept
 * @param request - which accept, and the corpus
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { replay, settle } from '@core/hitl-queue'
 * import { accepted, created, replayed } from '@core/hitl-queue/testing'
 *
 * const queue = replay([created('p1'), replayed('p1'), accepted('p1')])
 * const owed = settle(queue, { proposal_id: 'p1', corpus: { has_chain: () => false } })
 * assert(owed._tag === 'Right')
 * assert.deepEqual(owed.right.events.map(({ event }) => event), ['accepted_corpus_append'])
 * assert.notEqual(owed.right.corpusLine, null)
 * ```
 * @public
 */
export const settle = (
  queue: QueueState,
  { proposal_id, corpus, authority }: SettleRequest,
): Result<SettleRefusal, Ratification> =>
  pipe(
    found(queue, proposal_id),
    E.chainW(acceptedOn),
    E.chainFirstW(() => (authority === undefined ? right(null) : mayRatify(authority, proposal_id))),
    E.map(({ record, review_date }) => {
      const { line, event } = corpusEntry(record, review_date, corpus)
      const events = Object.freeze(record.corpusAppend === null ? [event] : [])
      return Object.freeze({ events, corpusLine: line, queue: replay(events, queue) })
    }),
    frozen,
  )

/** The day on which one of ours accepted a proposal. */
const acceptedOn = (
  record: ItemRecord,
): Result<
  RefusedAsNotAccepted | RefusedAsNotRatified,
  { readonly record: ItemRecord; readonly review_date: string }
> => {
  const { state, review_history } = record
  const { proposal_id } = record.proposal
  if (state !== 'accepted') return left(Object.freeze({ reason: 'not_accepted', proposal_id, state }))
  // A log merged from two branches can hold the accept of ours before another: nothing has undone it.
  for (const { to, ratifier_kind, review_date } of [...review_history].reverse()) {
    if (to !== 'accepted') break
    if (ratifier_kind != null && typeof review_date === 'string' && isReviewDate(review_date))
      return right({ record, review_date })
  }
  return left(
    Object.freeze({ reason: 'not_ratified', proposal_id, accepted_by: review_history.at(-1) ?? null }),
  )
}
