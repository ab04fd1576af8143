import { type ExitCode, graver, type Io } from '../../src/cli/io.js'
import { runProgram } from '../../src/cli/program.js'

/** What a command did to a world of its own. */
export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: ExitCode
}

/** Runs the command line in this process. */
export const hitlQueue = async (
  args: readonly string[],
  { terminal = false, env = {} }: { readonly terminal?: boolean; readonly env?: Io['env'] } = {},
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
    exit: (next) => {
      code = graver(code, next)
    },
  })
  return { out, err, code }
}
