import { describe, expect, it } from 'vitest'
import {
  type Basis,
  type Decision,
  encodeEvent,
  type LogStore,
  type ProposalEvent,
  type QueueFullReport,
  type QueueState,
  type RunReport,
  readLog,
  readReport,
  replay,
} from '../../src/index.js'
import { logStoreContract, Mismatch, type OpenedLog, type StoreOffer } from '../../src/testing/index.js'

/** A store as somebody would write a first one: the log is an array of bytes, and each step can be done otherwise. */
interface Steps {
  /** What stands in the way of writing. */
  blocks(problem: { readonly code: string; readonly severity: string }): boolean
  duplicateKeys: boolean
  /** The queue that is decided on. */
  queueOf(log: Buffer, events: readonly ProposalEvent[]): QueueState
  /** Waits, between the decision and the write. */
  pause: boolean
  lineOf(event: ProposalEvent): string
  closing(log: Buffer): string
  /** The log with these lines. */
  append(log: Buffer, text: string): Buffer
  warns: boolean
  recorded(before: QueueState, after: QueueState): QueueState
  answerOf<A>(answer: A): A
  eventsOf(events: readonly ProposalEvent[]): readonly ProposalEvent[]
  writesRefusals: boolean
  checksLines: boolean
  /** Whether the lock that is held while deciding is let go when that throws; else the next one is told, or waits. */
  letsGo: 'always' | 'never' | 'never, and waits'
  seesReports: boolean
  knowsCorpus: boolean
  checksCorpus: boolean
  hasCorpus: boolean
  /** The order of what a decision writes. */
  order: readonly ('before' | 'corpus' | 'behind')[]
  /** What is one write each. */
  writes(text: string): readonly string[]
  /** What is answered of an event that does not read back. */
  unreadable(): unknown
  inLog(text: string, kept: string): 'no' | 'partly' | 'yes'
  opened(initial: Uint8Array): Buffer
}

const sound: Steps = {
  blocks: ({ code, severity }) => severity === 'error' || code === 'unknown_event',
  duplicateKeys: true,
  queueOf: (_, events) => replay(events),
  pause: false,
  lineOf: (event) => `${encodeEvent(event)}\n`,
  closing: (log) => (log.length === 0 || log.at(-1) === 10 ? '' : '\n'),
  append: (log, text) => Buffer.concat([log, Buffer.from(text)]),
  warns: true,
  recorded: (_, after) => after,
  answerOf: (answer) => answer,
  eventsOf: (events) => events,
  writesRefusals: false,
  checksLines: true,
  letsGo: 'always',
  seesReports: true,
  knowsCorpus: true,
  checksCorpus: true,
  hasCorpus: true,
  order: ['before', 'corpus', 'behind'],
  writes: (text) => [text],
  unreadable: () => {
    throw new TypeError('an event does not read back')
  },
  inLog: (text, kept) => {
    const [first = ''] = text.split('\n')
    return kept.includes(text.slice(0, -1)) ? 'yes' : kept.includes(first) ? 'partly' : 'no'
  },
  opened: (initial) => Buffer.from(initial),
}

