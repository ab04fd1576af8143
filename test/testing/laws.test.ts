import { describe, expect, it } from 'vitest'
import {
  canonicalText,
  createLogReader,
  deriveQueue,
  evolve,
  type ProposalEvent,
  proposalIdOf,
  queueDigest,
  ratifiedChains,
  readLog,
  readReport,
  replay,
  submit,
} from '../../src/index.js'
import {
  assertLaw,
  assertLaws,
  audited,
  BrokenLaw,
  damaged,
  type Fixture,
  type FixtureName,
  fixtures,
  type LawName,
  laws,
  library,
  Mismatch,
  type Subject,
} from '../../src/testing/index.js'

/** A fold that sees other events than there are. */
const seeing = (
  change: (events: readonly ProposalEvent[]) => readonly ProposalEvent[],
): Partial<Subject> => ({
  ...library,
  replay: (events, onto) => replay(change(events), onto),
})

/** A projection in which one member of each item is another. */
const showing = (
  change: (
    item: ReturnType<typeof deriveQueue>[number],
    at: number,
    all: ReturnType<typeof deriveQueue>,
  ) => object,
): Partial<Subject> => ({
  ...library,
  deriveQueue: (queue, reports) =>
    deriveQueue(queue, reports).map((item, at, all) => ({ ...item, ...change(item, at, all) })),
})

/** A submit that answers otherwise. */
const submitting = (
  change: (
    answer: ReturnType<Subject['submit']>,
    ...given: Parameters<Subject['submit']>
  ) => ReturnType<Subject['submit']>,
): Partial<Subject> => ({
  ...library,
  submit: (...given) => change(submit(...given), ...given),
})

const lastCreatedWins = (events: readonly ProposalEvent[]): readonly ProposalEvent[] =>
  events.map((event) =>
    event.event === 'created'
      ? ([...events]
          .reverse()
          .find((other) => other.event === 'created' && proposalIdOf(other) === proposalIdOf(event)) ?? event)
      : event,
  )

/** Of the first created everything but this member, which is that of the last. */
const lastCreatedFor =
  (member: 'source' | 'replay_evidence' | 'proposed_chain') =>
  (events: readonly ProposalEvent[]): readonly ProposalEvent[] => {
    const last = lastCreatedWins(events)
    return events.map((event, at) => {
      const other = last[at]
      return event.event === 'created' && other?.event === 'created'
        ? { ...event, proposal: { ...event.proposal, [member]: other.proposal[member] } }
        : event
    })
  }

/** A fold that keeps the events too, for a projection that counts them. */
const counting = (
  age: (item: ReturnType<typeof deriveQueue>[number], events: readonly ProposalEvent[]) => number,
): Partial<Subject> => {
  type Kept = { readonly events: readonly ProposalEvent[] }
  const fold = (events: readonly ProposalEvent[], onto?: unknown) =>
    ({ events: [...((onto as Kept | undefined)?.events ?? []), ...events] }) as never
  return {
    ...library,
    emptyQueue: fold([]),
    evolve: (kept, event) => fold([event], kept),
    replay: fold,
    deriveQueue: (kept, reports) => {
      const { events } = kept as unknown as Kept
      return deriveQueue(replay(events), reports).map((item) => ({
        ...item,
        age_proposals: age(item, events),
      }))
    },
    ratifiedChains: () => [],
    queueDigest: () => '',
  }
}

const createdFirst = (events: readonly ProposalEvent[]): readonly ProposalEvent[] => [
  ...events.filter(({ event }) => event === 'created'),
  ...events.filter(({ event }) => event !== 'created'),
]

/** Of the events of this kind, the first of each proposal. */
const firstOnly =
  (kind: ProposalEvent['event']) =>
  (events: readonly ProposalEvent[]): readonly ProposalEvent[] =>
    events.filter(
      (event, at) =>
        event.event !== kind ||
        !events
          .slice(0, at)
          .some((other) => other.event === kind && proposalIdOf(other) === proposalIdOf(event)),
    )

const byName = (a: { readonly file_name: string }, b: { readonly file_name: string }): number =>
  a.file_name < b.file_name ? -1 : 1

type Mutant = readonly [fault: string, subject: Partial<Subject>]

