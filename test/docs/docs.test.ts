import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Tokens, walkTokens } from 'marked'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../src/cli/answers.js'
import { createProgram } from '../../src/cli/index.js'
import { runProgram } from '../../src/cli/program.js'
import type { Refusal } from '../../src/cli/sentences.js'
import { audit, canonicalJson, readLog, readReport } from '../../src/index.js'
import { type SchemaName, schemaNamed, validateAgainst } from '../../src/node/schemas.js'
import { logStoreContract, type StoreOffer } from '../../src/testing/index.js'
import { blocks, pages, readPage, textOf } from './pages.js'
import { runTests } from './tests-of-a-block.js'

const root = join(import.meta.dirname, '../..')

/** A reason that is forgotten here does not compile. */
const REFUSALS: { readonly [R in Refusal['reason']]: true } = {
  ineligible: true,
  queue_full: true,
  duplicate: true,
  dependent_on_pending: true,
  not_found: true,
  not_pending: true,
  not_replay_equivalent: true,
  actor_not_allowed: true,
  not_accepted: true,
  not_ratified: true,
  ci_may_not_ratify: true,
}

const FAILURES: { readonly [F in Failure['reason']]: true } = {
  not_readable: true,
  unsound_log: true,
  lock_timeout: true,
  not_written: true,
  recorded_after_conflict: true,
  not_pushed: true,
  push_unknown: true,
  gate_failed: true,
}

const inLanguage = (...langs: readonly string[]) =>
  blocks.filter(({ lang }) => langs.includes(lang)).map((block, at) => ({ ...block, at }))

const headings = (page: string, depth: number, under: string): string[] => {
  const found: string[] = []
  let section = ''
  for (const token of pages.find(({ path }) => path === page)?.tokens ?? []) {
    if (token.type !== 'heading') continue
    if (token.depth < depth) section = textOf(token)
    else if (token.depth === depth && section === under) found.push(textOf(token))
  }
  return found
}

/** A block that imports the sources, where it says the package. */
const withEntries = (text: string): string =>
  text
    .replaceAll("from '@core/hitl-queue'", `from '${join(root, 'src/index.js')}'`)
    .replaceAll(/from '@core\/hitl-queue\/(node|cli|testing)'/g, `from '${join(root, 'src')}/$1/index.js'`)

describe('a block of the documentation', () => {
  const temporary = join(root, 'temp')
  let folder = ''
  beforeAll(() => {
    mkdirSync(temporary, { recursive: true })
    folder = mkdtempSync(join(temporary, 'docs-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is in a language that this test knows', () => {
    expect(blocks.length).toBeGreaterThan(0)
    const known = new Set(['ts', 'js', 'sh', 'json', 'jsonl', 'text', 'mermaid'])
    expect(blocks.filter(({ lang }) => !known.has(lang))).toEqual([])
  })

  it.each(inLanguage('ts', 'js'))('runs: $page, number $at', async ({ text, lang, at }) => {
    const file = join(folder, `block-${at}.${lang}`)
    // A test of a block is run as part of this one.
    const sources = withEntries(text).replace(
      "from 'vitest'",
      `from '${join(root, 'test/docs/tests-of-a-block.js')}'`,
    )
    writeFileSync(file, sources)
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      await import(pathToFileURL(file).href)
      await runTests(text.includes("from 'vitest'"))
    } finally {
      said.mockRestore()
    }
  })

  it('compiles, where it is TypeScript', () => {
    const files = inLanguage('ts').map(({ text, at }) => {
      const file = join(folder, `typed-${at}.ts`)
      writeFileSync(file, withEntries(text))
      return file
    })
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
    const problems = ts.getPreEmitDiagnostics(
      ts.createProgram([...files, join(root, 'src/cli/raw.d.ts')], options),
    )
    expect(
      problems.map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      ),
    ).toEqual([])
  })

  it.each(inLanguage('json'))('is JSON: $page, number $at', ({ text }) => {
    expect(canonicalJson(text)._tag).toBe('Right')
  })

  it.each(inLanguage('sh'))('names commands that exist: $page, number $at', ({ text }) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const line of text.split('\n')) {
      const code = line.replace(/(^|\s)#.*$/, '').trim()
      if (code === '') continue
      for (const command of code.split('&&').map((part) => part.trim().split(/\s+/))) {
        const [program, first = '', second = ''] = command
        const known =
          (program === 'npm' && ['ci', 'test', 'install'].includes(first)) ||
          (program === 'npm' && first === 'run' && second in scripts) ||
          (program === 'npx' && existsSync(join(root, 'node_modules/.bin', first))) ||
          (program === 'bash' && existsSync(join(root, first))) ||
          program === 'hitl-queue'
        expect(known, command.join(' ')).toBe(true)
      }
    }
  })
})