const opening =
  (changed: Partial<Steps>) =>
  async (initial: Uint8Array): Promise<OpenedLog> => {
    const steps: Steps = { ...sound, ...changed }
    let log = steps.opened(initial)
    let locked = false
    let room = Number.POSITIVE_INFINITY
    let writes = 0
    const corpus: string[] = []
    const reports: { readonly report: QueueFullReport; readonly read: RunReport }[] = []

    const write = (text: string): string => {
      let arrived = ''
      for (const part of steps.writes(text)) {
        const kept = part.slice(0, room)
        room -= kept.length
        writes += 1
        log = steps.append(log, kept)
        arrived += kept
        if (kept.length < part.length) break
      }
      return arrived
    }

    const store = {
      record: async (decide: (basis: Basis) => Decision<unknown>) => {
        if (locked && steps.letsGo === 'never') throw new Error('the lock is held')
        if (locked) await new Promise(() => {})
        const { entries, problems, lines } = readLog(log, { duplicateKeys: steps.duplicateKeys })
        const inTheWay = problems.filter(steps.blocks)
        if (inTheWay.length > 0)
          return {
            _tag: 'Left',
            left: { reason: 'unsound_log', in_log: 'no', problems: inTheWay, message: '' },
          }
        const queue = steps.queueOf(
          log,
          entries.map(({ event }) => event),
        )
        locked = steps.letsGo !== 'always'
        const decision = decide({
          queue,
          commit_sha: null,
          ...(steps.hasCorpus
            ? {
                corpus: {
                  has_chain: (id) =>
                    steps.knowsCorpus && corpus.some((line) => JSON.parse(line).chain_id === id),
                },
              }
            : {}),
          reports: () => (steps.seesReports ? reports.map(({ read }) => read) : []),
        })
        locked = false
        if (steps.pause) await new Promise((resolve) => setTimeout(resolve, 1))
        const torn = log.length > 0 && log.at(-1) !== 10 ? lines : null
        if (steps.checksCorpus && !steps.hasCorpus && decision.corpusLine)
          throw new TypeError('the corpus line has nowhere to go')
        if (
          steps.checksCorpus &&
          !decision.corpusLine &&
          decision.events.some(
            (event) =>
              event.event === 'accepted_corpus_append' &&
              !corpus.some((line) => JSON.parse(line).chain_id === event.chain_id),
          )
        )
          throw new TypeError('the corpus line got lost')
        const at = decision.corpusLine
          ? decision.events.findIndex(({ event }) => event === 'accepted_corpus_append')
          : decision.events.length
        const parts = {
          before: decision.events.slice(0, at).map(steps.lineOf).join(''),
          behind: decision.events.slice(at).map(steps.lineOf).join(''),
        }
        const text = parts.before + parts.behind
        if (steps.checksLines && readLog(text, { duplicateKeys: true }).problems.length > 0)
          return steps.unreadable()
        let kept = ''
        for (const part of steps.order) {
          if (part === 'corpus') {
            if (decision.corpusLine) corpus.push(decision.corpusLine.text)
          } else if (parts[part] !== '' || (part === 'before' && steps.writesRefusals)) {
            const wanted = steps.closing(log) + parts[part]
            const arrived = write(wanted)
            kept += arrived
            if (arrived.length < wanted.length) {
              room = Number.POSITIVE_INFINITY
              const in_log = steps.inLog(text, kept)
              return {
                _tag: 'Left',
                left: { reason: 'not_written', in_log, path: '', code: 'ENOSPC', message: '' },
              }
            }
          }
        }
        if (decision.report) {
          const read = readReport(JSON.stringify(decision.report), { file_name: 'r.json' })
            .report as RunReport
          reports.push({ report: decision.report, read })
        }
        const after = readLog(log)
        return {
          _tag: 'Right',
          right: {
            answer: steps.answerOf(decision.answer),
            events: steps.eventsOf(decision.events),
            queue: steps.recorded(queue, replay(after.entries.map(({ event }) => event))),
            warnings: steps.warns
              ? after.problems.filter(({ code, line }) => code === 'closed_fragment' && line === torn)
              : [],
            report_path: reports.at(-1)?.read.path ?? null,
            commit_sha: null,
          },
        }
      },
    } as unknown as LogStore
    return {
      store,
      bytes: async () => new Uint8Array(log),
      another: async () => store,
      corpusLines: async () => corpus,
      reports: async () => reports.map(({ report }) => report),
      append: async (content) => {
        log = Buffer.concat([log, Buffer.from(content)])
      },
      runOutOfRoom: async (afterBytes) => {
        room = afterBytes
      },
      writes: async () => writes,
    }
  }

const OFFERS: readonly StoreOffer[] = ['another', 'corpus', 'reports', 'append', 'failing', 'writes']

/** The checks that a store does not pass, with what they say. */
const failures = async (changed: Partial<Steps>): Promise<ReadonlyMap<string, Error>> => {
  const failed = new Map<string, Error>()
  for (const { name, check } of logStoreContract(opening(changed), OFFERS, { patience: 200 }))
    await check().catch((error: Error) => failed.set(name, error))
  return failed
}

let remembered: QueueState | undefined

const APPENDED =
  'events are appended as whole canonical lines behind what was there, and nothing else changes'
const FRAGMENT = 'a torn fragment is closed off, stays as its own line, and is named in a warning'
const UNSOUND = 'behind an error or an unknown event nobody writes'
const FOLD = 'the queue that is decided on, and the queue of a record, are the fold of the bytes'

const UNREADABLE = 'an event that would not read back is not written'
const CORPUS =
  'an accepted chain stands in the log and once in the corpus, and the next decision finds it there'
const CORPUS_ORDER = 'an accepted chain is in the log, then in the corpus, and only then is that in the log'

