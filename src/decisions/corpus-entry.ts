import type { AcceptedCorpusAppend } from '../events/accepted-corpus-append.js'
import type { ProposedChain } from '../events/created.js'
import { normalisedLemma, stripped } from '../events/lemmas.js'
import { canonicalText } from '../json/canonical-text.js'
import type { ItemRecord } from '../queue/queue-state.js'

/** What a decision needs to know of the corpus that accepted chains go to (spec §4). @public */
export interface Corpus {
  /** Whether the corpus has a line with this id already. */
  readonly has_chain: (chain_id: string) => boolean
}

/** One line to be added to the corpus file (spec §4). @public */
export interface CorpusLine {
  /** `<intent>_<subject>_<connective>_<object>`, stripped; all but the connective in lower case. */
  readonly chain_id: string
  /** The line: canonical JSON, without its newline. */
  readonly text: string
}

/** What an accepted chain owes: a line of the corpus, unless it is there, and the event that says so (spec §4). @internal */
export const corpusEntry = (
  { proposal: { proposal_id, proposed_chain } }: ItemRecord,
  review_date: string,
  corpus: Corpus,
): { readonly line: CorpusLine | null; readonly event: AcceptedCorpusAppend } => {
  const { subject, intent, connective, object } = normalised(proposed_chain)
  const chain_id = `${intent}_${subject}_${connective}_${object}`
  const raw = `adr-0057:discovery_promoted:${review_date}`
  const text = canonicalText({
    chain_id,
    connective,
    domains_object_k: 1,
    domains_subject_k: 2,
    intent,
    object,
    provenance: raw,
    subject,
  })
  return {
    line: corpus.has_chain(chain_id) ? null : Object.freeze({ chain_id, text }),
    event: Object.freeze({
      event: 'accepted_corpus_append',
      proposal_id,
      chain_id,
      provenance: Object.freeze({ adr_id: 'adr-0057', source: 'discovery_promoted', review_date, raw }),
    }),
  }
}

const normalised = ({ subject, intent, connective, object }: ProposedChain) => ({
  subject: normalisedLemma(subject),
  intent: normalisedLemma(intent),
  connective: stripped(connective),
  object: normalisedLemma(object),
})
