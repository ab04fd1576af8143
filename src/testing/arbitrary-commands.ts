import fc from 'fast-check'
import type { Candidate } from '../decisions/candidate.js'
import { type RatificationAction, type RatificationRefusal, ratify } from '../decisions/ratify.js'
import { type RecordReplayRefusal, recordReplay } from '../decisions/record-replay.js'
import { type SettleRefusal, settle } from '../decisions/settle.js'
import { type SubmissionRefusal, submit } from '../decisions/submit.js'
import type { Source } from '../events/created.js'
import { type ProposalEvent, proposalIdOf } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { encodeEvent } from '../log/encode-event.js'
import { emptyQueue } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import type { Result } from '../result.js'
import { deriveQueue } from '../views/derive-queue.js'
import type { LogLine } from './arbitrary-log.js'
import { accept, candidate, equivalent, reject, withdraw } from './builders.js'

/**
 * What somebody asks of a queue. `pick` is a place in the queue, from 0; one that the queue does not have stands for a
 * proposal that nobody knows. So a command can be asked of any queue, and a list of them shrinks as a list.
 * @public
 */
export type Command =
  | {
      readonly kind: 'submit'
      readonly candidate: Candidate
      readonly evidence: ReplayEvidence
      readonly source: Source
    }
  | {
      readonly kind: RatificationAction
      readonly pick: number
    }
  | { readonly kind: 'record-replay'; readonly pick: number; readonly evidence: ReplayEvidence }
  | { readonly kind: 'settle'; readonly pick: number }

/** What a {@link Command} is answered. @public */
export type CommandAnswer = Result<
  SubmissionRefusal | RatificationRefusal | RecordReplayRefusal | SettleRefusal,
  { readonly events: readonly ProposalEvent[]; readonly queue: QueueState }
>

/**
 * Asks a {@link Command} of a queue. An accepted chain goes to a corpus that holds none yet.
 *
 * @param queue - the queue that is asked
 * @param command - what is asked of it
 * @param options - the cap of a submission; 256 when not said
 * @public
 */
export const perform = (
  queue: QueueState,
  command: Command,
  { cap = 256 }: { readonly cap?: number } = {},
): CommandAnswer => {
  if (command.kind === 'submit')
    return submit(queue, command.candidate, command.evidence, { source: command.source, cap })
  const proposal_id = deriveQueue(queue, [])[command.pick]?.proposal_id ?? 'nobody'
  switch (command.kind) {
    case 'accept':
      return ratify(queue, accept(proposal_id, { corpus }))
    case 'reject':
      return ratify(queue, reject(proposal_id))
    case 'withdraw':
      return ratify(queue, withdraw(proposal_id))
    case 'record-replay':
      return recordReplay(queue, { proposal_id, evidence: command.evidence })
    case 'settle':
      return settle(queue, { proposal_id, corpus })
  }
}

const corpus = { has_chain: () => false }

/** `often` what is usual, and else anything of the other. */
const mostly = <T>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: often, weight: 8 }, seldom)

/** Few, and in spellings that are the same lemma, so that chains meet. */
const lemma = fc.constantFrom(
  'rain',
  'Rain ',
  'field',
  '\u00a0FIELD',
  'seed',
  'stra\u00dfe',
  'frost',
  'star',
  'wind',
)

const piece = (source: string) => ({
  source,
  ref: 'cause_water_feeds_root',
  polarity: 'affirms',
  epistemic_status: 'coherent',
})

