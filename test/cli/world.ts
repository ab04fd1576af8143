import { type ExitCode, graver, type Io } from '../../src/cli/io.js'
import { runProgram } from '../../src/cli/program.js'

/** What a command did to a world of its own. */
export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: ExitCode
}

/** What a command finds around it. */
export interface World {
  readonly terminal?: boolean
  readonly env?: Io['env']
  readonly stdin?: string | Uint8Array
  readonly user?: string | null
  readonly now?: string
}

/** Runs the command line in this process. */
export const hitlQueue = async (
  args: readonly string[],
  { terminal = false, env = {}, stdin = '', user = 'ana', now = '2026-06-15T23:30:00Z' }: World = {},
): Promise<Ran> => {
  let [out, err, code]: [string, string, ExitCode] = ['', '', 0]
  await runProgram(args, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    outIsTerminal: terminal,
    errIsTerminal: terminal,
    env,
    stdin: async () => Buffer.from(stdin),
    userName: () => user,
    now: () => new Date(now),
    exit: (next) => {
      code = graver(code, next)
    },
  })
  return { out, err, code }
}