describe('a link of the documentation', () => {
  const links = pages.flatMap((page) => {
    const found: { page: string; href: string }[] = []
    walkTokens([...page.tokens], (token) => {
      if (token.type === 'link' || token.type === 'image') {
        found.push({ page: page.path, href: (token as Tokens.Link).href })
      }
    })
    return found
  })

  it.each(links.filter(({ href }) => !/^[a-z]+:/.test(href)))(
    'leads somewhere: $page to $href',
    ({ page, href }) => {
      const [file = '', anchor] = href.split('#')
      const target = file === '' ? page : relative(root, resolve(root, dirname(page), file))
      expect(existsSync(join(root, target)), target).toBe(true)
      if (anchor !== undefined) {
        const anchors = (pages.find(({ path }) => path === target) ?? readPage(target)).anchors
        expect([...anchors]).toContain(anchor)
      }
    },
  )

  it('is there at all', () => expect(links.length).toBeGreaterThan(10))
})

describe('docs/command-line.md', () => {
  const page = 'docs/command-line.md'
  const here = process.cwd()
  let folder = ''
  beforeAll(() => {
    // A copy, since some of the commands write, and a repository, since a decision is taken on a commit.
    folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
    cpSync(join(root, 'test/fixtures/sample'), folder, { recursive: true })
    process.chdir(folder)
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', '-c', 'commit.gpgsign=false']
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      [...who, 'commit', '-qm', 'sample'],
    ])
      expect(spawnSync('git', args).status).toBe(0)
  })
  afterAll(() => {
    process.chdir(here)
    rmSync(folder, { recursive: true })
  })

  const commands = inLanguage('sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('hitl-queue '))

  it('has each command, and no other', () => {
    const names = createProgram().commands.map((command) => command.name())
    expect(headings(page, 3, 'Commands').sort()).toEqual(names.sort())
    for (const name of names) expect(commands.some((line) => line.split(' ')[1] === name)).toBe(true)
  })

  it.each(commands)('can be followed: %s', async (line) => {
    const said = { out: '', codes: [] as number[] }
    await runProgram(line.split(' ').slice(1), {
      out: (text) => {
        said.out += text
      },
      err: () => {},
      outIsTerminal: false,
      errIsTerminal: false,
      env: {},
      stdin: async () => Buffer.of(),
      userName: () => 'ana',
      now: () => new Date('2026-06-15T12:00:00Z'),
      exit: (code) => said.codes.push(code),
    })
    expect(said.codes.filter((code) => code !== 0)).toEqual([])
    expect(said.out === '').toBe(false)
  })

  it.each(inLanguage('json').filter(({ page: of }) => of === page))(
    'shows a document as its schema has it: $under.2',
    ({ text, under }) => {
      const document = JSON.parse(text)
      const decides = ['submit', 'review', 'record-replay', 'settle'].includes(under[2] as string)
      const decision = 'results' in document ? 'decisions' : 'decision'
      expect(validateAgainst(decides ? decision : (under[2] as SchemaName), document)).toEqual([])
    },
  )
})

