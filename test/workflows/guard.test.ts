import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ratify, readLog, replay } from '../../src/index.js'
import { authorityOn, ratifierOf } from '../../src/node/authority.js'
import { fixtures } from '../../src/testing/index.js'
import { contextsOf, type Dispatch, dispatches, environmentOf } from './dispatches.js'
import { type Job, jobOf, read, runs } from './workflow.js'

let ratifyJob: Job
let refusedJob: Job
beforeAll(async () => {
  const { template } = await read('ratify-proposal.yml')
  ratifyJob = jobOf(template, 'ratify')
  refusedJob = jobOf(template, 'refused')
})

const waiting = replay(readLog(fixtures.waiting.log()).entries.map(({ event }) => event))
const [[proposal_id = ''] = []] = fixtures.waiting.view.states

const guardSays = (dispatch: Dispatch): string =>
  runs(ratifyJob, contextsOf(dispatch)) ? 'lets it run' : 'refuses'

/** What the command behind the guard says, if the guard were not there. */
const librarySays = (dispatch: Dispatch): string => {
  const { env, event } = environmentOf(dispatch, 'event.json')
  const here = ratifierOf({ env, userName: () => null, readText: () => event })
  if (here._tag === 'Left') return `refuses: \`${'reason' in here.left ? here.left.reason : here.left.code}\``
  const authority = authorityOn(here.right.ratifier, 'a'.repeat(40))
  if (authority._tag === 'Left') throw new Error(authority.left.message)
  const request = { proposal_id, action: 'accept' as const, note: '', review_date: '2026-06-01' }
  const result = ratify(waiting, { ...request, authority: authority.right })
  if (result._tag === 'Right') return 'lets it decide'
  return `refuses: \`${result.left.reason === 'actor_not_allowed' ? result.left.rule : result.left.reason}\``
}

describe('the guard of the ratification workflow', () => {
  it('ADR-0161 criterion 4: fails closed for an actor who is not on the list', () => {
    const mallory = { actor: 'mallory', ratifiers: 'alice,bob' }
    expect(runs(ratifyJob, contextsOf(mallory))).toBe(false)
    expect(runs(refusedJob, contextsOf(mallory))).toBe(true)
    expect(librarySays(mallory)).toBe('refuses: `actor_is_ratifier`')
    expect(runs(ratifyJob, contextsOf({ ...mallory, actor: 'alice' }))).toBe(true)
  })

  it.each(Object.entries(dispatches))('is negated by the job that says why: %s', (_, dispatch) => {
    const contexts = contextsOf(dispatch)
    expect(runs(refusedJob, contexts)).toBe(!runs(ratifyJob, contexts))
  })

  it('is negated to the letter', () => {
    const expressionOf = (job: Job) => String((job.if as unknown as { expression: string }).expression)
    const guard = /^success\(\) && \((.*)\)$/.exec(expressionOf(ratifyJob))?.[1]
    expect(expressionOf(refusedJob)).toBe(`success() && (!( ${guard} ))`)
  })

  it('and the library together let nobody decide but those who may', () => {
    const allowed = Object.entries(dispatches)
      .filter(
        ([, dispatch]) => guardSays(dispatch) === 'lets it run' && librarySays(dispatch) === 'lets it decide',
      )
      .map(([name]) => name)
    expect(allowed).toEqual([
      'the owner, and `CORE_RATIFIERS` is not set',
      'the owner in other case',
      '`alice` of `alice,bob`',
      '`Bob` of `alice,bob`',
      'a re-run by another ratifier',
    ])
  })

  it('and the library catch what the table of docs/ratifying.md says', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/ratifying.md'), 'utf8')
    const table = page.split('| who, from where, how')[1] ?? ''
    const rows = [...table.matchAll(/^\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)]
      .map(([, ...cells]) => cells)
      .slice(1)
    expect(rows).toEqual(
      Object.entries(dispatches).map(([name, dispatch]) => [
        name,
        guardSays(dispatch),
        librarySays(dispatch),
      ]),
    )
  })
})
