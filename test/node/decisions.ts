import {
  type Basis,
  type Decision,
  type Ratification,
  type RatificationRequest,
  ratify,
  type Submission,
  type SubmissionRefusal,
  settle,
  submit,
} from '../../src/index.js'
import { candidate, equivalent, idOf, source } from '../decisions/support.js'

/** What a store is asked to record: a candidate of this name. */
export const submitting =
  (id: string, cap = 256) =>
  ({ queue }: Basis): Decision<SubmissionRefusal | Submission> => {
    const result = submit(queue, candidate(id), equivalent, { source, cap })
    if (result._tag === 'Right') return { answer: result.right, events: result.right.events }
    const { left } = result
    return { answer: left, events: [], report: left.reason === 'queue_full' ? left.report : null }
  }

/** A person's answer to it. */
export const ratifying =
  (action: RatificationRequest['action'], id: string) =>
  ({ queue, corpus }: Basis): Decision<string | Ratification> => {
    const result = ratify(queue, {
      proposal_id: idOf(id),
      action,
      note: '',
      review_date: '2026-01-31',
      authority: { kind: 'cli', actor: 'owner', commit_sha: 'c0ffee' },
      ...(corpus === undefined ? {} : { corpus }),
    })
    return result._tag === 'Right'
      ? { answer: result.right, ...result.right }
      : { answer: result.left.reason, events: [] }
  }

/** The rest of its accept. */
export const settling =
  (id: string) =>
  ({ queue, corpus }: Basis): Decision<string> => {
    if (corpus === undefined) throw new Error('no corpus')
    const result = settle(queue, { proposal_id: idOf(id), corpus })
    return result._tag === 'Right'
      ? { answer: 'settled', ...result.right }
      : { answer: result.left.reason, events: [] }
  }
