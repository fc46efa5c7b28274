// The items of `megabatt list`: tasks and programs with their facts, and the results of a run.

import type { Dataset, Task } from '../data/task.ts'
import type { programLabels } from '../engine/run/program-labels.ts'
import type { PairSummary } from '../engine/run/pair-result.ts'
import type { Program } from '../language/program.ts'
import { taskFinder } from '../language/program-task.ts'
import { type PairTally, isSolved, tallyPair } from './pair-tally.ts'
import { type TaskFacts, measureTask } from './show/describe-task.ts'

/** The name of a program for people. */
export type Label = ReturnType<typeof programLabels>

/** A task with its facts and results. */
export interface ListedTask extends TaskFacts {
  readonly id: string
  /** The number of programs that ran on the task. */
  readonly programs: number
  readonly solvedBy: readonly string[]
}

/** The tasks in their order. */
export function listTasks(tasks: readonly Task[], results: readonly PairSummary[], label: Label): ListedTask[] {
  const byTask = groupBy(results, ({ task }) => task)
  return tasks.map((task) => {
    const own = byTask.get(task.id) ?? []
    const solvedBy = own
      .filter((result) => isSolved(tallyPair(result)))
      .map(({ program, file }) => label({ name: program, file }))
    return { id: task.id, ...measureTask(task), programs: own.length, solvedBy }
  })
}

/** A program with its facts and results. */
export interface ListedProgram {
  readonly program: string
  readonly file: string
  readonly dialect: string
  readonly mode: string
  readonly statements: number
  /** The outputs of a batt. */
  readonly outputs: number
  /** The task that the program belongs to, where it is among the tasks. */
  readonly task: string | null
  /** The result on each task that the program ran on. */
  readonly results: readonly (PairTally & { readonly task: string })[]
  readonly solves: readonly string[]
}

/** The programs in their order. */
export function listPrograms(
  programs: readonly Program[],
  { tasks }: Dataset,
  results: readonly PairSummary[],
): ListedProgram[] {
  const findTask = taskFinder(tasks.map(({ id }) => id))
  const byProgram = groupBy(results, ({ program, file }) => JSON.stringify([file, program]))
  return programs.map((program) => {
    const { name, file, dialect, mode, statements, outputs } = program
    const own = byProgram.get(JSON.stringify([file, name])) ?? []
    return {
      program: name,
      file,
      dialect,
      mode,
      statements: statements.length,
      outputs: outputs.length,
      task: findTask(program) ?? null,
      results: own.map((result) => ({ task: result.task, ...tallyPair(result) })),
      solves: own.filter((result) => isSolved(tallyPair(result))).map(({ task }) => task),
    }
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
