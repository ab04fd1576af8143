import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Basis,
  canonicalJson,
  type Decision,
  encodeEvent,
  type RecordingFailure,
  readLog,
  replay,
} from '../../src/index.js'
import { type LogFiles, openLog } from '../../src/node/index.js'
import { answer, idOf, refusal } from '../decisions/support.js'
import { ratifying, settling, submitting } from './decisions.js'

let folder: string
let files: { readonly log: string; readonly runs: string; readonly corpus: string }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  files = { log: join(folder, 'log.jsonl'), runs: join(folder, 'runs'), corpus: join(folder, 'corpus.jsonl') }
  mkdirSync(files.runs)
  writeFileSync(files.log, '')
  writeFileSync(files.corpus, '')
})
afterEach(() => rmSync(folder, { recursive: true }))

const store = (more: LogFiles = {}) => openLog({ log: files.log, runs: files.runs, ...more })

const log = (): string => readFileSync(files.log, 'utf8')
const events = (): string[] => readLog(log()).entries.map(({ event }) => event.event)
const record = <A>(decide: (basis: Basis) => Decision<A>, more: LogFiles = {}) => store(more).record(decide)
const line = (id: string, to: string): string =>
  `${JSON.stringify({ event: 'transition', proposal_id: idOf(id), to, note: '' })}\n`

describe('the log in a file', () => {
  it('gets the events of a decision as whole canonical lines', async () => {
    const recorded = answer(await record(submitting('a')))
    expect(log()).toBe(recorded.events.map((event) => `${encodeEvent(event)}\n`).join(''))
    expect(
      log()
        .split('\n')
        .slice(0, -1)
        .map((text) => answer(canonicalJson(text))),
    ).toEqual(log().split('\n').slice(0, -1))
    expect(recorded.queue).toEqual(replay(readLog(log()).entries.map(({ event }) => event)))
  })

  it('goes on from what the same store wrote and what others did', async () => {
    const mine = store()
    await mine.record(submitting('a'))
    await record(submitting('b'))
    const recorded = answer(await mine.record(submitting('c')))
    expect(recorded.queue.itemCount).toBe(3)
    expect(answer(await mine.record(submitting('b'))).answer).toMatchObject({ reason: 'duplicate' })
  })

  it('is not touched by a refusal, nor is anything made beside it', async () => {
    await record(submitting('a'))
    const before = log()
    const names = readdirSync(folder)
    appendFileSync(files.log, '{"event":"crea')
    expect(answer(await record(submitting('a'))).answer).toMatchObject({ reason: 'duplicate' })
    expect(log()).toBe(`${before}{"event":"crea`)
    expect(readdirSync(folder)).toEqual(names)
  })

  it('leaves no lock behind', async () => {
    await record(submitting('a'))
    expect(readdirSync(folder).sort()).toEqual(['corpus.jsonl', 'log.jsonl', 'runs'])
  })

  it('closes off a torn tail, keeps its bytes, and says so', async () => {
    await record(submitting('a'))
    const torn = '{"event":"created","proposal":{"proposal_id":"é'
    appendFileSync(files.log, Buffer.from(torn).subarray(0, -1))
    const before = readFileSync(files.log)
    const recorded = answer(await record(submitting('b')))
    const now = readFileSync(files.log)
    expect(now.subarray(0, before.length)).toEqual(before)
    expect(now[before.length]).toBe(10)
    expect(recorded.warnings.map(({ code, line }) => [code, line])).toEqual([['closed_fragment', 3]])
    expect(events()).toEqual(['created', 'replay', 'created', 'replay'])
    expect(answer(await record(submitting('c'))).warnings).toEqual([])
  })

  it('gives a whole last line the newline that it lacks', async () => {
    await record(submitting('a'))
    writeFileSync(files.log, log().slice(0, -1))
    expect(answer(await record(ratifying('accept', 'a'))).warnings).toEqual([])
    expect(events()).toEqual(['created', 'replay', 'transition'])
    expect(readLog(log()).problems).toEqual([])
  })

  it.each([
    ['corrupt_line', 'no JSON\n'],
    ['unknown_event', '{"event":"renamed","proposal_id":"p"}\n'],
    ['duplicate_key', '{"event":"transition","proposal_id":"p","to":"accepted","to":"rejected"}\n'],
  ])('is not written behind a line with %s', async (code, text) => {
    writeFileSync(files.log, text)
    const failure = refusal(await record(submitting('a')))
    expect(failure).toMatchObject({ reason: 'unsound_log', in_log: 'no', problems: [{ code, line: 1 }] })
    expect(log()).toBe(text)
  })

  it('must be there when it is named', async () => {
    const failure = refusal(await record(submitting('a'), { log: join(folder, 'none.jsonl') }))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true })
    expect(existsSync(join(folder, 'none.jsonl'))).toBe(false)
  })
})

