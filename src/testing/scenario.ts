import type { ProposalEvent } from '../events/proposal-event.js'
import type { State } from '../events/state.js'
import { canonicalText } from '../json/canonical-text.js'
import { encodeEvent } from '../log/encode-event.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'
import type { Result } from '../result.js'
import { deriveQueue } from '../views/derive-queue.js'
import { queueText } from '../views/queue-text.js'
import { Mismatch, same, sameList } from './mismatch.js'

/** What a decision answers: a refusal, or the events that were decided, perhaps with the queue that they lead to. @public */
export type Answer = Result<
  { readonly reason: string },
  { readonly events: readonly ProposalEvent[]; readonly queue?: QueueState }
>

/** Members of a refusal of one of these kinds: its reason, and of the others those that matter. @public */
export type RefusalLike<A> = A extends {
  readonly _tag: 'Left'
  readonly left: infer R extends { readonly reason: string }
}
  ? R extends unknown
    ? Partial<R> & Pick<R, 'reason'>
    : never
  : never

/** A proposal and its state. @public */
export type StateOf = readonly [proposal_id: string, state: State]

/** What happened so far. @public */
export interface Given {
  /** The queue of these events. */
  readonly queue: QueueState
  /** Asks for a decision: the function, and what it takes behind the queue. */
  when<A extends Answer, Arguments extends readonly unknown[]>(
    decide: (queue: QueueState, ...args: Arguments) => A,
    ...args: Arguments
  ): Outcome<A>
  /** Every proposal of the queue with its state, in queue order, and no other. */
  thenStates(...states: readonly StateOf[]): Given
}

/** What was answered. Each of its checks throws a {@link Mismatch} that shows the difference. @public */
export interface Outcome<A> {
  readonly answer: A
  /**
   * These events and no other were decided, in this order and in these bytes; and a queue that came with them is the one
   * that they lead to. A refusal is none of that, even where no event is expected.
   */
  thenEmits(...events: readonly ProposalEvent[]): Outcome<A>
  /** It was refused for this reason. Members that are named must be the same to the last element; others may be anything. */
  thenRefuses(refusal: RefusalLike<A>): Outcome<A>
  /** Every proposal that the queue then holds with its state, in queue order, and no other. After a refusal it is unmoved. */
  thenStates(...states: readonly StateOf[]): Outcome<A>
}

/**
 * A test in three words, for any test runner:
 * `given(created('p1'), accepted('p1')).when(ratify, accept('p1')).thenRefuses({ reason: 'not_pending' })`.
 * @public
 */
export const given = (...events: readonly ProposalEvent[]): Given => {
  const queue = replay(events)
  const self: Given = Object.freeze({
    queue,
    when: <A extends Answer, Arguments extends readonly unknown[]>(
      decide: (queue: QueueState, ...args: Arguments) => A,
      ...args: Arguments
    ) => outcome(queue, decide(queue, ...args)),
    thenStates: (...states: readonly StateOf[]) => {
      checkStates(queue, states)
      return self
    },
  })
  return self
}

const outcome = <A extends Answer>(before: QueueState, answer: A): Outcome<A> => {
  const self: Outcome<A> = Object.freeze({
    answer,
    thenEmits: (...events: readonly ProposalEvent[]) => {
      if (answer._tag === 'Left')
        throw new Mismatch('It was refused.', textsOf(events), canonicalText(answer.left))
      sameList('Other events were decided.', events.map(encodeEvent), answer.right.events.map(encodeEvent))
      if (answer.right.queue !== undefined)
        same(
          'The queue that came with the events is not the one that they lead to.',
          [...queueText(replay(answer.right.events, before), [])].join(''),
          [...queueText(answer.right.queue, [])].join(''),
        )
      return self
    },
    thenRefuses: (refusal: RefusalLike<A>) => {
      if (answer._tag === 'Right')
        throw new Mismatch('It was not refused.', canonicalText(refusal), textsOf(answer.right.events))
      // A refusal for another reason is shown whole.
      const other = answer.left.reason !== (refusal as { readonly reason: string }).reason
      const members = Object.entries(answer.left).filter(([name]) => other || Object.hasOwn(refusal, name))
      same(
        other ? 'It was refused for another reason.' : 'The refusal says something else.',
        canonicalText(refusal),
        canonicalText(Object.fromEntries(members)),
      )
      return self
    },
    thenStates: (...states: readonly StateOf[]) => {
      checkStates(answer._tag === 'Left' ? before : replay(answer.right.events, before), states)
      return self
    },
  })
  return self
}

const textsOf = (events: readonly ProposalEvent[]): string =>
  events.length === 0 ? 'no event' : events.map(encodeEvent).join('\n')

const checkStates = (queue: QueueState, states: readonly StateOf[]): void =>
  sameList(
    'The queue holds something else.',
    states.map((state) => canonicalText(state)),
    deriveQueue(queue, []).map(({ proposal_id, state }) => canonicalText([proposal_id, state])),
  )
