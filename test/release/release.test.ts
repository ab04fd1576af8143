import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asNobody } from '../git-repository.js'
import { CHANGELOG, NOTES, type Project, projectWith } from './project.js'

// The command in a repository of its own. It needs no network: whatever it did would be seen there.

const FINE = 'node -e 0'

let project: Project
afterEach(() => project.remove())

const environment = () => ({ ...process.env, HOME: project.folder, ...asNobody })

const run = (command: string, ...args: readonly string[]) => {
  const options = { cwd: project.folder, encoding: 'utf8', env: environment() } as const
  const { status, stdout, stderr } = spawnSync(command, args, options)
  return { code: status, out: stdout, err: stderr }
}

/** What `npm run release -- …` runs. */
const release = (...args: readonly string[]) => run(process.execPath, '.ci/release.mjs', ...args)

const current = (): string => JSON.parse(project.text('package.json')).version

const increased = (version: string, wish: 'major' | 'minor' | 'patch'): string => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }[wish]
}

/** Everything that a release could leave behind. */
const traces = () => ({
  head: project.git('rev-parse', 'HEAD'),
  branch: project.git('symbolic-ref', '--quiet', 'HEAD'),
  tags: project.git('tag'),
  status: project.git('status', '--porcelain'),
})

describe('npm run release', () => {
  it('makes one commit and its tag, in which everything has the version, and packs what is built from it', () => {
    project = projectWith('node .ci/clean.mjs dist && tsup --silent --no-dts', true)
    const old = current()
    const next = increased(old, 'minor')
    const start = project.git('rev-parse', 'HEAD')
    const { code, out } = run('npm', 'run', 'release', '--', 'minor')
    expect(code).toBe(0)
    expect(out).toContain(`git push --atomic origin main v${next}`)

    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.git('rev-parse', 'HEAD~1')).toBe(start)
    expect(project.git('log', '-1', '--format=%s')).toBe(`Release ${next}`)
    expect(project.git('rev-parse', `v${next}^{commit}`)).toBe(project.git('rev-parse', 'HEAD'))
    expect(project.git('cat-file', '-t', `v${next}`)).toBe('tag')
    expect(project.git('for-each-ref', '--format=%(contents)', `refs/tags/v${next}`)).toBe(
      `${next}\n\n${NOTES}`,
    )

    const today = new Date().toISOString().slice(0, 10)
    expect(
      project.text('CHANGELOG.md').replace(/(?<= - )2\d{3}-\d{2}-\d{2}(?=\n\n### Added\n\n- A thing)/, today),
    ).toBe(CHANGELOG.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${next}] - ${today}\n`))
    expect(JSON.parse(project.text('package.json'))).toMatchObject({
      version: next,
      repository: { type: 'git', url: 'git+https://github.com/owner/name.git' },
    })
    expect(JSON.parse(project.text('package-lock.json')).packages[''].version).toBe(next)
    expect(project.text('src/version.ts')).toContain(`version = '${next}'`)
    for (const name of readdirSync(join(project.folder, 'docs/workflows'))) {
      const text = project.text(`docs/workflows/${name}`)
      expect(text).toContain(`@core/hitl-queue@${next}\n`)
      expect(text).toContain(`version ${next}.`)
    }
    expect(run('git', 'grep', '-F', old, '--', 'src', 'docs/workflows').out).toBe('')

    expect(readdirSync(join(project.folder, 'temp/release'))).toEqual([`core-hitl-queue-${next}.tgz`])
    expect(run('tar', '-xzf', `temp/release/core-hitl-queue-${next}.tgz`, '-C', 'temp').code).toBe(0)
    expect(JSON.parse(project.text('temp/package/package.json')).version).toBe(next)
    expect(run(process.execPath, 'temp/package/dist/bin.cjs', '--version').out).toBe(`${next}\n`)
  })

  it('counts up what it is told to', () => {
    project = projectWith(FINE)
    for (const wish of ['major', 'minor', 'patch'] as const)
      expect(release(wish, '--dry-run').out).toContain(`${current()} -> ${increased(current(), wish)},`)
    expect(release('20.3.10', '--dry-run').out).toContain(`${current()} -> 20.3.10,`)
  })

  it('is made again when there is something to release again', () => {
    project = projectWith(FINE)
    const first = increased(current(), 'patch')
    const second = increased(first, 'minor')
    expect(release('patch').code).toBe(0)
    expect(release('minor')).toMatchObject({ code: 1, err: expect.stringContaining('has nothing under') })
    const changelog = project.text('CHANGELOG.md')
    project.write('CHANGELOG.md', changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'))
    project.save()
    expect(release('minor').code).toBe(0)
    expect(project.git('tag').split('\n')).toEqual([`v${first}`, `v${second}`])
    expect(project.text('CHANGELOG.md').match(/^## .*?(?= - |$)/gm)).toEqual([
      '## [Unreleased]',
      `## [${second}]`,
      `## [${first}]`,
      '## [0.0.1]',
    ])
  })

  it('releases the version of package.json itself, once', () => {
    project = projectWith(FINE)
    expect(release(current()).code).toBe(0)
    expect(project.git('tag')).toBe(`v${current()}`)
    project.write('CHANGELOG.md', CHANGELOG)
    project.save()
    expect(release(current())).toMatchObject({ code: 1, err: expect.stringContaining('is made already') })
  })

  it('touches no action that is pinned at a release of the same number', () => {
    project = projectWith(FINE)
    const file = 'docs/workflows/ratify-proposal.yml'
    const pinned = `@${'0'.repeat(40)} # v${current()}`
    project.write(file, `${project.text(file)}\n# actions/checkout${pinned}\n`)
    project.save()
    expect(release('patch').code).toBe(0)
    expect(project.text(file)).toContain(pinned)
  })

  it('keeps the repository that package.json names', () => {
    project = projectWith(FINE)
    const repository = { type: 'git', url: 'git+https://github.com/other/name.git' }
    project.write('package.json', JSON.stringify({ ...JSON.parse(project.text('package.json')), repository }))
    project.save()
    expect(release('patch').code).toBe(0)
    expect(JSON.parse(project.text('package.json')).repository).toEqual(repository)
  })

  it.each([
    'https://github.com/owner/name',
    'https://github.com/owner/name.git',
    'ssh://git@github.com/owner/name.git',
    'git@github.com:owner/name',
  ])('takes the repository from where the clone came from: %s', (address) => {
    project = projectWith(FINE)
    project.git('remote', 'set-url', 'origin', address)
    expect(release('patch', '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining('repository.url git+https://github.com/owner/name.git\n'),
    })
  })
})

