import { spawn } from 'node:child_process'
import type { Candidate } from '../decisions/candidate.js'
import { readEvidence } from '../events/read-evidence.js'
import type { ReplayEvidence } from '../events/replay-evidence.js'
import { canonicalText } from '../json/canonical-text.js'
import { left, type Result } from '../result.js'
import type { GateFailed } from './answers.js'
import type { Io } from './io.js'

/**
 * Runs a replay gate, a command line for the shell: it gets the exact canonical JSON of the chain on stdin and prints
 * evidence. What it says on stderr is passed on.
 * @internal
 */
export const runGate = async (
  io: Io,
  command: string,
  { candidate_id, proposed_chain }: Candidate,
): Promise<Result<GateFailed, ReplayEvidence>> => {
  const failed = (how: string): Result<GateFailed, never> =>
    left({
      reason: 'gate_failed',
      in_log: 'no',
      candidate_id,
      message: `The gate gave no evidence of '${candidate_id}': ${how} Nothing of it is in the log.`,
    })
  const ran = await run(io, command, `${canonicalText(proposed_chain)}\n`)
  if (ran.failed !== null) return failed(ran.failed)
  const evidence = readEvidence(ran.out)
  return evidence._tag === 'Right'
    ? evidence
    : failed(evidence.left[0]?.message ?? 'what it printed is none.')
}

const run = (
  io: Io,
  command: string,
  input: string,
): Promise<{ readonly failed: string | null; readonly out: Uint8Array }> =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: 'pipe' })
    const out: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => io.err(text))
    // A gate need not read what it gets.
    child.stdin.on('error', () => {}).end(input)
    child.on('error', ({ message }) =>
      resolve({ failed: `it could not be started (${message}).`, out: Buffer.of() }),
    )
    child.on('close', (code, signal) =>
      resolve({
        failed: code === 0 ? null : `it ended with ${signal ?? `exit code ${code}`}.`,
        out: Buffer.concat(out),
      }),
    )
  })
