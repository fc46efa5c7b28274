// Runs the steps of a plan on the CPU: constants once, a task's steps once a task, the rest once a sample.

import { DEFAULT_ALLOWANCE, HeapFullError, MAX_HEAP_WORDS } from '../../kernel/heap-growth.ts'
import { type Heap, resetHeap } from '../../kernel/heap.ts'
import { INT_MAX, NONE, type Word } from '../../kernel/words.ts'
import type { GridData, Pair } from '../../data/task.ts'
import type { Rows } from '../../plan/graph.ts'
import { type Plan, type PlannedProgram, SLOT_OF, STEP_WIDTH } from '../../plan/plan.ts'
import { encodeGrid, encodePairs } from '../grid-data.ts'
import { storeConstants, storeSample } from '../input-slots.ts'
import type { RowVerdicts } from '../row-verdicts.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'
import { JudgedSlots } from './judged-slots.ts'
import { KernelHeap } from './kernel-heap.ts'
import { TOGETHER_LIMIT } from './label-together.ts'
import { PackedRows } from './packed-rows.ts'
import { PlanMemory, type StepRange } from './plan-memory.ts'
import type { RowSource } from './row-source.ts'

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
  /** Its first element is set to the slot of each step before the step runs, where steps run one by one. */
  readonly marker?: Int32Array | undefined
  readonly isStepwise?: boolean | undefined
  readonly observer?: StepObserver | undefined
  /** Runs no step after the one with which all steps together exceed the allowance. */
  readonly stopsAtAllowance?: boolean
}

function isStrictProgram({ mode }: PlannedProgram): boolean {
  return mode === 'strict'
}

/** More words than any steps allocate. */
const NEVER = 0x7fffffff

/**
 * A plan on a heap of its own; after `runSample` the slots hold that sample's words until the next one is run. Throws a
 * HeapFullError where the machine's memory ends; the run is of no use afterwards.
 */
export class PlanRun {
  readonly plan: Plan
  readonly heap: Heap
  /** Runs steps one by one and sets the marker before each; with an observer, they always are. */
  isStepwise = false
  /** Whether the last sample has an expected output. */
  isScored = false
  /** Steps run so far. */
  executed = 0
  readonly #evaluator: CpuEvaluator
  readonly #memory: PlanMemory
  /** Listed when a sample is first run by itself: rows are judged in translated code. */
  #judged: JudgedSlots | undefined
  /** Undefined if a program of the plan is a batt. */
  readonly #rows: PackedRows | undefined
  readonly #stopAt: number
  readonly #allowance: number
  readonly #marker: Int32Array | undefined
  readonly #observer: StepObserver | undefined
  readonly #constantTop: number
  readonly #constantWords: number
  #taskTop = 0
  #taskWords = 0
  #sampleWords = 0

