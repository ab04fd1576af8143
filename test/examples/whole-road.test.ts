import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveQueue, proposalId, queueDigest, ratifiedChains } from '../../src/index.js'
import { readQueue } from '../../src/node/index.js'

const root = join(import.meta.dirname, '../..')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitl-queue-road-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the whole road of a proposal', () => {
  it('leads from an engine’s candidate to what the engine may believe', () => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      [join(root, 'docs/examples/whole-road.sh'), folder],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          GIT_CONFIG_NOSYSTEM: '1',
          HITL_QUEUE: `${process.execPath} ${join(root, 'dist/bin.cjs')}`,
        },
      },
    )
    expect(status, stdout + stderr).toBe(0)

    const clone = join(folder, 'clone')
    const read = readQueue({
      log: join(clone, 'teaching/proposals/proposals.jsonl'),
      runs: join(clone, 'contemplation/runs'),
    })
    if (read._tag === 'Left') throw new Error(read.left.message)
    const { queue, reports, problems } = read.right
    expect(problems.listed).toEqual([])
    const id = proposalId(
      'lantern-1',
      '{"subject":"Lantern","intent":"cause","connective":"guides","object":"traveller","weight":1.0}',
    )
    const [item, ...others] = deriveQueue(queue, reports)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      proposal_id: id,
      source_kind: 'contemplation',
      state: 'accepted',
      age_proposals: 0,
      contemplation_report_path: reports[0]?.path,
      review_history: [
        {
          to: 'accepted',
          ratifier_kind: 'workflow_dispatch',
          actor: 'owner',
          workflow_run_id: '1',
          note: 'seen at the harbour',
          review_date: '2026-06-30',
        },
      ],
    })
    expect(ratifiedChains(queue)).toHaveLength(1)
    expect(readFileSync(join(clone, 'corpus.jsonl'), 'utf8')).toBe(
      '{"chain_id":"cause_lantern_guides_traveller","connective":"guides","domains_object_k":1,"domains_subject_k":2,"intent":"cause","object":"traveller","provenance":"adr-0057:discovery_promoted:2026-06-30","subject":"lantern"}\n',
    )
    // On the way: the pull request says that merging decides nothing, and CI could not ratify.
    expect(stdout).toContain(id)
    expect(stderr).toContain('CI')
    expect(stdout.trimEnd().split('\n').at(-1)).toContain(queueDigest(queue, reports))
  })
})
