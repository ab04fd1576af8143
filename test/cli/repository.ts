import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type Candidate, canonicalJson, encodeEvent, type ProposalEvent, readLog } from '../../src/index.js'
import { type SchemaName, validateAgainst } from '../../src/node/schemas.js'
import { repositoryIn } from '../git-repository.js'
import { hitlQueue, type Ran, type World } from './world.js'

/** A working copy with a log, for the commands that write. */
export interface Repository {
  readonly root: string
  readonly log: string
  readonly runs: string
  readonly corpus: string
  /** The one commit that it has. */
  readonly head: string
  /** The events of the log as it is now; every line of it is sound, and those that were added are canonical. */
  events(): readonly ProposalEvent[]
  text(): string
  reports(): readonly string[]
  /** Writes a file of the test's own, and gives its path. */
  file(name: string, content: string | Uint8Array | object): string
  /** Runs a command on this log and these reports. */
  run(args: readonly string[], world?: World): Promise<Ran>
  /** The same with `--json`, its document held to its schema. */
  json(
    schema: SchemaName,
    args: readonly string[],
    world?: World,
  ): Promise<{ readonly document: never; readonly code: number; readonly err: string }>
}

/** Makes working copies below one folder; `done` removes it. */
export const repositories = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-test-'))
  const template = join(folder, 'template')
  for (const part of ['teaching/proposals', 'contemplation/runs'])
    mkdirSync(join(template, part), { recursive: true })
  writeFileSync(join(template, 'teaching/proposals/proposals.jsonl'), '')
  const { git } = repositoryIn(template, true)
  git('add', '.')
  git('commit', '-qm', 'empty')
  const head = git('rev-parse', 'HEAD')
  let made = 0

  const repository = (log: string | Uint8Array | readonly ProposalEvent[] = ''): Repository => {
    made += 1
    const root = join(folder, `r${made}`)
    cpSync(template, root, { recursive: true })
    const paths = {
      root,
      log: join(root, 'teaching/proposals/proposals.jsonl'),
      runs: join(root, 'contemplation/runs'),
      corpus: join(root, 'corpus.jsonl'),
    }
    writeFileSync(paths.corpus, '')
    const before = Array.isArray(log)
      ? log.map((event) => `${encodeEvent(event)}\n`).join('')
      : (log as string)
    writeFileSync(paths.log, before)
    const text = () => readFileSync(paths.log, 'utf8')
    const run = (args: readonly string[], world?: World) => {
      const [command = '', ...rest] = args
      const sources = ['--runs', paths.runs, ...(command === 'report' ? [] : ['--log', paths.log])]
      return hitlQueue([command, ...sources, ...rest], world)
    }
    return {
      ...paths,
      head,
      text,
      events: () => {
        const { entries, problems } = readLog(text())
        expect(problems).toEqual([])
        const added = text().slice(before.length).split('\n').slice(0, -1)
        for (const line of added) expect(canonicalJson(line)).toEqual({ _tag: 'Right', right: line })
        return entries.map(({ event }) => event)
      },
      reports: () => (existsSync(paths.runs) ? readdirSync(paths.runs).sort() : []),
      file: (name, content) => {
        const path = join(root, 'given', name)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(
          path,
          typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
        )
        return path
      },
      run,
      json: async (schema, args, world) => {
        const { out, code, err } = await run([...args, '--json'], world)
        expect(out.endsWith('}\n'), err).toBe(true)
        expect(canonicalJson(out.trimEnd())).toEqual({ _tag: 'Right', right: out.trimEnd() })
        const document = JSON.parse(out) as never
        expect(validateAgainst(schema, document)).toEqual([])
        return { document, code, err }
      },
    }
  }
  return { repository, folder, done: () => rmSync(folder, { recursive: true }) }
}

/** The events of candidates that were submitted, as `submit` makes them. */
export const jsonLines = (candidates: readonly Candidate[]): string =>
  candidates.map((each) => `${JSON.stringify(each)}\n`).join('')
