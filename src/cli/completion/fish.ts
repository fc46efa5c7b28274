// The completion for fish.

import type { CompletedCommand, CompletedOption } from './command-words.ts'

/** The script, to be sourced, or to be saved as `megabatt.fish` in ~/.config/fish/completions. */
export function formatFish(commands: readonly CompletedCommand[]): string {
  const lines = [
    '# Completion of megabatt for fish. Use: megabatt completion fish | source',
    'complete -c megabatt -f',
    ...commands.map(
      ({ name, summary }) => `complete -c megabatt -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...commands.flatMap(formatCommand),
  ]
  return `${lines.join('\n')}\n`
}

function formatCommand({ name, options, arguments: own }: CompletedCommand): string[] {
  const start = `complete -c megabatt -n '__fish_seen_subcommand_from ${name}'`
  const lines = options.map((option) => `${start} ${formatOption(option)}`)
  const argument = own.at(-1)
  if (argument?.kind === 'file') lines.push(`${start} -F`)
  if (argument?.kind === 'words') lines.push(`${start} -a ${quote(argument.words.join(' '))}`)
  return lines
}

function formatOption({ long, short, description, value }: CompletedOption): string {
  const parts = [`-l ${long.slice(2)}`]
  if (short !== undefined) parts.push(`-s ${short.slice(1)}`)
  if (value.kind === 'file') parts.push('-r -F')
  if (value.kind === 'text') parts.push('-x')
  if (value.kind === 'words') parts.push(`-x -a ${quote(value.words.join(' '))}`)
  return [...parts, `-d ${quote(description)}`].join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}
