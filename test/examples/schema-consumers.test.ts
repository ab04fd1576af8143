import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLog } from '../../src/index.js'
import { arbitrary } from '../../src/testing/index.js'
import { awkwardLogs } from '../golden/awkward-logs.js'

const root = join(import.meta.dirname, '../..')
const real = join(root, '../shared/real/proposals.jsonl')
const hasPython = spawnSync('python3', ['-c', 'import jsonschema']).status === 0

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Of each line that is not blank what it is, and whether there is no error. */
interface Verdict {
  readonly lines: readonly (readonly [line: number, what: 'ok' | 'fragment' | 'wrong'])[]
  readonly valid: boolean
}

type Log = string | Uint8Array

const byLibrary = (log: Uint8Array): Verdict => {
  const { entries, problems } = readLog(log)
  const what = new Map<number, 'ok' | 'fragment' | 'wrong'>(entries.map(({ line }) => [line, 'ok']))
  for (const { code, line, severity } of problems) {
    if (severity === 'error') what.set(line, 'wrong')
    else if (code === 'torn_tail' || code === 'closed_fragment') what.set(line, 'fragment')
    else if (code === 'unknown_event') what.set(line, 'ok')
  }
  return {
    lines: [...what].sort(([a], [b]) => a - b),
    valid: problems.every(({ severity }) => severity === 'warning'),
  }
}

const examples = join(root, 'docs/examples')

/** Each example, asked of many logs in one process: behind what it prints of each, its exit code. */
const CONSUMERS = {
  'ajv in JavaScript': (logs: readonly string[]) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const [example, ...logs] = process.argv.slice(1)
        for (const [at, log] of logs.entries()) {
          process.argv = ['node', example, log]
          await import(example + '?' + at)
          console.log('= ' + process.exitCode)
        }
        process.exitCode = 0`,
        pathToFileURL(join(examples, 'validate-log.mjs')).href,
        ...logs,
      ],
      // Where the package finds itself, and ajv.
      { encoding: 'utf8', cwd: root, maxBuffer: 1e9 },
    ),
  'jsonschema in Python': (logs: readonly string[]) =>
    spawnSync(
      'python3',
      [
        '-B',
        '-c',
        `import sys
sys.path.insert(0, sys.argv[1])
import validate_log
for log in sys.argv[3:]:
    print("=", validate_log.main(sys.argv[2], log))`,
        examples,
        join(root, 'schemas/log-line.json'),
        ...logs,
      ],
      { encoding: 'utf8', maxBuffer: 1e9 },
    ),
} as const

const byConsumer = (name: keyof typeof CONSUMERS, logs: readonly Uint8Array[]): readonly Verdict[] => {
  const paths = logs.map((log, at) => {
    const path = join(folder, `${at}.jsonl`)
    writeFileSync(path, log)
    return path
  })
  const { stdout, stderr, status } = CONSUMERS[name](paths)
  expect(status, stderr).toBe(0)
  const verdicts: Verdict[] = []
  let lines: Verdict['lines'][number][] = []
  for (const printed of stdout.split('\n').slice(0, -1)) {
    const [, first = '', said = ''] = /^(\d+|=) (.*)$/.exec(printed) ?? []
    if (first === '=') {
      verdicts.push({ lines, valid: said === '0' })
      lines = []
    } else lines.push([Number(first), said === 'ok' || said === 'fragment' ? said : 'wrong'])
  }
  return verdicts
}

/** Of UTF-16 the library says once that nothing can be read. */
const isUtf16 = (log: Uint8Array): boolean =>
  (log[0] === 0xff && log[1] === 0xfe) || (log[0] === 0xfe && log[1] === 0xff)

const transition = (more: string): string =>
  `{"event":"transition","proposal_id":"p1","to":"accepted"${more}}`

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const whole = `${transition(',"note":"\\u00e9\\n\u00e9😀","w":[-1.5e-7,true,false,null,{"a":{}}]')}\n`

/** Logs about what a JSON parser, a decoder or a schema each takes for granted. */
const HARD: { readonly [name: string]: Log } = {
  'integers that no double holds': [
    transition(`,"w":${'1'.repeat(310)}`),
    transition(`,"w":-${'1'.repeat(4300)}`),
    transition(`,"w":${'1'.repeat(4301)}`),
    transition(`,"workflow_run_attempt":${'1'.repeat(310)}`),
    `{"event":"other","w":${'1'.repeat(4301)}}`,
  ].join('\n'),
  'floats that no double holds': [
    transition(',"w":1e308'),
    transition(',"w":1e999'),
    transition(`,"w":[{"x":-${'1'.repeat(310)}.0}]`),
    transition(',"w":"1e999"'),
    transition(',"w":1e-999'),
    '{"event":"other","w":1e999}',
  ].join('\n'),
  nesting: [
    transition(`,"w":${deep(899)}`),
    transition(`,"w":${deep(900)}`),
    transition(`,"w":${deep(950)}`),
    transition(`,"w":${deep(5000)}`),
    transition(`,"w":"${'['.repeat(5000)}"`),
    transition(`,"w":"\\"${'['.repeat(5000)}"`),
    transition(`,"w":[${'[],'.repeat(2000)}[]]`),
  ].join('\n'),
  'a byte order mark on the second line': `${transition('')}\n\ufeff${transition('')}\n`,
  'two byte order marks': `\ufeff\ufeff${transition('')}\n`,
  'a fragment that was closed off': `${transition('').slice(0, 30)}\n${transition('')}\n`,
  'a fragment that was closed off with CR LF': `${transition('').slice(0, 30)}\r\n${transition('')}\r\n`,
  'what CPython writes that is no JSON': [
    transition(',"w":NaN'),
    transition(',"w":[-Infinity,NaN],"note":"x').slice(0, -1),
    transition(',"w":[-Infinity,NaN').slice(0, -1),
    transition(',"w":nan').slice(0, -1),
  ].join('\n'),
}

