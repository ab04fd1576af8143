import { JsonObject } from '../events/codec.js'
import { ProposedChain } from '../events/created.js'
import { ReplayEvidence } from '../events/replay-evidence.js'
import { floatText } from '../json/canonical-text.js'
import { compareCodePoints } from '../json/compare-code-points.js'
import { type ItemRecord, pendingRecords, type QueueState, recordOf, records } from '../queue/queue-state.js'
import { type RunReport, skippedCandidates } from '../reports/run-report.js'
import { printable } from './printable.js'
import { chainInWords, replayInWords } from './words.js'

/** What a summary is of, beside the queue. @public */
export interface SummaryOptions {
  /** The report whose pull request is opened. Without one, the summary is of the queue alone. */
  readonly report?: RunReport | null | undefined
  /** How many proposals may be pending at once. Default: 256. */
  readonly cap?: number | undefined
}

/**
 * What a person on a phone needs to know before merging a report, as the Markdown of a pull request's body: how full the
 * queue is, what the report proposes and how its replay went, whether that is in the log yet, and what merging does and
 * does not do. Text from the files stands in code spans, where GitHub makes no mention, link, reference or HTML of it, and
 * is bounded, so that the whole is far below what a body may hold (spec §4, surface A).
 *
 * @param queue - the queue that merging would find
 * @param options - the report whose pull request it is, and the cap
 * @public
 */
export const renderSummary = (
  queue: QueueState,
  { report = null, cap = 256 }: SummaryOptions = {},
): string => {
  const about = report === null ? aboutQueue(queue) : aboutReport(queue, report)
  return `${[...fill(queue, cap), ...about].join('\n')}\n`
}

const fill = ({ itemCount, pendingCount }: QueueState, cap: number): string[] => {
  const full = pendingCount >= cap
  // Neither empty nor full is shown before it is so.
  const cells = full ? CELLS : Math.min(CELLS - 1, Math.ceil((pendingCount / cap) * CELLS))
  return [
    '## The queue',
    '',
    `\`${'█'.repeat(cells)}${'░'.repeat(CELLS - cells)}\` ${pendingCount} of ${cap} pending, ${itemCount - pendingCount} settled`,
    '',
    ...(full
      ? ['**The queue is full.** Until a person decides on a pending proposal, no new one is admitted.', '']
      : []),
  ]
}

const CELLS = 20

const aboutQueue = (queue: QueueState): string[] => [
  ...oldestPending(queue),
  'A pending proposal is not true for the engine. Only a person makes it so, by accepting it.',
]

const aboutReport = (queue: QueueState, report: RunReport): string[] => {
  switch (report.report_kind) {
    case 'learning_arc':
      return aboutProposals(queue, report)
    case 'queue_full':
      return aboutSkipped(queue, report)
    default:
      return [
        `This report is of the kind ${code(report.report_kind)}, which this version does not know. It belongs to no proposal.`,
        '',
        ...merging('Merging keeps the report. It admits nothing and ratifies nothing.'),
      ]
  }
}

const aboutProposals = (queue: QueueState, report: RunReport): string[] => {
  const { proposal_ids } = report
  return [
    ...proposal_ids.slice(0, MOST_PROPOSALS).flatMap((id) => aboutProposal(queue, report, id)),
    ...more(proposal_ids.length - MOST_PROPOSALS, 'proposals'),
    ...(proposal_ids.length === 0 ? ['This report names no proposal.', ''] : []),
    ...merging(effectOf(queue, report)),
  ]
}

const MOST_PROPOSALS = 5

const aboutProposal = (queue: QueueState, report: RunReport, id: string): string[] => {
  const record = recordOf(queue, id)
  const { chain, evidence } = record === null ? proposedBy(report, id) : inLog(record)
  return [
    `## Proposal ${code(id)}`,
    '',
    `- Chain: ${chain === null ? 'the report does not say' : chainCode(chain)}`,
    ...replayLines(evidence),
    `- In the log: ${record === null ? 'not yet' : `yes, ${stateInWords(queue, record)}`}`,
    '',
  ]
}

/** What a report says of a proposal that the log does not have: at its top, or in the scene that made the proposal. */
const proposedBy = ({ content }: RunReport, id: string): Told => {
  const scenes = (content.scenes ?? []) as readonly { readonly detail?: unknown }[]
  const places = [
    { ...asObject(content.candidate), ...content },
    ...scenes.map(({ detail }) => asObject(detail)),
  ]
  const own = places.filter(({ proposal_id }) => proposal_id === id)
  return {
    chain: own.map(({ proposed_chain }) => proposed_chain).find(ProposedChain.is) ?? null,
    evidence: own.map(({ replay_evidence }) => replay_evidence).find(ReplayEvidence.is) ?? null,
  }
}

const inLog = ({ proposal, replay_evidence }: ItemRecord): Told => ({
  chain: proposal.proposed_chain,
  evidence: replay_evidence,
})

interface Told {
  readonly chain: ProposedChain | null
  readonly evidence: ReplayEvidence | null
}

const asObject = (value: unknown): { readonly [member: string]: unknown } =>
  JsonObject.is(value) ? value : {}

