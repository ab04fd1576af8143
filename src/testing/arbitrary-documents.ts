import fc from 'fast-check'

/** Values of every document that is read, as a writer could have made them: legacy spellings, unknown members, awkward keys. */

/** Names that an object has before anyone gave it a member, and others that code has tripped over. */
export const AWKWARD = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '10', '', 'a/b~c']

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ...AWKWARD))
const filledText = text.filter((value) => value !== '')
const nullable = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null, freq: 3 })

/** Members that no document knows. */
const extras = fc.dictionary(
  fc.oneof(
    fc.string().map((name) => `x_${name}`),
    fc.constantFrom(...AWKWARD),
  ),
  fc.jsonValue(),
  { maxKeys: 3, noNullPrototype: true },
)

/** A document with the members that it must have, perhaps those that it may have, and perhaps others. */
const open = (must: Members, may: Members = {}): fc.Arbitrary<Json> =>
  fc
    .tuple(
      extras,
      fc.record(must, { noNullPrototype: true }),
      fc.record(may, { requiredKeys: [], noNullPrototype: true }),
    )
    .map((parts) => Object.fromEntries(parts.flatMap((part) => Object.entries(part))))

type Json = { readonly [member: string]: unknown }
type Members = { readonly [member: string]: fc.Arbitrary<unknown> }

const chain = open({ subject: text, intent: text, connective: text, object: text })

const evidence = fc.array(open({ source: text, ref: text, polarity: text, epistemic_status: text }), {
  maxLength: 3,
})

const metrics = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom(...AWKWARD)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  { maxKeys: 4, noNullPrototype: true },
)

const replayEvidence = open({
  baseline: metrics,
  candidate: metrics,
  regressed_metrics: fc.array(text, { maxLength: 3 }),
  replay_equivalent: fc.boolean(),
})

const proposal = open(
  {
    proposal_id: filledText,
    proposed_chain: chain,
    polarity: fc.constantFrom('affirms', 'falsifies'),
    claim_domain: fc.constantFrom('factual', 'relational', 'evaluative'),
    evidence,
  },
  {
    source_candidate_id: text,
    source: nullable(open({ kind: text, source_id: text, emitted_at_revision: text })),
    review_state: text,
    operator_note: text,
    replay_evidence: nullable(replayEvidence),
    provenance: fc.jsonValue(),
  },
)

const created = open({ event: fc.constantFrom('created', 'proposal'), proposal })

const replay = open({
  event: fc.constant('replay'),
  proposal_id: filledText,
  replay_evidence: replayEvidence,
})

const transition = open(
  {
    event: fc.constant('transition'),
    proposal_id: filledText,
    to: fc.constantFrom('pending', 'accepted', 'rejected', 'withdrawn'),
  },
  {
    note: text,
    ratifier_kind: nullable(text),
    actor: nullable(text),
    commit_sha: nullable(text),
    workflow_run_id: nullable(text),
    triggering_actor: nullable(text),
    workflow_run_attempt: nullable(fc.integer()),
    review_date: nullable(text),
  },
)

const acceptedCorpusAppend = open({
  event: fc.constant('accepted_corpus_append'),
  proposal_id: filledText,
  chain_id: text,
  provenance: open({ adr_id: text, source: text, review_date: text, raw: text }),
})

const unknownEvent = open({
  event: fc.oneof(
    fc.string().map((name) => `x_${name}`),
    fc.constantFrom(...AWKWARD),
  ),
})

const scenes = fc.array(open({}, { detail: fc.oneof(fc.jsonValue(), open({}, { proposal_id: text })) }), {
  maxLength: 3,
})

const learningArcReport = open(
  {},
  { report_kind: fc.constant('learning_arc'), proposal_id: fc.oneof(text, fc.jsonValue()), scenes },
)

const queueFullReport = open(
  {
    report_kind: fc.constant('queue_full'),
    pending_count: fc.nat(),
    cap: fc.nat(),
    candidates_skipped: fc.array(open({ candidate_id: text, reason: text }), { maxLength: 3 }),
  },
  { emitted_at_revision: text, scenes },
)

const otherReport = open({ report_kind: fc.constantFrom('weekly', ...AWKWARD) }, { scenes })

const candidate = open({
  candidate_id: filledText,
  proposed_chain: fc.oneof(chain, extras),
  polarity: text,
  claim_domain: text,
  evidence,
  boundary_clean: fc.boolean(),
})

/** A value for each kind of document, by a name for the test that holds it. */
export const documents = {
  created,
  replay,
  transition,
  acceptedCorpusAppend,
  unknownEvent,
  learningArcReport,
  queueFullReport,
  otherReport,
  candidate,
  replayEvidence,
} as const

/** An event that is known. */
export const arbitraryEvent = fc.oneof(created, replay, transition, acceptedCorpusAppend)
