import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deriveQueue, queueDigest, type RunReport, readLog, readReport, replay } from '../../src/index.js'
import { damaged, type Fixture, fixtures } from '../../src/testing/index.js'
import { printable } from '../../src/views/printable.js'
import { CHROMIUM, openChromium } from '../chromium.js'
import { installPacked } from '../packed.js'

const root = join(import.meta.dirname, '../..')
const example = join(root, 'docs/examples/browser')
const sample = join(root, 'test/fixtures/sample')
const real = join(root, '../shared/real')
const modules = createRequire(import.meta.url)

let temp: string
let folder: string
let context: BrowserContext
let page: Page
/** What a page must not do: errors, dialogs, requests for what is not its own. */
let faults: string[]

describe.skipIf(CHROMIUM === null)('the page of docs/browser.md', () => {
  beforeAll(async () => {
    temp = realpathSync(mkdtempSync(join(tmpdir(), 'hitl-queue-page-')))
    folder = installPacked(temp)
    cpSync(example, folder, { recursive: true })
    bundle(folder)
    context = await openChromium(temp)
    context.on('weberror', (error) => faults.push(`error: ${error.error().message}`))
    context.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`))
    context.on('dialog', (dialog) => faults.push(`dialog: ${dialog.message()}`))
    context.on('request', (request) => {
      if (!OWN.test(request.url())) faults.push(`request: ${request.url()}`)
    })
  })
  afterAll(async () => {
    await context?.close()
    rmSync(temp, { recursive: true, force: true })
  })
  beforeEach(async () => {
    faults = []
    page = await context.newPage()
    await page.goto(pathToFileURL(join(folder, 'page/index.html')).href)
  })
  afterEach(async () => {
    await page.close()
    expect(faults).toEqual([])
  })

  it('compiles against the types of the package', () => {
    const tsc = join(dirname(modules.resolve('typescript/package.json')), 'bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  it('imports the main entry and nothing else', () => {
    const imports = readFileSync(join(example, 'queue-page.ts'), 'utf8').matchAll(/\bfrom '([^']+)'/g)
    expect([...imports].map(([, specifier]) => specifier)).toEqual(['@core/hitl-queue'])
  })

  it('weighs what its documentation says', () => {
    const text = readFileSync(join(root, 'docs/browser.md'), 'utf8')
    const stated = (/The script is (\d+) kB, and (\d+) kB/.exec(text) ?? []).slice(1).map(Number)
    const script = readFileSync(join(folder, 'page/queue-page.js'))
    const measured = [script.length, gzipSync(script).length].map((bytes) => bytes / 1000)
    expect(stated).toHaveLength(2)
    for (const [at, size] of measured.entries()) expect((stated[at] ?? 0) / size).toBeCloseTo(1, 1)
  })

  describe('shows what Node finds', () => {
    const logs: readonly (readonly [string, Fixture])[] = [
      ...Object.entries(fixtures),
      ...Object.entries(damaged),
    ]

    it.each(logs)('in the log %s', async (name, { log, reports, view }) => {
      const files = [
        write(name, 'proposals.jsonl', log()),
        ...reports.map(({ file_name, content }) => write(name, file_name, content)),
      ]
      await dropOn(page, files)
      const shown = await shownOn(page)
      expect(shown).toEqual(foundByNode(files))
      expect(shown.digest).toBe(view.digest)
    })

    it('in the sample, whose reports come later', async () => {
      const [log, ...reports] = filesOf(sample, 'teaching/proposals/proposals.jsonl', 'contemplation/runs')
      await dropOn(page, [log as string])
      expect(await shownOn(page)).toEqual(foundByNode([log as string]))
      await dropOn(page, reports)
      expect(await shownOn(page)).toEqual(foundByNode([log as string, ...reports]))
      expect(await page.textContent('#items')).toContain('contemplation/runs/2026-06-02T081500Z.json')
    })

    it('in the sample, whose reports come first', async () => {
      const [log, ...reports] = filesOf(sample, 'teaching/proposals/proposals.jsonl', 'contemplation/runs')
      await dropOn(page, reports)
      expect(await page.textContent('#status')).toBe('3 run reports read. Now the log.')
      await dropOn(page, [log as string])
      expect(await shownOn(page)).toEqual(foundByNode([log as string, ...reports]))
    })

    it.skipIf(!existsSync(real))('in the live log', async () => {
      const files = filesOf(real, 'proposals.jsonl', '.')
      await dropOn(page, files)
      const shown = await shownOn(page)
      expect(shown).toEqual(foundByNode(files))
      expect(shown.ids.length).toBeGreaterThan(10)
    })

    it('in files that are chosen', async () => {
      const files = filesOf(sample, 'teaching/proposals/proposals.jsonl', 'contemplation/runs')
      await page.setInputFiles('#files', files)
      await settled(page)
      expect(await shownOn(page)).toEqual(foundByNode(files))
    })

    it('from a static host', async () => {
      const asked: string[] = []
      const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
      const server = createServer(({ url = '' }, response) => {
        asked.push(url)
        const name = url === '/' ? 'index.html' : url.slice(1)
        const type = types[name.split('.').at(-1) as keyof typeof types]
        response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, 'page', name)))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      try {
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
        const files = [write('host', 'proposals.jsonl', fixtures.settled.log())]
        await dropOn(page, files)
        expect(await shownOn(page)).toEqual(foundByNode(files))
        expect(asked.sort()).toEqual(['/', '/queue-page.css', '/queue-page.js'])
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })
  })

  it('reads a log in pieces, and never as a whole', async () => {
    // Of characters of one to four bytes, so that a piece may end inside one.
    const lines = Array.from({ length: 5000 }, (_, n) =>
      created(`p${n}`, `${'a'.repeat(n % 7)}é€🦆`.repeat(9)),
    )
    const log = write('pieces', 'proposals.jsonl', lines.join(''))
    await page.evaluate(`
      globalThis.pieces = 0
      const { read } = ReadableStreamDefaultReader.prototype
      ReadableStreamDefaultReader.prototype.read = function () {
        pieces += 1
        return read.call(this)
      }
      const refuse = () => { throw new Error('It was read as a whole.') }
      Object.assign(Blob.prototype, { text: refuse, arrayBuffer: refuse, bytes: refuse })`)
    await dropOn(page, [log])
    const { digest, ids } = await shownOn(page)
    expect(await page.evaluate('pieces')).toBeGreaterThan(2)
    expect(digest).toBe(foundByNode([log]).digest)
    expect(ids).toHaveLength(200)
  })

  it('lists a long queue in parts, and the state that is asked for', async () => {
    const lines = Array.from({ length: 450 }, (_, n) => created(`p${n}`, `s${n}`))
    lines.push(`${JSON.stringify({ event: 'transition', proposal_id: 'p440', to: 'withdrawn' })}\n`)
    await dropOn(page, [write('long', 'proposals.jsonl', lines.join(''))])
    for (const listed of [200, 400, 450]) {
      expect(await page.locator('.item').count()).toBe(listed)
      expect(await page.isVisible('#more')).toBe(listed < 450)
      if (listed < 450) await page.click('#more')
    }
    await page.selectOption('#state', 'withdrawn')
    expect(await page.locator('.id').allTextContents()).toEqual(['p440'])
    expect(await page.isVisible('#more')).toBe(false)
    await page.selectOption('#state', 'accepted')
    expect(await page.locator('.item').count()).toBe(0)
  })

  it('counts the problems that it does not list', async () => {
    const files = [write('no log', 'photo', 'x\n'.repeat(30_000))]
    await dropOn(page, files)
    expect(await page.locator('#problem-list > li').count()).toBe(201)
    expect(await page.textContent('#problem-list > li:last-child')).toBe(
      '… and 29800 more problems in the log',
    )
    expect(await page.textContent('#status')).toContain('30000 problems')
  })

  it('cuts a text that is longer than anybody reads', async () => {
    await dropOn(page, [write('text', 'proposals.jsonl', created('p', '🦆'.repeat(1001)))])
    const chain = (await page.textContent('.chain')) ?? ''
    expect(chain).toBe(`${'🦆'.repeat(500)}…`)
    expect(await page.textContent('.id')).toBe('p')
  })

  it('says what it does not take, and keeps what it shows', async () => {
    const log = write('kept', 'proposals.jsonl', fixtures.settled.log())
    await dropOn(page, [log])
    const before = await shownOn(page)
    await dropOn(page, [log, write('kept', 'other.jsonl', '')])
    expect(await page.textContent('#status')).toBe('One log at a time, please: these are 2.')
    await dropOn(page, [dirname(log)])
    expect(await page.textContent('#status')).toContain('kept could not be read.')
    await dropOn(page, [write('kept', 'huge.json', Buffer.alloc(64 * 1024 * 1024 + 1))])
    expect(await page.textContent('#status')).toContain('huge.json is too long for a run report.')
    expect(await shownOn(page)).toEqual({ ...before, said: expect.any(String) })
    await dropOn(page, [log])
    expect(await page.textContent('#status')).toContain('proposals.jsonl: ')
  })

  it('can be used with the keyboard alone, and gives the digest to the clipboard', async () => {
    await page.keyboard.press('Tab')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await chooser.setFiles(write('keys', 'proposals.jsonl', fixtures.settled.log()))
    await settled(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The digest is copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(fixtures.settled.view.digest)
    await page.keyboard.press('Tab')
    await page.keyboard.press('a')
    expect(await page.locator('.state').allTextContents()).toEqual(['accepted'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator('details').first().getAttribute('open')).toBe('')
  })

  describe('with a log that means harm', () => {
    it('shows text as text, and marks that turn or hide it as what they are', async () => {
      const files = hostileFiles()
      await dropOn(page, files)
      expect(await shownOn(page)).toEqual(foundByNode(files))
      expect(await harmOn(page)).toEqual([])
    })

    it('is no wider than a phone', async () => {
      await page.setViewportSize({ width: 360, height: 640 })
      await dropOn(page, hostileFiles())
      for (const details of await page.locator('details').all()) await details.locator('summary').click()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    })
  })

  describe('would be caught otherwise', () => {
    const open = async (change: (source: string) => string): Promise<void> => {
      // Beside the package, where the bundler finds it.
      const at = join(folder, 'changed')
      rmSync(at, { recursive: true, force: true })
      cpSync(example, at, { recursive: true })
      const file = join(at, 'queue-page.ts')
      const source = readFileSync(file, 'utf8')
      writeFileSync(file, change(source))
      expect(readFileSync(file, 'utf8')).not.toBe(source)
      bundle(at)
      await page.goto(pathToFileURL(join(at, 'page/index.html')).href)
    }

    const toFault = (text: string): Promise<void> =>
      expect.poll(() => faults.join('\n'), { timeout: 600_000 }).toContain(text)

    it('if it took text for HTML', async () => {
      await open((source) =>
        source.replace(
          /made\.append\(.*\)\n/,
          "for (const part of content) typeof part === 'string' ? made.insertAdjacentHTML('beforeend', part) : made.append(part)\n",
        ),
      )
      await dropOn(page, hostileFiles())
      expect(await harmOn(page)).not.toEqual([])
      // Its own policy keeps the script from running, and that is an error of its console.
      await toFault('Content Security Policy')
      faults = []
    })

    it('if it let text turn what stands around it', async () => {
      await open((source) => source.replace('printable(part)', 'part'))
      await dropOn(page, hostileFiles())
      expect(await harmOn(page)).toEqual(['marks'])
    })

    it('if it asked for anything, or failed', async () => {
      await open(
        (source) =>
          `${source}\nvoid fetch('https://example.invalid/').catch(() => {})\nthrow new Error('It failed.')\n`,
      )
      await toFault('It failed.')
      await toFault('example.invalid')
      faults = []
    })

    it('if it read bytes as if they were text', async () => {
      await open((source) =>
        source.replace('reader.push(value)', 'reader.push(new TextDecoder().decode(value))'),
      )
      const files = [write('changed', 'proposals.jsonl', damaged.invalid_utf8.log())]
      await dropOn(page, files)
      expect(await shownOn(page)).not.toEqual(foundByNode(files))
    })
  })
})

/** What a page may ask for. */
const OWN =
  /^(?:file:|http:\/\/127\.0\.0\.1:\d+)\/(?:.*\/page\/)?(?:(?:index\.html|queue-page\.(?:css|js)))?$|^data:,$/

/** The command of the documentation, run where the files of the page are. */
function bundle(cwd: string): void {
  const text = readFileSync(join(root, 'docs/browser.md'), 'utf8')
  const [, args = ''] = /^npx esbuild (.*)$/m.exec(text) ?? []
  execFileSync(join(root, 'node_modules/.bin/esbuild'), args.split(' '), { cwd, stdio: 'pipe' })
}

function write(name: string, file: string, content: string | Uint8Array): string {
  mkdirSync(join(temp, name), { recursive: true })
  const path = join(temp, name, file)
  writeFileSync(path, content)
  return path
}

const filesOf = (base: string, log: string, runs: string): string[] => [
  join(base, log),
  ...readdirSync(join(base, runs))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(base, runs, name)),
]

/** Drops files as a person does, through the browser and not through the page. */
async function dropOn(on: Page, files: readonly string[]): Promise<void> {
  const session = await context.newCDPSession(on)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 100, y: 100, data })
  await session.detach()
  await settled(on)
}

const settled = (on: Page): Promise<void> =>
  on.locator('#answer[aria-busy=false]').waitFor({ state: 'attached' })

interface Shown {
  readonly digest: string
  readonly ids: readonly string[]
  readonly states: readonly string[]
  readonly chains: readonly string[]
  readonly problems: readonly (readonly (string | undefined)[])[]
  readonly said: string
}

async function shownOn(on: Page): Promise<Shown> {
  const texts = (selector: string): Promise<string[]> => on.locator(selector).allTextContents()
  const parts = await Promise.all(['.place', '.severity', '.code', '.message'].map(texts))
  return {
    digest: (await on.textContent('#digest')) ?? '',
    ids: await texts('.id'),
    states: await texts('.state'),
    chains: await texts('.chain'),
    problems: (parts[0] ?? []).map((_, at) => parts.map((part) => part[at])),
    said: ((await on.textContent('#status')) ?? '').replace(/^.*: (?=\d+ lines?,)/, ''),
  }
}

/** What the page must show of a log and its reports. */
function foundByNode([log = '', ...others]: readonly string[]): Shown {
  const { entries, problems, lines } = readLog(readFileSync(log), { duplicateKeys: true })
  const queue = replay(entries.map(({ event }) => event))
  const read = others.map((file) => readReport(readFileSync(file), { file_name: basename(file) }))
  const reports = read.flatMap(({ report }): RunReport[] => (report === null ? [] : [report]))
  const ofReports = read.flatMap((report) => report.problems)
  const items = deriveQueue(queue, reports)
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  return {
    digest: queueDigest(queue, reports),
    ids: items.map(({ proposal_id }) => printable(proposal_id)),
    states: items.map(({ state }) => state),
    chains: items.map(({ proposed_chain: { subject, connective, object, intent } }) =>
      printable(`${subject} ${connective} ${object} (${intent})`),
    ),
    problems: [
      ...problems.map(({ line, severity, code, message }) => [`line ${line}`, severity, code, message]),
      ...ofReports.map(({ file_name, severity, code, message }) => [file_name, severity, code, message]),
    ].map((problem) => problem.map(printable)),
    said:
      `${count(lines, 'line')}, ${count(items.length, 'proposal')}, ${queue.pendingCount} pending; ` +
      `${count(reports.length, 'run report')}; ${count(problems.length + ofReports.length, 'problem')}.`,
  }
}

const created = (proposal_id: string, text: string, more: object = {}): string =>
  `${JSON.stringify({
    event: 'created',
    proposal: {
      proposal_id,
      proposed_chain: { subject: text, intent: text, connective: text, object: text },
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
      ...more,
    },
  })}\n`

/** A log and a report in which text that means harm stands everywhere where text can. */
function hostileFiles(): string[] {
  const texts = [
    '<script>globalThis.ran = true</script>',
    '<img src=x onerror="globalThis.ran = true">',
    '</li></ol></main><h1>Nothing to see here</h1><plaintext>',
    '<svg onload=alert(1)><style>body{display:none}</style>',
    'javascript:alert(1)',
    '&lt;b&gt;&#x202e;',
    '\u202eevil\u202c \u2066turned\u2069 \u200bhidden\u00ad \u0007\u001b[2J\r\n\u2028',
    'שלום עולם',
    'x'.repeat(240),
  ]
  const log = texts.map((text, n) => {
    const evidence = {
      baseline: { [text]: 1 },
      candidate: { [text]: 0 },
      regressed_metrics: [text],
      replay_equivalent: false,
    }
    const id = `${n}${text}`
    const source = { kind: text, source_id: text, emitted_at_revision: text }
    return [
      created(id, text, { source, replay_evidence: evidence }),
      ...['note', 'actor', 'ratifier_kind', 'review_date'].map(
        (member) =>
          `${JSON.stringify({ event: 'transition', proposal_id: id, to: 'rejected', [member]: text })}\n`,
      ),
      `${JSON.stringify({ event: 'transition', proposal_id: id, to: text })}\n`,
      `${JSON.stringify({ event: text })}\n`,
    ].join('')
  })
  const name = '<img src=x onerror=alert(1)>\u202e'
  return [
    write('hostile', `${name}.jsonl`, log.join('')),
    write(
      'hostile',
      `${name}.json`,
      JSON.stringify({ proposal_id: `0${texts[0]}`, report_kind: 'learning_arc' }),
    ),
    write('hostile', `${name}2.json`, JSON.stringify({ report_kind: texts[1] })),
  ]
}

/** What text of the files has done to the page: `[]` if it is text. */
async function harmOn(on: Page): Promise<string[]> {
  const harm: string[] = []
  for (const details of await on.locator('details').all())
    await details.evaluate('(it) => { it.open = true }')
  if (await on.evaluate('globalThis.ran')) harm.push('ran')
  const foreign = await on.locator('main :is(script, img, svg, style, plaintext, a, b, iframe, form)').count()
  if (foreign > 0 || (await on.locator('h1').count()) !== 1) harm.push('markup')
  if (/[^\P{C}\n]|[\u2028\u2029]/u.test((await on.locator('main').textContent()) ?? '')) harm.push('marks')
  return harm
}