describe('README.md', () => {
  it('shows lines that the demo prints', async () => {
    let out = ''
    const { demo } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
    const [, args = ''] = /bin\.cjs (.*)$/.exec(demo) ?? []
    await runProgram(
      args.split(' ').map((arg) => (arg.startsWith('test/') ? join(root, arg) : arg)),
      {
        out: (text) => {
          out += text
        },
        err: () => {},
        outIsTerminal: false,
        errIsTerminal: false,
        env: {},
        stdin: async () => Buffer.of(),
        userName: () => null,
        now: () => new Date('2026-06-15T12:00:00Z'),
        exit: () => {},
      },
    )
    const shown = blocks.filter(({ page, lang }) => page === 'README.md' && lang === 'text')
    expect(shown).toHaveLength(1)
    const printed = out.split('\n')
    for (const line of shown[0]?.text.split('\n') ?? []) if (line !== '…') expect(printed).toContain(line)
  })
})

describe('docs/testing.md', () => {
  it('has each promise of a store, in its order, and each offer', () => {
    const text = readFileSync(join(root, 'docs/testing.md'), 'utf8').split('## A store of your own')[1] ?? ''
    const promises = [...text.matchAll(/^- \*\*(.*?):\*\* /gms)].map(([, name]) =>
      name?.replace(/\n +/g, ' '),
    )
    const offered = [...text.matchAll(/^\| (`\w+`) +\|/gm)].map(([, offer]) => offer)
    const offers = literals('src/testing/log-store-contract.ts', 'StoreOffer') as StoreOffer[]
    const unopened = () => Promise.reject(new Error('nobody opens it'))
    expect(promises).toEqual(logStoreContract(unopened, offers).map(({ name }) => name))
    expect(offered).toEqual(offers.map((offer) => `\`${offer}\``))
  })
})

