import * as t from 'io-ts'
import { arrayOf, isJsonObject, isMetrics, JsonObject, Metrics } from './codec.js'

/**
 * What the engine's replay gate measured: the metrics without the proposal and with it, and whether nothing got worse.
 * Other members are kept. Metrics are floats by type, so `1` is written `1.0` (spec §2.5).
 * @public
 */
export interface ReplayEvidence {
  /** Metric name → value without the proposal. */
  readonly baseline: { readonly [metric: string]: number }
  /** Metric name → value with the proposal. */
  readonly candidate: { readonly [metric: string]: number }
  /** The names of the metrics that got worse, in the engine's order. */
  readonly regressed_metrics: readonly string[]
  /** Only `true` lets a person ratify. */
  readonly replay_equivalent: boolean
  readonly [member: string]: unknown
}

/** @internal */
export const ReplayEvidence: t.Type<ReplayEvidence> = t.intersection(
  [
    t.type({
      baseline: Metrics,
      candidate: Metrics,
      regressed_metrics: arrayOf(t.string),
      replay_equivalent: t.boolean,
    }),
    JsonObject,
  ],
  'replay evidence',
) as t.Type<ReplayEvidence>

/** @internal */
export const isReplayEvidence = (u: unknown): boolean =>
  isJsonObject(u) &&
  isMetrics(u.baseline) &&
  isMetrics(u.candidate) &&
  Array.isArray(u.regressed_metrics) &&
  u.regressed_metrics.every(isString) &&
  typeof u.replay_equivalent === 'boolean'

const isString = (u: unknown): boolean => typeof u === 'string'
