// Validates a proposal log against the published schema, with nothing of the library but that file.
//   node validate-log.mjs proposals.jsonl
// Prints one line for each line of the log that is not blank: its number, and `ok` or what is wrong.
import { readFileSync } from 'node:fs'
import schema from '@core/hitl-queue/schemas/log-line.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'

const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)
// It skips a byte order mark, as the library does.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The lines of a log: the byte LF ends one, and nothing else does. */
function* linesOf(bytes) {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end === -1 ? bytes.length : end
    yield bytes.subarray(from, to)
    from = to + 1
  }
}

const verdictOf = (bytes) => {
  let value
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (error) {
    return error.message
  }
  if (conforms(value)) return 'ok'
  const [{ instancePath, message }] = conforms.errors
  return `${instancePath} ${message}`
}

let number = 0
let wrong = 0
for (const bytes of linesOf(readFileSync(process.argv[2]))) {
  number += 1
  if (bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue
  const verdict = verdictOf(bytes)
  if (verdict !== 'ok') wrong += 1
  console.log(`${number} ${verdict.replaceAll('\n', ' ')}`)
}
process.exitCode = wrong === 0 ? 0 : 1
