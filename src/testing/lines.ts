/** The lines that the fixtures are made of, as a writer of the log leaves them. */

export const RAIN = '20058ce6c370ba7359cbdc57c389d211'

export const WIND = '48a19f58667c9e9b6003d235e48158b3'

export const FROST = '065ec6408ad3b3df18ab2bf6999f0a35'

export const STAR = '170eb5bf6cb706bd3f2b9116306f530d'

export const RAIN_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"20058ce6c370ba7359cbdc57c389d211","proposed_chain":{"connective":"nourishes","intent":"cause","object":"field","subject":"rain"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"operator","source_id":""},"source_candidate_id":"c-rain"}}'

export const RAIN_REPLAY =
  '{"event":"replay","proposal_id":"20058ce6c370ba7359cbdc57c389d211","replay_evidence":{"baseline":{"accuracy":1.0,"coverage":0.9167},"candidate":{"accuracy":1.0,"coverage":0.9375},"regressed_metrics":[],"replay_equivalent":true}}'

export const RAIN_ACCEPTED =
  '{"actor":"reviewer","commit_sha":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","event":"transition","note":"It grew.","proposal_id":"20058ce6c370ba7359cbdc57c389d211","ratifier_kind":"cli","review_date":"2026-06-01","to":"accepted","workflow_run_id":null}'

export const RAIN_APPENDED =
  '{"chain_id":"cause_rain_nourishes_field","event":"accepted_corpus_append","proposal_id":"20058ce6c370ba7359cbdc57c389d211","provenance":{"adr_id":"adr-0057","raw":"adr-0057:discovery_promoted:2026-06-01","review_date":"2026-06-01","source":"discovery_promoted"}}'

/** The same proposal once more, from elsewhere and with evidence of its own. */
export const RAIN_CREATED_FROM_ELSEWHERE =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"falsifies","proposal_id":"20058ce6c370ba7359cbdc57c389d211","proposed_chain":{"connective":"nourishes","intent":"cause","object":"field","subject":"rain"},"provenance":null,"replay_evidence":{"baseline":{"accuracy":1.0},"candidate":{"accuracy":0.5},"regressed_metrics":["accuracy"],"replay_equivalent":false},"review_state":"pending","source":{"emitted_at_revision":"r2","kind":"miner","source_id":"run-9"},"source_candidate_id":"c-rain"}}'

/** Another claim under the same id, from elsewhere and with evidence of its own. */
export const RAIN_CREATED_OTHERWISE =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"falsifies","proposal_id":"20058ce6c370ba7359cbdc57c389d211","proposed_chain":{"connective":"cools","intent":"cause","object":"roof","subject":"rain"},"provenance":null,"replay_evidence":{"baseline":{"accuracy":1.0},"candidate":{"accuracy":0.5},"regressed_metrics":["accuracy"],"replay_equivalent":false},"review_state":"pending","source":{"emitted_at_revision":"r2","kind":"miner","source_id":"run-9"},"source_candidate_id":"c-rain"}}'

export const WIND_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"48a19f58667c9e9b6003d235e48158b3","proposed_chain":{"connective":"moves","intent":"cause","object":"sail","subject":"wind"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"miner","source_id":"run-7"},"source_candidate_id":"c-wind"}}'

export const WIND_REPLAY =
  '{"event":"replay","proposal_id":"48a19f58667c9e9b6003d235e48158b3","replay_evidence":{"baseline":{"accuracy":1.0,"coverage":0.9167},"candidate":{"accuracy":0.875,"coverage":0.9167},"regressed_metrics":["accuracy"],"replay_equivalent":false}}'

export const WIND_ROLLED_BACK =
  '{"event":"transition","note":"auto_rollback_regression: accuracy","proposal_id":"48a19f58667c9e9b6003d235e48158b3","to":"rejected"}'

export const FROST_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"065ec6408ad3b3df18ab2bf6999f0a35","proposed_chain":{"connective":"stills","intent":"cause","object":"pond","subject":"frost"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"contemplation","source_id":"2026-06-02T081500Z.json"},"source_candidate_id":"c-frost"}}'

