import { readFileSync } from 'node:fs'
import { type Facts, type RatifierHere, ratifierOf } from '../node/authority.js'
import { printable } from '../views/printable.js'
import { giveAnswer } from './answers.js'
import type { Io } from './io.js'
import { sayMisuse } from './write.js'

/** Who would ratify here; `null` when nobody may or can be named, which has then been said. The first of all checks (spec §4). @internal */
export const ratifierOrSay = (io: Io, options: { readonly json?: boolean }): RatifierHere | null => {
  const read = ratifierOf(factsOf(io))
  if (read._tag === 'Right') {
    for (const warning of read.right.warnings) io.err(`hitl-queue: ${printable(warning)}\n`)
    return read.right
  }
  if ('code' in read.left) sayMisuse(io, read.left.message)
  else giveAnswer(io, { refusal: read.left }, options)
  return null
}

const factsOf = (io: Io): Facts => ({
  env: io.env,
  userName: io.userName,
  readText: (path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  },
})
