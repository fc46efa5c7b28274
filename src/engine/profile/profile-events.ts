// The events of a run in the Chrome trace event format: tasks, their samples, the steps of these, and the kernels of steps.

import type { StepObserver } from '../../backends/cpu/plan-run.ts'
import { type KernelObserver, ownerOf } from '../../backends/cpu/watched-heap.ts'
import type { Unit } from '../../backends/backend.ts'
import { nameSample, spellSample } from '../../data/task.ts'
import type { Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { describeError } from '../../language/values/error-words.ts'
import { type Program, shownName } from '../../language/program.ts'
import type { Plan } from '../../plan/plan.ts'
import { type PlannedGroup, plansOf, programFinder } from '../run/plan-groups.ts'
import { programLabels } from '../run/program-labels.ts'
import { calleeOf, spellCalls } from './spell-calls.ts'

/** The default for the most events of steps and kernels in a trace. */
export const MAX_TRACE_EVENTS = 100_000
/** The most programs that an event names. */
const MAX_NAMES = 8

/** An event: a stretch of time (X) in microseconds from the beginning, or a name for the process or thread (M). */
export interface TraceEvent {
  readonly name: string
  readonly ph: 'X' | 'M'
  readonly cat?: 'run' | 'task' | 'sample' | 'step' | 'kernel'
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
  readonly args?: Readonly<Record<string, unknown>>
}

/** The content of a trace file, which Perfetto and chrome://tracing open. */
export interface TraceFile {
  readonly displayTimeUnit: 'ns'
  readonly otherData: { readonly steps: number; readonly stepsLeftOut: number }
  readonly traceEvents: readonly TraceEvent[]
}

/** The programs that a step belongs to. */
interface StepLabel {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Records the first steps of a run until `isFull`. */
export class TraceRecorder implements StepObserver, KernelObserver {
  isFull = false
  /** Called when a sample begins although the trace is full. */
  onFull: () => void = () => undefined
  #steps = 0
  readonly #maxEvents: number
  readonly #labels: ReadonlyMap<Plan, () => ReadonlyMap<number, StepLabel>>
  readonly #began = performance.now()
  readonly #events: TraceEvent[] = []
  #eventCount = 0
  #waiting: TraceEvent[] = []
  #stepKernels = 0
  #stepLabels: ReadonlyMap<number, StepLabel> = new Map()
  #plan: Plan | undefined
  #heap: Heap | undefined
  #top = 0
  #mark = 0
  #unit: Unit | undefined
  #unitBegan = 0
  #sample = -1
  #sampleBegan = 0

  constructor(groups: readonly PlannedGroup[], programs: readonly Program[], maxEvents = MAX_TRACE_EVENTS) {
    this.#maxEvents = maxEvents
    const programOf = programFinder(groups, programs)
    const labelOf = programLabels(programs)
    this.#labels = new Map(
      plansOf(groups).map((plan, k) => [plan, () => labelSteps(plan, (p) => programOf(k, p), labelOf)]),
    )
  }

  beginSample(sample: number, unit: Unit): void {
    if (this.isFull) return this.onFull()
    this.#endSample()
    if (unit !== this.#unit) {
      this.#endUnit()
      this.#unit = unit
      this.#unitBegan = performance.now()
    }
    this.#sample = sample
    this.#sampleBegan = performance.now()
  }

  beginSteps(plan: Plan, heap: Heap): void {
    if (this.isFull) return
    if (plan !== this.#plan) this.#stepLabels = this.#labels.get(plan)!()
    this.#plan = plan
    this.#heap = heap
    this.#top = heap.top
    this.#mark = performance.now()
  }

  endKernel(kernel: number, started: number, ended: number, words: number, result: Word): void {
    if (this.isFull) return
    this.#stepKernels++
    // One place is the step's.
    if (this.#eventCount + this.#waiting.length + 1 >= this.#maxEvents) return
    const { primitive, isCalls } = ownerOf[kernel]!
    const name = isCalls ? `${primitive.name} (calls)` : primitive.name
    this.#waiting.push(this.#stretch('kernel', name, started, ended, { words, ...errorOf(result) }))
  }

  endStep(slot: number, result: Word): void {
    if (this.isFull) return
    const ended = performance.now()
    const { top } = this.#heap!
    const { name, args } = this.#stepLabels.get(slot)!
    const kernels = this.#stepKernels
    const own = { ...args, words: top - this.#top, kernels, ...errorOf(result) }
    this.#events.push(this.#stretch('step', name, this.#mark, ended, own))
    this.#eventCount++
    this.#steps++
    // A single kernel would repeat the step.
    if (kernels > 1) {
      for (const event of this.#waiting) this.#events.push(event)
      this.#eventCount += this.#waiting.length
    }
    this.#waiting = []
    this.#stepKernels = 0
    this.#top = top
    if (this.#eventCount >= this.#maxEvents) {
      this.#finish()
      this.isFull = true
    }
    this.#mark = performance.now()
  }

  /** The trace file; `stepCount` is the number of steps of the whole run. */
  finish(allSteps: number): TraceFile {
    if (!this.isFull) this.#finish()
    this.isFull = true
    // Events were recorded when they ended: of two that begin together, the outer one is the longer.
    this.#events.sort((a, b) => a.ts - b.ts || b.dur! - a.dur!)
    const thread = { ph: 'M', ts: 0, pid: 1, tid: 1 } as const
    return {
      displayTimeUnit: 'ns',
      otherData: { steps: this.#steps, stepsLeftOut: allSteps - this.#steps },
      traceEvents: [
        { ...thread, name: 'process_name', args: { name: 'megabatt' } },
        { ...thread, name: 'thread_name', args: { name: 'cpu' } },
        ...this.#events,
      ],
    }
  }

  #endSample(): void {
    if (this.#sample < 0) return
    const name = spellSample(nameSample(this.#unit!.task, this.#sample))
    this.#events.push(this.#stretch('sample', name, this.#sampleBegan, performance.now()))
    this.#sample = -1
  }

  #endUnit(): void {
    if (this.#unit === undefined) return
    this.#events.push(this.#stretch('task', this.#unit.task.id, this.#unitBegan, performance.now()))
    this.#unit = undefined
  }

  #finish(): void {
    this.#endSample()
    this.#endUnit()
    this.#events.push(this.#stretch('run', 'run', this.#began, performance.now()))
  }

  #stretch(
    cat: NonNullable<TraceEvent['cat']>,
    name: string,
    started: number,
    ended: number,
    args: TraceEvent['args'] = {},
  ): TraceEvent {
    // Both ends are rounded to nanoseconds, or an inner event could end after the outer one.
    const from = Math.round((started - this.#began) * 1e6)
    const to = Math.round((ended - this.#began) * 1e6)
    return { name, ph: 'X', cat, ts: from / 1000, dur: (to - from) / 1000, pid: 1, tid: 1, args }
  }
}

function errorOf(result: Word): { readonly error?: string } {
  return isError(result) ? { error: describeError(result) } : {}
}

/** The name and the programs of each step of a plan, by slot. */
function labelSteps(
  plan: Plan,
  programOf: (p: number) => Program,
  labelOf: (program: Program) => string,
): Map<number, StepLabel> {
  const labels = new Map<number, StepLabel & { args: { programs: string[]; uses: number } }>()
  for (const [p, { slots, statements }] of plan.programs.entries()) {
    const program = programOf(p)
    const label = labelOf(program)
    let texts: readonly string[] | undefined
    for (const [k, slot] of slots.entries()) {
      let stepLabel = labels.get(slot)
      if (stepLabel === undefined) {
        texts ??= spellCalls(program)
        const own = program.statements[statements[k]!]!
        const { place } = own
        const statement = `${shownName(own)} = ${texts[statements[k]!]}`
        const args = { statement, line: place.line, programs: [], uses: 0 }
        labels.set(slot, (stepLabel = { name: calleeOf(program, statements[k]!), args }))
      }
      const { programs: names } = stepLabel.args
      stepLabel.args.uses++
      if (names.length < MAX_NAMES && names.at(-1) !== label) names.push(label)
    }
  }
  return labels
}
