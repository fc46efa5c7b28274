// Interprets the image of a chunk on the CPU: reads heap, arena and tables as the scheduler on a device does, and never the
// columns or plans of the host. So tests of the host need no device.

import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { NO_GRID, OTHER_SIZE } from '../../src/backends/mismatch.ts'
import { kernelNumber, MAX_KERNELS } from '../../src/backends/gpu/shaders/device-state.ts'
import {
  OUTPUT_WORDS,
  ROUND_WORDS,
  ROWS_SAMPLE,
  ROWS_TASK,
  SITE_WORDS,
  TABLE,
} from '../../src/backends/gpu/device-code/table-layout.ts'
import { cellCount } from '../../src/kernel/blocks.ts'
import { copyValue } from '../../src/kernel/copy-value.ts'
import { BUDGET_ERROR, PENDING, isLimitError } from '../../src/kernel/errors.ts'
import { EMPTY_TUPLE, Heap, SAFE_FUNCTION } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, addressOf, isError, isPrimitive, isRef } from '../../src/kernel/words.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { EvaluationInterpreter } from './evaluation-interpreter.ts'

/** Fills the answers before the run; no call may read it. */
const UNWRITTEN = -0x7ead
const MAX_ARGUMENTS = 4
const COPY_BUDGET = 1 << 24

export interface CallLimits {
  readonly budget: number
  /** A call with more work is left pending. */
  readonly callLimit: number
}

/** One chunk on the CPU. */
export class ImageInterpreter {
  readonly heap: Heap
  readonly arena: Int32Array
  /** The number of calls by kernel, as far as statements call primitives directly. */
  readonly calls = new Int32Array(MAX_KERNELS)
  /** All kernels run, those of closures and maps included. */
  callCount = 0
  exportStart = 0
  /** The counted work of rows and their marks. */
  readonly counters: Int32Array
  readonly evaluations: EvaluationInterpreter
  readonly #tables: Int32Array

  /** `arena` is the whole arena; its first `answerWords` words are overwritten. */
  constructor(
    heapWords: Int32Array,
    arena: Int32Array,
    answerWords: number,
    tables: Int32Array,
    counterCount: number,
    layout: CellLayout = 'a',
  ) {
    this.counters = new Int32Array(counterCount)
    this.heap = new Heap(Math.max(1 << 12, heapWords.length * 2), undefined, layout)
    this.heap.words.set(heapWords)
    this.heap.top = heapWords.length
    this.arena = arena.slice().fill(UNWRITTEN, 0, answerWords)
    this.#tables = tables
    const { counters } = this
    const valueAt = (slot: number, row: number, tasks: number) => this.#valueAt(slot, row, tasks, ROWS_SAMPLE)
    const cellsOf = (grid: Word) => cellCount(this.heap, grid)
    this.evaluations = new EvaluationInterpreter({ arena: this.arena, tables, counters, valueAt, cellsOf })
  }

