import { describe, expect, it } from 'vitest'
import { bounded } from '../../src/events/codec.js'
import {
  type Authority,
  canonicalJson,
  createLogReader,
  emptyQueue,
  encodeEvent,
  findItem,
  isReviewDate,
  type ProposalEvent,
  type QueueState,
  queueDigest,
  type RatificationRequest,
  ratifiedChains,
  ratify,
  readRatifiers,
  recordReplay,
  replay,
  submit,
  type Transition,
  type WorkflowDispatchAuthority,
} from '../../src/index.js'
import {
  answer,
  candidate,
  chain,
  equivalent,
  idOf,
  isFrozenThrough,
  moved,
  queueOf,
  refusal,
  regressed,
  source,
} from './support.js'

const cli: Authority = { kind: 'cli', actor: 'ana', commit_sha: 'c0ffee' }
const dispatch: WorkflowDispatchAuthority = {
  kind: 'workflow_dispatch',
  event_name: 'workflow_dispatch',
  ref: 'refs/heads/main',
  default_branch: 'main',
  actor: 'Ana',
  triggering_actor: 'Ana',
  sender_type: 'User',
  repository_owner: 'ana',
  ratifiers: null,
  commit_sha: 'c0ffee',
  workflow_run_id: '77',
}

const id = idOf('a')
const request = (more: Partial<RatificationRequest> = {}): RatificationRequest => ({
  proposal_id: id,
  action: 'accept',
  note: 'seen',
  review_date: '2026-05-26',
  authority: cli,
  ...more,
})

const created = (queue: QueueState): ProposalEvent => {
  const [first] = answer(submit(queue, candidate('a'), equivalent, { source })).events
  if (first === undefined) throw new Error('no event')
  return first
}

const accepted: Transition = { event: 'transition', proposal_id: id, to: 'accepted', note: 'before' }
const pendingQueue = queueOf(candidate('a'))
const unmeasured = replay([created(emptyQueue)])
const regressedQueue = replay([
  created(emptyQueue),
  { event: 'replay', proposal_id: id, replay_evidence: regressed },
])

const surfaces: readonly (readonly [string, Authority])[] = [
  ['cli', cli],
  ['workflow_dispatch', dispatch],
]

describe.each(surfaces)('ratifying by %s', (kind, authority) => {
  describe.each(['accept', 'reject', 'withdraw'] as const)('%s', (action) => {
    it.each([
      ['an empty log', emptyQueue, id, { reason: 'not_found', proposal_id: id }],
      [
        'a prefix of an id',
        pendingQueue,
        id.slice(0, 31),
        { reason: 'not_found', proposal_id: id.slice(0, 31) },
      ],
      [
        'an accepted proposal',
        replay([accepted], pendingQueue),
        id,
        { reason: 'not_pending', proposal_id: id, state: 'accepted', settled_by: accepted },
      ],
      [
        'a rejected proposal',
        replay([moved(id, 'rejected')], pendingQueue),
        id,
        { reason: 'not_pending', proposal_id: id, state: 'rejected', settled_by: moved(id, 'rejected') },
      ],
      [
        'a proposal withdrawn after it was accepted, that regressed too',
        replay([accepted, moved(id, 'withdrawn')], regressedQueue),
        id,
        { reason: 'not_pending', proposal_id: id, state: 'withdrawn', settled_by: moved(id, 'withdrawn') },
      ],
      [
        'a proposal without evidence',
        unmeasured,
        id,
        { reason: 'not_replay_equivalent', proposal_id: id, evidence: 'absent', regressed_metrics: [] },
      ],
      [
        'a proposal that regressed',
        regressedQueue,
        id,
        {
          reason: 'not_replay_equivalent',
          proposal_id: id,
          evidence: 'regressed',
          regressed_metrics: ['accuracy', 'recall'],
        },
      ],
    ])('is refused: %s', (_, queue, proposal_id, expected) => {
      const result = ratify(queue, request({ proposal_id, action, authority }))
      expect(refusal(result)).toEqual(expected)
      expect(isFrozenThrough(result)).toBe(true)
    })

    it('ADR-0161 acceptance 3: settles the proposal and records who, from where and on what commit', () => {
      const to = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' }[action]
      const result = ratify(pendingQueue, request({ action, authority }))
      const { events, queue, corpusLine } = answer(result)
      expect(events).toEqual([
        {
          event: 'transition',
          proposal_id: id,
          to,
          note: 'seen',
          ratifier_kind: kind,
          actor: authority.actor,
          commit_sha: 'c0ffee',
          workflow_run_id: kind === 'cli' ? null : '77',
          review_date: '2026-05-26',
        },
      ])
      expect(corpusLine).toBeNull()
      expect(findItem(queue, id)?.state).toBe(to)
      expect(queueDigest(queue, [])).toBe(queueDigest(replay(events, pendingQueue), []))
      expect(isFrozenThrough(result)).toBe(true)
      expect(createLogReader().push(`${events.map(encodeEvent).join('\n')}\n`).problems).toEqual([])
      expect(refusal(ratify(queue, request({ authority }))).reason).toBe('not_pending')
    })
  })
})

