// Imports the module that is named and says what that loaded and left behind: node trace.mjs SPECIFIER FILE
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { snapshot, traces } from './snapshot.cjs'

const [specifier, file] = process.argv.slice(2)
writeFileSync(file, '')
register('./record-hooks.mjs', import.meta.url, { data: { file } })

const asked = []
const getBuiltinModule = process.getBuiltinModule
process.getBuiltinModule = (id) => {
  asked.push(`node:${id}`)
  return getBuiltinModule(id)
}

const before = snapshot()
await import(specifier)
const after = snapshot()

const loaded = readFileSync(file, 'utf8').split('\n').filter(Boolean)
console.log(JSON.stringify({ loaded: [...loaded, ...asked], traces: traces(before, after) }))
