import type * as t from 'io-ts'
import { AcceptedCorpusAppend, isAcceptedCorpusAppend } from './accepted-corpus-append.js'
import { type Departure, departures } from './codec.js'
import { Created, isCreated } from './created.js'
import { isReplay, Replay } from './replay.js'
import { isTransition, Transition } from './transition.js'

/** One fact of the log. `event` says which; fields that this library does not know are kept (spec §2.2). @public */
export type ProposalEvent = Created | Replay | Transition | AcceptedCorpusAppend

/** The id of the proposal that an event is about. @public */
export const proposalIdOf = (event: ProposalEvent): string =>
  event.event === 'created' ? event.proposal.proposal_id : event.proposal_id

/** What one parsed line turned out to be. @internal */
export type DecodedEvent =
  | { readonly kind: 'event'; readonly event: ProposalEvent }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'invalid'; readonly departure: Departure }
  | { readonly kind: 'bad_proposal_id'; readonly departure: Departure }

/** A JSON object as an event. The codec is chosen by the `event` field, so an error names one event and not the union. @internal */
export const decodeEvent = (value: { readonly [field: string]: unknown }): DecodedEvent => {
  const name = value.event
  switch (name) {
    case 'created':
      return decodeAs(isCreated, Created, value)
    case 'replay':
      return decodeAs(isReplay, Replay, value)
    case 'transition':
      return decodeAs(isTransition, Transition, value)
    case 'accepted_corpus_append':
      return decodeAs(isAcceptedCorpusAppend, AcceptedCorpusAppend, value)
    case 'proposal':
      return decodeAs(isCreated, Created, { ...value, event: 'created' })
    default:
      return typeof name === 'string'
        ? { kind: 'unknown', name }
        : {
            kind: 'invalid',
            departure: { pointer: '/event', expected: 'the name of an event', actual: kindOf(name) },
          }
  }
}

const decodeAs = <E extends ProposalEvent>(
  guard: (value: unknown) => boolean,
  codec: t.Type<E>,
  value: unknown,
): DecodedEvent => {
  // No codec of an event transforms, so asking costs less than decoding. A guard by hand asks what the codec's `is` asks, which
  // a property holds it to, in a fifth of the time: on every line of a log that was a sixth of reading it.
  if (guard(value)) return { kind: 'event', event: value as E }
  const [first, ...others] = departures(codec, value)
  if (first === undefined) throw new Error(`${codec.name}: its guard and its decoder disagree`)
  const grave = [first, ...others].find(({ pointer }) => !ID_POINTERS.has(pointer))
  return grave === undefined
    ? { kind: 'bad_proposal_id', departure: first }
    : { kind: 'invalid', departure: grave }
}

const ID_POINTERS: ReadonlySet<string> = new Set(['/proposal_id', '/proposal/proposal_id'])

const kindOf = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : typeof value
