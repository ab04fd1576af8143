import * as t from 'io-ts'
import { isJsonObject, NonEmptyString } from './codec.js'

/** The chain of an accepted proposal was written to the corpus (spec §4). @public */
export interface AcceptedCorpusAppend {
  readonly event: 'accepted_corpus_append'
  readonly proposal_id: string
  /** `<intent>_<subject>_<connective>_<object>`: the corpus line's own id. */
  readonly chain_id: string
  readonly provenance: CorpusProvenance
}

/** By which rule and review a corpus line came to be. @public */
export interface CorpusProvenance {
  /** The record that the rule stands in. Written: `adr-0057`. */
  readonly adr_id: string
  /** By which road it came. Written: `discovery_promoted`. */
  readonly source: string
  /** `YYYY-MM-DD`. */
  readonly review_date: string
  /** `<adr_id>:<source>:<review_date>`, as the corpus line carries it. */
  readonly raw: string
}

/** @internal */
export const CorpusProvenance: t.Type<CorpusProvenance> = t.type(
  { adr_id: t.string, source: t.string, review_date: t.string, raw: t.string },
  'provenance of a corpus entry',
)

/** @internal */
export const AcceptedCorpusAppend: t.Type<AcceptedCorpusAppend> = t.type(
  {
    event: t.literal('accepted_corpus_append'),
    proposal_id: NonEmptyString,
    chain_id: t.string,
    provenance: CorpusProvenance,
  },
  'accepted_corpus_append',
)

/** @internal */
export const isAcceptedCorpusAppend = (u: unknown): boolean =>
  isJsonObject(u) &&
  u.event === 'accepted_corpus_append' &&
  typeof u.proposal_id === 'string' &&
  u.proposal_id !== '' &&
  typeof u.chain_id === 'string' &&
  isCorpusProvenance(u.provenance)

const isCorpusProvenance = (u: unknown): boolean =>
  isJsonObject(u) &&
  typeof u.adr_id === 'string' &&
  typeof u.source === 'string' &&
  typeof u.review_date === 'string' &&
  typeof u.raw === 'string'
