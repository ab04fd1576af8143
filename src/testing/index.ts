/**
 * What people need who test against the queue.
 *
 * @packageDocumentation
 */

export type { State } from '../events/state.js'
export type { LogProblemCode } from '../log/log-problem.js'
export type { ReportProblem } from '../reports/run-report.js'
export { damaged } from './damaged.js'
export { type Fixture, type FixtureName, type FixtureView, fixtures } from './fixtures.js'
