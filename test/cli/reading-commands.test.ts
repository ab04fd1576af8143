import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson, deriveQueue, proposalId, queueDigest, queueText } from '../../src/index.js'
import { readQueue } from '../../src/node/index.js'
import { type SchemaName, validateAgainst } from '../../src/node/schemas.js'
import { runGit } from '../git-repository.js'
import { hitlQueue } from './world.js'

const sample = join(import.meta.dirname, '../fixtures/sample')
const log = join(sample, 'teaching/proposals/proposals.jsonl')
const runs = join(sample, 'contemplation/runs')
const here = ['--log', log, '--runs', runs]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const sampleQueue = () => {
  const read = readQueue({ log, runs })
  if (read._tag === 'Left') throw new Error(read.left.message)
  return read.right
}

const json = async (schema: SchemaName, args: readonly string[]) => {
  const { out, code } = await hitlQueue([...args, '--json'])
  const document = JSON.parse(out)
  expect(validateAgainst(schema, document)).toEqual([])
  expect(out.endsWith('}\n')).toBe(true)
  expect(canonicalJson(out.trimEnd())).toEqual({ _tag: 'Right', right: out.trimEnd() })
  return { document, code }
}

const created = (candidate: string, id?: string): string => {
  const chain = { subject: `s${candidate}`, intent: 'cause', connective: 'reveals', object: `o${candidate}` }
  return JSON.stringify({
    event: 'created',
    proposal: {
      proposal_id: id ?? proposalId(candidate, chain),
      source_candidate_id: candidate,
      proposed_chain: chain,
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
    },
  })
}

describe('list', () => {
  it('prints every item of the queue, first in first, whole ids when piped', async () => {
    const { out, err, code } = await hitlQueue(['list', ...here])
    const lines = out.trimEnd().split('\n')
    expect(lines[0]?.split(/\s+/)).toEqual(['proposal_id', 'source', 'age', 'replay', 'state', 'chain'])
    expect(lines.slice(1).map((line) => line.split(/\s+/).slice(0, 5))).toEqual(
      deriveQueue(sampleQueue().queue, []).map((item) => [
        item.proposal_id,
        item.source_kind ?? '-',
        String(item.age_proposals),
        item.replay_evidence === null ? '?' : item.replay_evidence.replay_equivalent ? 'ok' : 'regressed',
        item.state,
      ]),
    )
    expect(out).toContain('loom weaves pattern (cause)')
    expect(out).not.toContain('\u001b')
    expect([err, code]).toEqual(['', 0])
  })

  it('keeps to a state', async () => {
    for (const state of ['pending', 'accepted', 'rejected', 'withdrawn']) {
      const { document } = await json('list', ['list', ...here, '--state', state])
      expect(document.items.length).toBeGreaterThan(0)
      expect(document.items.map((item: { state: string }) => item.state)).toEqual(
        document.items.map(() => state),
      )
    }
  })

  it('prints one document with the stored spelling of every number', async () => {
    const { document, code } = await json('list', ['list', ...here])
    expect([document.items.length, document.problems, code]).toEqual([14, [], 0])
    const { out } = await hitlQueue(['list', ...here, '--json'])
    expect(out).toBe(
      `{"items":${[...queueText(sampleQueue().queue, sampleQueue().reports)].join('')},"problems":[]}\n`,
    )
  })

  it('shortens ids on a terminal, never so far that two look alike, and colours unless asked not to', async () => {
    const twins = file(
      'twins.jsonl',
      [created('1', 'aaaaaaaaaaaaaaaa1x'), created('2', 'aaaaaaaaaaaaaaaa2x')].join('\n'),
    )
    const shown = await hitlQueue(['list', '--log', twins], { terminal: true })
    expect(shown.out).toContain('aaaaaaaaaaaaaaaa1 ')
    expect(shown.out).toContain('aaaaaaaaaaaaaaaa2 ')
    expect(shown.out).not.toContain('aaaaaaaaaaaaaaaa1x')
    expect(shown.out).toContain('\u001b[')
    const plain = await hitlQueue(['list', '--log', twins], { terminal: true, env: { NO_COLOR: '1' } })
    expect(plain.out).not.toContain('\u001b')
  })

  it('prints a queue of any length, under one head', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => created(String(n), `id-${n}`))
    const { out, code } = await hitlQueue(['list', '--log', file('long.jsonl', lines.join('\n'))])
    const rows = out.trimEnd().split('\n')
    expect([rows.length, code, out.match(/proposal_id/g)?.length]).toEqual([60_001, 0, 1])
    expect(rows.slice(1).map((row) => row.split(' ')[0])).toEqual(lines.map((_, n) => `id-${n}`))
  })

  it('lets no control character or mark of the data reach a terminal', async () => {
    const line = created('1').replace('"s1"', JSON.stringify('\u001b[2J\u202e\u0007\u200bevil\n'))
    const { out } = await hitlQueue(['list', '--log', file('escape.jsonl', `${line}\n`)])
    expect(out).toContain('\\u{1b}[2J\\u{202e}\\u{7}\\u{200b}evil\\u{a} reveals o1')
  })

  it('shows the queue after the first lines', async () => {
    const at = async (n: number) => (await json('list', ['list', ...here, '--at', String(n)])).document.items
    expect(await at(0)).toEqual([])
    expect((await at(1)).map((item: { state: string }) => item.state)).toEqual(['pending'])
    expect((await at(4))[0].state).toBe('accepted')
    expect(await at(37)).toEqual((await json('list', ['list', ...here])).document.items)
    const beyond = await hitlQueue(['list', ...here, '--at', '38'])
    expect(beyond).toEqual({ out: '', err: expect.stringContaining('the log has 37 lines'), code: 2 })
  })
})

