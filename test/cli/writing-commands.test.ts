import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Candidate,
  canonicalText,
  emptyQueue,
  type ProposalEvent,
  ratify,
  type State,
  submit,
} from '../../src/index.js'
import { answer, candidate, chain, equivalent, idOf, moved, regressed, source } from '../decisions/support.js'
import { jsonLines, type Repository, repositories } from './repository.js'
import { hitlQueue } from './world.js'

const { repository, folder, done } = repositories()
afterAll(done)

/** The events of a candidate that was submitted. */
const submitted = (
  id: string,
  evidence = equivalent,
  more: Partial<Candidate> = {},
): readonly ProposalEvent[] => answer(submit(emptyQueue, candidate(id, more), evidence, { source })).events

const created = (id: string): ProposalEvent => submitted(id)[0] as ProposalEvent

const accepted = (id: string): readonly ProposalEvent[] => [...submitted(id), transition(id, 'accepted')]

const transition = (id: string, to: State): ProposalEvent => ({
  event: 'transition',
  proposal_id: idOf(id),
  to,
  note: '',
  ratifier_kind: 'cli',
  actor: 'bob',
  commit_sha: 'c0ffee',
  workflow_run_id: null,
  review_date: '2026-06-01',
})

/** Runs a command that changes nothing, in both forms: one sentence on stderr, and a document on stdout. */
const refused = async (
  there: Repository,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<{ readonly sentence: string; readonly refusal: { readonly reason: string } }> => {
  const before = there.text()
  const spoken = await there.run(args, { env })
  expect([spoken.out, spoken.code]).toEqual(['', 1])
  expect(
    spoken.err
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('hitl-queue: ')),
  ).toHaveLength(1)
  const { document, code, err } = await there.json('decision', args, { env })
  expect(code).toBe(1)
  expect(err).not.toContain('hitl-queue: ')
  const { ok, refusal, ...rest } = document as { ok: boolean; refusal: { reason: string } }
  expect([ok, rest]).toEqual([false, {}])
  expect(there.text()).toBe(before)
  return { sentence: spoken.err, refusal }
}

const misused = async (there: Repository, args: readonly string[], world = {}): Promise<string> => {
  const before = there.text()
  const { out, err, code } = await there.run(args, world)
  expect([out, code]).toEqual(['', 2])
  expect(there.text()).toBe(before)
  expect(there.reports()).toEqual([])
  return err
}

