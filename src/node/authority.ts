import type { Authority, CliAuthority, WorkflowDispatchAuthority } from '../decisions/authority.js'
import { readRatifiers } from '../decisions/ratifiers.js'
import { bounded, JsonObject } from '../events/codec.js'
import { left, type Result, right } from '../result.js'

/** What of a machine says who is at work there. All of it is an argument, so that a test can be any machine (spec §4). @public */
export interface Facts {
  /** The environment, such as `process.env`. */
  readonly env: { readonly [name: string]: string | undefined }
  /** The user of the operating system; `null` when it names none. */
  readonly userName: () => string | null
  /** The text of a file; `null` when it cannot be read. */
  readonly readText: (path: string) => string | null
}

/**
 * A machine of CI may stage and may not ratify, unless it runs a `workflow_dispatch` (spec §4). No option changes that; a
 * person at a shell can unset the variable, and docs/ratifying.md says what follows.
 * @public
 */
export interface RefusedInCi {
  readonly reason: 'ci_may_not_ratify'
  /** The variable that says that this is CI. */
  readonly variable: 'CI' | 'GITHUB_ACTIONS'
  /** What started the run, where `GITHUB_EVENT_NAME` says so. */
  readonly event_name: string | null
}

/** Nobody can be named who would ratify here, or no commit that the decision would be taken on (spec §4). @public */
export interface AuthorityProblem {
  /**
   * - `no_user`: the operating system names no user.
   * - `no_commit`: there is no repository around the log, or no commit in it.
   * - `invalid_run`: the environment does not say which run this is.
   */
  readonly code: 'no_user' | 'no_commit' | 'invalid_run'
  /** What is missing and what to do, for a person. */
  readonly message: string
}

/** From which surface somebody ratifies: C, the local command line, or B, the ratification workflow (spec §4). @public */
export type Surface = Authority['kind']

/** An authority but for the commit, which only the log's own state can tell. @public */
export type Ratifier = Omit<CliAuthority, 'commit_sha'> | Omit<WorkflowDispatchAuthority, 'commit_sha'>

/** Who would ratify here, and one sentence for each entry of `CORE_RATIFIERS` that was dropped. @public */
export interface RatifierHere {
  /** Becomes an authority with a commit: see `authorityOn`. */
  readonly ratifier: Ratifier
  /** For a person; nothing stops for them. */
  readonly warnings: readonly string[]
}

/**
 * The surface that an environment is, or that it is CI and no surface at all: the first of all checks of whoever ratifies
 * or settles (spec §4).
 * @public
 */
export const surfaceOf = (env: Facts['env']): Result<RefusedInCi, Surface> => {
  const inActions = isSet(env.GITHUB_ACTIONS)
  if (!inActions && !isSet(env.CI)) return right('cli')
  if (inActions && env.GITHUB_EVENT_NAME === 'workflow_dispatch') return right('workflow_dispatch')
  return left(
    Object.freeze({
      reason: 'ci_may_not_ratify',
      variable: inActions ? 'GITHUB_ACTIONS' : 'CI',
      event_name: env.GITHUB_EVENT_NAME || null,
    }),
  )
}

/**
 * Who would ratify on this machine. On the command line it is the user of the operating system; in the workflow it is what
 * `GITHUB_*`, the event's file and `CORE_RATIFIERS` say, and what they do not say is left empty, so that `ratify` refuses it
 * by its rule (spec §4). Nothing is judged here but whether this is CI.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs'
 * import { userInfo } from 'node:os'
 * import { authorityOn, ratifierOf } from '@core/hitl-queue/node'
 *
 * const here = ratifierOf({
 *   env: process.env,
 *   userName: () => userInfo().username,
 *   readText: (path) => readFileSync(path, 'utf8'),
 * })
 * if (here._tag === 'Right') {
 *   // The commit is that of the basis that the decision is taken on.
 *   const authority = authorityOn(here.right.ratifier, '4f1c2d')
 *   if (authority._tag === 'Right') console.log(authority.right.actor)
 * }
 * ```
 * @public
 */
export const ratifierOf = (facts: Facts): Result<RefusedInCi | AuthorityProblem, RatifierHere> => {
  const surface = surfaceOf(facts.env)
  if (surface._tag === 'Left') return surface
  return surface.right === 'cli' ? atWorkingCopy(facts) : inWorkflow(facts)
}

/** The authority of a ratifier over a decision that is taken on a commit; `no_commit` without one (spec §4). @public */
export const authorityOn = (
  ratifier: Ratifier,
  commit_sha: string | null,
): Result<AuthorityProblem, Authority> =>
  commit_sha === null || commit_sha === ''
    ? left(
        problem(
          'no_commit',
          'No commit can be named that this decision is taken on: there is no git repository around the log, or it has no commit yet. Commit the log first.',
        ),
      )
    : right(Object.freeze({ ...ratifier, commit_sha }))

const atWorkingCopy = ({ userName }: Facts): Result<AuthorityProblem, RatifierHere> => {
  const actor = userName()
  return actor
    ? right(Object.freeze({ ratifier: Object.freeze({ kind: 'cli', actor }), warnings: Object.freeze([]) }))
    : left(
        problem(
          'no_user',
          'The operating system names no user, and a decision is recorded with who took it. Run this as a user that has a name.',
        ),
      )
}

const inWorkflow = ({ env, readText }: Facts): Result<AuthorityProblem, RatifierHere> => {
  const { GITHUB_RUN_ID: workflow_run_id = '', GITHUB_RUN_ATTEMPT: attempt = '' } = env
  if (workflow_run_id === '') {
    return left(problem('invalid_run', 'GITHUB_RUN_ID is not set, and a decision is recorded with its run.'))
  }
  const workflow_run_attempt = attempt === '' ? 1 : Number(attempt)
  if (!/^[0-9]*$/.test(attempt) || !Number.isSafeInteger(workflow_run_attempt) || workflow_run_attempt < 1) {
    return left(
      problem(
        'invalid_run',
        `GITHUB_RUN_ATTEMPT is ${JSON.stringify(bounded(attempt, 80))}, which is no number.`,
      ),
    )
  }
  const event = eventAt(env.GITHUB_EVENT_PATH, readText)
  const repository_owner = env.GITHUB_REPOSITORY_OWNER ?? ''
  const ratifiers = env.CORE_RATIFIERS ?? null
  return right(
    Object.freeze({
      ratifier: Object.freeze({
        kind: 'workflow_dispatch',
        event_name: env.GITHUB_EVENT_NAME ?? '',
        ref: env.GITHUB_REF ?? '',
        default_branch: textAt(event, 'repository', 'default_branch'),
        actor: env.GITHUB_ACTOR ?? '',
        triggering_actor: env.GITHUB_TRIGGERING_ACTOR ?? '',
        sender_type: textAt(event, 'sender', 'type'),
        repository_owner,
        ratifiers,
        workflow_run_id,
        workflow_run_attempt,
      }),
      warnings: readRatifiers(ratifiers, repository_owner).warnings,
    }),
  )
}

const eventAt = (path: string | undefined, readText: Facts['readText']): unknown => {
  const text = path ? readText(path) : null
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const textAt = (event: unknown, part: string, member: string): string | null => {
  const inner = JsonObject.is(event) ? event[part] : null
  const value = JsonObject.is(inner) ? inner[member] : null
  return typeof value === 'string' ? value : null
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false'

const problem = (code: AuthorityProblem['code'], message: string): AuthorityProblem =>
  Object.freeze({ code, message })