describe('show', () => {
  it('prints one item with its history, by the beginning of its id', async () => {
    const { out, err, code } = await hitlQueue(['show', '1b5904', ...here])
    expect(out).toContain('withdrawn by curator via workflow_dispatch on 2026-06-06')
    expect([err, code]).toEqual(['1b5904 is 1b5904c35082171bc0a01cf134dff711\n', 0])
    const { document } = await json('show', ['show', '1b5904', ...here])
    expect(document.item.review_history).toHaveLength(1)
  })

  it('prefers the exact id to a longer one that begins with it', async () => {
    const both = file('exact.jsonl', [created('1', 'abcdef'), created('2', 'abcdef0')].join('\n'))
    const { out, err, code } = await hitlQueue(['show', 'abcdef', '--log', both])
    expect(out).toContain('s1 reveals o1')
    expect([err.includes('problem'), code]).toEqual([false, 0])
  })

  it('names every candidate of a beginning that two share, and exits 2', async () => {
    const both = file('both.jsonl', [created('1', 'abcdef1'), created('2', 'abcdef2')].join('\n'))
    const { out, err, code } = await hitlQueue(['show', 'abcdef', '--log', both])
    expect([out, code]).toEqual(['', 2])
    expect(err).toContain('  abcdef1\n  abcdef2\n')
  })

  it('exits 1 for an id that is not there, and 2 for a beginning that is too short', async () => {
    expect(await hitlQueue(['show', 'ffffffff', ...here])).toMatchObject({ out: '', code: 1 })
    expect(await hitlQueue(['show', '1b590', ...here])).toMatchObject({ out: '', code: 2 })
  })
})

describe('reports', () => {
  it('tells queue items from pre-queue artifacts, and which skipped candidates are still not proposed', async () => {
    const { document } = await json('reports', ['reports', ...here])
    expect(
      document.reports.map((r: { report_kind: string; pre_queue: boolean }) => [r.report_kind, r.pre_queue]),
    ).toEqual([
      ['learning_arc', false],
      ['learning_arc', true],
      ['queue_full', false],
    ])
    expect(document.reports[2].candidates_skipped.map((c: { proposed: boolean }) => c.proposed)).toEqual([
      false,
      true,
    ])
    const { out } = await hitlQueue(['reports', ...here])
    expect(out).toContain('not in the log: a pre-queue artifact')
    expect(out).toContain('skipped, still not proposed')
  })
})

describe('digest and export', () => {
  it('say so when nothing is there to read and nothing was named', async () => {
    const { out, err, code } = await hitlQueue(['digest'])
    expect([out.length, code]).toEqual([65, 0])
    expect(err).toBe(
      'There is no teaching/proposals/proposals.jsonl here: the queue is empty.\n' +
        'There is no contemplation/runs here: no report was read.\n',
    )
  })

  it('print what the library gives', async () => {
    const { queue, reports } = sampleQueue()
    expect(await hitlQueue(['digest', ...here])).toEqual({
      out: `${queueDigest(queue, reports)}\n`,
      err: '',
      code: 0,
    })
    expect((await json('digest', ['digest', ...here])).document.digest).toBe(queueDigest(queue, reports))
    const { out } = await hitlQueue(['export', ...here])
    expect(out).toBe(`${[...queueText(queue, reports)].join('')}\n`)
    expect(validateAgainst('queue', JSON.parse(out))).toEqual([])
  })
})

