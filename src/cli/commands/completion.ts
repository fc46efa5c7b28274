// `megabatt completion`: the completion of the command line for a shell.

import { Argument, type Command } from 'commander'
import { formatBash } from '../completion/bash.ts'
import { type CompletedCommand, readCommands } from '../completion/command-words.ts'
import { formatFish } from '../completion/fish.ts'
import { formatZsh } from '../completion/zsh.ts'

const FORMATS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: formatBash,
  zsh: formatZsh,
  fish: formatFish,
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt completion fish > ~/.config/fish/completions/megabatt.fish\n  source <(megabatt completion bash)\n',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(FORMATS)))
    .addHelpText(
      'after',
      '\nPut `source <(megabatt completion bash)` into ~/.bashrc; with zsh, into ~/.zshrc.\nExit code: 0 printed, 2 wrong use.',
    )
    .action(async (shell: string) => {
      process.stdout.write(FORMATS[shell]!(await readCommands()))
    })
}
