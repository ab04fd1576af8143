import { sourceFault } from '../decisions/own-values.js'
import { replayEvents } from '../decisions/replay-events.js'
import { checkSubmission, type SubmissionRefusal, submit } from '../decisions/submit.js'
import { bounded } from '../events/codec.js'
import type { Created, Proposal } from '../events/created.js'
import type { ProposalEvent } from '../events/proposal-event.js'
import { proposalIdOf } from '../events/proposal-event.js'
import { checkProposalId, proposalId } from '../events/proposal-id.js'
import type { Replay } from '../events/replay.js'
import { canonicalJson } from '../json/canonical-json.js'
import { canonicalText } from '../json/canonical-text.js'
import { encodeEvent } from '../log/encode-event.js'
import type { LogProblem } from '../log/log-problem.js'
import type { LogEntry } from '../log/log-reader.js'
import { type LogRewriteCode, rewriteOf } from '../log/log-rewrite.js'
import { readLog } from '../log/read-log.js'
import { replay } from '../queue/evolve.js'
import type { QueueState } from '../queue/queue-state.js'

/**
 * What a branch adds to the log, held to what a pull request may add: whole submissions, as `submit` would have written
 * them, behind a log of which no byte changed. Decisions do not come by pull request (spec §4, surface A).
 * @internal
 */
export interface LogGrowth {
  /** The ids of the submissions that were added, in order. */
  readonly submitted: readonly string[]
  /** Everything else, in the order of the lines. Empty: the branch may be merged. */
  readonly findings: readonly GrowthFinding[]
  /** Whether the log of the branch holds a problem of severity error. */
  readonly errors: boolean
}

/** Something that a branch did to the log and that a pull request may not do. @internal */
export interface GrowthFinding {
  readonly code: GrowthCode
  /** Physical line of the log, from 1. */
  readonly line: number
  /** The proposal that it is about, when that is known. */
  readonly proposal_id: string | null
  readonly message: string
}

/** What `check` can find: what is wrong with the log, with a line of it, or with what a submission would be. @internal */
export type GrowthCode = LogRewriteCode | LogProblem['code'] | SubmissionRefusal['reason'] | AdditionCode

/** What can be wrong with lines that are read and stand behind all others. @internal */
export type AdditionCode =
  | 'logs_grew_apart'
  | 'unsound_base'
  | 'blank_line'
  | 'transition_outside_submission'
  | 'replay_outside_submission'
  | 'corpus_append_outside_submission'
  | 'replay_missing'
  | 'rejection_missing'
  | 'id_not_recomputable'
  | 'id_mismatch'
  | 'review_state_not_pending'
  | 'not_a_submission'
  | 'not_canonical'

/** The log at each of the commits that matter; `null` where there is none. @internal */
export interface LogsOfBranch {
  /** Where the branch began: at each merge base, of which there is mostly one. */
  readonly bases: readonly (Uint8Array | null)[]
  /** What the branch is to be merged into, as it is now. */
  readonly tip: Uint8Array | null
  /** The branch. */
  readonly head: Uint8Array | null
}

/** By which rules submissions are judged. @internal */
export interface GrowthOptions {
  readonly cap: number
  /** Whether evaluative claims may be proposed here. */
  readonly allow_evaluative: boolean
}

/** @internal */
export const judgeGrowth = ({ bases, tip, head }: LogsOfBranch, options: GrowthOptions): LogGrowth => {
  for (const base of bases) {
    const rewritten = rewriteOf(base, head)
    if (rewritten !== null) {
      const { code, line, proposal_ids, message } = rewritten
      const { problems } = readLog(head ?? '', { duplicateKeys: true })
      const ids = proposal_ids.map((id) => finding(code, line, id, message))
      return growth(
        [
          ...(ids.length === 0 ? [finding(code, line, null, message)] : ids),
          ...problems.filter((problem) => problem.line >= line).map(asFinding),
        ],
        [],
        problems,
      )
    }
  }
  // What the branch has of the tip already it has not added.
  const grounds = rewriteOf(tip, head) === null ? [...bases, tip] : bases
  const ground = grounds.reduce((a, b) => ((b?.length ?? 0) > (a?.length ?? 0) ? b : a), null)
  if (head === null || head.length <= (ground?.length ?? 0)) return growth([], [], [])
  return judgeAdded(head, ground?.length ?? 0, tip, options)
}

