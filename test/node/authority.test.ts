import { describe, expect, it } from 'vitest'
import { ratify } from '../../src/index.js'
import { authorityOn, type Facts, ratifierOf, surfaceOf } from '../../src/node/index.js'
import { answer, candidate, idOf, queueOf, refusal } from '../decisions/support.js'

const event = { repository: { default_branch: 'main' }, sender: { type: 'User' } }

/** A run of the ratification workflow as GitHub sets it up. */
const dispatch: Facts['env'] = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: 'workflow_dispatch',
  GITHUB_EVENT_PATH: '/event.json',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_ACTOR: 'ana',
  GITHUB_TRIGGERING_ACTOR: 'ana',
  GITHUB_REPOSITORY_OWNER: 'owner',
  GITHUB_RUN_ID: '77',
  GITHUB_RUN_ATTEMPT: '1',
  CORE_RATIFIERS: 'ana, bob',
}

const facts = (env: Facts['env'], text: string | null = JSON.stringify(event)): Facts => ({
  env,
  userName: () => 'ana',
  readText: (path) => (path === '/event.json' ? text : null),
})

describe('the surface', () => {
  it.each([
    [{}, 'cli'],
    [{ CI: '' }, 'cli'],
    [{ CI: '0' }, 'cli'],
    [{ CI: 'false', GITHUB_ACTIONS: 'false' }, 'cli'],
    // Without GITHUB_ACTIONS the name of an event is anybody's.
    [{ GITHUB_EVENT_NAME: 'push' }, 'cli'],
    [{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'workflow_dispatch' }, 'workflow_dispatch'],
    [dispatch, 'workflow_dispatch'],
  ] as const)('of %j is %s', (env, surface) => {
    expect(answer(surfaceOf(env))).toBe(surface)
  })

  it.each([
    [{ CI: 'true' }, 'CI', null],
    [{ CI: '1' }, 'CI', null],
    [{ CI: 'False' }, 'CI', null],
    [{ CI: 'true', GITHUB_EVENT_NAME: 'workflow_dispatch' }, 'CI', 'workflow_dispatch'],
    [
      { CI: 'true', GITHUB_ACTIONS: 'false', GITHUB_EVENT_NAME: 'workflow_dispatch' },
      'CI',
      'workflow_dispatch',
    ],
    [{ GITHUB_ACTIONS: 'true' }, 'GITHUB_ACTIONS', null],
    [{ ...dispatch, GITHUB_EVENT_NAME: 'push' }, 'GITHUB_ACTIONS', 'push'],
    [{ ...dispatch, GITHUB_EVENT_NAME: 'schedule' }, 'GITHUB_ACTIONS', 'schedule'],
    [{ ...dispatch, GITHUB_EVENT_NAME: 'Workflow_Dispatch' }, 'GITHUB_ACTIONS', 'Workflow_Dispatch'],
  ] as const)('of %j is none: CI may not ratify', (env, variable, event_name) => {
    const refused = { reason: 'ci_may_not_ratify', variable, event_name }
    expect(refusal(surfaceOf(env))).toEqual(refused)
    // Before anything else is looked at.
    expect(refusal(ratifierOf({ env, userName: unasked, readText: unasked }))).toEqual(refused)
  })
})

const unasked = (): never => {
  throw new Error('This is not to be asked.')
}

describe('the authority at a working copy', () => {
  it('is the user of the operating system, on a commit; CORE_RATIFIERS is not consulted', () => {
    const here = answer(ratifierOf({ ...facts({ CORE_RATIFIERS: 'bob, no login!' }), readText: unasked }))
    expect(here).toEqual({ ratifier: { kind: 'cli', actor: 'ana' }, warnings: [] })
    expect(answer(authorityOn(here.ratifier, 'c0ffee'))).toEqual({
      kind: 'cli',
      actor: 'ana',
      commit_sha: 'c0ffee',
    })
  })

  it.each([[null], ['']])('does not exist without a user (%j)', (name) => {
    expect(refusal(ratifierOf({ ...facts({}), userName: () => name }))).toMatchObject({ code: 'no_user' })
  })

  it('does not exist without a commit', () => {
    const { ratifier } = answer(ratifierOf(facts({})))
    for (const none of [null, ''])
      expect(refusal(authorityOn(ratifier, none))).toMatchObject({ code: 'no_commit' })
  })
})

