// One process that records decisions in a log, as its argument says, and prints what became of each. The tests beside it
// start, stop and kill it.
import crypto from 'node:crypto'
import { appendFileSync, readSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { nonces = [], files, steps, gate = false } = JSON.parse(process.argv[2])

// The names of drafts are known beforehand to whoever has to name them to strace.
if (nonces.length > 0) {
  const { randomBytes } = crypto
  crypto.randomBytes = (size) => {
    const nonce = nonces.shift()
    return nonce === undefined ? randomBytes(size) : Buffer.from(nonce, 'hex')
  }
  syncBuiltinESMExports()
}

const { openLog } = await import('../../dist/node.js')
const { ratify, recordReplay, settle, submit } = await import('../../dist/index.js')

const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`)
const waitForByte = () => readSync(0, Buffer.alloc(1), 0, 1, null)

const decide = ({ queue, corpus }, step) => {
  if (step.submit) {
    const result = submit(queue, step.submit.candidate, step.submit.evidence, step.submit.options)
    if (result._tag === 'Right') return { answer: 'done', events: result.right.events }
    const { reason, report } = result.left
    return { answer: reason, events: [], report: reason === 'queue_full' ? report : null }
  }
  const result = step.ratify
    ? ratify(queue, corpus === undefined ? step.ratify : { ...step.ratify, corpus })
    : step.settle
      ? settle(queue, { ...step.settle, corpus })
      : recordReplay(queue, step.recordReplay)
  return result._tag === 'Right'
    ? { answer: 'done', ...result.right }
    : { answer: result.left.reason, events: [] }
}

/** What befalls this process while it decides; the second time it does so under the lock. */
const befall = (step, call) => {
  const { at = 2, what } = step.befalls ?? {}
  if (what === undefined || call !== at) return
  if (what === 'throw') throw new Error('thrown by decide')
  if (what === 'exit') process.exit(7)
  if (what.startsWith('SIG')) {
    say('deciding')
    process.kill(process.pid, what)
  } else appendFileSync(files.log, what)
}

const store = openLog({ ...files, now: () => new Date('2026-01-31T01:02:03Z') })
if (gate) {
  say('ready')
  waitForByte()
}
for (const step of steps) {
  let calls = 0
  try {
    const result = await store.record((basis) => {
      calls += 1
      befall(step, calls)
      return decide(basis, step)
    })
    if (result._tag === 'Left') {
      const { reason, in_log, code, holder, answer, path, message } = result.left
      say({ failed: reason, in_log, code, holder, answer, path, message })
    } else {
      const { answer, events, warnings, report_path } = result.right
      say({
        answer,
        events: events.map(({ event }) => event),
        warnings: warnings.map(({ code }) => code),
        report_path,
      })
    }
  } catch (error) {
    say({ thrown: error.message })
  }
}