/** Candidates of which most pass the gates, and of which many are about the same. */
export const arbitraryCandidate: fc.Arbitrary<Candidate> = fc
  .record({
    candidate_id: fc.constantFrom('c1', 'c2', 'c\u00e9'),
    proposed_chain: fc.record({
      subject: mostly(lemma, fc.constant('')),
      intent: fc.constant('cause'),
      connective: fc.constantFrom('requires', 'feeds'),
      object: lemma,
    }),
    polarity: mostly(fc.constantFrom('affirms', 'falsifies'), fc.constant('unsure')),
    claim_domain: mostly(fc.constantFrom('factual', 'relational'), fc.constant('evaluative')),
    evidence: mostly(fc.constant([piece('corpus')]), fc.constantFrom([], [piece('engine')])),
    boundary_clean: mostly(fc.constant(true), fc.constant(false)),
  })
  .map((parts) => candidate(parts.candidate_id, parts))

const metric = fc.oneof(
  fc.constantFrom(0, 1, 0.5, 0.9167),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const metrics = fc.dictionary(fc.constantFrom('accuracy', 'coverage', 'recall', '\u00e9', '10'), metric, {
  maxKeys: 3,
  noNullPrototype: true,
})

/** Evidence of which most is equivalent. */
export const arbitraryEvidence: fc.Arbitrary<ReplayEvidence> = fc
  .record({
    baseline: metrics,
    candidate: metrics,
    regressed: mostly(
      fc.constant<string[]>([]),
      fc.uniqueArray(fc.constantFrom('accuracy', 'coverage', 'recall'), { minLength: 1 }),
    ),
  })
  .map(({ baseline, candidate, regressed }) => ({
    baseline,
    candidate,
    regressed_metrics: regressed,
    replay_equivalent: regressed.length === 0,
  }))

const revision = fc.constantFrom('4b825dc642cb6eb9a060e54bf8d69288fbee4904', 'r2')

const source: fc.Arbitrary<Source> = fc.oneof(
  revision.map((emitted_at_revision) => ({ kind: 'operator', source_id: '', emitted_at_revision })),
  fc.record({
    kind: fc.constantFrom('miner', 'curriculum', 'contemplation', 'exemplar_corpus'),
    source_id: fc.constantFrom('run-7', '7'),
    emitted_at_revision: revision,
  }),
)

const submission: fc.Arbitrary<Extract<Command, { kind: 'submit' }>> = fc.record({
  kind: fc.constant('submit' as const),
  candidate: arbitraryCandidate,
  evidence: arbitraryEvidence,
  source,
})

const pick = fc.nat({ max: 5 })

export const arbitraryCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: submission },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom<RatificationAction>('accept', 'reject', 'withdraw'), pick }),
  },
  fc.record({ kind: fc.constant('record-replay' as const), pick, evidence: arbitraryEvidence }),
  fc.record({ kind: fc.constant('settle' as const), pick }),
)

export const arbitraryCommands: fc.Arbitrary<readonly Command[]> = fc.array(arbitraryCommand, {
  maxLength: 30,
  size: '+1',
})

/** The log that commands leave, each asked of the queue that those before it left; the refused leave nothing. */
const logOfCommands = (commands: readonly Command[]): readonly LogLine[] => {
  const lines: LogLine[] = []
  let queue = emptyQueue
  for (const command of commands) {
    const answer = perform(queue, command)
    if (answer._tag === 'Left') continue
    queue = answer.right.queue
    for (const event of answer.right.events)
      lines.push({ event: event.event, proposal_id: proposalIdOf(event), text: encodeEvent(event) })
  }
  return lines
}

/** What the decisions of this library leave in a log, and so does each log that it shrinks to. */
export const validLog: fc.Arbitrary<readonly LogLine[]> = arbitraryCommands.map(logOfCommands)

/** The same, and never empty. */
export const validLogOfSome: fc.Arbitrary<readonly LogLine[]> = fc
  .tuple(
    fc.constantFrom('c0', 'c1').map(
      (id): Command => ({
        kind: 'submit',
        candidate: candidate(id),
        evidence: equivalent,
        source: { kind: 'operator', source_id: '', emitted_at_revision: 'r1' },
      }),
    ),
    arbitraryCommands,
  )
  .map(([first, rest]) => logOfCommands([first, ...rest]))
