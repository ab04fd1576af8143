import { afterAll, describe, expect, it } from 'vitest'
import { emptyQueue, type ProposalEvent, type State, submit } from '../../src/index.js'
import { answer, candidate, equivalent, idOf, source } from '../decisions/support.js'
import { type Repository, repositories } from './repository.js'
import type { World } from './world.js'

const { repository, done } = repositories()
afterAll(done)

const submitted = (id: string): readonly ProposalEvent[] =>
  answer(submit(emptyQueue, candidate(id), equivalent, { source })).events

const settled = (id: string, to: State): readonly ProposalEvent[] => [
  ...submitted(id),
  { event: 'transition', proposal_id: idOf(id), to, note: 'earlier' },
]

const [created] = submitted('a') as readonly [ProposalEvent]

/** Each log in which nobody decides about `a`, with the reason. */
const CASES: readonly (readonly [about: string, reason: string, log: readonly ProposalEvent[]])[] = [
  ['an id that the log does not have', 'not_found', submitted('b')],
  ['an empty log', 'not_found', []],
  ['an accepted proposal', 'not_pending', settled('a', 'accepted')],
  ['a rejected proposal', 'not_pending', settled('a', 'rejected')],
  ['a withdrawn proposal', 'not_pending', settled('a', 'withdrawn')],
  ['a proposal without evidence', 'not_replay_equivalent', [created]],
  [
    'a proposal whose replay regressed',
    'not_replay_equivalent',
    [
      created,
      {
        event: 'replay',
        proposal_id: idOf('a'),
        replay_evidence: {
          baseline: { m: 1 },
          candidate: { m: 0 },
          regressed_metrics: ['m'],
          replay_equivalent: false,
        },
      },
    ],
  ],
]

const SURFACES: { readonly [surface: string]: (there: Repository) => World } = {
  cli: () => ({ user: 'ana' }),
  workflow_dispatch: (there) => ({
    user: null,
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_EVENT_PATH: there.file('event.json', {
        repository: { default_branch: 'main' },
        sender: { type: 'User' },
      }),
      GITHUB_REF: 'refs/heads/main',
      GITHUB_ACTOR: 'ana',
      GITHUB_TRIGGERING_ACTOR: 'ana',
      GITHUB_REPOSITORY_OWNER: 'ana',
      GITHUB_RUN_ID: '77',
    },
  }),
}

describe('both surfaces', () => {
  it.each(CASES)('refuse %s alike, whatever is to be done: %s', async (_, reason, log) => {
    const seen: string[] = []
    for (const world of Object.values(SURFACES)) {
      for (const action of ['--accept', '--reject', '--withdraw']) {
        const there = repository(log)
        const before = there.text()
        const args = ['review', idOf('a'), action, '--note', 'n']
        const said = await there.run(args, world(there))
        const { document, code } = await there.json('decision', args, world(there))
        expect([said.out, said.code, code]).toEqual(['', 1, 1])
        expect(there.text()).toBe(before)
        seen.push(JSON.stringify(document), said.err)
      }
    }
    expect(JSON.parse(seen[0] ?? '')).toMatchObject({ ok: false, refusal: { reason } })
    // Six times the same document, six times the same sentence.
    expect(new Set(seen).size).toBe(2)
  })

  it.each(Object.keys(SURFACES))(
    'ADR-0161 criterion 3: %s records who, by which surface, on what',
    async (surface) => {
      for (const [action, to] of [
        ['--accept', 'accepted'],
        ['--reject', 'rejected'],
        ['--withdraw', 'withdrawn'],
      ] as const) {
        const there = repository(submitted('a'))
        const world = SURFACES[surface]?.(there)
        expect((await there.run(['review', idOf('a'), action], world)).code).toBe(0)
        expect(there.events().at(-1)).toEqual({
          event: 'transition',
          proposal_id: idOf('a'),
          to,
          note: '',
          ratifier_kind: surface,
          actor: 'ana',
          commit_sha: there.head,
          workflow_run_id: surface === 'cli' ? null : '77',
          review_date: '2026-06-15',
        })
      }
    },
  )
})
