// A program that uses the package, compiled and run as ESM, as CommonJS and for a bundler.
import { isRight, left, type Result, right } from '@core/hitl-queue'

type Refusal = { readonly reason: 'no' }

const answered: Result<Refusal, number> = right(1)
const refused: Result<Refusal, number> = left({ reason: 'no' })

// @ts-expect-error the answer is not there before one has asked which it is: the types have arrived
const unasked: number = answered.right

if (!isRight(answered) || answered.right !== unasked || isRight(refused))
  throw new Error('not as it should be')