describe('a release that is only tried', () => {
  it('says what it would do, and does nothing', () => {
    project = projectWith('node -e "process.exit(1)"')
    const before = traces()
    const next = increased(current(), 'minor')
    const { code, out } = release('minor', '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain(`${current()} -> ${next}`)
    expect(out).toContain(NOTES)
    expect(out).toContain('docs/workflows/ratify-proposal.yml')
    expect(out).toContain(`tag v${next}`)
    expect(traces()).toEqual(before)
    expect(existsSync(join(project.folder, 'temp'))).toBe(false)
  })
})

describe('a release that is not made', () => {
  beforeEach(() => {
    project = projectWith(FINE)
  })

  const refuses = (sentence: string, ...args: readonly string[]) => {
    const before = traces()
    for (const more of [[], ['--dry-run']]) {
      const { code, err } = release(...(args.length > 0 ? args : ['minor']), ...more)
      expect(err).toContain(sentence)
      expect(code).toBe(1)
    }
    expect(traces()).toEqual(before)
  }

  it('has changes that are not committed', () => {
    project.write('src/version.ts', 'mine')
    refuses('Commit what you have changed, or put it aside:\n M src/version.ts')
  })

  it('has files that are not committed', () => {
    project.write('src/other.ts', '')
    refuses('?? src/other.ts')
  })

  it('is on another branch', () => {
    project.git('switch', '-q', '-c', 'side')
    refuses('This is side: releases are made on main.')
  })

  it('is on no branch', () => {
    project.git('checkout', '-q', '--detach')
    const before = project.git('rev-parse', 'HEAD')
    expect(release('minor')).toMatchObject({ code: 1, err: expect.stringContaining('This is no branch') })
    expect([project.git('rev-parse', 'HEAD'), project.git('tag')]).toEqual([before, ''])
  })

  it('is behind the main of its origin', () => {
    const ahead = project.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'ahead')
    project.git('update-ref', 'refs/remotes/origin/main', ahead)
    refuses('main lacks commits of origin/main')
    project.git('merge', '-q', '--ff-only', 'origin/main')
    expect(release('minor').code).toBe(0)
  })

  it.each([
    ['nothing', '\n'],
    ['a heading alone', '\n### Added\n\n'],
  ])('has %s that is unreleased', (_, notes) => {
    project.write('CHANGELOG.md', CHANGELOG.replace(`\n${NOTES}\n`, notes))
    project.save()
    refuses('CHANGELOG.md has nothing under `## [Unreleased]`')
  })

  it('has no heading for what is unreleased', () => {
    project.write('CHANGELOG.md', CHANGELOG.replace('## [Unreleased]', '## Soon'))
    project.save()
    refuses('CHANGELOG.md has no heading `## [Unreleased]`.')
  })

  it('is tagged already', () => {
    const next = increased(current(), 'minor')
    project.git('tag', `v${next}`)
    refuses(`v${next} is made already`)
  })

  it('is less than the version there is', () => {
    refuses(`0.0.1 is less than ${current()}`, '0.0.1')
  })

  it.each([
    ['has no origin', () => project.git('remote', 'remove', 'origin')],
    ['has an origin elsewhere', () => project.git('remote', 'set-url', 'origin', '/srv/name.git')],
  ])('has nobody who says where the repository is, as the clone %s', (_, change) => {
    change()
    refuses('package.json has no `repository.url`, without which npm takes no provenance')
  })

  it('has a file without the version that it should carry', () => {
    project.write('src/version.ts', "export const version = '0'\n")
    project.save()
    refuses('src/version.ts does not carry the version')
  })

  it.each([
    [[]],
    [['big']],
    [['1.0']],
    [['1.0.0-rc.1']],
    [['01.0.0']],
    [['minor', '--force']],
    [['minor', 'patch']],
  ])('was not asked for as it should be: %j', (args) => {
    const before = traces()
    expect(release(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('usage: npm run release'),
    })
    expect(traces()).toEqual(before)
  })
})