describe('audit', () => {
  it('lists findings with their lines, and exits 1 for them only when strict', async () => {
    const { document, code } = await json('audit', ['audit', '--log', log])
    expect(document.findings.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
      [6, 'accept_without_equivalent_evidence'],
      [8, 'id_not_recomputable'],
      [9, 'accept_without_equivalent_evidence'],
    ])
    expect(code).toBe(0)
    expect((await hitlQueue(['audit', '--log', log, '--strict'])).code).toBe(1)
    expect((await hitlQueue(['audit', '--log', log])).out).toContain(
      `${log}:6: accept_without_equivalent_evidence: `,
    )
  })

  it('takes the cap from its option, else from the environment, and refuses one that is no number', async () => {
    const two = file('two.jsonl', `${created('1')}\n${created('2')}\n`)
    const codes = async (args: readonly string[], cap?: string) => {
      const { out, code } = await hitlQueue(['audit', '--log', two, ...args], {
        env: { CORE_HITL_PENDING_CAP: cap },
      })
      return [out.includes(`${two}:2: over_cap: `), code]
    }
    expect(await codes(['--cap', '1'], 'abc')).toEqual([true, 0])
    expect(await codes([], '300')).toEqual([false, 0])
    expect(await codes([], '1')).toEqual([false, 0])
    expect(await codes([], 'abc')).toEqual([false, 2])
  })

  it('finds nothing in an empty log', async () => {
    expect(await hitlQueue(['audit', '--strict', '--log', file('none.jsonl', '')])).toEqual({
      out: '',
      err: 'Nothing was found.\n',
      code: 0,
    })
  })
})

describe('summary', () => {
  it('is of the report and the queue that are named, under the cap that the environment sets', async () => {
    const report = join(runs, '2026-06-02T081500Z.json')
    const { out, err, code } = await hitlQueue(['summary', report, '--log', log], {
      env: { CORE_HITL_PENDING_CAP: '300' },
    })
    expect(out).toContain(' 4 of 300 pending, 10 settled\n')
    expect(out).toContain('\n- Chain: `bridge joins shore (cause)`\n')
    expect([err, code]).toEqual(['', 0])
  })

  it('is of the queue alone without a report, at any point of its history', async () => {
    const { out, code } = await hitlQueue(['summary', '--log', log, '--at', '2'])
    expect(out).toContain(' 1 of 256 pending, 0 settled\n')
    expect(code).toBe(0)
  })

  it('is of the queue alone for a report that cannot be read, which is exit code 3', async () => {
    const { out, err, code } = await hitlQueue([
      'summary',
      file('cut-report.json', '{"scenes":'),
      '--log',
      log,
    ])
    expect(out).toContain('## Pending, the oldest first')
    expect(err).toContain('error corrupt_report: cut-report.json: ')
    expect(code).toBe(3)
  })

  it('is not printed for a report that is missing, nor under a cap that cannot be read', async () => {
    for (const [args, env] of [
      [['summary', join(folder, 'none.json')], {}],
      [['summary'], { CORE_HITL_PENDING_CAP: 'many' }],
    ] as const) {
      const { out, code } = await hitlQueue([...args, '--log', log], { env })
      expect([out, code]).toEqual(['', 2])
    }
  })
})