/** What somebody could get wrong, the check that fails of it, and what that says. */
const faults: readonly (readonly [
  fault: string,
  changed: Partial<Steps>,
  check: string,
  message: string | RegExp,
])[] = [
  [
    'a refusal writes an empty line',
    { writesRefusals: true, closing: () => '\n' },
    'an answer without events writes nothing, byte for byte',
    'A refusal changed the log.',
  ],
  [
    'lines are written as JSON.stringify has them',
    { lineOf: (event) => `${JSON.stringify(event)}\n` },
    APPENDED,
    'the log is another.',
  ],
  [
    'the log is written anew, and its lines end in LF',
    {
      append: (log, text) => Buffer.concat([log.filter((byte) => byte !== 13), Buffer.from(text)]),
    },
    APPENDED,
    '\\x0d',
  ],
  [
    'only the first event is written',
    { append: (log, text) => Buffer.concat([log, Buffer.from(text.slice(0, text.indexOf('\n', 1) + 1))]) },
    APPENDED,
    'the log is another.',
  ],
  [
    'a last line gets no newline',
    { closing: () => '' },
    'a whole last line without a newline gets one first',
    'The log is another.',
  ],
  [
    'a torn fragment is cut off',
    {
      closing: () => '',
      append: (log, text) => Buffer.concat([log.subarray(0, log.lastIndexOf(10) + 1), Buffer.from(text)]),
    },
    FRAGMENT,
    'The log is another.',
  ],
  [
    'a fragment goes through a text, and its cut character is lost',
    { append: (log, text) => Buffer.from(log.toString() + text) },
    FRAGMENT,
    '\\xef\\xbf\\xbd',
  ],
  ['a fragment is closed off in silence', { warns: false }, FRAGMENT, 'The fragment is not named.'],
  [
    'errors are written behind',
    { blocks: ({ code }) => code === 'unknown_event' },
    UNSOUND,
    'In damaged.invalid_utf8 (a character whose bytes are not UTF-8): It was recorded.',
  ],
  [
    'unknown events are written behind',
    { blocks: ({ severity }) => severity === 'error' },
    UNSOUND,
    'It was recorded.',
  ],
  ['nobody looks for duplicate keys', { duplicateKeys: false }, UNSOUND, 'It was recorded.'],
  ['a warning blocks', { blocks: () => true }, APPENDED, 'It was not recorded.'],
  [
    'check and append are two steps',
    { pause: true },
    'of many that submit at once as many are taken as there is room for',
    'Others were taken.',
  ],
  [
    'check and append are two steps, for two who accept',
    { pause: true },
    'of two that accept one proposal at once one settles it, and the other is told so',
    'They were answered otherwise.',
  ],
  [
    'check and append are two steps, for many stores',
    { pause: true },
    'of many stores of one log that submit at once as many are taken as there is room for',
    'Others were taken.',
  ],
  [
    'check and append are two steps, for two stores',
    { pause: true },
    'of two stores of one log that accept one proposal at once one settles it, and the other is told so',
    'They were answered otherwise.',
  ],
  [
    'the log is read once and never again',
    {
      opened: (initial) => {
        remembered = undefined
        return Buffer.from(initial)
      },
      queueOf: (_, events) => {
        remembered ??= replay(events)
        return remembered
      },
    },
    'a decision sees what earlier records wrote',
    'It was answered otherwise.',
  ],
  [
    'what others wrote is not looked at',
    {
      queueOf: (log) =>
        replay(
          readLog(log)
            .entries.filter(({ text }) => !text.includes('by hand'))
            .map(({ event }) => event),
        ),
    },
    'what somebody else wrote is seen by the next decision, and kept',
    'It was answered otherwise.',
  ],
  [
    'the queue of a record is the one before',
    { recorded: (before) => before },
    FOLD,
    'The queue of the record is another.',
  ],
  [
    'the answer is a copy',
    { answerOf: (answer) => structuredClone(answer) },
    'the answer, the events and the queue of a record are those of the decision',
    'The answer is not the one of the last decision.',
  ],
  [
    'the events of a record lack the replay',
    { eventsOf: (events) => events.slice(0, 1) },
    'the answer, the events and the queue of a record are those of the decision',
    'The events are others.',
  ],
  [
    'a log that is opened again begins anew',
    { opened: (initial) => Buffer.from(initial.length > 2000 ? '' : initial) },
    'what was recorded is there when the log is opened again',
    'It was answered otherwise.',
  ],
  [
    'a decision that throws keeps the lock',
    { letsGo: 'never' },
    'a decision that throws writes nothing, and the next one is taken',
    'the lock is held',
  ],
  [
    'a decision that throws keeps the lock, and the next one waits for it',
    { letsGo: 'never, and waits' },
    'a decision that throws writes nothing, and the next one is taken',
    'A record is never answered. The decision before it threw: is a lock let go when a decision throws?',
  ],
  [
    'whatever was decided is written',
    { checksLines: false },
    UNREADABLE,
    'An event that cannot be read was written.',
  ],
  [
    'an event that cannot be read is a failure like others',
    {
      unreadable: () => ({
        _tag: 'Left',
        left: { reason: 'not_written', in_log: 'no', path: '', code: null, message: '' },
      }),
    },
    UNREADABLE,
    'An event that cannot be read must make record reject. It was answered with a failure.',
  ],
  [
    'an event that cannot be read is left out in silence',
    { unreadable: () => ({ _tag: 'Right', right: { answer: null, events: [] } }) },
    UNREADABLE,
    'An event that cannot be read must make record reject. It was called recorded, and is not in the log.',
  ],
  [
    'the corpus entry of an accept is kept to itself',
    { eventsOf: (events) => events.filter(({ event }) => event !== 'accepted_corpus_append') },
    CORPUS,
    'Other events were recorded.',
  ],
  ['no line of the corpus is written', { order: ['before', 'behind'] }, CORPUS, 'The corpus is another.'],
  [
    'a corpus entry is written whose line got lost',
    { checksCorpus: false },
    'a decision that says of the corpus what would not be so is not written',
    'without its line, was written.',
  ],
  [
    'a corpus line is taken where there is no corpus',
    { checksCorpus: false, hasCorpus: false },
    'a decision that says of the corpus what would not be so is not written',
    'A decision with a corpus line, from a store that has no corpus, was written.',
  ],
  ['nobody looks into the corpus', { knowsCorpus: false }, CORPUS, 'The corpus does not know its line.'],
  [
    'the accept and its corpus entry are written, and then the corpus line',
    { order: ['before', 'behind', 'corpus'] },
    CORPUS_ORDER,
    'Before the log says that the chain is in the corpus, the corpus is another.',
  ],
  [
    'the corpus line is written before the accept',
    { order: ['corpus', 'before', 'behind'] },
    CORPUS_ORDER,
    'Before the accept is in the log, the corpus is another.',
  ],
  [
    'the corpus entry is in the log before the accept',
    { order: ['behind', 'corpus', 'before'] },
    CORPUS,
    'The log is another.',
  ],
  [
    'each line is a write of its own',
    { writes: (text) => text.split(/(?<=\n)/) },
    'the events of a decision reach the log in one write, and those behind a corpus line in one more',
    'reached the log in other writes.',
  ],
  [
    'reports are written where nobody finds them',
    { seesReports: false },
    'a report of a full queue stands among the reports, and the log stays as it is',
    'The next decision does not see it.',
  ],
  [
    'a write that stopped is said to have left nothing',
    { inLog: () => 'no' },
    'a write that stops says what of it is in the log, nothing is cut off, and the next one closes it off',
    'the failure is another.',
  ],
]

