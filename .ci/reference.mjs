// The reference of each entry, made from the comments of its exports: docs/api/ENTRY.md.
//
//   node .ci/reference.mjs            writes the pages
//   node .ci/reference.mjs --check    fails when a page is not what the sources say
//
// Both fail on an export without a comment, on a link that leads nowhere, and on whatever else TypeDoc warns of. The
// sections of a page, and what stands in them in which order, are those of the entry's file: a comment over a block of
// exports is the heading of its section.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Application, ReflectionGroup } from 'typedoc'
import { load as markdown } from 'typedoc-plugin-markdown'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const folders = { pages: join(root, 'docs/api'), temp: join(root, 'temp/reference') }
const packageName = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name

/** The file of each entry. */
const entries = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  cli: 'src/cli/index.ts',
  testing: 'src/testing/index.ts',
}
const importOf = (name) => (name === 'index' ? packageName : `${packageName}/${name}`)

const app = await Application.bootstrapWithPlugins({
  plugin: [markdown],
  entryPoints: Object.values(entries).map((file) => join(root, file)),
  tsconfig: join(root, 'tsconfig.api.json'),
  // `npm run typecheck` has compiled them.
  skipErrorChecking: true,
  logLevel: 'Warn',
  excludeInternal: true,
  excludeReferences: true,
  excludeExternals: true,
  sort: ['source-order'],
  validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
  requiredToBeDocumented: ['Function', 'Interface', 'TypeAlias', 'Variable', 'Class', 'Method'],
  // A page is the same wherever and whenever it is made.
  disableSources: true,
  disableGit: true,
  readme: 'none',
  outputs: [{ name: 'markdown', path: folders.temp }],
  router: 'module',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  pageTitleTemplates: { module: ({ name }) => importOf(name) },
  useCodeBlocks: true,
  expandParameters: true,
  expandObjects: true,
  typePrintWidth: 100,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: {
    hideDefaults: true,
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
    hideSources: true,
    leftAlignHeaders: true,
  },
})

const project = await app.convert()
if (project === undefined) process.exit(1)

const sections = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, sectionsOf(file)]))
const owners = new Map()
for (const module of project.children) for (const { name } of module.children) owners.set(name, module.name)
for (const module of project.children) arrange(module, sections[module.name])

app.validate(project)
rmSync(folders.temp, { recursive: true, force: true })
await app.generateOutputs(project)
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1)

