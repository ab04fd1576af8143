// npm run bench [-- --quick]: what the library costs, against the least that anyone can do, in one run and as ratios.
// Results and what they mean: docs/performance.md.

import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createLogReader,
  deriveQueue,
  evolve,
  queueDigest,
  readEvidence,
  replay,
  submit,
} from '../../dist/index.js'
import { followLog } from '../../dist/node.js'
import { bareFold, parse } from './floors.mjs'
import { historyLines, liveLines, logFile, queueLines } from './generate-log.mjs'
import { ratio, rounds, spread, timed } from './ratios.mjs'

const quick = process.argv.includes('--quick')
const SMALL = quick ? 10_000 : 100_000
const LARGE = quick ? 20_000 : 1_000_000
const HUGE = quick ? 20_000 : 1_520_000
const FEW_ITEMS = 2_500
const MANY_ITEMS = quick ? 10_000 : 250_000
const ROUNDS = quick ? 3 : 11
const PROCESS_ROUNDS = quick ? 1 : 3
const STARTS = quick ? 3 : 31

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'temp/bench')
const log = (events) => logFile(join(folder, `history-${events}.jsonl`), () => historyLines(events))
const python = spawnSync('python3', ['--version']).status === 0

const rows = []
const say = (text = '') => process.stdout.write(`${text}\n`)
const of = ({ min, median, max }, digits = 2) =>
  `${min.toFixed(digits)} / **${median.toFixed(digits)}** / ${max.toFixed(digits)}`
const row = (what, { min, median, max }, bound, { unit = '', digits = 2 } = {}) =>
  rows.push({
    what,
    figures: `${of({ min, median, max }, digits)}${unit}`,
    bound: `${bound}${unit}`,
    holds: median <= bound,
  })
const count = (n) => n.toLocaleString('en')

/** The pieces in which a stream of Node hands out a file. */
const PIECE = 64 * 1024

function* eventsOf(bytes) {
  const reader = createLogReader()
  for (let from = 0; from < bytes.length; from += PIECE)
    for (const { event } of reader.push(bytes.subarray(from, from + PIECE)).entries) yield event
  for (const { event } of reader.end().entries) yield event
}

const inProcess = () => {
  const bytes = readFileSync(log(SMALL).path)
  const times = rounds(
    {
      parse: timed(() => parse(bytes)),
      'bare fold': timed(() => bareFold((take) => parse(bytes, take))),
      'whole pipeline': timed(() => deriveQueue(replay(eventsOf(bytes)), [])),
    },
    ROUNDS,
    2,
  )
  const name = `${count(SMALL)} events, in one process: whole pipeline`
  row(`${name} to bare fold`, ratio(times['whole pipeline'], times['bare fold']), 1.5)
  row(`${name} to parse`, ratio(times['whole pipeline'], times.parse), 2.7)
  row(
    `${count(SMALL)} events, in one process: bare fold to parse`,
    ratio(times['bare fold'], times.parse),
    Number.POSITIVE_INFINITY,
  )
}

/** A variant as a whole process on a log: its wall time; its peak memory is noted beside. */
const whole = (variant, path, peaks) => () => {
  const args =
    variant === 'python'
      ? [join(root, 'test/bench/fold.py'), path]
      : [join(root, 'test/bench/one-run.mjs'), variant, path]
  const start = performance.now()
  const { stdout, status, stderr } = spawnSync(variant === 'python' ? 'python3' : process.execPath, args, {
    encoding: 'utf8',
  })
  const ms = performance.now() - start
  if (status !== 0) throw new Error(`${variant}: ${stderr}`)
  const list = peaks[variant] ?? []
  peaks[variant] = list
  list.push(JSON.parse(stdout).peak / 1e6)
  return ms
}

