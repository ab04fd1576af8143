import { Command, CommanderError, Option } from 'commander'
import { DEFAULT_LOG } from '../node/default-log.js'
import { DEFAULT_RUNS } from '../reports/default-runs.js'
import { version } from '../version.js'
import { printable } from '../views/printable.js'
import { type Io, processIo } from './io.js'

/**
 * The `hitl-queue` command, to run or to mount under another program with `addCommand`. Each subcommand loads what it
 * needs when it runs. A usage error ends the process with exit code 2, unless the program overrides commander's exit. What
 * each command does, and its exit codes, is in docs/command-line.md (spec §6).
 *
 * @example
 * ```ts
 * import { Command } from 'commander'
 * import { createProgram } from '@core/hitl-queue/cli'
 *
 * const core = new Command('core')
 * core.command('teaching').addCommand(createProgram())
 * // Then `await core.parseAsync()`, and people type: core teaching hitl-queue list
 * ```
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

  const validate = program.command('validate')
  validate
    .description('Checks logs (.jsonl) and run reports (.json) against codec and schema.')
    .argument('<file...>', 'logs and reports')
    // What other commands take, and people type here too.
    .addOption(without(validate, '--log'))
    .addOption(without(validate, '--runs'))
    .option('--json', 'one JSON document, {files}')
    .action(async (files, options) =>
      (await import('./commands/validate.js')).validate(world(), files, options),
    )

  sources(program.command('audit'), { runs: false })
    .description('What is in the log that no writer of this library would make.')
    .option('--history', "also, that every commit's log begins with its parents' logs")
    .option('--strict', 'exit 1 when anything is found')
    .option(
      '--cap <n>',
      'how many proposals may be pending (default: CORE_HITL_PENDING_CAP, or 256)',
      wholeNumber,
    )
    .option('--json', 'one JSON document, {findings, problems}, and history')
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

  writing(program.command('submit'))
    .alias('propose')
    .description('Puts candidates forward, each with the evidence of its replay.')
    .argument('<file...>', 'candidates: JSON, an array, or one a line (JSONL); - for stdin')
    .option('--evidence <file>', 'replay evidence, for each candidate in their order; - for stdin')
    .option('--gate <command>', 'a replay gate: gets the chain as JSON on stdin, prints evidence')
    .addOption(
      new Option('--source-kind <kind>', 'who puts them forward')
        .choices(['operator', 'miner', 'curriculum', 'contemplation', 'exemplar_corpus'])
        .default('operator'),
    )
    .option('--source-id <id>', 'which one, unless it is an operator')
    .addOption(emittedAtRevision())
    .option('--allow-evaluative', 'also evaluative claims')
    .action(async (files, options) =>
      (await import('./commands/submit.js')).submitFiles(world(), files, options),
    )

  writing(program.command('review'))
    .description('Decides about a pending proposal.')
    .argument('<id>', 'the whole id')
    .option('--accept', 'the chain becomes true')
    .option('--reject', 'it does not')
    .option('--withdraw', 'nobody decides about it')
    .addOption(new Option('--note <text>', 'for the next reader').conflicts('noteFile'))
    .option('--note-file <file>', 'the same, from a file; - for stdin')
    .addOption(
      new Option('--reason <reason>', 'of a rejection, before the note').choices([
        'stale',
        'superseded',
        'expired',
        'duplicate',
      ]),
    )
    .option('--review-date <date>', 'YYYY-MM-DD (default: today in UTC)')
    .option('--corpus <file>', 'the corpus that an accepted chain goes to')
    .action(async (id, options) => (await import('./commands/review.js')).review(world(), id, options))

  writing(program.command('record-replay'))
    .description('Brings new evidence to a pending proposal.')
    .argument('<id>', 'the whole id')
    .requiredOption('--evidence <file>', 'what the replay gate measured; - for stdin')
    .action(async (id, options) =>
      (await import('./commands/record-replay.js')).recordReplayOf(world(), id, options),
    )

  writing(program.command('settle'))
    .description('Finishes an accept whose corpus entry is owed.')
    .argument('<id>', 'the whole id')
    .requiredOption('--corpus <file>', 'the corpus that accepted chains go to')
    .action(async (id, options) => (await import('./commands/settle.js')).settleAccept(world(), id, options))

  program
    .command('report')
    .description('Writes a run report that carries a candidate and its evidence, for ingest.')
    .requiredOption('--candidate <file>', 'the candidate; - for stdin')
    .requiredOption('--evidence <file>', 'what the replay gate measured; - for stdin')
    .option('--merge <file>', 'an object whose members are to stand in the report too')
    .addOption(emittedAtRevision())
    .option('--runs <folder>', `the run reports (default: ${DEFAULT_RUNS})`)
    .option('--json', 'one JSON document, {ok, path, proposal_id}')
    .action(async (options) => (await import('./commands/report.js')).report(world(), options))

  writing(program.command('ingest'))
    .description('Submits each report that carries a candidate and evidence and is not in the log yet.')
    .addOption(emittedAtRevision())
    .option('--allow-evaluative', 'also evaluative claims')
    .action(async (options) => (await import('./commands/ingest.js')).ingestReports(world(), options))

  program
    .command('init')
    .description('Writes the workflows and .gitattributes of a repository that keeps a log.')
    .option('--force', 'also over workflows that were changed')
    .option('--json', 'one JSON document, {files, ok}')
    .action(async (options) => (await import('./commands/init.js')).init(world(), options))

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

/** An option that a command does not have, since it takes files: says so to who gives one. */
const without = (command: Command, option: string): Option =>
  new Option(`${option} <file>`)
    .hideHelp()
    .argParser((file: string) =>
      command.error(
        `error: unknown option '${option}': name files without it, as in: hitl-queue ${command.name()} ${printable(file)}`,
        { exitCode: 2, code: 'commander.unknownOption' },
      ),
    )

/** The options of what writes to the log. */
const writing = (command: Command): Command =>
  command
    .option('--log <file>', `the proposal log (default: ${DEFAULT_LOG})`)
    .option('--runs <folder>', `the run reports (default: ${DEFAULT_RUNS})`)
    .addOption(
      new Option('--lock-timeout <seconds>', 'how long to wait for whoever writes now')
        .argParser(seconds)
        .default(30),
    )
    .option(
      '--push',
      'decide on the branch of a remote, commit on its tip and push; the working copy stays as it is',
    )
    .option('--remote <name>', 'the remote to push to (default: origin)')
    .option('--branch <name>', "the branch to push to (default: the remote's HEAD)")
    .option('--json', 'one JSON document, {ok, events | refusal}')

const emittedAtRevision = (): Option =>
  new Option('--emitted-at-revision <revision>', 'of the engine (default: the commit around the log)')

const seconds = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new CommanderError(2, 'commander.invalidArgument', `'${text}' is not a number of seconds.`)
  return Number(text)
}

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new CommanderError(2, 'commander.invalidArgument', `'${text}' is not a whole number.`)
  }
  return number
}
