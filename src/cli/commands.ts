// The list of commands. Each is a file of its own, loaded only when it is asked for.

import type { Command } from 'commander'

/** What a command's file exports. */
export interface CommandModule {
  /** Gives the command its arguments, options, example and action; the action sets process.exitCode. */
  define(command: Command): void
}

/** A command as the list of commands shows it. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

/** All commands, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'conform',
    summary: 'run a conformance file and compare with what it says must come out',
    load: () => import('./conform.ts'),
  },
  {
    name: 'devices',
    summary: 'show adapters, their limits, and whether they pass a self-check',
    load: () => import('./devices.ts'),
  },
]