describe('a store that a beginner writes', () => {
  it('passes the contract while it does everything right', async () => {
    expect(await failures({})).toEqual(new Map())
  })

  it.each(faults)('fails when %s', async (_, changed, check, message) => {
    const failed = await failures(changed)
    expect(failed.get(check)?.message).toContain(message)
  })

  it('fails at every check for some fault', () => {
    const checks = new Set(faults.map(([, , check]) => check))
    expect(
      logStoreContract(opening({}), OFFERS)
        .map(({ name }) => name)
        .filter((name) => !checks.has(name)),
    ).toEqual([])
  })
})

describe('the contract', () => {
  it('asks only for what a store offers', () => {
    const names = logStoreContract(opening({})).map(({ name }) => name)
    expect(names.length).toBeLessThan(logStoreContract(opening({}), OFFERS).length)
    expect(names).not.toContain('what somebody else wrote is seen by the next decision, and kept')
  })

  it('fails for a store that offers what it does not have', async () => {
    const open = async (initial: Uint8Array): Promise<OpenedLog> => {
      const { store, bytes } = await opening({})(initial)
      return { store, bytes }
    }
    for (const { name, check } of logStoreContract(open, OFFERS)) {
      const basic = logStoreContract(open).some((one) => one.name === name)
      if (basic) await check()
      else await expect(check()).rejects.toThrow(TypeError)
    }
  })

  it('closes each log that it opened, also when a check fails', async () => {
    for (const changed of [{}, { closing: () => '' }]) {
      let open = 0
      const checks = logStoreContract(async (initial) => {
        open += 1
        return {
          ...(await opening(changed)(initial)),
          close: async () => {
            open -= 1
          },
        }
      }, OFFERS)
      for (const { check } of checks) await check().catch((error) => expect(error).toBeInstanceOf(Mismatch))
      expect(open).toBe(0)
    }
  })
})
