import { statSync } from 'node:fs'
import { readCandidate } from '../../decisions/candidate.js'
import { JsonObject } from '../../events/codec.js'
import { evidenceText } from '../../events/evidence-text.js'
import { proposalId } from '../../events/proposal-id.js'
import { type DocumentProblem, readDocument } from '../../events/read-document.js'
import { readEvidence } from '../../events/read-evidence.js'
import { canonicalJson } from '../../json/canonical-json.js'
import { canonicalText } from '../../json/canonical-text.js'
import { decodeUtf8 } from '../../json/decode-utf8.js'
import { rawMember } from '../../json/exact-text.js'
import { objectText } from '../../json/object-text.js'
import { commitAt } from '../../node/git.js'
import { writeReport } from '../../node/write-report.js'
import { DEFAULT_RUNS } from '../../reports/default-runs.js'
import { readReport } from '../../reports/run-report.js'
import { type Result, right } from '../../result.js'
import { printable } from '../../views/printable.js'
import { giveAnswer } from '../answers.js'
import { documentOrSay } from '../documents.js'
import type { Io } from '../io.js'
import { sayMisuse } from '../write.js'

/** @internal */
export interface ReportOptions {
  readonly candidate: string
  readonly evidence: string
  readonly merge?: string
  readonly emittedAtRevision?: string
  readonly runs?: string
  readonly json?: boolean
}

/** `hitl-queue report`. @internal */
export const report = async (io: Io, options: ReportOptions): Promise<void> => {
  const { runs = DEFAULT_RUNS } = options
  if ([options.candidate, options.evidence, options.merge].filter((file) => file === '-').length > 1)
    return sayMisuse(io, 'Only one of the files can be stdin.')
  if (options.emittedAtRevision === '')
    return sayMisuse(io, '--emitted-at-revision is empty. Say a revision.')
  if (options.runs !== undefined && !isFolder(runs))
    return sayMisuse(io, `${runs}: there is no such folder. Name the folder of the reports.`)
  const candidate = await documentOrSay(io, options.candidate, withText(readCandidate))
  const evidence = candidate && (await documentOrSay(io, options.evidence, readEvidence))
  const beside = evidence && (await besideOrSay(io, options.merge))
  if (candidate === null || evidence === null || beside === null) return

  const { candidate_id, proposed_chain } = candidate.value
  const proposal_id = proposalId(candidate_id, proposed_chain)
  const revision = options.emittedAtRevision ?? headAround(runs)
  const own: Texts = {
    report_kind: '"learning_arc"',
    proposal_id: canonicalText(proposal_id),
    candidate: candidate.text,
    replay_evidence: evidenceText(evidence),
    ...(revision === null ? {} : { emitted_at_revision: canonicalText(revision) }),
  }
  const taken = OWN.find((member) => Object.hasOwn(beside, member))
  if (taken !== undefined)
    return sayMisuse(
      io,
      `${options.merge}: it has the member ${taken}, which this command writes. Take it out.`,
    )
  const text = objectText({ ...beside, ...own }, {}, String)
  const [problem] = readReport(text, { runs, file_name: options.merge ?? options.candidate }).problems
  if (problem !== undefined) return sayMisuse(io, problem.message)

  const written = writeReport(runs, { text, suffix: '' }, io.now())
  if (written._tag === 'Left') return giveAnswer(io, { failure: written.left }, options)
  const path = written.right
  if (options.json === true) io.out(`${canonicalText({ ok: true, path, proposal_id })}\n`)
  else io.out(`${printable(path)}\n`)
}

const OWN = ['report_kind', 'proposal_id', 'candidate', 'replay_evidence', 'emitted_at_revision'] as const

/** Canonical texts by the member that they are of. */
type Texts = { readonly [member: string]: string }

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const headAround = (runs: string): string | null => {
  const head = commitAt('HEAD', runs)
  return head._tag === 'Right' ? head.right : null
}

/** What the engine adds, as it spelled it; nothing, without a file. */
const besideOrSay = async (io: Io, file: string | undefined): Promise<Texts | null> => {
  if (file === undefined) return {}
  const read = await documentOrSay(io, file, (content) =>
    readDocument(content, JsonObject, 'invalid_candidate'),
  )
  if (read === null) return null
  return Object.fromEntries(
    Object.keys(read.value).map((member) => [member, canonical(rawMember(read.text, [member]) ?? '')]),
  )
}

/** A reader that also gives the canonical text of the whole document. */
const withText =
  <A>(read: (content: string | Uint8Array) => Result<readonly DocumentProblem[], A>) =>
  (
    content: string | Uint8Array,
  ): Result<readonly DocumentProblem[], { readonly value: A; readonly text: string }> => {
    const result = read(content)
    if (result._tag === 'Left') return result
    const text = typeof content === 'string' ? content : (decodeUtf8(content) ?? '')
    return right({ value: result.right, text: canonical(text) })
  }

const canonical = (text: string): string => {
  const result = canonicalJson(text)
  if (result._tag === 'Left') throw new Error(`It was JSON a moment ago: ${result.left.message}`)
  return result.right
}