  /** Runs the calls that begin in a round; returns their kernels. A call that needs more rounds than are left is pending. */
  runRound(number: number, roundsLeft: number, limits: CallLimits): (string | undefined)[] {
    const tables = this.#tables
    const head = tables[TABLE.rounds]! + number * ROUND_WORDS
    const [firstSite, siteCount, rows] = [tables[head]!, tables[head + 1]!, tables[head + 2]!]
    const sites = tables[TABLE.sites]! + firstSite * SITE_WORDS
    const kernels: (string | undefined)[] = []
    for (let k = 0; k < rows; k++) {
      const site = this.#itemOf(sites, siteCount, SITE_WORDS, k)
      kernels.push(this.#launch(site, k - tables[site]!, roundsLeft, limits))
    }
    return kernels
  }

  /** Runs one call; returns the kernel of a primitive that is called directly. */
  #launch(site: number, row: number, roundsLeft: number, { budget, callLimit }: CallLimits): string | undefined {
    const tables = this.#tables
    const [sort, column, calleeSlot, count, args, tasks, workBase] = tables.subarray(site + 1, site + 8)
    const callee = this.#valueAt(calleeSlot!, row, tasks!, sort!)
    const values = Array.from({ length: count! }, (_, k) => this.#valueAt(tables[args! + k]!, row, tasks!, sort!))
    const place = column! + row
    const error = [callee, ...values].find(isError)
    if (error !== undefined) {
      this.arena[place] = callee === PENDING || values.includes(PENDING) ? PENDING : error
      return undefined
    }
    const evaluator = new CpuEvaluator(budget)
    const [a = 0, b = 0, c = 0, d = 0] = values
    this.heap.scratchTop = 0
    this.heap.fault = 0
    const result = evaluator.callWords(this.heap, callee, Math.min(count!, MAX_ARGUMENTS + 1), a, b, c, d)
    this.counters[workBase! + row]! += this.heap.work
    const isLong = this.heap.work > callLimit && callLimit < budget
    this.arena[place] = evaluator.work.onCpu > roundsLeft || isLong ? PENDING : result
    this.callCount += evaluator.work.onCpu
    const primitive = isPrimitive(callee) ? primitives[callee - PRIMITIVE_BASE] : undefined
    if (primitive?.parameters.length !== count) return undefined
    const kernel = primitive!.sort === 'higher-order' ? primitive!.callsName : primitive!.kernelName
    this.calls[kernelNumber(kernel)]!++
    return kernel
  }

  /** Writes the differences of every judged output. */
  judge(): void {
    this.#eachOutput(TABLE.judged, TABLE.judgedCount, (value, row, output) => {
      const expected = this.arena[this.#tables[output + 4]! + row]!
      this.arena[this.#tables[output + 2]! + row] =
        isRef(value) && isRef(expected) ? this.#countDifferences(value, expected) : NO_GRID
    })
  }

  /** Copies every exported output to the end of the heap; one of more than `copyLimit` words fails. */
  exportOutputs(copyLimit = Infinity): Int32Array {
    const { heap } = this
    this.exportStart = heap.top
    this.#eachOutput(TABLE.exports, TABLE.exportCount, (value, row, output) => {
      const place = this.#tables[output + 2]! + row
      this.arena[place] = value
      if (!isRef(value) || value <= SAFE_FUNCTION) return
      const before = heap.top
      Object.assign(heap, { work: 0, budget: COPY_BUDGET, fault: 0, scratchTop: 0 })
      this.arena[place] = copyValue(heap, value)
      if (heap.top - before <= copyLimit) return
      heap.top = before
      this.arena[place] = BUDGET_ERROR
    })
    return heap.words.slice(this.exportStart, heap.top)
  }

  #eachOutput(at: number, count: number, handle: (value: Word, row: number, output: number) => void): void {
    const tables = this.#tables
    const [items, itemCount] = [tables[at]!, tables[count]!]
    const total = tables[items + itemCount * OUTPUT_WORDS]!
    for (let k = 0; k < total; k++) {
      const output = this.#itemOf(items, itemCount, OUTPUT_WORDS, k)
      const row = k - tables[output]!
      handle(this.#valueAt(tables[output + 1]!, row, tables[output + 3]!, ROWS_SAMPLE), row, output)
    }
  }

  /** The last item whose first row is not after `row`. */
  #itemOf(items: number, count: number, width: number, row: number): number {
    let found = items
    for (let k = 0; k < count; k++) if (this.#tables[items + k * width]! <= row) found = items + k * width
    return found
  }

  #rawAt(slot: number, row: number, tasks: number, rows: number): Word {
    const sort = this.#tables[slot + 1]
    const task = rows === ROWS_SAMPLE ? this.#tables[tasks + row]! : row
    const word = this.arena[this.#tables[slot]! + (sort === ROWS_SAMPLE ? row : sort === ROWS_TASK ? task : 0)]
    if (word === undefined || word === UNWRITTEN) throw new Error(`the slot at ${slot} is read before it is written`)
    return word
  }

  #valueAt(slot: number, row: number, tasks: number, rows: number): Word {
    const value = this.#rawAt(slot, row, tasks, rows)
    const guard = this.#tables[slot + 2]!
    if (guard < 0 || !isError(value) || value === PENDING || isLimitError(value)) return value
    const callee = this.#rawAt(guard, row, tasks, rows)
    if (!isPrimitive(callee)) return EMPTY_TUPLE
    return this.#tables[this.#tables[TABLE.primitives]! + 2 * (callee - PRIMITIVE_BASE) + 1]!
  }

  #countDifferences(value: Word, grid: Word): number {
    const { words } = this.heap
    const [a, b] = [addressOf(value), addressOf(grid)]
    if ((words[a]! & 15) !== (words[b]! & 15)) return NO_GRID
    if (words[a] !== words[b] || words[a + 1] !== words[b + 1]) return OTHER_SIZE
    const length = 2 + (words[b]! >> 4) * words[b + 1]!
    let count = 0
    for (let k = 2; k < length; k++) if (words[a + k] !== words[b + k]) count++
    return count
  }
}
