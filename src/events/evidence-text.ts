import { canonicalText, floatText } from '../json/canonical-text.js'
import { exactTextOf, textOnDemand } from '../json/exact-text.js'
import { objectText } from '../json/object-text.js'
import type { ReplayEvidence } from './replay-evidence.js'

/** The canonical text of replay evidence: the text it was read from, or its value with every metric as a float (spec §2.5). @internal */
export const evidenceText = (evidence: ReplayEvidence): string =>
  exactTextOf(evidence) ?? withMetricsAsFloats(evidence)

/** Lets evidence whose metrics are spelled as floats be written so, wherever it stands. @internal */
export const carryMetricsAsFloats: (evidence: ReplayEvidence) => void = textOnDemand((evidence) =>
  withMetricsAsFloats(evidence),
)

/** Whether a number in a line may be spelled as an integer: in a metric, `1` where its type says `1.0`. Too much suspicion costs memory only. @internal */
export const holdsIntegers = (line: string): boolean => INTEGER_TOKEN.test(line)

const INTEGER_TOKEN = /[:[,]\s*-?\d+\s*[,}\]]/

const withMetricsAsFloats = (evidence: ReplayEvidence): string =>
  objectText(evidence, { baseline: metricsText, candidate: metricsText })

const metricsText = (metrics: unknown): string =>
  objectText(metrics as ReplayEvidence['baseline'], {}, metricText)

const metricText = (metric: unknown): string =>
  typeof metric === 'number' ? floatText(metric) : canonicalText(metric)
