import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitRepository, repositoryIn } from '../git-repository.js'

const root = join(import.meta.dirname, '../..')

/** This project as a repository of its own, on main, with all committed and nothing else. */
export interface Project extends GitRepository {
  text(file: string): string
  write(file: string, text: string): void
  /** Commits what there is. */
  save(message?: string): string
}

/** What is released in the tests. */
export const NOTES = `### Added

- A thing.

### Fixed

- Another, \`$&\`.`

export const CHANGELOG = `# Changelog

The form.

## [Unreleased]

${NOTES}

## [0.0.1] - 2026-01-01

### Added

- All of it.
`

/** What a release reads and writes. */
const OF_A_RELEASE =
  /^(\.ci\/|docs\/workflows\/|src\/version\.ts$|package\.json$|package-lock\.json$|\.gitignore$)/

/**
 * A copy of the working tree, or of what a release reads and writes; `check` is what `npm run check` runs there, in place
 * of minutes of checks.
 */
export const projectWith = (check: string, whole = false): Project => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-release-'))
  const files = repositoryIn(root)
    .git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((file) => (whole ? file !== '' && !file.startsWith('test/') : OF_A_RELEASE.test(file)))
    .filter((file) => existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(folder, file))
  const repository = repositoryIn(folder, true)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The line of .gitignore is for a folder.
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  const project: Project = {
    ...repository,
    text: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    save: (message = 'save') => {
      repository.git('add', '-A')
      repository.git('commit', '-q', '-m', message)
      return repository.git('rev-parse', 'HEAD')
    },
  }
  const manifest = JSON.parse(project.text('package.json'))
  delete manifest.repository
  manifest.scripts.check = check
  project.write('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  project.write('CHANGELOG.md', CHANGELOG)
  project.save('project')
  repository.git('remote', 'add', 'origin', 'git@github.com:owner/name.git')
  return project
}
