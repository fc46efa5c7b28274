// Runs the steps of a plan that label the same grid in one pass. Results, and the words counted for each step, are those of
// the calls one by one.

import type { Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import type { Plan, PlannedLabelling } from '../../plan/plan.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'
import { NOT_TOGETHER, TOGETHER_LIMIT } from './label-together.ts'

const UNKNOWN = 0
const DONE = 1
const ONE_BY_ONE = 2

/** The labellings of a plan on one heap. */
export class Labellings {
  /** The results of the steps and the words that each would allocate, by slot; valid where `label` returned true. */
  readonly results: Int32Array
  readonly costs: Int32Array
  /** By slot the number of its labelling, from 1; 0 for other steps. */
  readonly #numbers: Int32Array
  readonly #labellings: readonly PlannedLabelling[]
  readonly #states: Uint8Array
  readonly #evaluator: CpuEvaluator
  readonly #isAllowed: boolean

  constructor({ slotCount, labellings }: Plan, evaluator: CpuEvaluator, allowance: number) {
    this.#labellings = labellings
    this.#evaluator = evaluator
    // With less, one call by itself could fail.
    this.#isAllowed = evaluator.budget >= TOGETHER_LIMIT && allowance >= TOGETHER_LIMIT
    this.#numbers = new Int32Array(slotCount)
    for (const [k, { slots }] of labellings.entries()) for (const slot of slots) this.#numbers[slot] = k + 1
    this.results = new Int32Array(slotCount)
    this.costs = new Int32Array(slotCount)
    this.#states = new Uint8Array(labellings.length + 1).fill(UNKNOWN)
  }

  /** Forgets all results: the grids have changed. */
  clear(): void {
    this.#states.fill(UNKNOWN)
  }

  /** Whether the result of the step of this slot is known; runs its labelling when first asked. */
  label(slot: number, heap: Heap, slots: Int32Array): boolean {
    const number = this.#numbers[slot]!
    if (number === 0) return false
    if (this.#states[number] === UNKNOWN) {
      const labelling = this.#labellings[number - 1]!
      const grid = slots[labelling.gridSlot]!
      const isDone = this.#isAllowed && !isError(grid) && this.#run(labelling, heap, grid)
      this.#states[number] = isDone ? DONE : ONE_BY_ONE
    }
    return this.#states[number] === DONE
  }

  #run({ slots, selectors }: PlannedLabelling, heap: Heap, grid: Word): boolean {
    const { top, scratchTop } = heap
    let wanted = 0
    for (const selector of selectors) wanted |= 1 << selector
    const table = this.#evaluator.label(heap, grid, wanted)
    heap.scratchTop = scratchTop
    if (table === NOT_TOGETHER) {
      heap.top = top
      heap.fault = 0
      return false
    }
    for (let k = 0; k < slots.length; k++) {
      const at = table + 2 * selectors[k]!
      this.results[slots[k]!] = heap.scratch[at]!
      this.costs[slots[k]!] = heap.scratch[at + 1]!
    }
    this.#evaluator.work.onCpu += slots.length
    return true
  }
}
