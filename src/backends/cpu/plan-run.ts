// Runs the steps of a plan on the CPU: constants once, a task's steps once a task, the rest once a sample.

import { ABSENT_ERROR } from '../../kernel/errors.ts'
import { type Heap, resetHeap } from '../../kernel/heap.ts'
import { INT_MAX, type Word, isError } from '../../kernel/words.ts'
import type { GridData, Pair } from '../../data/task.ts'
import { safeDefaultOf } from '../../language/values/safe-default.ts'
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
import { encodeConstant } from '../encode-constant.ts'
import { encodeGrid, encodePairs } from '../grid-data.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'

/** Who wants to know of every step. */
export interface StepObserver {
  /** Steps of this plan are about to be made on this heap. */
  beginSteps(plan: Plan, heap: Heap): void
  /** The step of this slot was made; an error may be what it gave. */
  endStep(slot: number, result: Word): void
}

/** A plan on a heap of its own; after `runSample` the slots hold that sample's words, until the next one is run. */
export class PlanRun {
  readonly plan: Plan
  readonly heap: Heap
  /** The word of each slot: a value, or an error. */
  readonly slots: Int32Array
  /** Steps made so far. */
  executed = 0
  readonly #evaluator: CpuEvaluator
  /** Its first place gets the slot of each step before it is made. */
  readonly #marker: Int32Array
  readonly #observer: StepObserver | undefined
  readonly #constantTop: number
  #taskTop = 0

  /** Takes the heap over: what was on it is forgotten. */
  constructor(
    plan: Plan,
    heap: Heap,
    evaluator: CpuEvaluator,
    marker: Int32Array = new Int32Array(1),
    observer?: StepObserver,
  ) {
    this.plan = plan
    this.#marker = marker
    this.#observer = observer
    this.heap = heap
    this.slots = new Int32Array(plan.slotCount)
    this.#evaluator = evaluator
    resetHeap(heap)
    this.#begin(heap.top)
    let slot = SLOT_OF.C + 1
    for (const constant of plan.constants) this.slots[slot++] = encodeConstant(heap, constant)
    for (const word of plan.primitives) this.slots[slot++] = word
    this.#runSteps(plan.steps.constant)
    this.#constantTop = heap.top
  }

  /** Sets S, and runs what depends on nothing else. */
  startTask(demos: readonly Pair[]): void {
    this.#begin(this.#constantTop)
    this.slots[SLOT_OF.S] = encodePairs(this.heap, demos)
    this.#runSteps(this.plan.steps.task)
    this.#taskTop = this.heap.top
  }

  /** Runs one sample of the task; without a grid to compare with, every statement that needs it fails. */
  runSample(input: GridData, candidate: GridData | undefined): void {
    this.#begin(this.#taskTop)
    this.slots[SLOT_OF.I] = encodeGrid(this.heap, input)
    this.slots[SLOT_OF.C] = candidate === undefined ? ABSENT_ERROR : encodeGrid(this.heap, candidate)
    this.#runSteps(this.plan.steps.sample)
    this.#runSteps(this.plan.steps.candidate)
  }

  /** Forgets what is above, and what the last kernel left behind: inputs and constants count against no budget. */
  #begin(top: number): void {
    this.heap.top = top
    this.heap.scratchTop = 0
    this.heap.work = 0
    this.heap.budget = INT_MAX
    this.heap.fault = 0
  }

  #runSteps(steps: Int32Array): void {
    const { slots } = this
    const observer = this.#observer
    observer?.beginSteps(this.plan, this.heap)
    for (let at = 0; at < steps.length; at += STEP_WIDTH) {
      const raw = steps[at + STEP_RAW]!
      this.#marker[0] = raw
      const callee = slots[steps[at + STEP_CALLEE]!]!
      const result = isError(callee) ? callee : this.#call(callee, steps, at)
      slots[raw] = result
      const safe = steps[at + STEP_SAFE]!
      if (safe !== NO_SLOT) slots[safe] = isError(result) ? safeDefaultOf(callee) : result
      observer?.endStep(raw, result)
    }
    this.executed += steps.length / STEP_WIDTH
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
