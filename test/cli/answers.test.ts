import { describe, expect, it } from 'vitest'
import { type Failure, giveAnswer } from '../../src/cli/answers.js'
import { type ExitCode, graver, type Io } from '../../src/cli/io.js'
import type { ProposalEvent } from '../../src/index.js'
import { validateAgainst } from '../../src/node/schemas.js'

const give = (failure: Failure, json: boolean) => {
  let [out, err, code]: [string, string, ExitCode] = ['', '', 0]
  const io: Pick<Io, 'out' | 'err' | 'exit'> = {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    exit: (next) => {
      code = graver(code, next)
    },
  }
  giveAnswer(io as Io, { failure }, { json })
  return { out, err, code }
}

const replayed: ProposalEvent = {
  event: 'replay',
  proposal_id: 'p',
  replay_evidence: {
    baseline: { m: 1 },
    candidate: { m: 1 },
    regressed_metrics: [],
    replay_equivalent: true,
  },
}

const failures: readonly (readonly [Failure, ExitCode])[] = [
  [{ reason: 'not_readable', in_log: 'no', path: 'p', misnamed: true, message: 'm' }, 2],
  [{ reason: 'not_readable', in_log: 'no', path: 'p', misnamed: false, message: 'm' }, 4],
  [
    {
      reason: 'unsound_log',
      in_log: 'no',
      problems: [{ code: 'unknown_event', severity: 'warning', line: 1, offset: 0, message: 'm' }],
      message: 'm',
    },
    3,
  ],
  [{ reason: 'lock_timeout', in_log: 'no', path: 'p', holder: null, message: 'm' }, 4],
  [
    {
      reason: 'lock_timeout',
      in_log: 'no',
      path: 'p',
      holder: { pid: 1, host: 'h', since: '2026-06-01T00:00:00Z' },
      message: 'm',
    },
    4,
  ],
  ...(['no', 'partly', 'yes', 'unknown'] as const).map(
    (in_log) => [{ reason: 'not_written', in_log, path: 'p', code: 'ENOSPC', message: 'm' }, 4] as const,
  ),
  [{ reason: 'not_written', in_log: 'unknown', path: 'p', code: null, message: 'm' }, 4],
  [
    {
      reason: 'recorded_after_conflict',
      in_log: 'yes',
      events: [replayed],
      refusals: [{ reason: 'not_found', proposal_id: 'p' }],
      message: 'm',
    },
    4,
  ],
  [{ reason: 'not_pushed', in_log: 'no', message: 'm' }, 4],
  [{ reason: 'push_unknown', in_log: 'unknown', commit_sha: 'c0ffee', message: 'm' }, 4],
  [{ reason: 'gate_failed', in_log: 'no', candidate_id: 'c', message: 'm' }, 4],
]

describe('a failure', () => {
  it.each(failures)('is data as its schema has it, and a sentence: %j', (failure, code) => {
    const data = give(failure, true)
    const document = JSON.parse(data.out)
    expect(validateAgainst('decision', document)).toEqual([])
    for (const schema of ['decisions', 'ingest', 'report'] as const)
      expect(validateAgainst(schema, document)).toEqual([])
    expect(Object.keys(document)).toEqual(['failure', 'ok'])
    expect([data.err, data.code]).toEqual(['', code])
    const sentence = give(failure, false)
    expect([sentence.out, sentence.code]).toEqual(['', code])
    expect(sentence.err.split('\n')[0]).toBe('hitl-queue: m')
  })

  it('after a conflict shows the events in the bytes of the log, and what would be refused now', () => {
    const [failure] = failures.find(([{ reason }]) => reason === 'recorded_after_conflict') ?? []
    if (failure === undefined) throw new Error('There is one.')
    expect(give(failure, true).out).toContain('"baseline":{"m":1.0}')
    expect(give(failure, false).err).toContain("now it would be refused: no proposal has the id 'p'")
  })

  it('does not carry what belongs to another', () => {
    const refused = { ok: false, failure: { reason: 'not_pushed', in_log: 'no', message: 'm', path: 'p' } }
    expect(validateAgainst('decision', refused)).not.toEqual([])
    for (const document of [
      { ok: true },
      { ok: false },
      { ok: true, refusal: { reason: 'not_found', proposal_id: 'p' } },
      { ok: false, events: [] },
      { ok: true, events: [], warnings: [] },
      { ok: false, refusal: { reason: 'not_found', proposal_id: 'p' }, events: [] },
      { ok: false, refusal: { reason: 'not_found' } },
      { ok: false, refusal: { reason: 'odd', proposal_id: 'p' } },
    ])
      expect(validateAgainst('decision', document), JSON.stringify(document)).not.toEqual([])
  })
})