/** For each law a subject that breaks it, by the fault that was planted. */
const mutants: { readonly [name in LawName]: Mutant } = {
  'a fixture reads as it says': [
    'lines in CR LF are not read',
    {
      ...library,
      readLog: (log) => {
        const { entries, problems } = readLog(log)
        return { entries: entries.filter(({ text }) => !text.endsWith('\r')), problems }
      },
    },
  ],
  'a log reads the same in any pieces': [
    'each piece is decoded by itself',
    {
      ...library,
      createLogReader: () => {
        const { push, end } = createLogReader()
        return {
          push: (piece) => push(typeof piece === 'string' ? piece : new TextDecoder().decode(piece)),
          end,
        }
      },
    },
  ],
  'a log cut at any byte is the queue of its whole lines': [
    'a torn tail is accepted',
    {
      ...library,
      readLog: (log) => {
        const { entries, problems } = readLog(log)
        return { entries, problems: problems.filter(({ code }) => code !== 'torn_tail') }
      },
    },
  ],
  'folding in any chunks gives the same queue': [
    'a chunk counts as a queue of its own',
    { ...library, replay: (events, onto) => replay(events, events.length > 1 ? undefined : onto) },
  ],
  'evolving event by event gives the queue that replaying gives': [
    'evolve knows no withdrawal',
    {
      ...library,
      evolve: (queue, event) =>
        event.event === 'transition' && event.to === 'withdrawn' ? queue : evolve(queue, event),
    },
  ],
  'a second created changes nothing': ['the last created wins', seeing(lastCreatedWins)],
  'what comes before created changes nothing': [
    'a transition before created is honoured',
    seeing(createdFirst),
  ],
  'items stand in the order in which they were created': [
    'the newest comes first',
    { ...library, deriveQueue: (queue, reports) => [...deriveQueue(queue, reports)].reverse() },
  ],
  'the state is that of the last transition': [
    'the first transition stands',
    seeing(firstOnly('transition')),
  ],
  'every transition stands in the history, whole and in order': [
    'the history has no notes',
    showing(({ review_history }) => ({
      review_history: review_history.map(({ note: _, ...transition }) => transition),
    })),
  ],
  'the newest replay is the evidence': ['the first replay stands', seeing(firstOnly('replay'))],
  'the age counts the proposals created since, of pending items alone': [
    'the age counts in settled items too',
    showing((_, at, all) => ({ age_proposals: all.length - 1 - at })),
  ],
  'no created and no replay changes what is ratified': [
    'an item is true as soon as its replay is equivalent',
    {
      ...library,
      ratifiedChains: (queue) =>
        deriveQueue(queue, [])
          .filter(({ replay_evidence }) => replay_evidence?.replay_equivalent)
          .map(({ proposed_chain }) => proposed_chain),
    },
  ],
  'what is ratified are the chains of accepted items, in the order of acceptance': [
    'they stand in the order of creation',
    {
      ...library,
      ratifiedChains: (queue) =>
        deriveQueue(queue, [])
          .filter(({ state }) => state === 'accepted')
          .map(({ proposed_chain }) => proposed_chain),
    },
  ],
  'any interleaving that keeps each proposal and the order of creation gives the same bytes': [
    'the age counts the lines since',
    counting(
      ({ proposal_id }, events) =>
        events.length - events.findIndex((event) => proposalIdOf(event) === proposal_id),
    ),
  ],
  'the order of the reports does not matter': [
    'the first report counts',
    {
      ...library,
      deriveQueue: (queue, reports) =>
        deriveQueue(queue, []).map((item) => ({
          ...item,
          contemplation_report_path:
            reports.find(({ proposal_ids }) => proposal_ids.includes(item.proposal_id))?.path ?? null,
        })),
    },
  ],
  'of several reports the smallest name by code point is the one': [
    'names are compared by UTF-16 units',
    {
      ...library,
      deriveQueue: (queue, reports) =>
        deriveQueue(queue, []).map((item) => ({
          ...item,
          contemplation_report_path:
            [...reports].sort(byName).find(({ proposal_ids }) => proposal_ids.includes(item.proposal_id))
              ?.path ?? null,
        })),
    },
  ],
  'the digest does not see who ratified, when, from where and with what note': [
    'the digest includes the actor',
    {
      ...library,
      queueDigest: (queue, reports) =>
        queueDigest(queue, reports) +
        deriveQueue(queue, []).flatMap(({ review_history }) =>
          review_history.map(({ actor }) => actor ?? '-'),
        ),
    },
  ],
  'the digest sees every change of a state': [
    'the digest is one of the ids',
    {
      ...library,
      queueDigest: (queue) =>
        deriveQueue(queue, [])
          .map(({ proposal_id }) => proposal_id)
          .join(),
    },
  ],
  'the digest does not depend on the folder of the reports': [
    'the digest includes the path',
    {
      ...library,
      queueDigest: (queue, reports) =>
        queueDigest(queue, reports) +
        deriveQueue(queue, reports).map(({ contemplation_report_path }) => contemplation_report_path),
    },
  ],
  'neither clock nor time zone nor locale nor chance is asked': [
    'names are compared in the locale',
    {
      ...library,
      deriveQueue: (queue, reports) =>
        deriveQueue(
          queue,
          [...reports].sort((a, b) => a.file_name.localeCompare(b.file_name)),
        ),
    },
  ],
  'an accepted submit folded in makes the same submit a duplicate, or queue_full when it took the last place':
    [
      'duplicates are called dependent',
      submitting((answer) =>
        answer._tag === 'Left' && answer.left.reason === 'duplicate'
          ? { _tag: 'Left', left: { reason: 'dependent_on_pending' } }
          : answer,
      ),
    ],
  'a submit is answered with the first refusal that applies': [
    'submit looks at the queue before the gates',
    submitting((answer, queue, candidate, _, { cap = 256 }) =>
      answer._tag === 'Left' && queue.pendingCount >= cap
        ? { _tag: 'Left', left: { reason: 'queue_full', candidate_id: candidate.candidate_id } as never }
        : answer,
    ),
  ],
  'no submit leaves more pending than the cap, nor two pending about the same': [
    'there is always one more place',
    {
      ...library,
      submit: (queue, candidate, evidence, { cap = 256, ...options }) =>
        submit(queue, candidate, evidence, { ...options, cap: cap + 1 }),
    },
  ],
  'the queue of a submit is the one that its events lead to, and the queue before stays as it was': [
    'the queue lacks the rejection by the gate',
    submitting((answer, queue) =>
      answer._tag === 'Left'
        ? answer
        : {
            _tag: 'Right',
            right: { ...answer.right, queue: replay(answer.right.events.slice(0, 2), queue) },
          },
    ),
  ],
  'a submit whose replay is not equivalent is rejected at once, and ratified by nobody': [
    'the rejection carries a ratifier',
    submitting((answer) =>
      answer._tag === 'Left'
        ? answer
        : {
            _tag: 'Right',
            right: {
              ...answer.right,
              events: answer.right.events.map((event) =>
                event.event === 'transition' ? { ...event, ratifier_kind: 'cli' } : event,
              ),
            },
          },
    ),
  ],
}

