import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the benchmark', () => {
  it('goes through in its quick mode and prints its table', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'bench.mjs'), '--quick'],
      { encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const rows = stdout.split('\n').filter((line) => /^\| .* \| .*\*\*[\d.]+\*\*.* \| /.test(line))
    for (const what of [
      'whole pipeline to bare fold',
      'whole pipeline to parse',
      'events to half of them',
      'evolve with one event',
      'submit against 256 pending',
      'added to a followed log',
      '`--help` to `node -e 0`',
      'peak memory of validation alone',
    ]) {
      expect(rows.join('\n')).toContain(what)
    }
  })
})