const judgeAdded = (
  head: Uint8Array,
  from: number,
  tip: Uint8Array | null,
  options: GrowthOptions,
): LogGrowth => {
  const { entries, problems, lines } = readLog(head, { duplicateKeys: true })
  const old = entries.filter(({ offset }) => offset < from)
  const added = entries.filter(({ offset }) => offset >= from)
  const odd = problems.filter(({ offset }) => offset >= from)
  const unsound = problems.find(
    ({ offset, severity, code }) => offset < from && (severity === 'error' || code === 'unknown_event'),
  )
  const firstNew = linesBefore(head, from) + 1
  const known = new Set([...added, ...odd].map(({ line }) => line))
  const blank: GrowthFinding[] = []
  for (let line = firstNew; line <= lines; line += 1) {
    if (known.has(line)) continue
    blank.push(
      finding(
        'blank_line',
        line,
        null,
        'A blank line was added. A line of the log is one event; take it out.',
      ),
    )
  }
  const findings = [...odd.map(asFinding), ...blank]
  if (unsound !== undefined && added.length > 0) {
    findings.push(
      finding(
        'unsound_base',
        unsound.line,
        null,
        `The log had a problem before this branch (${unsound.code}), and nobody writes behind one. See to it first.`,
      ),
    )
  }
  const apart = rewriteOf(tip, head)
  const submissions = judgeSubmissions(replay(old.map(({ event }) => event)), added, options)
  if (apart !== null) findings.push(...grewApart(added))
  findings.push(...submissions.findings)
  return growth(findings, submissions.submitted, problems)
}

const growth = (
  findings: readonly GrowthFinding[],
  submitted: readonly string[],
  problems: readonly LogProblem[],
): LogGrowth =>
  Object.freeze({
    findings: Object.freeze([...findings].sort((a, b) => a.line - b.line)),
    submitted: Object.freeze(submitted),
    errors: problems.some(({ severity }) => severity === 'error'),
  })

const finding = (
  code: GrowthCode,
  line: number,
  proposal_id: string | null,
  message: string,
): GrowthFinding => Object.freeze({ code, line, proposal_id, message })

const asFinding = ({ code, line, message }: LogProblem): GrowthFinding => finding(code, line, null, message)

const linesBefore = (bytes: Uint8Array, end: number): number => {
  let lines = 0
  for (let at = bytes.indexOf(LF); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1)) lines += 1
  // The newline that a whole last line did not have stands behind the end, and ends that line.
  return end > 0 && bytes[end - 1] !== LF ? lines + 1 : lines
}

const LF = 10

/** Git shows a conflict for these on purpose: their lines must be decided on anew, behind those of the tip. */
const grewApart = (added: readonly LogEntry[]): GrowthFinding[] => {
  const ids = new Map<string, number>()
  for (const { event, line } of added) if (!ids.has(proposalIdOf(event))) ids.set(proposalIdOf(event), line)
  return [...ids].map(([id, line]) =>
    finding(
      'logs_grew_apart',
      line,
      id,
      'The log has grown on the other branch too, so this line was not decided on what stands before it there. Take the log of that branch whole, and submit or review again on its tip.',
    ),
  )
}

interface Judged {
  readonly findings: readonly GrowthFinding[]
  readonly submitted: readonly string[]
}

const judgeSubmissions = (before: QueueState, added: readonly LogEntry[], options: GrowthOptions): Judged => {
  const findings: GrowthFinding[] = []
  const submitted: string[] = []
  let queue = before
  for (let at = 0; at < added.length; ) {
    const { event, line } = added[at] as LogEntry
    let taken = 1
    if (event.event === 'created') {
      const judged = judgeSubmission(queue, added.slice(at, at + 3), options)
      findings.push(...judged.findings)
      if (judged.findings.length === 0) submitted.push(event.proposal.proposal_id)
      taken = judged.taken
    } else {
      findings.push(
        finding(OUTSIDE[event.event].code, line, proposalIdOf(event), OUTSIDE[event.event].message),
      )
    }
    queue = replay(
      added.slice(at, at + taken).map((entry) => entry.event),
      queue,
    )
    at += taken
  }
  return { findings, submitted }
}

const OUTSIDE: {
  readonly [event in Exclude<ProposalEvent['event'], 'created'>]: {
    readonly code: GrowthCode
    readonly message: string
  }
} = {
  transition: {
    code: 'transition_outside_submission',
    message:
      'A decision does not come by pull request. Take the line out, and decide with the workflow or with `review`.',
  },
  replay: {
    code: 'replay_outside_submission',
    message:
      'Evidence for a proposal that this branch does not submit. Take the line out, and use `record-replay` where the log is kept.',
  },
  accepted_corpus_append: {
    code: 'corpus_append_outside_submission',
    message: 'Only an accept puts a chain into the corpus. Take the line out.',
  },
}

