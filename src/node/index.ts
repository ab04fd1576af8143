/**
 * The queue on a machine that has the files.
 *
 * @packageDocumentation
 */

export {}
