import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyQueue,
  type QueueState,
  type RunReport,
  readLog,
  readReport,
  renderSummary,
  replay,
} from '../../src/index.js'
import { fixtures } from '../../src/testing/index.js'
import { contentOf, renderers } from './github-markdown.js'

const queueOf = (log: string | Uint8Array): QueueState =>
  replay(readLog(log).entries.map(({ event }) => event))

const reportOf = (content: object, file_name = 'run.json'): RunReport => {
  const { report, problems } = readReport(JSON.stringify(content), { file_name })
  if (report === null) throw new Error(JSON.stringify(problems))
  return report
}

const settled = queueOf(fixtures.settled.log())

const candidate = (subject: string, object = 'object') => ({
  candidate_id: 'c-1',
  proposed_chain: { subject, intent: 'cause', connective: 'moves', object },
})

const evidence = (metric: string, equivalent = true) => ({
  baseline: { [metric]: 1, kept: 1 },
  candidate: { [metric]: equivalent ? 1 : 0.875, kept: equivalent ? 1 : 0.875 },
  regressed_metrics: equivalent ? [] : [metric],
  replay_equivalent: equivalent,
})

const created = (id: string, subject: string) =>
  `${JSON.stringify({
    event: 'created',
    proposal: {
      proposal_id: id,
      source_candidate_id: `c-${id}`,
      proposed_chain: { subject, intent: 'cause', connective: 'moves', object: 'o' },
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
    },
  })}\n`

describe('the summary of a queue', () => {
  it('shows how full it is, and what has waited longest', () => {
    expect(renderSummary(settled)).toBe(
      [
        '## The queue',
        '',
        '`█░░░░░░░░░░░░░░░░░░░` 1 of 256 pending, 3 settled',
        '',
        '## Pending, the oldest first',
        '',
        '- `star guides sailor (cause)`',
        '  - `170eb5bf6cb706bd3f2b9116306f530d`, replay not measured, 0 came after it',
        '',
        'A pending proposal is not true for the engine. Only a person makes it so, by accepting it.',
        '',
      ].join('\n'),
    )
  })

  it('says of an empty one that nothing waits', () => {
    const text = renderSummary(emptyQueue)
    expect(text).toContain(`\`${'░'.repeat(20)}\` 0 of 256 pending, 0 settled`)
    expect(text).toContain('Nothing waits.')
  })

  it.each([
    [1, 256, 1],
    [128, 256, 10],
    [255, 256, 19],
    [256, 256, 20],
    [2, 1, 20],
    [1, 1000, 1],
  ])('with %i pending of %i has %i cells of its bar filled', (pending, cap, cells) => {
    const log = Array.from({ length: pending }, (_, n) => created(`p${n}`, `s${n}`)).join('')
    const text = renderSummary(queueOf(log), { cap })
    expect(text).toContain(`\`${'█'.repeat(cells)}${'░'.repeat(20 - cells)}\` ${pending} of ${cap} pending`)
    expect(text.includes('**The queue is full.**')).toBe(pending >= cap)
  })

  it('lists the ten oldest, and says how many more wait', () => {
    const log = Array.from({ length: 13 }, (_, n) => created(`p${n}`, `s${n}`)).join('')
    const text = renderSummary(queueOf(log))
    expect(text.match(/came after it/g)).toHaveLength(10)
    expect(text).toContain('`p9`, replay not measured, 3 came after it\n- … and 3 more pending\n')
  })
})

