// Results of programs on tasks that earlier runs leave for later ones.

import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { KnownPairs } from './known-pairs.ts'
import type { KnownPair, TaskPairs } from './task-pairs.ts'

/** Use of what earlier runs have left, in the report of a run. */
export interface ReuseReport {
  /** The number of pairs whose results were known, and of those that had to be run. */
  readonly pairHits: number
  readonly pairMisses: number
  /** The memory in use, in bytes, and the number of pairs that were forgotten to stay within the bound. */
  readonly bytes: number
  readonly evictions: number
}

/** How much is kept. */
export interface ReuseOptions {
  /** The most memory, in bytes. Default: 256 MB. */
  readonly bytes?: number
}

const DEFAULT_BYTES = 1 << 28

/** Given to several runs, makes each use what those before it have found. Changes no result. */
export class ReuseCache {
  readonly pairs: KnownPairs

  constructor({ bytes = DEFAULT_BYTES }: ReuseOptions = {}) {
    this.pairs = new KnownPairs(bytes)
  }

  /** Counts of all runs so far. */
  get report(): ReuseReport {
    const { hits, misses, bytes, evictions } = this.pairs
    return { pairHits: hits, pairMisses: misses, bytes, evictions }
  }

  /** The known pairs of a run with these settings. */
  forRun(settings: RunSettings): RunReuse {
    this.pairs.beginRun()
    return new RunReuse(this, settings)
  }
}

/** What one run takes from a cache and leaves there. */
export class RunReuse {
  readonly #cache: ReuseCache
  readonly #settings: RunSettings
  readonly #evictionsBefore: number
  readonly #byTask = new Map<Task, TaskPairs>()
  #pairHits = 0
  #pairMisses = 0

  constructor(cache: ReuseCache, settings: RunSettings) {
    this.#cache = cache
    this.#settings = settings
    this.#evictionsBefore = cache.pairs.evictions
  }

  /** The report of this run. Evictions of runs at the same time are counted together. */
  get report(): ReuseReport {
    const { bytes, evictions } = this.#cache.pairs
    return {
      pairHits: this.#pairHits,
      pairMisses: this.#pairMisses,
      bytes,
      evictions: evictions - this.#evictionsBefore,
    }
  }

  /** The evaluations of the program with this hash on a task, if they are known. */
  find(task: Task, hash: string): KnownPair | undefined {
    const pair = this.#cache.pairs.find(this.#pairsOf(task), hash)
    if (pair === undefined) this.#pairMisses++
    else this.#pairHits++
    return pair
  }

  /** Keeps the evaluations of program `index` in the units of a task. */
  add(task: Task, hash: string, planned: PlannedProgram, units: readonly Evaluations[], index: number): void {
    this.#cache.pairs.add(this.#pairsOf(task), hash, planned, units, index)
  }

  #pairsOf(task: Task): TaskPairs {
    let pairs = this.#byTask.get(task)
    if (pairs === undefined) this.#byTask.set(task, (pairs = this.#cache.pairs.of(task, this.#settings)))
    return pairs
  }
}
