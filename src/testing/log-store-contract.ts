import { type Ratification, type RatificationRefusal, ratify } from '../decisions/ratify.js'
import { settle } from '../decisions/settle.js'
import { type Submission, type SubmissionRefusal, submit } from '../decisions/submit.js'
import { type ProposalEvent, proposalIdOf } from '../events/proposal-event.js'
import { canonicalText } from '../json/canonical-text.js'
import { encodeEvent } from '../log/encode-event.js'
import { readLog } from '../log/read-log.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import type { Result } from '../result.js'
import { decided } from '../store/decided.js'
import type { Basis, Decision, LogStore, Recorded, RecordingFailure } from '../store/log-store.js'
import { queueText } from '../views/queue-text.js'
import { ratifiedChains } from '../views/ratified-chains.js'
import { audited } from './audited.js'
import { accept, candidate, equivalent, operator, regressed } from './builders.js'
import { damaged } from './damaged.js'
import { type Fixture, fixtures } from './fixtures.js'
import { Mismatch, same, sameList } from './mismatch.js'

/** A log that a store keeps, for one check. @public */
export interface OpenedLog {
  readonly store: LogStore
  /** The log as it is now, byte for byte. */
  bytes(): Promise<Uint8Array>
  /** Called when the check is done with it. */
  close?(): Promise<void>
  /** Another store of the same log, as another process would open it. Called where `another` is offered. */
  another?(): Promise<LogStore>
  /** The lines of the corpus, without their newlines; empty at first. Called where `corpus` is offered. */
  corpusLines?(): Promise<readonly string[]>
  /** The whole run reports that the store has written, parsed. Called where `reports` is offered. */
  reports?(): Promise<readonly unknown[]>
  /** Writes behind the store's back. Called where `append` is offered. */
  append?(content: string): Promise<void>
  /** Lets no more than so many bytes of the next record arrive in the log, in all. Called where `failing` is offered. */
  runOutOfRoom?(afterBytes: number): Promise<void>
  /** How many writes have reached the log since it was opened. Called where `writes` is offered. */
  writes?(): Promise<number>
}

/** What a store may have beside its log: asked for by checks of its own. @public */
export type StoreOffer = 'another' | 'corpus' | 'reports' | 'append' | 'failing' | 'writes'

/** How the checks are run. @public */
export interface StoreContractOptions {
  /**
   * How long a record may take, in milliseconds, before it counts as one that is never answered, as behind a lock that
   * nobody lets go. Default: 60,000. Set it below the time limit of your test runner, which else speaks first.
   */
  readonly patience?: number
}

/** One promise of every store. @public */
export interface StoreCheck {
  /** A sentence. */
  readonly name: string
  /** Rejects with a {@link Mismatch} when the promise is not kept. */
  check(): Promise<void>
}

/**
 * What every place that keeps a log promises (spec §5), as checks for any test runner: each opens a log of its own with
 * the content that it begins with. A store that offers more than a log is asked for that too.
 * @public
 */
export const logStoreContract = (
  open: (initial: Uint8Array) => Promise<OpenedLog>,
  offers: readonly StoreOffer[] = [],
  { patience = 60_000 }: StoreContractOptions = {},
): readonly StoreCheck[] =>
  Object.freeze(
    CHECKS.filter(({ needs = [] }) => needs.every((offer) => offers.includes(offer))).map(({ name, check }) =>
      Object.freeze({
        name,
        check: () => {
          const opened: OpenedLog[] = []
          return settled(
            check(async (initial) => {
              const log = await open(typeof initial === 'string' ? encode(initial) : initial)
              opened.push(log)
              return timed(log, patience)
            }),
            async () => {
              for (const log of opened) await log.close?.()
            },
          )
        },
      }),
    ),
  )

const settled = async (check: Promise<void>, close: () => Promise<void>): Promise<void> => {
  try {
    await check
  } finally {
    await close()
  }
}

