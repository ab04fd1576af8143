import { bounded } from '../events/codec.js'
import type { Created } from '../events/created.js'
import { lemmasOf } from '../events/lemmas.js'
import { proposalIdOf } from '../events/proposal-event.js'
import { checkProposalId, proposalId } from '../events/proposal-id.js'
import type { Transition } from '../events/transition.js'
import { canonicalJson } from '../json/canonical-json.js'
import { canonicalText } from '../json/canonical-text.js'
import type { LogEntry } from '../log/log-reader.js'
import { type Fold, openFold } from '../queue/evolve.js'
import type { ItemRecord } from '../queue/queue-state.js'

/** Something in a log that no writer of ours would make, and that the fold does not stop for (spec §2.3). @public */
export interface AuditFinding {
  /** What was found. docs/problems.md has each code with an example. */
  readonly code: AuditCode
  /** Physical line, from 1. */
  readonly line: number
  readonly proposal_id: string
  /** What was found, for a person. */
  readonly message: string
}

/** What an audit can find (spec §2.3). docs/problems.md has each code with an example and what to do. @public */
export type AuditCode =
  | 'not_canonical'
  | 'orphan'
  | 'repeated_created'
  | 'id_mismatch'
  | 'id_not_recomputable'
  | 'review_state_not_pending'
  | 'over_cap'
  | 'overlapping_pending'
  | 'second_transition'
  | 'accept_without_equivalent_evidence'
  | 'corpus_entry_owed'

/** What an audit measures a log against. @public */
export interface AuditOptions {
  /** How many proposals may be pending at once. Default: 256. */
  readonly cap?: number | undefined
}

/**
 * Goes through a log as it was written and lists what its readers should know, in the order of the lines. It judges each
 * line against the queue of the lines before it (spec §2.3). What a line is wrong in by itself is for `readLog` to say.
 *
 * @param entries - the lines of a whole log, from its first
 * @param options - the cap to measure against
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { audit, readLog } from '@core/hitl-queue'
 *
 * const { entries } = readLog('{"event":"transition","proposal_id":"p1","to":"accepted"}\n')
 * assert.deepEqual(audit(entries).map(({ line, code }) => [line, code]), [[1, 'orphan']])
 * ```
 * @public
 */
export const audit = (
  entries: Iterable<LogEntry>,
  { cap = 256 }: AuditOptions = {},
): readonly AuditFinding[] => {
  const findings: AuditFinding[] = []
  const fold = openFold()
  const lemmas = pendingLemmas()
  /** The accepts of a ratifier whose corpus entry has not been appended yet. Older accepts never promised one (spec §4). */
  const owed = new Map<string, number>()

  for (const { line, text, event } of entries) {
    const proposal_id = proposalIdOf(event)
    const find = (code: AuditCode, message: string): void => {
      findings.push(Object.freeze({ code, line, proposal_id, message }))
    }
    const canonical = canonicalJson(text)
    if (canonical._tag === 'Left' || canonical.right !== text) {
      find('not_canonical', 'The line is not in canonical bytes, as every writer of the log makes them.')
    }
    const before = fold.recordOf(proposal_id)
    if (event.event === 'created') {
      auditCreated(event, before, fold, cap, find)
      if (before === null) {
        const other = lemmas.overlapping(event)
        if (other !== null)
          find('overlapping_pending', `It shares a lemma with the pending proposal ${quoted(other)}.`)
      }
    } else if (before === null) {
      find('orphan', `A ${event.event} for a proposal that the log has not created yet. It changes nothing.`)
    } else if (event.event === 'transition') {
      auditTransition(event, before, find)
    }
    const wasPending = before?.state === 'pending'
    fold.add(event)
    const after = fold.recordOf(proposal_id)
    if (after === null) continue
    if (wasPending !== (after.state === 'pending')) lemmas.count(after, wasPending)
    if (event.event === 'transition') {
      if (event.to !== 'accepted') owed.delete(proposal_id)
      else if (event.ratifier_kind != null && after.corpusAppend === null) owed.set(proposal_id, line)
    } else if (event.event === 'accepted_corpus_append') {
      owed.delete(proposal_id)
    }
  }

  for (const [proposal_id, line] of owed) {
    const message =
      'The proposal was accepted, and its corpus entry was not appended. Finish it with `settle`.'
    findings.push(Object.freeze({ code: 'corpus_entry_owed', line, proposal_id, message }))
  }
  return Object.freeze(findings.sort((a, b) => a.line - b.line))
}

type Find = (code: AuditCode, message: string) => void

const auditCreated = (
  event: Created,
  before: ItemRecord | null,
  fold: Fold,
  cap: number,
  find: Find,
): void => {
  const { proposal } = event
  if (before !== null) {
    const same = canonicalText(proposal) === canonicalText(before.proposal)
    find(
      'repeated_created',
      `The proposal is created again with ${same ? 'the same' : 'other'} content. The first line stands.`,
    )
  }
  const verdict = checkProposalId(proposal)
  if (verdict === 'not_recomputable') {
    find('id_not_recomputable', 'The line has no source_candidate_id, so its id cannot be recomputed.')
  } else if (verdict === 'mismatch') {
    const recomputed = proposalId(proposal.source_candidate_id ?? '', proposal.proposed_chain)
    find('id_mismatch', `Its content gives the id ${recomputed}.`)
  }
  if (proposal.review_state !== undefined && proposal.review_state !== 'pending') {
    find(
      'review_state_not_pending',
      `The line says review_state ${quoted(proposal.review_state)}. It moves nothing.`,
    )
  }
  if (before === null && fold.pendingCount >= cap) {
    find('over_cap', `It is pending number ${fold.pendingCount + 1}, and the cap is ${cap}.`)
  }
}

const auditTransition = (event: Transition, before: ItemRecord, find: Find): void => {
  if (before.review_history.length > 0) {
    find('second_transition', `The proposal was ${before.state} already; this line makes it ${event.to}.`)
  }
  if (event.to === 'accepted' && before.replay_evidence?.replay_equivalent !== true) {
    const lacks = before.replay_evidence === null ? 'no replay evidence' : 'evidence that is not equivalent'
    find('accept_without_equivalent_evidence', `The proposal is accepted with ${lacks}.`)
  }
}

const quoted = (text: string): string => JSON.stringify(bounded(text, 80))

/** The lemmas of pending proposals, so that a new one need not be held against each of them. */
const pendingLemmas = () => {
  const holders = new Map<string, Set<string>>()
  return {
    /** The first pending proposal that shares a lemma. */
    overlapping: ({ proposal }: Created): string | null => {
      for (const lemma of lemmasOf(proposal.proposed_chain))
        for (const id of holders.get(lemma) ?? []) return id
      return null
    },
    count: ({ proposal }: ItemRecord, wasPending: boolean): void => {
      for (const lemma of lemmasOf(proposal.proposed_chain)) {
        const ids = holders.get(lemma) ?? new Set()
        if (wasPending) ids.delete(proposal.proposal_id)
        else ids.add(proposal.proposal_id)
        holders.set(lemma, ids)
      }
    },
  }
}
