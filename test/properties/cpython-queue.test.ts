import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queueDigest, queueText, type RunReport, readLog, readReport, replay } from '../../src/index.js'
import { jsonText, numberToken, stringToken } from '../../src/testing/arbitrary-json.js'
import { audited, fixtures } from '../../src/testing/index.js'

// Another implementation of docs/log-format.md, in the language of the log's other writer: same bytes, same digest.

const ORACLE = `
import hashlib, json, math, sys

def dumps(value):
    return json.dumps(value, sort_keys=True, separators=(',', ':'))

def view(log, reports):
    items = {}
    for line in log.split('\\n'):
        if line.strip(' \\t\\r') == '':
            continue
        event = json.loads(line)
        if event['event'] == 'created':
            proposal = event['proposal']
            items.setdefault(proposal['proposal_id'], {
                'proposal': proposal, 'evidence': proposal.get('replay_evidence'), 'state': 'pending', 'history': []})
            continue
        item = items.get(event['proposal_id'])
        if item is None:
            continue
        if event['event'] == 'replay':
            item['evidence'] = event['replay_evidence']
        elif event['event'] == 'transition':
            item['state'] = event['to']
            item['history'].append(event)
    whole, carried = [], []
    for position, (proposal_id, item) in enumerate(items.items()):
        source = item['proposal'].get('source') or {}
        names = sorted(name for name, report in reports.items() if report['proposal_id'] == proposal_id)
        common = {
            'age_proposals': len(items) - 1 - position if item['state'] == 'pending' else 0,
            'proposal_id': proposal_id,
            'proposed_chain': item['proposal']['proposed_chain'],
            'replay_evidence': item['evidence'],
            'source_id': source.get('source_id') or None,
            'source_kind': source.get('kind'),
            'state': item['state'],
        }
        whole.append({**common, 'review_history': item['history'],
            'contemplation_report_path': 'contemplation/runs/' + names[0] if names else None})
        carried.append({**common, 'review_history': [event['to'] for event in item['history']],
            'contemplation_report': names[0] if names else None})
    return {'text': dumps(whole), 'digest': hashlib.sha256(dumps(carried).encode('ascii')).hexdigest()}

asked = json.loads(sys.stdin.read())
sys.stdout.write(json.dumps([view(each['log'], each['reports']) for each in asked]))
`

interface View {
  readonly text: string
  readonly digest: string
}

interface Sources {
  readonly log: string
  readonly reports: { readonly [file_name: string]: { readonly proposal_id: string } }
}

