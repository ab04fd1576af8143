/**
 * What a run leaves behind instead of proposals when the queue is full, so that no candidate is dropped in silence: a later
 * run, once someone has reviewed, can propose the skipped ones again (spec §3). It is written as two-space JSON with sorted
 * keys, beside the other run reports.
 * @public
 */
export interface QueueFullReport {
  readonly report_kind: 'queue_full'
  /** How many proposals were pending. */
  readonly pending_count: number
  /** How many may be. */
  readonly cap: number
  /** The candidates that found no room, in their order. */
  readonly candidates_skipped: readonly SkippedCandidate[]
  /** The engine's revision, when it is known. */
  readonly emitted_at_revision?: string
}

/** A candidate that found no room. @public */
export interface SkippedCandidate {
  readonly candidate_id: string
  readonly reason: 'queue_full'
}

/** @internal */
export const queueFullReport = (
  { pendingCount, cap }: { readonly pendingCount: number; readonly cap: number },
  candidateIds: readonly string[],
  emittedAtRevision: string | null,
): QueueFullReport =>
  Object.freeze({
    report_kind: 'queue_full',
    pending_count: pendingCount,
    cap,
    candidates_skipped: Object.freeze(
      candidateIds.map((candidate_id) => Object.freeze({ candidate_id, reason: 'queue_full' as const })),
    ),
    ...(emittedAtRevision === null ? {} : { emitted_at_revision: emittedAtRevision }),
  })
