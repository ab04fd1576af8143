import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// The suite once more on the files that are published: each test that imports an entry gets the one in dist/,
// as ESM and as CommonJS. `npm run build` comes before.

const entry = /\/src\/(?:(node|cli|testing)\/)?index\.js$/

// The package is tried as it is installed, and processes run the built files, whatever the suite runs on.
const ELSEWHERE = ['package', 'browser', 'races', 'crash', 'workflows']

const include = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter(
    (file) => file.endsWith('.test.ts') && !ELSEWHERE.some((folder) => file.startsWith(join('test', folder))),
  )
  .filter((file) => /\/src\/(?:(?:node|cli|testing)\/)?index\.js'/.test(readFileSync(file, 'utf8')))

const built = (extension: string): Plugin => ({
  name: 'entries-from-dist',
  enforce: 'pre',
  resolveId(source, importer) {
    const found = importer?.includes('/test/') ? entry.exec(source) : null
    if (found === null) return null
    return join(import.meta.dirname, 'dist', `${found[1] ?? 'index'}${extension}`)
  },
})

const project = (name: string, extension: string) => ({
  plugins: [built(extension)],
  test: {
    name,
    include,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Node loads them itself, as it does for those who install the package.
    server: { deps: { external: [/\/dist\//], inline: [/@actions\/workflow-parser/] } },
  },
})

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'temp/vitest-built.json' }]] : ['default'],
    projects: [project('esm', '.js'), project('cjs', '.cjs')],
  },
})
