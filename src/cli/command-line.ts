// The command line: runs the subcommand, and turns errors into exit codes.

import { Command, CommanderError } from 'commander'
import { describeError, EnvironmentError, MegabattError } from '../language/errors.ts'
import { COMMANDS } from './commands.ts'
import { BUG, toJsonError } from './json-error.ts'
import { readVersion } from './version.ts'

/** Set as soon as the command is known: whether errors are printed as JSON. */
let printsJson = false

/** Runs the command that the arguments of the process name. Never rejects: a failure is reported and sets the exit code. */
export async function runCommandLine(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(reportStdout(error)))
  // Without a reader of stderr there is nobody to tell.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (error) => process.exit(reportFailure(error)))
  try {
    const program = await buildProgram(process.argv.slice(2))
    await program.parseAsync()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}

async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('megabatt')
    .description('Runs arc-dsl programs and batts on CPU, all cores and GPU, with the same results as Python.')
    .version(await readVersion())
    .addHelpText(
      'before',
      'Examples:\n  megabatt tour\n  megabatt run --programs solvers.py --tasks arc-agi-1/training\n',
    )
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('Use --help for the list of options.')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'megabatt: ')) })
    .exitOverride()
  // Only the wanted command is loaded; the help and the advice on a misspelled name list the others. `megabatt help devices` has the name second.
  const asked = words[0] === 'help' ? words[1] : words[0]
  const isKnown = COMMANDS.some(({ name }) => name === words[0])
  for (const { name, summary, load } of COMMANDS) {
    if (isKnown && name !== asked) continue
    const command = program.command(name).description(summary)
    if (name !== asked) continue
    ;(await load()).define(command)
    printsJson = words.includes('--json') && command.options.some(({ long }) => long === '--json')
  }
  return program
}

/** Reports that stdout cannot be written, and returns the exit code. `megabatt … | head` closes it early: no failure. */
function reportStdout(cause: NodeJS.ErrnoException): number {
  if (cause.code === 'EPIPE') return 0
  const advice = 'Is the disk full?'
  return reportFailure(
    new EnvironmentError('stdout-unwritable', `stdout cannot be written: ${cause.message}`, { advice, cause }),
  )
}

/** Reports an error on stderr, unless commander has done so, with --json also on stdout, and returns the exit code. */
function reportFailure(error: unknown): number {
  const exitCode = reportAsText(error)
  if (printsJson && exitCode !== 0 && !isAboutStdout(error))
    process.stdout.write(`${JSON.stringify(toJsonError(error, exitCode))}\n`)
  return exitCode
}

function isAboutStdout(error: unknown): boolean {
  return error instanceof MegabattError && error.code === 'stdout-unwritable'
}

function reportAsText(error: unknown): number {
  // Commander exits with 1 for wrong use, and throws for --help and --version, too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof MegabattError && error.exitCode !== BUG) {
    process.stderr.write(`megabatt: ${describeError(error)}\n`)
    return error.exitCode
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`megabatt: this is a bug in Megabatt, please report it:\n${text}\n`)
  return BUG
}
