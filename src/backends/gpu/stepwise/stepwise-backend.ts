// The stepwise routes, for comparison with the resident one: the host executes the plan, sends calls to the device by
// kernel (`grouped`) or one at a time (`per-op`), and reads every result back before the next step.

import { ROOM_ERROR } from '../../../kernel/errors.ts'
import { Heap, resetHeap } from '../../../kernel/heap.ts'
import { INT_MAX, type Word, isError } from '../../../kernel/words.ts'
import { type GridData, sampleOf } from '../../../data/task.ts'
import { MegabattError } from '../../../language/errors.ts'
import { NO_SLOT, type Plan, SLOT_OF, countSteps } from '../../../plan/plan.ts'
import {
  type Backend,
  type Crash,
  type Evaluations,
  type RunSettings,
  type Unit,
  newBackendWork,
} from '../../backend.ts'
import { countDifferences, encodeGrid, encodePairs } from '../../grid-data.ts'
import { guardResult } from '../../guarded-result.ts'
import { storeConstants, storeSample } from '../../input-slots.ts'
import { UnitJudge } from '../../judge-sample.ts'
import { GpuBuffers } from '../device/buffers.ts'
import { newRowRunner } from '../../cpu/row-runner.ts'
import { DeviceHeap } from './device-heap.ts'
import type { GpuDevice } from '../device/device.ts'
import { type Batching, Dispatcher } from './dispatcher.ts'
import { type GpuReport, addFallback, newGpuReport } from '../../gpu-report.ts'
import { Pipelines } from '../device/pipelines.ts'
import { reportDevice } from '../report-device.ts'
import type { Outcome } from './call-steps.ts'
import { runSteps, stepsOfStatement } from './run-steps.ts'
import { type Schedule, type Site, schedulePlan } from '../schedule/schedule.ts'

/** `per-op`: one dispatch per call; `grouped`: one dispatch per kernel. */
export type StepwiseRoute = 'per-op' | 'grouped'

const BATCHING: Readonly<Record<StepwiseRoute, Batching>> = { 'per-op': 'call', grouped: 'kernel' }

/** Runs plans with every step under control of the host. */
export class StepwiseBackend implements Backend {
  readonly name = 'gpu'
  readonly work = newBackendWork()
  readonly crashes: readonly Crash[] = []
  readonly gpu: GpuReport
  readonly device: string
  readonly #opened: GpuDevice
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #route: StepwiseRoute

  /** Takes ownership of the device: `close` destroys it. */
  constructor(gpu: GpuDevice, route: StepwiseRoute) {
    this.#opened = gpu
    this.#route = route
    this.#buffers = new GpuBuffers(gpu, this.work)
    this.#pipelines = new Pipelines(gpu)
    this.gpu = newGpuReport(route)
    this.gpu.compiled = this.#pipelines.compiled
    this.gpu.devices.push(reportDevice(gpu))
    this.device = `${gpu.name}${gpu.kind === 'software' ? ' (software)' : ''}`
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const schedules = plans.map((own) => schedulePlan(own))
    const cpu = newRowRunner(settings)
    const own = this.gpu.devices[0]!
    for (const unit of units) {
      const plan = plans[unit.plan]!
      const judge = new UnitJudge(plan, unit.to - unit.from, settings.outputs)
      let rows: UnitRows | undefined
      try {
        rows = await this.#runUnit(plan, schedules[unit.plan]!, unit, settings)
        own.chunks++
      } catch (error) {
        if (!(error instanceof MegabattError)) throw error
        addFallback(
          this.gpu,
          error.code === 'gpu-lost' ? 'device-lost' : 'device-failed',
          error.message,
          unit.to - unit.from,
        )
      }
      for (let sample = unit.from; sample < unit.to; sample++) {
        const slots = rows?.slots[sample - unit.from]
        const isOver = rows !== undefined && rows.work[sample - unit.from]! > settings.allowance
        if (slots === undefined || isOver || slots.includes(ROOM_ERROR)) {
          if (isOver) addFallback(this.gpu, 'memory', 'a program may exceed its memory allowance', 1)
          else if (slots !== undefined) addFallback(this.gpu, 'room', 'a call needs more memory than the device has', 1)
          cpu.judge(plan, unit.task, sample, judge, sample - unit.from)
          continue
        }
        own.rows++
        const expected = sampleOf(unit.task, sample).output
        judge.judge(sample - unit.from, {
          heap: rows!.heap,
          slots,
          isScored: expected !== undefined,
          differencesOf: (slot) => countDifferences(rows!.heap, slots[slot]!, expected!),
        })
      }
      this.work.chunks++
      const executed = countSteps(plan) * (unit.to - unit.from)
      this.work.executed += executed
      this.work.onCpu = cpu.onCpu
      yield { ...judge.evaluations, executed }
    }
  }

