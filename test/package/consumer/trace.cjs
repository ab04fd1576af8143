// Requires the module that is named and says what that loaded and left behind: node trace.cjs SPECIFIER
const Module = require('node:module')
const { snapshot, traces } = require('./snapshot.cjs')

const loaded = []
const { _resolveFilename } = Module
Module._resolveFilename = function (request, ...rest) {
  const found = _resolveFilename.call(this, request, ...rest)
  loaded.push(Module.isBuiltin(found) ? `node:${found.replace(/^node:/, '')}` : found)
  return found
}
const { _load } = Module
Module._load = function (request, ...rest) {
  if (Module.isBuiltin(request)) loaded.push(`node:${request.replace(/^node:/, '')}`)
  return _load.call(this, request, ...rest)
}
const { getBuiltinModule } = process
process.getBuiltinModule = (id) => {
  loaded.push(`node:${id}`)
  return getBuiltinModule(id)
}

const before = snapshot()
require(process.argv[2])
const after = snapshot()

console.log(JSON.stringify({ loaded, traces: traces(before, after) }))
