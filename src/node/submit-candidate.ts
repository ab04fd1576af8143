import type { Candidate } from '../decisions/candidate.js'
import {
  checkSubmission,
  type Submission,
  type SubmissionRefusal,
  type SubmitOptions,
  submit,
} from '../decisions/submit.js'
import { inTurn } from '../decisions/submit-all.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { left, type Result, right } from '../result.js'
import type { Basis, Decision, LogStore, Recorded, RecordingFailure } from '../store/log-store.js'

/**
 * What the engine brings: replays its corpus without a candidate and with it, and says what it measured. The exact text of
 * the chain is `canonicalText(candidate.proposed_chain)`. It may take its time: nobody is kept waiting by it.
 * @public
 */
export type ReplayGate = (candidate: Candidate) => ReplayEvidence | Promise<ReplayEvidence>

/**
 * Puts a candidate forward through the engine's replay gate and keeps the answer in a log. The four checks of `submit` come
 * before the gate, so that a refused candidate never costs a replay, and once more on the log as it is when the replay is
 * done (spec §3). A refusal is part of the answer; at capacity its report is written. What was not recorded, or may not have
 * been, is the failure.
 *
 * Rejects with whatever the gate throws, with a TypeError for what `submit` throws on, and then nothing is written.
 * @public
 */
export const submitCandidate = async (
  store: LogStore,
  candidate: Candidate,
  gate: ReplayGate,
  options: SubmitOptions,
): Promise<Result<RecordingFailure, Recorded<Result<SubmissionRefusal, Submission>>>> => {
  const kept = await submitThroughGate<never, never>(store, [candidate], {
    measured: [],
    gate: async (given) => right(await gate(given)),
    optionsOn: () => right(options),
  })
  if (kept._tag === 'Left') return left(answering(kept.left, onlyResult<never, never>))
  return right(Object.freeze({ ...kept.right, answer: onlyResult(kept.right.answer) }))
}

/** How candidates get their evidence, and by what they are judged. @internal */
export interface Gated<P, G> {
  /** What was measured already, by the place of the candidate. */
  readonly measured: readonly Result<G, ReplayEvidence>[]
  /** Asked for a candidate that nothing refuses and that was not measured yet. Its left keeps the others going. */
  readonly gate: (candidate: Candidate, place: number) => Promise<Result<G, ReplayEvidence>>
  /** By what the candidates are judged on a basis, or why none of them is. */
  readonly optionsOn: (basis: Basis) => Result<P, SubmitOptions>
}

/** What became of each candidate, in their order; or why none was judged. @internal */
export type GatedAnswer<P, G> = Result<P, readonly Result<SubmissionRefusal | G, Submission>[]>

/**
 * Several candidates as one decision. The log is looked at until each candidate that it does not refuse has been measured;
 * only then anything is written, with all of them judged once more.
 * @internal
 */
export const submitThroughGate = async <P, G extends { readonly reason: string }>(
  store: LogStore,
  candidates: readonly Candidate[],
  { measured: known, gate, optionsOn }: Gated<P, G>,
): Promise<Result<RecordingFailure, Recorded<GatedAnswer<P, G>>>> => {
  const measured = new Map([...known.entries()])
  for (;;) {
    const kept = await store.record((basis) => judge(basis, candidates, measured, optionsOn))
    if (kept._tag === 'Left') return left(answering(kept.left, ({ given }: Judged<P, G>) => given))
    const { answer, ...recorded } = kept.right
    if (answer.toMeasure === null) return right(Object.freeze({ ...recorded, answer: answer.given }))
    const place = answer.toMeasure
    measured.set(place, await gate(candidates[place] as Candidate, place))
  }
}

const onlyResult = <P, G>(answer: GatedAnswer<P, G>): Result<SubmissionRefusal | G, Submission> => {
  const [result] = answer._tag === 'Right' ? answer.right : []
  if (result === undefined) throw new Error('A candidate was judged without an answer.')
  return result
}

/** A failure that carries an answer carries the one that callers know. */
const answering = <A>(failure: RecordingFailure, read: (answer: A) => unknown): RecordingFailure =>
  failure.reason === 'recorded_after_conflict'
    ? Object.freeze({ ...failure, answer: read(failure.answer as A) })
    : failure

interface Judged<P, G> {
  readonly given: GatedAnswer<P, G>
  /** The first candidate that lacks its evidence; then nothing is decided yet. */
  readonly toMeasure: number | null
}

const judge = <P, G extends { readonly reason: string }>(
  basis: Basis,
  candidates: readonly Candidate[],
  measured: ReadonlyMap<number, Result<G, ReplayEvidence>>,
  optionsOn: (basis: Basis) => Result<P, SubmitOptions>,
): Decision<Judged<P, G>> => {
  const read = optionsOn(basis)
  if (read._tag === 'Left') return { answer: { given: read, toMeasure: null }, events: [] }
  const options = read.right
  const unmeasured: number[] = []
  const batch = inTurn<readonly [number, Candidate], G | { readonly reason: 'not_measured' }>(
    basis.queue,
    candidates.entries(),
    options.source.emitted_at_revision,
    (queue, [place, candidate]) => {
      const evidence = measured.get(place)
      if (evidence?._tag === 'Left') return evidence
      if (evidence !== undefined) return submit(queue, candidate, evidence.right, options)
      const checked = checkSubmission(queue, candidate, options)
      if (checked._tag === 'Left') return checked
      unmeasured.push(place)
      return left({ reason: 'not_measured' })
    },
  )
  const [toMeasure] = unmeasured
  if (toMeasure !== undefined) return { answer: { given: right([]), toMeasure }, events: [] }
  const results = batch.results as readonly Result<SubmissionRefusal | G, Submission>[]
  return {
    answer: { given: right(results), toMeasure: null },
    events: batch.events,
    report: batch.report,
  }
}