/** A line cut at every byte: each as the torn tail of a log, and all in one as what later appends closed off. */
const FRAGMENTS = Array.from(Buffer.from(whole), (_, at) => Buffer.from(whole).subarray(0, at))
const CUT: readonly (readonly [name: string, log: Log])[] = [
  ...FRAGMENTS.map((fragment, at) => [`cut at ${at}`, fragment] as const),
  ['closed off', Buffer.concat(FRAGMENTS.map((fragment) => Buffer.concat([fragment, Buffer.from('\n')])))],
]

describe.each(['ajv in JavaScript', 'jsonschema in Python'] as const)('%s', (name) => {
  const absent = name === 'jsonschema in Python' && !hasPython

  const agree = (logs: readonly (readonly [name: string, log: Log])[]): void => {
    const files = logs.map(([, log]) => Buffer.from(log))
    const said = byConsumer(name, files)
    const named = (verdicts: readonly Verdict[]) =>
      files.map((log, at) => [logs[at]?.[0], isUtf16(log) ? verdicts[at]?.valid : verdicts[at]])
    expect(named(said)).toEqual(named(files.map(byLibrary)))
  }

  it.skipIf(absent)('gives the verdicts of the library on the logs of its tests', () => {
    // One of more than 64 MiB would only try the memory.
    agree([...awkwardLogs()].filter(([log]) => log !== 'damaged-line-too-long'))
  })

  it.skipIf(absent).each(Object.entries(HARD))('gives them on %s', (...log) => {
    agree([log])
  })

  it.skipIf(absent)('gives them on a line that was cut anywhere: that is no error', () => {
    agree(CUT)
    expect(CUT.every(([, log]) => byLibrary(Buffer.from(log)).valid)).toBe(true)
  })

  it.skipIf(absent)('gives them on a file that may hold anything', () => {
    fc.assert(
      fc.property(fc.array(arbitrary.messyText, { minLength: 100, maxLength: 100 }), (logs) => {
        agree(logs.map((log, at) => [String(at), log]))
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })

  it.skipIf(absent || !existsSync(real))('gives them on the live log', () => {
    agree([['live', readFileSync(real)]])
    expect(byConsumer(name, [readFileSync(real)])[0]?.lines).toHaveLength(87)
  })
})