/** More faults that somebody could make. */
const moreMutants: readonly (readonly [name: LawName, ...Mutant])[] = [
  [
    'a log cut at any byte is the queue of its whole lines',
    'what no newline ends is not looked at',
    {
      ...library,
      readLog: (log) => {
        const text = typeof log === 'string' ? log : new TextDecoder().decode(log)
        return readLog(text.slice(0, text.lastIndexOf('\n') + 1))
      },
    },
  ],
  [
    'a log cut at any byte is the queue of its whole lines',
    'a torn tail is completed',
    {
      ...library,
      readLog: (log) => {
        const text = typeof log === 'string' ? log : new TextDecoder('utf-8', { ignoreBOM: true }).decode(log)
        if (!readLog(log).problems.some(({ code }) => code === 'torn_tail')) return readLog(log)
        const [end] = ['}', '}}'].filter((end) => readLog(`${text}${end}\n`).problems.length === 0)
        return readLog(end === undefined ? log : `${text}${end}\n`)
      },
    },
  ],
  [
    'the age counts the proposals created since, of pending items alone',
    'the age counts pending items alone',
    showing(({ state }, at, all) => ({
      age_proposals:
        state === 'pending' ? all.slice(at + 1).filter((item) => item.state === 'pending').length : 0,
    })),
  ],
  [
    'the order of the reports does not matter',
    'the digest includes the reports as they come',
    {
      ...library,
      queueDigest: (queue, reports) =>
        queueDigest(queue, reports) + reports.map(({ file_name }) => file_name).join(),
    },
  ],
  [
    'neither clock nor time zone nor locale nor chance is asked',
    'the digest is in lower case, as the locale has it',
    { ...library, queueDigest: (queue, reports) => queueDigest(queue, reports).toLocaleLowerCase() },
  ],
  [
    'neither clock nor time zone nor locale nor chance is asked',
    'the age is counted in hours',
    showing(() => ({ age_proposals: new Date().getHours() })),
  ],
  [
    'an accepted submit folded in makes the same submit a duplicate, or queue_full when it took the last place',
    'duplicates are ignored, and taken again',
    submitting((answer, queue, candidate, evidence, options) => {
      if (answer._tag === 'Right' || answer.left.reason !== 'duplicate') return answer
      const again = submit(library.emptyQueue, candidate, evidence, options)
      return again._tag === 'Left'
        ? again
        : { _tag: 'Right', right: { ...again.right, queue: replay(again.right.events, queue) } }
    }),
  ],
  [
    'no submit leaves more pending than the cap, nor two pending about the same',
    'lemmas are compared as they are spelled',
    submitting((answer, queue, candidate, evidence, options) => {
      if (answer._tag === 'Right' || answer.left.reason !== 'dependent_on_pending') return answer
      const { dependent_on } = answer.left as unknown as { readonly dependent_on: readonly string[] }
      const { subject, object } = candidate.proposed_chain
      const same = deriveQueue(queue, []).some(
        ({ proposal_id, proposed_chain: other }) =>
          dependent_on.includes(proposal_id) &&
          [other.subject, other.object].some((lemma) => lemma === subject || lemma === object),
      )
      const taken = submit(library.emptyQueue, candidate, evidence, options)
      return same || taken._tag === 'Left'
        ? answer
        : { _tag: 'Right', right: { ...taken.right, queue: replay(taken.right.events, queue) } }
    }),
  ],
]

