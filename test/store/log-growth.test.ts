import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  encodeEvent,
  type ProposalEvent,
  type ReplayEvidence,
  readLog,
  replay,
  submit,
} from '../../src/index.js'
import { type GrowthOptions, judgeGrowth } from '../../src/store/log-growth.js'
import { damaged, fixtures } from '../../src/testing/index.js'
import { answer, candidate, chain, equivalent, idOf, regressed, source } from '../decisions/support.js'

const encoder = new TextEncoder()
const bytes = (log: string | Uint8Array): Uint8Array => (typeof log === 'string' ? encoder.encode(log) : log)

const lines = (events: readonly ProposalEvent[]): string =>
  events.map((event) => `${encodeEvent(event)}\n`).join('')

/** A log with one more submission behind it. */
const submitted = (
  log: string,
  id: string,
  evidence: ReplayEvidence = equivalent,
  more: Partial<Candidate> = {},
) =>
  log +
  lines(
    answer(
      submit(replay(readLog(log).entries.map(({ event }) => event)), candidate(id, more), evidence, {
        source,
        cap: 10_000,
        allow_evaluative: true,
      }),
    ).events,
  )

interface Branch {
  readonly base?: string | Uint8Array | null
  readonly tip?: string | Uint8Array | null
  readonly head: string | Uint8Array | null
}

const judge = ({ base = old, tip = base, head }: Branch, options: Partial<GrowthOptions> = {}) => {
  const content = (log: string | Uint8Array | null) => (log === null ? null : bytes(log))
  return judgeGrowth(
    { bases: [content(base)], tip: content(tip), head: content(head) },
    { cap: 256, allow_evaluative: false, ...options },
  )
}

const codesOf = (branch: Branch, options: Partial<GrowthOptions> = {}) =>
  judge(branch, options).findings.map(({ code, line, proposal_id }) => [code, line, proposal_id])

/** Two submissions, of which one is settled: five lines. */
const old = `${submitted(submitted('', 'a'), 'b')}${lines([
  { event: 'transition', proposal_id: idOf('a'), to: 'accepted' },
])}`
const oldLines = old.split('\n').slice(0, -1)
const log = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')

