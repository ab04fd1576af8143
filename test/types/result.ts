// A Result is an fp-ts Either, both ways, without a cast. This file is compiled by `npm run typecheck`, never run.
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isRight, left, type Result, right } from '../../src/index.js'

type Refusal = { readonly reason: 'no' }

export const toEither = (result: Result<Refusal, number>): E.Either<Refusal, number> => result
export const toResult = (either: E.Either<Refusal, number>): Result<Refusal, number> => either

export const matched = (result: Result<Refusal, number>): string =>
  pipe(
    result,
    E.match(
      (refusal) => refusal.reason,
      (answer) => answer.toFixed(2),
    ),
  )

export const narrowed = (result: Result<Refusal, number>): number => (isRight(result) ? result.right : 0)

export const refused: Result<Refusal, number> = left({ reason: 'no' })
export const answered: Result<Refusal, number> = right(1)

// @ts-expect-error a refusal is not an answer
export const mixed: Result<Refusal, number> = right({ reason: 'no' })

// @ts-expect-error the answer is not there before one has asked which it is
export const unasked = (result: Result<Refusal, number>): number => result.right