describe('the summary of a learning-arc report', () => {
  const report = reportOf({
    proposal_id: 'p1',
    candidate: candidate('wave'),
    replay_evidence: evidence('accuracy', false),
  })

  it('gives the proposal, its replay with the metrics, and what merging does', () => {
    expect(renderSummary(settled, { report }).split('## Proposal')[1]).toBe(
      [
        ' `p1`',
        '',
        '- Chain: `wave moves object (cause)`',
        '- Replay: **regressed** in `accuracy`',
        '  - `accuracy`: 1.0 → 0.875',
        '  - `kept`: 1.0 → 0.875',
        '- In the log: not yet',
        '',
        '## What merging does',
        '',
        'Merging admits the proposal: once the report is on the default branch, `ingest` puts it into the queue, unless a rule refuses it.',
        '',
        'It ratifies nothing. What a pending proposal says is not true for the engine until a person accepts it, with the workflow *Ratify a proposal* or `hitl-queue review`.',
        '',
      ].join('\n'),
    )
  })

  it('reads chain and evidence of a scene, as the first reports have them', () => {
    const { proposed_chain } = candidate('wave')
    const detail = { proposal_id: 'p1', proposed_chain, replay_evidence: evidence('accuracy') }
    const text = renderSummary(settled, { report: reportOf({ scenes: [{}, { detail }] }) })
    expect(text).toContain('- Chain: `wave moves object (cause)`\n- Replay: equivalent, nothing got worse\n')
    expect(text).toContain('It does not carry both a candidate and its replay evidence')
  })

  it('says where a proposal stands that the log has, with the evidence of the log', () => {
    const [rain, , , star] = fixtures.settled.view.states.map(([id]) => id)
    const accepted = renderSummary(settled, { report: reportOf({ proposal_id: rain }) })
    expect(accepted).toContain('- In the log: yes, accepted\n')
    expect(accepted).toContain('  - `coverage`: 0.9167 → 0.9375\n')
    expect(accepted).toContain('changes nothing in the queue')
    const pending = renderSummary(settled, { report: reportOf({ proposal_id: star }) })
    expect(pending).toContain('- Replay: not measured\n- In the log: yes, pending; 0 came after it\n')
  })

  it('says when there is no proposal in it, or no chain of one', () => {
    expect(renderSummary(settled, { report: reportOf({}) })).toContain('This report names no proposal.')
    expect(renderSummary(settled, { report: reportOf({ proposal_id: 'p1' }) })).toContain(
      '- Chain: the report does not say\n- Replay: not measured\n',
    )
  })

  it('says that a full queue admits nothing', () => {
    expect(renderSummary(settled, { report, cap: 1 })).toContain('no new one is admitted')
  })

  it('of another kind says that it belongs to no proposal', () => {
    const other = reportOf({ report_kind: 'dream', proposal_id: 'p1' })
    const text = renderSummary(settled, { report: other })
    expect(text).toContain('This report is of the kind `dream`, which this version does not know.')
    expect(text).not.toContain('p1')
  })
})

describe('the summary of a queue_full report', () => {
  it('lists who was skipped, with those who were proposed since, and who has waited longest', () => {
    const report = reportOf({
      report_kind: 'queue_full',
      pending_count: 1,
      cap: 1,
      candidates_skipped: ['c-hail', 'c-rain'].map((candidate_id) => ({
        candidate_id,
        reason: 'queue_full',
      })),
    })
    const text = renderSummary(settled, { report, cap: 1 })
    expect(text).toContain('- `c-hail`, still not proposed\n- `c-rain`, proposed since\n')
    expect(text).toContain('- `star guides sailor (cause)`\n')
    expect(text).toContain('It admits none of them')
  })
})

/** What people or machines may put into a report or a log. */
const hostile: { readonly [name: string]: string } = {
  mentions: '@octocat and @core/maintainers',
  references: 'org/repo#1 #12 GH-3 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  addresses: 'https://example.invalid www.example.invalid someone@example.invalid',
  HTML: '<script>alert(1)</script><img src=x onerror=alert(1)><!-- --><details open>',
  'character references': '&lt;b&gt; &amp; &#64;octocat',
  'pipes of a table': 'a | b | c',
  'the rule of a table': '|---|---|',
  fences: '``` \n```js\n~~~\n`',
  'one backtick': '`',
  'runs of backticks': '``a`b``',
  'spaces on both sides': ' padded ',
  'spaces alone': '  ',
  backslashes: '\\`\\\\',
  blocks: '# heading\n\n- [ ] task\n> quote\n1. one',
  inlines: '*bold* _em_ ~~no~~ [link](https://example.invalid) ![image](x) [^1] :tada:',
  'marks and control characters': '\u202eevil\u202c \u200b\u0007\u001b[2J\r\n\u2028',
  'half a character': '\ud83d',
  'emoji of 10 kB': '🦆'.repeat(2500),
  'families of 10 kB': '👩‍👩‍👧‍👦'.repeat(400),
  'a word of 10 kB': 'x'.repeat(10_000),
  nothing: '',
}
const hostileTexts = Object.values(hostile)

/** A summary in which a text stands everywhere where a text of the files can. */
const everywhere = (text: string): string => {
  const log = created(text || 'p', text)
  const chain = candidate(text, text)
  const reports = [
    reportOf({ proposal_id: text || 'p-0', candidate: chain, replay_evidence: evidence(text, false) }),
    reportOf({
      proposal_id: `${text}-1`,
      candidate: { ...chain, candidate_id: text },
      replay_evidence: evidence(text),
    }),
    reportOf({ report_kind: text }),
    reportOf({
      report_kind: 'queue_full',
      pending_count: 1,
      cap: 1,
      candidates_skipped: [{ candidate_id: text, reason: 'queue_full' }],
    }),
  ]
  return reports.map((report) => renderSummary(queueOf(log), { report })).join('\n')
}

const bars = /^[█░]{20}$/u

