import type { RefusedAsNotAllowed } from '../decisions/authority.js'
import type { RatificationRefusal } from '../decisions/ratify.js'
import type { RecordReplayRefusal } from '../decisions/record-replay.js'
import type { SettleRefusal } from '../decisions/settle.js'
import type { SubmissionRefusal } from '../decisions/submit.js'
import { bounded } from '../events/codec.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import type { RefusedInCi } from '../node/authority.js'

/** Whatever a writing command can be refused with. @internal */
export type Refusal =
  | SubmissionRefusal
  | RatificationRefusal
  | RecordReplayRefusal
  | SettleRefusal
  | RefusedInCi

/** A refusal as one sentence that says what to do. Not yet fit for a terminal. @internal */
export const refusalInWords = (refusal: Refusal): string => {
  switch (refusal.reason) {
    case 'ineligible':
      return `${name(refusal.candidate_id)} is not eligible: it fails ${listed(refusal.failed_gates)}. Correct the candidate.${
        refusal.failed_gates.includes('claim_domain')
          ? ' A claim is factual or relational, or with --allow-evaluative evaluative.'
          : ''
      }`
    case 'queue_full':
      return `${name(refusal.candidate_id)} finds the queue full: ${refusal.pending_count} proposals are pending, and the cap is ${refusal.cap}. Review some of them, then submit it again.`
    case 'duplicate':
      return `${name(refusal.proposal_id)} is in the log already, and is ${refusal.existing_state}. See it with show.`
    case 'dependent_on_pending':
      return `${name(refusal.candidate_id)} shares ${listed(refusal.overlapping_lemmas)} with ${listed(refusal.dependent_on)}, which ${refusal.dependent_on.length === 1 ? 'is' : 'are'} pending. Settle that first, then submit it again.`
    case 'not_found':
      return `no proposal has the id ${name(refusal.proposal_id)}. What writes takes the whole id: see them with list.`
    case 'not_pending':
      return `${name(refusal.proposal_id)} is ${refusal.state} already${settledBy(refusal.settled_by)}, and nothing settles it again. See it with show.`
    case 'not_replay_equivalent':
      return refusal.evidence === 'absent'
        ? `${name(refusal.proposal_id)} was never measured, and nobody decides on it before. Bring its evidence with record-replay.`
        : `the replay of ${name(refusal.proposal_id)} regressed${refusal.regressed_metrics.length === 0 ? '' : ` in ${listed(refusal.regressed_metrics)}`}, and nobody decides on it so. Bring new evidence with record-replay.`
    case 'actor_not_allowed':
      return `${name(refusal.actor)} (${refusal.role}) may not ratify: ${RULES[refusal.rule]}`
    case 'not_accepted':
      return `${name(refusal.proposal_id)} is ${refusal.state}, and only an accepted chain goes to the corpus. Accept it first.`
    case 'not_ratified':
      return `the accept of ${name(refusal.proposal_id)} names no ratifier, or no day, so it is not one of ours to finish. Whoever made it knows what the corpus owes.`
    case 'ci_may_not_ratify':
      return `${refusal.variable} is set, so this is CI${refusal.event_name === null ? '' : ` (${refusal.event_name})`}, which may stage and may not ratify. Decide in the ratification workflow or at a working copy.`
  }
}

const RULES: { readonly [R in RefusedAsNotAllowed['rule']]: string } = {
  event_is_workflow_dispatch:
    'the run was not started by workflow_dispatch. Start the ratification workflow.',
  ref_is_default_branch:
    'the run is not on the default branch, or the event does not say which that is. Start it on the default branch.',
  actor_is_no_bot: 'a bot never ratifies. Start the run as a person.',
  actor_is_ratifier:
    'it is not among CORE_RATIFIERS, which without a value is the owner of the repository alone. Have a ratifier start the run.',
}

const settledBy = ({
  actor,
  review_date,
}: {
  readonly actor?: string | null
  readonly review_date?: string | null
}): string => `${actor == null ? '' : ` by ${actor}`}${review_date == null ? '' : ` on ${review_date}`}`

const name = (id: string): string => `'${bounded(id, 80)}'`

const MOST_NAMED = 5

/** The first few, and how many more there are. @internal */
export const listed = (names: readonly string[]): string => {
  const more = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED).map((each) => bounded(each, 80))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What the gate's own rejection says, if there is one among some events. @internal */
export const rolledBackIn = (events: readonly ProposalEvent[]): string | null => {
  const replay = events.find((event) => event.event === 'replay')
  if (replay?.event !== 'replay' || !events.some(({ event }) => event === 'transition')) return null
  const { regressed_metrics } = replay.replay_evidence
  return `Its replay regressed${regressed_metrics.length === 0 ? '' : ` in ${listed(regressed_metrics)}`}, so it is rejected.`
}
