// The words of every command, read from the definitions that also parse the command line: completions cannot become stale.

import { type Argument, Command, type Option } from 'commander'
import { COMMANDS } from '../commands.ts'

/** What follows an option or stands as an argument: one of these words, a file, any other text, or nothing. */
export type Completed =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'text' | 'nothing' }

export interface CompletedOption {
  /** With its dashes. */
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  readonly value: Completed
  /** Whether several values may follow. */
  readonly isList: boolean
}

export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** The arguments; the last one may be repeated. */
  readonly arguments: readonly Completed[]
}

/** The placeholders that stand for files and folders. */
const FILES = new Set(['file', 'path', 'paths', 'folder', 'batt', 'program'])
const HELP: CompletedOption = {
  long: '--help',
  short: '-h',
  description: 'display help for command',
  value: { kind: 'nothing' },
  isList: false,
}

/** Loads the definitions of all commands. */
export async function readCommands(): Promise<CompletedCommand[]> {
  const commands: CompletedCommand[] = []
  for (const { name, summary, load } of COMMANDS) {
    const command = new Command(name)
    ;(await load()).define(command)
    const options = command.options.filter(({ hidden }) => !hidden).map(describeOption)
    const own = command.registeredArguments.map(describeArgument)
    commands.push({ name, summary, options: [...options, HELP], arguments: own })
  }
  const names = commands.map(({ name }) => name)
  const help = { name: 'help', summary: 'show the help of a command', options: [HELP] }
  return [...commands, { ...help, arguments: [{ kind: 'words', words: names }] }]
}

function describeOption({ long, short, description, flags, argChoices, variadic }: Option): CompletedOption {
  const [, placeholder] = /[<[]([\w-]+)/.exec(flags) ?? []
  const value: Completed =
    placeholder === undefined ? { kind: 'nothing' } : describeValue(placeholder, argChoices ?? undefined)
  return { long: long!, short: short ?? undefined, description, value, isList: variadic }
}

function describeArgument(argument: Argument): Completed {
  return describeValue(argument.name(), argument.argChoices ?? undefined)
}

function describeValue(placeholder: string, choices: readonly string[] | undefined): Completed {
  if (choices !== undefined) return { kind: 'words', words: choices }
  return { kind: FILES.has(placeholder) ? 'file' : 'text' }
}
