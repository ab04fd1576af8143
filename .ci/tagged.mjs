// Holds a tag to what it names, before anything is published from it: `node .ci/tagged.mjs vX.Y.Z OWNER/NAME`.
// The version is that of package.json and of a dated section of the changelog, the repository is the one that package.json
// names (npm holds the provenance against it), and the commit is on main. Says all that is wrong, and then exits 1.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const [tag, repository] = process.argv.slice(2)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const url = `git+https://github.com/${repository}.git`

const complaints = [
  tag === `v${manifest.version}` ||
    `The tag is ${tag}, and the version of package.json is ${manifest.version}.`,
  manifest.repository?.url === url ||
    `package.json has ${manifest.repository?.url ?? 'no repository.url'}, and the provenance needs \`repository.url\` to be ${url}.`,
  new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(
    changelog,
  ) || `CHANGELOG.md has no dated section of ${manifest.version}.`,
  spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'refs/remotes/origin/main'], { cwd: root })
    .status === 0 || 'The commit is not on main.',
].filter((holds) => holds !== true)

for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exit(1)
console.log(`${manifest.name} ${manifest.version}, of ${repository}`)