const table = [...laws().map(({ name }) => [name, ...mutants[name]] as const), ...moreMutants]

describe('each law fails on a subject that was made to break it', () => {
  it.each(table)('%s: %s', (name, _, mutant) => {
    const law = laws(mutant).find((one) => one.name === name)
    expect(law).toBeDefined()
    // Whether it fails is the question, and not what the smallest case is: looking for that can take minutes.
    const broken = thrown(() =>
      assertLaw(law as NonNullable<typeof law>, { numRuns: 2000, endOnFailure: true }),
    )
    expect(broken).toBeInstanceOf(BrokenLaw)
    expect((broken as BrokenLaw).law).toBe(name)
    expect((broken as BrokenLaw).message).toContain(`seed: ${(broken as BrokenLaw).seed}`)
    // It was no slip of the mutant that broke it.
    expect((broken as BrokenLaw).cause).toBeInstanceOf(Mismatch)
    // Each part of the case is named, and lines stand as they are.
    expect((broken as BrokenLaw).message).not.toMatch(/^and:$/m)
    expect((broken as BrokenLaw).message).not.toContain(',"text":"{')
  })
})

/** What shows a fault that no fixture can show: those are logs with their queue, and nobody asks them for more. */
const NOT_BY_FIXTURES = {
  submitting: 'nobody submits to a fixture',
  ratified: 'the answers of a fixture say nothing of the order of acceptance, nor of what is true before it',
  asking: 'what is asked of a machine does not show in what it answers',
  cutting: 'the torn tail of the fixtures is cut inside a character, and nothing completes that',
} as const