describe('a writer that takes no lock', () => {
  /** Decides, and lets somebody write just before what was decided is appended. */
  const overtaken = <A>(decide: (basis: Basis) => Decision<A>, text: string) => {
    let calls = 0
    return (basis: Basis): Decision<A> => {
      calls += 1
      if (calls === 2) appendFileSync(files.log, text)
      return decide(basis)
    }
  }

  it('is told apart from nobody: what its line changes is reported', async () => {
    await record(submitting('a'))
    const failure = refusal(await record(overtaken(ratifying('accept', 'a'), line('a', 'rejected'))))
    expect(failure).toMatchObject({ reason: 'recorded_after_conflict', in_log: 'yes', answer: 'not_pending' })
    expect(events()).toEqual(['created', 'replay', 'transition', 'transition'])
  })

  it('changes nothing when the decision stands behind its lines', async () => {
    await record(submitting('a'))
    await record(submitting('b'))
    const recorded = answer(await record(overtaken(ratifying('accept', 'a'), line('b', 'rejected'))))
    expect(recorded.queue.pendingCount).toBe(0)
  })

  it('that left half a line is closed off, and its line stays', async () => {
    await record(submitting('a'))
    answer(await record(overtaken(ratifying('accept', 'a'), '{"event":"trans')))
    expect(readLog(log()).problems.map(({ code }) => code)).toEqual(['closed_fragment'])
  })
})

describe('an accept with a corpus', () => {
  beforeEach(() => record(submitting('a')))
  const corpus = (): string => readFileSync(files.corpus, 'utf8')

  it('writes transition, corpus line and what says so, once', async () => {
    answer(await record(ratifying('accept', 'a'), { corpus: files.corpus }))
    expect(events()).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
    expect(corpus()).toBe(
      '{"chain_id":"cause_a subject_requires_a object","connective":"requires","domains_object_k":1,"domains_subject_k":2,"intent":"cause","object":"a object","provenance":"adr-0057:discovery_promoted:2026-01-31","subject":"a subject"}\n',
    )
    const before = [log(), corpus()]
    expect(answer(await record(settling('a'), { corpus: files.corpus })).answer).toBe('settled')
    expect([log(), corpus()]).toEqual(before)
  })

  it('is finished by settle, wherever it stopped', async () => {
    answer(await record(ratifying('accept', 'a'), { corpus: files.corpus }))
    const whole = [log(), corpus()]
    const accepted = log().split('\n').slice(0, 3).join('\n')
    for (const [stoppedLog, stoppedCorpus] of [
      [`${accepted}\n`, ''],
      [accepted, whole[1]?.slice(0, 20)],
      [`${accepted}\n`, whole[1]],
      [`${accepted}\n{"event":"acc`, whole[1]],
    ] as const) {
      writeFileSync(files.log, stoppedLog)
      writeFileSync(files.corpus, stoppedCorpus ?? '')
      answer(await record(settling('a'), { corpus: files.corpus }))
      answer(await record(settling('a'), { corpus: files.corpus }))
      expect(events()).toEqual(['created', 'replay', 'transition', 'accepted_corpus_append'])
      expect(
        corpus()
          .split('\n')
          .filter((text) => `${text}\n` === whole[1]),
      ).toHaveLength(1)
      expect(corpus().endsWith(whole[1] ?? '')).toBe(true)
    }
  })

  it('says that the accept stands when the corpus cannot be written', async () => {
    const broken = (basis: Basis): Decision<unknown> => {
      const decision = ratifying('accept', 'a')({ ...basis, corpus: { has_chain: () => false } })
      rmSync(files.corpus, { force: true })
      mkdirSync(files.corpus, { recursive: true })
      return decision
    }
    let calls = 0
    const failure = refusal(
      await record(
        (basis) => {
          calls += 1
          return calls < 2 ? ratifying('accept', 'a')(basis) : broken(basis)
        },
        { corpus: files.corpus },
      ),
    )
    expect(failure).toMatchObject({ reason: 'not_written', in_log: 'partly', code: 'EISDIR' })
    expect(failure.message).toMatch(/settle/)
    expect(events()).toEqual(['created', 'replay', 'transition'])
  })

  it('must find the corpus that was named', async () => {
    const failure = refusal(await record(ratifying('accept', 'a'), { corpus: join(folder, 'none') }))
    expect(failure).toMatchObject({ reason: 'not_readable', misnamed: true })
    expect(events()).toEqual(['created', 'replay'])
  })
})

