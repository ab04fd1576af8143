import { evidenceText } from '../../events/evidence-text.js'
import type { Transition } from '../../events/transition.js'
import { canonicalText } from '../../json/canonical-text.js'
import type { QueueItem } from '../../views/derive-queue.js'
import { printable } from '../../views/printable.js'
import { itemText } from '../../views/queue-text.js'
import { chainInWords, replayInWords } from '../../views/words.js'
import { itemMeant } from '../find-id.js'
import type { Io } from '../io.js'
import { queueOrSay, type SourceOptions, sayProblems } from '../read.js'

/** `hitl-queue show`. @internal */
export const show = async (
  io: Io,
  id: string,
  options: SourceOptions & { readonly json?: boolean },
): Promise<void> => {
  const read = await queueOrSay(io, options)
  if (read === null) return
  const item = itemMeant(io, read, id)
  if (item !== null) {
    io.out(
      options.json === true
        ? `{"item":${itemText(item)},"problems":${canonicalText(read.problems.listed)}}\n`
        : inWords(item),
    )
  }
  sayProblems(io, read.problems, options.log)
}

const inWords = (item: QueueItem): string => {
  const source =
    item.source_kind === null ? 'not recorded' : [item.source_kind, item.source_id ?? ''].join(' ').trim()
  const facts: readonly (readonly [string, string])[] = [
    ['proposal_id', item.proposal_id],
    ['state', item.state],
    ['age_proposals', String(item.age_proposals)],
    ['source', source],
    ['report', item.contemplation_report_path ?? 'none'],
    ['replay', replayInWords(item.replay_evidence)],
    ['evidence', item.replay_evidence === null ? 'none' : evidenceText(item.replay_evidence)],
    ['chain', canonicalText(item.proposed_chain)],
  ]
  return [
    `${chainInWords(item)}\n\n`,
    ...facts.map(([name, value]) => `${name.padEnd(15)}${printable(value)}\n`),
    item.review_history.length === 0 ? '\nNot reviewed yet.\n' : '\nHistory, oldest first:\n',
    ...item.review_history.map(step),
  ].join('')
}

const step = (transition: Transition): string => {
  const { to, note, actor, ratifier_kind, review_date, commit_sha, workflow_run_id } = transition
  const by = [
    actor == null ? '' : `by ${actor}`,
    ratifier_kind == null ? '' : `via ${ratifier_kind}`,
    review_date == null ? '' : `on ${review_date}`,
    commit_sha == null ? '' : `at ${commit_sha}`,
    workflow_run_id == null ? '' : `in run ${workflow_run_id}`,
  ].filter((part) => part !== '')
  return `  ${printable([to, ...by].join(' '))}${note ? `\n    ${printable(note)}` : ''}\n`
}
