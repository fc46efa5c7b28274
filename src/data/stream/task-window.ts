// Windows of a stream of tasks: samples that are in memory together.

import { DEMO_PAIRS_OF_A_LIST } from '../read-task-file.ts'
import { type Pair, type SampleName, type Task, nameSample } from '../task.ts'

/** The pairs, and the cells of their grids, with which a window is full. */
const WINDOW_PAIRS = 1 << 13
const WINDOW_CELLS = 1 << 23

/** Some samples of a task. A list of pairs has its first three valid pairs as demo pairs in every window. */
export interface TaskPart {
  readonly task: Task
  readonly file: string
  /** The samples of `task` that belong to this window begin here; those before were in an earlier one. */
  readonly from: number
  /** The number of samples that were in earlier windows. */
  readonly earlierCount: number
  /** The position in the list of pairs of each of these samples; undefined for a task that is no list. */
  readonly indexes: readonly number[] | undefined
  /** Whether no more samples of the task follow. */
  readonly isLast: boolean
}

/** Samples that are in memory together. */
export interface TaskWindow {
  readonly parts: readonly TaskPart[]
}

/** The name in its task of sample `k` of a part. */
export function nameOfPart({ task, from, earlierCount }: TaskPart, k: number): SampleName {
  return nameSample(task, earlierCount + k - from)
}

/** Puts pairs into windows. */
export class WindowBuilder {
  readonly #maxPairs: number
  #parts: TaskPart[] = []
  #pairCount = 0
  #cellCount = 0
  #list: { readonly id: string; readonly file: string; readonly train: Pair[] } | undefined
  #test: Pair[] = []
  #indexes: number[] = []
  /** The samples of the list that were in earlier windows. */
  #earlierCount = 0

  constructor(maxPairs = WINDOW_PAIRS) {
    this.#maxPairs = maxPairs
  }

  get isFull(): boolean {
    // All demo pairs of a task are known before its first sample is run.
    if (this.#list !== undefined && this.#list.train.length < DEMO_PAIRS_OF_A_LIST) return false
    return this.#pairCount >= this.#maxPairs || this.#cellCount >= WINDOW_CELLS
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  beginList(id: string, file: string): void {
    this.#list = { id, file, train: [] }
    this.#earlierCount = 0
  }

  addPair(pair: Pair, index: number): void {
    const { train } = this.#list!
    if (train.length < DEMO_PAIRS_OF_A_LIST) train.push(pair)
    else this.#test.push(pair)
    this.#indexes.push(index)
    this.#count(pair)
  }

  /** Adds a task that was read as a whole. */
  addWhole(task: Task): void {
    for (const pairs of [task.train, task.test]) for (const pair of pairs) this.#count(pair)
    this.#parts.push({ task, file: '', from: 0, earlierCount: 0, indexes: undefined, isLast: true })
  }

  /** Ends the current list. */
  endTask(): void {
    this.#endPart(true)
    this.#list = undefined
  }

  /** The window so far. */
  take(): TaskWindow {
    this.#endPart(false)
    const parts = this.#parts
    this.#parts = []
    this.#pairCount = this.#cellCount = 0
    return { parts }
  }

  #count({ input, output }: Pair): void {
    this.#pairCount++
    this.#cellCount += input.cells.length + (output?.cells.length ?? 0)
  }

  #endPart(isLast: boolean): void {
    if (this.#list === undefined || (this.#indexes.length === 0 && !isLast)) return
    const { id, file, train } = this.#list
    if (train.length === 0) return
    const task = { id, train, test: this.#test }
    const earlierCount = this.#earlierCount
    const from = earlierCount === 0 ? 0 : train.length
    this.#parts.push({ task, file, from, earlierCount, indexes: this.#indexes, isLast })
    this.#earlierCount += this.#indexes.length
    this.#test = []
    this.#indexes = []
  }
}