  async #runUnit(plan: Plan, { rounds }: Schedule, unit: Unit, settings: RunSettings): Promise<UnitRows> {
    const rows = new UnitRows(plan, unit, settings)
    const deviceHeap = new DeviceHeap(this.#buffers, rows.heap)
    const batching = BATCHING[this.#route]
    try {
      const dispatcher = new Dispatcher(
        this.#buffers,
        this.#pipelines,
        deviceHeap,
        settings.budget,
        this.work,
        batching,
      )
      for (const { sites } of rounds) {
        const calls = sites.flatMap((site) => rows.callsOf(site))
        if (calls.length === 0) continue
        const steps = calls.map(({ fn, args }) => stepsOfStatement(rows.heap, settings.budget, { fn, args }))
        const outcomes = await runSteps(steps, dispatcher, deviceHeap)
        for (const [k, { store }] of calls.entries()) store(outcomes[k]!)
        this.gpu.rounds++
      }
      return rows
    } finally {
      deviceHeap.destroy()
    }
  }

  async close(): Promise<void> {
    this.#opened.destroy()
  }
}

interface RowCall {
  readonly fn: Word
  readonly args: readonly Word[]
  readonly store: (outcome: Outcome) => void
}

/** The slots of all samples of a unit; a slot that does not depend on the sample has the same word in each. */
class UnitRows {
  readonly heap: Heap
  readonly slots: readonly Int32Array[]
  /** The counted work of all steps of each sample: an upper bound of the words. */
  readonly work: Float64Array

  constructor(plan: Plan, { task, from, to }: Unit, { measure }: RunSettings) {
    const heap = new Heap(1 << 16, undefined, plan.layout)
    this.heap = heap
    resetHeap(heap)
    heap.budget = INT_MAX
    const fixed = new Int32Array(plan.slotCount)
    storeConstants(heap, plan, (slot, word) => (fixed[slot] = word))
    fixed[SLOT_OF.S] = encodePairs(heap, task.train)
    const encode = (grid: GridData) => encodeGrid(heap, grid)
    this.work = new Float64Array(to - from)
    this.slots = Array.from({ length: to - from }, (_, k) => {
      const slots = Int32Array.from(fixed)
      const { input, output } = sampleOf(task, from + k)
      storeSample(input, measure ? output : undefined, encode, (slot, word) => (slots[slot] = word))
      return slots
    })
  }

  /** The calls of a step that do not fail at once: one per sample, or one for all samples. */
  callsOf({ raw, safe, callee, args, rows }: Site): RowCall[] {
    const isShared = rows === 'constant' || rows === 'task'
    return (isShared ? this.slots.slice(0, 1) : this.slots).flatMap((own) => {
      const targets = isShared ? this.slots : [own]
      const fn = own[callee]!
      const store = ({ word, work }: Outcome) => {
        for (const slots of targets) {
          this.work[this.slots.indexOf(slots)]! += work
          slots[raw] = word
          if (safe !== NO_SLOT) slots[safe] = guardResult(word, fn)
        }
      }
      if (!isError(fn)) return [{ fn, args: Array.from(args, (arg) => own[arg]!), store }]
      store({ word: fn, work: 0 })
      return []
    })
  }
}
