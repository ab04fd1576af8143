import fc from 'fast-check'
import type { Candidate } from '../decisions/candidate.js'
import { normalisedLemma } from '../events/lemmas.js'
import { type ProposalEvent, proposalIdOf } from '../events/proposal-event.js'
import { proposalId } from '../events/proposal-id.js'
import type { Transition } from '../events/transition.js'
import { canonicalText } from '../json/canonical-text.js'
import { compareCodePoints } from '../json/compare-code-points.js'
import { encodeEvent } from '../log/encode-event.js'
import { readLog } from '../log/read-log.js'
import type { QueueState } from '../queue/queue-state.js'
import { type RunReport, readReport } from '../reports/run-report.js'
import type { QueueItem } from '../views/derive-queue.js'
import { arbitraryCommands, type Command, perform, validLog } from './arbitrary-commands.js'
import {
  anyLog,
  anyReports,
  arbitraryOrder,
  auditOnly,
  cutAt,
  interleaved,
  type LogLine,
  logText,
  messyText,
  spelledLog,
} from './arbitrary-log.js'
import { audited } from './audited.js'
import { candidate, chain, equivalent, operator, regressed } from './builders.js'
import { damaged } from './damaged.js'
import { deafly } from './deafly.js'
import { type Fixture, fixtures } from './fixtures.js'
import { Mismatch, same, sameList } from './mismatch.js'
import { library, type ReadOfLog, type Subject } from './subject.js'

/** Names of {@link laws}. @public */
export type LawName =
  | 'a fixture reads as it says'
  | 'a log reads the same in any pieces'
  | 'a log cut at any byte is the queue of its whole lines'
  | 'folding in any chunks gives the same queue'
  | 'evolving event by event gives the queue that replaying gives'
  | 'a second created changes nothing'
  | 'what comes before created changes nothing'
  | 'items stand in the order in which they were created'
  | 'the state is that of the last transition'
  | 'every transition stands in the history, whole and in order'
  | 'the newest replay is the evidence'
  | 'the age counts the proposals created since, of pending items alone'
  | 'no created and no replay changes what is ratified'
  | 'what is ratified are the chains of accepted items, in the order of acceptance'
  | 'any interleaving that keeps each proposal and the order of creation gives the same bytes'
  | 'the order of the reports does not matter'
  | 'of several reports the smallest name by code point is the one'
  | 'the digest does not see who ratified, when, from where and with what note'
  | 'the digest sees every change of a state'
  | 'the digest does not depend on the folder of the reports'
  | 'neither clock nor time zone nor locale nor chance is asked'
  | 'an accepted submit folded in makes the same submit a duplicate, or queue_full when it took the last place'
  | 'a submit is answered with the first refusal that applies'
  | 'no submit leaves more pending than the cap, nor two pending about the same'
  | 'the queue of a submit is the one that its events lead to, and the queue before stays as it was'
  | 'a submit whose replay is not equivalent is rejected at once, and ratified by nobody'

/** Something that always holds, as a property that can be run against any {@link Subject}. @public */
export interface Law {
  /** A sentence. */
  readonly name: LawName
  /** The section of the contract that promises it. */
  readonly section: string
  /** For `fc.assert` or `fc.check`, or see {@link assertLaw}. */
  readonly property: fc.IProperty<unknown>
}

/**
 * The laws of reading, the fold, the projection, the digest and of submitting, for a subject that has the functions that
 * they need: this library, when none is given. Of a subject with some of the functions, the laws of those.
 * @public
 */
export const laws = <Queue = QueueState>(
  subject: Partial<Subject<Queue>> = library as unknown as Subject<Queue>,
): readonly Law[] =>
  Object.freeze(
    (Object.entries(LAWS) as [LawName, Statement][])
      .filter(([, { needs }]) => needs.every((name) => subject[name] !== undefined))
      .map(([name, { section, property }]) =>
        Object.freeze({ name, section, property: property(subject as unknown as Subject) }),
      ),
  )

/**
 * Runs a law. The error of one that does not hold names it and shows the smallest case found, the difference, and the seed
 * with which it comes back.
 * @public
 */
export const assertLaw = (law: Law, parameters: fc.Parameters<unknown> = {}): void => {
  const details = fc.check(law.property, parameters)
  if (details.failed) throw new BrokenLaw(law, reportOf(law, details), details.seed, details.errorInstance)
}

