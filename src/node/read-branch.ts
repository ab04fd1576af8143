import { left, type Result, right } from '../result.js'
import type { LogsOfBranch } from '../store/log-growth.js'
import { DEFAULT_LOG } from './default-log.js'
import { FailedRead, type FileFailure, failure } from './file-failure.js'
import { commitAt, contentAt, isShallow, mergeBasesOf } from './git.js'

/** The log where a branch began, where it is to be merged, and on the branch: as committed, whatever the files say now. @internal */
export interface BranchRead {
  readonly logs: LogsOfBranch
  /** The commit that the branch began at. */
  readonly base: string
  readonly head: string
}

/** Reads the log of `HEAD` and of what it is to be merged into, which a revision names (spec §4, surface A). @internal */
export const readBranch = (
  rev: string,
  { log: named }: { readonly log?: string | undefined } = {},
): Result<FileFailure, BranchRead> => {
  const log = named ?? DEFAULT_LOG
  const tip = commitAt(rev, log)
  if (tip._tag === 'Left') return tip
  const head = commitAt('HEAD', log)
  if (head._tag === 'Left') return head
  const bases = mergeBasesOf(tip.right, head.right, log)
  const [base] = bases
  if (base === undefined) {
    return left(
      failure(
        'no_revision',
        rev,
        isShallow(log)
          ? `${rev}: this clone is shallow, and where the branch began is not in it. Fetch more: git fetch --unshallow, or fetch-depth: 0 in a workflow.`
          : `${rev}: it shares no commit with HEAD. Name the branch that this one is to be merged into.`,
      ),
    )
  }
  try {
    const at = (commit: string) => contentAt(commit, log)
    const logs = { bases: bases.map(at), tip: at(tip.right), head: at(head.right) }
    if (named !== undefined && [...logs.bases, logs.tip, logs.head].every((content) => content === null)) {
      return left(failure('missing', log, `${log}: there is no such file at ${rev}, nor at HEAD.`))
    }
    return right(Object.freeze({ logs: Object.freeze(logs), base, head: head.right }))
  } catch (error) {
    if (error instanceof FailedRead) return left(error.failure)
    throw error
  }
}
