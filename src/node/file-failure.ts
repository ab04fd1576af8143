/** The operating system, or git, did not give what was asked for (spec §5). @public */
export interface FileFailure {
  /**
   * - `missing`: there is nothing at the path.
   * - `not_a_file`: there is something else than the file or folder that is wanted.
   * - `not_permitted`: it may not be read.
   * - `io`: it could not be read; `message` has the system's word for it.
   * - `no_revision`: git has no such commit, or there is no repository.
   * - `beyond_end`: `at` is more lines than the log has.
   */
  readonly reason: 'missing' | 'not_a_file' | 'not_permitted' | 'io' | 'no_revision' | 'beyond_end'
  /** The path or the revision, as it was given. */
  readonly path: string
  /** What happened and what to do, for a person. */
  readonly message: string
}

/** A failure on its way through a generator to the function that hands it out as a value. @internal */
export class FailedRead extends Error {
  constructor(readonly failure: FileFailure) {
    super(failure.message)
  }
}

/** What an error of `node:fs` says about a path. Anything else is a bug, and is thrown on. @internal */
export const fileFailure = (error: unknown, path: string): FileFailure => {
  const code = (error as { readonly code?: unknown } | null)?.code
  if (!(error instanceof Error) || typeof code !== 'string') throw error
  switch (code) {
    case 'ENOTDIR':
      return failure('not_a_file', path, `${path}: something on the way there is a file, not a folder.`)
    case 'ENOENT':
      return failure('missing', path, `${path}: there is nothing at this path.`)
    case 'EISDIR':
      return failure('not_a_file', path, `${path}: this is a folder, not a file. Name the file in it.`)
    case 'EACCES':
    case 'EPERM':
      return failure('not_permitted', path, `${path}: no permission to read it.`)
    default:
      return failure('io', path, `${path}: it could not be read (${code}). Try again.`)
  }
}

/** @internal */
export const failure = (reason: FileFailure['reason'], path: string, message: string): FileFailure =>
  Object.freeze({ reason, path, message })
