import type { ProposalEvent } from '../events/proposal-event.js'
import { canonicalText } from '../json/canonical-text.js'
import { objectText } from '../json/object-text.js'
import { encodeEvent } from '../log/encode-event.js'
import type { RecordingFailure } from '../store/log-store.js'
import { printable } from '../views/printable.js'
import type { ExitCode, Io } from './io.js'
import { type Refusal, refusalInWords } from './sentences.js'

/** How a decision came out, for a program as for a person. @internal */
export type Answer = Done | Refused | Failed

/** It is in the log, or there was nothing to write. @internal */
export interface Done {
  readonly events: readonly ProposalEvent[]
  /** What happened, for stdout. */
  readonly sentence: string
}

/** @internal */
export interface Refused {
  readonly refusal: Refusal
}

/** It is not known to be in the log as it should be. @internal */
export interface Failed {
  readonly failure: Failure
}

/** @internal */
export type Failure =
  | Exclude<RecordingFailure, { readonly reason: 'recorded_after_conflict' }>
  | Conflict
  | GateFailed

/** What was decided is in the log, and behind the lines that came in between it would have been refused. @internal */
export interface Conflict {
  readonly reason: 'recorded_after_conflict'
  readonly in_log: 'yes'
  readonly events: readonly ProposalEvent[]
  readonly refusals: readonly Refusal[]
  readonly message: string
}

/** The engine's replay gate gave no evidence. @internal */
export interface GateFailed {
  readonly reason: 'gate_failed'
  readonly in_log: 'no'
  readonly candidate_id: string
  readonly message: string
}

/** `{ok, events}`, `{ok, refusal}` or `{ok, failure}`, canonical, with what else is to stand in it. @internal */
export const answerText = (answer: Answer, beside: { readonly [member: string]: unknown } = {}): string => {
  if ('events' in answer) return objectText({ ...beside, ok: true, events: answer.events }, WRITERS)
  if ('refusal' in answer) return canonicalText({ ...beside, ok: false, refusal: answer.refusal })
  return objectText({ ...beside, ok: false, failure: answer.failure }, WRITERS)
}

/** One answer of several. @internal */
export interface NamedAnswer {
  /** Where its candidate stood. */
  readonly file: string
  readonly candidate_id: string
  readonly answer: Answer
}

/** `{ok, report_path, results}`, with what else is to stand in it. @internal */
export const batchText = (
  answers: readonly NamedAnswer[],
  report_path: string | null,
  beside: { readonly [member: string]: unknown } = {},
): string =>
  objectText(
    { ...beside, ok: answers.every(({ answer }) => 'events' in answer), report_path, results: answers },
    { results: () => `[${answers.map(({ answer, ...named }) => answerText(answer, named)).join(',')}]` },
  )

const eventsText = (events: unknown): string => `[${(events as ProposalEvent[]).map(encodeEvent).join(',')}]`

const WRITERS = {
  events: eventsText,
  failure: (failure: unknown): string =>
    objectText(failure as { readonly [member: string]: unknown }, { events: eventsText }),
}

/** Says an answer to a person, and notes the exit code of what it is. @internal */
export const sayAnswer = (io: Io, answer: Answer): void => {
  if ('events' in answer) io.out(`${printable(answer.sentence)}\n`)
  else if ('refusal' in answer) io.err(`hitl-queue: ${printable(refusalInWords(answer.refusal))}\n`)
  else {
    io.err(`hitl-queue: ${printable(answer.failure.message)}\n`)
    if (answer.failure.reason === 'recorded_after_conflict') {
      for (const refusal of answer.failure.refusals)
        io.err(`hitl-queue: now it would be refused: ${printable(refusalInWords(refusal))}\n`)
    }
  }
}

/** @internal */
export const exitCodeOf = (answer: Answer): ExitCode => {
  if ('events' in answer) return 0
  if ('refusal' in answer) return 1
  const { failure } = answer
  if (failure.reason === 'unsound_log') return 3
  return failure.reason === 'not_readable' && failure.misnamed ? 2 : 4
}

/** One answer, in the form that was asked for. @internal */
export const giveAnswer = (io: Io, answer: Answer, { json }: { readonly json?: boolean }): void => {
  io.exit(exitCodeOf(answer))
  if (json === true) io.out(`${answerText(answer)}\n`)
  else sayAnswer(io, answer)
}