describe.each(renderers)('text of the files, rendered by %s', (renderer, render) => {
  it.each(Object.entries(hostile))('is text and nothing else: %s', (_, text) => {
    const { tags, beside } = contentOf(render(everywhere(text)))
    const harmless = contentOf(render(everywhere(text === '' ? '' : 'harmless')))
    expect(tags).toEqual(harmless.tags)
    expect(tags.filter((tag) => !['code', 'em', 'h2', 'li', 'p', 'strong', 'ul'].includes(tag))).toEqual([])
    // Beside the code spans stands what would stand there for any text, and GitHub leaves code spans alone.
    expect(beside).toBe(harmless.beside)
  })

  it('is what was given, to the letter', () => {
    const plain = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !UNSHOWN.test(text) && [...text].length <= 80)
    fc.assert(
      fc.property(
        fc.oneof(
          plain,
          fc.constantFrom(
            ...hostileTexts.filter((text) => !UNSHOWN.test(text) && text.length <= 75 && text !== ''),
          ),
        ),
        (text) => {
          const report = reportOf({
            proposal_id: text,
            candidate: candidate(text, text),
            replay_evidence: evidence(text, false),
          })
          const { codes } = contentOf(render(renderSummary(emptyQueue, { report })))
          expect(codes.filter((code) => !bars.test(code)).sort()).toEqual(
            [text, `${text} moves ${text} (cause)`, text, text, 'kept', 'ingest', 'hitl-queue review'].sort(),
          )
        },
      ),
      { numRuns: renderer === 'micromark' ? 200 : 50 },
    )
  })
})

/** Characters that are spelled out, so that they are seen. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

describe('text of the files in a summary', () => {
  it('shows marks that turn or hide text as what they are', () => {
    const text = everywhere('\u202eevil\u200b\n\u0007')
    expect(text).toContain('\\u{202e}evil\\u{200b}\\u{a}\\u{7}')
    expect(text).not.toMatch(/[^\P{C}\n]/u)
  })

  it('is bounded, however long it is', () => {
    for (const text of hostileTexts) expect(everywhere(text).length).toBeLessThan(10_000)
  })

  it('is bounded, however much there is of it', () => {
    const many = Array.from({ length: 3000 }, (_, n) => '`'.repeat(100) + n)
    const metrics = Object.fromEntries(many.map((name) => [name, -1.7976931348623157e308]))
    const report = reportOf({
      proposal_id: many[0],
      scenes: many
        .map((proposal_id) => ({
          detail: {
            proposal_id,
            proposed_chain: candidate(proposal_id).proposed_chain,
            replay_evidence: {
              baseline: metrics,
              candidate: metrics,
              regressed_metrics: many,
              replay_equivalent: false,
            },
          },
        }))
        .slice(0, 20),
    })
    const text = renderSummary(emptyQueue, { report })
    // A body of GitHub's holds 65,536 characters.
    expect(text.length).toBeLessThan(65_536)
    expect(text).toContain('… and 15 more proposals')
    expect(text).toContain('… and 2990 more metrics')
  })
})

describe('a summary on a phone', () => {
  const chromium = spawnSync('chromium', ['--version']).status === 0

  it.skipIf(!chromium)('is no wider than the phone, and shows every text as text', () => {
    const [, render] = renderers[0] as (typeof renderers)[number]
    const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
    try {
      const page = join(folder, 'summary.html')
      writeFileSync(page, onPhone(hostileTexts.map((text) => render(everywhere(text))).join('\n')))
      const { stdout, status } = spawnSync(
        'chromium',
        [
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          `--user-data-dir=${folder}`,
          '--dump-dom',
          `file://${page}`,
        ],
        { encoding: 'utf8', maxBuffer: 2 ** 26 },
      )
      expect(status).toBe(0)
      expect(/<output>(.*)<\/output>/.exec(stdout)?.[1]).toBe('width 360 of 360, ran nothing')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** A page of a phone's width with what GitHub's style says of how text breaks. */
const onPhone = (html: string): string => `<!doctype html><meta charset="utf-8">
<style>
  body { margin: 0; font: 16px sans-serif; line-height: 1.5 }
  main { width: 360px; box-sizing: border-box; padding: 16px; overflow: auto; overflow-wrap: break-word }
  code { font-size: 85%; padding: .2em .4em; white-space: break-spaces }
  ul { padding-left: 2em }
</style>
<main>${html}</main><output></output>
<script>
  const main = document.querySelector('main')
  const foreign = main.querySelectorAll('script, img, a, details, table, input')
  document.querySelector('output').textContent =
    \`width \${main.scrollWidth} of \${main.clientWidth}, \${foreign.length === 0 ? 'ran nothing' : 'holds what it should not'}\`
</script>`