describe('a proposal that a log took back into pending', () => {
  it('waits again for a decision, and for a replay', () => {
    const back = replay([accepted, moved(id, 'pending')], pendingQueue)
    expect(findItem(answer(ratify(back, request({ action: 'withdraw' }))).queue, id)?.state).toBe('withdrawn')
    expect(answer(recordReplay(back, { proposal_id: id, evidence: equivalent })).events).toHaveLength(1)
  })
})

describe('an accept', () => {
  const queue = queueOf(
    candidate('a', {
      proposed_chain: {
        subject: ' Light\u001f',
        intent: ' Cause ',
        connective: ' Requires ',
        object: 'TRUTH',
      },
    }),
  )
  const proposal_id = idOf('a', {
    proposed_chain: { subject: ' Light\u001f', intent: ' Cause ', connective: ' Requires ', object: 'TRUTH' },
  })
  const accept = (has: readonly string[]) =>
    answer(
      ratify(queue, request({ proposal_id, corpus: { has_chain: (chain_id) => has.includes(chain_id) } })),
    )

  it('with a corpus owes it one canonical line and the event that says so, in this order', () => {
    const { events, corpusLine } = accept([])
    expect(events.map(({ event }) => event)).toEqual(['transition', 'accepted_corpus_append'])
    expect(events[1]).toEqual({
      event: 'accepted_corpus_append',
      proposal_id,
      chain_id: 'cause_light_Requires_truth',
      provenance: {
        adr_id: 'adr-0057',
        source: 'discovery_promoted',
        review_date: '2026-05-26',
        raw: 'adr-0057:discovery_promoted:2026-05-26',
      },
    })
    const text =
      '{"chain_id":"cause_light_Requires_truth","connective":"Requires","domains_object_k":1,"domains_subject_k":2,"intent":"cause","object":"truth","provenance":"adr-0057:discovery_promoted:2026-05-26","subject":"light"}'
    expect(corpusLine).toEqual({ chain_id: 'cause_light_Requires_truth', text })
    expect(canonicalJson(text)).toEqual({ _tag: 'Right', right: text })
  })

  it('does not write a line that the corpus has', () => {
    const { events, corpusLine } = accept(['cause_light_Requires_truth'])
    expect(corpusLine).toBeNull()
    expect(events).toHaveLength(2)
  })

  it('makes the chain true, and nothing else does', () => {
    expect(ratifiedChains(queue)).toEqual([])
    expect(ratifiedChains(accept([]).queue)).toHaveLength(1)
    const rejected = answer(ratify(queue, request({ proposal_id, action: 'reject' })))
    expect(ratifiedChains(rejected.queue)).toEqual([])
  })

  it('gives a corpus nothing when it is no accept', () => {
    const { events, corpusLine } = answer(
      ratify(pendingQueue, request({ action: 'reject', corpus: { has_chain: () => false } })),
    )
    expect(events).toHaveLength(1)
    expect(corpusLine).toBeNull()
  })
})

describe('a rejection', () => {
  it.each(['stale', 'superseded', 'expired', 'duplicate'] as const)('may be typed: %s', (reason) => {
    const { events } = answer(ratify(pendingQueue, request({ action: 'reject', reason })))
    expect(events[0]).toMatchObject({ to: 'rejected', note: `${reason}: seen` })
  })
})

