// Makes a release that only has to be pushed: `npm run release -- patch|minor|major|X.Y.Z [--dry-run]`.
//
// What stands under "Unreleased" in CHANGELOG.md becomes the section of the new version, each file that carries the version
// gets it, every check runs, the tarball is packed to temp/release, and all of that is one commit and its tag. Whatever
// fails leaves the working tree and the branch as they were. Nothing is published from here: the tag is, once it is pushed
// (.github/workflows/release.yml). `--dry-run` says what would be done, and does nothing.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const USAGE = 'usage: npm run release -- patch|minor|major|X.Y.Z [--dry-run]'

/** A release that cannot be made, in a sentence that says what to do. */
class Refusal extends Error {}

const refuseUnless = (holds, sentence) => {
  if (!holds) throw new Refusal(sentence)
}

const textOf = (file) => readFileSync(join(root, file), 'utf8')

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

const done = (command, args) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  refuseUnless(
    status === 0,
    `\`${command} ${args.slice(0, 2).join(' ')}\` failed${error ? `: ${error}` : ''}.`,
  )
}

const main = () => {
  const wishes = process.argv.slice(2).filter((argument) => argument !== '--dry-run')
  const dryRun = process.argv.includes('--dry-run')
  const manifest = JSON.parse(textOf('package.json'))
  const version = wishes.length === 1 ? versionAfter(manifest.version, wishes[0]) : null
  if (version === null) {
    console.error(USAGE)
    return 2
  }
  const tag = `v${version}`

  refuseFrom(version, manifest.version, tag)
  const repository = repositoryOf(manifest)
  const date = new Date().toISOString().slice(0, 10)
  const { notes, changelog } = changelogOf(version, date)
  const edits = [
    ['CHANGELOG.md', changelog],
    ...carriers().map((file) => [file, carrying(file, manifest.version, version)]),
  ]
  const files = ['package.json', 'package-lock.json', ...edits.map(([file]) => file)]

  console.log(`${manifest.name} ${manifest.version} -> ${version}, ${date}\n\n${notes}\n`)
  if (manifest.repository?.url !== repository) console.log(`package.json gets repository.url ${repository}`)
  if (dryRun) {
    console.log(`Would write ${files.join(', ')}; run \`npm run check\`; pack; commit; and tag ${tag}.`)
    return 0
  }

  const start = git('rev-parse', 'HEAD').stdout.trim()
  // An interrupt ends the check that runs, and then undoes what was written.
  process.on('SIGINT', () => {})
  try {
    if (manifest.repository?.url !== repository)
      done('npm', ['pkg', 'set', 'repository.type=git', `repository.url=${repository}`])
    done('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'])
    for (const [file, text] of edits) writeFileSync(join(root, file), text)
    done('npm', ['run', 'check'])
    mkdirSync(join(root, 'temp/release'), { recursive: true })
    done('npm', ['pack', '--ignore-scripts', '--pack-destination', 'temp/release'])
    done('git', ['add', '--', ...files])
    done('git', ['commit', '--quiet', '-m', `Release ${version}`])
    // The headings of the notes begin with the sign of a comment.
    done('git', ['tag', '--annotate', '--cleanup=whitespace', tag, '-m', `${version}\n\n${notes}`])
  } catch (error) {
    git('reset', '--quiet', '--soft', start)
    git('restore', `--source=${start}`, '--staged', '--worktree', '--', ...files)
    throw error
  }
  console.log(
    `\n${tag} is made, and nobody has seen it. To publish it:\n\n  git push --atomic origin main ${tag}`,
  )
  return 0
}

/** Everything that speaks against a release before one looks at what is in it. */
const refuseFrom = (version, current, tag) => {
  const branch = git('symbolic-ref', '--short', '--quiet', 'HEAD').stdout.trim()
  refuseUnless(branch === 'main', `This is ${branch || 'no branch'}: releases are made on main.`)
  const changes = git('status', '--porcelain').stdout.trimEnd()
  refuseUnless(changes === '', `Commit what you have changed, or put it aside:\n${changes}`)
  const known = git('rev-parse', '--verify', '--quiet', 'refs/remotes/origin/main').status === 0
  refuseUnless(
    !known || git('merge-base', '--is-ancestor', 'refs/remotes/origin/main', 'HEAD').status === 0,
    'main lacks commits of origin/main: pull them first.',
  )
  refuseUnless(
    git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}`).status !== 0,
    `${tag} is made already. To publish it: git push --atomic origin main ${tag}`,
  )
  // The version of package.json itself is the first release, while it has no tag.
  refuseUnless(
    ordered(current, version) >= 0,
    `${version} is less than ${current}, the version of package.json.`,
  )
}

const versionAfter = (current, wish) => {
  const at = ['major', 'minor', 'patch'].indexOf(wish)
  if (at === -1) return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(wish) ? wish : null
  const parts = current.split('.').map(Number)
  return parts.map((part, n) => (n < at ? part : n === at ? part + 1 : 0)).join('.')
}

/** Above 0 when the second version is the later one. */
const ordered = (one, other) => {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  return b.map((part, n) => part - a[n]).find((difference) => difference !== 0) ?? 0
}

/** The address that npm holds the provenance against: of package.json, or of this clone's origin. */
const repositoryOf = ({ repository }) => {
  if (repository?.url !== undefined) return repository.url
  const origin = git('remote', 'get-url', 'origin').stdout.trim()
  const [, name] =
    /^(?:https:\/\/|git@|ssh:\/\/git@)github\.com[:/]([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(origin) ?? []
  refuseUnless(
    name !== undefined,
    'package.json has no `repository.url`, without which npm takes no provenance, and this clone has no remote `origin` on GitHub to take it from. `npm pkg set repository.type=git repository.url=git+https://github.com/OWNER/NAME.git` sets it.',
  )
  return `git+https://github.com/${name}.git`
}

/** What is unreleased, and the changelog in which it is released. */
const changelogOf = (version, date) => {
  const text = textOf('CHANGELOG.md')
  const heading = '## [Unreleased]\n'
  const from = text.indexOf(`\n${heading}`) + 1
  refuseUnless(from > 0, `CHANGELOG.md has no heading \`${heading.trim()}\`.`)
  const behind = from + heading.length
  const next = text.indexOf('\n## ', behind)
  const notes = text.slice(behind, next === -1 ? undefined : next).trim()
  refuseUnless(
    notes.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#')),
    'CHANGELOG.md has nothing under `## [Unreleased]`: what changes for those who use it?',
  )
  return {
    notes,
    changelog: `${text.slice(0, behind)}\n## [${version}] - ${date}\n${text.slice(behind)}`,
  }
}

/** The files, beside npm's own, in which the version stands. */
const carriers = () => [
  'src/version.ts',
  ...readdirSync(join(root, 'docs/workflows')).map((name) => `docs/workflows/${name}`),
]

/** Only where it is ours: an action that is pinned beside it may have the same number. */
const carrying = (file, from, to) => {
  const text = textOf(file)
  const ours = new RegExp(`(?<=hitl-queue@|version |version = ')${from.replaceAll('.', '\\.')}(?!\\d)`, 'g')
  refuseUnless(ours.test(text), `${file} does not carry the version ${from}.`)
  return text.replace(ours, to)
}

try {
  process.exitCode = main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
