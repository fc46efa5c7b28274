// What runs leave for later runs: the results of programs that come again, and values of calls that other programs make too.

import type { RunSettings } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import type { KnownPair } from './known-pair.ts'
import { KnownPairs } from './known-pairs.ts'

/** Use of what earlier runs have left, in the report of a run. */
export interface ReuseReport {
  /** The number of pairs whose results were known, and of those that had to be run. */
  readonly pairHits: number
  readonly pairMisses: number
  /** The memory in use, in bytes, and the pairs and values that were forgotten to stay within the bound. */
  readonly bytes: number
  readonly evictions: number
}

/** How much is kept. */
export interface ReuseOptions {
  /** The most memory, in bytes. Default: 256 MB. */
  readonly bytes?: number
}

const DEFAULT_BYTES = 1 << 28
/** The share of the results of pairs. */
const PAIR_SHARE = 1 / 4

/** Given to several runs, makes each use what those before it have found. Changes no result. */
export class ReuseCache {
  readonly pairs: KnownPairs

  constructor({ bytes = DEFAULT_BYTES }: ReuseOptions = {}) {
    this.pairs = new KnownPairs(bytes * PAIR_SHARE)
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
  readonly #before: ReuseReport
  readonly #byTask = new Map<Task, ReturnType<KnownPairs['of']>>()

  constructor(cache: ReuseCache, settings: RunSettings) {
    this.#cache = cache
    this.#settings = settings
    this.#before = cache.report
  }

  /** The report of this run. */
  get report(): ReuseReport {
    const { pairHits, pairMisses, bytes, evictions } = this.#cache.report
    const before = this.#before
    return {
      pairHits: pairHits - before.pairHits,
      pairMisses: pairMisses - before.pairMisses,
      bytes,
      evictions: evictions - before.evictions,
    }
  }

  /** The evaluations of the program with this hash on a task, if they are known. */
  find(task: Task, hash: string): KnownPair | undefined {
    return this.#cache.pairs.find(this.#pairsOf(task), hash)
  }

  add(task: Task, hash: string, pair: KnownPair): void {
    this.#cache.pairs.add(this.#pairsOf(task), hash, pair)
  }

  #pairsOf(task: Task): ReturnType<KnownPairs['of']> {
    let pairs = this.#byTask.get(task)
    if (pairs === undefined) this.#byTask.set(task, (pairs = this.#cache.pairs.of(task, this.#settings)))
    return pairs
  }
}
