/** Who may start the ratification workflow, from where and how. */
export interface Dispatch {
  readonly event_name?: string
  readonly ref?: string
  readonly default_branch?: string | null
  readonly sender_type?: string
  readonly actor?: string
  readonly triggering_actor?: string
  readonly ratifiers?: string
}

/** By the words of the table in docs/ratifying.md. The repository is of `owner`, its default branch is `main`. */
export const dispatches: { readonly [name: string]: Dispatch } = {
  'the owner, and `CORE_RATIFIERS` is not set': {},
  'the owner in other case': { actor: 'Owner' },
  'somebody else, and it is not set': { actor: 'mallory' },
  'the owner, who is not in the list': { ratifiers: 'alice,bob' },
  '`alice` of `alice,bob`': { actor: 'alice', ratifiers: 'alice,bob' },
  '`Bob` of `alice,bob`': { actor: 'Bob', ratifiers: 'alice,bob' },
  '`bob` of `alice, bob`, with a space': { actor: 'bob', ratifiers: 'alice, bob' },
  '`bob` of a list with a newline': { actor: 'bob', ratifiers: 'alice\nbob' },
  '`alice` of `alice-admin,bob`': { actor: 'alice', ratifiers: 'alice-admin,bob' },
  '`admin` of `alice-admin,bob`': { actor: 'admin', ratifiers: 'alice-admin,bob' },
  'an actor `alice,bob`': { actor: 'alice,bob', ratifiers: 'alice,bob' },
  'an actor without a name': { actor: '', ratifiers: 'alice,,bob' },
  'the owner, and the list is `,`': { ratifiers: ',' },
  'a bot that is in the list': { actor: 'helper[bot]', ratifiers: 'helper[bot],owner' },
  'a bot behind the name of a ratifier': { sender_type: 'Bot' },
  'a re-run by somebody else': { triggering_actor: 'mallory' },
  'a re-run by a bot': { triggering_actor: 'helper[bot]' },
  'a re-run by another ratifier': { actor: 'alice', triggering_actor: 'bob', ratifiers: 'alice,bob' },
  'another branch': { ref: 'refs/heads/side' },
  'a tag of the name of the branch': { ref: 'refs/tags/main' },
  'no word of a default branch': { default_branch: null },
  'no branch at all': { ref: 'refs/heads/', default_branch: null },
  'a push': { event_name: 'push' },
  'a pull request': { event_name: 'pull_request', ref: 'refs/pull/1/merge' },
  'a schedule': { event_name: 'schedule' },
}

const whole = (dispatch: Dispatch) => {
  const { actor = 'owner' } = dispatch
  return {
    event_name: 'workflow_dispatch',
    ref: 'refs/heads/main',
    default_branch: 'main' as string | null,
    sender_type: 'User',
    triggering_actor: actor,
    ...dispatch,
    actor,
  }
}

const eventOf = ({ default_branch, sender_type }: ReturnType<typeof whole>) => ({
  repository: default_branch === null ? {} : { default_branch },
  sender: { type: sender_type },
})

/** What the expressions of the workflow see. */
export const contextsOf = (dispatch: Dispatch, inputs: { readonly [name: string]: string } = {}) => {
  const facts = whole(dispatch)
  const { event_name, ref, actor, triggering_actor, ratifiers } = facts
  return {
    github: { event_name, ref, actor, triggering_actor, repository_owner: 'owner', event: eventOf(facts) },
    vars: ratifiers === undefined ? {} : { CORE_RATIFIERS: ratifiers },
    inputs,
  }
}

/** What the runner gives to a step. */
export const environmentOf = (dispatch: Dispatch, eventPath: string) => {
  const facts = whole(dispatch)
  return {
    event: JSON.stringify(eventOf(facts)),
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTOR: facts.actor,
      GITHUB_EVENT_NAME: facts.event_name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_REF: facts.ref,
      GITHUB_REPOSITORY_OWNER: 'owner',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_ID: '1580000001',
      GITHUB_TRIGGERING_ACTOR: facts.triggering_actor,
      ...(facts.ratifiers === undefined ? {} : { CORE_RATIFIERS: facts.ratifiers }),
    },
  }
}
