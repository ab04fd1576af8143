import { bounded } from '../events/codec.js'
import { stripped } from '../events/lemmas.js'

/** Who may ratify by `workflow_dispatch`. @public */
export interface Ratifiers {
  /** GitHub logins in lower case, each once. */
  readonly logins: readonly string[]
  /** One sentence for each entry that is no login and was dropped. */
  readonly warnings: readonly string[]
}

/**
 * Reads the text of `CORE_RATIFIERS`: logins between commas or newlines. Unset or empty means the repository's owner alone;
 * a value that holds no login means nobody (spec §4). What is no GitHub login is dropped with a warning.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readRatifiers } from '@core/hitl-queue'
 *
 * assert.deepEqual(readRatifiers('Alice, bob', 'owner').logins, ['alice', 'bob'])
 * assert.deepEqual(readRatifiers(undefined, 'owner').logins, ['owner'])
 * assert.deepEqual(readRatifiers(',', 'owner').logins, [])
 * ```
 * @public
 */
export const readRatifiers = (text: string | null | undefined, repositoryOwner: string): Ratifiers => {
  const entries = (text ? text : repositoryOwner)
    .split(/[,\n]/)
    .map(stripped)
    .filter((entry) => entry !== '')
  return Object.freeze({
    logins: Object.freeze([...new Set(entries.filter(isLogin).map((entry) => entry.toLowerCase()))]),
    warnings: Object.freeze(
      entries
        .filter((entry) => !isLogin(entry))
        .map(
          (entry) =>
            `${text ? 'CORE_RATIFIERS holds' : 'The repository owner is'} ${JSON.stringify(bounded(entry, 80))}, which is no GitHub login. It is dropped.`,
        ),
    ),
  })
}

/** Whether an actor is one of them: whole, and without case. @internal */
export const isRatifier = ({ logins }: Ratifiers, actor: string): boolean =>
  // A login is ASCII: lower-casing anything else may turn it into one (U+212A becomes `k`).
  isLogin(actor) && logins.includes(actor.toLowerCase())

const isLogin = (text: string): boolean => /^[A-Za-z0-9_-]{1,39}$/.test(text)
