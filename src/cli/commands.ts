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
    name: 'run',
    summary: 'run programs on tasks and say which are right; the built-in gallery if nothing is named',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'score',
    summary: 'score solvers and differs on tasks, and write a submission of two attempts',
    load: () => import('./commands/score.ts'),
  },
  {
    name: 'trace',
    summary: 'show every statement of a program on one sample, drawn',
    load: () => import('./commands/trace.ts'),
  },
  {
    name: 'show',
    summary: 'draw a task: demo pairs and test pairs side by side',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'list',
    summary: 'list tasks or programs with sizes, colours and who solves them',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'profile',
    summary: 'show where the time of a run goes: by primitive, program and statement',
    load: () => import('./commands/profile.ts'),
  },
  {
    name: 'plan',
    summary: 'show how programs are merged, the patterns in them, and what both save',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'bench',
    summary: 'time programs on the CPU and on a device, side by side, kernel by kernel',
    load: () => import('./commands/bench.ts'),
  },
  {
    name: 'check',
    summary: 'read program files and say what is wrong in them, and what is surely not meant',
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'card',
    summary: 'make a batt of solvers and differs, with or without mutations',
    load: () => import('./commands/card.ts'),
  },
  {
    name: 'cut',
    summary: 'extract one solver or differ of a batt as a program of its own',
    load: () => import('./commands/cut.ts'),
  },
  {
    name: 'conform',
    summary: 'run a conformance file and compare with what it says must come out',
    load: () => import('./commands/conform.ts'),
  },
  {
    name: 'native',
    summary: 'compile the kernels with the C compiler of the system, for faster runs on the CPU',
    load: () => import('./commands/native.ts'),
  },
  {
    name: 'devices',
    summary: 'show adapters, their limits, and whether they pass a self-check',
    load: () => import('./commands/devices.ts'),
  },
  {
    name: 'completion',
    summary: 'print the completion of this command for bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
]
