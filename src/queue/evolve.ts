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
      const queue = draft as Building<Queue>
      const items: Items = {
        of: (id) => recordOf(queue as QueueState, id) as Building<ItemRecord> | null,
        created: (id, item) => remember(queue.ids, id, item.position),
      }
      for (const event of events) record(queue, items, event)
    })
  }
  const fold = openFold()
  for (const event of events) fold.add(event)
  return fold.seal()
}

/** A fold under way, for those who look at the queue between two events of a long log. @internal */
export interface Fold {
  readonly pendingCount: number
  /** The record of an id so far. It changes with the next `add`. */
  recordOf(id: string): ItemRecord | null
  add(event: ProposalEvent): void
  /** The queue, frozen. Nothing may be added any more. */
  seal(): QueueState
}

/** @internal */
export const openFold = (): Fold => {
  const queue = newQueue()
  // Of the fold alone, and gone when it is sealed: looking into the trie for every event took half as long again.
  const byId = new Map<string, Building<ItemRecord>>()
  const items: Items = {
    of: (id) => byId.get(id) ?? null,
    created: (id, item) => void byId.set(id, item),
  }
  return {
    get pendingCount() {
      return queue.pendingCount
    },
    recordOf: (id) => items.of(id) as ItemRecord | null,
    add: (event) => {
      freezeDeeply(event)
      record(queue, items, event)
    },
    seal: () => {
      for (const [id, { position }] of byId) remember(queue.ids, id, position)
      byId.clear()
      return seal(queue)
    },
  }
}

/** How a fold finds what it has made. */
interface Items {
  of(id: string): Building<ItemRecord> | null
  created(id: string, item: Building<ItemRecord>): void
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
const record = (queue: Building<Queue>, items: Items, event: ProposalEvent): void => {
  const item = items.of(proposalIdOf(event))
  if (event.event === 'created') {
    // The first line for an id makes the item; a later one changes nothing.
    if (item === null) items.created(event.proposal.proposal_id, create(queue, event))
    return
  }
  // Nothing is known yet of this proposal, and what was not created cannot change.
  if (item === null) return
  switch (event.event) {
    case 'replay':
      item.replay_evidence = event.replay_evidence
      return
    case 'transition':
      // A short history as a literal has the room it needs; a first push makes room for 17.
      if (item.review_history.length === 0) item.review_history = [event]
      else item.review_history.push(event)
      if (event.to !== item.state) {
        item.acceptedAt = event.to === 'accepted' ? queue.transitionCount : null
        countPending(queue, item.position, Number(event.to === 'pending') - Number(item.state === 'pending'))
        item.state = event.to
      }
      queue.transitionCount += 1
      return
    case 'accepted_corpus_append':
      item.corpusAppend = event
  }
}

const create = (queue: Building<Queue>, { proposal }: Created): Building<ItemRecord> => {
  const position = queue.itemCount
  queue.itemCount += 1
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
  const item = {
    position,
    proposal,
    replay_evidence: (proposal.replay_evidence ?? null) as ReplayEvidence | null,
    state: 'pending' as State,
    review_history: [],
    corpusAppend: null,
    acceptedAt: null,
  } as Building<ItemRecord>
  node.below.push(item)
  countPending(queue, position, 1)
  return item
}

const remember = (ids: Building<Queue>['ids'], id: string, position: number): void => {
  const hash = hashOf(id)
  type Node = (Node | null | string | number)[]
  let node = ids as Node
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
