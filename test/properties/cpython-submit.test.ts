import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyQueue, readCandidate, readEvidence, submit } from '../../src/index.js'
import { jsonText, numberToken, stringToken } from '../../src/testing/arbitrary-json.js'
import { repositories } from '../cli/repository.js'
import { equivalent as measured, source } from '../decisions/support.js'
import vectors from '../events/proposal-ids.vectors.json' with { type: 'json' }

// What `submit` leaves in a log beside what a writer in CPython would: the same ids, the same lines.

const ORACLE = `
import hashlib, json, sys

def dumps(value):
    return json.dumps(value, sort_keys=True, separators=(',', ':'))

def floats(metrics):
    return {name: float(value) for name, value in metrics.items()}

for pair in json.loads(sys.stdin.read()):
    candidate, evidence = map(json.loads, pair)
    chain, candidate_id = candidate['proposed_chain'], candidate['candidate_id']
    content = dumps({'proposed_chain': chain, 'source_candidate_id': candidate_id})
    proposal_id = hashlib.sha256(content.encode('ascii')).hexdigest()[:32]
    evidence = {**evidence, 'baseline': floats(evidence['baseline']), 'candidate': floats(evidence['candidate'])}
    print(dumps({'event': 'created', 'proposal': {
        'proposal_id': proposal_id, 'source_candidate_id': candidate_id, 'proposed_chain': chain,
        'polarity': candidate['polarity'], 'claim_domain': candidate['claim_domain'],
        'evidence': candidate['evidence'],
        'source': {'kind': 'operator', 'source_id': '', 'emitted_at_revision': 'r'},
        'review_state': 'pending', 'operator_note': '', 'replay_evidence': None, 'provenance': None}}))
    print(dumps({'event': 'replay', 'proposal_id': proposal_id, 'replay_evidence': evidence}))
    if evidence['replay_equivalent'] is not True:
        print(dumps({'event': 'transition', 'proposal_id': proposal_id, 'to': 'rejected',
            'note': 'auto_rollback_regression: ' + ','.join(evidence['regressed_metrics'])}))
`

type Pair = readonly [candidate: string, evidence: string]

const cpython = (pairs: readonly Pair[]): string => {
  const input = JSON.stringify(pairs).replace(
    /[^ -~]/g,
    (u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const run = spawnSync('python3', ['-c', ORACLE], { input, encoding: 'latin1', maxBuffer: 2 ** 30 })
  if (run.status !== 0) throw new Error(`python3 failed: ${run.stderr}`)
  return run.stdout
}

const { repository, done } = repositories()
afterAll(done)

const ours = async (pairs: readonly Pair[]): Promise<string> => {
  const there = repository()
  const candidates = there.file('candidates.jsonl', pairs.map(([candidate]) => `${candidate}\n`).join(''))
  const evidence = there.file('evidence.json', `[${pairs.map(([, each]) => each).join(',\n')}]`)
  const { err, code } = await there.run([
    'submit',
    candidates,
    '--evidence',
    evidence,
    '--emitted-at-revision',
    'r',
  ])
  expect([err, code]).toEqual(['', 0])
  return there.text()
}

const piece = '{"source":"corpus","ref":"r","polarity":"affirms","epistemic_status":"coherent"}'

const candidateText = (id: string, chain: string): string =>
  `{"candidate_id":${id},"proposed_chain":${chain},"polarity":"affirms","claim_domain":"factual","evidence":[${piece}],"boundary_clean":true}`

const equivalent =
  '{"baseline":{"m":1},"candidate":{"m":1.5},"regressed_metrics":[],"replay_equivalent":true}'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('submit beside a writer in CPython', () => {
  const chainOf = (more: string, n: number): string =>
    `{"subject":"s${n}","intent":"i","connective":"c","object":"o${n}","recognizer_spec":${more}}`

  it('gives 1.0, 1e-07 and an integer of thirty digits the same id and the same line', async () => {
    const pairs = ['1.0', '1', '1e-07', '0.0000001', '123456789012345678901234567890', '-0.0', '1e16'].map(
      (number, n): Pair => [candidateText('"c"', chainOf(`{"n":${number}}`, n)), equivalent],
    )
    const text = await ours(pairs)
    expect(text).toBe(cpython(pairs))
    expect(text).toContain('{"n":123456789012345678901234567890}')
    expect(text.match(/\{"n":1e-07\}/g)).toHaveLength(2)
  })

  it.each(
    vectors.filter(({ proposed_chain_text }) => {
      // Those that hold a whole chain, and no key twice.
      const read = readCandidate(candidateText('"c"', proposed_chain_text))
      return read._tag === 'Right' && submit(emptyQueue, read.right, measured, { source })._tag === 'Right'
    }),
  )(
    'gives the id of the vector: $what',
    async ({ source_candidate_id, proposed_chain_text, proposal_id }) => {
      const pairs: Pair[] = [
        [
          candidateText(JSON.stringify(source_candidate_id), proposed_chain_text.replaceAll('\n', ' ')),
          equivalent,
        ],
      ]
      const text = await ours(pairs)
      expect(text).toBe(cpython(pairs))
      expect(text).toContain(`"proposal_id":"${proposal_id}"`)
    },
  )

  const oneLine = jsonText.map((text) => text.replaceAll(/[\n\r]/g, ' '))
  const metrics = fc
    .uniqueArray(fc.tuple(stringToken, numberToken), {
      maxLength: 3,
      selector: ([name]) => JSON.parse(name) as string,
    })
    .map((all) => `{${all.map(([name, value]) => `${name}:${value}`).join(',')}}`)
  const evidence = fc
    .record({
      baseline: metrics,
      candidate: metrics,
      more: oneLine,
      worse: stringToken,
      equivalent: fc.boolean(),
    })
    .map(
      (of) =>
        `{"replay_equivalent":${of.equivalent}, "baseline":${of.baseline},"candidate":${of.candidate},"regressed_metrics":[${of.worse},"m"],"more":${of.more}}`,
    )
    .filter((text) => readEvidence(text)._tag === 'Right')
  const pair = fc
    .record({ id: stringToken, more: oneLine, evidence })
    .filter(({ id, more }) => readCandidate(candidateText(id, chainOf(more, 0)))._tag === 'Right')

  it('leaves the same bytes, for any candidates and any evidence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 20, maxLength: 40, size: 'max' }), async (given) => {
        const pairs = given.map(
          ({ id, more, evidence: each }, n): Pair => [candidateText(id, chainOf(more, n)), each],
        )
        expect(await ours(pairs)).toBe(cpython(pairs))
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })
})
