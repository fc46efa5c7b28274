// Values of calls that earlier runs have made, by node and sample, bounded in bytes.

import type { Task } from '../../data/task.ts'
import { keyOfTask } from '../../data/task-key.ts'
import { HASH_WORDS } from '../../plan/hash-128.ts'
import { SampleValues } from './sample-values.ts'

const FREE = -1
const FIRST_NODES = 64

/** The settings that outcomes of calls depend on. */
interface ValueSettings {
  readonly budget: number
  readonly allowance: number
  readonly measure: boolean
}

/** Forgets the nodes that no plan had for the longest time, counted in runs. */
export class KeptValues {
  readonly #maxBytes: number
  readonly #byTask = new Map<string, TaskValues>()
  #run = 0
  /** The task that is being run, whose bytes are counted when it is left. */
  #open: TaskValues | undefined
  #closedBytes = 0
  /** Calls of samples that were not made because their outcome was known, and calls that were made. */
  hits = 0
  misses = 0
  /** Nodes that were forgotten. */
  evictions = 0
  /** Changes when nodes are numbered anew. */
  epoch = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#closedBytes + (this.#open?.byteLength ?? 0)
  }

  /** Starts the next run: what it does not use grows older. */
  beginRun(): void {
    this.#run++
  }

  /** The values of a task with these settings, and the numbers there of nodes by their hashes; valid while `epoch` stays. */
  open(
    task: Task,
    { budget, allowance, measure }: ValueSettings,
    hashes: Int32Array,
  ): { values: TaskValues; numbers: Int32Array } {
    if (this.bytes > this.#maxBytes) this.#evict()
    const key = `${keyOfTask(task)} ${budget} ${allowance} ${measure}`
    let values = this.#byTask.get(key)
    if (values === undefined) this.#byTask.set(key, (values = new TaskValues()))
    if (values !== this.#open) {
      this.#closedBytes = this.bytes - values.byteLength
      this.#open = values
    }
    return { values, numbers: values.numberNodes(hashes, this.#run) }
  }

  /** Frees half of the memory, so that evictions are rare. */
  #evict(): void {
    this.epoch++
    this.#open = undefined
    let oldest = this.#run
    for (const values of this.#byTask.values()) oldest = Math.min(oldest, values.oldestRun)
    // At age 0 everything is forgotten: the nodes of this run alone are too many.
    for (let age = this.#run - oldest; ; age >>= 1) {
      this.#closedBytes = 0
      for (const [key, values] of this.#byTask) {
        this.evictions += values.forget(this.#run - age)
        if (values.count === 0) this.#byTask.delete(key)
        else this.#closedBytes += values.byteLength
      }
      if (this.#closedBytes <= this.#maxBytes / 2) return
    }
  }
}

/** The values of one task with one group of settings. */
export class TaskValues {
  /** The number of nodes. */
  count = 0
  /** By the number of a node its hash and the last run that had it. */
  #hashes = new Int32Array(HASH_WORDS * FIRST_NODES)
  #runs = new Int32Array(FIRST_NODES)
  #table = new Int32Array(2 * FIRST_NODES).fill(FREE)
  #samples: SampleValues[] = []

  get byteLength(): number {
    let bytes = this.#hashes.byteLength + this.#runs.byteLength + this.#table.byteLength
    // A task without a sample of some number has a hole.
    this.#samples.forEach((sample) => (bytes += sample.byteLength))
    return bytes
  }

  get oldestRun(): number {
    return this.#runs.subarray(0, this.count).reduce((oldest, run) => Math.min(oldest, run))
  }

  /** The values of sample `k`, with room for all nodes. */
  sample(k: number): SampleValues {
    const values = (this.#samples[k] ??= new SampleValues())
    values.reserve(this.count)
    return values
  }

  /** The numbers of nodes, new ones for those that are new. */
  numberNodes(hashes: Int32Array, run: number): Int32Array {
    const numbers = new Int32Array(hashes.length / HASH_WORDS)
    for (let k = 0; k < numbers.length; k++) {
      const number = this.#number(hashes, HASH_WORDS * k)
      numbers[k] = number
      this.#runs[number] = run
    }
    return numbers
  }

  /** Forgets the nodes that no plan had since a run; returns how many. */
  forget(run: number): number {
    const kept = Array.from({ length: this.count }, (_, node) => node).filter((node) => this.#runs[node]! > run)
    const before = this.count
    if (kept.length === before) return 0
    const [hashes, runs] = [this.#hashes, this.#runs]
    this.count = 0
    this.#resize(Math.max(FIRST_NODES, kept.length))
    for (const node of kept) this.#runs[this.#number(hashes, HASH_WORDS * node)] = runs[node]!
    this.#samples = this.#samples.map((sample) => sample.select(kept))
    return before - kept.length
  }

  #number(hashes: Int32Array, at: number): number {
    let place = this.#placeOf(hashes, at)
    if (this.#table[place] !== FREE) return this.#table[place]!
    if (this.count === this.#runs.length) {
      this.#resize(2 * this.count)
      place = this.#placeOf(hashes, at)
    }
    const number = this.count++
    this.#table[place] = number
    this.#hashes.set(hashes.subarray(at, at + HASH_WORDS), HASH_WORDS * number)
    return number
  }

  /** The place in the table of the node with the hash at `at`, or the free place where it belongs. */
  #placeOf(hashes: Int32Array, at: number): number {
    const mask = this.#table.length - 1
    let place = hashes[at]! & mask
    for (let node = this.#table[place]!; node !== FREE; node = this.#table[place]!) {
      if (isEqual(this.#hashes, HASH_WORDS * node, hashes, at)) break
      place = (place + 1) & mask
    }
    return place
  }

  /** Makes room in the table for a number of nodes. */
  #resize(length: number): void {
    const hashes = new Int32Array(HASH_WORDS * length)
    hashes.set(this.#hashes.subarray(0, HASH_WORDS * this.count))
    const runs = new Int32Array(length)
    runs.set(this.#runs.subarray(0, this.count))
    this.#hashes = hashes
    this.#runs = runs
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * length))).fill(FREE)
    for (let node = 0; node < this.count; node++) this.#table[this.#placeOf(hashes, HASH_WORDS * node)] = node
  }
}

function isEqual(a: Int32Array, atA: number, b: Int32Array, atB: number): boolean {
  for (let k = 0; k < HASH_WORDS; k++) if (a[atA + k] !== b[atB + k]) return false
  return true
}