describe('submit', () => {
  const given = (there: Repository, ...ids: readonly string[]) => [
    ...ids.map((id) => there.file(`${id}.json`, candidate(id))),
    '--evidence',
    there.file('evidence.jsonl', ids.map(() => `${JSON.stringify(equivalent)}\n`).join('')),
  ]

  it('records a candidate with its evidence, as an operator at the commit around the log', async () => {
    const there = repository()
    const { out, err, code } = await there.run(['submit', ...given(there, 'a')])
    expect([err, code]).toEqual(['', 0])
    expect(out).toBe(`submitted ${idOf('a')}: a subject requires a object (cause)\n`)
    const [first, second, ...others] = there.events()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      event: 'created',
      proposal: {
        proposal_id: idOf('a'),
        source: { kind: 'operator', source_id: '', emitted_at_revision: there.head },
      },
    })
    expect(second).toMatchObject({ event: 'replay', replay_evidence: equivalent })
  })

  it('prints {ok, events} for one candidate, and nothing else, with the bytes of the log', async () => {
    const there = repository()
    const args = ['submit', ...given(there, 'a'), '--json']
    const { out, err, code } = await there.run(args)
    expect([err, code]).toEqual(['', 0])
    expect(out).toBe(`{"events":[${there.text().trimEnd().split('\n').join(',')}],"ok":true}\n`)
    const again = repository()
    const { document } = await again.json('decision', ['propose', ...given(again, 'a')])
    expect(Object.keys(document)).toEqual(['events', 'ok'])
  })

  const three = ['a', 'b', 'c']
  it.each([
    ['JSON, a file each', (there: Repository) => three.map((id) => there.file(`${id}.json`, candidate(id)))],
    [
      'an array',
      (there: Repository) => [
        there.file(
          'all.json',
          three.map((id) => candidate(id)),
        ),
      ],
    ],
    ['JSONL', (there: Repository) => [there.file('all.jsonl', jsonLines(three.map((id) => candidate(id))))]],
    [
      'JSONL with blank lines, CRLF and no newline at the end',
      (there: Repository) => [
        there.file('all.jsonl', `\n${three.map((id) => JSON.stringify(candidate(id))).join('\r\n \t\r\n')}`),
      ],
    ],
    [
      'indented JSON and JSONL together',
      (there: Repository) => [
        there.file('a.json', JSON.stringify(candidate('a'), null, 2)),
        there.file('rest.jsonl', jsonLines([candidate('b'), candidate('c')])),
      ],
    ],
  ])('reads %s, and answers for each in their order', async (_, files) => {
    const there = repository()
    const evidence = there.file('evidence.json', [equivalent, regressed, equivalent])
    const args = ['submit', ...files(there), '--evidence', evidence]
    const { document, code } = await there.json('decisions', args)
    expect(code).toBe(0)
    expect(document).toMatchObject({
      ok: true,
      report_path: null,
      results: three.map((candidate_id) => ({ candidate_id, ok: true })),
    })
    expect(
      there
        .events()
        .map(({ event }) => event)
        .join(),
    ).toBe('created,replay,created,replay,transition,created,replay')
  })

  it('reads candidates or evidence from stdin', async () => {
    const there = repository()
    const evidence = there.file('evidence.json', equivalent)
    const stdin = JSON.stringify(candidate('a'))
    const { code, document } = await there.json('decision', ['submit', '-', '--evidence', evidence], {
      stdin,
    })
    expect([code, document]).toMatchObject([0, { ok: true }])
    const other = there.file('b.json', candidate('b'))
    const second = await there.run(['submit', other, '--evidence', '-'], { stdin: JSON.stringify(regressed) })
    expect(second.code).toBe(0)
    expect(there.events().length).toBe(5)
  })

  it('says of a candidate that regressed that it was rolled back, and is done', async () => {
    const there = repository()
    const args = [
      'submit',
      there.file('a.json', candidate('a')),
      '--evidence',
      there.file('e.json', regressed),
    ]
    const { out, code } = await there.run(args)
    expect([out, code]).toEqual([
      `rolled back ${idOf('a')}: a subject requires a object (cause). Its replay regressed in accuracy, recall, so it is rejected.\n`,
      0,
    ])
    expect(there.events()[2]).toEqual({
      event: 'transition',
      proposal_id: idOf('a'),
      to: 'rejected',
      note: 'auto_rollback_regression: accuracy,recall',
    })
  })

  it('names another source when it is told to', async () => {
    const there = repository()
    const args = ['--source-kind', 'miner', '--source-id', 'm7', '--emitted-at-revision', 'r9']
    await there.run(['submit', ...given(there, 'a'), ...args])
    expect(there.events()[0]).toMatchObject({
      proposal: { source: { kind: 'miner', source_id: 'm7', emitted_at_revision: 'r9' } },
    })
  })

  it('wants a revision where there is no commit', async () => {
    const there = repository()
    rmSync(join(there.root, '.git'), { recursive: true })
    // The folder for temporary files may stand in a repository: this one has no commit.
    const err = await misused(there, ['submit', ...given(there, 'a')])
    expect(err).toContain('--emitted-at-revision')
    const { code } = await there.run(['submit', ...given(there, 'a'), '--emitted-at-revision', 'r1'])
    expect([code, there.events().length]).toEqual([0, 2])
  })

  it.each([
    [
      'no evidence',
      (there: Repository) => [there.file('a.json', candidate('a'))],
      '--evidence FILE, or --gate',
    ],
    [
      'evidence and a gate',
      (there: Repository) => [...given(there, 'a'), '--gate', 'cat'],
      '--evidence FILE, or --gate',
    ],
    ['stdin twice', () => ['-', '--evidence', '-'], 'stdin'],
    [
      'a miner without a name',
      (there: Repository) => [...given(there, 'a'), '--source-kind', 'miner'],
      '--source-id',
    ],
    [
      'an operator with one',
      (there: Repository) => [...given(there, 'a'), '--source-id', 'x'],
      '--source-kind',
    ],
    [
      'a kind that nobody knows',
      (there: Repository) => [...given(there, 'a'), '--source-kind', 'oracle'],
      'oracle',
    ],
    [
      'an empty revision',
      (there: Repository) => [...given(there, 'a'), '--emitted-at-revision', ''],
      'revision',
    ],
    [
      'a timeout that is no number',
      (there: Repository) => [...given(there, 'a'), '--lock-timeout', 'soon'],
      'seconds',
    ],
    ['no file', () => ['--evidence', 'e.json'], 'file'],
    [
      'evidence for one of two',
      (there: Repository) => [
        there.file('all.jsonl', jsonLines([candidate('a'), candidate('b')])),
        '--evidence',
        there.file('e.json', equivalent),
      ],
      'there are 2 candidates',
    ],
    [
      'a file that is not there',
      (there: Repository) => [...given(there, 'a'), 'nowhere.json'],
      'nowhere.json',
    ],
    [
      'an empty array',
      (there: Repository) => ['--evidence', 'e', there.file('none.json', '[]')],
      'nothing is in it',
    ],
  ])('does not take %s', async (_, args, expected) => {
    const there = repository()
    expect(await misused(there, ['submit', ...args(there)])).toContain(expected)
  })

  it.each([
    ['invalid_utf8', Uint8Array.of(0x7b, 0xff, 0x7d), 'UTF-8'],
    ['corrupt_json', '{"candidate_id":', 'ends before it is whole'],
    ['corrupt_json', '{"candidate_id":"a",}', 'character 21'],
    ['not_portable_number', '{"candidate_id":"a","n":1e999}', '1e999'],
    ['too_deep', `{"a":${'['.repeat(900)}${']'.repeat(900)}}`, 'deeper'],
    ['duplicate_key', '{"candidate_id":"a","candidate_id":"b"}', 'twice'],
    ['invalid_candidate', '{"candidate_id":1}', '/candidate_id'],
    ['invalid_candidate', '17', 'object'],
    ['the second line', `${JSON.stringify(candidate('a'))}\n{"candidate_id":""}\n`, ':2: /candidate_id'],
    ['the second element', [candidate('a'), {}], ', element 2: '],
  ])('names what is wrong with a candidate, and records none: %s', async (_, content, expected) => {
    const there = repository()
    const err = await misused(there, ['submit', there.file('given', content), ...given(there, 'z')])
    expect(err).toContain(expected)
  })

  it('names what is wrong with evidence', async () => {
    const there = repository()
    const bad = there.file('bad.json', { ...equivalent, replay_equivalent: 'yes' })
    expect(
      await misused(there, ['submit', there.file('a.json', candidate('a')), '--evidence', bad]),
    ).toContain('/replay_equivalent')
  })

  describe('with a gate', () => {
    const gate = (there: Repository, then: string) => {
      const evidence = there.file('evidence.json', equivalent)
      return [
        '--gate',
        `cat >> '${join(there.root, 'asked')}' && ${then.replace('EVIDENCE', `cat '${evidence}'`)}`,
      ]
    }
    const asked = (there: Repository): string =>
      existsSync(join(there.root, 'asked')) ? readFileSync(join(there.root, 'asked'), 'utf8') : ''

    it('hands it the exact canonical chain, and records what it prints', async () => {
      const there = repository()
      const text = JSON.stringify(candidate('a')).replace(
        '"cause"',
        '"cause","w":1.0,"big":123456789012345678901',
      )
      const file = there.file('a.json', text)
      const { code } = await there.json('decision', ['submit', file, ...gate(there, 'EVIDENCE')])
      expect(code).toBe(0)
      expect(asked(there)).toBe(
        '{"big":123456789012345678901,"connective":"requires","intent":"cause","object":"a object","subject":"a subject","w":1.0}\n',
      )
      expect(there.events().length).toBe(2)
    })

    it('never runs it for a candidate that is refused', async () => {
      const there = repository(submitted('b'))
      const files = [
        candidate('a', { boundary_clean: false }),
        candidate('b'),
        candidate('c', { proposed_chain: chain('b subject', 'x') }),
        candidate('d'),
      ].map((each, at) => there.file(`${at}.json`, each))
      const { document, code } = await there.json('decisions', [
        'submit',
        ...files,
        ...gate(there, 'EVIDENCE'),
      ])
      expect(code).toBe(1)
      expect(
        (document as { results: { refusal?: { reason: string } }[] }).results.map(
          ({ refusal }) => refusal?.reason ?? 'ok',
        ),
      ).toEqual(['ineligible', 'duplicate', 'dependent_on_pending', 'ok'])
      expect(asked(there).split('\n').length).toBe(2)
      expect(asked(there)).toContain('"d subject"')
    })

    it.each([
      ['it fails', 'exit 3', 'exit code 3'],
      ['it is killed', 'kill -9 $$', 'SIGKILL'],
      ['it prints no evidence', 'echo no', 'not JSON'],
      ['it prints nothing', 'true', 'ends before it is whole'],
    ])('says so when %s, and records the others', async (_, then, expected) => {
      const there = repository()
      const files = ['a', 'b'].map((id) => there.file(`${id}.json`, candidate(id)))
      const args = [
        '--gate',
        `if grep -q 'a subject'; then ${then}; else cat '${there.file('evidence.json', equivalent)}'; fi`,
      ]
      const one = await there.json('decision', ['submit', files[0] as string, ...args])
      expect(one).toMatchObject({
        code: 4,
        document: { ok: false, failure: { reason: 'gate_failed', in_log: 'no', candidate_id: 'a' } },
      })
      expect((one.document as { failure: { message: string } }).failure.message).toContain(expected)
      const both = await there.run(['submit', ...files, ...args])
      expect(both.code).toBe(4)
      expect(both.err).toContain(expected)
      expect(both.out).toContain(`submitted ${idOf('b')}`)
      expect(there.events().length).toBe(2)
    })

    it('passes on what it says, and minds nothing that it does not read', async () => {
      const there = repository()
      const evidence = there.file('evidence.json', equivalent)
      const long = candidate('a', { proposed_chain: { ...chain('s', 'o'), spec: 'x'.repeat(1_000_000) } })
      const { code, err } = await there.run([
        'submit',
        there.file('a.json', long),
        '--gate',
        `echo replaying >&2; exec cat '${evidence}'`,
      ])
      expect([code, err]).toEqual([0, 'replaying\n'])
    })
  })

  describe('is refused', () => {
    it('when a gate fails: ineligible', async () => {
      const there = repository()
      const bad = there.file('a.json', candidate('a', { claim_domain: 'evaluative', boundary_clean: false }))
      const args = ['submit', bad, '--evidence', there.file('e.json', equivalent)]
      const { refusal, sentence } = await refused(there, args)
      expect(refusal).toEqual({
        reason: 'ineligible',
        candidate_id: 'a',
        failed_gates: ['claim_domain', 'boundary_clean'],
      })
      expect(sentence).toContain('claim_domain, boundary_clean')
      expect(sentence).toContain('--allow-evaluative')
    })

    it('unless the gate is opened: an evaluative claim with --allow-evaluative', async () => {
      const there = repository()
      const args = [
        'submit',
        there.file('a.json', candidate('a', { claim_domain: 'evaluative' })),
        '--evidence',
        there.file('e.json', equivalent),
      ]
      await refused(there, args)
      expect((await there.run([...args, '--allow-evaluative'])).code).toBe(0)
    })

    it.each(['pending', 'accepted', 'rejected', 'withdrawn'] as const)(
      'as a duplicate of one that is %s',
      async (state) => {
        const there = repository([
          ...submitted('a'),
          ...(state === 'pending' ? [] : [transition('a', state)]),
        ])
        const { refusal, sentence } = await refused(there, ['submit', ...given(there, 'a')])
        expect(refusal).toEqual({ reason: 'duplicate', proposal_id: idOf('a'), existing_state: state })
        expect(sentence).toContain(`is ${state}`)
      },
    )

    it('as dependent on what is pending', async () => {
      const there = repository([...submitted('b'), ...submitted('c')])
      const file = there.file('a.json', candidate('a', { proposed_chain: chain(' B SUBJECT ', 'C object') }))
      const args = ['submit', file, '--evidence', there.file('e.json', equivalent)]
      const { refusal, sentence } = await refused(there, args)
      expect(refusal).toEqual({
        reason: 'dependent_on_pending',
        candidate_id: 'a',
        dependent_on: [idOf('b'), idOf('c')],
        overlapping_lemmas: ['b subject', 'c object'],
      })
      expect(sentence).toContain('shares b subject, c object with')
    })

    it('and is one line of its sentence however many there are, with nothing that a terminal would act on', async () => {
      const ids = Array.from({ length: 30 }, (_, n) => `p${n}`)
      const there = repository(ids.flatMap((id) => submitted(id)))
      const evil = candidate('\u001b[2J\n\u202e', { proposed_chain: chain('p0 subject', 'p1 object') })
      const files = [evil, candidate('b', { boundary_clean: false })].map((each, at) =>
        there.file(`${at}.json`, each),
      )
      const evidence = there.file('e.json', [equivalent, equivalent])
      const { err, code } = await there.run(['submit', ...files, '--evidence', evidence])
      expect(code).toBe(1)
      expect(err.trimEnd().split('\n')).toHaveLength(2)
      expect(err).toContain('\\u{1b}[2J\\u{a}\\u{202e}')
    })
  })

  describe('at a full queue', () => {
    const full = Array.from({ length: 256 }, (_, n) => submitted(`p${n}`)).flat()

    it('ADR-0161 criterion 2: the 257th submission gives one queue_full report and no new line', async () => {
      const there = repository(full)
      const before = there.text()
      expect(before.match(/"created"/g)?.length).toBe(256)
      const { out, err, code } = await there.run(['submit', ...given(there, 'a')])
      expect([out, code]).toEqual(['', 1])
      expect(err).toContain('256 proposals are pending, and the cap is 256')
      expect(there.text()).toBe(before)
      expect(there.reports()).toEqual(['2026-06-15T233000Z_queue_full.json'])
      const path = join(there.runs, '2026-06-15T233000Z_queue_full.json')
      expect(err).toContain(path)
      expect(readFileSync(path, 'utf8')).toBe(
        `{\n  "candidates_skipped": [\n    {\n      "candidate_id": "a",\n      "reason": "queue_full"\n    }\n  ],\n  "cap": 256,\n  "emitted_at_revision": "${there.head}",\n  "pending_count": 256,\n  "report_kind": "queue_full"\n}\n`,
      )
    })

    it('takes the 256th, and no settled one counts', async () => {
      const there = repository([...full, transition('p0', 'withdrawn')])
      expect((await there.run(['submit', ...given(there, 'a')])).code).toBe(0)
      expect((await there.run(['submit', ...given(there, 'b')])).code).toBe(1)
    })

    it('answers for each of several, with one report of all that found no room', async () => {
      const there = repository([...full, transition('p0', 'accepted')])
      const { document, code, err } = await there.json('decisions', [
        'submit',
        ...given(there, 'a', 'b', 'c'),
      ])
      const report_path = join(there.runs, there.reports()[0] as string)
      expect(code).toBe(1)
      expect(err).toContain(report_path)
      expect(document).toMatchObject({
        ok: false,
        report_path,
        results: [
          { candidate_id: 'a', ok: true },
          { candidate_id: 'b', ok: false, refusal: { reason: 'queue_full', pending_count: 256, cap: 256 } },
          { candidate_id: 'c', ok: false, refusal: { reason: 'queue_full' } },
        ],
      })
      expect(there.reports()).toHaveLength(1)
      expect(JSON.parse(readFileSync(report_path, 'utf8')).candidates_skipped).toEqual(
        ['b', 'c'].map((candidate_id) => ({ candidate_id, reason: 'queue_full' })),
      )
    })

    it('writes over no report that is there', async () => {
      const there = repository(full)
      for (const id of ['a', 'b', 'c']) await there.run(['submit', ...given(there, id)])
      expect(there.reports()).toEqual([
        '2026-06-15T233000Z_queue_full-2.json',
        '2026-06-15T233000Z_queue_full-3.json',
        '2026-06-15T233000Z_queue_full.json',
      ])
    })

    it('is full even for a duplicate, and has more room where CORE_HITL_PENDING_CAP says so', async () => {
      const there = repository(full)
      const { refusal } = await refused(there, ['submit', ...given(there, 'p0')])
      expect(refusal).toMatchObject({ reason: 'queue_full', candidate_id: 'p0' })
      const env = { CORE_HITL_PENDING_CAP: '257' }
      expect((await there.run(['submit', ...given(there, 'a')], { env })).code).toBe(0)
      expect((await there.run(['submit', ...given(there, 'b')], { env })).err).toContain('the cap is 257')
    })

    it('is never full earlier: a lower value of the variable is warned about', async () => {
      const there = repository()
      const env = { CORE_HITL_PENDING_CAP: '1' }
      const { err, code } = await there.run(['submit', ...given(there, 'a', 'b')], { env })
      expect([code, there.events().length]).toEqual([0, 4])
      expect(err).toContain('CORE_HITL_PENDING_CAP is 1')
    })

    it('is nothing that anybody guesses: another value writes nothing', async () => {
      const there = repository()
      const err = await misused(there, ['submit', ...given(there, 'a')], {
        env: { CORE_HITL_PENDING_CAP: 'many' },
      })
      expect(err).toContain('CORE_HITL_PENDING_CAP is "many"')
    })
  })
})

