/**
 * What a question answers that may be refused: the refusal on the left, what was asked for on the right (spec §1).
 * It is a plain frozen value, shaped like an fp-ts `Either`, so those who use fp-ts can `pipe` it as it is. Look at `_tag`,
 * or ask `isLeft` and `isRight`.
 *
 * @public
 */
export type Result<E, A> =
  | { readonly _tag: 'Left'; readonly left: E }
  | { readonly _tag: 'Right'; readonly right: A }

/**
 * Makes a refusal, or a problem that left nothing to hand out.
 *
 * @public
 */
export const left = <E, A = never>(refusal: E): Result<E, A> =>
  Object.freeze({ _tag: 'Left', left: refusal } as const)

/**
 * Makes an answer that is what was asked for.
 *
 * @public
 */
export const right = <A, E = never>(answer: A): Result<E, A> =>
  Object.freeze({ _tag: 'Right', right: answer } as const)

/**
 * Whether the answer is a refusal.
 *
 * @public
 */
export const isLeft = <E, A>(result: Result<E, A>): result is { readonly _tag: 'Left'; readonly left: E } =>
  result._tag === 'Left'

/**
 * Whether the answer is what was asked for.
 *
 * @public
 */
export const isRight = <E, A>(
  result: Result<E, A>,
): result is { readonly _tag: 'Right'; readonly right: A } => result._tag === 'Right'

/** The same answer, so that it cannot be changed: what a pipe ends with. @internal */
export const frozen = <E, A>(result: Result<E, A>): Result<E, A> => Object.freeze(result)