describe('a request that makes no sense', () => {
  const day = 'a day of the calendar, YYYY-MM-DD'
  const reasons = 'one of stale, superseded, expired, duplicate, of a rejection'
  const by = (more: object) => ({ authority: { ...cli, ...more } })
  const run = (more: object) => ({ authority: { ...dispatch, ...more } })
  it.each<[string, object]>([
    [`$.review_date: expected ${day}, found "2026-02-29"`, { review_date: '2026-02-29' }],
    [`$.review_date: expected ${day}, found undefined`, { review_date: undefined }],
    [`$.review_date: expected ${day}, found ["2026-05-26"]`, { review_date: ['2026-05-26'] }],
    ['$.action: expected accept, reject or withdraw, found "approve"', { action: 'approve' }],
    ['$.action: expected accept, reject or withdraw, found "constructor"', { action: 'constructor' }],
    ['$.note: expected string, found undefined', { note: undefined }],
    [`$.reason: expected ${reasons}, found "stale"`, { reason: 'stale' }],
    [`$.reason: expected ${reasons}, found "stale"`, { action: 'withdraw', reason: 'stale' }],
    [`$.reason: expected ${reasons}, found "boring"`, { action: 'reject', reason: 'boring' }],
    ['$.authority.kind: expected cli or workflow_dispatch, found "ci"', by({ kind: 'ci' })],
    ['$.authority.kind: expected cli or workflow_dispatch, found "ci"', run({ kind: 'ci' })],
    ['$.authority.actor: expected a name, found ""', by({ actor: '' })],
    ['$.authority.actor: expected a name, found 5', by({ actor: 5 })],
    ['$.authority.commit_sha: expected a commit, found ""', by({ commit_sha: '' })],
    ['$.authority.commit_sha: expected a commit, found undefined', run({ commit_sha: undefined })],
    ['$.authority.event_name: expected string, found undefined', run({ event_name: undefined })],
    ['$.authority.ref: expected string, found undefined', run({ ref: undefined })],
    ['$.authority.actor: expected string, found undefined', run({ actor: undefined })],
    ['$.authority.triggering_actor: expected string, found undefined', run({ triggering_actor: undefined })],
    ['$.authority.repository_owner: expected string, found null', run({ repository_owner: null })],
    ['$.authority.workflow_run_id: expected the id of the run, found ""', run({ workflow_run_id: '' })],
    ['$.authority.workflow_run_id: expected the id of the run, found 7', run({ workflow_run_id: 7 })],
    [
      '$.authority.workflow_run_attempt: expected a whole number from 1, found 1.5',
      run({ workflow_run_attempt: 1.5 }),
    ],
    [
      '$.authority.workflow_run_attempt: expected a whole number from 1, found 0',
      run({ workflow_run_attempt: 0 }),
    ],
  ])('throws and names what is wrong: %s', (message, more) => {
    const call = () => ratify(pendingQueue, { ...request(), ...more } as RatificationRequest)
    expect(call).toThrow(new TypeError(message))
  })

  it('throws before it looks at the queue', () => {
    expect(() => ratify(emptyQueue, request({ review_date: '' }))).toThrow('$.review_date')
  })
})

describe('isReviewDate', () => {
  it.each(['2026-05-26', '2024-02-29', '2024-01-31', '2026-12-31', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'takes %s',
    (text) => {
      expect(isReviewDate(text)).toBe(true)
    },
  )

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00',
    '2026-01-01\n',
    ' 2026-01-01',
    '２026-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(isReviewDate(text)).toBe(false)
  })
})

