// Runs the steps of a plan on the CPU: constants once, a task's steps once a task, the rest once a sample.

import { ROOM_ERROR } from '../../kernel/errors.ts'
import { DEFAULT_ALLOWANCE, MAX_HEAP_WORDS } from '../../kernel/heap-growth.ts'
import { type Heap, resetHeap } from '../../kernel/heap.ts'
import { INT_MAX, type Word, isError } from '../../kernel/words.ts'
import type { GridData, Pair } from '../../data/task.ts'
import {
  NO_SLOT,
  type Plan,
  SLOT_OF,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from '../../plan/plan.ts'
import { encodeGrid, encodePairs } from '../grid-data.ts'
import { guardResult } from '../guarded-result.ts'
import { storeConstants, storeSample } from '../input-slots.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'
import { Labellings } from './labellings.ts'
import type { StepReuse } from './step-reuse.ts'

/** Is told of every step. */
export interface StepObserver {
  /** Steps of this plan follow on this heap. */
  beginSteps(plan: Plan, heap: Heap): void
  /** The step of this slot is done; the result may be an error. */
  endStep(slot: number, result: Word): void
}

export interface PlanRunOptions {
  /** The most words that one step may allocate; default: DEFAULT_ALLOWANCE. */
  readonly allowance?: number | undefined
  /** Its first element is set to the slot of each step before the step runs. */
  readonly marker?: Int32Array | undefined
  readonly observer?: StepObserver | undefined
  /** Runs no step after the one with which all steps together exceed the allowance. */
  readonly stopsAtAllowance?: boolean
}

/**
 * A plan on a heap of its own; after `runSample` the slots hold that sample's words until the next one is run. Throws a
 * HeapFullError where the machine's memory ends; the run is of no use afterwards.
 */
export class PlanRun {
  readonly plan: Plan
  readonly heap: Heap
  /** The word of each slot: a value, or an error. */
  readonly slots: Int32Array
  /** The words that the step of each slot has allocated; more than the allowance where it was refused more. */
  readonly costs: Int32Array
  /** Steps run so far. */
  executed = 0
  readonly #evaluator: CpuEvaluator
  readonly #labellings: Labellings
  readonly #allowance: number
  readonly #stopAt: number
  readonly #marker: Int32Array
  readonly #observer: StepObserver | undefined
  readonly #constantTop: number
  readonly #constantWords: number
  readonly #store = (slot: number, word: Word) => {
    this.slots[slot] = word
  }
  #taskTop = 0
  #taskWords = 0
  #sampleWords = 0

  /** Takes the heap over: its content is dropped. */
  constructor(plan: Plan, heap: Heap, evaluator: CpuEvaluator, options: PlanRunOptions = {}) {
    this.plan = plan
    this.#allowance = options.allowance ?? DEFAULT_ALLOWANCE
    this.#stopAt = options.stopsAtAllowance === true ? this.#allowance : Infinity
    this.#marker = options.marker ?? new Int32Array(1)
    this.#observer = options.observer
    this.heap = heap
    this.slots = new Int32Array(plan.slotCount)
    this.costs = new Int32Array(plan.slotCount)
    this.#evaluator = evaluator
    this.#labellings = new Labellings(plan, evaluator, this.#allowance)
    resetHeap(heap)
    this.#begin(heap.top)
    storeConstants(heap, plan, this.#store)
    this.#constantWords = this.#runSteps(plan.steps.constant)
    this.#constantTop = heap.top
  }

  /** The words that all steps of the sample have allocated together: no output has more. */
  get wordCount(): number {
    return this.#constantWords + this.#taskWords + this.#sampleWords
  }

  /** Sets S, and runs the steps that depend on nothing else. */
  startTask(demos: readonly Pair[]): void {
    this.#begin(this.#constantTop)
    this.slots[SLOT_OF.S] = encodePairs(this.heap, demos)
    this.#taskWords = this.#runSteps(this.plan.steps.task)
    this.#taskTop = this.heap.top
  }

  /** Runs one sample of the task; without a grid to compare with, every statement that needs it fails. */
  runSample(input: GridData, candidate: GridData | undefined, reuse?: StepReuse): void {
    this.#begin(this.#taskTop)
    storeSample(input, candidate, (grid) => encodeGrid(this.heap, grid), this.#store)
    if (reuse !== undefined) {
      const steps = reuse.choose(this)
      this.#sampleWords = this.#runSteps(steps) + reuse.skippedWords
      reuse.record(steps, this)
      return
    }
    this.#sampleWords = this.#runSteps(this.plan.steps.sample) + this.#runSteps(this.plan.steps.candidate)
  }

  /** Frees the heap from `top` on and clears what the last kernel left: inputs and constants count against no limit. */
  #begin(top: number): void {
    const { heap } = this
    heap.top = top
    heap.scratchTop = 0
    heap.work = 0
    heap.budget = INT_MAX
    heap.fault = 0
    heap.reach = MAX_HEAP_WORDS
    heap.wasRefused = false
  }

  /** Runs steps one after the other and returns the words that they have allocated. */
  #runSteps(steps: Int32Array): number {
    const { slots, costs, heap } = this
    const allowance = this.#allowance
    const stopAt = this.#stopAt
    const observer = this.#observer
    const labellings = this.#labellings
    labellings.clear()
    observer?.beginSteps(this.plan, heap)
    let top = heap.top
    let wordCount = 0
    for (let at = 0; at < steps.length && wordCount <= stopAt; at += STEP_WIDTH) {
      const raw = steps[at + STEP_RAW]!
      this.#marker[0] = raw
      heap.reach = top + allowance
      const callee = slots[steps[at + STEP_CALLEE]!]!
      const isLabelled = labellings.label(raw, heap, slots)
      let result = isLabelled ? labellings.results[raw]! : isError(callee) ? callee : this.#call(callee, steps, at)
      const end = heap.top
      let cost = isLabelled ? labellings.costs[raw]! : end - top
      // A step that was refused memory has less than it asked for; whether it was refused depends on the heap's size.
      if (cost > allowance || heap.wasRefused) {
        heap.wasRefused = false
        result = ROOM_ERROR
        cost = allowance + 1
      }
      top = end
      costs[raw] = cost
      wordCount += cost
      slots[raw] = result
      const safe = steps[at + STEP_SAFE]!
      if (safe !== NO_SLOT) slots[safe] = guardResult(result, callee)
      observer?.endStep(raw, result)
    }
    heap.reach = MAX_HEAP_WORDS
    this.executed += steps.length / STEP_WIDTH
    return wordCount
  }

  #call(callee: Word, steps: Int32Array, at: number): Word {
    const { slots } = this
    const count = steps[at + STEP_ARGUMENT_COUNT]!
    const first = at + STEP_ARGUMENTS
    if (count > STEP_WIDTH - STEP_ARGUMENTS) {
      for (const slot of this.plan.longArguments.get(steps[at + STEP_RAW]!)!) {
        if (isError(slots[slot]!)) return slots[slot]!
      }
    }
    const a = count > 0 ? slots[steps[first]!]! : 0
    if (isError(a)) return a
    const b = count > 1 ? slots[steps[first + 1]!]! : 0
    if (isError(b)) return b
    const c = count > 2 ? slots[steps[first + 2]!]! : 0
    if (isError(c)) return c
    const d = count > 3 ? slots[steps[first + 3]!]! : 0
    if (isError(d)) return d
    return this.#evaluator.callWords(this.heap, callee, count, a, b, c, d)
  }
}