/** The fixture that shows a fault, or why none can. */
const shownBy: {
  readonly [fault: string]: FixtureName | keyof typeof damaged | keyof typeof audited | readonly [why: string]
} = {
  'lines in CR LF are not read': 'crlf',
  'each piece is decoded by itself': 'awkwardTexts',
  'a torn tail is accepted': 'torn_tail',
  'a chunk counts as a queue of its own': 'waiting',
  'evolve knows no withdrawal': 'settled',
  'the last created wins': 'repeated',
  'a transition before created is honoured': 'outOfOrder',
  'the newest comes first': 'waiting',
  'the first transition stands': 'repeated',
  'the history has no notes': 'settled',
  'the first replay stands': 'repeated',
  'the age counts in settled items too': 'settled',
  'an item is true as soon as its replay is equivalent': [NOT_BY_FIXTURES.ratified],
  'they stand in the order of creation': [NOT_BY_FIXTURES.ratified],
  'the age counts the lines since': 'waiting',
  'the first report counts': 'withReports',
  'names are compared by UTF-16 units': 'reportNames',
  'the digest includes the actor': 'settled',
  'the digest is one of the ids': 'waiting',
  'the digest includes the path': 'withReports',
  'names are compared in the locale': [NOT_BY_FIXTURES.asking],
  'duplicates are called dependent': [NOT_BY_FIXTURES.submitting],
  'submit looks at the queue before the gates': [NOT_BY_FIXTURES.submitting],
  'there is always one more place': [NOT_BY_FIXTURES.submitting],
  'the queue lacks the rejection by the gate': [NOT_BY_FIXTURES.submitting],
  'the rejection carries a ratifier': [NOT_BY_FIXTURES.submitting],
  'what no newline ends is not looked at': 'missing_final_newline',
  'a torn tail is completed': [NOT_BY_FIXTURES.cutting],
  'the age counts pending items alone': 'awkwardNames',
  'the digest includes the reports as they come': 'withReports',
  'the digest is in lower case, as the locale has it': [NOT_BY_FIXTURES.asking],
  'the age is counted in hours': 'waiting',
  'duplicates are ignored, and taken again': [NOT_BY_FIXTURES.submitting],
  'lemmas are compared as they are spelled': [NOT_BY_FIXTURES.submitting],
  'the last created is taken for where it came from': 'repeated_created',
  'the last created is taken for its evidence': 'repeated_created',
  'the last created is taken for its chain': 'repeated',
  'a second created begins the item anew': 'repeated',
  'a second created is counted as one since': 'repeated',
}

/** What a second created could change, a part at a time. */
const ofSecondCreated: readonly Mutant[] = [
  ['the last created is taken for where it came from', seeing(lastCreatedFor('source'))],
  ['the last created is taken for its evidence', seeing(lastCreatedFor('replay_evidence'))],
  ['the last created is taken for its chain', seeing(lastCreatedFor('proposed_chain'))],
  [
    'a second created begins the item anew',
    seeing((events) =>
      events.filter(
        (event, at) =>
          event.event === 'created' ||
          !events
            .slice(at + 1)
            .some((other) => other.event === 'created' && proposalIdOf(other) === proposalIdOf(event)),
      ),
    ),
  ],
  [
    'a second created is counted as one since',
    counting(({ proposal_id, state }, events) => {
      const first = events.findIndex(
        (event) => event.event === 'created' && proposalIdOf(event) === proposal_id,
      )
      return state === 'pending'
        ? events.slice(first + 1).filter(({ event }) => event === 'created').length
        : 0
    }),
  ],
]

/** What a subject answers of a fixture: problems, items, digests; read whole, and byte by byte and event by event. */
const answersOf = (subject: Partial<Subject>, { log, reports }: Fixture): string => {
  const mine: Subject = { ...library, ...subject }
  const files = reports.flatMap(({ file_name, content }) => readReport(content, { file_name }).report ?? [])
  const bytes = typeof log() === 'string' ? new TextEncoder().encode(log() as string) : (log() as Uint8Array)
  const reader = mine.createLogReader()
  const pieces = [...Array.from(bytes, (byte) => reader.push(Uint8Array.of(byte))), reader.end()]
  const whole = mine.readLog(log())
  const events = whole.entries.map(({ event }) => event)
  const inPieces = pieces.flatMap(({ entries }) => entries.map(({ event }) => event))
  const queues = [
    mine.replay(events),
    mine.replay(events.slice(1), mine.replay(events.slice(0, 1), mine.emptyQueue)),
    inPieces.reduce((queue, event) => mine.evolve(queue, event), mine.emptyQueue),
  ]
  return canonicalText([
    [whole, ...pieces].flatMap(({ problems }) => problems.map(({ code, line }) => [code, line])),
    queues.map((queue) => [mine.deriveQueue(queue, files), mine.queueDigest(queue, files)]),
  ])
}

describe('each fault is shown by a fixture, but for those that none can show', () => {
  const { line_too_long: _, ...quick } = damaged
  const known: readonly (readonly [string, Fixture])[] = Object.entries({ ...fixtures, ...quick, ...audited })
  const right = new Map(known.map(([name, fixture]) => [name, answersOf({}, fixture)]))
  const all: readonly Mutant[] = [
    ...Object.values(mutants),
    ...moreMutants.map(([, ...mutant]) => mutant),
    ...ofSecondCreated,
  ]

  it.each(all)('%s', (fault, mutant) => {
    const wrong = known.flatMap(([name, fixture]) =>
      answersOf(mutant, fixture) === right.get(name) ? [] : [name],
    )
    const named = shownBy[fault]
    expect(named, 'say which fixture shows it, or why none can').toBeDefined()
    if (typeof named === 'string') expect(wrong).toContain(named)
    else expect(wrong).toEqual([])
  })

  it('and none is named that is not planted', () => {
    expect(Object.keys(shownBy).sort()).toEqual(all.map(([fault]) => fault).sort())
  })
})

