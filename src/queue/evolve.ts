import { Immer } from 'immer'
import type { Created } from '../events/created.js'
import { type ProposalEvent, proposalIdOf } from '../events/proposal-event.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { State } from '../events/state.js'
import { freezeDeeply } from '../json/freeze-json.js'
import {
  type Building,
  branchOf,
  hashOf,
  INDEX_LEVELS,
  type ItemRecord,
  type ItemTree,
  inside,
  positionOf,
  type Queue,
  type QueueState,
  recordAt,
  WIDTH,
} from './queue-state.js'

// An instance of our own: settings that a program gives its immer do not reach into our states.
const immer = new Immer({ autoFreeze: true })

/** The queue after one more event. It decides nothing and cannot fail: the event has happened (spec §2.3). @public */
export const evolve = (queue: QueueState, event: ProposalEvent): QueueState => replay([event], queue)

/**
 * The queue after a whole log, or after more events on a queue there is. The same recipe as `evolve`: on an empty queue it
 * runs without drafts on a state that nobody else has seen, since drafting every event of a long log costs several times
 * the fold. The events are frozen with it; one that is frozen already is taken as frozen to its depth.
 * @public
 */
export const replay = (events: Iterable<ProposalEvent>, onto: QueueState = emptyQueue): QueueState => {
  if (onto.itemCount > 0) {
    return immer.produce(inside(onto), (draft) => {
      for (const event of events) record(draft as Building<Queue>, event)
    })
  }
  const fold = openFold()
  for (const event of events) fold.add(event)
  return fold.seal()
}

/** A fold under way, for those who look at the queue between two events of a long log. */
interface Fold {
  /** The queue so far. It changes with the next `add`. */
  readonly queue: QueueState
  add(event: ProposalEvent): void
  /** The queue, frozen. Nothing may be added any more. */
  seal(): QueueState
}

/** @internal */
export const openFold = (): Fold => {
  const queue = newQueue()
  return {
    queue: queue as QueueState,
    add: (event) => {
      freezeDeeply(event)
      record(queue, event)
    },
    seal: () => seal(queue),
  }
}

const newQueue = (): Building<Queue> => ({
  itemCount: 0,
  pendingCount: 0,
  transitionCount: 0,
  ids: emptyNode(),
  items: { pending: 0, below: [] },
  height: 0,
})

const emptyNode = (): null[] => new Array<null>(WIDTH).fill(null)

/** The fold, one case an event; on a state being built or on a draft. */
const record = (queue: Building<Queue>, event: ProposalEvent): void => {
  const position = positionOf(queue.ids, proposalIdOf(event))
  if (event.event === 'created') {
    // The first line for an id makes the item; a later one changes nothing.
    if (position === -1) create(queue, event)
    return
  }
  // Nothing is known yet of this proposal, and what was not created cannot change.
  if (position === -1) return
  const item = recordAt(queue, position) as Building<ItemRecord>
  switch (event.event) {
    case 'replay':
      item.replay_evidence = event.replay_evidence
      return
    case 'transition':
      item.review_history.push(event)
      if (event.to !== item.state) {
        item.acceptedAt = event.to === 'accepted' ? queue.transitionCount : null
        countPending(queue, position, Number(event.to === 'pending') - Number(item.state === 'pending'))
        item.state = event.to
      }
      queue.transitionCount += 1
      return
    case 'accepted_corpus_append':
      item.corpusAppend = event
  }
}

const create = (queue: Building<Queue>, { proposal }: Created): void => {
  const position = queue.itemCount
  queue.itemCount += 1
  remember(queue, proposal.proposal_id, position)
  if (position === WIDTH ** (queue.height + 1)) {
    queue.items = { pending: queue.items.pending, below: [queue.items] }
    queue.height += 1
  }
  let node = queue.items
  for (let level = queue.height; level > 0; level -= 1) {
    const branch = branchOf(position, level)
    if (branch === node.below.length) node.below.push({ pending: 0, below: [] })
    node = node.below[branch] as Building<ItemTree>
  }
  node.below.push({
    position,
    proposal,
    replay_evidence: (proposal.replay_evidence ?? null) as ReplayEvidence | null,
    state: 'pending' as State,
    review_history: [],
    corpusAppend: null,
    acceptedAt: null,
  } as Building<ItemRecord>)
  countPending(queue, position, 1)
}

const remember = (queue: Building<Queue>, id: string, position: number): void => {
  const hash = hashOf(id)
  type Node = (Node | null | string | number)[]
  let node = queue.ids as Node
  for (let level = 0; level < INDEX_LEVELS; level += 1) {
    const branch = branchOf(hash, level)
    node[branch] ??= level === INDEX_LEVELS - 1 ? [] : emptyNode()
    node = node[branch] as Node
  }
  node.push(id, position)
}

const countPending = (queue: Building<Queue>, position: number, by: number): void => {
  if (by === 0) return
  queue.pendingCount += by
  let node = queue.items
  node.pending += by
  for (let level = queue.height; level > 0; level -= 1) {
    node = node.below[branchOf(position, level)] as Building<ItemTree>
    node.pending += by
  }
}

/** Freezes what the fold built. What it took over, the events, is frozen already. */
const seal = (queue: Building<Queue>): QueueState => {
  sealIndex(queue.ids, 0)
  sealItems(queue.items, queue.height)
  return Object.freeze(queue) as QueueState
}

const sealIndex = (node: Building<Queue>['ids'], level: number): void => {
  Object.freeze(node)
  if (level < INDEX_LEVELS) {
    for (const child of node) if (child !== null) sealIndex(child as Building<Queue>['ids'], level + 1)
  }
}

const sealItems = (tree: Building<ItemTree>, level: number): void => {
  Object.freeze(tree)
  Object.freeze(tree.below)
  for (const child of tree.below) {
    if (level > 0) sealItems(child as Building<ItemTree>, level - 1)
    else {
      Object.freeze(child)
      Object.freeze((child as Building<ItemRecord>).review_history)
    }
  }
}

/** The queue of an empty log. @public */
export const emptyQueue: QueueState = seal(newQueue())
