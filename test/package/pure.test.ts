import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('the pure folders', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.pure.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const probe = join(root, 'src/probe.ts')

  const complaintsAbout = (text: string): number => {
    const host = ts.createCompilerHost(options)
    const { fileExists, readFile } = host
    host.fileExists = (name) => name === probe || fileExists(name)
    host.readFile = (name) => (name === probe ? text : readFile(name))
    const program = ts.createProgram([...fileNames, probe], options, host)
    return program.getSemanticDiagnostics(program.getSourceFile(probe)).length
  }

  it('are compiled without the folders that meet the operating system', () => {
    expect(fileNames.map((name) => name.slice(root.length + 1))).toContain('src/index.ts')
    expect(fileNames.filter((name) => /\/src\/(?:node|cli)\/|\/src\/bin\.ts$/.test(name))).toEqual([])
  })

  it.each([
    `import { readFileSync } from 'node:fs'\nreadFileSync('x')`,
    `export const later = () => import('node:fs')`,
    'process.exit(1)',
    `Buffer.from('')`,
    `require('fs')`,
    'window.alert()',
    'fetch("x")',
    'setTimeout(() => {}, 1)',
    'console.log(1)',
  ])('cannot say %j', (text) => {
    expect(complaintsAbout(`${text}\nexport {}`)).toBeGreaterThan(0)
  })

  it('can say what the language and the two declared globals give', () => {
    const text = `export const text: string = new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode('x'))`
    expect(complaintsAbout(text)).toBe(0)
  })
})

describe('the built pure entry', () => {
  it.each(['index.js', 'index.cjs'])('reaches no package but immer, now or later: %s', (file) => {
    expect(existsSync(join(root, 'dist', file)), '`npm run build` first').toBe(true)
    const { files, specifiers } = reach(join(root, 'dist', file))
    expect(files.length).toBeGreaterThan(0)
    expect([...specifiers].filter((specifier) => specifier !== 'immer')).toEqual([])
  })

  it('would be caught otherwise', () => {
    const { files, specifiers } = reach(join(import.meta.dirname, 'consumer/trace.mjs'))
    expect(files.length).toBe(2)
    expect([...specifiers]).toContain('node:fs')
  })
})

/** All files that a built file leads to by relative imports, static and dynamic, and what else they import. */
function reach(start: string): { files: string[]; specifiers: Set<string> } {
  const files = [start]
  const specifiers = new Set<string>()
  for (const file of files)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      const next = join(dirname(file), fileName)
      if (!fileName.startsWith('.')) specifiers.add(fileName)
      else if (!files.includes(next)) files.push(next)
    }
  return { files, specifiers }
}