describe('by workflow_dispatch', () => {
  const refused = (more: Partial<WorkflowDispatchAuthority>) =>
    refusal(ratify(pendingQueue, request({ authority: { ...dispatch, ...more } })))
  const recorded = (more: Partial<WorkflowDispatchAuthority>) =>
    answer(ratify(pendingQueue, request({ authority: { ...dispatch, ...more } }))).events[0]

  it.each<[string, string, string, Partial<WorkflowDispatchAuthority>]>([
    ['another event', 'event_is_workflow_dispatch', 'actor', { event_name: 'push' }],
    ['another branch', 'ref_is_default_branch', 'actor', { ref: 'refs/heads/main2' }],
    ['a tag of that name', 'ref_is_default_branch', 'actor', { ref: 'refs/tags/main' }],
    ['a default branch that is not known', 'ref_is_default_branch', 'actor', { default_branch: null }],
    ['an empty one', 'ref_is_default_branch', 'actor', { default_branch: '', ref: 'refs/heads/' }],
    ['a sender that is a bot', 'actor_is_no_bot', 'actor', { sender_type: 'Bot' }],
    ['a sender of no type', 'actor_is_no_bot', 'actor', { sender_type: null }],
    ['a bot', 'actor_is_no_bot', 'actor', { actor: 'helper[bot]', ratifiers: 'helper[bot],ana' }],
    ['a re-run by a bot', 'actor_is_no_bot', 'triggering_actor', { triggering_actor: 'helper[bot]' }],
    ['somebody else', 'actor_is_ratifier', 'actor', { actor: 'eve' }],
    ['a re-run by somebody else', 'actor_is_ratifier', 'triggering_actor', { triggering_actor: 'eve' }],
    ['a longer login', 'actor_is_ratifier', 'actor', { actor: 'ana-admin' }],
    ['a shorter login', 'actor_is_ratifier', 'actor', { actor: 'an' }],
    ['no actor', 'actor_is_ratifier', 'actor', { actor: '' }],
    ['the owner when others are named', 'actor_is_ratifier', 'actor', { ratifiers: 'bo,cy' }],
    ['a value that holds no login', 'actor_is_ratifier', 'actor', { ratifiers: ' , \n' }],
    ['a look-alike', 'actor_is_ratifier', 'actor', { actor: '\u212aim', ratifiers: 'kim' }],
    ['a bot in other case', 'actor_is_no_bot', 'actor', { actor: 'helper[BOT]', ratifiers: 'ana' }],
    ['no bot by its name', 'actor_is_ratifier', 'actor', { actor: '[bot]helper', ratifiers: 'ana' }],
  ])('ADR-0161 acceptance 4: %s is refused by the rule %s', (_, rule, role, more) => {
    expect(refused(more)).toEqual({
      reason: 'actor_not_allowed',
      proposal_id: id,
      actor: { ...dispatch, ...more }[role as 'actor'],
      role,
      rule,
    })
  })

  it('refuses an actor last of all', () => {
    const authority = { ...dispatch, event_name: 'push' }
    expect(refusal(ratify(emptyQueue, request({ authority }))).reason).toBe('not_found')
    expect(refusal(ratify(unmeasured, request({ authority }))).reason).toBe('not_replay_equivalent')
  })

  it('takes every login of the list, without case', () => {
    const more = { ratifiers: 'Bo,\r\n ANA ,cy', triggering_actor: 'BO' }
    expect(recorded(more)).toMatchObject({ actor: 'Ana', triggering_actor: 'BO' })
  })

  it('records who started a re-run when it is another, and its number above 1', () => {
    expect(recorded({ workflow_run_attempt: 1 })).not.toHaveProperty('workflow_run_attempt')
    expect(recorded({})).not.toHaveProperty('triggering_actor')
    expect(recorded({ workflow_run_attempt: 2 })).toMatchObject({ workflow_run_attempt: 2 })
  })
})

describe('CORE_RATIFIERS', () => {
  it.each([
    [null, ['owner'], 0],
    [undefined, ['owner'], 0],
    ['', ['owner'], 0],
    ['ana, Bo\ncy,,\r\nANA', ['ana', 'bo', 'cy'], 0],
    ['ana,not a login,b[bot]', ['ana'], 2],
    [' ', [], 0],
    ['*', [], 1],
    ['a'.repeat(39), ['a'.repeat(39)], 0],
    ['a'.repeat(40), [], 1],
    ['ana:123', [], 1],
  ])('%j names %j', (text, logins, warnings) => {
    const read = readRatifiers(text, 'Owner')
    expect(read.logins).toEqual(logins)
    expect(read.warnings).toHaveLength(warnings)
    expect(isFrozenThrough(read)).toBe(true)
  })

  it('says what it drops, and where it came from', () => {
    expect(readRatifiers(`ana,not a login,${'x'.repeat(100)}`, 'Owner').warnings).toEqual([
      'CORE_RATIFIERS holds "not a login", which is no GitHub login. It is dropped.',
      `CORE_RATIFIERS holds ${JSON.stringify(bounded('x'.repeat(100), 80))}, which is no GitHub login. It is dropped.`,
    ])
    expect(readRatifiers('', 'own er').warnings).toEqual([
      'The repository owner is "own er", which is no GitHub login. It is dropped.',
    ])
  })
})

describe('chain ids', () => {
  it('lower-case without a locale', () => {
    const given = candidate('a', { proposed_chain: chain('ISTANBUL', 'x') })
    const proposal_id = idOf('a', given)
    const { corpusLine } = answer(
      ratify(queueOf(given), request({ proposal_id, corpus: { has_chain: () => false } })),
    )
    expect(corpusLine?.chain_id).toBe('cause_istanbul_requires_x')
  })
})
