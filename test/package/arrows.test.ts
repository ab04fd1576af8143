import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '../../src')

/** Which folders a folder may import, itself aside. Nothing points back. */
const arrows: Record<string, readonly string[]> = {
  json: [],
  events: ['json'],
  log: ['events', 'json'],
  reports: ['events', 'json'],
  queue: ['events', 'reports', 'json'],
  views: ['queue', 'reports', 'log', 'events', 'json'],
  decisions: ['queue', 'reports', 'events', 'json'],
  store: ['decisions', 'queue', 'reports', 'log', 'events', 'json'],
  testing: ['store', 'decisions', 'views', 'queue', 'reports', 'log', 'events', 'json'],
  node: ['store', 'decisions', 'views', 'queue', 'reports', 'log', 'events', 'json'],
  cli: ['node', 'store', 'decisions', 'views', 'queue', 'reports', 'log', 'events', 'json'],
}

/** Packages that one folder alone may import. */
const homes: Record<string, string> = {
  ajv: 'node',
  commander: 'cli',
  'cli-progress': 'cli',
  picocolors: 'cli',
  'string-width': 'cli',
  diff: 'testing',
  'fast-check': 'testing',
}

describe('the folders of src', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

  it('are those of the map', () => {
    const folders = files.filter((name) => name.includes(sep)).map((name) => name.split(sep)[0])
    expect([...new Set(folders)].filter((folder) => !Object.keys(arrows).includes(folder ?? ''))).toEqual([])
  })

  it('import along the arrows', () => {
    const wrong = files.flatMap((file) => wrongImports(file, readFileSync(join(src, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it.each([
    ['events/transition.ts', `import { evolve } from '../queue/evolve.js'`],
    ['queue/evolve.ts', `import type { Refusal } from '../decisions/ratify.js'`],
    ['queue/evolve.ts', `export { right } from '../index.js'`],
    ['log/read-log.ts', `const { x } = await import('../node/read.js')`],
    ['log/read-log.ts', `import { Ajv2020 } from 'ajv/dist/2020.js'`],
    ['node/read.ts', `import { Command } from 'commander'`],
  ])('would be caught otherwise: %s, %s', (file, text) => {
    expect(wrongImports(file, text)).toHaveLength(1)
  })
})

function wrongImports(file: string, text: string): string[] {
  const folder = file.includes(sep) ? (file.split(sep)[0] ?? '') : null
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => !isAllowed(file, folder, specifier))
    .map((specifier) => `${file} imports ${specifier}`)
}

function isAllowed(file: string, folder: string | null, specifier: string): boolean {
  if (!specifier.startsWith('.')) {
    const home = homes[specifier.split('/')[0] ?? '']
    return home === undefined || home === folder
  }
  const target = normalize(join(dirname(file), specifier))
  if (target === 'index.js') return false
  const [first = '', ...rest] = target.split(sep)
  // The doors at the root may import everything; everything may import result.ts, version.ts and the schemas.
  return (
    folder === null ||
    rest.length === 0 ||
    first === '..' ||
    first === folder ||
    (arrows[folder] ?? []).includes(first)
  )
}
