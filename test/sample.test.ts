import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  audit,
  canonicalJson,
  checkProposalId,
  deriveQueue,
  encodeEvent,
  readLog,
  readReport,
  replay,
  right,
  STATES,
} from '../src/index.js'

const sample = join(import.meta.dirname, 'fixtures/sample')
const runs = join(sample, 'contemplation/runs')

describe('the sample log', () => {
  const log = readLog(readFileSync(join(sample, 'teaching/proposals/proposals.jsonl')), {
    duplicateKeys: true,
  })
  const reads = readdirSync(runs).map((file_name) =>
    readReport(readFileSync(join(runs, file_name)), { file_name }),
  )
  const reports = reads.flatMap(({ report }) => (report === null ? [] : [report]))
  const items = deriveQueue(replay(log.entries.map(({ event }) => event)), reports)

  it('and its reports have no problem', () => {
    expect(log.problems).toEqual([])
    expect(reads.flatMap(({ problems }) => problems)).toEqual([])
    expect(reports.map(({ report_kind }) => report_kind)).toEqual([
      'learning_arc',
      'learning_arc',
      'queue_full',
    ])
  })

  it('is written as the log is', () => {
    for (const { text, event } of log.entries) {
      expect(canonicalJson(text)).toEqual(right(text))
      expect(encodeEvent(event)).toBe(text)
    }
  })

  it('has ids that recompute, but for one that is older than they are', () => {
    const verdicts = log.entries.flatMap(({ event }) =>
      event.event === 'created' ? [checkProposalId(event.proposal)] : [],
    )
    expect(verdicts.filter((verdict) => verdict !== 'match')).toEqual(['not_recomputable'])
    expect(verdicts).toHaveLength(14)
  })

  it('shows proposals in every state, waiting with and without evidence, and one that a report led to', () => {
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(STATES))
    const waiting = items.filter(({ state }) => state === 'pending')
    expect(waiting.map(({ replay_evidence }) => replay_evidence?.replay_equivalent ?? null)).toEqual([
      true,
      null,
      true,
      false,
    ])
    expect(
      items.flatMap(({ contemplation_report_path }) =>
        contemplation_report_path === null ? [] : [contemplation_report_path],
      ),
    ).toEqual(['contemplation/runs/2026-06-02T081500Z.json'])
    const known = new Set(items.map(({ proposal_id }) => proposal_id))
    const early = reports.flatMap(({ proposal_ids }) => proposal_ids.filter((id) => !known.has(id)))
    expect(early).toHaveLength(1)
  })

  it('holds nothing for an audit but what is older than the rules', () => {
    expect(audit(log.entries).map(({ code }) => code)).toEqual([
      'accept_without_equivalent_evidence',
      'id_not_recomputable',
      'accept_without_equivalent_evidence',
    ])
  })
})
