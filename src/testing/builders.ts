import type { CliAuthority } from '../decisions/authority.js'
import type { Candidate } from '../decisions/candidate.js'
import type { RatificationAction, RatificationRequest } from '../decisions/ratify.js'
import type { AcceptedCorpusAppend } from '../events/accepted-corpus-append.js'
import type { Created, Proposal, ProposedChain, Source } from '../events/created.js'
import type { Replay } from '../events/replay.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'
import { freezeDeeply } from '../json/freeze-json.js'

/** Short words for what happened and for what is asked, so that a test can say it in one line. */

const REVISION = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const frozen = <T extends object>(value: T): T => {
  freezeDeeply(value)
  return value
}

/** A chain between two lemmas. @public */
export const chain = (subject: string, object: string): ProposedChain =>
  frozen({ subject, intent: 'cause', connective: 'requires', object })

/** An operator, who has no other name. @public */
export const operator: Source = frozen({ kind: 'operator', source_id: '', emitted_at_revision: REVISION })

/** Evidence of a replay in which nothing got worse. @public */
export const equivalent: ReplayEvidence = frozen({
  baseline: { accuracy: 1, recall: 0.5 },
  candidate: { accuracy: 1, recall: 0.5 },
  regressed_metrics: [],
  replay_equivalent: true,
})

/** Evidence of a replay in which these metrics got worse. @public */
export const regressed = (...metrics: readonly string[]): ReplayEvidence => {
  const names = metrics.length === 0 ? ['accuracy'] : metrics
  const all = (value: number) => Object.fromEntries(names.map((name) => [name, value]))
  return frozen({
    baseline: all(1),
    candidate: all(0.5),
    regressed_metrics: [...names],
    replay_equivalent: false,
  })
}

/** A candidate that passes every gate, about lemmas that no other id speaks of. @public */
export const candidate = (candidate_id: string, more: Partial<Candidate> = {}): Candidate =>
  frozen({
    candidate_id,
    proposed_chain: chain(`${candidate_id} subject`, `${candidate_id} object`),
    polarity: 'affirms',
    claim_domain: 'factual',
    evidence: [
      { source: 'corpus', ref: 'cause_water_feeds_root', polarity: 'affirms', epistemic_status: 'coherent' },
    ],
    boundary_clean: true,
    ...more,
  })

/** The proposal was created, as `submit` creates one, about lemmas that no other id speaks of. @public */
export const created = (proposal_id: string, more: Partial<Proposal> = {}): Created =>
  frozen({
    event: 'created',
    proposal: {
      proposal_id,
      source_candidate_id: `candidate of ${proposal_id}`,
      proposed_chain: chain(`${proposal_id} subject`, `${proposal_id} object`),
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [
        {
          source: 'corpus',
          ref: 'cause_water_feeds_root',
          polarity: 'affirms',
          epistemic_status: 'coherent',
        },
      ],
      source: operator,
      review_state: 'pending',
      operator_note: '',
      replay_evidence: null,
      provenance: null,
      ...more,
    },
  })

/** The proposal was measured: equivalent, when nothing else is said. @public */
export const replayed = (proposal_id: string, replay_evidence: ReplayEvidence = equivalent): Replay =>
  frozen({ event: 'replay', proposal_id, replay_evidence })

const settled = (proposal_id: string, to: State, more: Partial<Transition>): Transition =>
  frozen({
    event: 'transition',
    proposal_id,
    to,
    note: '',
    ratifier_kind: 'cli',
    actor: 'reviewer',
    commit_sha: REVISION,
    workflow_run_id: null,
    review_date: '2026-06-01',
    ...more,
  })

/** The proposal was accepted by a reviewer: what {@link accept} leads to. @public */
export const accepted = (proposal_id: string, more: Partial<Transition> = {}): Transition =>
  settled(proposal_id, 'accepted', more)

/** The proposal was rejected by a reviewer: what {@link reject} leads to. @public */
export const rejected = (proposal_id: string, more: Partial<Transition> = {}): Transition =>
  settled(proposal_id, 'rejected', more)

/** The proposal was withdrawn by a reviewer: what {@link withdraw} leads to. @public */
export const withdrawn = (proposal_id: string, more: Partial<Transition> = {}): Transition =>
  settled(proposal_id, 'withdrawn', more)

/** The proposal was rejected by the gate, since these metrics got worse. @public */
export const rolledBack = (proposal_id: string, ...metrics: readonly string[]): Transition =>
  frozen({
    event: 'transition',
    proposal_id,
    to: 'rejected',
    note: `auto_rollback_regression: ${metrics.length === 0 ? 'accuracy' : metrics.join(',')}`,
  })

/** The chain of the proposal went to the corpus. @public */
export const appended = (
  proposal_id: string,
  more: Partial<AcceptedCorpusAppend> = {},
): AcceptedCorpusAppend =>
  frozen({
    event: 'accepted_corpus_append',
    proposal_id,
    chain_id: `cause_${proposal_id} subject_requires_${proposal_id} object`,
    provenance: {
      adr_id: 'adr-0057',
      source: 'discovery_promoted',
      review_date: '2026-06-01',
      raw: 'adr-0057:discovery_promoted:2026-06-01',
    },
    ...more,
  })

const reviewer: CliAuthority = frozen({ kind: 'cli', actor: 'reviewer', commit_sha: REVISION })

const request = (
  action: RatificationAction,
  proposal_id: string,
  more: Partial<RatificationRequest>,
): RatificationRequest =>
  // Not to its depth: a corpus in it is the caller's own.
  Object.freeze({
    proposal_id,
    action,
    note: '',
    review_date: '2026-06-01',
    authority: reviewer,
    ...more,
  })

/** The request to accept a proposal, from a working copy. @public */
export const accept = (proposal_id: string, more: Partial<RatificationRequest> = {}): RatificationRequest =>
  request('accept', proposal_id, more)

/** The request to reject a proposal, from a working copy. @public */
export const reject = (proposal_id: string, more: Partial<RatificationRequest> = {}): RatificationRequest =>
  request('reject', proposal_id, more)

/** The request to withdraw a proposal, from a working copy. @public */
export const withdraw = (proposal_id: string, more: Partial<RatificationRequest> = {}): RatificationRequest =>
  request('withdraw', proposal_id, more)