  /** Takes the heap over: its content is dropped. */
  constructor(plan: Plan, heap: Heap, evaluator: CpuEvaluator, options: PlanRunOptions = {}) {
    const { budget } = evaluator
    const allowance = options.allowance ?? DEFAULT_ALLOWANCE
    this.plan = plan
    this.#stopAt = options.stopsAtAllowance === true ? allowance : NEVER
    this.#allowance = allowance
    this.#marker = options.marker
    this.#observer = options.observer
    this.isStepwise = options.isStepwise === true
    this.heap = heap
    this.#evaluator = evaluator
    resetHeap(heap)
    this.#begin(heap.top)
    // With less, one call of a labelling by itself could fail.
    const isAllowed = budget >= TOGETHER_LIMIT && allowance >= TOGETHER_LIMIT
    const labelsTogether = isAllowed && !(heap instanceof KernelHeap && !heap.labelsTogether)
    const isStrict = plan.programs.every(isStrictProgram)
    const memory = new PlanMemory(heap, plan, { budget, allowance, stopAt: this.#stopAt, isStrict, labelsTogether })
    this.#memory = memory
    storeConstants(heap, plan, (slot, word) => memory.setSlot(slot, word))
    this.#constantWords = this.#runSort('constant')
    if (isStrict) this.#rows = new PackedRows(heap, plan)
    this.#constantTop = heap.top
  }

  /** The word of each slot: a value, or an error. The array is valid until the next step. */
  get slots(): Int32Array {
    return this.#memory.slots
  }

  /** The words that the step of each slot has allocated; more than the allowance where it was refused more. */
  get costs(): Int32Array {
    return this.#memory.costs
  }

  /** The words that all steps of the sample have allocated together: no output has more. */
  get wordCount(): number {
    return this.#constantWords + this.#taskWords + this.#sampleWords
  }

  /** Sets S, if anything reads it, and runs the steps that depend on nothing else. */
  startTask(demos: readonly Pair[]): void {
    this.#begin(this.#constantTop)
    // Six grids or more, where a sample without them has one.
    if (this.plan.readsSamples) this.#memory.setSlot(SLOT_OF.S, encodePairs(this.heap, demos))
    this.#taskWords = this.#runSort('task')
    this.#taskTop = this.heap.top
  }

  /** The differences of an output from the expected one, where the last sample has one; valid until the next step. */
  differencesOf(slot: number): number {
    return this.#judgedSlots.differencesOf(this.heap, slot)
  }

  /**
   * Runs one sample of the task; without a grid to compare with, every statement that needs it fails. Outputs are compared with
   * the expected one, if it is given.
   */
  runSample(input: GridData, candidate: GridData | undefined, expected?: GridData): void {
    this.#begin(this.#taskTop)
    const [heap, memory] = [this.heap, this.#memory]
    storeSample(
      input,
      candidate,
      (grid) => encodeGrid(heap, grid),
      (slot, word) => memory.setSlot(slot, word),
    )
    this.#sampleWords = this.#runSort('sample') + this.#runSort('candidate')
    this.isScored = expected !== undefined
    if (expected !== undefined) this.#judgedSlots.compare(this.heap, this.#evaluator, this.#memory.slotsAt, expected)
  }

  /**
   * Runs and judges the samples [from, to) of the task, if all programs are strict and no step is watched. Ends before a sample
   * for which the memory does not suffice, or that needs more than the allowance: `runSample` is for this one.
   */
  runRows(source: RowSource, from: number, to: number): RowVerdicts | undefined {
    const rows = this.#rows
    if (rows === undefined || this.isStepwise || this.#observer !== undefined) return undefined
    this.#begin(this.#taskTop)
    this.#memory.setSlot(SLOT_OF.C, NONE)
    const { heap } = this
    // The steps of samples and of candidates are one after the other.
    const fromStep = this.#memory.stepsOf('sample').from
    const endStep = this.#memory.stepsOf('candidate').end
    try {
      const allowance = this.#allowance - this.#constantWords - this.#taskWords
      this.#evaluator.runRows(heap, this.#memory.address, rows.put(source, from, to, fromStep, endStep, allowance))
    } catch (error) {
      if (!(error instanceof HeapFullError)) throw error
    }
    const { verdicts } = rows
    this.#evaluator.work.onCpu += rows.kernelCount
    this.executed += (verdicts.rowCount * (endStep - fromStep)) / STEP_WIDTH
    heap.reach = MAX_HEAP_WORDS
    return verdicts
  }

  get #judgedSlots(): JudgedSlots {
    return (this.#judged ??= JudgedSlots.of(this.plan))
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

  #runSort(sort: Rows): number {
    return this.#runSteps(this.#memory.stepsOf(sort))
  }

  /** Runs steps one after the other and returns the words that they have allocated. */
  #runSteps(range: StepRange): number {
    if (range.from === range.end) return 0
    this.#memory.clearLabellings()
    const isWatched = this.isStepwise || this.#observer !== undefined
    const wordCount = isWatched ? this.#runOneByOne(range) : this.#run(range)
    this.heap.reach = MAX_HEAP_WORDS
    this.executed += (range.end - range.from) / STEP_WIDTH
    return wordCount
  }

  #run({ from, end }: StepRange): number {
    return this.#evaluator.runSteps(this.heap, this.#memory.address, from, end)
  }

  #runOneByOne({ from, end }: StepRange): number {
    const observer = this.#observer
    observer?.beginSteps(this.plan, this.heap)
    let wordCount = 0
    for (let at = from; at < end && wordCount <= this.#stopAt; at += STEP_WIDTH) {
      const slot = this.#memory.slotAt(at)
      if (this.#marker !== undefined) this.#marker[0] = slot
      wordCount += this.#run({ from: at, end: at + STEP_WIDTH })
      observer?.endStep(slot, this.slots[slot]!)
    }
    return wordCount
  }
}