/** The same log, of which every record is answered, or says that it was not. */
const timed = (log: OpenedLog, patience: number): OpenedLog => {
  const { another } = log
  return {
    ...methodsOf(log),
    store: answering(log.store, patience),
    ...(another === undefined ? {} : { another: async () => answering(await another.call(log), patience) }),
  }
}

/** A log may be an instance of a class, of which a spread would leave nothing. */
const methodsOf = (log: OpenedLog): Omit<OpenedLog, 'store'> => ({
  bytes: () => log.bytes(),
  ...(log.corpusLines && { corpusLines: log.corpusLines.bind(log) }),
  ...(log.reports && { reports: log.reports.bind(log) }),
  ...(log.append && { append: log.append.bind(log) }),
  ...(log.runOutOfRoom && { runOutOfRoom: log.runOutOfRoom.bind(log) }),
  ...(log.writes && { writes: log.writes.bind(log) }),
})

const answering = (store: LogStore, patience: number): LogStore => {
  let before = 'It is the first of this store.'
  return {
    record: async (decide) => {
      let timer: unknown
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () =>
            reject(
              new Mismatch(`A record is never answered. ${before}`, 'an answer', `none in ${patience} ms`),
            ),
          patience,
        )
      })
      try {
        const result = await Promise.race([store.record(decide), late])
        before =
          result._tag === 'Left'
            ? 'The one before it failed: is a lock let go when a record fails?'
            : 'The one before it was recorded: is a lock let go behind a record?'
        return result
      } catch (error) {
        before = 'The decision before it threw: is a lock let go when a decision throws?'
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

// Of this file alone: nothing else that is pure waits for a time to pass.
declare const setTimeout: (run: () => void, after: number) => unknown
declare const clearTimeout: (timer: unknown) => void

type Open = (initial: string | Uint8Array) => Promise<OpenedLog>

interface Check {
  readonly name: string
  /** What the store must have for it. */
  readonly needs?: readonly StoreOffer[]
  readonly check: (open: Open) => Promise<void>
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Bytes as a text in which each of them can be seen, for a difference; what is ASCII reads as it is. */
const shown = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes)
    text +=
      byte === 10
        ? '\\n\n'
        : byte < 32 || byte > 126
          ? `\\x${byte.toString(16).padStart(2, '0')}`
          : String.fromCharCode(byte)
  return text
}

const sameBytes = (what: string, expected: Uint8Array, actual: Uint8Array): void => {
  const [before, after] = [shown(expected), shown(actual)]
  if (before !== after) throw new Mismatch(what, before, after)
}

const joined = (a: Uint8Array, text: string): Uint8Array => {
  const b = encode(text)
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}

const textOf = (events: readonly ProposalEvent[]): string =>
  events.map((event) => `${encodeEvent(event)}\n`).join('')

const foldOf = (bytes: Uint8Array): QueueState => replay(readLog(bytes).entries.map(({ event }) => event))

const sameQueue = (what: string, expected: QueueState, actual: QueueState): void => {
  same(what, [...queueText(expected, [])].join(''), [...queueText(actual, [])].join(''))
  same(what, canonicalText(ratifiedChains(expected)), canonicalText(ratifiedChains(actual)))
}

const kept = <A>(result: Result<RecordingFailure, Recorded<A>>, where = ''): Recorded<A> => {
  if (result._tag === 'Left')
    throw new Mismatch(`${where}It was not recorded.`, 'recorded', canonicalText(result.left))
  return result.right
}

const failureOf = (
  result: Result<RecordingFailure, Recorded<unknown>>,
  where: string,
  reason: RecordingFailure['reason'],
): RecordingFailure => {
  if (result._tag === 'Right')
    throw new Mismatch(
      `${where}It was recorded.`,
      `a failure: ${reason}`,
      `recorded:\n${result.right.events.map(encodeEvent).join('\n')}`,
    )
  return result.left
}

