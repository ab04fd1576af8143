// Logs of any length, the same for the same seed: what the benchmark reads.

import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
export const seeded = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/**
 * The lines of a long history: a quarter of them `created`, a quarter `replay`, four in ten `transition` (logs that were
 * merged hold two for one proposal), a tenth `accepted_corpus_append`; 400 bytes a line on average. Proposals wait for
 * some time, so that the events of many stand between each other.
 */
export function* historyLines(events, seed = 1) {
  const random = seeded(seed)
  const waiting = []
  let proposals = 0
  let lines = 0
  while (lines < events) {
    const ready = waiting.length > 200 ? waiting.splice(Math.floor(random() * waiting.length), 1)[0] : null
    if (ready === null) {
      const proposal = proposalOf(proposals, random)
      proposals += 1
      waiting.push(proposal)
      for (const line of [
        createdLine(proposal),
        ...(random() < 0.99 ? [replayLine(proposal, random)] : []),
      ]) {
        if (lines++ < events) yield line
      }
    } else {
      for (const line of settledLines(ready, random)) if (lines++ < events) yield line
    }
  }
}

/** As many proposals, of which only the last so many are pending. */
export function* queueLines(proposals, pending, seed = 1) {
  const random = seeded(seed)
  for (let at = 0; at < proposals; at += 1) {
    const proposal = proposalOf(at, random)
    yield createdLine(proposal)
    yield replayLine(proposal, random)
    if (at < proposals - pending) yield transitionLine(proposal, 'rejected', random)
  }
}

/** The live log's shape: batches of proposals, most accepted with their corpus entry, no ratification fields, some long. */
export function* liveLines(seed = 1) {
  const random = seeded(seed)
  for (let batch = 0; batch < 5; batch += 1) {
    const proposals = Array.from({ length: 4 + (batch % 2) }, (_, at) => proposalOf(batch * 10 + at, random))
    for (const proposal of proposals) {
      yield createdLine(batch < 3 ? proposal : withLongChain(proposal))
      yield replayLine(proposal, random, batch < 3 ? {} : CAPABILITIES)
    }
    if (batch === 4) return
    for (const proposal of proposals) {
      yield encode({
        event: 'transition',
        note: 'Curriculum: one more',
        proposal_id: proposal.proposal_id,
        to: 'accepted',
      })
      yield corpusLine(proposal)
    }
  }
}

/** Writes lines to a file, unless a file of the same recipe is there; gives its path and size. */
export const logFile = (path, lines) => {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true })
    const unfinished = `${path}.unfinished`
    const fd = openSync(unfinished, 'w')
    let held = []
    let length = 0
    const flush = () => {
      writeSync(fd, held.join(''))
      held = []
      length = 0
    }
    for (const line of lines()) {
      held.push(line)
      length += line.length
      if (length > 1 << 20) flush()
    }
    flush()
    closeSync(fd)
    renameSync(unfinished, path)
  }
  return { path, bytes: statSync(path).size }
}

const encode = (value) => `${JSON.stringify(value)}\n`

const proposalOf = (at, random) => {
  const proposed_chain = {
    connective: pick(['requires', 'grounds', 'reveals', 'orders'], random),
    intent: pick(['cause', 'verification'], random),
    object: `concept number ${at} of the curriculum`,
    subject: `observation number ${at} of the curriculum`,
  }
  const source_candidate_id = hex(`candidate ${at} ${random()}`)
  const proposal_id = hex(JSON.stringify({ proposed_chain, source_candidate_id })).slice(0, 32)
  return { at, proposed_chain, source_candidate_id, proposal_id }
}

const createdLine = ({ at, proposed_chain, source_candidate_id, proposal_id }) =>
  encode({
    event: 'created',
    proposal: {
      claim_domain: at % 3 === 0 ? 'relational' : 'factual',
      evidence: [
        {
          epistemic_status: 'coherent',
          polarity: 'affirms',
          ref: `cause_observation_${at}_grounds_concept`,
          source: 'corpus',
        },
      ],
      operator_note: '',
      polarity: 'affirms',
      proposal_id,
      proposed_chain,
      provenance: null,
      replay_evidence: null,
      review_state: 'pending',
      source: {
        emitted_at_revision: hex(`revision ${at >> 4}`).slice(0, 40),
        kind: 'miner',
        source_id: `miner-${at % 7}`,
      },
      source_candidate_id,
    },
  })

/** Metrics are floats by type and are written so: `1.0`, as every writer of the log does. */
const replayLine = ({ proposal_id }, random, more = {}) => {
  const metrics = [1, 1, Math.round(random() * 10000) / 10000, 1]
  const measured = `{${METRICS.map((name, at) => `"${name}":${float(metrics[at])}`).join(',')}}`
  const rest = JSON.stringify({ ...more, regressed_metrics: [], replay_equivalent: true }).slice(1)
  return `{"event":"replay","proposal_id":"${proposal_id}","replay_evidence":{"baseline":${measured},"candidate":${measured},${rest}}\n`
}

const METRICS = ['intent_accuracy', 'surface_groundedness', 'term_capture_rate', 'versor_closure_rate']

const float = (value) => (Number.isInteger(value) ? `${value}.0` : `${value}`)

function* settledLines(proposal, random) {
  const to = pick(['accepted', 'rejected', 'accepted', 'withdrawn', 'rejected'], random)
  yield transitionLine(proposal, to, random)
  if (random() < 0.6) yield transitionLine(proposal, to, random)
  if (to === 'accepted') yield corpusLine(proposal)
}

const transitionLine = ({ at, proposal_id }, to, random) =>
  encode({
    actor: pick(['ana', 'bela', 'chidi'], random),
    commit_sha: hex(`commit ${at >> 3}`).slice(0, 40),
    event: 'transition',
    note: '',
    proposal_id,
    ratifier_kind: 'cli',
    review_date: `2026-0${1 + (at % 9)}-1${at % 10}`,
    to,
    workflow_run_id: null,
  })

const corpusLine = ({ proposal_id, proposed_chain: { intent, subject, connective, object } }) =>
  encode({
    chain_id: `${intent}_${subject}_${connective}_${object}`.slice(0, 60),
    event: 'accepted_corpus_append',
    proposal_id,
    provenance: {
      adr_id: 'adr-0057',
      raw: 'adr-0057:discovery_promoted:2026-05-18',
      review_date: '2026-05-18',
      source: 'discovery_promoted',
    },
  })

const withLongChain = (proposal) => ({
  ...proposal,
  proposed_chain: {
    ...proposal.proposed_chain,
    recognizer_spec: {
      patterns: Array.from({ length: 40 }, (_, at) => ({ at, text: `pattern ${at} of the recognizer` })),
    },
  },
})

const CAPABILITIES = {
  capability_axes: {
    G1_verb_classes: { correct: 20, refused: 0, wrong: 0 },
    G2_comparatives: { correct: 29, refused: 0, wrong: 0 },
  },
  gsm8k_train_sample: { correct: 3, refused: 47, wrong: 0 },
}

const hex = (text) => createHash('sha256').update(text).digest('hex')

const pick = (among, random) => among[Math.floor(random() * among.length)]
