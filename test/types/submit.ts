// What holds for the answer of submit at compile time. This file is compiled by `npm run typecheck`, never run.
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import {
  type Candidate,
  type QueueState,
  type ReplayEvidence,
  type Result,
  type Submission,
  type SubmissionRefusal,
  type SubmitOptions,
  submit,
} from '../../src/index.js'

export const matched = (
  queue: QueueState,
  candidate: Candidate,
  evidence: ReplayEvidence,
  options: SubmitOptions,
): string =>
  pipe(
    submit(queue, candidate, evidence, options),
    E.match(
      ({ reason }) => reason,
      ({ proposal }) => proposal.proposal_id,
    ),
  )

export const toEither = (
  result: Result<SubmissionRefusal, Submission>,
): E.Either<SubmissionRefusal, Submission> => result
export const toResult = (
  either: E.Either<SubmissionRefusal, Submission>,
): Result<SubmissionRefusal, Submission> => either

export const explained = (refusal: SubmissionRefusal): string => {
  switch (refusal.reason) {
    case 'ineligible':
      return refusal.failed_gates.join()
    case 'queue_full':
      return `${refusal.pending_count} of ${refusal.cap}, ${refusal.report.report_kind}`
    case 'duplicate':
      return `${refusal.proposal_id} is ${refusal.existing_state}`
    case 'dependent_on_pending':
      return refusal.dependent_on.join() + refusal.overlapping_lemmas.join()
  }
}

// @ts-expect-error a case is missing: not every refusal gets an answer
export const forgotten = (refusal: SubmissionRefusal): string => {
  switch (refusal.reason) {
    case 'ineligible':
    case 'queue_full':
    case 'duplicate':
      return refusal.reason
  }
}

export const misread = (refusal: SubmissionRefusal): string =>
  // @ts-expect-error only a duplicate names the state of what exists
  refusal.existing_state
