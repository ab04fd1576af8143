import { createLogReader, type LogRead, type LogReaderOptions } from './log-reader.js'

/**
 * Reads a whole log, as text or as bytes. It never throws: what cannot be read becomes a problem that names its line,
 * beside every entry that could be read (spec §2.1).
 * @public
 */
export const readLog = (log: string | Uint8Array, options?: LogReaderOptions): LogRead => {
  const reader = createLogReader(options)
  const body = reader.push(log)
  const tail = reader.end()
  return Object.freeze({
    entries: Object.freeze([...body.entries, ...tail.entries]),
    problems: Object.freeze([...body.problems, ...tail.problems]),
    lines: tail.lines,
  })
}
