import * as t from 'io-ts'
import { arrayOf, isJsonObject, JsonObject, NonEmptyString, nullable } from './codec.js'
import { isReplayEvidence, ReplayEvidence } from './replay-evidence.js'

/**
 * The engine proposed a change to what it believes, and the gate let it in. The first `created` for an id makes the
 * queue item; a later one changes nothing (spec §2.3).
 * @public
 */
export interface Created {
  /** ADR-0161 calls this event `proposal`; both spellings are read, as this one (spec §2.1). */
  readonly event: 'created'
  readonly proposal: Proposal
}

/** What is proposed, and on what grounds. Fields that are optional are absent from lines of an older format. @public */
export interface Proposal {
  /** First 32 hex digits of a SHA-256 over candidate and chain (see `proposalId`); in older lines any non-empty text. */
  readonly proposal_id: string
  /** The engine's candidate that this came from. Without it the id cannot be recomputed. */
  readonly source_candidate_id?: string
  readonly proposed_chain: ProposedChain
  readonly polarity: Polarity
  readonly claim_domain: ClaimDomain
  /** What the engine found for or against the chain; may be empty in a log. */
  readonly evidence: readonly Evidence[]
  /** Who put it forward; absent before ADR-0094. */
  readonly source?: Source | null
  /** Written as `pending`. Whatever it says, it moves nothing: only a transition does. */
  readonly review_state?: string
  /** Written as `""`. No rule looks at it. */
  readonly operator_note?: string
  /** Counts as the item's evidence until a `replay` comes. */
  readonly replay_evidence?: ReplayEvidence | null
  /** Written as `null`. No rule looks at it. */
  readonly provenance?: unknown
}

/** The claim itself, as a link between two lemmas. Other members, e.g. `recognizer_spec`, belong to it too. @public */
export interface ProposedChain {
  /** A lemma. No two pending proposals may share one, as subject or object (spec §3). */
  readonly subject: string
  /** The relation that is meant, such as `cause`. */
  readonly intent: string
  /** The word that joins the two, such as `requires`. */
  readonly connective: string
  /** A lemma, as `subject` is. */
  readonly object: string
  readonly [member: string]: unknown
}

/** Whether a proposal speaks for its chain or against it. @public */
export type Polarity = 'affirms' | 'falsifies'

/** What kind of claim a chain is. An `evaluative` one is ineligible unless allowed (spec §3). @public */
export type ClaimDomain = 'factual' | 'relational' | 'evaluative'

/** One piece of what speaks for or against a proposal. All four are texts; more members are kept (spec §2.2). @public */
export interface Evidence {
  /** `corpus` makes a candidate eligible; other sources are read and kept. */
  readonly source: string
  /** Where it stands, in the words of its source. */
  readonly ref: string
  /** `affirms` or `falsifies`, as the engine writes it; any text is read. */
  readonly polarity: string
  /** How sure it is, such as `coherent`; any text is read. */
  readonly epistemic_status: string
}

/** Who put a proposal forward, and from which state of the engine (spec §2.2). @public */
export interface Source {
  /** Written: `operator`, `miner`, `curriculum`, `contemplation`, `exemplar_corpus`. Any is read. */
  readonly kind: string
  /** Which one of its kind: `""` for an operator, not empty for any other kind that is written. */
  readonly source_id: string
  /** The engine's revision, such as a commit. Written, it is not empty. */
  readonly emitted_at_revision: string
}

/** @internal */
export const ProposedChain: t.Type<ProposedChain> = t.intersection(
  [t.type({ subject: t.string, intent: t.string, connective: t.string, object: t.string }), JsonObject],
  'chain',
) as t.Type<ProposedChain>

/** @internal */
export const Evidence: t.Type<Evidence> = t.type(
  { source: t.string, ref: t.string, polarity: t.string, epistemic_status: t.string },
  'piece of evidence',
)

/** @internal */
export const Source: t.Type<Source> = t.type(
  { kind: t.string, source_id: t.string, emitted_at_revision: t.string },
  'source',
)

/** @internal */
export const Polarity: t.Type<Polarity> = t.keyof({ affirms: null, falsifies: null }, 'affirms or falsifies')

/** @internal */
export const ClaimDomain: t.Type<ClaimDomain> = t.keyof(
  { factual: null, relational: null, evaluative: null },
  'factual, relational or evaluative',
)

/** @internal */
export const Proposal: t.Type<Proposal> = t.intersection(
  [
    t.type({
      proposal_id: NonEmptyString,
      proposed_chain: ProposedChain,
      polarity: Polarity,
      claim_domain: ClaimDomain,
      evidence: arrayOf(Evidence),
    }),
    t.partial({
      source_candidate_id: t.string,
      source: nullable(Source),
      review_state: t.string,
      operator_note: t.string,
      replay_evidence: nullable(ReplayEvidence),
      provenance: t.unknown,
    }),
  ],
  'proposal',
) as t.Type<Proposal>

/** @internal */
export const Created: t.Type<Created> = t.type({ event: t.literal('created'), proposal: Proposal }, 'created')

/** @internal */
export const isCreated = (u: unknown): boolean =>
  isJsonObject(u) && u.event === 'created' && isProposal(u.proposal)

const isProposal = (u: unknown): boolean =>
  isJsonObject(u) &&
  typeof u.proposal_id === 'string' &&
  u.proposal_id !== '' &&
  isProposedChain(u.proposed_chain) &&
  (u.polarity === 'affirms' || u.polarity === 'falsifies') &&
  (u.claim_domain === 'factual' || u.claim_domain === 'relational' || u.claim_domain === 'evaluative') &&
  Array.isArray(u.evidence) &&
  u.evidence.every(isEvidence) &&
  isTextIfPresent(u.source_candidate_id) &&
  (u.source === undefined || u.source === null || isSource(u.source)) &&
  isTextIfPresent(u.review_state) &&
  isTextIfPresent(u.operator_note) &&
  (u.replay_evidence === undefined || u.replay_evidence === null || isReplayEvidence(u.replay_evidence))

const isProposedChain = (u: unknown): boolean =>
  isJsonObject(u) &&
  typeof u.subject === 'string' &&
  typeof u.intent === 'string' &&
  typeof u.connective === 'string' &&
  typeof u.object === 'string'

const isEvidence = (u: unknown): boolean =>
  isJsonObject(u) &&
  typeof u.source === 'string' &&
  typeof u.ref === 'string' &&
  typeof u.polarity === 'string' &&
  typeof u.epistemic_status === 'string'

const isSource = (u: unknown): boolean =>
  isJsonObject(u) &&
  typeof u.kind === 'string' &&
  typeof u.source_id === 'string' &&
  typeof u.emitted_at_revision === 'string'

const isTextIfPresent = (u: unknown): boolean => u === undefined || typeof u === 'string'
