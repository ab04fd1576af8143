// Validates a proposal log against the published schema, with nothing of the library but that file.
//   npm install ajv
//   node validate-log.mjs proposals.jsonl
// Prints one line for each line of the log that is not blank: its number, and `ok`, `fragment` (a write that was cut short,
// which is no error) or what is wrong. The exit code is 1 when anything is.
import { readFileSync } from 'node:fs'
import schema from '@core/hitl-queue/schemas/log-line.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'

const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

/** The lines of a log with their ends: the byte LF ends one, and nothing else does. One byte order mark is skipped. */
function* linesOf(bytes) {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  for (let from = marked ? 3 : 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end === -1 ? bytes.length : end + 1
    yield bytes.subarray(from, to)
    from = to
  }
}

const verdictOf = (bytes) => {
  let text
  let value
  try {
    text = utf8().decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    return isFragment(bytes) ? 'fragment' : error.message
  }
  if (conforms(value)) return beyondSchema(text) ?? 'ok'
  const [{ instancePath, message }] = conforms.errors
  return `${instancePath} ${message}`
}

/** Bytes that are not UTF-8 are an error and no U+FFFD, and U+FEFF inside the file is no blank. */
const utf8 = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What stands outside of strings, of which the last may be cut. */
const outsideStrings = (text) =>
  text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('"')

/** What is wrong with a text that is JSON, and JSON.parse does not say. */
const beyondSchema = (text) => {
  let depth = 0
  for (const [token] of outsideStrings(text).matchAll(/[[\]{}]|-?\d[\d.eE+-]*/g)) {
    if ('[{'.includes(token)) depth += 1
    if (']}'.includes(token)) depth -= 1
    if (depth > 900) return 'more than 900 arrays and objects in each other'
    if (/^-?\d{4301,}$/.test(token)) return 'an integer of more than 4,300 digits'
    if (/[.eE]/.test(token) && !Number.isFinite(Number(token))) return 'a float that no double holds'
  }
}

/** What may come behind a cut, up to the ends of the arrays and objects around it. */
const ENDS = ['', '"', '""', '0', 'n"', '0"', '00"', '000"', '0000"']
  .concat(
    ['true', 'false', 'null', 'NaN', 'Infinity'].flatMap((word) => [...word].map((_, at) => word.slice(at))),
  )
  .flatMap((end) => [end, `${end}:0`])

/** Whether the bytes are the beginning of an object: whether some end makes them JSON. */
const isFragment = (bytes) => {
  const ended = bytes.at(-1) === 10
  const line = ended ? bytes.subarray(0, -1) : bytes
  let text
  try {
    // As of a stream, whose next bytes may end its last character. Any other stands for that; in a string all may.
    text = utf8().decode(line, { stream: true })
    if (Buffer.byteLength(text) < line.length) text += 'é'
  } catch {
    return false
  }
  if (ended) text = text.replace(/\r$/, '')
  if (!/^[ \t\r]*\{/.test(text)) return false
  const closing = []
  for (const mark of outsideStrings(text)) {
    if (mark === '{') closing.unshift('}')
    if (mark === '[') closing.unshift(']')
    if (mark === ']' || mark === '}') closing.shift()
  }
  return closing.length > 0 && ENDS.some((end) => isJson(text + end + closing.join('')))
}

/** With what CPython writes for numbers that are none as numbers. */
const isJson = (text) => {
  let inString = false
  const numbered = text.replaceAll(/\\.|"|-?Infinity|NaN/g, (token) => {
    if (token === '"') inString = !inString
    return inString || token.length < 3 ? token : '0'
  })
  try {
    JSON.parse(numbered)
    return true
  } catch {
    return false
  }
}

let number = 0
let wrong = 0
for (const bytes of linesOf(readFileSync(process.argv[2]))) {
  number += 1
  if (bytes.every((byte) => [0x20, 0x09, 0x0d, 0x0a].includes(byte))) continue
  const verdict = verdictOf(bytes)
  if (verdict !== 'ok' && verdict !== 'fragment') wrong += 1
  console.log(`${number} ${verdict.replaceAll(/[^ -~]/g, '?')}`)
}
process.exitCode = wrong === 0 ? 0 : 1