describe('a release that fails on its way', () => {
  it.each([
    ['a check fails', 'node -e "process.exit(1)"'],
    ['the tarball cannot be packed', "node -e \"fs.mkdirSync('temp');fs.writeFileSync('temp/release','')\""],
    [
      'the commit is refused by a hook',
      'printf "#!/bin/sh\\nexit 1\\n" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit',
    ],
    ['the tag cannot be made', 'git tag "v$(node -p "require(\'./package.json\').version")"'],
  ])('leaves all as it was when %s', (_, check) => {
    project = projectWith(check)
    const { head, branch, status } = traces()
    expect(release('minor').code).toBe(1)
    expect(traces()).toMatchObject({ head, branch, status })
    expect(project.text('CHANGELOG.md')).toBe(CHANGELOG)
  })

  it('leaves all as it was when it is interrupted at a terminal', async () => {
    project = projectWith('node -e "fs.mkdirSync(\'temp\');setTimeout(() => {}, 2 ** 30)"')
    const { head, branch, status } = traces()
    const child = spawn(process.execPath, ['.ci/release.mjs', 'minor'], {
      cwd: project.folder,
      env: environment(),
      detached: true,
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await vi.waitUntil(() => existsSync(join(project.folder, 'temp')), { timeout: 600_000 })
    expect(traces().status).not.toBe('')
    // A terminal tells the whole group.
    process.kill(-(child.pid as number), 'SIGINT')
    expect(await ended).toEqual([1, null])
    expect(traces()).toMatchObject({ head, branch, status })
  })
})
