import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkProposalId, emptyQueue, encodeEvent, readLog, submit } from '../../src/index.js'
import { answer, equivalent } from './support.js'

// A log of the live history, where there is one beside the project.
const log = join(import.meta.dirname, '../../../shared/real/proposals.jsonl')

describe.skipIf(!existsSync(log))('the live log', () => {
  it('holds the lines that submit writes for the same candidates', () => {
    const submitted = readLog(readFileSync(log)).entries.flatMap(({ event, text }) => {
      if (event.event !== 'created' || checkProposalId(event.proposal) !== 'match') return []
      const { source_candidate_id: candidate_id = '', source, ...proposal } = event.proposal
      if (!source) return []
      const candidate = { ...proposal, candidate_id, boundary_clean: true }
      const { events } = answer(submit(emptyQueue, candidate, equivalent, { source, allow_evaluative: true }))
      return [[events.map(encodeEvent)[0], text]]
    })
    expect(submitted.length).toBeGreaterThan(15)
    expect(submitted.map(([written]) => written)).toEqual(submitted.map(([, stored]) => stored))
  })
})
