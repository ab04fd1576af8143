import { Command, CommanderError, Option } from 'commander'
import { DEFAULT_LOG } from '../node/read-queue.js'
import { DEFAULT_RUNS } from '../reports/run-report.js'
import { version } from '../version.js'
import { type Io, processIo } from './io.js'

/**
 * The `hitl-queue` command, to run or to mount under another program with `addCommand`. Each subcommand loads what it
 * needs when it runs. A usage error ends the process with exit code 2, unless the program overrides commander's exit.
 * @public
 */
export const createProgram = (): Command => programWith(processIo)

/** Runs the command line with these arguments in this world; tells when it is done. Never ends the process. @internal */
export const runProgram = async (args: readonly string[], io: Io): Promise<void> => {
  const program = programWith(() => io)
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: io.out, writeErr: io.err })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    io.exit(error.exitCode === 0 ? 0 : 2)
  }
}

const programWith = (world: () => Io): Command => {
  const program = new Command('hitl-queue')
    .description(
      'The queue of proposals that wait for a person, from an append-only log and its run reports.',
    )
    .version(version, '-V, --version')
    .showHelpAfterError('(see --help)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

  sources(program.command('list'))
    .description('The items of the queue, first in first.')
    .addOption(
      new Option('--state <state>', 'only the items in this state')
        .choices(['pending', 'accepted', 'rejected', 'withdrawn', 'all'])
        .default('all'),
    )
    .option('--json', 'one JSON document, {items, problems}')
    .action(async (options) => (await import('./commands/list.js')).list(world(), options))

  sources(program.command('show'))
    .description('One item with its history.')
    .argument('<id>', 'a proposal id, or a beginning of at least 6 characters that only one has')
    .option('--json', 'one JSON document, {item, problems}')
    .action(async (id, options) => (await import('./commands/show.js')).show(world(), id, options))

  sources(program.command('reports'))
    .description('The run reports: their proposals, pre-queue artifacts, and candidates that were skipped.')
    .option('--json', 'one JSON document, {problems, reports}')
    .action(async (options) => (await import('./commands/reports.js')).reports(world(), options))

  sources(program.command('summary'), { runs: false })
    .description(
      "The Markdown of a pull request's body: the queue, what a report proposes, and what merging it does.",
    )
    .argument('[report]', 'the run report of the pull request; without one, the queue alone')
    .action(async (report, options) =>
      (await import('./commands/summary.js')).summary(world(), report, options),
    )

  program
    .command('validate')
    .description('Checks logs (.jsonl) and run reports (.json) against codec and schema.')
    .argument('<file...>', 'logs and reports')
    .option('--json', 'one JSON document, {files}')
    .action(async (files, options) =>
      (await import('./commands/validate.js')).validate(world(), files, options),
    )

  sources(program.command('audit'), { runs: false })
    .description('What is in the log that no writer of this library would make.')
    .option('--strict', 'exit 1 when anything is found')
    .option(
      '--cap <n>',
      'how many proposals may be pending (default: CORE_HITL_PENDING_CAP, or 256)',
      wholeNumber,
    )
    .option('--json', 'one JSON document, {findings, problems}')
    .action(async (options) => (await import('./commands/audit.js')).auditLog(world(), options))

  program
    .command('check')
    .description(
      'The guard of a pull request: that HEAD adds whole submissions to the log, and nothing else.',
    )
    .requiredOption('--base <revision>', 'what HEAD is to be merged into')
    .option('--log <file>', `the proposal log (default: ${DEFAULT_LOG})`)
    .option('--allow-evaluative', 'evaluative claims may be submitted here')
    .option('--json', 'one JSON document, {base, findings, head, ok, submitted}')
    .action(async (options) => (await import('./commands/check.js')).check(world(), options))

  sources(program.command('digest'))
    .description('One SHA-256 of what carries state: the same wherever and whenever the log is replayed.')
    .option('--json', 'one JSON document, {digest, problems}')
    .action(async (options) => (await import('./commands/digest.js')).digest(world(), options))

  sources(program.command('export'))
    .description('The canonical projection: every field of every item, as one line of canonical JSON.')
    .action(async (options) => (await import('./commands/export.js')).exportQueue(world(), options))

  program
    .command('schema')
    .description('A JSON Schema (draft 2020-12) of what is stored or printed; without a name, the names.')
    .argument('[name]', 'its name, e.g. log-line')
    .action(async (name) => (await import('./commands/schema.js')).schema(world(), name))

  return program
}

const sources = (command: Command, { runs = true } = {}): Command => {
  command.option('--log <file>', `the proposal log (default: ${DEFAULT_LOG})`)
  if (runs) command.option('--runs <folder>', `the run reports (default: ${DEFAULT_RUNS})`)
  return command
    .addOption(
      new Option('--at <n>', 'the queue after the first n lines of the log')
        .argParser(wholeNumber)
        .conflicts('rev'),
    )
    .option('--rev <revision>', 'log and reports at a git revision')
}

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new CommanderError(2, 'commander.invalidArgument', `'${text}' is not a whole number.`)
  }
  return number
}
