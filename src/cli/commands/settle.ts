import type { Ratification } from '../../decisions/ratify.js'
import { type SettleRefusal, settle } from '../../decisions/settle.js'
import { authorityOn, type RatifierHere, surfaceOf } from '../../node/authority.js'
import { left, type Result, right } from '../../result.js'
import { decided } from '../../store/decided.js'
import type { Basis, Decision } from '../../store/log-store.js'
import { giveAnswer } from '../answers.js'
import type { Io } from '../io.js'
import { ratifierOrSay } from '../who.js'
import { recordOrSay, sayMisuse, type WriteOptions } from '../write.js'

/** `hitl-queue settle`. @internal */
export const settleAccept = async (
  io: Io,
  proposal_id: string,
  options: WriteOptions & { readonly corpus: string },
): Promise<void> => {
  // At a working copy nobody is asked: what is finished is the decision of whoever accepted.
  const atWorkingCopy = surfaceOf(io.env)
  const local = atWorkingCopy._tag === 'Right' && atWorkingCopy.right === 'cli'
  const here = local ? null : ratifierOrSay(io, options)
  if (!local && here === null) return
  const kept = await recordOrSay<Answered>(io, options, {
    corpus: options.corpus,
    record: (store) => store.record((basis) => decide(basis, here, proposal_id)),
    refusalsOf: (answer) =>
      answer._tag === 'Right' && answer.right._tag === 'Left' ? [answer.right.left] : [],
  })
  if (kept === null) return
  const { answer } = kept
  if (answer._tag === 'Left') return sayMisuse(io, answer.left)
  if (answer.right._tag === 'Left') return giveAnswer(io, { refusal: answer.right.left }, options)
  const { events, corpusLine } = answer.right.right
  const sentence =
    events.length === 0 && corpusLine === null
      ? `${proposal_id} owes nothing: log and corpus have it`
      : `settled ${proposal_id}: log and corpus have it`
  giveAnswer(io, { events, sentence }, options)
}

/** What is finished, or why nobody can be named who would. */
type Answered = Result<string, Result<SettleRefusal, Ratification>>

const decide = (basis: Basis, here: RatifierHere | null, proposal_id: string): Decision<Answered> => {
  const { queue, corpus } = basis
  if (corpus === undefined) throw new Error('A store that was given a corpus has none.')
  const authority = here === null ? null : authorityOn(here.ratifier, basis.commit_sha)
  if (authority?._tag === 'Left') return { answer: left(authority.left.message), events: [] }
  const result = settle(queue, {
    proposal_id,
    corpus,
    authority: authority?.right,
  })
  return { ...decided(result), answer: right(result) }
}