describe('review', () => {
  const id = idOf('a')

  it.each([
    ['--accept', 'accepted', 'accepted'],
    ['--reject', 'rejected', 'rejected'],
    ['--withdraw', 'withdrawn', 'withdrew'],
  ])(
    'ADR-0161 criterion 3 (command line): %s records ratifier_kind, actor and commit_sha',
    async (action, to, said) => {
      const there = repository(submitted('a'))
      const { out, code } = await there.run(['review', id, action, '--note', 'as read'])
      expect([out, code]).toEqual([`${said} ${id}: a subject requires a object (cause)\n`, 0])
      expect(there.events().slice(2)).toEqual([
        {
          event: 'transition',
          proposal_id: id,
          to,
          note: 'as read',
          ratifier_kind: 'cli',
          actor: 'ana',
          commit_sha: there.head,
          workflow_run_id: null,
          review_date: '2026-06-15',
        },
      ])
    },
  )

  it('prints {ok, events}', async () => {
    const there = repository(submitted('a'))
    const { out } = await there.run(['review', id, '--reject', '--json'])
    expect(out).toBe(`{"events":[${there.text().trimEnd().split('\n').at(-1)}],"ok":true}\n`)
    const again = repository(submitted('a'))
    const { document } = await again.json('decision', ['review', id, '--accept', '--corpus', again.corpus])
    expect(Object.keys(document)).toEqual(['events', 'ok'])
  })

  it('dates a decision by the day in UTC, wherever it is taken', async () => {
    const there = repository(submitted('a'))
    const zone = process.env.TZ
    process.env.TZ = 'Pacific/Kiritimati'
    try {
      await there.run(['review', id, '--accept'], { now: '2026-03-01T00:30:00+14:00' })
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    expect(there.events().at(-1)).toMatchObject({ review_date: '2026-02-28' })
  })

  it('takes another date, and a typed reason before the note', async () => {
    const there = repository(submitted('a'))
    const args = ['--reject', '--reason', 'stale', '--note', 'see c9', '--review-date', '2028-02-29']
    expect((await there.run(['review', id, ...args])).code).toBe(0)
    expect(there.events().at(-1)).toMatchObject({ note: 'stale: see c9', review_date: '2028-02-29' })
  })

  it.each([
    ['a note that begins with a dash', ['--note', '-- no --reject'], '', '-- no --reject'],
    ['the same, joined', ['--note=-x'], '', '-x'],
    ['no note', [], '', ''],
    ['a note on stdin', ['--note-file', '-'], 'two\nlines\n', 'two\nlines'],
    ['an empty one', ['--note-file', '-'], '', ''],
  ])('keeps %s', async (_, args, stdin, note) => {
    const there = repository(submitted('a'))
    expect((await there.run(['review', id, '--accept', ...args], { stdin })).code).toBe(0)
    expect(there.events().at(-1)).toMatchObject({ to: 'accepted', note })
  })

  it('reads a note from a file, to the letter but for the newline at its end', async () => {
    const there = repository(submitted('a'))
    const file = there.file('note.txt', ' -“quoted” $(x) `y`\n\n')
    await there.run(['review', id, '--accept', '--note-file', file])
    expect(there.events().at(-1)).toMatchObject({ note: ' -“quoted” $(x) `y`\n' })
  })

  it.each([
    ['no action', [], '--accept, --reject and --withdraw'],
    ['two', ['--accept', '--reject'], '--accept, --reject and --withdraw'],
    ['a reason for an accept', ['--accept', '--reason', 'stale'], '--reject alone'],
    ['a reason that nobody counts', ['--reject', '--reason', 'dull'], 'dull'],
    ['a day that no calendar has', ['--accept', '--review-date', '2026-02-29'], '2026-02-29'],
    ['a day in another form', ['--accept', '--review-date', '1 June'], 'YYYY-MM-DD'],
    ['two notes', ['--accept', '--note', 'a', '--note-file', 'b'], '--note-file'],
    ['a note that is not there', ['--accept', '--note-file', 'nowhere.txt'], 'nowhere.txt'],
    ['a corpus for a rejection', ['--reject', '--corpus', 'corpus.jsonl'], '--accept alone'],
    ['a corpus that is not there', ['--accept', '--corpus', 'nowhere.jsonl'], 'nowhere.jsonl'],
  ])('does not take %s', async (_, args, expected) => {
    const there = repository(submitted('a'))
    const before = there.text()
    const { err, code } = await there.run(['review', id, ...args])
    expect([code, there.text()]).toEqual([2, before])
    expect(err).toContain(expected)
  })

  it('does not take a note that is no text', async () => {
    const there = repository(submitted('a'))
    const file = there.file('note', Uint8Array.of(0xff))
    expect(await misused(there, ['review', id, '--accept', '--note-file', file])).toContain('UTF-8')
  })

  describe('with a corpus', () => {
    const line =
      '{"chain_id":"cause_a subject_requires_a object","connective":"requires","domains_object_k":1,"domains_subject_k":2,"intent":"cause","object":"a object","provenance":"adr-0057:discovery_promoted:2026-06-15","subject":"a subject"}\n'

    it('adds the chain of an accept, and says so in the log', async () => {
      const there = repository(submitted('a'))
      const { code, err } = await there.run(['review', id, '--accept', '--corpus', there.corpus])
      expect([code, err]).toEqual([0, ''])
      expect(readFileSync(there.corpus, 'utf8')).toBe(line)
      expect(
        there
          .events()
          .map(({ event }) => event)
          .slice(2),
      ).toEqual(['transition', 'accepted_corpus_append'])
    })

    it('adds no chain that is there', async () => {
      const there = repository(submitted('a'))
      writeFileSync(there.corpus, line)
      await there.run(['review', id, '--accept', '--corpus', there.corpus])
      expect(readFileSync(there.corpus, 'utf8')).toBe(line)
      expect(there.events().at(-1)?.event).toBe('accepted_corpus_append')
    })

    it('an accept without one says what it owes', async () => {
      const there = repository(submitted('a'))
      const { err, code } = await there.run(['review', id, '--accept'])
      expect([code, err]).toEqual([0, 'Its chain is not in a corpus yet. Finish it with settle.\n'])
    })
  })

  describe('is refused', () => {
    it('where the log has no such id, and a beginning is none', async () => {
      const there = repository(submitted('a'))
      const { refusal, sentence } = await refused(there, ['review', id.slice(0, 12), '--accept'])
      expect(refusal).toEqual({ reason: 'not_found', proposal_id: id.slice(0, 12) })
      expect(sentence).toContain('the whole id')
    })

    it.each(['--accept', '--reject', '--withdraw'])('where it is settled, for %s', async (action) => {
      const there = repository(accepted('a'))
      const { refusal, sentence } = await refused(there, ['review', id, action])
      expect(refusal).toEqual({
        reason: 'not_pending',
        proposal_id: id,
        state: 'accepted',
        settled_by: transition('a', 'accepted'),
      })
      expect(sentence).toContain('is accepted already by bob on 2026-06-01')
    })

    it.each(['--accept', '--reject', '--withdraw'])('where nothing was measured, for %s', async (action) => {
      const there = repository([created('a')])
      const { refusal, sentence } = await refused(there, ['review', id, action])
      expect(refusal).toMatchObject({ reason: 'not_replay_equivalent', evidence: 'absent' })
      expect(sentence).toContain('record-replay')
    })

    it('where the replay regressed', async () => {
      const there = repository(submitted('a', regressed).slice(0, 2))
      const { refusal, sentence } = await refused(there, ['review', id, '--accept'])
      expect(refusal).toMatchObject({ evidence: 'regressed', regressed_metrics: ['accuracy', 'recall'] })
      expect(sentence).toContain('regressed in accuracy, recall')
    })

    it.each([
      [{ CI: 'true' }, 'CI is set'],
      [{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push' }, 'GITHUB_ACTIONS is set, so this is CI (push)'],
    ])('in CI, before anything else is looked at: %j', async (env, expected) => {
      const there = repository(submitted('a'))
      const { refusal, sentence } = await refused(there, ['review', 'nobody', '--accept'], env)
      expect(refusal).toMatchObject({ reason: 'ci_may_not_ratify' })
      expect(sentence).toContain(expected)
      // Not the log, nor the other options.
      const nowhere = ['review', 'x', '--log', 'nowhere.jsonl', '--review-date', 'today']
      expect((await hitlQueue(nowhere, { env })).err).toContain(expected)
    })
  })

  it('wants somebody who decides', async () => {
    const there = repository(submitted('a'))
    expect(await misused(there, ['review', id, '--accept'], { user: null })).toContain('names no user')
  })

  it('wants a commit that it is decided on', async () => {
    const there = repository(submitted('a'))
    rmSync(join(there.root, '.git'), { recursive: true })
    expect(await misused(there, ['review', id, '--accept'])).toContain('no git repository around the log')
  })
})

describe('record-replay', () => {
  const id = idOf('a')

  it('brings evidence to a proposal that has none, which can then be accepted', async () => {
    const there = repository([created('a')])
    const evidence = there.file('e.json', equivalent)
    const { out, code } = await there.run(['record-replay', id, '--evidence', evidence])
    expect([out, code]).toEqual([`recorded a replay of ${id}\n`, 0])
    expect(there.events().length).toBe(2)
    expect((await there.run(['review', id, '--accept'])).code).toBe(0)
  })

  it('rolls back a proposal whose replay regressed, in CI too', async () => {
    const there = repository(submitted('a'))
    const args = ['record-replay', id, '--evidence', '-']
    const { document, code } = await there.json('decision', args, {
      stdin: JSON.stringify(regressed),
      env: { CI: 'true' },
    })
    expect(code).toBe(0)
    expect(document).toMatchObject({ ok: true, events: [{ event: 'replay' }, { event: 'transition' }] })
    expect(there.events().at(-1)).toEqual({
      event: 'transition',
      proposal_id: id,
      to: 'rejected',
      note: 'auto_rollback_regression: accuracy,recall',
    })
  })

  it('says so', async () => {
    const there = repository(submitted('a'))
    const { out } = await there.run(['record-replay', id, '--evidence', there.file('e.json', regressed)])
    expect(out).toBe(`rolled back ${id}. Its replay regressed in accuracy, recall, so it is rejected.\n`)
  })

  it('is refused where there is no such id, and where it is settled', async () => {
    const there = repository(accepted('a'))
    const evidence = ['--evidence', there.file('e.json', equivalent)]
    expect((await refused(there, ['record-replay', 'nobody', ...evidence])).refusal.reason).toBe('not_found')
    expect((await refused(there, ['record-replay', id, ...evidence])).refusal.reason).toBe('not_pending')
  })

  it.each([
    ['a document that is none', '{}', 'baseline'],
    ['two documents', `${JSON.stringify(equivalent)}\n${JSON.stringify(equivalent)}`, '2 documents'],
  ])('does not take %s', async (_, text, expected) => {
    const there = repository(submitted('a'))
    const args = ['record-replay', id, '--evidence', there.file('e.json', text)]
    expect(await misused(there, args)).toContain(expected)
  })
})

describe('settle', () => {
  const id = idOf('a')

  it('finishes an accept, and has then nothing to do', async () => {
    const there = repository(accepted('a'))
    const args = ['settle', id, '--corpus', there.corpus]
    const first = await there.run(args)
    expect([first.out, first.code]).toEqual([`settled ${id}: log and corpus have it\n`, 0])
    expect(there.events().at(-1)).toMatchObject({ event: 'accepted_corpus_append', proposal_id: id })
    const corpus = readFileSync(there.corpus, 'utf8')
    expect(corpus).toContain('adr-0057:discovery_promoted:2026-06-01')
    const [log] = [there.text()]
    const second = await there.run(args)
    expect([second.out, second.code]).toEqual([`${id} owes nothing: log and corpus have it\n`, 0])
    expect([there.text(), readFileSync(there.corpus, 'utf8')]).toEqual([log, corpus])
    const { document } = await there.json('decision', args)
    expect(document).toEqual({ ok: true, events: [] })
  })

  it('needs no commit and no user at a working copy', async () => {
    const there = repository(accepted('a'))
    rmSync(join(there.root, '.git'), { recursive: true })
    expect((await there.run(['settle', id, '--corpus', there.corpus], { user: null })).code).toBe(0)
  })

  it('is refused where there is no such accept of ours', async () => {
    const there = repository([...submitted('a'), ...submitted('b'), moved(idOf('b'), 'accepted')])
    const corpus = ['--corpus', there.corpus]
    expect((await refused(there, ['settle', 'nobody', ...corpus])).refusal.reason).toBe('not_found')
    expect((await refused(there, ['settle', id, ...corpus])).refusal).toEqual({
      reason: 'not_accepted',
      proposal_id: id,
      state: 'pending',
    })
    expect((await refused(there, ['settle', idOf('b'), ...corpus])).refusal).toMatchObject({
      reason: 'not_ratified',
      accepted_by: { to: 'accepted' },
    })
    expect(readFileSync(there.corpus, 'utf8')).toBe('')
  })

  it('is refused in CI, first of all', async () => {
    const there = repository(accepted('a'))
    const args = ['settle', id, '--corpus', 'nowhere.jsonl']
    expect((await refused(there, args, { CI: '1' })).refusal.reason).toBe('ci_may_not_ratify')
  })

  it('wants the corpus', async () => {
    const there = repository(accepted('a'))
    await misused(there, ['settle', id])
    const { document, code } = await there.json('decision', ['settle', id, '--corpus', 'nowhere.jsonl'])
    expect([code, document]).toMatchObject([
      2,
      { ok: false, failure: { reason: 'not_readable', misnamed: true } },
    ])
  })
})

describe('in the ratification workflow', () => {
  const id = idOf('a')
  const dispatch = (there: Repository, more: { readonly [name: string]: string } = {}) => ({
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_EVENT_PATH: there.file('event.json', {
      repository: { default_branch: 'main' },
      sender: { type: 'User' },
    }),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_ACTOR: 'Ana',
    GITHUB_TRIGGERING_ACTOR: 'Ana',
    GITHUB_REPOSITORY_OWNER: 'owner',
    GITHUB_RUN_ID: '77',
    CORE_RATIFIERS: 'ana',
    ...more,
  })

  it('review records the run, and drops no entry of CORE_RATIFIERS in silence', async () => {
    const there = repository(submitted('a'))
    // The machine's user does not matter there.
    const env = dispatch(there, { CORE_RATIFIERS: 'ana,not a login' })
    const { code, err } = await there.run(['review', id, '--withdraw'], { env, user: null })
    expect(code).toBe(0)
    expect(err).toContain('"not a login", which is no GitHub login')
    expect(there.events().at(-1)).toEqual({
      event: 'transition',
      proposal_id: id,
      to: 'withdrawn',
      note: '',
      ratifier_kind: 'workflow_dispatch',
      actor: 'Ana',
      commit_sha: there.head,
      workflow_run_id: '77',
      review_date: '2026-06-15',
    })
  })

  it.each([
    ['review', ['--accept'], (): readonly ProposalEvent[] => submitted('a')],
    ['settle', [], () => accepted('a')],
  ])('%s holds both actors to the rules', async (command, args, log) => {
    for (const [more, rule, role] of [
      [{ GITHUB_ACTOR: 'mallory' }, 'actor_is_ratifier', 'actor'],
      [{ GITHUB_TRIGGERING_ACTOR: 'mallory' }, 'actor_is_ratifier', 'triggering_actor'],
      [{ GITHUB_TRIGGERING_ACTOR: 'ana[bot]' }, 'actor_is_no_bot', 'triggering_actor'],
      [{ GITHUB_REF: 'refs/heads/other' }, 'ref_is_default_branch', 'actor'],
      [{ GITHUB_EVENT_PATH: '/nowhere' }, 'ref_is_default_branch', 'actor'],
    ] as const) {
      const there = repository(log())
      const corpus = command === 'settle' ? ['--corpus', there.corpus] : []
      const { refusal, sentence } = await refused(
        there,
        [command, id, ...args, ...corpus],
        dispatch(there, more),
      )
      expect(refusal).toMatchObject({ reason: 'actor_not_allowed', rule, role })
      expect(sentence).toContain('may not ratify')
    }
  })

  it('settle finishes an accept for a ratifier', async () => {
    const there = repository(accepted('a'))
    const { code } = await there.run(['settle', id, '--corpus', there.corpus], { env: dispatch(there) })
    expect([code, there.events().at(-1)?.event]).toEqual([0, 'accepted_corpus_append'])
  })

  it('wants the run that a record names', async () => {
    const there = repository(submitted('a'))
    const env = dispatch(there, { GITHUB_RUN_ID: '' })
    expect(await misused(there, ['review', id, '--accept'], { env })).toContain('GITHUB_RUN_ID')
  })
})

describe('what is not recorded', () => {
  it.each([
    ['unsound_log', 3, '{"event":"transition","proposal_id":"p","to":accepted}\n'],
    ['unsound_log', 3, '{"event":"later"}\n'],
  ])('is a failure with the reason %s and exit code %i', async (reason, exit, log) => {
    const there = repository(log)
    const args = ['record-replay', 'p', '--evidence', there.file('e.json', equivalent)]
    const { document, code } = await there.json('decision', args)
    expect([code, document]).toMatchObject([exit, { ok: false, failure: { reason, in_log: 'no' } }])
    const { out, err } = await there.run(args)
    expect([out, there.text()]).toEqual(['', log])
    expect(err).toContain('Line 1 of the log is in the way')
  })

  it('a log that was named and is not there: exit code 2', async () => {
    const there = repository()
    const args = [
      'record-replay',
      'p',
      '--log',
      'nowhere.jsonl',
      '--evidence',
      there.file('e.json', equivalent),
    ]
    const { document, code } = await there.json('decision', args)
    expect([code, document]).toMatchObject([2, { failure: { reason: 'not_readable', misnamed: true } }])
  })

  it('somebody else writes all the time: exit code 4, naming them', async () => {
    const there = repository(submitted('a'))
    const lock = {
      pid: process.pid,
      host: 'elsewhere',
      start: '1',
      since: '2026-06-01T00:00:00Z',
      nonce: 'n',
    }
    writeFileSync(`${there.log}.lock`, JSON.stringify(lock))
    const args = ['review', idOf('a'), '--accept', '--lock-timeout', '0.05']
    const { document, code } = await there.json('decision', args)
    expect([code, document]).toMatchObject([
      4,
      { ok: false, failure: { reason: 'lock_timeout', in_log: 'no' } },
    ])
    expect((await there.run(args)).err).toContain('elsewhere')
  })

  it('is a failure of several candidates as a whole', async () => {
    const there = repository('{}\n')
    const file = there.file('all.jsonl', jsonLines([candidate('a'), candidate('b')]))
    const args = ['submit', file, '--evidence', there.file('e.json', [equivalent, equivalent])]
    const { document, code } = await there.json('decisions', args)
    expect([code, document]).toMatchObject([3, { ok: false, failure: { reason: 'unsound_log' } }])
  })

  it('a torn tail is closed off, named, and blocks nothing', async () => {
    const there = repository(`${readFileSync(repository(submitted('a')).log, 'utf8')}{"event":"cre`)
    const { code, err } = await there.run(['review', idOf('a'), '--accept'])
    expect(code).toBe(0)
    expect(err).toContain(':3: warning closed_fragment:')
  })
})

describe('the default log', () => {
  it('is made with its first line, and so is the folder of the reports with its first report', async () => {
    const root = join(folder, 'fresh')
    mkdirSync(root)
    const here = process.cwd()
    process.chdir(root)
    try {
      writeFileSync('a.json', JSON.stringify(candidate('a')))
      writeFileSync('e.json', JSON.stringify(equivalent))
      const args = ['--evidence', 'e.json', '--emitted-at-revision', 'r']
      expect((await hitlQueue(['submit', 'a.json', ...args])).code).toBe(0)
      expect(readFileSync('teaching/proposals/proposals.jsonl', 'utf8').split('\n').length).toBe(3)
      expect(existsSync('contemplation')).toBe(false)
      expect((await hitlQueue(['report', '--candidate', 'a.json', ...args])).out).toBe(
        'contemplation/runs/2026-06-15T233000Z.json\n',
      )
    } finally {
      process.chdir(here)
    }
  })
})

// Kept from an accept of the library, so that the examples above are what it makes.
it('the transition of these tests is one that ratify makes', () => {
  const queue = answer(submit(emptyQueue, candidate('a'), equivalent, { source })).queue
  const { events } = answer(
    ratify(queue, {
      proposal_id: idOf('a'),
      action: 'accept',
      note: '',
      review_date: '2026-06-01',
      authority: { kind: 'cli', actor: 'bob', commit_sha: 'c0ffee' },
    }),
  )
  expect(canonicalText(events)).toBe(canonicalText([transition('a', 'accepted')]))
})
