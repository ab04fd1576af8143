// Counts what vitest's JSON reports say: `node .ci/count.mjs REPORT…` prints `N passed, N failed`.
// A file that could not even be loaded counts as one failure. Exits 1 unless each report is there and holds a test.
import { existsSync, readFileSync } from 'node:fs'

let passed = 0
let failed = 0
let complete = true

for (const file of process.argv.slice(2)) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  if (report === null || report.numTotalTests === 0) complete = false
  if (report === null) continue
  passed += report.numPassedTests
  failed += report.numFailedTests
  failed += report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length
}

console.log(`${passed} passed, ${failed} failed`)
if (!complete || failed > 0) process.exitCode = 1
