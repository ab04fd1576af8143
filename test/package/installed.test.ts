import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as cliEntry from '../../src/cli/index.js'
import * as pureEntry from '../../src/index.js'
import * as nodeEntry from '../../src/node/index.js'
import * as testingEntry from '../../src/testing/index.js'
import { damaged } from '../../src/testing/index.js'
import { installPacked } from '../packed.js'

const root = join(import.meta.dirname, '../..')
const consumers = join(import.meta.dirname, 'consumer')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const schemas = readdirSync(join(root, 'schemas')).filter((name) => name.endsWith('.json'))

const entries = {
  '@core/hitl-queue': pureEntry,
  '@core/hitl-queue/node': nodeEntry,
  '@core/hitl-queue/cli': cliEntry,
  '@core/hitl-queue/testing': testingEntry,
}

let temp: string
let folder: string
let installed: string

beforeAll(() => {
  temp = realpathSync(mkdtempSync(join(tmpdir(), 'hitl-queue-installed-')))
  folder = installPacked(temp, `fast-check@${manifest.devDependencies['fast-check']}`)
  installed = join(folder, 'node_modules/@core/hitl-queue')
  for (const file of readdirSync(consumers).filter((name) => !name.endsWith('.ts')))
    cpSync(join(consumers, file), join(folder, file))
})

afterAll(() => rmSync(temp, { recursive: true, force: true }))