describe('laws', () => {
  it('are for this library when nothing is said', () => {
    expect(
      laws()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(mutants).sort())
    expect(laws(library)).toHaveLength(laws().length)
  })

  it('are those that the functions of a subject are enough for', () => {
    const names = laws({ replay, deriveQueue: library.deriveQueue }).map(({ name }) => name)
    expect(names).toContain('a second created changes nothing')
    expect(names).not.toContain('evolving event by event gives the queue that replaying gives')
    expect(laws({ replay, ratifiedChains }).map(({ name }) => name)).toEqual([
      'no created and no replay changes what is ratified',
      'what is ratified are the chains of accepted items, in the order of acceptance',
    ])
  })

  it('hold for a queue of another kind', () => {
    const replaced: Partial<Subject<readonly ProposalEvent[]>> = {
      emptyQueue: [],
      evolve: (queue, event) => [...queue, event],
      replay: (events, onto = []) => [...onto, ...events],
      deriveQueue: (queue, reports) => deriveQueue(replay(queue), reports),
    }
    assertLaws(replaced)
  })

  it('are none of a subject that can do nothing, and that is said', () => {
    expect(() => assertLaws({})).toThrow(TypeError)
  })

  it.each([
    ['a second created changes nothing', 'Behind event '],
    ['what comes before created changes nothing', 'In front of the log'],
  ] as const)('%s: shows the log and what was put there, a line each', (name, where) => {
    const law = laws(mutants[name][1]).find((one) => one.name === name)
    const { message } = thrown(() => assertLaw(law as NonNullable<typeof law>, { seed: 5 })) as BrokenLaw
    const [, log = '', put = ''] =
      /\n\nThe log:\n(.*?)\n\n.*this was put, and with it the queue is another:\n(.*?)\n\n/s.exec(message) ??
      []
    for (const line of [...log.split('\n'), ...put.split('\n')]) {
      expect(line).toMatch(/^ {2}\{/)
      expect(readLog(`${line.slice(2)}\n`).entries).toHaveLength(1)
    }
    expect(message).toContain(where)
  })

  it('that speak of ages show the states, and where the difference leaves lines out', () => {
    const name = 'the age counts the proposals created since, of pending items alone'
    const law = laws(mutants[name][1]).find((one) => one.name === name)
    const { message } = thrown(() => assertLaw(law as NonNullable<typeof law>, { seed: 5 })) as BrokenLaw
    expect(message).toMatch(/"state": "(accepted|rejected|withdrawn)"/)
    expect(message.endsWith('\n  …') || message.endsWith('\n  ]')).toBe(true)
  })

  it('name the fixture that does not read as it says', () => {
    const name = 'a fixture reads as it says'
    const law = laws(mutants[name][1]).find((one) => one.name === name)
    const run = () => assertLaw(law as NonNullable<typeof law>, { numRuns: 2000 })
    expect((thrown(run) as BrokenLaw).message).toMatch(/\n {2}(fixtures|audited|damaged)\.\w+: /)
  })

  it('show what a subject throws', () => {
    const torn = new Error('it is torn')
    const subject: Partial<Subject> = {
      ...library,
      deriveQueue: () => {
        throw torn
      },
    }
    const broken = thrown(() => assertLaws(subject)) as BrokenLaw
    expect(broken.message).toContain('It threw Error: it is torn')
    expect(broken.cause).toBe(torn)
  })

  it('come back with the seed that they failed with', () => {
    const [, mutant] = mutants['a second created changes nothing']
    const law = laws(mutant).find(({ name }) => name === 'a second created changes nothing')
    const run = (seed?: number) =>
      thrown(() => assertLaw(law as NonNullable<typeof law>, seed === undefined ? {} : { seed })) as BrokenLaw
    const first = run()
    expect(run(first.seed).message).toBe(first.message)
  })
})

function thrown(run: () => void): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
