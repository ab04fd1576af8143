import { schemaNamed, schemaNames } from '../../node/schemas.js'
import { printable } from '../../views/printable.js'
import type { Io } from '../io.js'

/** `hitl-queue schema`. @internal */
export const schema = (io: Io, name: string | undefined): void => {
  if (name === undefined) {
    io.out(schemaNames.map((each) => `${each}\n`).join(''))
    return
  }
  const found = schemaNamed(name)
  if (found === null) {
    io.err(`hitl-queue: there is no schema '${printable(name)}'. The names: ${schemaNames.join(', ')}.\n`)
    io.exit(2)
    return
  }
  io.out(`${JSON.stringify(found, null, 2)}\n`)
}