describe('the packed and installed package', () => {
  it('holds what it is made to hold, and no sources or tests', () => {
    const top = readdirSync(installed).sort()
    expect(top).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json', 'schemas'])
  })

  it.each(Object.entries(entries))('gives the names of %s by import and by require', (specifier, entry) => {
    const names = Object.keys(entry).sort()
    const print = (module: string) =>
      `console.log(JSON.stringify(Object.keys(${module}).filter((n) => n !== '__esModule').sort()))`
    writeFileSync(join(folder, 'names.mjs'), `import * as entry from '${specifier}'\n${print('entry')}\n`)
    writeFileSync(join(folder, 'names.cjs'), `const entry = require('${specifier}')\n${print('entry')}\n`)
    expect(JSON.parse(run('names.mjs'))).toEqual(names)
    expect(JSON.parse(run('names.cjs'))).toEqual(names)
  })

  it('lets CommonJS names be imported by name from an ES module', () => {
    writeFileSync(
      join(folder, 'named.mjs'),
      `import { right } from './node_modules/@core/hitl-queue/dist/index.cjs'\nconsole.log(right(1)._tag)\n`,
    )
    expect(run('named.mjs').trim()).toBe('Right')
  })

  it('puts hitl-queue on the path', () => {
    const bin = join(folder, 'node_modules/.bin/hitl-queue')
    expect(execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim()).toBe(manifest.version)
  })

  it.each(Object.entries(damaged).filter(([name]) => name !== 'line_too_long'))(
    'finds %s with the program that it installs',
    (_, { log, problems }) => {
      const bin = join(folder, 'node_modules/.bin/hitl-queue')
      writeFileSync(join(folder, 'damaged.jsonl'), log())
      const { stdout, stderr } = spawnSync(bin, ['validate', '--json', 'damaged.jsonl'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(stderr).toBe('')
      const found = JSON.parse(stdout).files[0].problems as { code: string; line: number }[]
      expect(found.map(({ code, line }) => ({ code, line }))).toEqual(
        problems.map(({ code, line }) => ({ code, line })),
      )
    },
  )

  it('holds no helper of its build that ran together with the word before it', () => {
    const files = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.cjs'))
    const glued = files.flatMap(
      (name) =>
        readFileSync(join(installed, 'dist', name), 'utf8').match(
          /[\w$]_(?:nullishCoalesce|optionalChain)\b/g,
        ) ?? [],
    )
    expect(glued).toEqual([])
  })

  it.skipIf(schemas.length === 0)('gives every schema by import and by require', () => {
    expect(readdirSync(join(installed, 'schemas')).filter((name) => name.endsWith('.json'))).toEqual(schemas)
    const specifiers = schemas.map((name) => `@core/hitl-queue/schemas/${name}`)
    writeFileSync(
      join(folder, 'schemas.mjs'),
      `import { createRequire } from 'node:module'
       const require = createRequire(import.meta.url)
       for (const specifier of ${JSON.stringify(specifiers)}) {
         const { default: schema } = await import(specifier, { with: { type: 'json' } })
         if (JSON.stringify(schema) !== JSON.stringify(require(specifier))) throw new Error(specifier)
         console.log(typeof schema.$id)
       }`,
    )
    expect(run('schemas.mjs').trim().split('\n')).toEqual(schemas.map(() => 'string'))
  })
})

describe('a TypeScript program that installed it', () => {
  const styles = [
    { style: 'node16, ESM', extension: 'mts', options: { module: 'node16', moduleResolution: 'node16' } },
    {
      style: 'node16, CommonJS',
      extension: 'cts',
      options: { module: 'node16', moduleResolution: 'node16' },
    },
    { style: 'bundler', extension: 'mts', options: { module: 'esnext', moduleResolution: 'bundler' } },
  ]

  it.each(styles)('compiles and runs: $style', ({ extension, options }) => {
    compile('consumer', extension, { ...options, types: [] })
    run(`out/consumer.${extension.replace('ts', 'js')}`)
  })

  it.each(styles)('compiles and runs with the entries for Node: $style', ({ extension, options }) => {
    compile('entries', extension, {
      ...options,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    })
    run(`out/entries.${extension.replace('ts', 'js')}`)
  })

  it.each(styles)('tests against it as its documentation says: $style', ({ extension, options }) => {
    compile('testing', extension, {
      ...options,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    })
    expect(
      run(`out/testing.${extension.replace('ts', 'js')}`)
        .trim()
        .split('\n'),
    ).toEqual([
      'the last created wins: a second created changes nothing',
      'the age counts in settled items: the age counts the proposals created since, of pending items alone',
      'a transition before created is honoured: what comes before created changes nothing',
      'a hasty store: of many that submit at once as many are taken as there is room for',
    ])
  })

  it('reads no type of a third party but commander in cli and fast-check in testing', () => {
    const allowed: Record<string, string[]> = { cli: ['commander'], testing: ['fast-check'] }
    const declarations = readdirSync(join(installed, 'dist')).filter((name) => /\.d\.c?ts$/.test(name))
    expect(declarations.length).toBeGreaterThanOrEqual(8)
    for (const name of declarations) {
      // Without its comments, whose examples import too.
      const text = readFileSync(join(installed, 'dist', name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
      const specifiers = [...text.matchAll(/(?:\bfrom |\bimport\(|^import )['"]([^'"]+)['"]/gm)].map(
        (match) => match[1] ?? '',
      )
      const entry = name.split('.')[0] ?? ''
      const foreign = specifiers.filter(
        (s) => !s.startsWith('./') && !s.startsWith('node:') && !(allowed[entry] ?? []).includes(s),
      )
      expect({ name, foreign }).toEqual({ name, foreign: [] })
    }
  })
})

describe('importing the pure entry', () => {
  const trace = (script: string, specifier: string) => {
    const cwd = mkdtempSync(join(temp, 'empty-'))
    const environment = { PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd, CI: 'true' }
    const args = [join(folder, script), specifier, join(temp, 'loaded')]
    const output = execFileSync(process.execPath, args, { cwd, env: environment, encoding: 'utf8' })
    const { loaded, traces } = JSON.parse(output) as { loaded: string[]; traces: string[] }
    return { loaded, traces, files: readdirSync(cwd), lines: output.trim().split('\n').length }
  }

  describe.each(['trace.mjs', 'trace.cjs'])('by %s', (script) => {
    it('loads no module of Node, and no package but immer', () => {
      const { loaded } = trace(script, '@core/hitl-queue')
      expect(loaded.length).toBeGreaterThan(0)
      expect(loaded.filter((url) => url.startsWith('node:'))).toEqual([])
      const foreign = loaded.filter(
        (url) => !/\/node_modules\/(?:@core\/hitl-queue\/dist|immer\/dist)\//.test(url),
      )
      expect(foreign).toEqual([])
    })

    it('leaves no trace: no listener, global, file, output or open handle', () => {
      const { traces, files, lines } = trace(script, '@core/hitl-queue')
      expect({ traces, files, lines }).toEqual({ traces: [], files: [], lines: 1 })
    })

    it('would be caught otherwise', () => {
      const { loaded, traces, files } = trace(script, script.replace('trace', './impure'))
      expect(loaded).toContain('node:fs')
      expect(files).toEqual(['left-behind'])
      expect(traces).toContain('globalThis leftBehind')
      expect(traces).toContain('Array.prototype leftBehind')
      expect(traces.join('\n')).toContain('exit 1')
    })
  })
})

function run(script: string): string {
  return execFileSync(process.execPath, [join(folder, script)], { cwd: folder, encoding: 'utf8' })
}

function compile(program: string, extension: string, options: Record<string, unknown>): void {
  const file = `${program}.${extension}`
  cpSync(join(consumers, `${program}.ts`), join(folder, file))
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    skipLibCheck: false,
    rootDir: '.',
    outDir: 'out',
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  try {
    execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' })
  } catch (failure) {
    throw new Error((failure as { stdout: string }).stdout)
  }
}
