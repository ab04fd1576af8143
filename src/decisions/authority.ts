import { left, type Result, right } from '../result.js'
import { isRatifier, readRatifiers } from './ratifiers.js'

/** By what right somebody ratifies, and what the record says of it (spec §4). @public */
export type Authority = CliAuthority | WorkflowDispatchAuthority

/** Somebody at a working copy, surface C. Having it is the right: this authority always holds (spec §4). @public */
export interface CliAuthority {
  readonly kind: 'cli'
  /** The operating system's user. */
  readonly actor: string
  /** The commit that the decision is taken on. */
  readonly commit_sha: string
}

/**
 * A run of the ratification workflow, surface B. Whether it may ratify is decided from these fields alone (spec §4). A text
 * that is not known is left empty, and then a rule refuses it. docs/ratifying.md says what this stops and what it does not.
 * @public
 */
export interface WorkflowDispatchAuthority {
  readonly kind: 'workflow_dispatch'
  /** `github.event_name`. */
  readonly event_name: string
  /** `github.ref`, whole. */
  readonly ref: string
  /** `repository.default_branch` of the event; `null` when it does not say. */
  readonly default_branch: string | null
  /** `github.actor`: who started the run at first. */
  readonly actor: string
  /** `github.triggering_actor`: who started this attempt. */
  readonly triggering_actor: string
  /** `sender.type` of the event; `null` when it does not say. */
  readonly sender_type: string | null
  /** `github.repository_owner`: who may ratify when `ratifiers` is unset or empty. */
  readonly repository_owner: string
  /** The text of `CORE_RATIFIERS`; `null` when it is unset. */
  readonly ratifiers: string | null
  /** The commit that the decision is taken on. */
  readonly commit_sha: string
  /** `github.run_id`, for the record. */
  readonly workflow_run_id: string
  /** `github.run_attempt`; 1 when not said. It is recorded above 1. */
  readonly workflow_run_attempt?: number | undefined
}

/**
 * What a `workflow_dispatch` must hold to, in the order in which it is looked at (spec §4).
 *
 * - `event_is_workflow_dispatch`: a person started the workflow.
 * - `ref_is_default_branch`: on the default branch, whose name the event says.
 * - `actor_is_no_bot`: the sender is a `User`, and no name ends in `[bot]`.
 * - `actor_is_ratifier`: who started the run and who started this attempt are both in `CORE_RATIFIERS`.
 * @public
 */
export type AuthorityRule =
  | 'event_is_workflow_dispatch'
  | 'ref_is_default_branch'
  | 'actor_is_no_bot'
  | 'actor_is_ratifier'

/** This actor may not ratify, by this rule (spec §4). @public */
export interface RefusedAsNotAllowed {
  readonly reason: 'actor_not_allowed'
  readonly proposal_id: string
  /** The one whom the rule refuses. */
  readonly actor: string
  /** Whether that is who started the run at first or who started this attempt. */
  readonly role: 'actor' | 'triggering_actor'
  /** The first rule that does not hold. */
  readonly rule: AuthorityRule
}

/** Whether an authority may ratify (spec §4). @internal */
export const mayRatify = (
  authority: Authority,
  proposal_id: string,
): Result<RefusedAsNotAllowed, Authority> => {
  if (authority.kind === 'cli') return right(authority)
  const refuse = (rule: AuthorityRule, role: 'actor' | 'triggering_actor') =>
    left(
      Object.freeze({
        reason: 'actor_not_allowed' as const,
        proposal_id,
        actor: authority[role],
        role,
        rule,
      }),
    )

  if (authority.event_name !== 'workflow_dispatch') return refuse('event_is_workflow_dispatch', 'actor')
  const { default_branch } = authority
  // Without a name for it no branch is the default one.
  if (!default_branch || authority.ref !== `refs/heads/${default_branch}`)
    return refuse('ref_is_default_branch', 'actor')
  if (authority.sender_type !== 'User') return refuse('actor_is_no_bot', 'actor')
  for (const role of ROLES) if (/\[bot\]$/i.test(authority[role])) return refuse('actor_is_no_bot', role)
  const ratifiers = readRatifiers(authority.ratifiers, authority.repository_owner)
  // A re-run keeps the actor and changes the triggering actor: both must be of them.
  for (const role of ROLES)
    if (!isRatifier(ratifiers, authority[role])) return refuse('actor_is_ratifier', role)
  return right(authority)
}

const ROLES = ['actor', 'triggering_actor'] as const
