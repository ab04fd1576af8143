import { canonicalJson } from '../json/canonical-json.js'
import { floatText } from '../json/canonical-text.js'
import { rawMember, withExactText } from '../json/exact-text.js'
import { objectText } from '../json/object-text.js'
import { left, type Result, right } from '../result.js'
import { type DocumentProblem, readDocument } from './read-document.js'
import { ReplayEvidence } from './replay-evidence.js'

/**
 * Reads what a replay gate printed, as text or as bytes. The value is frozen and carries its exact text, so that a count
 * of thirty digits reaches the log as the gate wrote it. Metrics are floats by type: a gate that prints `1` for one, as
 * JavaScript does, has written `1.0` (spec §2.5). A document that is not JSON, or has another shape, is refused with every
 * problem of it; nothing is thrown.
 * @public
 */
export const readEvidence = (
  content: string | Uint8Array,
): Result<readonly DocumentProblem[], ReplayEvidence> => {
  const read = readDocument(content, ReplayEvidence, 'invalid_evidence')
  if (read._tag === 'Left') return left(read.left)
  const { value, text } = read.right
  // Each member is written from its name: the values themselves have lost what their text said.
  const texts = objectText(
    Object.fromEntries(Object.keys(value).map((member) => [member, member])),
    {
      baseline: (member) => asFloats(canonicalMember(text, member)),
      candidate: (member) => asFloats(canonicalMember(text, member)),
    },
    (member) => canonicalMember(text, member),
  )
  return right(withExactText(value, texts))
}

const canonicalMember = (text: string, member: unknown): string => {
  const canonical = canonicalJson(rawMember(text, [String(member)]) ?? '')
  if (canonical._tag === 'Left') throw new Error(`It was JSON a moment ago: ${canonical.left.message}`)
  return canonical.right
}

/** Canonical metrics, with those spelled as integers as floats. The names of metrics may hold digits too. */
const asFloats = (metrics: string): string =>
  metrics.replaceAll(/"(?:[^"\\]|\\.)*"|[^",:{}]+/g, (token) =>
    /^-?\d+$/.test(token) ? floatText(Number(token)) : token,
  )