const wholeProcesses = (events) => {
  const { path } = log(events)
  const peaks = {}
  const variants = ['parse', 'bare fold', 'whole pipeline', ...(python ? ['python'] : [])]
  const times = rounds(
    Object.fromEntries(variants.map((variant) => [variant, whole(variant, path, peaks)])),
    PROCESS_ROUNDS,
    0,
  )
  const name = `${count(events)} events, whole processes: whole pipeline`
  row(`${name} to bare fold`, ratio(times['whole pipeline'], times['bare fold']), 1.5)
  row(`${name} to parse`, ratio(times['whole pipeline'], times.parse), 2.7)
  if (python) {
    row(`${name} to the fold in Python`, ratio(times['whole pipeline'], times.python), 0.45)
    row(
      `${count(events)} events: peak memory to that of the fold in Python`,
      ratio(peaks['whole pipeline'], peaks.python),
      0.334,
      { digits: 3 },
    )
  }
  for (const variant of variants)
    say(`peak memory, ${count(events)} events, ${variant}: ${of(spread(peaks[variant]), 0)} MB`)
}

const curve = () => {
  const sizes = quick ? [5_000, 10_000, 20_000] : [100_000, 200_000, 400_000, 800_000]
  const times = rounds(
    Object.fromEntries(sizes.map((events) => [events, whole('whole pipeline', log(events).path, {})])),
    PROCESS_ROUNDS,
    0,
  )
  for (const [at, events] of sizes.entries())
    if (at > 0)
      row(`${count(events)} events to half of them`, ratio(times[events], times[sizes[at - 1]]), 2.3)
}

/** A queue of so many items, of which the last 256 are pending. */
const queueOf = (items) => {
  const { path } = logFile(join(folder, `queue-${items}.jsonl`), () => queueLines(items, 256))
  return replay(eventsOf(readFileSync(path)))
}

/** Events on items from all over the queue, others each time, since what was just looked at is near. */
const oneEvent = () => {
  const few = queueOf(FEW_ITEMS)
  const many = queueOf(MANY_ITEMS)
  const onto = (queue) => {
    const items = deriveQueue(queue, [])
    let turn = 0
    return () => {
      const events = Array.from({ length: 500 }, () => {
        turn += 7_919
        return { event: 'transition', proposal_id: items[turn % items.length].proposal_id, to: 'withdrawn' }
      })
      return (
        timed(() => {
          for (const event of events) evolve(queue, event)
        })() / events.length
      )
    }
  }
  const times = rounds({ few: onto(few), many: onto(many) }, 3 * ROUNDS, 10)
  row(`evolve with one event on ${count(MANY_ITEMS)} items`, spread(times.many), 0.2, {
    unit: ' ms',
    digits: 4,
  })
  row(
    `evolve on ${count(MANY_ITEMS)} items to evolve on ${count(FEW_ITEMS)}`,
    ratio(times.many, times.few),
    3,
  )

  const candidate = {
    candidate_id: 'c',
    polarity: 'affirms',
    claim_domain: 'factual',
    boundary_clean: true,
    proposed_chain: {
      subject: 'nobody spoke of this',
      intent: 'cause',
      connective: 'reveals',
      object: 'nor of that',
    },
    evidence: [{ source: 'corpus', ref: 'r', polarity: 'affirms', epistemic_status: 'coherent' }],
  }
  const evidence = readEvidence(
    '{"baseline":{"m":1.0},"candidate":{"m":1.0},"regressed_metrics":[],"replay_equivalent":true}',
  ).right
  const source = { kind: 'operator', source_id: '', emitted_at_revision: 'r' }
  const submitted = (cap, expected) => () => {
    const start = performance.now()
    for (let at = 0; at < 20; at += 1)
      if (submit(many, candidate, evidence, { source, cap })._tag !== expected)
        throw new Error('another answer')
    return (performance.now() - start) / 20
  }
  const answers = rounds({ refused: submitted(256, 'Left'), taken: submitted(512, 'Right') }, ROUNDS, 3)
  row(`submit against 256 pending among ${count(MANY_ITEMS)}: taken`, spread(answers.taken), 1, {
    unit: ' ms',
    digits: 3,
  })
  row('the same: refused at capacity', spread(answers.refused), 1, { unit: ' ms', digits: 3 })
}