/** A `created` line and those behind it, against what `submit` would have appended for the same candidate. */
const judgeSubmission = (
  queue: QueueState,
  [first, second, third]: readonly LogEntry[],
  { cap, allow_evaluative }: GrowthOptions,
): { readonly findings: readonly GrowthFinding[]; readonly taken: number } => {
  const { event, line } = first as LogEntry & { readonly event: Created }
  const { proposal } = event
  const { proposal_id } = proposal
  const findings: GrowthFinding[] = []
  const find = (code: GrowthCode, message: string, of = line): void => {
    findings.push(finding(code, of, proposal_id, message))
  }
  const measured =
    second?.event.event === 'replay' && second.event.proposal_id === proposal_id
      ? { ...second, event: second.event }
      : null
  if (measured === null) {
    find(
      'replay_missing',
      'The replay of a submission stands right behind its `created`. Submit it with its evidence.',
    )
  }
  const [, rejection] = measured === null ? [] : replayEvents(proposal_id, measured.event.replay_evidence)
  const rejected = rejection !== undefined && third?.text === encodeEvent(rejection)
  const taken = measured === null ? 1 : rejected ? 3 : 2
  if (measured !== null && rejection !== undefined && !rejected) {
    find(
      'rejection_missing',
      `The replay is not equivalent, and the rejection that the gate gives does not stand right behind it: ${bounded(encodeEvent(rejection), 300)}`,
      measured.line,
    )
  }

  const { source_candidate_id, source } = proposal
  if (source_candidate_id === undefined) {
    find(
      'id_not_recomputable',
      'The line has no source_candidate_id, so nobody can tell whether its id is its own.',
    )
    return { findings, taken }
  }
  if (checkProposalId(proposal) === 'mismatch') {
    find(
      'id_mismatch',
      `The id belongs to other content; this content gives ${proposalId(source_candidate_id, proposal.proposed_chain)}. Submit the candidate anew.`,
    )
  }
  if (proposal.review_state !== 'pending') {
    find(
      'review_state_not_pending',
      'A submission says that its review_state is pending. Submit the candidate anew.',
    )
  }
  const unsubmittable = source_candidate_id === '' ? 'source_candidate_id is empty' : sourceFault(source)
  if (unsubmittable !== null || !source) {
    find('not_a_submission', `No submission writes this: ${unsubmittable}. Submit the candidate anew.`)
    return { findings, taken }
  }

  const candidate = { ...candidateOf(proposal), candidate_id: source_candidate_id }
  const judge = { source, cap, allow_evaluative }
  const answer =
    measured === null
      ? checkSubmission(queue, candidate, judge)
      : submit(queue, candidate, measured.event.replay_evidence, judge)
  if (answer._tag === 'Left') find(answer.left.reason, refusalInWords(answer.left))
  if (answer._tag === 'Left' || !('events' in answer.right) || measured === null) return { findings, taken }

  const [created, replayed] = answer.right.events
  if (findings.length === 0) compare(first as LogEntry, created as ProposalEvent, find)
  // Under an id that is not its own the line before has been named already.
  compare(measured, { ...(replayed as Replay), proposal_id }, find)
  return { findings, taken }
}

/** What the engine must have put forward. Of its own word that nothing is out of bounds the log keeps nothing. */
const candidateOf = ({ proposed_chain, polarity, claim_domain, evidence }: Proposal) => ({
  proposed_chain,
  polarity,
  claim_domain,
  evidence,
  boundary_clean: true,
})

const refusalInWords = (refusal: SubmissionRefusal): string => {
  switch (refusal.reason) {
    case 'ineligible':
      return `The candidate does not pass: ${refusal.failed_gates.join(', ')}. It can never become a proposal as it is.`
    case 'queue_full':
      return `${refusal.pending_count} proposals are pending, and the cap is ${refusal.cap}. Decide on some, then submit it again.`
    case 'duplicate':
      return `The log has ${refusal.proposal_id} already, ${refusal.existing_state}. Take the line out.`
    case 'dependent_on_pending':
      return `It shares ${quoted(refusal.overlapping_lemmas)} with the pending ${quoted(refusal.dependent_on)}. Decide on that first, then submit it again.`
  }
}

const quoted = (texts: readonly string[]): string =>
  bounded(texts.map((text) => JSON.stringify(text)).join(', '), 200)

/** Whether a line is the one that `submit` writes, and if not, in which member it is another. */
const compare = (
  { text, event, line }: LogEntry,
  expected: ProposalEvent,
  find: (code: GrowthCode, message: string, line: number) => void,
): void => {
  if (text === encodeEvent(expected)) return
  const member = differing(event, expected)
  if (member !== null) {
    find(
      'not_a_submission',
      `No submission writes this ${bounded(member, 80)}. Submit the candidate anew.`,
      line,
    )
    return
  }
  const canonical = canonicalJson(text)
  find(
    'not_canonical',
    `The line is not in the bytes in which submissions are written${canonical._tag === 'Right' && canonical.right === text ? ': a metric is a float, as 1.0' : ''}. Submit the candidate anew.`,
    line,
  )
}

/** The first member, by its path, that one event has and the other has not, or has with another value. */
const differing = (actual: object, expected: object, path = ''): string | null => {
  const [a, b] = [actual, expected] as readonly { readonly [member: string]: unknown }[]
  for (const member of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = path === '' ? member : `${path}.${member}`
    const [mine, theirs] = [a?.[member], b?.[member]]
    if (mine === undefined || theirs === undefined) return at
    if (member === 'proposal') {
      const inside = differing(mine as object, theirs as object, at)
      if (inside !== null) return inside
    } else if (
      JSON.stringify(mine) !== JSON.stringify(theirs) &&
      canonicalText(mine) !== canonicalText(theirs)
    ) {
      return at
    }
  }
  return null
}
