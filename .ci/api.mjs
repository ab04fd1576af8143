// The public face of each entry, as a report that is reviewed with the change that moved it: api-report/ENTRY.api.md.
//
//   node .ci/api.mjs            writes the reports
//   node .ci/api.mjs --check    fails when a report is not what the sources say
//
// Both fail on an export without a release tag, on a type that is used and not exported, and on a type of a third
// party where it has no place. The reports are made from the declarations that tsc writes to build/.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const root = resolve(import.meta.dirname, '..')
const check = process.argv.includes('--check')

/** Which packages' types may stand in an entry's report. */
const entries = {
  index: { from: 'src/index.d.ts', allowed: [] },
  node: { from: 'src/node/index.d.ts', allowed: [/^node:/] },
  cli: { from: 'src/cli/index.d.ts', allowed: [/^node:/, /^commander$/] },
  testing: { from: 'src/testing/index.d.ts', allowed: [/^fast-check$/] },
}

const folders = { reports: join(root, 'api-report'), temp: join(root, 'temp/api') }
const complaints = []

rmSync(join(root, 'build'), { recursive: true, force: true })
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
try {
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.api.json'], { cwd: root, stdio: 'inherit' })
} catch {
  process.exit(1)
}

const configs = Object.entries(entries).map(([name, { from }]) => [name, configOf(name, from)])
const compilerState = CompilerState.create(configs[0][1], {
  additionalEntryPoints: configs.slice(1).map(([, config]) => config.mainEntryPointFilePath),
})

for (const [name, config] of configs) {
  const result = Extractor.invoke(config, {
    compilerState,
    localBuild: !check,
    messageCallback(message) {
      message.handled = true
      if (message.logLevel !== ExtractorLogLevel.Error && message.logLevel !== ExtractorLogLevel.Warning)
        return
      // Said once, below, in our own words.
      if (message.messageId === 'console-api-report-not-copied') return
      if (message.messageId === 'console-api-report-copied') return
      if (message.messageId === 'console-api-report-created') return
      // An export needs a comment; a field only where its name cannot carry it.
      if (message.messageId === 'ae-undocumented' && !isExport(message)) return
      complaints.push(`${name}: ${message.formatMessageWithLocation(root)}`)
    },
  })
  const report = `${name}.api.md`
  if (check && result.apiReportChanged)
    complaints.push(`${name}: api-report/${report} is not what the sources say: \`npm run api\` updates it.`)
  for (const specifier of importsOf(readFileSync(join(folders.temp, report), 'utf8')))
    if (!entries[name].allowed.some((pattern) => pattern.test(specifier)))
      complaints.push(`${name}: a type of ${specifier} stands in the report.`)
}

for (const file of existsSync(folders.reports) ? readdirSync(folders.reports) : [])
  if (!Object.keys(entries).some((name) => file === `${name}.api.md`))
    complaints.push(`${file}: no such entry.`)

for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exit(1)
console.log(check ? 'API reports: as the sources say' : 'API reports: written')

function configOf(name, from) {
  return ExtractorConfig.prepare({
    configObjectFullPath: join(root, 'api-extractor.json'),
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, 'build', from),
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: join(root, 'tsconfig.api.json') },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: folders.reports,
        reportTempFolder: folders.temp,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: { default: { logLevel: 'error' } },
        tsdocMessageReporting: { default: { logLevel: 'error' } },
      },
    },
  })
}

function isExport({ sourceFilePath, sourceFileLine }) {
  const line = readFileSync(sourceFilePath, 'utf8').split('\n')[sourceFileLine - 1]
  return line.startsWith('export ')
}

/** What a report imports, by `import … from 'X'` or `import('X')`. */
function importsOf(report) {
  return new Set([...report.matchAll(/(?:\bfrom |\bimport\()['"]([^'"]+)['"]/g)].map((match) => match[1]))
}