describe('the report of a full queue', () => {
  const now = () => new Date('2026-01-31T01:02:03.999Z')

  it('stands beside the log, and never on another report', async () => {
    await record(submitting('a'))
    const before = log()
    const paths: (string | null)[] = []
    for (const id of ['b', 'c', 'd']) paths.push(answer(await record(submitting(id, 1), { now })).report_path)
    const names = ['', '-2', '-3'].map((more) => `2026-01-31T010203Z_queue_full${more}.json`)
    expect(paths).toEqual(names.map((name) => `${files.runs}/${name}`))
    expect(readdirSync(files.runs).sort()).toEqual([...names].sort())
    expect(log()).toBe(before)
    expect(readFileSync(join(files.runs, names[0] ?? ''), 'utf8')).toBe(`{
  "candidates_skipped": [
    {
      "candidate_id": "b",
      "reason": "queue_full"
    }
  ],
  "cap": 1,
  "emitted_at_revision": "rev1",
  "pending_count": 1,
  "report_kind": "queue_full"
}
`)
  })
})

describe('the lock', () => {
  const locked = async (content: string): Promise<RecordingFailure> => {
    writeFileSync(`${files.log}.lock`, content)
    const failure = refusal(await record(submitting('a'), { lockTimeout: 100 }))
    expect(readFileSync(`${files.log}.lock`, 'utf8')).toBe(content)
    expect(log()).toBe('')
    return failure
  }

  it('of another host is never taken over, and its holder is named', async () => {
    const holder = { pid: 1, host: 'elsewhere', started: '2026-01-31T01:02:03.000Z', nonce: 'n' }
    expect(await locked(JSON.stringify(holder))).toMatchObject({
      reason: 'lock_timeout',
      in_log: 'no',
      holder: { pid: 1, host: 'elsewhere', since: '2026-01-31T01:02:03.000Z' },
    })
  })

  it('that says nothing is never taken over', async () => {
    expect(await locked('')).toMatchObject({ reason: 'lock_timeout', holder: null })
    expect(await locked('{"pid":"1"}')).toMatchObject({ reason: 'lock_timeout', holder: null })
  })

  it('is had by one after the other, also inside one program', async () => {
    const results = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => record(submitting(id, 3))))
    expect(results.map((result) => 'reason' in answer(result).answer).sort()).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
    expect(events()).toHaveLength(6)
  })
})
