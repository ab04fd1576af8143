import { userInfo } from 'node:os'

/** What a command may know of the world around it, so that a test can be that world. @internal */
export interface Io {
  /** Data. */
  out(text: string): void
  /** Everything else. */
  err(text: string): void
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  readonly env: { readonly [name: string]: string | undefined }
  /** All that stands on stdin. */
  stdin(): Promise<Uint8Array>
  /** The user of the operating system; `null` when it names none. */
  userName(): string | null
  now(): Date
  /** Notes how the command went; of several the first of 2, 4, 3, 1, 0 is the exit code (spec §6). */
  exit(code: ExitCode): void
}

/** 0 done, 1 refused or not found, 2 usage, 3 an error in the log or a report, 4 not recorded. @internal */
export type ExitCode = 0 | 1 | 2 | 3 | 4

/** The process itself. @internal */
export const processIo = (): Io => {
  let worst: ExitCode = 0
  // Who stops reading, as `head` does, has what they wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(worst)
    process.stderr.write(`hitl-queue: the output could not be written (${error.code}).\n`)
    process.exit(graver(worst, 4))
  })
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    env: process.env,
    stdin: readStdin,
    userName,
    now: () => new Date(),
    exit: (code) => {
      worst = graver(worst, code)
      process.exitCode = worst
    },
  }
}

const readStdin = async (): Promise<Uint8Array> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const userName = (): string | null => {
  try {
    return userInfo().username || null
  } catch {
    // A user id without an entry, as in some containers.
    return null
  }
}

/** @internal */
export const graver = (a: ExitCode, b: ExitCode): ExitCode =>
  PRECEDENCE.indexOf(a) <= PRECEDENCE.indexOf(b) ? a : b

const PRECEDENCE: readonly ExitCode[] = [2, 4, 3, 1, 0]
