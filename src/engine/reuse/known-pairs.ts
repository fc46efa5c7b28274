// Known pairs: the evaluations of programs on tasks that earlier runs have made, by content and settings, bounded in bytes.

import type { RunSettings } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { keyOfTask } from '../../data/task-key.ts'
import type { KnownPair } from './known-pair.ts'

interface Entry {
  readonly pair: KnownPair
  /** The run that made it or used it last. */
  run: number
}

/** The pairs of one task with one group of settings, by the hash of the program. */
type TaskPairs = Map<string, Entry>

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
    if (pairs === undefined) this.#byTask.set(key, (pairs = new Map()))
    return pairs
  }

  find(pairs: TaskPairs, hash: string): KnownPair | undefined {
    const entry = pairs.get(hash)
    if (entry === undefined) {
      this.misses++
      return undefined
    }
    this.hits++
    entry.run = this.#run
    return entry.pair
  }

  add(pairs: TaskPairs, hash: string, pair: KnownPair): void {
    if (pairs.has(hash) || pair.byteLength > this.#maxBytes) return
    this.bytes += pair.byteLength
    pairs.set(hash, { pair, run: this.#run })
    if (this.bytes > this.#maxBytes) this.#evict()
  }

  /** Frees half of the memory, so that evictions are rare. */
  #evict(): void {
    for (let age = this.#oldest(); this.bytes > this.#maxBytes / 2; age = age > 1 ? age >> 1 : age - 1) {
      for (const pairs of this.#byTask.values()) {
        for (const [hash, { pair, run }] of pairs) {
          if (this.#run - run < age || this.bytes <= this.#maxBytes / 2) continue
          pairs.delete(hash)
          this.bytes -= pair.byteLength
          this.evictions++
        }
      }
    }
  }

  #oldest(): number {
    let oldest = this.#run
    for (const pairs of this.#byTask.values()) for (const { run } of pairs.values()) oldest = Math.min(oldest, run)
    return this.#run - oldest
  }
}
