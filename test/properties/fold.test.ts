import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalText,
  deriveQueue,
  emptyQueue,
  evolve,
  findItem,
  type ProposalEvent,
  type QueueState,
  queueDigest,
  queueText,
  type RunReport,
  ratifiedChains,
  readLog,
  readReport,
  replay,
} from '../../src/index.js'
import { hashOf } from '../../src/queue/queue-state.js'
import { anyLog, anyReports, type LogLine, logText } from '../../src/testing/arbitrary-log.js'
import { fixtures } from '../../src/testing/index.js'

const eventsOf = (lines: readonly LogLine[]): readonly ProposalEvent[] => {
  const { entries, problems } = readLog(logText(lines))
  expect(problems).toEqual([])
  expect(entries).toHaveLength(lines.length)
  return entries.map(({ event }) => event)
}

const reportsOf = (files: readonly { file_name: string; content: string }[]): readonly RunReport[] =>
  files.flatMap(({ file_name, content }) => readReport(content, { file_name }).report ?? [])

const bytesOf = (queue: QueueState, reports: readonly RunReport[] = []): string =>
  [...queueText(queue, reports)].join('') + queueDigest(queue, reports)

/** Everything that a queue says, its order of truth included. */
const allOf = (queue: QueueState): string =>
  `${bytesOf(queue)} ${canonicalText(ratifiedChains(queue))} ${queue.itemCount} ${queue.pendingCount}`

const oneByOne = (events: readonly ProposalEvent[], from: QueueState = emptyQueue): QueueState =>
  events.reduce(evolve, from)

/** What is not frozen, anywhere in a value; symbols and what is not enumerable included. */
const looseParts = (value: unknown): readonly string[] => {
  const loose: string[] = []
  const seen = new Set<unknown>()
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    if (!Object.isFrozen(part)) loose.push(path)
    const prototype: unknown = Object.getPrototypeOf(part)
    if (prototype !== Object.prototype && prototype !== Array.prototype) loose.push(`${path}: not plain`)
    for (const key of Reflect.ownKeys(part))
      walk((part as { readonly [key: PropertyKey]: unknown })[key], `${path}.${String(key)}`)
  }
  walk(value, '$')
  return loose
}

describe('the fold', () => {
  it('agrees with a plain model of it', () => {
    fc.assert(
      fc.property(anyLog, anyReports, (lines, files) => {
        const queue = replay(eventsOf(lines))
        const items = deriveQueue(queue, reportsOf(files))
        expect(JSON.stringify(items)).toBe(JSON.stringify(model(lines, files)))
        for (const item of items) expect(findItem(queue, item.proposal_id, reportsOf(files))).toEqual(item)
      }),
      { numRuns: 200 },
    )
  })

  it('hands out nothing that can be changed', () => {
    fc.assert(
      fc.property(anyLog, anyReports, fc.nat({ max: 10 }), (lines, files, at) => {
        const log = readLog(logText(lines))
        const events = log.entries.map(({ event }) => event)
        const reports = reportsOf(files)
        expect(looseParts(log)).toEqual([])
        expect(reports.flatMap((report) => looseParts(report))).toEqual([])
        const chunked = replay(events.slice(at), replay(events.slice(0, at)))
        for (const queue of [replay(events), oneByOne(events), chunked]) {
          expect(looseParts(queue)).toEqual([])
          expect(looseParts(deriveQueue(queue, reports))).toEqual([])
          expect(looseParts(ratifiedChains(queue))).toEqual([])
        }
      }),
    )
  })

  it('freezes events that a program made itself, in bulk and one by one', () => {
    const made = (): ProposalEvent[] =>
      readLog(fixtures.settled.log()).entries.map(({ event }) => structuredClone(event) as ProposalEvent)
    expect(looseParts(replay(made()))).toEqual([])
    expect(looseParts(oneByOne(made()))).toEqual([])
    const [first, ...rest] = made()
    expect(looseParts(replay(rest, replay([first as ProposalEvent])))).toEqual([])
  })

  it('leaves a state as it was when it makes the next', () => {
    fc.assert(
      fc.property(anyLog, (lines) => {
        const events = eventsOf(lines)
        const states = [emptyQueue]
        for (const event of events) states.push(evolve(states.at(-1) as QueueState, event))
        states.forEach((state, at) => {
          expect(allOf(state)).toBe(allOf(replay(events.slice(0, at))))
        })
      }),
      { numRuns: 40 },
    )
  })
})