const cpython = (asked: readonly Sources[]): View[] => {
  const input = JSON.stringify(asked).replace(
    /[^ -~]/g,
    (u) => `\\u${u.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const run = spawnSync('python3', ['-c', ORACLE], { input, encoding: 'latin1', maxBuffer: 2 ** 30 })
  if (run.status !== 0) throw new Error(`python3 failed: ${run.stderr}`)
  return JSON.parse(run.stdout)
}

const ours = ({ log, reports }: Sources): View => {
  const { entries, problems } = readLog(log)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const read = Object.entries(reports).map(
    ([file_name, report]) => readReport(JSON.stringify(report), { file_name }).report as RunReport,
  )
  const queue = replay(entries.map(({ event }) => event))
  return { text: [...queueText(queue, read)].join(''), digest: queueDigest(queue, read) }
}

const hasPython = spawnSync('python3', ['--version']).status === 0

const portable = (token: string): boolean =>
  readLog(`{"event":"x","n":${token}}`).problems[0]?.code === 'unknown_event'

const oneLine = jsonText.map((text) => text.replaceAll('\n', ' '))

const id = fc.constantFrom(
  '"p1"',
  '"p2"',
  '"p3"',
  '"__proto__"',
  '"constructor"',
  '"10"',
  '"\\ud83d\\ude00"',
  '"\\uffff"',
)

const metrics = fc
  .array(fc.tuple(stringToken, numberToken), { maxLength: 3 })
  .map((all) => `{${all.map(([name, value]) => `${name}:${value}`).join(',')}}`)

const evidence = fc
  .record({ baseline: metrics, candidate: metrics, more: oneLine, equivalent: fc.boolean() })
  .map(
    ({ baseline, candidate, more, equivalent }) =>
      `{"replay_equivalent":${equivalent}, "baseline":${baseline},"candidate":${candidate},"regressed_metrics":["m"],"wrong_count_delta":${more}}`,
  )

const line = fc.oneof(
  fc
    .record({ id, more: oneLine, evidence: fc.oneof(fc.constant('null'), evidence), subject: stringToken })
    .map(
      (of) =>
        `{"event":"created","proposal":{"proposal_id":${of.id},"proposed_chain":{"subject":${of.subject},"object":"o","intent":"i","connective":"c","recognizer_spec":${of.more}},"polarity":"affirms","claim_domain":"factual","evidence":[],"replay_evidence":${of.evidence},"source":{"kind":"operator","source_id":"","emitted_at_revision":"r"}}}`,
    ),
  fc
    .tuple(id, evidence)
    .map(([of, found]) => `{"event":"replay","proposal_id":${of},"replay_evidence":${found}}`),
  fc
    .record({
      id,
      to: fc.constantFrom('accepted', 'rejected', 'withdrawn', 'pending'),
      note: stringToken,
      more: oneLine,
    })
    .map(
      (of) =>
        `{"event":"transition","proposal_id":${of.id},"to":"${of.to}","note":${of.note},"more":${of.more}}`,
    ),
  fc.constant(' \t\r'),
)

const sources: fc.Arbitrary<Sources> = fc.record({
  log: fc.array(line.filter(portableLine), { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n')),
  reports: fc.dictionary(
    fc.constantFrom('b.json', 'a.json', '\uffff.json', '\u{10000}.json'),
    fc.record({ proposal_id: fc.constantFrom('p1', 'p2', '__proto__') }),
  ),
})

/** Numbers that are problems by the contract are not what is compared here, nor keys given twice in a metric. */
function portableLine(text: string): boolean {
  return text.trim() === '' || readLog(text).problems.every(({ severity }) => severity === 'warning')
}

describe.skipIf(!hasPython)('the queue beside a fold in CPython', () => {
  it('has the same bytes and the same digest, for any log', () => {
    fc.assert(
      fc.property(fc.array(sources, { minLength: 150, maxLength: 200, size: 'max' }), (asked) => {
        expect(asked.map(ours)).toEqual(cpython(asked))
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  const stored = [
    '../fixtures/sample/teaching/proposals/proposals.jsonl',
    '../../../shared/real/proposals.jsonl',
  ]

  it.each(stored.map((path) => join(import.meta.dirname, path)).filter(existsSync))(
    'has the same bytes and the same digest for a stored log: %s',
    (path) => {
      const asked = { log: readFileSync(path, 'utf8'), reports: {} }
      expect([ours(asked)]).toEqual(cpython([asked]))
    },
  )

  it('has the same bytes and the same digest for every frozen log', () => {
    const folder = join(import.meta.dirname, '../frozen')
    // The fold above knows one name of the first event.
    const names = readdirSync(folder).filter(
      (name) => name.endsWith('.jsonl') && !name.includes('named-proposal'),
    )
    const asked = names.map((name) => ({ log: readFileSync(join(folder, name), 'utf8'), reports: {} }))
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.map(ours)).toEqual(cpython(asked))
  })

  it('has the same bytes and the same digest for every fixture that reads', () => {
    const asked = Object.entries({ ...fixtures, ...audited })
      .filter(([name]) => name !== 'namedProposal')
      .map(([, { log }]) => ({ log: log() as string, reports: {} }))
    expect(asked.map(ours)).toEqual(cpython(asked))
  })

  it('is asked about numbers that differ between the languages', () => {
    expect(fc.sample(numberToken, 200).filter(portable).length).toBeGreaterThan(100)
  })
})
