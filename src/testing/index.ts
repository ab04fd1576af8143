/**
 * What people need who test against the queue.
 *
 * @packageDocumentation
 */

export {}
