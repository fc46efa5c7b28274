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
import type { Plan } from '../../plan/plan.ts'
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
  /** Whether no step has a default: all programs are strict. */
  readonly isStrict: boolean
  /** Whether steps that label one grid are run in one pass. */
  readonly labelsTogether: boolean
}

/** The half-open range of the addresses of some steps. */
export interface StepRange {
  readonly from: Address
  readonly end: Address
}

// Plans are many and short: one object for all that have nothing of a kind, or no view yet.
const NO_WORDS = new Int32Array()
const NO_LABELLINGS: Plan['labellings'] = []
const NOWHERE: ReadonlyMap<number, Address> = new Map()

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
  // Growing replaces the words of a heap.
  #words: Int32Array = NO_WORDS
  #slots: Int32Array = this.#words
  #costs: Int32Array = this.#words

  /** Allocates the tables at the top of the heap; throws a HeapFullError where the machine's memory ends. */
  constructor(heap: Heap, plan: Plan, limits: StepLimits) {
    const { slotCount, steps, longArguments } = plan
    const labellings = limits.labelsTogether ? plan.labellings : NO_LABELLINGS
    const defaults = limits.isStrict ? NO_WORDS : safeDefaults
    const address = heap.top
    this.#heap = heap
    this.#slotCount = slotCount
    this.address = address
    this.slotsAt = address + PLAN_HEADER_WORDS
    this.#costsAt = this.slotsAt + slotCount
    const labelsAt = this.#costsAt + slotCount
    this.#labellingsAt = labellings.length === 0 ? labelsAt : labelsAt + slotCount
    this.#labellingCount = labellings.length
    const defaultsAt = this.#labellingsAt + labellings.length * LABELLING_WORDS
    const { constant, task, sample, candidate } = steps
    const constantAt = defaultsAt + defaults.length
    const taskAt = constantAt + constant.length
    const sampleAt = taskAt + task.length
    const candidateAt = sampleAt + sample.length
    const stepsEnd = candidateAt + candidate.length
    this.#ranges = {
      constant: { from: constantAt, end: taskAt },
      task: { from: taskAt, end: sampleAt },
      sample: { from: sampleAt, end: candidateAt },
      candidate: { from: candidateAt, end: stepsEnd },
    }
    const longAt = longArguments.size === 0 ? NOWHERE : placeLong(longArguments, stepsEnd)
    let end = stepsEnd
    for (const args of longArguments.values()) end += args.length
    reserveWords(heap, end)
    const { words } = heap
    words.fill(0, address, defaultsAt)
    heap.top = end
    words[address + PLAN_SLOTS] = this.slotsAt
    words[address + PLAN_COSTS] = this.#costsAt
    words[address + PLAN_LABELS] = labellings.length === 0 ? 0 : labelsAt
    words[address + PLAN_DEFAULTS] = defaultsAt
    words[address + PLAN_DEFAULT_COUNT] = defaults.length
    words[address + PLAN_BUDGET] = limits.budget
    words[address + PLAN_ALLOWANCE] = limits.allowance
    words[address + PLAN_STOP_AT] = limits.stopAt
    words[address + PLAN_LABELLINGS] = this.#labellingsAt
    words[address + PLAN_LABELLING_COUNT] = labellings.length
    put(words, defaults, defaultsAt)
    put(words, constant, constantAt)
    put(words, task, taskAt)
    put(words, sample, sampleAt)
    put(words, candidate, candidateAt)
    if (longAt !== NOWHERE) {
      for (const [slot, at] of longAt) words.set(longArguments.get(slot)!, at)
      pointToLong(words, { from: constantAt, end: stepsEnd }, longAt)
    }
    for (let k = 0; k < labellings.length; k++) {
      const { gridSlot, slots, selectors } = labellings[k]!
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

/** Many lists of a plan are empty. */
function put(words: Int32Array, list: Int32Array, at: Address): void {
  if (list.length > 0) words.set(list, at)
}

/** The addresses of lists of arguments by slot, one behind the other. */
function placeLong(longArguments: Plan['longArguments'], first: Address): Map<number, Address> {
  const longAt = new Map<number, Address>()
  let at = first
  for (const [slot, args] of longArguments) {
    longAt.set(slot, at)
    at += args.length
  }
  return longAt
}

/** Replaces the first argument of steps that have more arguments than room by the address of all of them. */
function pointToLong(words: Int32Array, { from, end }: StepRange, longAt: ReadonlyMap<number, Address>): void {
  if (longAt.size === 0) return
  for (let at = from; at < end; at += STEP_WIDTH) {
    if (words[at + STEP_ARGUMENT_COUNT]! <= MAX_STEP_ARGUMENTS) continue
    words[at + STEP_ARGUMENTS] = longAt.get(words[at + STEP_RAW]!)!
  }
}
