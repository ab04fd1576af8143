import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type ProposalEvent, queueDigest, readLog, replay } from '../../src/index.js'
import { fixtures } from '../../src/testing/index.js'

const digestOf = (events: readonly ProposalEvent[]): string => queueDigest(replay(events), [])

describe('the digest', () => {
  it.each([
    ['the state', ['"to":"withdrawn"', '"to":"rejected"']],
    ['the chain', ['"subject":"star"', '"subject":"stars"']],
    ['a float that became an integer', ['"threshold":1.0', '"threshold":1']],
    ['the evidence', ['"replay_equivalent":true', '"replay_equivalent":false']],
    ['the source', ['"source_id":"run-7"', '"source_id":"run-8"']],
    ['the order', null],
  ] as const)('sees %s', (_, change) => {
    const text = fixtures.settled.log() as string
    const changed =
      change === null
        ? `${text.trimEnd().split('\n').reverse().join('\n')}\n`
        : text.replaceAll(change[0], change[1])
    expect(changed).not.toBe(text)
    const read = readLog(changed)
    expect(read.problems).toEqual([])
    expect(digestOf(read.entries.map(({ event }) => event))).not.toBe(fixtures.settled.view.digest)
  })

  it('sees the name of the report', () => {
    expect(fixtures.withReports.view.digest).not.toBe(fixtures.settled.view.digest)
  })

  it.each([
    ['UTC', 'C'],
    ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
    ['America/St_Johns', 'de_DE.UTF-8'],
  ])('is the same in time zone %s and locale %s, in any folder', (TZ, LC_ALL) => {
    const dist = join(import.meta.dirname, '../../dist')
    expect(existsSync(join(dist, 'testing.js')), '`npm run build` first').toBe(true)
    const folder = mkdtempSync(join(tmpdir(), 'hitl-queue-'))
    try {
      const script = `
        import { queueDigest, readLog, readReport, replay } from ${JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)}
        import { fixtures } from ${JSON.stringify(pathToFileURL(join(dist, 'testing.js')).href)}
        const digests = Object.entries(fixtures).map(([name, { log, reports }]) => [name, queueDigest(
          replay(readLog(log()).entries.map(({ event }) => event)),
          reports.flatMap(({ content, file_name }) => readReport(content, { file_name }).report ?? []),
        )])
        console.log(JSON.stringify({ digests, zone: new Date(0).getTimezoneOffset() }))
      `
      const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        env: { ...process.env, TZ, LC_ALL, LANG: LC_ALL },
        encoding: 'utf8',
      })
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
      const { digests, zone } = JSON.parse(stdout)
      expect(zone === 0).toBe(TZ === 'UTC')
      expect(digests).toEqual(Object.entries(fixtures).map(([name, { view }]) => [name, view.digest]))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
