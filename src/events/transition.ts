import * as t from 'io-ts'
import { FiniteNumber, isJsonObject, NonEmptyString, nullable } from './codec.js'
import { isState, State } from './state.js'

/**
 * A reviewer moved a proposal out of `pending`, or the gate rolled it back. A log merged from two branches can hold two
 * for one proposal: the later line stands (spec §2.3).
 * @public
 */
export interface Transition {
  readonly event: 'transition'
  readonly proposal_id: string
  /** `pending` is read, since a log may hold it; nothing here writes it. */
  readonly to: State
  /** For the next reader; replay does not look at it. */
  readonly note?: string
  /** From which surface: `cli` or `workflow_dispatch`. Absent from lines older than ADR-0161 and from automatic rollbacks. */
  readonly ratifier_kind?: string | null
  /** The operating system's user, or the GitHub login. */
  readonly actor?: string | null
  /** The commit that the decision was taken on. */
  readonly commit_sha?: string | null
  /** The run that recorded it; `null` for a decision at a working copy. */
  readonly workflow_run_id?: string | null
  /** Recorded when a re-run was started by someone other than `actor`. */
  readonly triggering_actor?: string | null
  /** Recorded above 1. */
  readonly workflow_run_attempt?: number | null
  /** `YYYY-MM-DD`. */
  readonly review_date?: string | null
}

/** @internal */
export const Transition: t.Type<Transition> = t.intersection(
  [
    t.type({ event: t.literal('transition'), proposal_id: NonEmptyString, to: State }),
    t.partial({
      note: t.string,
      ratifier_kind: nullable(t.string),
      actor: nullable(t.string),
      commit_sha: nullable(t.string),
      workflow_run_id: nullable(t.string),
      triggering_actor: nullable(t.string),
      workflow_run_attempt: nullable(FiniteNumber),
      review_date: nullable(t.string),
    }),
  ],
  'transition',
) as t.Type<Transition>

/** @internal */
export const isTransition = (u: unknown): boolean =>
  isJsonObject(u) &&
  u.event === 'transition' &&
  typeof u.proposal_id === 'string' &&
  u.proposal_id !== '' &&
  isState(u.to) &&
  (u.note === undefined || typeof u.note === 'string') &&
  isTextIfAny(u.ratifier_kind) &&
  isTextIfAny(u.actor) &&
  isTextIfAny(u.commit_sha) &&
  isTextIfAny(u.workflow_run_id) &&
  isTextIfAny(u.triggering_actor) &&
  (u.workflow_run_attempt === undefined ||
    u.workflow_run_attempt === null ||
    Number.isFinite(u.workflow_run_attempt)) &&
  isTextIfAny(u.review_date)

const isTextIfAny = (u: unknown): boolean => u === undefined || u === null || typeof u === 'string'
