// Chooses the steps of a plan that have to be run on a sample: those whose outcome is not known, and those that they need.

import type { Task } from '../../data/task.ts'
import type { Heap } from '../../kernel/heap.ts'
import {
  NO_SLOT,
  type Plan,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
  firstStepSlot,
} from '../../plan/plan.ts'
import type { RunSettings } from '../backend.ts'
import type { KeptValues, TaskValues } from '../reuse/kept-values.ts'
import { ATOM, BLOCK, ERROR, LEFT, SampleValues, UNKNOWN } from '../reuse/sample-values.ts'

/**
 * The words of a sample: the slots, and the words allocated by the step of each slot. Both arrays are of the heap, and are replaced
 * when it grows.
 */
interface RowWords {
  readonly heap: Heap
  readonly slots: Int32Array
  readonly costs: Int32Array
}

/** In the slot of a value that is known to be no error, and that no step and no judge reads. */
const UNREAD = 0

/** The reuse of values on the samples of a plan and a task at a time. */
export class StepReuse {
  /** The words that the calls of the steps that are not run allocate. */
  skippedWords = 0
  readonly #values: KeptValues
  readonly #settings: RunSettings
  #plan: Plan | undefined
  #task: Task | undefined
  #taskValues: TaskValues | undefined
  /** The numbers of the nodes of the plan, by slot from the first step's on. */
  #numbers: Int32Array = new Int32Array(0)
  #epoch = 0
  #firstSlot = 0
  #steps = new Int32Array(0)
  #read = new Uint8Array(0)
  /** The values of the sample at hand, the steps that are run on it, and the slots whose values these need. */
  #sample = new SampleValues()
  #chosen = new Int32Array(0)
  #needed = new Uint8Array(0)

  constructor(values: KeptValues, settings: RunSettings) {
    this.#values = values
    this.#settings = settings
  }

  /** Starts sample `sample` of a task; a plan or a task that is the same as before costs nothing. */
  begin(plan: Plan, task: Task, sample: number): void {
    if (plan !== this.#plan) this.#beginPlan(plan)
    if (task !== this.#task || this.#values.epoch !== this.#epoch) {
      const { values, numbers } = this.#values.open(task, this.#settings, plan.nodeHashes!)
      this.#taskValues = values
      this.#numbers = numbers
      this.#task = task
      this.#epoch = this.#values.epoch
    }
    this.#sample = this.#taskValues!.sample(sample)
  }

  /** Fills the slots of the steps whose outcomes are known, and returns the others in their order. */
  choose(row: RowWords): Int32Array {
    const { states, words, defaults, costs: knownCosts } = this.#sample
    const steps = this.#steps
    const needed = this.#needed
    needed.set(this.#read)
    this.skippedWords = 0
    let first = steps.length
    // From the last on: whether a value is needed is known when all that could need it have been looked at.
    for (let at = steps.length - STEP_WIDTH; at >= 0; at -= STEP_WIDTH) {
      const raw = steps[at + STEP_RAW]!
      const safe = steps[at + STEP_SAFE]!
      const node = this.#numbers[raw - this.#firstSlot]!
      const state = states[node]!
      const isNeeded = needed[raw] === 1 || (safe !== NO_SLOT && needed[safe] === 1)
      if (state === UNKNOWN || (state === LEFT && isNeeded)) {
        first -= STEP_WIDTH
        for (let k = 0; k < STEP_WIDTH; k++) this.#chosen[first + k] = steps[at + k]!
        this.#needArguments(steps, at)
        continue
      }
      const cost = knownCosts[node]!
      row.costs[raw] = cost
      this.skippedWords += cost
      const isRestored = state === BLOCK && isNeeded
      const word = isRestored
        ? this.#sample.restore(node, row.heap)
        : state === ATOM || state === ERROR
          ? words[node]!
          : UNREAD
      row.slots[raw] = word
      if (safe !== NO_SLOT) row.slots[safe] = state === ERROR ? defaults[node]! : word
    }
    this.#values.hits += first / STEP_WIDTH
    this.#values.misses += (steps.length - first) / STEP_WIDTH
    return this.#chosen.subarray(first)
  }

  /** Keeps the outcomes of the steps that were run. */
  record(steps: Int32Array, { heap, slots, costs }: RowWords): void {
    for (let at = 0; at < steps.length; at += STEP_WIDTH) {
      const raw = steps[at + STEP_RAW]!
      const node = this.#numbers[raw - this.#firstSlot]!
      this.#sample.record(node, slots[raw]!, slots[steps[at + STEP_CALLEE]!]!, costs[raw]!, heap)
    }
  }

  #beginPlan(plan: Plan): void {
    this.#plan = plan
    this.#task = undefined
    const { sample, candidate } = plan.steps
    const steps = new Int32Array(sample.length + candidate.length)
    steps.set(sample)
    steps.set(candidate, sample.length)
    this.#steps = steps
    this.#chosen = new Int32Array(steps.length)
    this.#firstSlot = firstStepSlot(plan)
    this.#read = new Uint8Array(plan.slotCount)
    this.#needed = new Uint8Array(plan.slotCount)
    for (const { result, outputs } of plan.programs) {
      if (result !== NO_SLOT) this.#read[result] = 1
      for (const slot of outputs) this.#read[slot] = 1
    }
  }

  #needArguments(steps: Int32Array, at: number): void {
    const needed = this.#needed
    needed[steps[at + STEP_CALLEE]!] = 1
    const count = steps[at + STEP_ARGUMENT_COUNT]!
    const first = at + STEP_ARGUMENTS
    const long = first + count > at + STEP_WIDTH ? this.#plan!.longArguments.get(steps[at + STEP_RAW]!)! : undefined
    if (long === undefined) for (let k = first; k < first + count; k++) needed[steps[k]!] = 1
    else for (const slot of long) needed[slot] = 1
  }
}
