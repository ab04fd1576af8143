import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { queueDigest } from '../../src/index.js'
import { followLog, readQueue } from '../../src/node/index.js'
import { anyLog, messyText } from '../../src/testing/arbitrary-log.js'

const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-'))
const log = join(folder, 'proposals.jsonl')
const runs = folder

beforeEach(() => rmSync(log, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const created = (id: string): string =>
  `${JSON.stringify({
    event: 'created',
    proposal: {
      proposal_id: id,
      proposed_chain: { subject: `s ${id}`, intent: 'cause', connective: 'reveals', object: `o ${id}` },
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
    },
  })}\n`

const read = (follower: ReturnType<typeof followLog>) => {
  const result = follower.read()
  if (result._tag === 'Left') throw new Error(result.left.message)
  return result.right
}

/** What a reading of the whole file gives. */
const whole = () => {
  const result = readQueue({ log, runs })
  if (result._tag === 'Left') throw new Error(result.left.message)
  const { queue, problems, lines } = result.right
  return { digest: queueDigest(queue, []), problems, lines }
}

const asWhole = ({ queue, problems, lines }: ReturnType<typeof read>) => ({
  digest: queueDigest(queue, []),
  problems,
  lines,
})

describe('a followed log', () => {
  it('is at every point what a reading of the whole file gives, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyLog.map((lines) => lines.map(({ text }) => `${text}\n`).join('')),
          messyText,
        ),
        fc.array(fc.nat(), { maxLength: 6 }),
        (text, cuts) => {
          const bytes = new TextEncoder().encode(text)
          const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
          writeFileSync(log, '')
          const follower = followLog({ log })
          read(follower)
          let from = 0
          for (const to of places) {
            appendFileSync(log, bytes.subarray(from, to))
            const followed = read(follower)
            if (to > from) expect(followed.afresh).toBe(false)
            expect(asWhole(followed)).toEqual(whole())
            from = to
          }
        },
      ),
    )
  })

  it('reads no byte again that it has read', () => {
    const seen: number[] = []
    writeFileSync(log, Array.from({ length: 2000 }, (_, at) => created(`a${at}`)).join(''))
    const follower = followLog({ log, onProgress: (bytes) => seen.push(bytes) })
    const { size } = read(follower)
    seen.length = 0
    const more = created('b')
    appendFileSync(log, more)
    expect(read(follower).queue.itemCount).toBe(2001)
    expect(seen).toEqual([size + more.length])
  })

  it('takes a torn tail for what it is, and for the event when the rest of it comes', () => {
    writeFileSync(log, created('a') + created('b').slice(0, 30))
    const follower = followLog({ log })
    const torn = read(follower)
    expect(torn.problems.listed.map(({ code }) => code)).toEqual(['torn_tail'])
    expect(torn.queue.itemCount).toBe(1)
    appendFileSync(log, created('b').slice(30))
    const completed = read(follower)
    expect(completed.problems.listed).toEqual([])
    expect(completed.queue.itemCount).toBe(2)
    expect(completed.afresh).toBe(false)
  })

  it.each<[string, () => void]>([
    [
      'replaced',
      () => {
        writeFileSync(`${log}.new`, created('a') + created('c') + created('d'))
        renameSync(`${log}.new`, log)
      },
    ],
    ['cut', () => truncateSync(log, created('a').length)],
    [
      'rewritten in place, as long as before',
      () => {
        writeFileSync(log, created('a') + created('x'))
        utimesSync(log, 1, 1)
      },
    ],
    ['rewritten and longer', () => writeFileSync(log, created('x') + created('y') + created('z'))],
  ])('that was %s is read afresh', (_, change) => {
    writeFileSync(log, created('a') + created('b'))
    const follower = followLog({ log })
    expect(read(follower).afresh).toBe(true)
    expect(read(follower).afresh).toBe(false)
    change()
    const followed = read(follower)
    expect(followed.afresh).toBe(true)
    expect(asWhole(followed)).toEqual(whole())
  })
})