describe('docs/problems.md', () => {
  const page = 'docs/problems.md'

  it('has each problem of the log, in the order of precedence', () => {
    expect(headings(page, 3, 'Problems of the log')).toEqual(
      literals('src/log/log-problem.ts', 'LogProblemCode'),
    )
  })

  it('says that order', () => {
    const codes = literals('src/log/log-problem.ts', 'LogProblemCode').map((code) => `\`${code}\``)
    const text = readFileSync(join(root, page), 'utf8').replaceAll('\n', ' ')
    expect(text).toContain(`${codes.join(', ')}.`)
  })

  it('has each problem of a report, and no other', () => {
    const own = new Set(headings(page, 3, 'Problems of run reports'))
    const shared = ['not_portable_number', 'too_deep']
    expect(own.delete('Numbers and depth of a report')).toBe(true)
    expect([...own, ...shared].sort()).toEqual(literals('src/reports/run-report.ts', 'ReportProblem').sort())
  })

  it('has each finding of an audit, and no other', () => {
    expect(headings(page, 3, 'Findings of an audit').sort()).toEqual(
      literals('src/views/audit.ts', 'AuditCode').sort(),
    )
  })

  it('has each finding of a check in its tables, and so has the schema', () => {
    const own = [
      ...literals('src/log/log-rewrite.ts', 'LogRewriteCode'),
      ...literals('src/store/log-growth.ts', 'AdditionCode'),
    ]
    const text = readFileSync(join(root, page), 'utf8').split('## Findings of a check')[1] ?? ''
    expect([...text.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code)).toEqual(own)
    const refusals = ['ineligible', 'queue_full', 'duplicate', 'dependent_on_pending']
    expect(text.replaceAll('\n', ' ')).toContain(refusals.map((reason) => `\`${reason}\``).join(', '))
    const { properties } = schemaNamed('check') as {
      readonly properties: {
        readonly findings: { readonly items: { readonly properties: { readonly code: object } } }
      }
    }
    expect(properties.findings.items.properties.code).toMatchObject({
      enum: [...own, ...refusals, ...literals('src/log/log-problem.ts', 'LogProblemCode')],
    })
  })

  it('has each refusal, and no other', () => {
    expect(headings(page, 3, 'Refusals').sort()).toEqual(Object.keys(REFUSALS).sort())
  })

  it.each(Object.keys(REFUSALS))('shows how %s comes about', (reason) => {
    const shown = blocks.filter(({ page: of, under }) => of === page && under[2] === reason)
    expect(shown.map(({ lang, text }) => [lang, text.includes(`reason: '${reason}'`)])).toEqual([
      ['ts', true],
    ])
  })

  it('has each failure, and no other', () => {
    expect(headings(page, 3, 'What is not recorded').sort()).toEqual(Object.keys(FAILURES).sort())
  })

  it('has each problem of a document, and no other', () => {
    const own = new Set(headings(page, 3, 'Problems of candidates and evidence'))
    const shared = ['invalid_utf8', 'not_portable_number', 'too_deep', 'duplicate_key']
    expect(own.delete('Bytes, numbers, depth and keys of a document')).toBe(true)
    expect([...own, ...shared].sort()).toEqual(
      literals('src/events/read-document.ts', 'DocumentProblem').sort(),
    )
  })

  it('has each reason for which ingest leaves a report out, and no other', () => {
    const shared = ['invalid_candidate', 'invalid_evidence']
    expect([...headings(page, 3, 'Reports that ingest leaves out'), ...shared].sort()).toEqual(
      literals('src/decisions/ingest.ts', 'LeftOut', 'reason').sort(),
    )
  })

  it('has each problem of the configuration, and no other', () => {
    expect(headings(page, 3, 'Problems of the configuration').sort()).toEqual(
      [
        ...literals('src/decisions/cap.ts', 'PendingCapProblem'),
        ...literals('src/node/authority.ts', 'AuthorityProblem'),
      ].sort(),
    )
  })

  it('is of the same refusals and failures as the schema of a decision', () => {
    const { refusal, failure } = schemaOf('decision') as {
      readonly [def: string]: {
        readonly properties: { readonly reason: { readonly enum: readonly string[] } }
      }
    }
    expect([...(refusal?.properties.reason.enum ?? [])].sort()).toEqual(Object.keys(REFUSALS).sort())
    expect([...(failure?.properties.reason.enum ?? [])].sort()).toEqual(Object.keys(FAILURES).sort())
  })

  const examples = blocks.filter(({ page: of }) => of === page)

  it.each(examples.filter(({ lang, under }) => lang === 'jsonl' && under[1] === 'Problems of the log'))(
    'has an example that gives $under.2, and nothing else',
    ({ text, under }) => {
      const code = under[2] as string
      const open = code === 'torn_tail' || code === 'missing_final_newline'
      const { problems } = readLog(open ? text : `${text}\n`, { duplicateKeys: true })
      expect(problems.map((problem) => problem.code)).toEqual([code])
      const section = sectionOf(page, code)
      expect(section.startsWith(problems[0]?.severity === 'error' ? 'Error' : 'Warning')).toBe(true)
    },
  )

  it.each(examples.filter(({ lang, under }) => lang === 'text' && under[1] === 'Problems of run reports'))(
    'has an example that gives $under.2',
    ({ text, under }) => {
      const { problems } = readReport(text, { file_name: 'r.json' })
      expect(problems.map(({ code }) => code)).toEqual([under[2]])
    },
  )

  it.each(examples.filter(({ under }) => under[1] === 'Findings of an audit'))(
    'has an example in which an audit finds $under.2',
    ({ text, under }) => {
      const { entries, problems } = readLog(`${text}\n`, { duplicateKeys: true })
      expect(problems).toEqual([])
      const cap = under[2] === 'over_cap' ? 1 : 256
      expect(audit(entries, { cap }).map(({ code }) => code)).toContain(under[2])
    },
  )
})

/** The definitions of a schema. */
const schemaOf = (name: SchemaName): unknown => schemaNamed(name)?.$defs ?? {}

/** The first paragraph under a heading. */
const sectionOf = (page: string, heading: string): string => {
  const tokens = pages.find(({ path }) => path === page)?.tokens ?? []
  const at = tokens.findIndex((token) => token.type === 'heading' && textOf(token) === heading)
  const paragraph = tokens.slice(at).find(({ type }) => type === 'paragraph')
  return paragraph === undefined ? '' : textOf(paragraph)
}

/** The members of a union of texts, as its source lists them: of a type, or of the `code` of an interface, or another member. */
function literals(file: string, name: string, of = 'code'): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: string[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) found.push(node.literal.text)
    ts.forEachChild(node, collect)
  }
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) collect(statement)
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) {
      for (const member of statement.members) if (member.name?.getText() === of) collect(member)
    }
  }
  if (found.length === 0) throw new Error(`${file} has no codes under ${name}`)
  return found
}
