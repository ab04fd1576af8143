/**
 * The queue of proposals that wait for a human's decision: pure and synchronous, for Node and for browsers.
 *
 * @packageDocumentation
 */

export { isLeft, isRight, left, type Result, right } from './result.js'
