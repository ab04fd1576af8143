import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  emptyQueue,
  encodeEvent,
  type ProposalEvent,
  queueDigest,
  queueText,
  ratify,
  readLog,
  recordReplay,
  replay,
  settle,
  submit,
} from '../../src/index.js'
import { validateAgainst } from '../../src/node/schemas.js'
import {
  accept,
  candidate,
  created,
  equivalent,
  operator,
  regressed,
  reject,
  replayed,
} from '../../src/testing/index.js'

/**
 * Every spelling of every event that this library has ever read or written, for good: a log that was read once is read
 * the same by every later version. A file here is never edited and never goes; FREEZE=1 notes what a new one gives.
 */

interface Frozen {
  /** Of the file's bytes. */
  readonly sha256: string
  /** The canonical projection. */
  readonly view: string
  readonly digest: string
}

const notes = join(import.meta.dirname, 'frozen.json')
const frozen: { [name: string]: Frozen } = JSON.parse(readFileSync(notes, 'utf8'))
const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'))

const bytesOf = (name: string): Buffer => readFileSync(join(import.meta.dirname, name))

const nowOf = (name: string): Frozen => {
  const { entries } = readLog(bytesOf(name))
  const queue = replay(entries.map(({ event }) => event))
  return {
    sha256: createHash('sha256').update(bytesOf(name)).digest('hex'),
    view: [...queueText(queue, [])].join(''),
    digest: queueDigest(queue, []),
  }
}

if (process.env.FREEZE === '1') {
  for (const name of names) frozen[name] ??= nowOf(name)
  const sorted = Object.fromEntries(Object.entries(frozen).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(notes, `${JSON.stringify(sorted, null, 2)}\n`)
}

describe('the frozen logs', () => {
  it('are all there, and each is noted', () => {
    expect(names.sort()).toEqual(Object.keys(frozen).sort())
  })

  it.each(names)('have not been edited: %s', (name) => {
    expect(nowOf(name).sha256).toBe(frozen[name]?.sha256)
  })

  it.each(names)('give the view and the digest that they have always given: %s', (name) => {
    const { view, digest } = nowOf(name)
    expect({ view, digest }).toEqual({ view: frozen[name]?.view, digest: frozen[name]?.digest })
  })

  it.each(names)('read without a problem, and every schema of today takes their lines: %s', (name) => {
    const { entries, problems, lines } = readLog(bytesOf(name), { duplicateKeys: true })
    expect(problems).toEqual([])
    expect(entries).toHaveLength(lines)
    for (const { text } of entries) expect(validateAgainst('log-line', JSON.parse(text))).toEqual([])
  })
})

/** Which members an event has, all the way down, with the kind of each; not those of chains, metrics and what is free. */
const spellingOf = (event: ProposalEvent): string => {
  const shape = (value: unknown, path: string): unknown => {
    if (/\/(?:proposed_chain|baseline|candidate|provenance)$/.test(path)) return '…'
    if (Array.isArray(value)) return value.slice(0, 1).map((member) => shape(member, `${path}/0`))
    if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(members.map(([name, member]) => [name, shape(member, `${path}/${name}`)]))
  }
  return `${event.event} ${JSON.stringify(shape(JSON.parse(encodeEvent(event)), ''))}`
}

describe('what is written today', () => {
  const known = new Set(
    names.flatMap((name) => readLog(bytesOf(name)).entries.map(({ event }) => spellingOf(event))),
  )
  const corpus = { has_chain: () => false }
  const waiting = replay([created('p1'), replayed('p1')])
  const run = {
    kind: 'workflow_dispatch',
    event_name: 'workflow_dispatch',
    ref: 'refs/heads/main',
    default_branch: 'main',
    actor: 'curator',
    triggering_actor: 'curator',
    sender_type: 'User',
    repository_owner: 'curator',
    ratifiers: 'curator,maintainer',
    commit_sha: 'c0ffee',
    workflow_run_id: '1580000001',
  } as const
  const again = { ...run, triggering_actor: 'maintainer', workflow_run_attempt: 2 }

  it.each(
    Object.entries({
      'a submission': submit(emptyQueue, candidate('c1'), equivalent, { source: operator }),
      'a submission that the gate rejects': submit(emptyQueue, candidate('c1'), regressed(), {
        source: operator,
      }),
      'a submission of a miner': submit(emptyQueue, candidate('c1'), equivalent, {
        source: { kind: 'miner', source_id: 'm', emitted_at_revision: 'r' },
      }),
      'an accept': ratify(waiting, accept('p1', { corpus })),
      'a rejection for a reason': ratify(waiting, reject('p1', { reason: 'stale' })),
      'an accept by a workflow': ratify(waiting, accept('p1', { authority: run })),
      'an accept by a workflow that somebody else ran again': ratify(
        waiting,
        accept('p1', { authority: again }),
      ),
      'a replay': recordReplay(waiting, { proposal_id: 'p1', evidence: equivalent }),
      'a replay that the gate rejects': recordReplay(waiting, { proposal_id: 'p1', evidence: regressed() }),
      'a corpus entry': settle(replay([...ratified(ratify(waiting, accept('p1')))], waiting), {
        proposal_id: 'p1',
        corpus,
      }),
    }),
  )('is in a spelling that is frozen: %s', (_, answer) => {
    const events = ratified(answer)
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect([...known]).toContain(spellingOf(event))
  })
})

function ratified(
  answer:
    | { readonly _tag: 'Left' }
    | { readonly _tag: 'Right'; readonly right: { readonly events: readonly ProposalEvent[] } },
): readonly ProposalEvent[] {
  if (answer._tag === 'Left') throw new Error('refused')
  return answer.right.events
}
