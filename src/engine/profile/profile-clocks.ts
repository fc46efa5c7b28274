// The clocks of a profile: observers of a run that add up times, calls and words, step by step or kernel by kernel.

import type { StepObserver } from '../../backends/cpu/plan-run.ts'
import { type KernelObserver, kernelCount } from '../../backends/cpu/watched-heap.ts'
import type { Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import type { Plan } from '../../plan/plan.ts'

/** Calls, times, words and errors by slot or by kernel. Times are in milliseconds and include one clock reading per call. */
export class CallCounts {
  readonly calls: Float64Array
  readonly ms: Float64Array
  readonly words: Float64Array
  readonly errors: Float64Array

  constructor(length: number) {
    this.calls = new Float64Array(length)
    this.ms = new Float64Array(length)
    this.words = new Float64Array(length)
    this.errors = new Float64Array(length)
  }

  add(at: number, ms: number, words: number, result: Word): void {
    this.calls[at]!++
    this.ms[at]! += ms
    this.words[at]! += words
    if (isError(result)) this.errors[at]!++
  }

  /** Takes the times of another pass where they are shorter, which leaves out other work of the machine. */
  keepFaster({ ms }: CallCounts): void {
    for (let at = 0; at < ms.length; at++) this.ms[at] = Math.min(this.ms[at]!, ms[at]!)
  }

  /** The weighted mean of these times and those of another pass. */
  mixTimes({ ms }: CallCounts, ownShare: number): void {
    for (let at = 0; at < ms.length; at++) this.ms[at] = mix(this.ms[at]!, ms[at]!, ownShare)
  }

  /** The time minus the cost of the clock readings. */
  timeOf(at: number, clockMs: number): number {
    return Math.max(0, this.ms[at]! - this.calls[at]! * clockMs)
  }
}

/** Time that belongs to no step. */
interface Rest {
  ms: number
  readings: number
}

/** Assigns all time between `start` and `stop` to inputs, to a step, or to judging. */
export class StepClock implements StepObserver {
  readonly counts = new Map<Plan, CallCounts>()
  /** Putting constants, demo pairs and inputs onto the heap. */
  readonly inputs: Rest = { ms: 0, readings: 0 }
  /** Judging outputs and collecting results. */
  readonly judging: Rest = { ms: 0, readings: 0 }
  #plan: Plan | undefined
  #planCounts = new CallCounts(0)
  #heap: Heap | undefined
  #top = 0
  #mark = 0

  start(): void {
    this.#mark = performance.now()
  }

  stop(): void {
    this.#addRest(this.judging)
  }

  readonly beginSample = (): void => this.#addRest(this.judging)

  beginSteps(plan: Plan, heap: Heap): void {
    const now = performance.now()
    this.inputs.ms += now - this.#mark
    this.inputs.readings++
    if (plan !== this.#plan) this.#changePlan(plan)
    this.#heap = heap
    this.#top = heap.top
    // The clock is read again so that the observer's own time is not counted.
    this.#mark = performance.now()
  }

  endStep(slot: number, result: Word): void {
    const now = performance.now()
    const { top } = this.#heap!
    this.#planCounts.add(slot, now - this.#mark, top - this.#top, result)
    this.#top = top
    this.#mark = performance.now()
  }

  keepFaster({ counts, inputs, judging }: StepClock): void {
    for (const [plan, own] of this.counts) own.keepFaster(counts.get(plan)!)
    this.inputs.ms = Math.min(this.inputs.ms, inputs.ms)
    this.judging.ms = Math.min(this.judging.ms, judging.ms)
  }

  mixTimes({ counts, inputs, judging }: StepClock, ownShare: number): void {
    for (const [plan, own] of this.counts) own.mixTimes(counts.get(plan)!, ownShare)
    this.inputs.ms = mix(this.inputs.ms, inputs.ms, ownShare)
    this.judging.ms = mix(this.judging.ms, judging.ms, ownShare)
  }

  #addRest(rest: Rest): void {
    const now = performance.now()
    rest.ms += now - this.#mark
    rest.readings++
    this.#mark = performance.now()
  }

  #changePlan(plan: Plan): void {
    let counts = this.counts.get(plan)
    if (counts === undefined) this.counts.set(plan, (counts = new CallCounts(plan.slotCount)))
    this.#plan = plan
    this.#planCounts = counts
  }
}

/** Adds up kernels. A kernel calls no other kernel, so times do not overlap. */
export class KernelClock implements KernelObserver {
  readonly counts = new CallCounts(kernelCount)

  endKernel(kernel: number, started: number, ended: number, words: number, result: Word): void {
    this.counts.add(kernel, ended - started, words, result)
  }

  keepFaster({ counts }: KernelClock): void {
    this.counts.keepFaster(counts)
  }

  mixTimes({ counts }: KernelClock, ownShare: number): void {
    this.counts.mixTimes(counts, ownShare)
  }
}

function mix(own: number, other: number, ownShare: number): number {
  return own * ownShare + other * (1 - ownShare)
}

const CALIBRATION_READINGS = 20_000
const CALIBRATION_ROUNDS = 5

/** The cost of one clock reading in milliseconds. */
export function calibrateClock(): number {
  let best = Infinity
  for (let round = 0; round < CALIBRATION_ROUNDS; round++) {
    const started = performance.now()
    let ended = started
    for (let k = 0; k < CALIBRATION_READINGS; k++) ended = performance.now()
    best = Math.min(best, (ended - started) / CALIBRATION_READINGS)
  }
  return best
}

const TICKS = 8
const MAX_READINGS = 1_000_000

/** The step of the clock in milliseconds: the smallest difference of two readings that differ. Browsers make it coarse. */
export function measureTick(): number {
  let smallest = Infinity
  let last = performance.now()
  for (let readings = 0, ticks = 0; ticks < TICKS && readings < MAX_READINGS; readings++) {
    const now = performance.now()
    if (now === last) continue
    smallest = Math.min(smallest, now - last)
    last = now
    ticks++
  }
  return smallest
}
