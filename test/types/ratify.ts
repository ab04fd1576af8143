// What holds for the answer of ratify at compile time. This file is compiled by `npm run typecheck`, never run.
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import {
  type QueueState,
  type Ratification,
  type RatificationRefusal,
  type RatificationRequest,
  type Result,
  ratify,
} from '../../src/index.js'

export const matched = (queue: QueueState, request: RatificationRequest): string =>
  pipe(
    ratify(queue, request),
    E.match(
      ({ reason }) => reason,
      ({ events }) => events.map(({ event }) => event).join(),
    ),
  )

export const toEither = (
  result: Result<RatificationRefusal, Ratification>,
): E.Either<RatificationRefusal, Ratification> => result
export const toResult = (
  either: E.Either<RatificationRefusal, Ratification>,
): Result<RatificationRefusal, Ratification> => either

export const explained = (refusal: RatificationRefusal): string => {
  switch (refusal.reason) {
    case 'not_found':
      return refusal.proposal_id
    case 'not_pending':
      return `${refusal.state} by ${refusal.settled_by.actor}`
    case 'not_replay_equivalent':
      return `${refusal.evidence} ${refusal.regressed_metrics.join()}`
    case 'actor_not_allowed':
      return `${refusal.role} ${refusal.actor} by ${refusal.rule}`
  }
}

// @ts-expect-error a case is missing: not every refusal gets an answer
export const forgotten = (refusal: RatificationRefusal): string => {
  switch (refusal.reason) {
    case 'not_found':
    case 'not_pending':
    case 'actor_not_allowed':
      return refusal.reason
  }
}
