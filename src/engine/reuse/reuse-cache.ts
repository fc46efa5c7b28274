// What runs leave for later runs: the results of programs that come again, and values of calls that other programs make too.

import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import { KeptValues } from '../../backends/reuse/kept-values.ts'
import type { Task } from '../../data/task.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { KnownPairs } from './known-pairs.ts'
import type { KnownPair, TaskPairs } from './task-pairs.ts'

/** Use of what earlier runs have left, in the report of a run. */
export interface ReuseReport {
  /** The number of pairs whose results were known, and of those that had to be run. */
  readonly pairHits: number
  readonly pairMisses: number
  /** The number of calls that were not made because their outcomes were known, and of those that were made; 0 unless calls are kept. */
  readonly callHits: number
  readonly callMisses: number
  /** The memory in use, in bytes, and the pairs and nodes of tasks that were forgotten to stay within the bound. */
  readonly bytes: number
  readonly evictions: number
}

/** How much is kept. */
export interface ReuseOptions {
  /** The most memory, in bytes. Default: 256 MB. */
  readonly bytes?: number
  /**
   * Also keeps the outcomes of single calls, on the CPU backend, so that programs that share calls with earlier ones make fewer
   * calls. Pays where the shared calls are expensive; keeping track costs about as much as a cheap call. Default: false.
   */
  readonly calls?: boolean
}

const DEFAULT_BYTES = 1 << 28
/** The share of the results of pairs, where calls are kept as well. */
const PAIR_SHARE = 1 / 4

/** Given to several runs, makes each use what those before it have found. Changes no result. */
export class ReuseCache {
  readonly pairs: KnownPairs
  readonly values: KeptValues | undefined

  constructor({ bytes = DEFAULT_BYTES, calls = false }: ReuseOptions = {}) {
    this.pairs = new KnownPairs(calls ? bytes * PAIR_SHARE : bytes)
    if (calls) this.values = new KeptValues(bytes * (1 - PAIR_SHARE))
  }

  /** Counts of all runs so far. */
  get report(): ReuseReport {
    const { pairs, values } = this
    return {
      pairHits: pairs.hits,
      pairMisses: pairs.misses,
      callHits: values?.hits ?? 0,
      callMisses: values?.misses ?? 0,
      bytes: pairs.bytes + (values?.bytes ?? 0),
      evictions: pairs.evictions + (values?.evictions ?? 0),
    }
  }

  /** The known pairs of a run with these settings. */
  forRun(settings: RunSettings): RunReuse {
    this.pairs.beginRun()
    this.values?.beginRun()
    return new RunReuse(this, settings)
  }
}

/** What one run takes from a cache and leaves there. */
export class RunReuse {
  readonly #cache: ReuseCache
  readonly #settings: RunSettings
  readonly #before: ReuseReport
  readonly #byTask = new Map<Task, TaskPairs>()
  #pairHits = 0
  #pairMisses = 0

  constructor(cache: ReuseCache, settings: RunSettings) {
    this.#cache = cache
    this.#settings = settings
    this.#before = cache.report
  }

  /** The report of this run. Calls and evictions of runs at the same time are counted together. */
  get report(): ReuseReport {
    const after = this.#cache.report
    const before = this.#before
    return {
      pairHits: this.#pairHits,
      pairMisses: this.#pairMisses,
      callHits: after.callHits - before.callHits,
      callMisses: after.callMisses - before.callMisses,
      bytes: after.bytes,
      evictions: after.evictions - before.evictions,
    }
  }

  /** The values for the backend, where calls are kept. */
  get values(): KeptValues | undefined {
    return this.#cache.values
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