const reportOf = (law: Law, details: fc.RunDetails<unknown>): string => {
  const { counterexample, counterexamplePath, errorInstance, numRuns, numShrinks, seed } = details
  // It was broken off, and nothing was found.
  if (counterexample === null) return fc.defaultReportMessage(details) ?? ''
  const again = `{ seed: ${seed}, path: ${JSON.stringify(counterexamplePath)} }`
  const shown = (counterexample as readonly unknown[]).map(
    (value, at) => `${LAWS[law.name].of[at] ?? 'and'}:\n${linesOf(value)}`,
  )
  const said =
    errorInstance instanceof Mismatch
      ? errorInstance.message
      : errorInstance instanceof Error
        ? `It threw ${errorInstance.stack ?? errorInstance.message}`
        : `It threw ${fc.stringify(errorInstance)}`
  return [
    `Run ${numRuns} failed, and after ${numShrinks} steps this was the smallest case. It comes back with ${again}.`,
    ...shown,
    said,
  ].join('\n\n')
}

/** A part of a case, with each line of a log, each report and each command on a line of its own. */
const linesOf = (value: unknown): string => {
  if (!Array.isArray(value)) return `  ${lineOf(value)}`
  return value.length === 0 ? '  none' : value.map((one) => `  ${lineOf(one)}`).join('\n')
}

const lineOf = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) {
    if ('text' in value && typeof value.text === 'string') return value.text
    if ('file_name' in value && 'content' in value) return `${value.file_name}: ${value.content}`
    for (const [list, named] of Object.entries({ fixtures, audited, damaged }))
      for (const [name, fixture] of Object.entries<Fixture>(named))
        if (fixture === value) return `${list}.${name}: ${fixture.about}`
  }
  return fc.stringify(value)
}

/**
 * Runs every law of {@link laws}, and throws a {@link BrokenLaw} for the first that does not hold; a TypeError for a subject
 * that has none of the functions.
 * @public
 */
export const assertLaws = <Queue = QueueState>(
  subject?: Partial<Subject<Queue>>,
  parameters: fc.Parameters<unknown> = {},
): void => {
  const all = laws(subject)
  if (all.length === 0) throw new TypeError('The subject has no function that a law could be asked of')
  for (const law of all) assertLaw(law, parameters)
}

/** A law does not hold. @public */
export class BrokenLaw extends Error {
  override readonly name: string = 'BrokenLaw'
  /** The law, a sentence. */
  readonly law: LawName
  /** With this seed fast-check finds the case again. */
  readonly seed: number

  constructor(law: Law, report: string, seed: number, cause?: unknown) {
    super(`${law.name} (spec ${law.section})\n\n${report}`, { cause })
    this.law = law.name
    this.seed = seed
  }
}

interface Statement {
  readonly section: string
  readonly needs: readonly (keyof Subject)[]
  /** What the parts of a case are. */
  readonly of: readonly string[]
  readonly property: (subject: Subject) => fc.IProperty<unknown>
}

/** A property as one that can stand beside others. */
function all<A>(a: fc.Arbitrary<A>, holds: (a: A) => void): fc.IProperty<unknown>
function all<A, B>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>, holds: (a: A, b: B) => void): fc.IProperty<unknown>
function all<A, B, C>(
  a: fc.Arbitrary<A>,
  b: fc.Arbitrary<B>,
  c: fc.Arbitrary<C>,
  holds: (a: A, b: B, c: C) => void,
): fc.IProperty<unknown>
function all(...args: readonly unknown[]): fc.IProperty<unknown> {
  return (fc.property as unknown as (...args: readonly unknown[]) => fc.IProperty<unknown>)(...args)
}

const FOLD = ['replay', 'deriveQueue'] as const

const eventsOf = (lines: readonly { readonly text: string }[]): readonly ProposalEvent[] =>
  readLog(logText(lines)).entries.map(({ event }) => event)

const reportsOf = (
  files: readonly { readonly file_name: string; readonly content: string }[],
  runs?: string,
): readonly RunReport[] =>
  files.flatMap(
    ({ file_name, content }) =>
      readReport(content, runs === undefined ? { file_name } : { file_name, runs }).report ?? [],
  )

/** Everything that a subject says of a queue, an item a text. */
const itemsOf = (
  subject: Subject,
  queue: QueueState,
  reports: readonly RunReport[] = [],
): readonly string[] => subject.deriveQueue(queue, reports).map((item) => canonicalText(item))

const foldOf = (log: string | Uint8Array): QueueState =>
  library.replay(library.readLog(log).entries.map(({ event }) => event))

/** An item as a reader has it that takes its numbers for doubles: whether `1.0` is kept is for the digest to say. */
const plainText = (item: QueueItem): string => canonicalText(JSON.parse(JSON.stringify(item)))

