import { isLeft as eitherIsLeft, right as eitherRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { isLeft, isRight, left, right } from '../src/index.js'

describe('a result', () => {
  it('says which of the two it is', () => {
    expect([isLeft(left('no')), isRight(left('no'))]).toEqual([true, false])
    expect([isLeft(right(1)), isRight(right(1))]).toEqual([false, true])
  })

  it('is an Either at run time too', () => {
    expect(right(1)).toEqual(eitherRight(1))
    expect(eitherIsLeft(left('no'))).toBe(true)
  })
})
