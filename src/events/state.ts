import * as t from 'io-ts'

/** Where a proposal stands: exactly this alphabet, and no other state exists (spec §2.3). @public */
export type State = 'pending' | 'accepted' | 'rejected' | 'withdrawn'

/** The alphabet of {@link State}, in the order a proposal can live through it. @public */
export const STATES: readonly State[] = Object.freeze([
  'pending',
  'accepted',
  'rejected',
  'withdrawn',
] as const)

/** @internal */
export const State: t.Type<State> = t.keyof(
  { pending: null, accepted: null, rejected: null, withdrawn: null },
  'pending, accepted, rejected or withdrawn',
)

/** @internal */
export const isState = (u: unknown): u is State =>
  u === 'pending' || u === 'accepted' || u === 'rejected' || u === 'withdrawn'
