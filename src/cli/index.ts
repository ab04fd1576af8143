/**
 * The `hitl-queue` command line, to run or to mount under another program.
 *
 * @packageDocumentation
 */

export { createProgram } from './program.js'
