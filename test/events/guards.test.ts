import fc from 'fast-check'
import type * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import { AcceptedCorpusAppend, isAcceptedCorpusAppend } from '../../src/events/accepted-corpus-append.js'
import { Created, isCreated } from '../../src/events/created.js'
import { decodeEvent } from '../../src/events/proposal-event.js'
import { isReplay, Replay } from '../../src/events/replay.js'
import { isTransition, Transition } from '../../src/events/transition.js'
import { arbitraryEvent } from '../../src/testing/arbitrary-documents.js'
import { mutantsAt, placesOf } from '../schemas/mutations.js'

const guards: readonly (readonly [string, (value: unknown) => boolean, t.Mixed])[] = [
  ['created', isCreated, Created],
  ['replay', isReplay, Replay],
  ['transition', isTransition, Transition],
  ['accepted_corpus_append', isAcceptedCorpusAppend, AcceptedCorpusAppend],
]

const agree = (value: unknown): void => {
  for (const [name, guard, codec] of guards) {
    if (guard(value) !== codec.is(value)) {
      expect.fail(
        `${name}: the guard says ${guard(value)}, the codec ${codec.is(value)}: ${JSON.stringify(value)}`,
      )
    }
  }
}

/** `proposal`, the other name of `created`, is read as that before a codec sees it. */
const event = arbitraryEvent.map((value) => ({
  ...value,
  event: value.event === 'proposal' ? 'created' : value.event,
}))

const FOREIGN = [
  null,
  true,
  0,
  1.5,
  '',
  'x',
  'accepted',
  'pending',
  [],
  [null],
  {},
  { '': 0 },
  ['x'],
  { m: 'x' },
]

describe('the guard of an event', () => {
  it('says of every event what its codec says', () => {
    fc.assert(
      fc.property(event, (value) => {
        agree(value)
        expect(guards.some(([, guard]) => guard(value))).toBe(true)
      }),
    )
  })

  it('says of every event with one thing wrong what its codec says', () => {
    let refused = 0
    fc.assert(
      fc.property(event, (sound) => {
        for (const place of placesOf(sound))
          for (const { value } of mutantsAt(sound, place, FOREIGN)) {
            agree(value)
            if (!guards.some(([, guard]) => guard(value))) refused += 1
          }
      }),
      { numRuns: 20 },
    )
    expect(refused).toBeGreaterThan(100)
  })

  it('is followed by words for what was expected, and not by the names that the code has', () => {
    const expected = new Set<string>()
    fc.assert(
      fc.property(event, (sound) => {
        for (const place of placesOf(sound))
          for (const { value } of mutantsAt(sound, place, FOREIGN)) {
            if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
            const decoded = decodeEvent(value as { readonly [field: string]: unknown })
            if ('departure' in decoded) expected.add(decoded.departure.expected)
          }
      }),
      { numRuns: 50 },
    )
    for (const words of expected) expect(words).toMatch(/^[a-z][a-z ,-]*$/)
    for (const words of [
      'pending, accepted, rejected or withdrawn',
      'object of finite numbers',
      'replay evidence',
      'source or null',
    ]) {
      expect(expected).toContain(words)
    }
  })

  it('says of anything what its codec says', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withSparseArray: true }),
        agree,
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...guards.map(([name]) => name)),
        fc.constantFrom('proposal', 'replay_evidence', 'to', 'provenance', 'note', 'chain_id'),
        fc.jsonValue(),
        fc.jsonValue(),
        (name, member, value, proposal_id) => agree({ event: name, proposal_id, [member]: value }),
      ),
    )
  })
})
