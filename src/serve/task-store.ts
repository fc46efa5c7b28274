// The tasks that a server holds, by id, and the datasets that runs make of them.

import { makeDataset } from '../data/dataset-hash.ts'
import { type Dataset, type Task, samplesOf } from '../data/task.ts'
import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'
import { type ServeLimits, storeFull } from './limits.ts'

/** The samples of a run: all of a task, or its demo pairs alone. */
export type SampleSelection = 'all' | 'demos'

/** A task replaces the one of the same id; runs under way go on with the one that they have. */
export class TaskStore {
  readonly #limits: ServeLimits
  readonly #tasks = new Map<string, Task>()
  readonly #demosOnly = new WeakMap<Task, Task>()
  #last: Dataset = { tasks: [], hash: '' }
  bytes = 0

  constructor(limits: ServeLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#tasks.size
  }

  /** Holds tasks: all of them, or none where there is no room. Of several with the same id, the last. */
  add(given: readonly Task[]): void {
    const { tasks: most, taskBytes } = this.#limits
    const tasks = [...new Map(given.map((task) => [task.id, task])).values()]
    const known = tasks.map(({ id }) => this.#tasks.get(id)).filter((task) => task !== undefined)
    const bytes = this.bytes + sum(tasks) - sum(known)
    if (this.count + tasks.length - known.length > most) throw storeFull('tasks', `${formatCount(most)} tasks`)
    if (bytes > taskBytes) throw storeFull('tasks', `${formatCount(taskBytes)} bytes of tasks`)
    for (const task of tasks) this.#tasks.set(task.id, task)
    this.bytes = bytes
  }

  /** The task with this id. */
  get(id: string): Task {
    const task = this.#tasks.get(id)
    if (task !== undefined) return task
    const suggestion = closestName(id, [...this.#tasks.keys()])
    const advice = suggestion === undefined ? 'Load it with loadTasks.' : `Did you mean ${suggestion}?`
    throw new UserError('unknown-id', `There is no task ${JSON.stringify(id.slice(0, 100))} here`, { advice })
  }

  /** All tasks, in the order in which they came. */
  all(): readonly Task[] {
    return [...this.#tasks.values()]
  }

  /** The tasks with these ids, or all, as a dataset. The last one is kept: populations run on the same tasks again and again. */
  select(ids: readonly string[] | undefined, samples: SampleSelection = 'all'): Dataset {
    const whole = ids === undefined ? this.all() : [...new Set(ids)].map((id) => this.get(id))
    const tasks = samples === 'all' ? whole : whole.map((task) => this.#withoutTests(task))
    const last = this.#last.tasks
    if (tasks.length !== last.length || tasks.some((task, k) => task !== last[k])) this.#last = makeDataset(tasks)
    return this.#last
  }

  /** Removes tasks, or all; ids that are not held are ignored. Returns the number of tasks that are gone. */
  remove(ids: Iterable<string> = [...this.#tasks.keys()]): number {
    let count = 0
    for (const id of ids) {
      const task = this.#tasks.get(id)
      if (task === undefined) continue
      this.#tasks.delete(id)
      this.bytes -= sum([task])
      count++
    }
    return count
  }

  /** The same object each time, so that results are reused. */
  #withoutTests(task: Task): Task {
    let demos = this.#demosOnly.get(task)
    if (demos === undefined) this.#demosOnly.set(task, (demos = { ...task, test: [] }))
    return demos
  }
}

/** A pair and its grids take about so much besides their cells. */
const PAIR_BYTES = 300

function sum(tasks: readonly Task[]): number {
  let bytes = 0
  for (const task of tasks)
    for (const { input, output } of samplesOf(task))
      bytes += PAIR_BYTES + input.cells.byteLength + (output?.cells.byteLength ?? 0)
  return bytes
}