/** What is said of two queues is the same: the projection, byte for byte, and the digest. */
const sameBytes = (
  what: string,
  subject: Subject,
  expected: QueueState,
  actual: QueueState,
  reports: readonly RunReport[] = [],
): void => {
  sameList(what, itemsOf(subject, expected, reports), itemsOf(subject, actual, reports))
  if (subject.queueDigest !== undefined)
    same(
      `${what} The digest is another.`,
      canonicalText(subject.queueDigest(expected, reports)),
      canonicalText(subject.queueDigest(actual, reports)),
    )
}

/** The same, and what is ratified in its order, which tells of the order of the acceptances. */
const sameQueue = (what: string, subject: Subject, expected: QueueState, actual: QueueState): void => {
  sameBytes(what, subject, expected, actual)
  if (subject.ratifiedChains !== undefined)
    sameList(
      `${what} Other chains are ratified.`,
      subject.ratifiedChains(expected).map((one) => canonicalText(one)),
      subject.ratifiedChains(actual).map((one) => canonicalText(one)),
    )
}

/** Events that change nothing, put among others behind the first so many of them. */
const sameQueueWith = (
  subject: Subject,
  events: readonly ProposalEvent[],
  behind: number,
  more: readonly ProposalEvent[],
): void =>
  sameQueue(
    [
      behind === 0 ? 'In front of the log' : `Behind event ${behind} of the log`,
      ` this was put, and with it the queue is another:\n${more.map((event) => `  ${encodeEvent(event)}\n`).join('')}`,
    ].join(''),
    subject,
    subject.replay(events),
    subject.replay([...events.slice(0, behind), ...more, ...events.slice(behind)]),
  )

/** @param states - shown beside the member, and not compared: the state of each proposal */
const sameMembers = (
  what: string,
  member: string,
  expected: readonly (readonly [id: string, value: unknown])[],
  items: readonly { readonly proposal_id: string }[],
  states: ReadonlyMap<string, string> = new Map(),
): void =>
  sameList(
    what,
    expected.map(([id, value]) =>
      canonicalText({ proposal_id: id, ...stateIn(states, id), [member]: value }),
    ),
    items.map((item) =>
      canonicalText({
        proposal_id: item.proposal_id,
        ...stateIn(states, item.proposal_id),
        [member]: (item as unknown as { readonly [member: string]: unknown })[member],
      }),
    ),
  )

const stateIn = (states: ReadonlyMap<string, string>, id: string): { readonly state?: string } => {
  const state = states.get(id)
  return state === undefined ? {} : { state }
}

/** The events of each proposal from its creation on, in the order of creation: all that the fold looks at. */
const livesOf = (events: readonly ProposalEvent[]): ReadonlyMap<string, readonly ProposalEvent[]> => {
  const lives = new Map<string, ProposalEvent[]>()
  for (const event of events) {
    const life = lives.get(proposalIdOf(event))
    if (life !== undefined) life.push(event)
    else if (event.event === 'created') lives.set(event.proposal.proposal_id, [event])
  }
  return lives
}

const transitionsOf = (life: readonly ProposalEvent[]): readonly Transition[] =>
  life.filter((event) => event.event === 'transition')

const stateOf = (life: readonly ProposalEvent[]): string => transitionsOf(life).at(-1)?.to ?? 'pending'

const readInPieces = (subject: Subject, pieces: readonly (string | Uint8Array)[]): ReadOfLog => {
  const reader = subject.createLogReader()
  const reads = [...pieces.map((piece) => reader.push(piece)), reader.end()]
  return {
    entries: reads.flatMap(({ entries }) => entries),
    problems: reads.flatMap(({ problems }) => problems),
  }
}

