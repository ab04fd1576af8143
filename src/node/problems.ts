import type { LogProblem } from '../log/log-problem.js'
import type { ReportProblem } from '../reports/run-report.js'

/** What was wrong, bounded: a damaged log of millions of lines does not fill the memory with complaints. @public */
export interface Problems {
  /** The first ten thousand of the log in the order of its lines, then those of the reports in the order of their names. */
  readonly listed: readonly (LogProblem | ReportProblem)[]
  /** How many more there were. */
  readonly more: number
  /** Whether any was an error. */
  readonly errors: boolean
}

/** @internal */
export interface ProblemCollector {
  add(problem: LogProblem | ReportProblem): void
  /** Those so far. */
  taken(): Problems
}

const MOST_PROBLEMS = 10_000

/** @internal */
export const collectProblems = (): ProblemCollector => {
  const listed: (LogProblem | ReportProblem)[] = []
  let more = 0
  let errors = false
  return {
    add: (problem) => {
      if (problem.severity === 'error') errors = true
      if (listed.length < MOST_PROBLEMS) listed.push(problem)
      else more += 1
    },
    taken: () => Object.freeze({ listed: Object.freeze([...listed]), more, errors }),
  }
}