describe('validate', () => {
  it('passes the sample, and says of each file what it is', async () => {
    const files = [
      log,
      join(runs, '2026-06-02T081500Z.json'),
      join(runs, '2026-06-10T120000Z_queue_full.json'),
    ]
    const { document, code } = await json('validate', ['validate', ...files])
    expect(document.files.map((f: { kind: string; valid: boolean }) => [f.kind, f.valid])).toEqual([
      ['log', true],
      ['report', true],
      ['report', true],
    ])
    expect(code).toBe(0)
    expect((await hitlQueue(['validate', ...files])).out).toContain('valid log, 37 lines, 37 events')
  })

  it('looks for keys given twice, which a plain read does not', async () => {
    const twice = file(
      'twice.jsonl',
      `${created('1').replace('"polarity"', '"polarity":"falsifies","polarity"')}\n`,
    )
    expect((await hitlQueue(['list', '--log', twice])).code).toBe(0)
    const { err, code } = await hitlQueue(['validate', twice])
    expect(err).toContain(`${twice}:1: error duplicate_key: `)
    expect(code).toBe(3)
  })

  it.each([
    ['--log', [log]],
    ['--log', [log, '--json']],
    ['--runs', [runs, log]],
  ])('says that it takes files without %s', async (option, args) => {
    const { out, err, code } = await hitlQueue(['validate', option, ...args])
    expect([out, code]).toEqual(['', 2])
    expect(err).toBe(
      `error: unknown option '${option}': name files without it, as in: hitl-queue validate ${args[0]}\n(see --help)\n`,
    )
    expect((await hitlQueue(['validate', '--help'])).out).not.toContain(option)
  })

  it('names the four states where a transition has another', async () => {
    const log = file('state.jsonl', '{"event":"transition","proposal_id":"p1","to":"approved"}\n')
    expect((await hitlQueue(['validate', log])).err).toContain(
      '/to: expected pending, accepted, rejected or withdrawn, found "approved"',
    )
  })

  it('says what is wrong with a report, by its pointer', async () => {
    const { document, code } = await json('validate', ['validate', file('bad.json', '{"scenes":[1]}')])
    expect(document.files[0]).toMatchObject({
      valid: false,
      problems: [{ code: 'invalid_report', pointer: '/scenes/0' }],
    })
    expect(code).toBe(3)
  })
})

describe('schema', () => {
  it('prints the schema of a name, and the names without one', async () => {
    const names = (await hitlQueue(['schema'])).out.trimEnd().split('\n')
    expect(names).toContain('log-line')
    for (const name of names) {
      expect(JSON.parse((await hitlQueue(['schema', name])).out).$id).toBe(`urn:hitl-queue:schema:${name}`)
    }
    expect(await hitlQueue(['schema', 'nothing'])).toMatchObject({ out: '', code: 2 })
  })
})

describe('exit codes', () => {
  it.each([
    ['an unknown command', ['bogus']],
    ['an unknown option', ['list', '--nope']],
    ['a state that does not exist', ['list', '--state', 'stale']],
    ['a missing argument', ['show']],
    ['a line number that is none', ['list', '--at', '1.5']],
    ['--at with --rev', ['list', '--at', '1', '--rev', 'HEAD']],
    ['a named log that is missing', ['list', '--log', '/nowhere/proposals.jsonl']],
    ['a named folder of reports that is missing', ['list', '--runs', '/nowhere/runs']],
    ['a log below a file', ['list', '--log', join(log, 'proposals.jsonl')]],
    ['a folder for the log', ['list', '--log', import.meta.dirname]],
    ['a file for the folder of reports', ['list', '--runs', log]],
    ['a revision that does not exist', ['list', '--rev', 'no-such-revision']],
    ['a revision that looks like an option', ['list', '--rev=--help']],
    ['a folder to validate', ['validate', import.meta.dirname]],
    ['a missing report to validate', ['validate', '/nowhere/run.json']],
  ])('are 2 for %s, with one clear message', async (_, args) => {
    const { out, err, code } = await hitlQueue(args)
    expect([out, code]).toEqual(['', 2])
    expect(err).toMatch(/^(?:hitl-queue|error): .+\n(?:\(see --help\)\n)?$/)
  })

  it.each([
    ['0 for an empty file', '', 0, 'The queue is empty.\n'],
    ['0 for a torn tail', '{"event":"created","prop', 0, 'warning torn_tail'],
    ['3 for UTF-16', Buffer.from('\ufeff{"event":"created"}\n', 'utf16le'), 3, 'UTF-16'],
    ['3 for 200,000 brackets', `${'['.repeat(200_000)}\n`, 3, 'error corrupt_line'],
  ])('are %s', async (_, content, code, message) => {
    const ran = await hitlQueue(['list', '--log', file('exit.jsonl', content)])
    expect(ran).toMatchObject({ out: '', code })
    expect(ran.err).toContain(message)
  })

  it('are 3 with the data still printed when a line is wrong', async () => {
    const ran = await hitlQueue(['list', '--log', file('part.jsonl', `nonsense\n${created('1')}\n`)])
    expect(ran.out).toContain('s1 reveals o1')
    expect(ran.err).toContain(':1: error corrupt_line: ')
    expect(ran.code).toBe(3)
  })

  it('are the first that applies of 2, 4, 3, 1 and 0', async () => {
    const broken = file('broken.jsonl', 'nonsense\n')
    expect((await hitlQueue(['show', 'abcdef', '--log', broken])).code).toBe(3)
    expect((await hitlQueue(['validate', broken, '/nowhere/x.jsonl'])).code).toBe(2)
  })

  it('are 0 for every --help', async () => {
    for (const command of ['list', 'show', 'reports', 'validate', 'audit', 'digest', 'export', 'schema']) {
      const { out, code } = await hitlQueue([command, '--help'])
      expect([out.startsWith(`Usage: hitl-queue ${command}`), code]).toEqual([true, 0])
    }
  })

  it('go with at most twenty problems and how many more there are', async () => {
    const { err } = await hitlQueue(['list', '--log', file('many.jsonl', 'nonsense\n'.repeat(12_000))])
    expect(err.match(/error corrupt_line/g)).toHaveLength(20)
    expect(err).toContain('… and 11980 more problems. See more with hitl-queue validate --json.\n')
    const many = join(folder, 'many.jsonl')
    expect((await hitlQueue(['validate', many])).err).toContain('See more with hitl-queue validate --json.\n')
    expect((await json('validate', ['validate', many])).document.files[0].problems).toHaveLength(10_000)
  })
})

