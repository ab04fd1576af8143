#!/usr/bin/env node
import { version } from './version.js'

// The command line of the package. What `--version` does not need is loaded only when it is asked for.
const args = process.argv.slice(2)

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`)
} else {
  import('./cli/index.js').then(({ createProgram }) => createProgram().parseAsync())
}
