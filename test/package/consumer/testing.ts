// Somebody who tests against the queue: three folds with a planted fault each, and a store that is too hasty.
import { deriveQueue, type LogStore, type ProposalEvent, ratify, readLog, replay } from '@core/hitl-queue'
import {
  accept,
  accepted,
  assertLaw,
  assertLaws,
  BrokenLaw,
  created,
  fixtures,
  given,
  type LawName,
  laws,
  library,
  logStoreContract,
  memoryLog,
  replayed,
  type Subject,
} from '@core/hitl-queue/testing'

const idOf = (event: ProposalEvent): string =>
  event.event === 'created' ? event.proposal.proposal_id : event.proposal_id

const folding = (
  change: (events: readonly ProposalEvent[]) => readonly ProposalEvent[],
): Partial<Subject> => ({
  ...library,
  replay: (events, onto) => replay(change(events), onto),
})

const lastWins = folding((events) =>
  events.map(
    (event) =>
      [...events]
        .reverse()
        .find(
          (other) => event.event === 'created' && other.event === 'created' && idOf(other) === idOf(event),
        ) ?? event,
  ),
)

const settledAge: Partial<Subject> = {
  ...library,
  deriveQueue: (queue, reports) =>
    deriveQueue(queue, reports).map((item, at, all) => ({ ...item, age_proposals: all.length - 1 - at })),
}

const tooEarly = folding((events) => [
  ...events.filter(({ event }) => event === 'created'),
  ...events.filter(({ event }) => event !== 'created'),
])

const expectBroken = (fault: string, subject: Partial<Subject>, name: LawName): void => {
  const law = laws(subject).find((one) => one.name === name)
  try {
    if (law !== undefined) assertLaw(law, { numRuns: 1000 })
  } catch (error) {
    if (!(error instanceof BrokenLaw)) throw error
    console.log(`${fault}: ${error.law}`)
  }
}

const hasty = async (initial: Uint8Array) => {
  const log = memoryLog(initial)
  const store: LogStore = {
    record: async (decide) => {
      const looked = await log.record((basis) => ({ answer: decide(basis), events: [] }))
      return looked._tag === 'Left' ? looked : log.record(() => looked.right.answer)
    },
  }
  return { store, bytes: async () => log.bytes() }
}

const main = async (): Promise<void> => {
  const { log, view } = fixtures.settled
  const items = deriveQueue(replay(readLog(log()).entries.map(({ event }) => event)), [])
  if (items.length !== view.states.length) throw new Error('not as it should be')

  given(created('p1'), replayed('p1')).when(ratify, accept('p1')).thenEmits(accepted('p1'))
  given(created('p1'), accepted('p1'))
    .when(ratify, accept('p1'))
    .thenRefuses({ reason: 'not_pending', state: 'accepted' })

  assertLaws({ replay, deriveQueue: library.deriveQueue })
  expectBroken('the last created wins', lastWins, 'a second created changes nothing')
  expectBroken(
    'the age counts in settled items',
    settledAge,
    'the age counts the proposals created since, of pending items alone',
  )
  expectBroken(
    'a transition before created is honoured',
    tooEarly,
    'what comes before created changes nothing',
  )

  const name = 'of many that submit at once as many are taken as there is room for'
  for (const one of logStoreContract(hasty))
    if (one.name === name) await one.check().catch(() => console.log(`a hasty store: ${name}`))
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