const replayLines = (evidence: ReplayEvidence | null): string[] => {
  if (evidence === null) return ['- Replay: not measured']
  const { replay_equivalent, regressed_metrics, baseline, candidate } = evidence
  const worse = regressed_metrics.slice(0, MOST_METRICS).map(code).join(', ')
  const beyond = regressed_metrics.length > MOST_METRICS ? ', …' : ''
  const metrics = [...new Set([...Object.keys(baseline), ...Object.keys(candidate)])].sort(compareCodePoints)
  return [
    `- Replay: ${replay_equivalent ? 'equivalent, nothing got worse' : `**regressed**${worse && ` in ${worse}${beyond}`}`}`,
    ...metrics
      .slice(0, MOST_METRICS)
      .map((metric) => `  - ${code(metric)}: ${value(baseline, metric)} → ${value(candidate, metric)}`),
    ...more(metrics.length - MOST_METRICS, 'metrics', '  - '),
  ]
}

const MOST_METRICS = 10

const value = (metrics: ReplayEvidence['baseline'], metric: string): string => {
  const measured = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined
  return measured === undefined ? 'none' : floatText(measured)
}

const stateInWords = ({ itemCount }: QueueState, { state, position }: ItemRecord): string =>
  state === 'pending' ? `pending; ${itemCount - 1 - position} came after it` : state

/** What merging a report does, by what the log has of it and by what `ingest` can take from it. */
const effectOf = (queue: QueueState, { proposal_ids, content }: RunReport): string => {
  if (proposal_ids.length === 0)
    return 'Merging keeps the report. It admits nothing, as the report names no proposal.'
  if (proposal_ids.every((id) => recordOf(queue, id) !== null))
    return 'The log has what this report proposes. Merging keeps the report beside it and changes nothing in the queue.'
  return JsonObject.is(content.candidate) && JsonObject.is(content.replay_evidence)
    ? 'Merging admits the proposal: once the report is on the default branch, `ingest` puts it into the queue, unless a rule refuses it.'
    : 'Merging keeps the report. It does not carry both a candidate and its replay evidence, so `ingest` cannot put it into the queue.'
}

const aboutSkipped = (queue: QueueState, report: RunReport): string[] => {
  const skipped = skippedCandidates(report)
  const proposed = new Set<string>()
  for (const { proposal } of records(queue))
    if (proposal.source_candidate_id !== undefined) proposed.add(proposal.source_candidate_id)
  return [
    '## Skipped for want of room',
    '',
    ...skipped
      .slice(0, MOST_LISTED)
      .map((id) => `- ${code(id)}${proposed.has(id) ? ', proposed since' : ', still not proposed'}`),
    ...more(skipped.length - MOST_LISTED, 'candidates'),
    ...(skipped.length === 0 ? ['No candidate.'] : []),
    '',
    ...oldestPending(queue),
    ...merging(
      'Merging keeps the list of skipped candidates. It admits none of them: decide on pending proposals, and a later run can propose them again.',
    ),
  ]
}

const oldestPending = (queue: QueueState): string[] => {
  const oldest: string[] = []
  let listed = 0
  for (const record of pendingRecords(queue)) {
    if (listed === MOST_LISTED) break
    const { proposal, replay_evidence, position } = record
    const replay = replay_evidence === null ? 'not measured' : replayInWords(replay_evidence)
    oldest.push(
      `- ${chainCode(proposal.proposed_chain)}`,
      `  - ${code(proposal.proposal_id)}, replay ${replay}, ${queue.itemCount - 1 - position} came after it`,
    )
    listed += 1
  }
  return [
    '## Pending, the oldest first',
    '',
    ...(listed === 0 ? ['Nothing waits.'] : oldest),
    ...more(queue.pendingCount - listed, 'pending'),
    '',
  ]
}

/** What is true of every merge, behind what is true of this one. */
const merging = (effect: string): string[] => [
  '## What merging does',
  '',
  effect,
  '',
  'It ratifies nothing. What a pending proposal says is not true for the engine until a person accepts it, with the workflow *Ratify a proposal* or `hitl-queue review`.',
]

const chainCode = ({ subject, connective, object, intent }: ProposedChain): string =>
  span(
    chainInWords({
      proposed_chain: {
        subject: lemma(subject),
        connective: lemma(connective),
        object: lemma(object),
        intent: lemma(intent),
      },
    }),
  )

const lemma = (text: string): string => shown(text, LONGEST_LEMMA)

const more = (count: number, what: string, bullet = '- '): string[] =>
  count > 0 ? [`${bullet}… and ${count} more ${what}`] : []

const MOST_LISTED = 10

const LONGEST_LEMMA = 80

const LONGEST_TEXT = 120

/** Text from a file, as a code span. */
const code = (text: string): string => span(shown(text, LONGEST_TEXT))

/** Text from a file on one line, cut to a number of characters. */
const shown = (text: string, length: number): string => {
  // One that is cut in two by this stands behind the last that is shown.
  const start = text.slice(0, 2 * length + 2)
  const characters = [...printable(start)]
  return characters.length > length || start.length < text.length
    ? `${characters.slice(0, length).join('')}…`
    : characters.join('')
}

/** A code span of a text without line ends, between fences that are longer than any run of backticks in it. */
const span = (text: string): string => {
  if (text === '') return '*(empty)*'
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  // One space on both sides is taken away again: it parts backticks from the fence, and saves spaces that stand there.
  const padding = /^`|`$|^ .*[^ ].* $/u.test(text) ? ' ' : ''
  return `${fence}${padding}${text}${padding}${fence}`
}