/** What is said of one of many logs names it. */
const inEach = async (
  logs: readonly (readonly [name: string, log: Fixture])[],
  check: (log: Fixture, where: string) => Promise<void>,
): Promise<void> => {
  for (const [name, log] of logs) {
    const where = `In ${name} (${log.about}): `
    try {
      await check(log, where)
    } catch (error) {
      if (error instanceof Mismatch && error.message.startsWith(where)) throw error
      throw new Error(`${where}${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

const sameAnswer = (expected: string, actual: string, where = ''): void =>
  same(`${where}It was answered otherwise.`, canonicalText(expected), canonicalText(actual))

/** What the store has where it offers something. */
const offered = <T>(part: T | undefined, name: string): T => {
  if (part === undefined) throw new TypeError(`${name} is offered, and the opened log does not have it`)
  return part
}

type Submitted = Result<SubmissionRefusal, Submission>
type Ratified = Result<RatificationRefusal, Ratification>
type Settled = ReturnType<typeof settle>

const submitting =
  (id: string, more: { readonly cap?: number; readonly worse?: boolean } = {}) =>
  ({ queue }: Basis): Decision<Submitted> => {
    const { cap = 256, worse = false } = more
    return decided(submit(queue, candidate(id), worse ? regressed() : equivalent, { source: operator, cap }))
  }

/** Accepts, without a corpus unless the store has one. */
const accepting =
  (proposal_id: string) =>
  ({ queue, corpus }: Basis): Decision<Ratified> =>
    decided(ratify(queue, accept(proposal_id, { corpus })))

/** Finishes an accept. */
const settling =
  (proposal_id: string) =>
  ({ queue, corpus }: Basis): Decision<Settled> =>
    decided(settle(queue, { proposal_id, corpus: offered(corpus, 'corpus') }))

/** The line that an accept adds to the corpus. */
const corpusLinesOf = ({ answer }: Recorded<Ratified>): readonly string[] =>
  answer._tag === 'Right' && answer.right.corpusLine ? [answer.right.corpusLine.text] : []

const reasonOf = (answer: Submitted | Ratified): string =>
  answer._tag === 'Left' ? answer.left.reason : 'done'

const submittedId = (recorded: Recorded<Submitted>): string => {
  const [event] = recorded.events
  if (event === undefined) throw new Mismatch('It was refused.', 'events', canonicalText(recorded.answer))
  return proposalIdOf(event)
}

const WAITING = fixtures.waiting.log() as string
const FIRST = WAITING.slice(0, WAITING.indexOf('\n') + 1)

const named = (list: string, of: object): readonly (readonly [name: string, log: Fixture])[] =>
  Object.entries<Fixture>(of as { readonly [name: string]: Fixture }).map(([name, log]) => [
    `${list}.${name}`,
    log,
  ])

const WARNINGS = ['closed_fragment', 'torn_tail', 'missing_final_newline', 'bom', 'crlf']

const isSound = ({ problems }: Fixture): boolean => problems.every(({ code }) => WARNINGS.includes(code))

/** Logs that are sound enough to write behind, of all sorts. */
const SOUND = [
  ...named('fixtures', fixtures),
  ...named('audited', audited),
  ...named('damaged', damaged).filter(([, log]) => isSound(log)),
]

/** What nobody writes behind. The line of 64 MiB is left to those who have the time. */
const UNSOUND = named('damaged', damaged).filter(
  ([name, log]) => !isSound(log) && name !== 'damaged.line_too_long',
)

const CHECKS: readonly Check[] = [
  {
    name: 'an answer without events writes nothing, byte for byte',
    check: async (open) => {
      for (const end of ['', '\n', '{"event":"crea', `${FIRST.slice(0, -1)}`]) {
        const { store, bytes } = await open('')
        const id = submittedId(kept(await store.record(submitting('a'))))
        const initial = joined(await bytes(), end)
        const log = await open(initial)
        const { answer, events } = kept(await log.store.record(submitting('a')))
        sameAnswer('duplicate', reasonOf(answer))
        sameAnswer('not_found', reasonOf(kept(await log.store.record(accepting(`${id}0`))).answer))
        sameList('A refusal came with events.', [], events.map(encodeEvent))
        sameBytes('A refusal changed the log.', initial, await log.bytes())
      }
    },
  },
  {
    name: 'events are appended as whole canonical lines behind what was there, and nothing else changes',
    check: async (open) => {
      await inEach(SOUND, async ({ log: content }, where) => {
        const log = await open(content())
        for (const id of ['a', 'b']) {
          const before = await log.bytes()
          const recorded = kept(await log.store.record(submitting(id, { worse: id === 'b' })), where)
          sameAnswer('done', reasonOf(recorded.answer), where)
          const newline = before.length === 0 || before.at(-1) === 10 ? '' : '\n'
          sameBytes(
            `${where}Behind it the log is another.`,
            joined(before, newline + textOf(recorded.events)),
            await log.bytes(),
          )
        }
      })
    },
  },
  {
    name: 'the answer, the events and the queue of a record are those of the decision',
    check: async (open) => {
      const { store } = await open(WAITING)
      const decided: Decision<Submitted>[] = []
      const recorded = kept(
        await store.record((basis) => {
          const decision = submitting('a')(basis)
          decided.push(decision)
          return decision
        }),
      )
      const last = decided.at(-1) as Decision<Submitted>
      if (recorded.answer !== last.answer)
        throw new Mismatch('The answer is not the one of the last decision.', 'that answer', 'another')
      sameList('The events are others.', last.events.map(encodeEvent), recorded.events.map(encodeEvent))
      if (last.answer._tag === 'Right')
        sameQueue('The queue is another.', last.answer.right.queue, recorded.queue)
    },
  },
  {
    name: 'a whole last line without a newline gets one first',
    check: async (open) => {
      const whole = encode(FIRST.slice(0, -1))
      const { store, bytes } = await open(whole)
      const recorded = kept(await store.record(submitting('a')))
      sameBytes('The log is another.', joined(whole, `\n${textOf(recorded.events)}`), await bytes())
      sameList(
        'There is nothing to warn of.',
        [],
        recorded.warnings.map(({ code }) => canonicalText(code)),
      )
    },
  },
  {
    name: 'a torn fragment is closed off, stays as its own line, and is named in a warning',
    check: async (open) => {
      const fragments = ['{', '{"event":"transition","note":"d\u00e9'].map(encode)
      // The last of them is cut inside a character.
      for (const fragment of [...fragments, (fragments[1] as Uint8Array).slice(0, -1)]) {
        const initial = joined(encode(FIRST), '')
        const torn = new Uint8Array(initial.length + fragment.length)
        torn.set(initial)
        torn.set(fragment, initial.length)
        const { store, bytes } = await open(torn)
        const recorded = kept(await store.record(submitting('a')))
        sameBytes('The log is another.', joined(torn, `\n${textOf(recorded.events)}`), await bytes())
        sameList(
          'The fragment is not named.',
          [canonicalText({ code: 'closed_fragment', line: 2 })],
          recorded.warnings.map(({ code, line }) => canonicalText({ code, line })),
        )
        const later = kept(await store.record(submitting('b')))
        sameList(
          'The fragment is named again.',
          [],
          later.warnings.map(({ code, line }) => canonicalText({ code, line })),
        )
      }
    },
  },
  {
    name: 'behind an error or an unknown event nobody writes',
    check: async (open) => {
      await inEach(UNSOUND, async ({ log, problems }, where) => {
        const { store, bytes } = await open(log())
        const before = await bytes()
        const failure = failureOf(await store.record(submitting('a')), where, 'unsound_log')
        same(
          `${where}The failure is another.`,
          canonicalText({ reason: 'unsound_log', in_log: 'no', problems: problems as unknown }),
          canonicalText({
            reason: failure.reason,
            in_log: failure.in_log,
            problems:
              failure.reason === 'unsound_log'
                ? failure.problems.map(({ code, line }) => ({ code, line }))
                : [],
          }),
        )
        sameBytes(`${where}The log has changed.`, before, await bytes())
      })
    },
  },
  {
    name: 'a decision sees what earlier records wrote',
    check: async (open) => {
      const { store } = await open(WAITING)
      const id = submittedId(kept(await store.record(submitting('a'))))
      sameAnswer('duplicate', reasonOf(kept(await store.record(submitting('a'))).answer))
      sameAnswer('done', reasonOf(kept(await store.record(accepting(id))).answer))
      sameAnswer('not_pending', reasonOf(kept(await store.record(accepting(id))).answer))
    },
  },
  {
    name: 'the queue that is decided on, and the queue of a record, are the fold of the bytes',
    check: async (open) => {
      await inEach(SOUND, async ({ log }, where) => {
        const { store, bytes } = await open(log())
        for (const id of ['a', 'a', 'b']) {
          const before = await bytes()
          const seen: QueueState[] = []
          const recorded = kept(
            await store.record((basis) => {
              seen.push(basis.queue)
              return submitting(id)(basis)
            }),
            where,
          )
          sameQueue(`${where}Another queue was decided on.`, foldOf(before), seen.at(-1) as QueueState)
          sameQueue(`${where}The queue of the record is another.`, foldOf(await bytes()), recorded.queue)
        }
      })
    },
  },
  {
    name: 'what was recorded is there when the log is opened again',
    check: async (open) => {
      const log = await open(WAITING)
      const id = submittedId(kept(await log.store.record(submitting('a'))))
      kept(await log.store.record(accepting(id)))
      const again = await open(await log.bytes())
      sameAnswer('duplicate', reasonOf(kept(await again.store.record(submitting('a'))).answer))
      sameAnswer('not_pending', reasonOf(kept(await again.store.record(accepting(id))).answer))
    },
  },
  {
    name: 'of many that submit at once as many are taken as there is room for',
    check: async (open) => {
      const { store, bytes } = await open(WAITING)
      await fillAtOnce(bytes, [store, store, store, store, store, store, store])
    },
  },
  {
    name: 'of two that accept one proposal at once one settles it, and the other is told so',
    check: async (open) => {
      const { store, bytes } = await open('')
      await acceptAtOnce(bytes, store, store)
    },
  },
  {
    name: 'a decision that throws writes nothing, and the next one is taken',
    check: async (open) => {
      const { store, bytes } = await open(WAITING)
      const thrown = new Error('the program is wrong')
      const caught = await store
        .record((): Decision<null> => {
          throw thrown
        })
        .then(
          () => 'nothing',
          (error: unknown) => error,
        )
      if (caught !== thrown) throw new Mismatch('It was not thrown on.', String(thrown), String(caught))
      sameBytes('The log has changed.', encode(WAITING), await bytes())
      sameAnswer('done', reasonOf(kept(await store.record(submitting('a'))).answer))
    },
  },
  {
    name: 'an event that would not read back is not written',
    check: async (open) => {
      const { store, bytes } = await open(WAITING)
      const events = [
        { event: 'transition', proposal_id: 'p1', to: 'approved' } as unknown as ProposalEvent,
        { event: 'transition', proposal_id: '', to: 'accepted' } as const,
      ]
      for (const event of events) {
        const result = await store
          .record(() => ({ answer: null, events: [event] }))
          .catch((thrown: unknown) => {
            // Only what the store made of the event counts, not that it was waited for in vain.
            if (thrown instanceof Mismatch) throw thrown
            return null
          })
        sameBytes('An event that cannot be read was written.', encode(WAITING), await bytes())
        if (result === null) continue
        // Such an event is a fault in a program, and no failure that a program could answer.
        const what = 'An event that cannot be read must make record reject.'
        if (result._tag === 'Left')
          throw new Mismatch(`${what} It was answered with a failure.`, 'a throw', canonicalText(result.left))
        throw new Mismatch(`${what} It was called recorded, and is not in the log.`, 'a throw', 'recorded')
      }
    },
  },
  {
    name: 'a decision that says of the corpus what would not be so is not written',
    check: async (open) => {
      const log = await open(WAITING)
      const id = submittedId(kept(await log.store.record(submitting('a'))))
      const before = await log.bytes()
      let what = ''
      const result = await log.store
        .record(({ queue, corpus }) => {
          // Whole, but for the line that goes to the corpus; or with one that has nowhere to go.
          what =
            corpus === undefined
              ? 'A decision with a corpus line, from a store that has no corpus,'
              : 'An accepted_corpus_append, of a chain that is not in the corpus and without its line,'
          const whole = decided(ratify(queue, accept(id, { corpus: corpus ?? { has_chain: () => false } })))
          return corpus === undefined ? whole : { ...whole, corpusLine: null }
        })
        .catch((thrown: unknown) => {
          if (thrown instanceof Mismatch) throw thrown
          return null
        })
      sameBytes(`${what} was written.`, before, await log.bytes())
      if (result !== null)
        throw new Mismatch(`${what} must make record reject.`, 'a throw', canonicalText(result._tag))
    },
  },
  {
    name: 'of many stores of one log that submit at once as many are taken as there is room for',
    needs: ['another'],
    check: async (open) => {
      const log = await open(WAITING)
      const stores = [log.store]
      while (stores.length < 6) stores.push(await offered(log.another, 'another')())
      await fillAtOnce(log.bytes, stores)
    },
  },
  {
    name: 'of two stores of one log that accept one proposal at once one settles it, and the other is told so',
    needs: ['another'],
    check: async (open) => {
      const log = await open('')
      await acceptAtOnce(log.bytes, log.store, await offered(log.another, 'another')())
    },
  },
  {
    name: 'what somebody else wrote is seen by the next decision, and kept',
    needs: ['append'],
    check: async (open) => {
      const log = await open('')
      const id = submittedId(kept(await log.store.record(submitting('a'))))
      const theirs = `{"event":"transition","proposal_id":"${id}","to":"withdrawn","note":"by hand"}\n`
      await offered(log.append, 'append')(theirs)
      const before = await log.bytes()
      sameAnswer('not_pending', reasonOf(kept(await log.store.record(accepting(id))).answer))
      sameBytes('The log has changed.', before, await log.bytes())
      await offered(log.append, 'append')('{"event":"transiti')
      const torn = await log.bytes()
      const recorded = kept(await log.store.record(submitting('b')))
      sameBytes('The log is another.', joined(torn, `\n${textOf(recorded.events)}`), await log.bytes())
    },
  },
  {
    name: 'an accepted chain stands in the log and once in the corpus, and the next decision finds it there',
    needs: ['corpus'],
    check: async (open) => {
      const log = await open('')
      const id = submittedId(kept(await log.store.record(submitting('a'))))
      const before = await log.bytes()
      const recorded = kept(await log.store.record(accepting(id)))
      sameList(
        'Other events were recorded.',
        [canonicalText('transition'), canonicalText('accepted_corpus_append')],
        recorded.events.map(({ event }) => canonicalText(event)),
      )
      sameBytes('The log is another.', joined(before, textOf(recorded.events)), await log.bytes())
      const lines = await offered(log.corpusLines, 'corpusLines')()
      sameList('The corpus is another.', corpusLinesOf(recorded), lines)
      let knew: boolean | undefined
      kept(
        await log.store.record(({ corpus }) => {
          const { chain_id } = JSON.parse(lines[0] ?? '{}') as { readonly chain_id: string }
          knew = corpus?.has_chain(chain_id) === true && !corpus.has_chain('another')
          return { answer: null, events: [] }
        }),
      )
      same('The corpus does not know its line.', 'true', String(knew))
    },
  },
  {
    name: 'an accepted chain is in the log, then in the corpus, and only then is that in the log',
    needs: ['corpus', 'failing'],
    check: async (open) => {
      const first = await open('')
      const id = submittedId(kept(await first.store.record(submitting('a'))))
      const before = await first.bytes()
      const whole = kept(await first.store.record(accepting(id)))
      const [transition, all] = [textOf(whole.events.slice(0, 1)).length, textOf(whole.events)]
      // The log stops taking anything at each boundary: what is in the corpus then says what had come before.
      for (const [stop, in_log, what] of [
        [0, 'no', 'Before the accept is in the log'],
        [transition - 2, 'no', 'Before the accept is whole in the log'],
        [transition, 'partly', 'Before the log says that the chain is in the corpus'],
        [all.length - 2, 'partly', 'Before the log says whole that the chain is in the corpus'],
      ] as const) {
        const log = await open(before)
        await offered(log.runOutOfRoom, 'runOutOfRoom')(stop)
        const failure = failureOf(await log.store.record(accepting(id)), `${what}: `, 'not_written')
        sameList(
          `${what}, the corpus is another.`,
          in_log === 'no' ? [] : corpusLinesOf(whole),
          await offered(log.corpusLines, 'corpusLines')(),
        )
        const stopped = joined(before, all.slice(0, stop))
        sameBytes(`${what}, the log is another.`, stopped, await log.bytes())
        same(
          `${what}, the failure is another.`,
          canonicalText({ reason: 'not_written', in_log }),
          canonicalText({ reason: failure.reason, in_log: failure.in_log }),
        )
        const rest =
          in_log === 'no'
            ? kept(await log.store.record(accepting(id)), `${what}: `)
            : kept(await log.store.record(settling(id)), `${what}: `)
        const newline = stopped.at(-1) === 10 ? '' : '\n'
        sameBytes(
          `${what} it stopped, and when it is finished the log is another.`,
          joined(stopped, newline + (in_log === 'no' ? all : all.slice(transition))),
          await log.bytes(),
        )
        sameList(
          `${what} it stopped, and when it is finished other events are recorded.`,
          whole.events.slice(in_log === 'no' ? 0 : 1).map(encodeEvent),
          rest.events.map(encodeEvent),
        )
        sameList(
          `${what} it stopped, and when it is finished the corpus is another.`,
          corpusLinesOf(whole),
          await offered(log.corpusLines, 'corpusLines')(),
        )
      }
    },
  },
  {
    name: 'the events of a decision reach the log in one write, and those behind a corpus line in one more',
    needs: ['writes'],
    check: async (open) => {
      const log = await open(FIRST.slice(0, -1))
      const writes = offered(log.writes, 'writes')
      const counted = async <A>(decide: (basis: Basis) => Decision<A>, what: string, most: number) => {
        const before = await writes()
        const recorded = kept(await log.store.record(decide))
        const count = (await writes()) - before
        // A store may put everything of a decision into one.
        if (count < Math.min(1, most) || count > most)
          throw new Mismatch(`${what} reached the log in other writes.`, String(most), String(count))
        return recorded
      }
      const id = submittedId(
        await counted(submitting('a'), 'A submission, behind a line without a newline,', 1),
      )
      await counted(submitting('b', { worse: true }), 'A submission that is rolled back', 1)
      await counted(submitting('a'), 'A refusal', 0)
      let corpus = false
      await counted(
        (basis) => {
          corpus = basis.corpus !== undefined
          return accepting(id)(basis)
        },
        'An accept',
        2,
      )
      if (!corpus) await counted(accepting(id), 'A refusal', 0)
    },
  },
  {
    name: 'a report of a full queue stands among the reports, and the log stays as it is',
    needs: ['reports'],
    check: async (open) => {
      const log = await open(WAITING)
      const recorded = kept(await log.store.record(submitting('a', { cap: 2 })))
      const { answer } = recorded
      sameAnswer('queue_full', reasonOf(answer))
      if (recorded.report_path === null) throw new Mismatch('The report has no path.', 'a path', 'null')
      const report = answer._tag === 'Left' && answer.left.reason === 'queue_full' ? answer.left.report : null
      sameList(
        'The reports are others.',
        [canonicalText(report)],
        (await offered(log.reports, 'reports')()).map((one) => canonicalText(one)),
      )
      let seen: readonly string[] = []
      kept(
        await log.store.record(({ reports }) => {
          seen = reports().map(({ path }) => canonicalText(path))
          return { answer: null, events: [] }
        }),
      )
      sameList('The next decision does not see it.', [canonicalText(recorded.report_path)], seen)
      sameBytes('The log has changed.', encode(WAITING), await log.bytes())
    },
  },
  {
    name: 'a write that stops says what of it is in the log, nothing is cut off, and the next one closes it off',
    needs: ['failing'],
    check: async (open) => {
      const whole = kept(await (await open(WAITING)).store.record(submitting('a')))
      const [first, all] = [textOf(whole.events.slice(0, 1)), textOf(whole.events)]
      for (const [stop, in_log] of [
        [0, 'no'],
        [1, 'no'],
        [first.length - 2, 'no'],
        [first.length, 'partly'],
        [all.length - 2, 'partly'],
      ] as const) {
        const log = await open(WAITING)
        await offered(log.runOutOfRoom, 'runOutOfRoom')(stop)
        const failure = failureOf(
          await log.store.record(submitting('a')),
          `After ${stop} bytes: `,
          'not_written',
        )
        same(
          `After ${stop} bytes the failure is another.`,
          canonicalText({ reason: 'not_written', in_log }),
          canonicalText({ reason: failure.reason, in_log: failure.in_log }),
        )
        const stopped = joined(encode(WAITING), all.slice(0, stop))
        sameBytes(`After ${stop} bytes the log is another.`, stopped, await log.bytes())
        const next = kept(await log.store.record(submitting('b')))
        const newline = stopped.at(-1) === 10 ? '' : '\n'
        sameBytes(
          `After ${stop} bytes the next write is another.`,
          joined(stopped, newline + textOf(next.events)),
          await log.bytes(),
        )
      }
    },
  },
]

/** Room for two more beside the two that wait. */
const fillAtOnce = async (bytes: () => Promise<Uint8Array>, stores: readonly LogStore[]): Promise<void> => {
  const results = await Promise.all(stores.map((store, at) => store.record(submitting(`c${at}`, { cap: 4 }))))
  sameList(
    'Others were taken.',
    ['done', 'done', ...stores.slice(2).map(() => 'queue_full')].map((reason) => canonicalText(reason)),
    results
      .map((result) => reasonOf(kept(result).answer))
      .sort()
      .map((reason) => canonicalText(reason)),
  )
  same('Others are pending.', '4', String(foldOf(await bytes()).pendingCount))
}

const acceptAtOnce = async (
  bytes: () => Promise<Uint8Array>,
  one: LogStore,
  other: LogStore,
): Promise<void> => {
  const id = submittedId(kept(await one.record(submitting('a'))))
  const results = await Promise.all([one, other].map((store) => store.record(accepting(id))))
  sameList(
    'They were answered otherwise.',
    ['done', 'not_pending'].map((reason) => canonicalText(reason)),
    results
      .map((result) => reasonOf(kept(result).answer))
      .sort()
      .map((reason) => canonicalText(reason)),
  )
  same(
    'The log has more transitions, or fewer.',
    '1',
    String(readLog(await bytes()).entries.filter(({ event }) => event.event === 'transition').length),
  )
}