describe('a queue of many', () => {
  const made = (count: number): ProposalEvent[] =>
    Array.from({ length: count }, (_, at) => createdOf(`p${at}`))

  const createdOf = (proposal_id: string): ProposalEvent => ({
    event: 'created',
    proposal: {
      proposal_id,
      proposed_chain: { subject: 's', intent: 'i', connective: 'c', object: 'o' },
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
    },
  })

  const accepted = (proposal_id: string): ProposalEvent => ({
    event: 'transition',
    proposal_id,
    to: 'accepted',
  })

  it('grows one by one as it does in bulk, past each level of its trees', () => {
    const events = made(1100)
    let queue = emptyQueue
    events.forEach((event, at) => {
      queue = evolve(queue, event)
      if ([1, 31, 32, 33, 1023, 1024, 1025].includes(at + 1)) {
        expect(allOf(queue)).toBe(allOf(replay(events.slice(0, at + 1))))
        expect(deriveQueue(queue, []).map(({ proposal_id }) => proposal_id)).toEqual(
          Array.from({ length: at + 1 }, (_, n) => `p${n}`),
        )
      }
    })
    for (const at of [0, 31, 32, 1023, 1024, 1099]) queue = evolve(queue, accepted(`p${at}`))
    expect(allOf(queue)).toBe(
      allOf(replay([...events, ...[0, 31, 32, 1023, 1024, 1099].map((n) => accepted(`p${n}`))])),
    )
    expect(queue.pendingCount).toBe(1094)
    expect(looseParts(queue)).toEqual([])
  })

  it('holds more than 32 to the third, and every item is found', () => {
    const events = made(33_000)
    let queue = replay(events)
    for (const at of [0, 32_767, 32_768, 32_999]) queue = evolve(queue, accepted(`p${at}`))
    queue = evolve(queue, createdOf('last'))
    expect(queue.itemCount).toBe(33_001)
    expect(queue.pendingCount).toBe(32_997)
    expect(
      deriveQueue(queue, []).every(
        ({ proposal_id }, at) => proposal_id === (at === 33_000 ? 'last' : `p${at}`),
      ),
    ).toBe(true)
    for (const at of [0, 1, 31, 32, 1023, 1024, 32_767, 32_768, 32_999])
      expect(findItem(queue, `p${at}`)?.proposal_id).toBe(`p${at}`)
    expect(findItem(queue, 'p33000')).toBe(null)
  })

  it('tells ids apart that share a hash, and those that share a bucket', () => {
    const twins = ['costarring', 'liquid', 'declinate', 'macallums']
    expect(hashOf('costarring')).toBe(hashOf('liquid'))
    expect(hashOf('declinate')).toBe(hashOf('macallums'))
    const bucket = hashOf('p0') % 32 ** 3
    const near = Array.from({ length: 200_000 }, (_, at) => `p${at}`).filter(
      (id) => hashOf(id) % 32 ** 3 === bucket,
    )
    expect(near.length).toBeGreaterThan(2)
    const ids = [...twins, ...near]
    const events = [...ids.map(createdOf), accepted('liquid'), accepted(near[1] as string)]
    for (const queue of [replay(events), oneByOne(events)]) {
      expect(
        deriveQueue(queue, [])
          .filter(({ state }) => state === 'accepted')
          .map(({ proposal_id }) => proposal_id),
      ).toEqual(['liquid', near[1]])
      expect(findItem(queue, 'costarring')?.state).toBe('pending')
    }
  })
})

/** Spec §2.3 and §2.4 in a dozen lines, on what `JSON.parse` gives. */
const model = (
  lines: readonly LogLine[],
  files: readonly { file_name: string; content: string }[],
): unknown => {
  // biome-ignore lint/suspicious/noExplicitAny: the model knows no types.
  const items = new Map<string, any>()
  for (const { text, proposal_id: id } of lines) {
    const event = JSON.parse(text)
    const item = items.get(id)
    if (event.event === 'created' && !item)
      items.set(id, {
        p: event.proposal,
        evidence: event.proposal.replay_evidence ?? null,
        state: 'pending',
        history: [],
      })
    if (event.event === 'replay' && item) item.evidence = event.replay_evidence
    if (event.event === 'transition' && item) {
      item.state = event.to
      item.history.push(event)
    }
  }
  const names = (id: string): readonly string[] =>
    files
      .filter(({ content }) => {
        const { report_kind, proposal_id, scenes } = JSON.parse(content)
        return (
          report_kind !== 'dream' &&
          [
            proposal_id,
            ...scenes.map((s: never) => (s as { detail: { proposal_id: string } }).detail.proposal_id),
          ].includes(id)
        )
      })
      .map(({ file_name }) => file_name)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return [...items].map(([id, { p, evidence, state, history }], at) => ({
    proposal_id: id,
    source_kind: p.source ? p.source.kind : null,
    source_id: p.source?.source_id ? p.source.source_id : null,
    proposed_chain: p.proposed_chain,
    replay_evidence: evidence,
    state,
    review_history: history,
    contemplation_report_path: names(id).length > 0 ? `contemplation/runs/${names(id)[0]}` : null,
    age_proposals: state === 'pending' ? items.size - 1 - at : 0,
  }))
}
