// Writes down every module that is resolved after it was registered.
import { appendFileSync } from 'node:fs'

let file = ''

export const initialize = (data) => {
  file = data.file
}

export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  appendFileSync(file, `${resolved.url}\n`)
  return resolved
}
