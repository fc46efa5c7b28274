// Known pairs: the evaluations of programs on tasks that earlier runs have made, by content and settings, bounded in bytes.

import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { keyOfTask } from '../../data/task-key.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { type KnownPair, TaskPairs } from './task-pairs.ts'

/** Forgets the pairs that were not used for the longest time, counted in runs. */
export class KnownPairs {
  readonly #maxBytes: number
  readonly #byTask = new Map<string, TaskPairs>()
  #run = 0
  bytes = 0
  hits = 0
  misses = 0
  evictions = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Starts the next run: what it does not use grows older. */
  beginRun(): void {
    this.#run++
  }

  /** The pairs of a task that were made with these settings. */
  of(task: Task, { budget, allowance, measure, outputs }: RunSettings): TaskPairs {
    const key = `${keyOfTask(task)} ${budget} ${allowance} ${measure} ${outputs}`
    let pairs = this.#byTask.get(key)
    if (pairs === undefined) this.#byTask.set(key, (pairs = new TaskPairs()))
    return pairs
  }

  /** The evaluations of a program, if they are known; they stay valid whatever is forgotten. */
  find(pairs: TaskPairs, hash: string): KnownPair | undefined {
    const pair = pairs.find(hash, this.#run)
    if (pair === undefined) this.misses++
    else this.hits++
    return pair
  }

  /** Keeps the evaluations of program `index` in the units of a task. */
  add(pairs: TaskPairs, hash: string, planned: PlannedProgram, units: readonly Evaluations[], index: number): void {
    this.bytes += pairs.add(hash, planned, units, index, this.#run)
    if (this.bytes > this.#maxBytes) this.#evict()
  }

  /** Frees half of the memory, so that evictions are rare. */
  #evict(): void {
    let oldest = this.#run
    for (const pairs of this.#byTask.values()) oldest = Math.min(oldest, pairs.oldestRun)
    // At age 0 everything is forgotten: the pairs of this run alone are too many.
    for (let age = this.#run - oldest; this.bytes > this.#maxBytes / 2; age >>= 1) {
      for (const pairs of this.#byTask.values()) {
        const { count, bytes } = pairs.forget(this.#run - age)
        this.evictions += count
        this.bytes -= bytes
      }
    }
  }
}