describe('the authority of a workflow_dispatch', () => {
  const queue = queueOf(candidate('a'))
  const ratified = (env: Facts['env'], text?: string | null) => {
    const { ratifier } = answer(ratifierOf(facts(env, text)))
    return ratify(queue, {
      proposal_id: idOf('a'),
      action: 'reject',
      note: '',
      review_date: '2026-06-01',
      authority: answer(authorityOn(ratifier, 'c0ffee')),
    })
  }

  it('is all that GitHub says of the run', () => {
    expect(answer(ratifierOf(facts(dispatch)))).toEqual({
      ratifier: {
        kind: 'workflow_dispatch',
        event_name: 'workflow_dispatch',
        ref: 'refs/heads/main',
        default_branch: 'main',
        actor: 'ana',
        triggering_actor: 'ana',
        sender_type: 'User',
        repository_owner: 'owner',
        ratifiers: 'ana, bob',
        workflow_run_id: '77',
        workflow_run_attempt: 1,
      },
      warnings: [],
    })
    expect(answer(ratified(dispatch)).events).toEqual([
      {
        event: 'transition',
        proposal_id: idOf('a'),
        to: 'rejected',
        note: '',
        ratifier_kind: 'workflow_dispatch',
        actor: 'ana',
        commit_sha: 'c0ffee',
        workflow_run_id: '77',
        review_date: '2026-06-01',
      },
    ])
  })

  it('records who started a re-run and its number', () => {
    const again = { ...dispatch, GITHUB_TRIGGERING_ACTOR: 'bob', GITHUB_RUN_ATTEMPT: '3' }
    expect(answer(ratified(again)).events[0]).toMatchObject({
      actor: 'ana',
      triggering_actor: 'bob',
      workflow_run_attempt: 3,
    })
  })

  const without = (name: string): Facts['env'] => ({ ...dispatch, [name]: undefined })

  it.each([
    ['a missing ref', without('GITHUB_REF'), undefined, 'ref_is_default_branch'],
    ['a ref beside', { ...dispatch, GITHUB_REF: 'refs/heads/mine' }, undefined, 'ref_is_default_branch'],
    ['no event file named', without('GITHUB_EVENT_PATH'), undefined, 'ref_is_default_branch'],
    ['an event file that cannot be read', dispatch, null, 'ref_is_default_branch'],
    ['an event file that is no JSON', dispatch, '{"repository":', 'ref_is_default_branch'],
    ['an event without a repository', dispatch, '{"sender":{"type":"User"}}', 'ref_is_default_branch'],
    [
      'a default branch that is no text',
      dispatch,
      '{"repository":{"default_branch":1}}',
      'ref_is_default_branch',
    ],
    ['an event without a sender', dispatch, '{"repository":{"default_branch":"main"}}', 'actor_is_no_bot'],
    [
      'a bot that sent it',
      dispatch,
      JSON.stringify({ ...event, sender: { type: 'Bot' } }),
      'actor_is_no_bot',
    ],
    ['a missing actor', without('GITHUB_ACTOR'), undefined, 'actor_is_ratifier'],
    ['a missing triggering actor', without('GITHUB_TRIGGERING_ACTOR'), undefined, 'actor_is_ratifier'],
    ['an actor beside the list', { ...dispatch, GITHUB_ACTOR: 'mallory' }, undefined, 'actor_is_ratifier'],
    ['no list, and another than the owner', without('CORE_RATIFIERS'), undefined, 'actor_is_ratifier'],
    [
      'no list and no owner',
      { ...without('CORE_RATIFIERS'), GITHUB_REPOSITORY_OWNER: undefined },
      undefined,
      'actor_is_ratifier',
    ],
  ] as const)('is refused by its rule for %s', (_, env, text, rule) => {
    expect(refusal(ratified(env, text))).toMatchObject({ reason: 'actor_not_allowed', rule })
  })

  it('belongs to the owner alone where no list is set', () => {
    const owner = { ...dispatch, GITHUB_ACTOR: 'owner', GITHUB_TRIGGERING_ACTOR: 'owner' }
    for (const CORE_RATIFIERS of [undefined, ''])
      expect(ratified({ ...owner, CORE_RATIFIERS })._tag).toBe('Right')
  })

  it('warns of entries that are dropped', () => {
    const { warnings } = answer(ratifierOf(facts({ ...dispatch, CORE_RATIFIERS: 'ana, -- no --' })))
    expect(warnings).toEqual([expect.stringContaining('-- no --')])
  })

  it.each([
    [{ GITHUB_RUN_ID: undefined }],
    [{ GITHUB_RUN_ID: '' }],
    [{ GITHUB_RUN_ATTEMPT: '0' }],
    [{ GITHUB_RUN_ATTEMPT: 'two' }],
    [{ GITHUB_RUN_ATTEMPT: '1.5' }],
  ])('does not exist without the run that its record names: %j', (env) => {
    expect(refusal(ratifierOf(facts({ ...dispatch, ...env })))).toMatchObject({ code: 'invalid_run' })
  })

  it('takes an attempt that is not said for the first', () => {
    const { ratifier } = answer(ratifierOf(facts({ ...dispatch, GITHUB_RUN_ATTEMPT: undefined })))
    expect(ratifier).toMatchObject({ workflow_run_attempt: 1 })
  })
})
