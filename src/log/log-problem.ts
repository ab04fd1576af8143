/** Something wrong in a stored log, found beside everything that could be read. @public */
export interface LogProblem {
  /** What is wrong. docs/problems.md has each code with an example and what to do. */
  readonly code: LogProblemCode
  /** An `error` stops writing commands; a `warning` stops nothing. */
  readonly severity: 'error' | 'warning'
  /** Physical line, from 1. */
  readonly line: number
  /** Where that line begins in the file, in bytes, from 0. */
  readonly offset: number
  /** JSON pointer to the member that is wrong, when there is one. */
  readonly pointer?: string
  /** What is wrong and what to do, for a person. */
  readonly message: string
}

/**
 * What can be wrong with a line. A line gets one code, the first that applies in this order (spec §2.1). docs/problems.md has
 * each with an example and what to do.
 * @public
 */
export type LogProblemCode =
  | 'line_too_long'
  | 'invalid_utf8'
  | 'nul_bytes'
  | 'conflict_marker'
  | 'torn_tail'
  | 'closed_fragment'
  | 'corrupt_line'
  | 'not_an_object'
  | 'invalid_event'
  | 'bad_proposal_id'
  | 'not_portable_number'
  | 'too_deep'
  | 'unknown_event'
  | 'duplicate_key'
  | 'missing_final_newline'
  | 'bom'
  | 'crlf'

/** @internal */
export const SEVERITIES: { readonly [code in LogProblemCode]: 'error' | 'warning' } = {
  line_too_long: 'error',
  invalid_utf8: 'error',
  nul_bytes: 'error',
  conflict_marker: 'error',
  torn_tail: 'warning',
  closed_fragment: 'warning',
  corrupt_line: 'error',
  not_an_object: 'error',
  invalid_event: 'error',
  bad_proposal_id: 'error',
  not_portable_number: 'error',
  too_deep: 'error',
  unknown_event: 'warning',
  duplicate_key: 'error',
  missing_final_newline: 'warning',
  bom: 'warning',
  crlf: 'warning',
}

/** A problem of a line before it is known which line that is. @internal */
export interface Finding {
  readonly code: LogProblemCode
  readonly message: string
  readonly pointer?: string
}

/** @internal */
export const logProblem = (finding: Finding, line: number, offset: number): LogProblem =>
  Object.freeze({ severity: SEVERITIES[finding.code], line, offset, ...finding })