const sameRead = (what: string, expected: ReadOfLog, actual: ReadOfLog): void => {
  const spelled = ({ entries, problems }: ReadOfLog): readonly string[] => [
    ...entries.map(({ line, event }) => `{"line":${line},"event":${encodeEvent(event)}}`),
    ...problems.map(({ code, line }) => canonicalText({ line, problem: code })),
  ]
  sameList(what, spelled(expected), spelled(actual))
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A queue of few places, so that it fills. */
const CAP = 3

/** What `submit` of a subject answers a command, on the queue that the commands before it left. */
const submissions = (
  subject: Subject,
  commands: readonly Command[],
  each: (
    command: Extract<Command, { kind: 'submit' }>,
    before: QueueState,
    answer: ReturnType<Subject['submit']>,
  ) => void,
): void => {
  // What is decided about what was submitted comes from this library, in step: the subject need only submit.
  let queue = subject.emptyQueue
  let ours = library.emptyQueue
  for (const command of commands) {
    if (command.kind !== 'submit') {
      const answer = perform(ours, command)
      if (answer._tag === 'Left') continue
      ours = answer.right.queue
      queue = subject.replay(answer.right.events, queue)
      continue
    }
    const options = { source: command.source, cap: CAP }
    const answer = subject.submit(queue, command.candidate, command.evidence, options)
    each(command, queue, answer)
    if (answer._tag === 'Left') continue
    ours = library.replay(answer.right.events, ours)
    queue = answer.right.queue
  }
}

/** Spec §3's table, on what a list of items says: the reason of the refusal, or `null`. */
const refusalByTable = (
  items: readonly {
    readonly proposal_id: string
    readonly state: string
    readonly proposed_chain: unknown
  }[],
  { candidate_id, proposed_chain, polarity, claim_domain, evidence, boundary_clean }: Candidate,
): string | null => {
  const { subject, intent, connective, object } = proposed_chain
  const eligible =
    ['affirms', 'falsifies'].includes(polarity) &&
    evidence.some(({ source }) => source === 'corpus') &&
    ['factual', 'relational'].includes(claim_domain) &&
    boundary_clean &&
    [subject, intent, connective, object].every((part) => typeof part === 'string' && part !== '')
  if (!eligible) return 'ineligible'
  const pending = items.filter(({ state }) => state === 'pending')
  if (pending.length >= CAP) return 'queue_full'
  const id = proposalId(candidate_id, proposed_chain)
  if (items.some(({ proposal_id }) => proposal_id === id)) return 'duplicate'
  const own = lemmas(proposed_chain)
  return pending.some(({ proposed_chain: other }) => lemmas(other).some((lemma) => own.includes(lemma)))
    ? 'dependent_on_pending'
    : null
}

const lemmas = (of: unknown): readonly string[] => {
  const { subject, object } = of as { readonly subject: string; readonly object: string }
  return [normalisedLemma(subject), normalisedLemma(object)]
}

const AUDIT_ONLY = ['actor', 'commit_sha', 'workflow_run_id', 'ratifier_kind', 'note', 'review_date']

const withAudit = (event: ProposalEvent, audit: string): ProposalEvent =>
  event.event !== 'transition'
    ? event
    : ({
        ...Object.fromEntries(Object.entries(event).filter(([name]) => !AUDIT_ONLY.includes(name))),
        ...(JSON.parse(`{"_":0${audit}}`) as object),
      } as unknown as Transition)

const orphans = (id: string): readonly ProposalEvent[] => [
  { event: 'transition', proposal_id: id, to: 'rejected', note: 'before its time' },
  { event: 'replay', proposal_id: id, replay_evidence: regressed('early') },
  {
    event: 'accepted_corpus_append',
    proposal_id: id,
    chain_id: 'early',
    provenance: { adr_id: '', source: '', review_date: '', raw: '' },
  },
]

const createdAgain = (id: string): ProposalEvent => ({
  event: 'created',
  proposal: {
    proposal_id: id,
    proposed_chain: chain('another', 'claim'),
    polarity: 'falsifies',
    claim_domain: 'relational',
    evidence: [],
    source: { kind: 'miner', source_id: 'another', emitted_at_revision: 'r' },
    replay_evidence: regressed('again'),
  },
})

const anyFixture: fc.Arbitrary<Fixture> = fc.constantFrom(
  ...Object.values<Fixture>(fixtures),
  ...Object.values<Fixture>(audited),
  // The line of 64 MiB is for those who have the time.
  ...Object.entries<Fixture>(damaged).flatMap(([code, fixture]) =>
    code === 'line_too_long' ? [] : [fixture],
  ),
)

const inState = (lines: readonly LogLine[], place: number): readonly LogLine[] => {
  const at = lines.findIndex(({ event }, line) => event === 'transition' && line >= place % lines.length)
  return lines.map((line, other) =>
    other !== at
      ? line
      : {
          ...line,
          text: line.text.replace(
            /"to":"(\w+)"/,
            (_, to) => `"to":"${to === 'rejected' ? 'withdrawn' : 'rejected'}"`,
          ),
        },
  )
}

const LAWS: { readonly [name in LawName]: Statement } = {
  'a fixture reads as it says': {
    section: '§2.1',
    needs: ['readLog', ...FOLD],
    of: ['The fixture'],
    property: (subject) =>
      all(anyFixture, ({ log, reports, view, problems }) => {
        const read = subject.readLog(log())
        // Looking for duplicate keys is a choice of this library's readers.
        const expected = problems.filter(({ code }) => code !== 'duplicate_key')
        sameList(
          'Other problems were found.',
          expected.map(({ code, line }) => canonicalText({ code, line })),
          read.problems
            .filter(({ code }) => code !== 'duplicate_key')
            .map(({ code, line }) => canonicalText({ code, line })),
        )
        const queue = subject.replay(read.entries.map(({ event }) => event))
        const items = subject.deriveQueue(queue, reportsOf(reports))
        sameMembers('Its states are others.', 'state', view.states, items)
        // A subject without a digest is held to what the digest is of.
        sameList(
          'Its items are others.',
          library.deriveQueue(foldOf(log()), reportsOf(reports)).map(plainText),
          items.map(plainText),
        )
        if (subject.queueDigest !== undefined)
          same(
            'Its digest is another.',
            canonicalText(view.digest),
            canonicalText(subject.queueDigest(queue, reportsOf(reports))),
          )
      }),
  },
  'a log reads the same in any pieces': {
    section: '§2.1',
    needs: ['readLog', 'createLogReader'],
    of: ['The log', 'Where it is cut, each modulo what is left'],
    property: (subject) =>
      all(messyText, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const bytes = encode(text)
        const pieces = cutAt(bytes, cuts, (from, to) => bytes.slice(from, to))
        sameRead('In pieces it reads otherwise.', subject.readLog(bytes), readInPieces(subject, pieces))
      }),
  },
  'a log cut at any byte is the queue of its whole lines': {
    section: '§2.5',
    needs: ['readLog', ...FOLD],
    of: ['The log', 'Where it is cut, modulo its length and one'],
    property: (subject) =>
      all(spelledLog, fc.nat(), (lines, place) => {
        const bytes = encode(logText(lines))
        const cut = place % (bytes.length + 1)
        const kept = bytes.slice(0, cut)
        const ends = [...kept.keys()].filter((at) => kept[at] === 10)
        const begun = cut - ((ends.at(-1) ?? -1) + 1)
        // Right before its newline a line is whole.
        const whole = begun > 0 && bytes[cut] === 10
        const count = ends.length + Number(whole)
        const { entries, problems } = subject.readLog(kept)
        sameList(
          'Other problems were found.',
          begun === 0
            ? []
            : [canonicalText({ code: whole ? 'missing_final_newline' : 'torn_tail', line: ends.length + 1 })],
          problems.map(({ code, line }) => canonicalText({ code, line })),
        )
        sameQueue(
          'The queue is not that of the whole lines.',
          subject,
          subject.replay(eventsOf(lines.slice(0, count))),
          subject.replay(entries.map(({ event }) => event)),
        )
      }),
  },
  'folding in any chunks gives the same queue': {
    section: '§2.5',
    needs: ['emptyQueue', ...FOLD],
    of: ['The log', 'Where it is cut, each modulo what is left'],
    property: (subject) =>
      all(anyLog, fc.array(fc.nat(), { maxLength: 8 }), (lines, cuts) => {
        const events = eventsOf(lines)
        const chunks = cutAt(events, cuts, (from, to) => events.slice(from, to))
        sameQueue(
          'In chunks it is another.',
          subject,
          subject.replay(events),
          chunks.reduce((queue, chunk) => subject.replay(chunk, queue), subject.emptyQueue),
        )
      }),
  },
  'evolving event by event gives the queue that replaying gives': {
    section: '§2.3',
    needs: ['emptyQueue', 'evolve', ...FOLD],
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        sameQueue(
          'Event by event it is another.',
          subject,
          subject.replay(events),
          events.reduce((queue, event) => subject.evolve(queue, event), subject.emptyQueue),
        )
      }),
  },
  'a second created changes nothing': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log', 'The number that the place below was made of'],
    property: (subject) =>
      all(anyLog, fc.nat(), (lines, place) => {
        const events = eventsOf(lines)
        const created = events.flatMap((event, at) => (event.event === 'created' ? [{ event, at }] : []))
        const chosen = created[place % created.length]
        if (chosen === undefined) return
        const behind = chosen.at + 1 + (place % (events.length - chosen.at))
        sameQueueWith(subject, events, behind, [createdAgain(proposalIdOf(chosen.event))])
      }),
  },
  'what comes before created changes nothing': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log', 'The number that the proposal and the place below were made of'],
    property: (subject) =>
      all(anyLog, fc.nat(), (lines, place) => {
        const events = eventsOf(lines)
        const ids = [...livesOf(events).keys(), 'nobody']
        const id = ids[place % ids.length] as string
        const first = events.findIndex((event) => event.event === 'created' && proposalIdOf(event) === id)
        const at = place % ((first === -1 ? events.length : first) + 1)
        sameQueueWith(subject, events, at, orphans(id))
      }),
  },
  'items stand in the order in which they were created': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        sameList(
          'The queue holds others, or in another order.',
          [...livesOf(events).keys()].map((id) => canonicalText(id)),
          subject
            .deriveQueue(subject.replay(events), [])
            .map(({ proposal_id }) => canonicalText(proposal_id)),
        )
      }),
  },
  'the state is that of the last transition': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        sameMembers(
          'The states are others.',
          'state',
          [...livesOf(events)].map(([id, life]) => [id, stateOf(life)]),
          subject.deriveQueue(subject.replay(events), []),
        )
      }),
  },
  'every transition stands in the history, whole and in order': {
    section: '§2.4',
    needs: FOLD,
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        sameMembers(
          'The history is another.',
          'review_history',
          [...livesOf(events)].map(([id, life]) => [id, transitionsOf(life)]),
          subject.deriveQueue(subject.replay(events), []),
        )
      }),
  },
  'the newest replay is the evidence': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        const evidenceOf = ([created, ...life]: readonly ProposalEvent[]): unknown =>
          life.filter((event) => event.event === 'replay').at(-1)?.replay_evidence ??
          (created?.event === 'created' ? created.proposal.replay_evidence : null) ??
          null
        sameMembers(
          'The evidence is another.',
          'replay_evidence',
          [...livesOf(events)].map(([id, life]) => [id, evidenceOf(life)]),
          subject.deriveQueue(subject.replay(events), []),
        )
      }),
  },
  'the age counts the proposals created since, of pending items alone': {
    section: '§2.3',
    needs: FOLD,
    of: ['The log'],
    property: (subject) =>
      all(anyLog, (lines) => {
        const events = eventsOf(lines)
        const lives = [...livesOf(events)]
        sameMembers(
          'The ages are others.',
          'age_proposals',
          lives.map(([id, life], at) => [id, stateOf(life) === 'pending' ? lives.length - 1 - at : 0]),
          subject.deriveQueue(subject.replay(events), []),
          new Map(lives.map(([id, life]) => [id, stateOf(life)])),
        )
      }),
  },
  'no created and no replay changes what is ratified': {
    section: '§2.4',
    needs: ['replay', 'ratifiedChains'],
    of: ['The log', 'Which created or replay of it, modulo how many there are'],
    property: (subject) =>
      all(anyLog, fc.nat(), (lines, place) => {
        const events = eventsOf(lines)
        const inert = events.flatMap(({ event }, at) =>
          event === 'created' || event === 'replay' ? [at] : [],
        )
        const at = inert[place % inert.length]
        if (at === undefined) return
        const chainsAt = (end: number): readonly string[] =>
          subject.ratifiedChains(subject.replay(events.slice(0, end))).map((one) => canonicalText(one))
        sameList('Behind that event other chains are ratified.', chainsAt(at), chainsAt(at + 1))
      }),
  },
  'what is ratified are the chains of accepted items, in the order of acceptance': {
    section: '§2.4',
    needs: ['replay', 'ratifiedChains'],
    of: ['The log', 'How many of its events, modulo all and one'],
    property: (subject) =>
      all(fc.oneof(spelledLog, validLog), fc.nat(), (lines, place) => {
        const events = eventsOf(lines)
        const history = events.slice(0, place % (events.length + 1))
        const chainOf = new Map(
          history.flatMap((event) =>
            event.event === 'created'
              ? [[event.proposal.proposal_id, canonicalText(event.proposal.proposed_chain)] as const]
              : [],
          ),
        )
        sameList(
          'Other chains are ratified.',
          history.flatMap((event) =>
            event.event === 'transition' && event.to === 'accepted'
              ? [chainOf.get(event.proposal_id) as string]
              : [],
          ),
          subject.ratifiedChains(subject.replay(history)).map((one) => canonicalText(one)),
        )
      }),
  },
  'any interleaving that keeps each proposal and the order of creation gives the same bytes': {
    section: '§2.5',
    needs: FOLD,
    of: ['The log', 'Which proposal comes next, time after time', 'The reports'],
    property: (subject) =>
      all(anyLog, arbitraryOrder, anyReports, (lines, order, files) => {
        sameBytes(
          'In the other order it is another.',
          subject,
          subject.replay(eventsOf(lines)),
          subject.replay(eventsOf(interleaved(lines, order))),
          reportsOf(files),
        )
      }),
  },
  'the order of the reports does not matter': {
    section: '§2.5',
    needs: FOLD,
    of: ['The log', 'The reports, in both orders'],
    property: (subject) =>
      all(
        spelledLog,
        anyReports.chain((files) =>
          fc.tuple(fc.constant(files), fc.shuffledSubarray([...files], { minLength: files.length })),
        ),
        (lines, [files, shuffled]) => {
          const queue = subject.replay(eventsOf(lines))
          const text = (of: typeof files): readonly string[] => [
            ...itemsOf(subject, queue, reportsOf(of)),
            canonicalText(subject.queueDigest?.(queue, reportsOf(of)) ?? null),
          ]
          sameList('In the other order it is another.', text(files), text(shuffled))
        },
      ),
  },
  'of several reports the smallest name by code point is the one': {
    section: '§2.4',
    needs: FOLD,
    of: ['The log', 'The reports'],
    property: (subject) =>
      all(spelledLog, anyReports, (lines, files) => {
        const reports = reportsOf(files)
        const queue = subject.replay(eventsOf(lines))
        sameMembers(
          'The reports are others.',
          'contemplation_report_path',
          [...livesOf(eventsOf(lines)).keys()].map((id) => [
            id,
            reports
              .filter(({ proposal_ids }) => proposal_ids.includes(id))
              .map(({ path }) => path)
              .sort(compareCodePoints)[0] ?? null,
          ]),
          subject.deriveQueue(queue, reports),
        )
      }),
  },
  'the digest does not see who ratified, when, from where and with what note': {
    section: '§2.5',
    needs: ['replay', 'queueDigest'],
    of: ['The log', 'What the transitions then say, in turn'],
    property: (subject) =>
      all(anyLog, fc.array(auditOnly, { minLength: 1, maxLength: 5 }), (lines, audits) => {
        const events = eventsOf(lines)
        const others = events.map((event, at) => withAudit(event, audits[at % audits.length] as string))
        same(
          'The digest is another.',
          canonicalText(subject.queueDigest(subject.replay(events), [])),
          canonicalText(subject.queueDigest(subject.replay(others), [])),
        )
      }),
  },
  'the digest sees every change of a state': {
    section: '§2.5',
    needs: ['replay', 'queueDigest'],
    of: ['The log', 'The line from which on the next transition is made another, modulo its lines'],
    property: (subject) =>
      all(spelledLog, fc.nat(), (lines, place) => {
        const other = inState(lines, place)
        if (logText(other) === logText(lines)) return
        const digests = [lines, other].map((of) => subject.queueDigest(subject.replay(eventsOf(of)), []))
        if (digests[0] === digests[1])
          same(
            'The states differ, and the digest does not.',
            canonicalText('another'),
            canonicalText(digests[0]),
          )
      }),
  },
  'the digest does not depend on the folder of the reports': {
    section: '§2.5',
    needs: ['replay', 'queueDigest'],
    of: ['The log', 'The reports', 'The folder'],
    property: (subject) =>
      all(anyLog, anyReports, fc.constantFrom('/', '.', 'a/b', '../runs///'), (lines, files, runs) => {
        const queue = subject.replay(eventsOf(lines))
        same(
          'The digest is another.',
          canonicalText(subject.queueDigest(queue, reportsOf(files))),
          canonicalText(subject.queueDigest(queue, reportsOf(files, runs))),
        )
      }),
  },
  'neither clock nor time zone nor locale nor chance is asked': {
    section: '§2.5',
    needs: FOLD,
    of: ['The log', 'The reports', 'The commands, of which the first submission is asked'],
    property: (subject) =>
      all(anyLog, anyReports, arbitraryCommands, (lines, files, commands) => {
        const events = eventsOf(lines)
        const reports = reportsOf(files)
        const [only] = commands.filter(({ kind }) => kind === 'submit')
        const asked = deafly(() => {
          const queue = subject.replay(events)
          subject.deriveQueue(queue, reports)
          subject.ratifiedChains?.(queue)
          subject.queueDigest?.(queue, reports)
          if (only?.kind === 'submit')
            subject.submit?.(queue, only.candidate, only.evidence, { source: only.source })
        })
        sameList(
          'Something was asked.',
          [],
          asked.map((name) => canonicalText(name)),
        )
      }),
  },
  'an accepted submit folded in makes the same submit a duplicate, or queue_full when it took the last place':
    {
      section: '§2.5',
      needs: ['emptyQueue', 'submit', ...FOLD],
      of: ['The commands'],
      property: (subject) =>
        all(arbitraryCommands, (commands) => {
          submissions(subject, commands, ({ candidate, evidence, source }, _, answer) => {
            if (answer._tag === 'Left') return
            const { queue } = answer.right
            const again = subject.submit(queue, candidate, evidence, { source, cap: CAP })
            const full = pendingCount(subject, queue) >= CAP
            same(
              'It was answered otherwise.',
              canonicalText(full ? 'queue_full' : 'duplicate'),
              reasonOf(again),
            )
          })
        }),
    },
  'a submit is answered with the first refusal that applies': {
    section: '§3',
    needs: ['emptyQueue', 'submit', ...FOLD],
    of: ['The commands'],
    property: (subject) =>
      all(arbitraryCommands, (commands) => {
        submissions(subject, commands, ({ candidate }, before, answer) => {
          const expected = refusalByTable(subject.deriveQueue(before, []), candidate)
          same('It was answered otherwise.', canonicalText(expected), reasonOf(answer))
        })
      }),
  },
  'no submit leaves more pending than the cap, nor two pending about the same': {
    section: '§3',
    needs: ['emptyQueue', 'submit', ...FOLD],
    of: ['The commands'],
    property: (subject) =>
      all(arbitraryCommands, (commands) => {
        submissions(subject, commands, (_, __, answer) => {
          if (answer._tag === 'Left') return
          const pending = subject
            .deriveQueue(answer.right.queue, [])
            .filter(({ state }) => state === 'pending')
          same('More are pending.', canonicalText(true), canonicalText(pending.length <= CAP))
          const spoken = pending.flatMap(({ proposed_chain }) => [...new Set(lemmas(proposed_chain))])
          sameList(
            'A lemma is spoken of twice.',
            [...new Set(spoken)].map((lemma) => canonicalText(lemma)),
            spoken.map((lemma) => canonicalText(lemma)),
          )
        })
      }),
  },
  'the queue of a submit is the one that its events lead to, and the queue before stays as it was': {
    section: '§3',
    needs: ['emptyQueue', 'submit', ...FOLD],
    of: ['The commands'],
    property: (subject) =>
      all(arbitraryCommands, (commands) => {
        let kept: { readonly queue: QueueState; readonly items: readonly string[] } | null = null
        submissions(subject, commands, (_, before, answer) => {
          if (kept !== null) sameList('An older queue has changed.', kept.items, itemsOf(subject, kept.queue))
          kept = { queue: before, items: itemsOf(subject, before) }
          if (answer._tag === 'Right')
            sameQueue(
              'The queue is not that of the events.',
              subject,
              subject.replay(answer.right.events, before),
              answer.right.queue,
            )
        })
        if (kept !== null) {
          const { queue, items } = kept as { readonly queue: QueueState; readonly items: readonly string[] }
          sameList('An older queue has changed.', items, itemsOf(subject, queue))
        }
      }),
  },
  'a submit whose replay is not equivalent is rejected at once, and ratified by nobody': {
    section: '§3',
    needs: ['emptyQueue', 'submit'],
    of: ['The metrics', 'Whether they became worse'],
    property: (subject) =>
      all(
        fc.uniqueArray(fc.constantFrom('accuracy', 'recall', 'coverage'), { minLength: 1 }),
        fc.boolean(),
        (metrics, worse) => {
          const answer = subject.submit(
            subject.emptyQueue,
            candidate('c1'),
            worse ? regressed(...metrics) : equivalent,
            { source: operator },
          )
          if (answer._tag === 'Left') same('It was refused.', 'null', reasonOf(answer))
          else
            sameList(
              'Other events were given.',
              [
                canonicalText(['created']),
                canonicalText(['replay']),
                ...(worse
                  ? [
                      canonicalText([
                        'transition',
                        'rejected',
                        `auto_rollback_regression: ${metrics.join(',')}`,
                        ['event', 'note', 'proposal_id', 'to'],
                      ]),
                    ]
                  : []),
              ],
              answer.right.events.map((event) =>
                canonicalText(
                  event.event === 'transition'
                    ? [event.event, event.to, event.note ?? null, Object.keys(event).sort()]
                    : [event.event],
                ),
              ),
            )
        },
      ),
  },
}

const pendingCount = (subject: Subject, queue: QueueState): number =>
  subject.deriveQueue(queue, []).filter(({ state }) => state === 'pending').length

const reasonOf = (answer: ReturnType<Subject['submit']>): string =>
  canonicalText(answer._tag === 'Left' ? answer.left.reason : null)
