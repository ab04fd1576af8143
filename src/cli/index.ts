/**
 * The `hitl-queue` command line, to run or to mount under another program.
 *
 * @packageDocumentation
 */

// Mounting the command line.
export { createProgram } from './program.js'