/** The section of the contract that a comment names. */
const contract = new Map(
  headingsOf(readFileSync(join(root, 'docs/contract.md'), 'utf8')).map(({ title, anchor }) => [
    title.split(' ')[0],
    anchor,
  ]),
)
/** The codes and reasons that have their entry among the problems. */
const remedies = new Set(
  headingsOf(readFileSync(join(root, 'docs/problems.md'), 'utf8')).map(({ anchor }) => anchor),
)
const made = readdirSync(folders.temp).filter((file) => file !== 'README.md')
const texts = new Map(made.map((file) => [file, readFileSync(join(folders.temp, file), 'utf8')]))
const targets = new Set(
  [...texts.values()].flatMap((text) => [...text.matchAll(/\]\([\w.]*#([^)]+)\)/g)].map(([, id]) => id)),
)
const pages = new Map([['README.md', contents()]])
for (const [file, text] of texts) pages.set(file, finished(file.replace(/\.md$/, ''), text))

if (check) {
  const stored = existsSync(folders.pages) ? readdirSync(folders.pages) : []
  const stale = [...new Set([...stored, ...pages.keys()])].filter(
    (file) => !stored.includes(file) || readFileSync(join(folders.pages, file), 'utf8') !== pages.get(file),
  )
  for (const file of stale)
    console.error(`docs/api/${file} is not what the sources say: \`npm run reference\` updates it.`)
  if (stale.length > 0) process.exit(1)
} else {
  rmSync(folders.pages, { recursive: true, force: true })
  mkdirSync(folders.pages, { recursive: true })
  for (const [file, text] of pages) writeFileSync(join(folders.pages, file), text)
}
console.log(check ? 'Reference: as the sources say' : 'Reference: written')

/** The blocks of exports of an entry's file, each with the comment over it, in their order. */
function sectionsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue
    const title = (ts.getLeadingCommentRanges(text, statement.pos) ?? [])
      .map(({ pos, end }) => text.slice(pos, end))
      .filter((comment) => comment.startsWith('// ') && !comment.startsWith('// biome-ignore'))
      .map((comment) => comment.slice(3).replace(/\.$/, ''))
      .at(-1)
    if (title !== undefined) found.push({ title, names: [] })
    if (found.length === 0) throw new Error(`${file}: the first export has no comment that is its section.`)
    found.at(-1).names.push(...statement.exportClause.elements.map(({ name }) => name.text))
  }
  return found
}

/** What a page shows itself: names that an entry before it has are shown there. */
function arrange(module, blocks) {
  const byName = new Map()
  for (const child of module.children) byName.set(child.name, [...(byName.get(child.name) ?? []), child])
  module.groups = blocks
    .map(({ title, names }) => {
      const group = new ReflectionGroup(title, module)
      group.children = [...new Set(names)].flatMap((name) => byName.get(name) ?? [])
      return group
    })
    .filter(({ children }) => children.length > 0)
}

/** The page of an entry: with its contents on top, and without anchors that nothing links to. */
function finished(name, text) {
  const body = text
    .replaceAll(/<a id="([^"]+)"><\/a> /g, (anchor, id) => (targets.has(id) ? anchor : ''))
    // Letters without a word about them are in the declaration already.
    .replaceAll(/^#+ Type Parameters\n\n\| Type Parameter \|\n(\|.*\n)+\n/gm, '')
    .replaceAll(/\bspec §\d(\.\d)?(, §\d(\.\d)?)*/g, (named) =>
      named.replaceAll(/§\d(\.\d)?/g, (section) => `[${section}](../contract.md#${contract.get(section)})`),
    )
    .replaceAll(/\bdocs\/([\w-]+\.md)/g, '[docs/$1](../$1)')
    .replaceAll(/^(\| `(?:reason|code)` \|.*)$/gm, (row) =>
      row.replaceAll(/`"(\w+)"`/g, (value, id) =>
        remedies.has(id) ? `[${value}](../problems.md#${id})` : value,
      ),
    )
    .replaceAll(/Uint8Array(<ArrayBufferLike>|`\\<`ArrayBufferLike`\\>)/g, (_, written) =>
      written.startsWith('<') ? 'Uint8Array' : 'Uint8Array`',
    )
  const head = body.slice(0, body.indexOf('\n## ')).trim()
  const elsewhere = sections[name].flatMap(({ names }) => names).filter((each) => owners.get(each) !== name)
  const also = `\nThese types of \`${packageName}\` are exported here too: ${elsewhere.map(linkOf).join(', ')}.\n`
  const listed = linesOf(text, (anchor) => `#${anchor}`)
  return `${head}\n\n${listed}\n${elsewhere.length === 0 ? '' : also}\n${body.slice(head.length).trim()}\n`
}

/** The first page: what each entry has, with links. */
function contents() {
  const parts = Object.keys(entries).map((name) => {
    const { comment } = project.children.find((child) => child.name === name)
    const about = comment.summary.map(({ text }) => text).join('')
    const listed = linesOf(texts.get(`${name}.md`), (anchor) => `${name}.md#${anchor}`)
    return `## [\`${importOf(name)}\`](${name}.md)\n\n${about}\n\n${listed}\n`
  })
  return `# Reference\n\nMade from the comments in the sources; \`npm run reference\` makes it anew.\n\n${parts.join('\n')}`
}

/** A line for each section of a page, with what stands in it. */
function linesOf(text, hrefOf) {
  return headingsOf(text)
    .reduce((lines, { depth, title, anchor }) => {
      if (depth === 2) lines.push({ title: `[${title}](${hrefOf(anchor)})`, links: [] })
      if (depth === 3) lines.at(-1).links.push(`[\`${title.replace(/\(\)$/, '')}\`](${hrefOf(anchor)})`)
      return lines
    }, [])
    .map(({ title, links }) => `- ${title}: ${links.join(', ')}`)
    .join('\n')
}

function linkOf(name) {
  const home = owners.get(name)
  const { anchor } = headingsOf(texts.get(`${home}.md`)).find(
    ({ depth, title }) => depth === 3 && title === name,
  )
  return `[\`${name}\`](${home}.md#${anchor})`
}

/** The headings of a page, with the anchors that GitHub gives them. */
function headingsOf(text) {
  const slugger = new GithubSlugger()
  return [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) (.+)$/gm)].map(
    ([, marks, written]) => {
      const title = written.replaceAll('\\', '')
      return { depth: marks.length, title, anchor: slugger.slug(title) }
    },
  )
}
