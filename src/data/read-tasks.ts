// Tasks from files of any of the known forms, put together: solutions to their tasks, repeated tasks once.

import { showText } from '../language/diagnostics.ts'
import { UserError } from '../language/errors.ts'
import { isSameGrid } from './read-grid.ts'
import {
  type Found,
  type InvalidListener,
  MAX_PAIRS,
  type PairBudget,
  type TaskFile,
  readTaskFile,
} from './read-task-file.ts'
import { quote } from './task-problem.ts'
import type { GridData, Pair, Task } from './task.ts'

export type { TaskFile } from './read-task-file.ts'

/**
 * The tasks of some files (docs/tasks.md has the forms), sorted by id: the result does not depend on the form or the order
 * of the files. Throws a UserError with file, line and column.
 */
export function readTasks(files: Iterable<TaskFile>): Task[] {
  const collector = new TaskCollector()
  for (const file of files) collector.add(file)
  return collector.finish()
}

/** How files are read. */
export interface CollectorOptions {
  /** The most pairs of all files together. */
  readonly maxPairs?: number
  /** Is told of pairs of lists that are left out; default: the first one is thrown. */
  readonly onInvalid?: InvalidListener | undefined
}

/** `readTasks` for files that come one after the other: `add` each, then `finish`. */
export class TaskCollector {
  readonly #budget: PairBudget
  readonly #tasks: Found<Task>[] = []
  readonly #solutions = new Map<string, Found<readonly GridData[]>>()

  readonly #onInvalid: InvalidListener | undefined

  constructor({ maxPairs = MAX_PAIRS, onInvalid }: CollectorOptions = {}) {
    this.#budget = { left: maxPairs }
    this.#onInvalid = onInvalid
  }

  /** Reads a file. */
  add(file: TaskFile): void {
    const { tasks, solutions } = readTaskFile(file, this.#budget, this.#onInvalid)
    for (const task of tasks) this.#tasks.push(task)
    for (const solution of solutions) {
      const known = this.#solutions.get(solution.id)
      if (known === undefined) this.#solutions.set(solution.id, solution)
      else if (!areSameGrids(known.value, solution.value)) throw duplicate('The solution of task', solution, known)
    }
  }

  /** The tasks of all files that were added. */
  finish(): Task[] {
    const byId = new Map<string, Found<Task>>()
    // Solutions first: a task without outputs and the same task with them are the same once it has been solved.
    for (const task of this.#tasks.map((task) => this.#solve(task))) {
      const known = byId.get(task.id)
      if (known === undefined) byId.set(task.id, task)
      else if (!isSameTask(known.value, task.value)) throw duplicate('Task', task, known)
    }
    for (const solution of this.#solutions.values()) {
      if (byId.has(solution.id)) continue
      throw new UserError('task-solutions', `There are solutions of task ${quote(solution.id)}, but no such task`, {
        place: solution.findPlace(),
        advice: 'Give the file of challenges together with the file of solutions.',
      })
    }
    return [...byId.values()].map(({ value }) => value).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  #solve(found: Found<Task>): Found<Task> {
    const solutions = this.#solutions.get(found.id)
    return solutions === undefined ? found : { ...found, value: withSolutions(found, solutions) }
  }
}

function withSolutions(found: Found<Task>, solutions: Found<readonly GridData[]>): Task {
  const { id, train, test } = found.value
  const grids = solutions.value
  if (grids.length !== test.length) {
    throw new UserError(
      'task-solutions',
      `Task ${quote(id)} has ${countOf(test, 'test input')} in ${showText(found.file)}, but ${countOf(grids, 'solution')}`,
      { place: solutions.findPlace(), advice: 'There is one solution for each test input, in their order.' },
    )
  }
  for (const [k, { output }] of test.entries()) {
    if (output === undefined || isSameGrid(output, grids[k]!)) continue
    throw new UserError(
      'task-solutions',
      `Solution ${k} of task ${quote(id)} is not the output of test[${k}] in ${showText(found.file)}`,
      { place: solutions.findPlace(), advice: 'Are these the solutions of the same version of the task?' },
    )
  }
  return { id, train, test: test.map(({ input }, k) => ({ input, output: grids[k]! })) }
}

function duplicate(what: string, later: Found<unknown>, earlier: Found<unknown>): UserError {
  const files = `${showText(earlier.file)} and ${showText(later.file)}`
  return new UserError('task-duplicate', `${what} ${quote(later.id)} differs between ${files}`, {
    place: later.findPlace(),
    advice: 'Leave one of them out, or give one of them another id.',
  })
}

function isSameTask(a: Task, b: Task): boolean {
  return areSamePairs(a.train, b.train) && areSamePairs(a.test, b.test)
}

function areSamePairs(a: readonly Pair[], b: readonly Pair[]): boolean {
  return a.length === b.length && a.every((pair, k) => isSamePair(pair, b[k]!))
}

function isSamePair(a: Pair, b: Pair): boolean {
  if (!isSameGrid(a.input, b.input)) return false
  if (a.output === undefined || b.output === undefined) return a.output === b.output
  return isSameGrid(a.output, b.output)
}

function areSameGrids(a: readonly GridData[], b: readonly GridData[]): boolean {
  return a.length === b.length && a.every((grid, k) => isSameGrid(grid, b[k]!))
}

function countOf(list: readonly unknown[], what: string): string {
  return `${list.length} ${what}${list.length === 1 ? '' : 's'}`
}
