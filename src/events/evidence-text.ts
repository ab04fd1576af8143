import { canonicalText, floatText } from '../json/canonical-text.js'
import { exactTextOf } from '../json/exact-text.js'
import { JsonTraits, traitsOf } from '../json/freeze-json.js'
import { objectText } from '../json/object-text.js'
import type { ReplayEvidence } from './replay-evidence.js'

/** The canonical text of replay evidence: the text it was read from, or its value with every metric as a float (spec §2.5). @internal */
export const evidenceText = (evidence: ReplayEvidence): string =>
  exactTextOf(evidence) ?? objectText(evidence, { baseline: metricsText, candidate: metricsText })

/**
 * Whether evidence read from this line may not be written again from its value: a whole number outside the metrics, or a
 * number spelled as an integer anywhere (in a metric, `1` where its type says `1.0`). Too much suspicion costs memory only.
 * @internal
 */
export const isAmbiguousEvidence = (evidence: ReplayEvidence, line: string): boolean => {
  if (INTEGER_TOKEN.test(line)) return true
  for (const member in evidence) {
    if (
      member !== 'baseline' &&
      member !== 'candidate' &&
      (traitsOf(evidence[member]) & JsonTraits.integral) !== 0
    ) {
      return true
    }
  }
  return false
}

const INTEGER_TOKEN = /[:[,]\s*-?\d+\s*[,}\]]/

const metricsText = (metrics: unknown): string =>
  objectText(metrics as ReplayEvidence['baseline'], {}, metricText)

const metricText = (metric: unknown): string =>
  typeof metric === 'number' ? floatText(metric) : canonicalText(metric)
