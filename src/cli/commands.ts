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
    name: 'tour',
    summary: 'show on one screen what Megabatt does, with the built-in gallery',
    load: () => import('./commands/tour.ts'),
  },
  {
    name: 'run',
    summary: 'run programs on tasks and report which are right; default: the built-in gallery',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'merge',
    summary: 'merge the result files of shards into the file of the whole run',
    load: () => import('./commands/merge.ts'),
  },
  {
    name: 'score',
    summary: 'score solvers and differs on tasks, and write a submission of two attempts',
    load: () => import('./commands/score.ts'),
  },
  {
    name: 'trace',
    summary: 'draw the value of every statement of a program on one sample',
    load: () => import('./commands/trace.ts'),
  },
  {
    name: 'studio',
    summary: 'open the studio in the browser: tasks, and programs step by step, drawn',
    load: () => import('./commands/studio.ts'),
  },
  {
    name: 'show',
    summary: 'draw a task: demo pairs and test pairs side by side',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'list',
    summary: 'list tasks or programs with sizes, colours and results',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'profile',
    summary: 'show where the time of a run goes: by primitive, program and statement',
    load: () => import('./commands/profile.ts'),
  },
  {
    name: 'plan',
    summary: 'show how programs are merged, the patterns in them, and the savings',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'bench',
    summary: 'compare sequential, workers, native and GPU routes on one workload, by batch size',
    load: () => import('./commands/bench.ts'),
  },
  {
    name: 'check',
    summary: 'check program files for errors and certain mistakes',
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'serve',
    summary: 'take requests of other programs, on standard input or over HTTP on this machine',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'submit',
    summary: 'queue a run in a database, for workers on any number of machines',
    load: () => import('./commands/submit.ts'),
  },
  {
    name: 'worker',
    summary: 'run the jobs of a queue',
    load: () => import('./commands/worker.ts'),
  },
  {
    name: 'status',
    summary: 'show the runs of a queue, its workers, rates and failures',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'fetch',
    summary: 'write the results of a queued run to a file',
    load: () => import('./commands/fetch.ts'),
  },
  {
    name: 'card',
    summary: 'combine solvers and differs into a batt, with or without mutations',
    load: () => import('./commands/card.ts'),
  },
  {
    name: 'cut',
    summary: 'extract one solver or differ of a batt as a program',
    load: () => import('./commands/cut.ts'),
  },
  {
    name: 'evolve',
    summary: 'search programs for tasks: enumeration of short ones, then evolution; resumable',
    load: () => import('./commands/evolve.ts'),
  },
  {
    name: 'dsl',
    summary: 'look up primitives of the DSL, with a drawn example of each; write the reference as an HTML page',
    load: () => import('./commands/dsl.ts'),
  },
  {
    name: 'conform',
    summary: 'run a conformance file and compare with its expected results',
    load: () => import('./commands/conform.ts'),
  },
  {
    name: 'native',
    summary: 'compile the kernels with the C compiler of the system, for faster runs on the CPU',
    load: () => import('./commands/native.ts'),
  },
  {
    name: 'doctor',
    summary: 'check Node, memory, devices, kernels, caches and packages, and give advice',
    load: () => import('./commands/doctor.ts'),
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