describe('a branch may be merged that', () => {
  it('leaves the log alone', () => {
    for (const same of [old, '', null])
      expect(judge({ base: same, head: same })).toEqual({ findings: [], submitted: [], errors: false })
  })

  it('leaves a log alone in which something is wrong', () => {
    for (const { log: broken } of Object.values(damaged))
      expect(judge({ base: broken(), head: broken() }).findings).toEqual([])
  })

  it('adds submissions, one behind the other, in order', () => {
    const head = submitted(submitted(old, 'c'), 'd', regressed)
    expect(judge({ head })).toEqual({ findings: [], submitted: [idOf('c'), idOf('d')], errors: false })
  })

  it('begins the log', () => {
    expect(judge({ base: null, head: submitted('', 'a') }).submitted).toEqual([idOf('a')])
  })

  it('gives the last line the newline that it did not have', () => {
    const base = old.slice(0, -1)
    expect(judge({ base, head: old })).toMatchObject({ findings: [], submitted: [] })
    expect(judge({ base, head: submitted(old, 'c') })).toMatchObject({ findings: [], submitted: [idOf('c')] })
  })

  it('closes a torn tail off, as the next writer does', () => {
    const base = `${old}{"event":"transition","no`
    const head = `${base}\n${submitted(old, 'c').slice(old.length)}`
    expect(judge({ base, head })).toMatchObject({ findings: [], submitted: [idOf('c')] })
  })

  it('has what the tip has by now, and one more', () => {
    const tip = submitted(old, 'c')
    expect(judge({ tip, head: submitted(tip, 'd') })).toMatchObject({ findings: [], submitted: [idOf('d')] })
    expect(judge({ tip, head: tip })).toMatchObject({ findings: [], submitted: [] })
    expect(judge({ tip, head: old })).toMatchObject({ findings: [], submitted: [] })
  })

  it('keeps the spelling of numbers', () => {
    const { log: waiting } = fixtures.waiting
    const all = String(waiting())
    expect(
      judge({ base: null, head: all.slice(0, all.indexOf('\n', all.indexOf('\n') + 1) + 1) }).findings,
    ).toEqual([])
  })

  it('adds any submissions that submit takes, as a law', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()), {
          selector: ([id]) => id,
          maxLength: 6,
        }),
        (all) => {
          let head = old
          for (const [id, metric, ok] of all) {
            const evidence = { ...(ok ? equivalent : regressed), baseline: { m: metric } }
            const asked = candidate(id, {
              proposed_chain: { ...chain(`s ${id}`, `o ${id}`), weight: metric },
            })
            const queue = replay(readLog(head).entries.map(({ event }) => event))
            const result = submit(queue, asked, evidence, { source })
            if (result._tag === 'Right') head += lines(result.right.events)
          }
          expect(judge({ head }).findings).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a branch may not be merged that', () => {
  it.each<[string, string, number, readonly string[]]>([
    [
      'edits an old line',
      log(oldLines[0]?.replace('"r"', '"q"') ?? '', ...oldLines.slice(1)),
      1,
      [idOf('a')],
    ],
    [
      'edits the last line',
      log(...oldLines.slice(0, 4), oldLines[4]?.replace('accepted', 'rejected') ?? ''),
      5,
      [idOf('a')],
    ],
  ])('%s: line_changed', (_, head, line, ids) => {
    expect(codesOf({ head })).toEqual(ids.map((id) => ['line_changed', line, id]))
    expect(codesOf({ head: submitted(head, 'x') })).toEqual(ids.map((id) => ['line_changed', line, id]))
  })

  it('writes on in the last line, which had no newline: line_changed', () => {
    const base = old.slice(0, -1)
    expect(codesOf({ base, head: `${base} \n` })).toEqual([['line_changed', 5, idOf('a')]])
  })

  it('deletes an old line, or moves it: line_removed', () => {
    const [one, two, three, four, five] = oldLines as [string, string, string, string, string]
    expect(codesOf({ head: log(one, two, three, four) })).toEqual([['line_removed', 5, idOf('a')]])
    expect(codesOf({ head: log(one, two, four, five) })).toEqual([['line_removed', 3, idOf('b')]])
    expect(codesOf({ head: log(two, three, four, five) })).toEqual([['line_removed', 1, idOf('a')]])
    expect(codesOf({ head: log(one, two, four, five, three) })).toEqual([['line_removed', 3, null]])
  })

  it('deletes the log: log_removed', () => {
    for (const head of [null, '']) {
      expect(codesOf({ head })).toEqual([
        ['log_removed', 1, idOf('a')],
        ['log_removed', 1, idOf('b')],
      ])
    }
  })

  it('changes line endings: line_endings_changed', () => {
    const head = old.replaceAll('\n', '\r\n')
    expect(judge({ head }).findings.map(({ code, line }) => [code, line])).toEqual([
      ['line_endings_changed', 1],
      ['crlf', 1],
    ])
    expect(codesOf({ base: head, head: old })).toEqual([['line_endings_changed', 1, null]])
  })

  it('puts a line before old ones: line_inserted', () => {
    const more = submitted(old, 'c').slice(old.length)
    expect(codesOf({ head: `${log(...oldLines.slice(0, 4))}${more}${log(...oldLines.slice(4))}` })).toEqual([
      ['line_inserted', 5, null],
    ])
  })

  it('leaves conflict markers: line_inserted or none, and conflict_marker', () => {
    const [ours, theirs] = [submitted(old, 'c').slice(old.length), submitted(old, 'd').slice(old.length)]
    const head = `${old}<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> main\n`
    expect(
      codesOf({ head })
        .filter(([code]) => code === 'conflict_marker')
        .map(([, line]) => line),
    ).toEqual([6, 9, 12])
    expect(codesOf({ base: old + theirs, tip: old + theirs, head })[0]).toEqual(['line_inserted', 6, null])
    expect(judge({ head }).errors).toBe(true)
  })

  it('is a merge that kept one side: one_side_kept, with the ids that are gone', () => {
    const tip = submitted(submitted(old, 'c'), 'e')
    const head = submitted(old, 'd')
    expect(codesOf({ base: tip, head })).toEqual([
      ['one_side_kept', 6, idOf('c')],
      ['one_side_kept', 6, idOf('e')],
    ])
  })

  it('grew while the tip did: logs_grew_apart, with the ids to submit again', () => {
    const tip = submitted(old, 'c')
    expect(codesOf({ base: old, tip, head: submitted(old, 'd') })).toEqual([
      ['logs_grew_apart', 6, idOf('d')],
    ])
  })

  it.each(['accepted', 'rejected', 'withdrawn', 'pending'] as const)('smuggles a decision in: %s', (to) => {
    const decision = lines([{ event: 'transition', proposal_id: idOf('b'), to }])
    expect(codesOf({ head: old + decision })).toEqual([['transition_outside_submission', 6, idOf('b')]])
  })

  it('decides on what it submits', () => {
    const more = submitted(old, 'c')
    const accept = lines([{ event: 'transition', proposal_id: idOf('c'), to: 'accepted' }])
    expect(codesOf({ head: more + accept })).toEqual([['transition_outside_submission', 8, idOf('c')]])
    const rolledBack = submitted(old, 'c', regressed)
    const withRatifier = rolledBack.replace(
      /"event":"transition","note":"auto/,
      '"actor":"x","event":"transition","note":"auto',
    )
    expect(withRatifier).not.toBe(rolledBack)
    expect(codesOf({ head: withRatifier })).toEqual([
      ['rejection_missing', 7, idOf('c')],
      ['transition_outside_submission', 8, idOf('c')],
    ])
    const accepted = rolledBack.replace('"to":"rejected"', '"to":"accepted"')
    expect(codesOf({ head: accepted }).map(([code]) => code)).toEqual([
      'rejection_missing',
      'transition_outside_submission',
    ])
  })

  it('leaves the rejection of a regressed submission out: rejection_missing', () => {
    const head = submitted(old, 'c', regressed).split('\n').slice(0, 7).join('\n')
    expect(codesOf({ head: `${head}\n` })).toEqual([['rejection_missing', 7, idOf('c')]])
  })

  it('makes an existing proposal equivalent: replay_outside_submission', () => {
    const base = `${submitted('', 'a').split('\n')[0]}\n`
    const head = base + lines([{ event: 'replay', proposal_id: idOf('a'), replay_evidence: equivalent }])
    expect(codesOf({ base, head })).toEqual([['replay_outside_submission', 2, idOf('a')]])
  })

  it('measures twice what it submits', () => {
    const head =
      submitted(old, 'c') + lines([{ event: 'replay', proposal_id: idOf('c'), replay_evidence: equivalent }])
    expect(codesOf({ head })).toEqual([['replay_outside_submission', 8, idOf('c')]])
  })

  it('puts a chain into the corpus: corpus_append_outside_submission', () => {
    const append = lines([
      {
        event: 'accepted_corpus_append',
        proposal_id: idOf('a'),
        chain_id: 'cause_a subject_requires_a object',
        provenance: { adr_id: 'adr-0057', source: 's', review_date: '2026-06-01', raw: 'r' },
      },
    ])
    expect(codesOf({ head: old + append })).toEqual([['corpus_append_outside_submission', 6, idOf('a')]])
  })

  const edited = (edit: (line: string) => string, at = 5) => {
    const all = submitted(old, 'c').split('\n')
    const before = all[at] as string
    all[at] = edit(before)
    expect(all[at]).not.toBe(before)
    return all.join('\n')
  }

  it('submits content under an id that is not its own: id_mismatch', () => {
    const head = edited((line) => line.replace('c subject', 'd subject'))
    expect(codesOf({ head })).toEqual([['id_mismatch', 6, idOf('c')]])
  })

  it('submits other content under an id that the log has: id_mismatch', () => {
    const head = submitted(old, 'c').replaceAll(idOf('c'), idOf('a'))
    expect(codesOf({ head })).toEqual([['id_mismatch', 6, idOf('a')]])
  })

  it('submits what nobody can recompute: id_not_recomputable', () => {
    const head = edited((line) => line.replace(',"source_candidate_id":"c"', ''))
    expect(codesOf({ head })).toEqual([['id_not_recomputable', 6, idOf('c')]])
  })

  it('submits what is settled already: review_state_not_pending', () => {
    const head = edited((line) => line.replace('"review_state":"pending"', '"review_state":"accepted"'))
    expect(codesOf({ head })).toEqual([['review_state_not_pending', 6, idOf('c')]])
  })

  it.each<[string, (line: string) => string]>([
    ['a note', (line) => line.replace('"operator_note":""', '"operator_note":"x"')],
    [
      'evidence in it',
      (line) => line.replace('"replay_evidence":null', `"replay_evidence":${JSON.stringify(equivalent)}`),
    ],
    ['a member that no submission has', (line) => line.replace('{"event"', '{"actor":"x","event"')],
    ['a member less', (line) => line.replace('"provenance":null,', '')],
    ['a kind of source that nobody is', (line) => line.replace('"kind":"miner"', '"kind":"friend"')],
    ['no source', (line) => line.replace(/"source":\{[^}]*\},/, '')],
  ])('submits with %s: not_a_submission', (_, edit) => {
    expect(codesOf({ head: edited(edit) })).toEqual([['not_a_submission', 6, idOf('c')]])
  })

  it.each<[string, (line: string) => string, number]>([
    ['with spaces', (line) => line.replace('":', '": '), 5],
    ['under the other name of created', (line) => line.replace('"event":"created"', '"event":"proposal"'), 5],
    ['with a metric that is spelled as an integer', (line) => line.replace('1.0', '1'), 6],
  ])('submits %s: not_canonical', (_, edit, at) => {
    expect(codesOf({ head: edited(edit, at) })).toEqual([['not_canonical', at + 1, idOf('c')]])
  })

  it('submits without a replay behind it: replay_missing', () => {
    const head = submitted(old, 'c').split('\n').slice(0, 6).join('\n')
    expect(codesOf({ head: `${head}\n` })).toEqual([['replay_missing', 6, idOf('c')]])
    expect(codesOf({ head: submitted(`${head}\n`, 'd') })).toEqual([['replay_missing', 6, idOf('c')]])
  })

  it('submits what the gates do not let through: ineligible', () => {
    expect(codesOf({ head: submitted(old, 'c', equivalent, { claim_domain: 'evaluative' }) })).toEqual([
      ['ineligible', 6, idOf('c')],
    ])
    expect(
      codesOf(
        { head: submitted(old, 'c', equivalent, { claim_domain: 'evaluative' }) },
        { allow_evaluative: true },
      ),
    ).toEqual([])
    expect(
      codesOf({ head: edited((line) => line.replace('"source":"corpus"', '"source":"dream"')) }),
    ).toEqual([['ineligible', 6, idOf('c')]])
  })

  it('submits beyond the cap: queue_full', () => {
    const head = submitted(submitted(old, 'c'), 'd')
    expect(codesOf({ head }, { cap: 2 })).toEqual([['queue_full', 8, idOf('d')]])
    expect(codesOf({ head }, { cap: 3 })).toEqual([])
  })

  it('submits again what the log has: duplicate', () => {
    expect(codesOf({ head: old + log(...oldLines.slice(0, 2)) })).toEqual([['duplicate', 6, idOf('a')]])
    const rolledBack = submitted('', 'a', regressed)
    expect(codesOf({ base: rolledBack, head: rolledBack + rolledBack })).toEqual([
      ['duplicate', 4, idOf('a')],
    ])
  })

  it('submits what shares a lemma with what is pending: dependent_on_pending', () => {
    const other = lines(
      answer(
        submit(replay([]), candidate('c', { proposed_chain: chain(' B SUBJECT', 'x') }), equivalent, {
          source,
        }),
      ).events,
    )
    expect(codesOf({ head: old + other }).map(([code, line]) => [code, line])).toEqual([
      ['dependent_on_pending', 6],
    ])
  })

  it.each(Object.entries(damaged))('adds what %s names', (code, { log: broken }) => {
    if (code === 'line_too_long' || code === 'bom') return
    const found = judge({ base: null, head: broken() })
    expect(found.findings.map((finding) => finding.code)).toContain(code)
  })

  it('adds a blank line: blank_line', () => {
    expect(codesOf({ head: `${old} \n\n${submitted(old, 'c').slice(old.length)}` })).toEqual([
      ['blank_line', 6, null],
      ['blank_line', 7, null],
    ])
  })

  it('submits behind a log in which something is wrong: unsound_base', () => {
    const base = `nonsense\n${old}`
    expect(codesOf({ base, head: `nonsense\n${submitted(old, 'c')}` })).toEqual([['unsound_base', 1, null]])
  })

  it('leaves the last line without a newline: missing_final_newline', () => {
    expect(codesOf({ head: submitted(old, 'c').slice(0, -1) })).toEqual([['missing_final_newline', 7, null]])
  })

  it('changes any byte of what was there, as a law', () => {
    const before = bytes(old)
    fc.assert(
      fc.property(
        fc.nat(before.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (at, by, more) => {
          const head = bytes(more ? submitted(old, 'c') : old).slice()
          head[at] = ((head[at] as number) + by) % 256
          expect(judge({ head }).findings.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 500 },
    )
  })
})
