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
  type Queue,
  type QueueState,
  recordOf,
  WIDTH,
} from './queue-state.js'

// An instance of our own: settings that a program gives its immer do not reach into our states.
const immer = new Immer({ autoFreeze: true })

/**
 * The queue after one more event. It decides nothing and cannot fail: the event has happened (spec §2.3). The queue that it is
 * given stays as it was, and the cost does not grow with it.
 * @public
 */
export const evolve = (queue: QueueState, event: ProposalEvent): QueueState => replay([event], queue)

/**
 * The queue after a whole log, or after more events on a queue there is. The recipe is that of `evolve`: on an empty queue it
 * runs on a state that nobody else has seen, on any other on copies of what it touches. The events are frozen with it; one
 * that is frozen already is taken as frozen to its depth (spec §2.3).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { replay } from '@core/hitl-queue'
 * import { accepted, created } from '@core/hitl-queue/testing'
 *
 * const queue = replay([created('p1'), created('p2')])
 * assert.equal(queue.pendingCount, 2)
 * assert.equal(replay([accepted('p1')], queue).pendingCount, 1)
 * ```
 * @public
 */
export const replay = (events: Iterable<ProposalEvent>, onto: QueueState = emptyQueue): QueueState => {
  const fold = openFold(onto)
  for (const event of events) {
    freezeDeeply(event)
    fold.add(event)
  }
  return fold.seal()
}

/** A fold under way, for those who look at the queue between two events of a long log. @internal */
export interface Fold {
  readonly pendingCount: number
  /** The record of an id so far. It may change with the next `add`. */
  recordOf(id: string): ItemRecord | null
  /** The event is frozen, as those of a log reader are: asking each again took a twentieth of the fold. */
  add(event: ProposalEvent): void
  /** The queue, frozen. Nothing may be added any more. */
  seal(): QueueState
}

/** @internal */
export const openFold = (onto: QueueState = emptyQueue): Fold => {
  const { queue, hands } = onto.itemCount === 0 ? fromNothing() : onTopOf(inside(onto))
  return {
    get pendingCount() {
      return queue.pendingCount
    },
    recordOf: hands.find,
    add: (event) => record(queue, hands, event),
    seal: hands.seal,
  }
}

/** How a fold finds items, and may write into what it has: that is the whole difference between a new queue and one that others hold. */
interface Hands {
  find(id: string): ItemRecord | null
  /** Takes in an item that the fold has made. */
  keep(item: Building<ItemRecord>): void
  /** An item with what an event says of it. */
  change(item: ItemRecord, event: ItemEvent, transitions: number): ItemRecord
  /** A node of a tree, to write into. */
  own<N extends Node>(node: N): N
  seal(): QueueState
}

type Node = Building<ItemTree> | IdNode
type IdNode = (IdNode | null | string | number)[]
type ItemEvent = Exclude<ProposalEvent, Created>

/** A fold from nothing writes in place, and freezes everything when it is done. */
const fromNothing = (): { queue: Building<Queue>; hands: Hands } => {
  const queue = newQueue()
  // Gone when the fold is sealed: looking into the trie for every event took half as long again as this.
  const byId = new Map<string, ItemRecord>()
  const own: Hands['own'] = (node) => node
  return {
    queue,
    hands: {
      find: (id) => byId.get(id) ?? null,
      keep: (item) => void byId.set(item.proposal.proposal_id, item),
      change: (item, event, transitions) => {
        changeItem(item as Building<ItemRecord>, event, transitions)
        return item
      },
      own,
      seal: () => {
        for (const [id, { position }] of byId) remember(queue, own, id, position)
        byId.clear()
        return seal(queue)
      },
    },
  }
}

/**
 * A fold on a queue that others hold copies what it touches, once. The nodes of the trees by hand: as immer's drafts, a
 * thousand events on a long queue took five times as long.
 */
