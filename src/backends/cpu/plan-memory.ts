// A plan on the heap that it runs on: the form that `runSteps` reads. It stands below all values, where nothing frees it.

import { type Heap, reserveWords } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'
import { safeDefaults } from '../../language/values/safe-default.ts'
import type { Rows } from '../../plan/graph.ts'
import {
  MAX_STEP_ARGUMENTS,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_RAW,
  STEP_WIDTH,
} from '../../plan/step-layout.ts'
import { type Plan, ROWS } from '../../plan/plan.ts'
import {
  LABELLING_COUNT,
  LABELLING_GRID_SLOT,
  LABELLING_STATE,
  LABELLING_UNKNOWN,
  LABELLING_WANTED,
  LABELLING_WORDS,
  PLAN_ALLOWANCE,
  PLAN_BUDGET,
  PLAN_COSTS,
  PLAN_DEFAULTS,
  PLAN_DEFAULT_COUNT,
  PLAN_HEADER_WORDS,
  PLAN_LABELLINGS,
  PLAN_LABELLING_COUNT,
  PLAN_LABELS,
  PLAN_SLOTS,
  PLAN_STOP_AT,
  packLabel,
} from './run-steps.ts'

/** The limits of the steps. */
export interface StepLimits {
  readonly budget: number
  readonly allowance: number
  readonly stopAt: number
  /** Whether steps that label one grid are run in one pass. */
  readonly labelsTogether: boolean
}

/** The half-open range of the addresses of some steps. */
export interface StepRange {
  readonly from: Address
  readonly end: Address
}

/** Plans are many and short: one array for all that have no view yet. */
const NO_WORDS = new Int32Array()

/** The tables of a plan in the words of a heap. */
export class PlanMemory {
  readonly address: Address
  /** The address of the words of the slots. */
  readonly slotsAt: Address
  readonly #heap: Heap
  readonly #slotCount: number
  readonly #costsAt: Address
  readonly #labellingsAt: Address
  readonly #labellingCount: number
  readonly #ranges: Readonly<Record<Rows, StepRange>>
  /** The addresses of the arguments of steps that have more than a step has room for, by slot. */
  readonly #longAt: ReadonlyMap<number, Address>
  // Growing replaces the words of a heap.
  #words: Int32Array = NO_WORDS
  #slots: Int32Array = this.#words
  #costs: Int32Array = this.#words

  /** Allocates the tables at the top of the heap; throws a HeapFullError where the machine's memory ends. */
  constructor(heap: Heap, plan: Plan, limits: StepLimits) {
    const { slotCount, steps, longArguments } = plan
    const labellings = limits.labelsTogether ? plan.labellings : []
    let end = heap.top
    const take = (count: number): Address => {
      end += count
      return end - count
    }
    this.#heap = heap
    this.#slotCount = slotCount
    this.address = take(PLAN_HEADER_WORDS)
    this.slotsAt = take(slotCount)
    this.#costsAt = take(slotCount)
    const labelsAt = labellings.length === 0 ? 0 : take(slotCount)
    this.#labellingsAt = take(labellings.length * LABELLING_WORDS)
    this.#labellingCount = labellings.length
    const defaultsAt = take(safeDefaults.length)
    const rangeOf = (sort: Rows): StepRange => ({ from: take(steps[sort].length), end })
    this.#ranges = {
      constant: rangeOf('constant'),
      task: rangeOf('task'),
      sample: rangeOf('sample'),
      candidate: rangeOf('candidate'),
    }
    const longAt = new Map<number, Address>()
    for (const [slot, slots] of longArguments) longAt.set(slot, take(slots.length))
    this.#longAt = longAt
    reserveWords(heap, end)
    const { words } = heap
    words.fill(0, heap.top, defaultsAt)
    heap.top = end
    const { address } = this
    words[address + PLAN_SLOTS] = this.slotsAt
    words[address + PLAN_COSTS] = this.#costsAt
    words[address + PLAN_LABELS] = labelsAt
    words[address + PLAN_DEFAULTS] = defaultsAt
    words[address + PLAN_DEFAULT_COUNT] = safeDefaults.length
    words[address + PLAN_BUDGET] = limits.budget
    words[address + PLAN_ALLOWANCE] = limits.allowance
    words[address + PLAN_STOP_AT] = limits.stopAt
    words[address + PLAN_LABELLINGS] = this.#labellingsAt
    words[address + PLAN_LABELLING_COUNT] = labellings.length
    words.set(safeDefaults, defaultsAt)
    for (const sort of ROWS) words.set(steps[sort], this.#ranges[sort].from)
    for (const [slot, at] of longAt) words.set(longArguments.get(slot)!, at)
    for (const sort of ROWS) pointToLong(words, this.#ranges[sort], longAt)
    for (const [k, { gridSlot, slots, selectors }] of labellings.entries()) {
      const at = this.#labellingsAt + k * LABELLING_WORDS
      words[at + LABELLING_GRID_SLOT] = gridSlot
      words[at + LABELLING_WANTED] = selectors.reduce((wanted, selector) => wanted | (1 << selector), 0)
      words[at + LABELLING_COUNT] = slots.length
      for (const [i, slot] of slots.entries()) words[labelsAt + slot] = packLabel(at, selectors[i]!)
    }
  }

  /** The words of the slots; the array is valid until the heap grows. */
  get slots(): Int32Array {
    this.#view()
    return this.#slots
  }

  /** The words that the step of each slot has allocated; the array is valid until the heap grows. */
  get costs(): Int32Array {
    this.#view()
    return this.#costs
  }

  setSlot(slot: number, word: number): void {
    this.#heap.words[this.slotsAt + slot] = word
  }

  stepsOf(sort: Rows): StepRange {
    return this.#ranges[sort]
  }

  /** Puts some of the plan's steps at the top of the heap, to be run in their place. */
  putSteps(steps: Int32Array): StepRange {
    const heap = this.#heap
    const range = { from: heap.top, end: heap.top + steps.length }
    reserveWords(heap, range.end)
    heap.words.set(steps, range.from)
    pointToLong(heap.words, range, this.#longAt)
    heap.top = range.end
    return range
  }

  /** The slot of the result of the step at an address. */
  slotAt(step: Address): number {
    return this.#heap.words[step + STEP_RAW]!
  }

  /** Forgets the results of all labellings: the grids have changed. */
  clearLabellings(): void {
    const { words } = this.#heap
    for (let k = 0; k < this.#labellingCount; k++) {
      words[this.#labellingsAt + k * LABELLING_WORDS + LABELLING_STATE] = LABELLING_UNKNOWN
    }
  }

  #view(): void {
    const { words } = this.#heap
    if (this.#words === words) return
    this.#words = words
    this.#slots = words.subarray(this.slotsAt, this.slotsAt + this.#slotCount)
    this.#costs = words.subarray(this.#costsAt, this.#costsAt + this.#slotCount)
  }
}

/** Replaces the first argument of steps that have more arguments than room by the address of all of them. */
function pointToLong(words: Int32Array, { from, end }: StepRange, longAt: ReadonlyMap<number, Address>): void {
  if (longAt.size === 0) return
  for (let at = from; at < end; at += STEP_WIDTH) {
    if (words[at + STEP_ARGUMENT_COUNT]! <= MAX_STEP_ARGUMENTS) continue
    words[at + STEP_ARGUMENTS] = longAt.get(words[at + STEP_RAW]!)!
  }
}
