import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process of which host: whether whoever left a file is gone can be told from this. @internal */
export interface ProcessId {
  readonly pid: number
  /** What tells it from an earlier or later one with the same pid; `null` where the system does not say. */
  readonly birth: string | null
  readonly host: string
  /** Which of the host's process tables the pid is from; `null` where there is but one. */
  readonly processes: string | null
}

/** @internal */
export const thisProcess = (): ProcessId => ({
  pid: process.pid,
  birth: birthOf(process.pid),
  ...thisTable(),
})

/** Where pids mean what they mean to this process. @internal */
export const thisTable = (): Pick<ProcessId, 'host' | 'processes'> => ({
  host: hostname(),
  processes: processTable(),
})

/** Whether a process was one of this host and is no more. Of any doubt the answer is no. @internal */
export const isGone = ({ pid, birth, host, processes }: ProcessId): boolean => {
  const here = thisTable()
  if (host !== here.host || processes !== here.processes) return false
  const now = runningAs(pid)
  return now === undefined || (birth !== null && now !== null && birth !== now)
}

/** The birth of what runs here under a pid, `null` when that is not said; `undefined` when nothing does. @internal */
export const runningAs = (pid: number): string | null | undefined => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // One that may not be signalled is there.
    if ((error as { readonly code?: string }).code === 'ESRCH') return undefined
  }
  const birth = birthOf(pid)
  return birth === DEAD ? undefined : birth
}

const DEAD = 'dead'

const birthOf = (pid: number): string | null => {
  if (process.platform !== 'linux') {
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: the state is field 3, the start in ticks since boot field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return DEAD
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return null
  }
}

/** Containers of one host can share its name and the folder, and each counts its processes from 1. */
const processTable = (): string | null => {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : null
  } catch {
    return null
  }
}