const onTopOf = (below: Queue): { queue: Building<Queue>; hands: Hands } => {
  const queue = { ...below } as Building<Queue>
  const copies = new Set<Node>()
  const own: Hands['own'] = (node) => {
    if (copies.has(node)) return node
    const copy = (Array.isArray(node) ? [...node] : { ...node, below: [...node.below] }) as typeof node
    copies.add(copy)
    return copy
  }
  return {
    queue,
    hands: {
      find: (id) => recordOf(queue as QueueState, id),
      keep: (item) => {
        Object.freeze(item.review_history)
        Object.freeze(item)
        remember(queue, own, item.proposal.proposal_id, item.position)
      },
      change: (item, event, transitions) =>
        immer.produce(item, (draft) => changeItem(draft as Building<ItemRecord>, event, transitions)),
      own,
      seal: () => {
        if (queue.items === below.items && queue.transitionCount === below.transitionCount) return below
        for (const node of copies) {
          Object.freeze(node)
          if (!Array.isArray(node)) Object.freeze(node.below)
        }
        return Object.freeze(queue) as QueueState
      },
    },
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

/** What an event does to the queue. */
const record = (queue: Building<Queue>, hands: Hands, event: ProposalEvent): void => {
  const item = hands.find(proposalIdOf(event))
  if (event.event === 'created') {
    // The first line for an id makes the item; a later one changes nothing.
    if (item === null) create(queue, hands, event)
    return
  }
  // Nothing is known yet of this proposal, and what was not created cannot change.
  if (item === null) return
  const wasPending = item.state === 'pending'
  const changed = hands.change(item, event, queue.transitionCount)
  const by = Number(changed.state === 'pending') - Number(wasPending)
  if (changed !== item || by !== 0) put(queue, hands, changed, by)
  if (event.event === 'transition') queue.transitionCount += 1
}

/** The fold, one case an event: what each does to the item that it is about. */
const changeItem = (item: Building<ItemRecord>, event: ItemEvent, transitions: number): void => {
  switch (event.event) {
    case 'replay':
      item.replay_evidence = event.replay_evidence
      return
    case 'transition':
      // A first entry as a literal takes the room of one; a first push makes room for 17.
      if (item.review_history.length === 0) item.review_history = [event]
      else item.review_history.push(event)
      if (event.to !== item.state) item.acceptedAt = event.to === 'accepted' ? transitions : null
      item.state = event.to
      return
    case 'accepted_corpus_append':
      item.corpusAppend = event
  }
}

const create = (queue: Building<Queue>, hands: Hands, { proposal }: Created): void => {
  const position = queue.itemCount
  queue.itemCount += 1
  if (position === WIDTH ** (queue.height + 1)) {
    queue.items = hands.own({ pending: queue.items.pending, below: [queue.items] })
    queue.height += 1
  }
  const item = {
    position,
    proposal,
    replay_evidence: (proposal.replay_evidence ?? null) as ReplayEvidence | null,
    state: 'pending' as State,
    review_history: [],
    corpusAppend: null,
    acceptedAt: null,
  } as Building<ItemRecord>
  hands.keep(item)
  put(queue, hands, item, 1)
}

/** Puts an item in its place, and counts how many more are pending there. */
const put = (queue: Building<Queue>, hands: Hands, item: ItemRecord, by: number): void => {
  queue.pendingCount += by
  let node = hands.own(queue.items)
  queue.items = node
  node.pending += by
  for (let level = queue.height; level > 0; level -= 1) {
    const branch = branchOf(item.position, level)
    const next = hands.own((node.below[branch] ?? { pending: 0, below: [] }) as Building<ItemTree>)
    node.below[branch] = next
    node = next
    node.pending += by
  }
  node.below[branchOf(item.position, 0)] = item as Building<ItemRecord>
}

const remember = (queue: Building<Queue>, own: Hands['own'], id: string, position: number): void => {
  const hash = hashOf(id)
  let node = own(queue.ids as IdNode)
  queue.ids = node as Building<Queue>['ids']
  for (let level = 0; level < INDEX_LEVELS - 1; level += 1) {
    const branch = branchOf(hash, level)
    const next = own((node[branch] ?? emptyNode()) as IdNode)
    node[branch] = next
    node = next
  }
  const branch = branchOf(hash, INDEX_LEVELS - 1)
  const bucket = node[branch] as IdNode | null
  // As literals, since a push makes room for 17.
  node[branch] = Object.freeze(bucket === null ? [id, position] : [...bucket, id, position]) as IdNode
}

/** Freezes what the fold built. What it took over, the events, is frozen already. */
const seal = (queue: Building<Queue>): QueueState => {
  sealIndex(queue.ids, 0)
  sealItems(queue.items, queue.height)
  return Object.freeze(queue) as QueueState
}

const sealIndex = (node: Building<Queue>['ids'], level: number): void => {
  Object.freeze(node)
  if (level < INDEX_LEVELS - 1) {
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
