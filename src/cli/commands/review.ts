import {
  type Ratification,
  type RatificationAction,
  type RatificationRefusal,
  type RejectionReason,
  ratify,
} from '../../decisions/ratify.js'
import { isReviewDate } from '../../decisions/review-date.js'
import { decodeUtf8 } from '../../json/decode-utf8.js'
import { authorityOn, type RatifierHere } from '../../node/authority.js'
import { type Result, right } from '../../result.js'
import { decided } from '../../store/decided.js'
import type { Basis, Decision } from '../../store/log-store.js'
import { findItem } from '../../views/derive-queue.js'
import { chainInWords } from '../../views/words.js'
import { giveAnswer } from '../answers.js'
import { bytesOrSay } from '../documents.js'
import type { Io } from '../io.js'
import { ratifierOrSay } from '../who.js'
import { recordOrSay, sayMisuse, type WriteOptions } from '../write.js'

/** @internal */
export interface ReviewOptions extends WriteOptions {
  readonly accept?: boolean
  readonly reject?: boolean
  readonly withdraw?: boolean
  readonly note?: string
  readonly noteFile?: string
  readonly reason?: RejectionReason
  readonly reviewDate?: string
  readonly corpus?: string
}

/** `hitl-queue review`. @internal */
export const review = async (io: Io, proposal_id: string, options: ReviewOptions): Promise<void> => {
  const here = ratifierOrSay(io, options)
  if (here === null) return
  const actions = ACTIONS.filter((action) => options[action] === true)
  const [action] = actions
  if (action === undefined || actions.length > 1)
    return sayMisuse(io, 'Say one of --accept, --reject and --withdraw.')
  const { reason, reviewDate: review_date = io.now().toISOString().slice(0, 10) } = options
  if (reason !== undefined && action !== 'reject') return sayMisuse(io, '--reason is for --reject alone.')
  if (options.corpus !== undefined && action !== 'accept')
    return sayMisuse(io, '--corpus is for --accept alone.')
  if (!isReviewDate(review_date))
    return sayMisuse(io, `'${review_date}' is no day of the calendar. Say --review-date YYYY-MM-DD.`)
  const note = await noteOrSay(io, options)
  if (note === null) return

  const request = { proposal_id, action, note, review_date, ...(reason === undefined ? {} : { reason }) }
  const kept = await recordOrSay<Answered>(io, options, {
    corpus: options.corpus,
    record: (store) => store.record((basis) => decide(basis, here, request)),
    refusalsOf: (answer) =>
      answer._tag === 'Right' && answer.right._tag === 'Left' ? [answer.right.left] : [],
  })
  if (kept === null) return
  const { answer, queue } = kept
  if (answer._tag === 'Left') return sayMisuse(io, answer.left)
  if (answer.right._tag === 'Left') return giveAnswer(io, { refusal: answer.right.left }, options)
  const { events } = answer.right.right
  const item = findItem(queue, proposal_id)
  const chain = item === null ? '' : `: ${chainInWords(item)}`
  giveAnswer(io, { events, sentence: `${DONE[action]} ${proposal_id}${chain}` }, options)
  if (action === 'accept' && options.corpus === undefined)
    io.err('Its chain is not in a corpus yet. Finish it with settle.\n')
}

const ACTIONS = ['accept', 'reject', 'withdraw'] as const

const DONE: { readonly [A in RatificationAction]: string } = {
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrew',
}

/** A decision, or why nobody can be named who would take it. */
type Answered = Result<string, Result<RatificationRefusal, Ratification>>

const decide = (
  { queue, commit_sha, corpus }: Basis,
  { ratifier }: RatifierHere,
  request: Omit<Parameters<typeof ratify>[1], 'authority'>,
): Decision<Answered> => {
  const authority = authorityOn(ratifier, commit_sha)
  if (authority._tag === 'Left') return { answer: { _tag: 'Left', left: authority.left.message }, events: [] }
  const result = ratify(queue, {
    ...request,
    authority: authority.right,
    corpus,
  })
  return { ...decided(result), answer: right(result) }
}

const noteOrSay = async (io: Io, { note = '', noteFile }: ReviewOptions): Promise<string | null> => {
  if (noteFile === undefined) return note
  const bytes = await bytesOrSay(io, noteFile)
  if (bytes === null) return null
  const text = decodeUtf8(bytes)
  if (text === null) sayMisuse(io, `${noteFile}: it is not UTF-8. Save it as UTF-8.`)
  // The newline that ends a text file is no part of the note.
  return text?.replace(/\r?\n$/, '') ?? null
}
