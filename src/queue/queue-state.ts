import type { AcceptedCorpusAppend } from '../events/accepted-corpus-append.js'
import type { Proposal } from '../events/created.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import type { State } from '../events/state.js'
import type { Transition } from '../events/transition.js'

/**
 * Everything that a log says, folded: plain frozen objects and arrays, safe to keep and to share. Opaque: read it through
 * `deriveQueue` and the other views, and let only `evolve` and `replay` make one.
 * @public
 */
export interface QueueState {
  /** Items that the log ever created. */
  readonly itemCount: number
  /** Items that wait for a decision. */
  readonly pendingCount: number
}

/** One proposal's record. @internal */
export interface ItemRecord {
  /** Its place in the queue, from 0: FIFO by `created` line. */
  readonly position: number
  readonly proposal: Proposal
  readonly replay_evidence: ReplayEvidence | null
  readonly state: State
  readonly review_history: readonly Transition[]
  readonly corpusAppend: AcceptedCorpusAppend | null
  /** The number of the transition that made it accepted, while it is: chains become true in this order. */
  readonly acceptedAt: number | null
}

/**
 * What a `QueueState` is inside. One event must cost the same on a queue of a quarter million items, so both what finds an
 * item by id and what holds the items in order are trees 32 wide, of which one event copies a single path.
 * @internal
 */
export interface Queue extends QueueState {
  /** Transitions folded so far. */
  readonly transitionCount: number
  readonly ids: IdIndex
  readonly items: ItemTree
  /** Levels of `items` above its leaves. */
  readonly height: number
}

/** Three levels by the hash of the id; at the bottom `[id, position, id, position, …]`. @internal */
export type IdIndex = readonly (IdIndex | IdBucket | null)[]
/** @internal */
export type IdBucket = readonly (string | number)[]

/** The items in order; each node knows how many under it are pending, so that finding those skips the settled. @internal */
export interface ItemTree {
  readonly pending: number
  readonly below: readonly (ItemTree | ItemRecord)[]
}

/** Removes `readonly`, for the one place that builds a state. @internal */
export type Building<T> = T extends readonly (infer M)[]
  ? Building<M>[]
  : T extends ItemTree
    ? { pending: number; below: (Building<ItemTree> | Building<ItemRecord>)[] }
    : T extends object
      ? {
          -readonly [K in keyof T]: K extends 'proposal' | 'replay_evidence' | 'corpusAppend'
            ? T[K]
            : Building<T[K]>
        }
      : T

/** @internal */
export const inside = (queue: QueueState): Queue => queue as Queue

/** @internal */
export const LEVEL_BITS = 5
/** @internal */
export const WIDTH = 1 << LEVEL_BITS
/** @internal */
export const INDEX_LEVELS = 3

/** FNV-1a over UTF-16 units: which of the 32^3 buckets holds an id. @internal */
export const hashOf = (id: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Which child of an index node at this level leads to a hash. @internal */
export const branchOf = (hash: number, level: number): number => (hash >>> (level * LEVEL_BITS)) & (WIDTH - 1)

/** The position of an id, or -1. @internal */
export const positionOf = (ids: IdIndex, id: string): number => {
  const hash = hashOf(id)
  let node: IdIndex | IdBucket | null = ids
  for (let level = 0; level < INDEX_LEVELS && node !== null; level += 1) {
    node = ((node as IdIndex)[branchOf(hash, level)] ?? null) as IdIndex | IdBucket | null
  }
  if (node === null) return -1
  const bucket = node as IdBucket
  for (let at = 0; at < bucket.length; at += 2) if (bucket[at] === id) return bucket[at + 1] as number
  return -1
}

/** @internal */
export const recordAt = (queue: Pick<Queue, 'items' | 'height'>, position: number): ItemRecord => {
  let node: ItemTree | ItemRecord = queue.items
  for (let level = queue.height; level >= 0; level -= 1) {
    node = (node as ItemTree).below[branchOf(position, level)] as ItemTree | ItemRecord
  }
  return node as ItemRecord
}

/** The record of an id, if the log created it. @internal */
export const recordOf = (queue: QueueState, id: string): ItemRecord | null => {
  const position = positionOf(inside(queue).ids, id)
  return position === -1 ? null : recordAt(inside(queue), position)
}

/** Every record in queue order. @internal */
export const records = (queue: QueueState): Generator<ItemRecord> =>
  walk(inside(queue).items, inside(queue).height, false)

/** The pending records in queue order; the settled ones cost nothing. @internal */
export const pendingRecords = (queue: QueueState): Generator<ItemRecord> =>
  walk(inside(queue).items, inside(queue).height, true)

function* walk(tree: ItemTree, level: number, pendingOnly: boolean): Generator<ItemRecord> {
  for (const leaf of leaves(tree, level, pendingOnly)) {
    for (const child of leaf.below) {
      const record = child as ItemRecord
      if (!pendingOnly || record.state === 'pending') yield record
    }
  }
}

/** Leaf by leaf, since a record handed up through every level costs several times what looking at it does. */
function* leaves(tree: ItemTree, level: number, pendingOnly: boolean): Generator<ItemTree> {
  if (pendingOnly && tree.pending === 0) return
  if (level === 0) yield tree
  else for (const child of tree.below) yield* leaves(child as ItemTree, level - 1, pendingOnly)
}
