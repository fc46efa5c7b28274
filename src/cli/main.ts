#!/usr/bin/env node
// The megabatt command: finds the command that is asked for, and turns what happens into an exit code.

import { Command, CommanderError } from 'commander'
import { describeError, MegabattError } from '../language/errors.ts'
import { COMMANDS } from './commands.ts'
import { readVersion } from './version.ts'

const BUG = 70

// `megabatt … | head` closes our stdout early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : BUG))
process.on('uncaughtException', (error) => process.exit(reportFailure(error)))

try {
  const program = await buildProgram(process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error)
}

async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('megabatt')
    .description('Runs very many small grid programs over very many grids, on CPU and GPU, with one meaning.')
    .version(await readVersion())
    .addHelpText('before', 'Example:\n  megabatt devices\n')
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('Add --help to see what there is.')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'megabatt: ')) })
    .exitOverride()
  // Of the others, only the name and the summary are needed; `megabatt help devices` has the name second.
  const asked = words[0] === 'help' ? words[1] : words[0]
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary)
    if (name === asked) (await load()).define(command)
  }
  return program
}

/** Says on stderr what went wrong, unless commander has, and gives the exit code for it. */
function reportFailure(error: unknown): number {
  // Commander fails with 1 where we say 2, and throws for --help and --version too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof MegabattError && error.exitCode !== BUG) {
    process.stderr.write(`megabatt: ${describeError(error)}\n`)
    return error.exitCode
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`megabatt: this is a bug of ours, please report it:\n${text}\n`)
  return BUG
}
