#!/usr/bin/env node
import { version } from './version.js'

// The command line of the package. What `--version` does not need is loaded only when it is asked for.
const args = process.argv.slice(2)

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`)
} else {
  process.stderr.write('hitl-queue: this build knows --version alone\n')
  process.exitCode = 2
}