export const FROST_REPLAY =
  '{"event":"replay","proposal_id":"065ec6408ad3b3df18ab2bf6999f0a35","replay_evidence":{"baseline":{"accuracy":1.0,"coverage":0.9167},"candidate":{"accuracy":1.0,"coverage":0.9375},"regressed_metrics":[],"replay_equivalent":true}}'

export const FROST_WITHDRAWN =
  '{"actor":"curator","commit_sha":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","event":"transition","note":"The run is repeated.","proposal_id":"065ec6408ad3b3df18ab2bf6999f0a35","ratifier_kind":"workflow_dispatch","review_date":"2026-06-02","to":"withdrawn","workflow_run_id":"1580000001"}'

export const STAR_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"170eb5bf6cb706bd3f2b9116306f530d","proposed_chain":{"connective":"guides","intent":"cause","object":"sailor","recognizer_spec":{"threshold":1.0},"subject":"star"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"operator","source_id":""},"source_candidate_id":"c-star"}}'

/** Another claim under the same id, from elsewhere and with evidence of its own. */
export const STAR_CREATED_OTHERWISE =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"falsifies","proposal_id":"170eb5bf6cb706bd3f2b9116306f530d","proposed_chain":{"connective":"cools","intent":"cause","object":"roof","subject":"star"},"provenance":null,"replay_evidence":{"baseline":{"accuracy":1.0},"candidate":{"accuracy":0.5},"regressed_metrics":["accuracy"],"replay_equivalent":false},"review_state":"pending","source":{"emitted_at_revision":"r2","kind":"miner","source_id":"run-9"},"source_candidate_id":"c-star"}}'

export const RAIN_CREATED_AS_PROPOSAL =
  '{"event":"proposal","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"20058ce6c370ba7359cbdc57c389d211","proposed_chain":{"connective":"nourishes","intent":"cause","object":"field","subject":"rain"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"operator","source_id":""},"source_candidate_id":"c-rain"}}'

export const RAIN_CREATED_WITHOUT_SOURCE =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"20058ce6c370ba7359cbdc57c389d211","proposed_chain":{"connective":"nourishes","intent":"cause","object":"field","subject":"rain"},"provenance":null,"replay_evidence":null,"review_state":"pending","source_candidate_id":"c-rain"}}'

export const SEED = 'seed-48dd2673d6ad673d'

export const SEED_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[],"polarity":"affirms","proposal_id":"seed-48dd2673d6ad673d","proposed_chain":{"connective":"ratifies","intent":"cause","object":"unit","recognizer_spec":{"exemplar_count":0},"subject":"rate"},"source":{"emitted_at_revision":"cli-seed","kind":"exemplar_corpus","source_id":"48dd2673d6ad673d"}}}'

export const RAIN_ACCEPTED_LONG_AGO =
  '{"event":"transition","note":"It grew.","proposal_id":"20058ce6c370ba7359cbdc57c389d211","to":"accepted"}'

export const RAIN_REPLAY_WITH_MORE =
  '{"event":"replay","proposal_id":"20058ce6c370ba7359cbdc57c389d211","replay_evidence":{"baseline":{"accuracy":1.0,"coverage":0.9167},"candidate":{"accuracy":1.0,"coverage":0.9375},"capability_axes":{"G1":{"correct":20,"wrong":0}},"regressed_metrics":[],"replay_equivalent":true,"wrong_count_delta":0}}'

export const HAIL = '4feb3e4374f100d40b7f1416d5d3c95b'

/** Its object is that of the chain of rain, in another spelling. */
export const HAIL_CREATED =
  '{"event":"created","proposal":{"claim_domain":"factual","evidence":[{"epistemic_status":"coherent","polarity":"affirms","ref":"cause_water_feeds_root","source":"corpus"}],"operator_note":"","polarity":"affirms","proposal_id":"4feb3e4374f100d40b7f1416d5d3c95b","proposed_chain":{"connective":"flattens","intent":"cause","object":" Field","subject":"hail"},"provenance":null,"replay_evidence":null,"review_state":"pending","source":{"emitted_at_revision":"4b825dc642cb6eb9a060e54bf8d69288fbee4904","kind":"curriculum","source_id":"lesson-3"},"source_candidate_id":"c-hail"}}'