const following = () => {
  const path = join(folder, 'followed.jsonl')
  copyFileSync(log(LARGE).path, path)
  const more = [...historyLines(30_000, 2)]
  const added = (round) => more.slice(round * 1000, round * 1000 + 1000).join('')
  const follower = followLog({ log: path })
  follower.read()
  const alone = join(folder, 'alone.jsonl')
  let round = -1
  const times = rounds(
    {
      alone: () => {
        round += 1
        writeFileSync(alone, added(round))
        return timed(() => followLog({ log: alone }).read())()
      },
      followed: () => {
        appendFileSync(path, added(Math.max(round, 0)))
        return timed(() => {
          if (follower.read().right.afresh) throw new Error('read afresh')
        })()
      },
    },
    quick ? 5 : 20,
    4,
  )
  row(
    `1,000 lines added to a followed log of ${count(LARGE)} to 1,000 lines alone`,
    ratio(times.followed, times.alone),
    2,
  )
  rmSync(path)
  rmSync(alone)
}

const digest = () => {
  const bytes = readFileSync(log(SMALL).path)
  const queue = replay(eventsOf(bytes))
  const times = rounds(
    { digest: timed(() => queueDigest(queue, [])), read: timed(() => replay(eventsOf(bytes))) },
    quick ? 3 : 5,
  )
  say(
    `digest of ${count(queue.itemCount)} items to reading and folding their log: ${of(ratio(times.digest, times.read))}`,
  )
}

const bin = join(root, 'dist/bin.cjs')

const start = () => {
  const live = logFile(join(folder, 'live.jsonl'), liveLines)
  const runs = join(root, 'test/fixtures/sample/contemplation/runs')
  const run =
    (...args) =>
    () =>
      timed(() => {
        const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
        if (status !== 0) throw new Error(stderr)
      })()
  const real = join(root, '../shared/real')
  const times = rounds(
    {
      node: run('-e', '0'),
      help: run(bin, '--help'),
      list: run(bin, 'list', '--log', live.path, '--runs', runs),
      ...(existsSync(real)
        ? { real: run(bin, 'list', '--log', join(real, 'proposals.jsonl'), '--runs', real) }
        : {}),
    },
    STARTS,
  )
  row('`--help` to `node -e 0`', ratio(times.help, times.node), 1.4)
  row("`list` on a log of the live log's shape to `node -e 0`", ratio(times.list, times.node), 1.6)
  if (times.real) row('`list` on the live log to `node -e 0`', ratio(times.real, times.node), 1.6)
}

/** What a command line of ours needs at its peak: GNU time where it is, else nothing is said. */
const peakOf = (args) => {
  const { stderr, error } = spawnSync('/usr/bin/time', ['-f', 'peak %M', process.execPath, bin, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const peak = /peak (\d+)/.exec(stderr ?? '')
  return error !== undefined || peak === null ? null : (Number(peak[1]) * 1024) / 1e6
}

const memory = () => {
  for (const events of [...new Set([SMALL, HUGE])]) {
    const { path, bytes } = log(events)
    const peaks = {}
    for (let at = 0; at < PROCESS_ROUNDS; at += 1) whole('validation', path, peaks)()
    row(`peak memory of validation alone, ${(bytes / 1e6).toFixed(0)} MB`, spread(peaks.validation), 100, {
      unit: ' MB',
      digits: 0,
    })
  }
  const { path, bytes } = log(HUGE)
  for (const args of [
    ['list', '--log', path, '--runs', folder],
    ['digest', '--log', path, '--runs', folder],
    ['validate', path],
  ]) {
    const peak = peakOf(args)
    if (peak !== null)
      say(`peak memory of \`${args[0]}\` on ${(bytes / 1e6).toFixed(0)} MB: ${peak.toFixed(0)} MB`)
  }
}

say(
  `${quick ? 'Quick mode: figures of a few thousand events say little.\n' : ''}Node ${process.version}, python3 ${python ? 'there' : 'not there'}\n`,
)
const parts = {
  inProcess,
  small: () => wholeProcesses(SMALL),
  large: () => wholeProcesses(LARGE),
  curve,
  oneEvent,
  following,
  digest,
  start,
  memory,
}
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  part()
}
say('\n| what | minimum / **median** / maximum | at most | |\n| --- | --- | --- | --- |')
for (const { what, figures, bound, holds } of rows)
  say(
    `| ${what} | ${figures} | ${bound.startsWith('Infinity') ? '–' : bound} | ${bound.startsWith('Infinity') ? '' : holds ? 'holds' : 'does not hold'} |`,
  )
