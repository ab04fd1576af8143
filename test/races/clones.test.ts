import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deriveQueue, type QueueItem, readLog, replay } from '../../src/index.js'
import { type Ended, newId, pendingId, type Race, race } from './round.js'

/** `RACE_ROUNDS=1000 npm run races` for as many as one likes. */
const rounds = Array.from({ length: Number(process.env.RACE_ROUNDS ?? 10) }, (_, at) => at + 1)

const CLONES = 8
const PENDING = 250

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-race-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const submitting = ['submit', 'candidate.json', '--evidence', 'evidence.json', '--push']
const reviewing = (id: string, action: string) => ['review', id, `--${action}`, '--push']

const codes = (ended: readonly Ended[]): readonly (number | null)[] => ended.map(({ code }) => code).sort()

/** The queue on the branch: its log is sound, each line canonical and whole, and each id settled at most once. */
const queueOf = (there: Race): readonly QueueItem[] => {
  const { entries, problems } = readLog(there.log(), { duplicateKeys: true })
  expect(problems).toEqual([])
  const items = deriveQueue(replay(entries.map(({ event }) => event)), [])
  for (const { review_history } of items) expect(review_history.length).toBeLessThanOrEqual(1)
  return items
}

describe.each(rounds)('clones of one origin that push at once, round %i', () => {
  it('keep the cap, lose nothing, and settle a proposal once', async () => {
    const there = race(folder, CLONES, PENDING)
    const begun = there.log()

    // Eight into room for six.
    const submitted = await there.all(Array.from({ length: CLONES }, () => submitting))
    expect(codes(submitted), submitted.map(({ err }) => err).join('')).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
    for (const { code, err } of submitted) if (code === 1) expect(err).toContain('256')
    const afterSubmit = there.log()
    expect(afterSubmit.startsWith(begun)).toBe(true)
    const items = queueOf(there)
    expect(items).toHaveLength(PENDING + 6)
    submitted.forEach(({ code }, at) => {
      expect(items.some(({ proposal_id }) => proposal_id === newId(at))).toBe(code === 0)
    })

    // Two of one mind each, about one proposal; four about four.
    const reviewed = await there.all([
      reviewing(pendingId(0), 'accept'),
      reviewing(pendingId(0), 'reject'),
      ...[1, 2, 3, 4].map((at) => reviewing(pendingId(at), 'accept')),
    ])
    expect(codes(reviewed.slice(0, 2))).toEqual([0, 1])
    expect(reviewed.slice(0, 2).find(({ code }) => code === 1)?.err).toMatch(/accepted|rejected/)
    expect(codes(reviewed.slice(2)), reviewed.map(({ err }) => err).join('')).toEqual([0, 0, 0, 0])
    expect(there.log().startsWith(afterSubmit)).toBe(true)
    const settled = queueOf(there).filter(({ state }) => state !== 'pending')
    expect(settled.map(({ proposal_id }) => proposal_id).sort()).toEqual(
      [0, 1, 2, 3, 4].map(pendingId).sort(),
    )

    // A hook turns the first push away and lets the branch move on.
    there.hook(
      'update',
      '[ -e once ] && exit 0; : > once; unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main "$(git -c user.name=t -c user.email=t@t.invalid commit-tree -p "$2" -m between "$2^{tree}")"; exit 1',
    )
    const [between] = await there.all([reviewing(pendingId(5), 'withdraw')])
    expect(between?.code, between?.err).toBe(0)
    expect(there.git('log', '-2', '--format=%s', 'main')).toMatch(/^withdrawn .*\nbetween\n$/)

    // A protected branch takes nothing.
    there.hook('update', 'echo protected >&2; exit 1')
    const last = there.log()
    const refused = await there.all([reviewing(pendingId(6), 'accept'), reviewing(pendingId(7), 'reject')])
    expect(codes(refused)).toEqual([4, 4])
    for (const { err } of refused) expect(err).toContain('Decision NOT recorded')
    expect(there.log()).toBe(last)

    expect(there.disturbed()).toEqual([])
  })
})