describe('the queue at a revision', () => {
  const git = (...args: readonly string[]) => runGit(join(folder, 'repo'), ...args)

  it('has the log and the reports of that commit, wherever it is asked from', async () => {
    const repo = join(folder, 'repo')
    mkdirSync(join(repo, 'runs'), { recursive: true })
    git('init', '-q')
    writeFileSync(join(repo, 'log.jsonl'), `${created('1')}\n`)
    writeFileSync(join(repo, 'runs/a.json'), '{"proposal_id":"x"}')
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFileSync(join(repo, 'log.jsonl'), `${created('1')}\n${created('2')}\n`)
    writeFileSync(join(repo, 'runs/b.json'), '{"proposal_id":"y"}')
    const args = ['--log', join(repo, 'log.jsonl'), '--runs', join(repo, 'runs')]
    const count = async (...more: readonly string[]) => [
      (await json('list', ['list', ...args, ...more])).document.items.length,
      (await json('reports', ['reports', ...args, ...more])).document.reports.length,
    ]
    expect(await count()).toEqual([2, 2])
    expect(await count('--rev', 'HEAD')).toEqual([1, 1])
    rmSync(join(repo, 'log.jsonl'))
    rmSync(join(repo, 'runs'), { recursive: true })
    expect(
      (await json('list', ['list', '--log', join(repo, 'log.jsonl'), '--rev', 'HEAD'])).document.items,
    ).toHaveLength(1)
    expect(await hitlQueue(['list', '--log', join(repo, 'other.jsonl'), '--rev', 'HEAD'])).toMatchObject({
      code: 2,
    })
  })
})

const real = join(import.meta.dirname, '../../../shared/real')

describe.skipIf(!existsSync(real))('on a live log', () => {
  const log = join(real, 'proposals.jsonl')

  it('list gives 24 items, all accepted, in the order of the file', async () => {
    const { document } = await json('list', ['list', '--log', log, '--runs', real])
    const order = [...readFileSync(log, 'utf8').matchAll(/"event":"created".*?"proposal_id":"([^"]+)"/g)]
    expect(document.items.map((i: { proposal_id: string }) => i.proposal_id)).toEqual(
      order.map(([, id]) => id),
    )
    expect(document.items.map((i: { state: string }) => i.state)).toEqual(Array(24).fill('accepted'))
    expect(document.problems).toEqual([])
  })

  it('validate passes both reports and all 87 lines, and audit names accepts without a replay', async () => {
    const files = [log, join(real, '2026-05-26T015527Z.json'), join(real, '2026-05-26T103018Z.json')]
    const { document } = await json('validate', ['validate', ...files])
    expect(document.files.map((f: { valid: boolean }) => f.valid)).toEqual([true, true, true])
    expect(document.files[0]).toMatchObject({ lines: 87, events: 87 })
    const audited = (await json('audit', ['audit', '--log', log])).document.findings
    const lines = (code: string) =>
      audited.filter((f: { code: string }) => f.code === code).map((f: { line: number }) => f.line)
    expect(lines('accept_without_equivalent_evidence')).toEqual([74, 76, 78, 80, 86])
    expect(lines('id_not_recomputable')).toEqual([73, 75, 77, 79])
    expect(lines('id_mismatch')).toEqual([85])
    expect(lines('not_canonical')).toEqual([])
  })
})
