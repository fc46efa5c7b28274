// The cost model: predicts the time of a plan on the CPU and on a device from measured costs of primitives.

import { samplesOf } from '../../data/task.ts'
import type { Rows } from '../../plan/graph.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { Schedule } from '../gpu/schedule/schedule.ts'
import { type DeviceTimeParts, deviceTime } from './device-time.ts'
import type { HostCosts } from './measure-host.ts'

/** The cost of a kernel in microseconds: per dispatch (0 on the CPU), per call, and per cell of its arguments. */
export interface KernelCost {
  readonly fixed: number
  readonly call: number
  readonly cell: number
}

/** The measured costs of a machine, in microseconds. */
export interface Costs {
  readonly cpu: Readonly<Record<string, KernelCost>>
  readonly gpu: Readonly<Record<string, KernelCost>>
  /** Compile time by kernel; every process compiles again. */
  readonly compile: Readonly<Record<string, number>>
  /** The kernels whose tuned form is faster on the device. */
  readonly tuned: ReadonlySet<string>
  /** An empty chunk, a round, and a transferred byte. */
  readonly chunk: number
  readonly round: number
  readonly byte: number
  /** Start of a worker thread. */
  readonly worker: number
  /** The host's work for a run on the device. */
  readonly host: HostCosts
}

/** The numbers of rows of a plan, and the size of their grids. */
export interface RowCounts {
  readonly tasks: number
  readonly samples: number
  /** Average number of cells of a grid. */
  readonly cells: number
}

/** The predicted time of a plan in microseconds. */
export interface Estimate {
  readonly cpu: number
  readonly gpu: number
  /** The parts of the time on the device. */
  readonly parts: DeviceTimeParts
  /** The number of kernels without a measurement; the average stands for them. */
  readonly unknown: number
}

/** Assumed number of calls of a map. */
const ELEMENTS = 8
const BYTES_PER_CELL = 4
const BYTES_PER_EVALUATION = 13
/** The share of the work that a device leaves to the CPU (docs/gpu-prediction.md). */
const FALLBACK_SHARE = 0.01
const ROWS: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

/** The kernels of schedules, whose costs a prediction needs. */
export function kernelsIn(schedules: readonly Schedule[]): Set<string> {
  return new Set(schedules.flatMap(({ rounds }) => rounds.flatMap(({ kernels }) => [...kernels.keys()])))
}

/** The rows of the units of one plan. */
export function countRows(units: readonly Unit[]): RowCounts {
  const tasks = new Set(units.map(({ task }) => task))
  let samples = 0
  let cells = 0
  let grids = 0
  for (const { from, to } of units) samples += to - from
  for (const task of tasks) {
    for (const { input } of samplesOf(task)) {
      cells += input.height * input.width
      grids++
    }
  }
  return { tasks: tasks.size, samples, cells: cells / Math.max(1, grids) }
}

/** Predicts the time of a plan, including the compilation of its kernels. */
export function estimate(
  { plan, schedule }: { readonly plan: Plan; readonly schedule: Schedule },
  rows: RowCounts,
  costs: Costs,
): Estimate {
  const count: Readonly<Record<Rows, number>> = {
    constant: 1,
    task: rows.tasks,
    sample: rows.samples,
    candidate: rows.samples,
  }
  const typical = {
    cpu: averageCost(costs.cpu),
    gpu: averageCost(costs.gpu),
    compile: average(Object.values(costs.compile)),
  }
  const unknown = new Set<string>()
  let cpu = 0
  let computing = 0
  let launching = costs.chunk + costs.round * schedule.rounds.length
  for (const { kernels } of schedule.rounds)
    for (const kernel of kernels.keys()) launching += (costs.gpu[kernel] ?? typical.gpu).fixed
  for (const [kernel, { once, mapped }] of schedule.counts) {
    const [onCpu, onGpu] = [costs.cpu[kernel] ?? typical.cpu, costs.gpu[kernel] ?? typical.gpu]
    if (costs.gpu[kernel] === undefined) unknown.add(kernel)
    const sum = (counts: Readonly<Record<Rows, number>>) =>
      ROWS.reduce((total, sort) => total + counts[sort] * count[sort], 0)
    // The elements of a map share the cells of their container.
    const [calls, cells] = [sum(once) + ELEMENTS * sum(mapped), (sum(once) + sum(mapped)) * rows.cells]
    cpu += calls * onCpu.call + cells * onCpu.cell
    computing += calls * onGpu.call + cells * onGpu.cell
  }
  let compiling = 0
  for (const kernel of schedule.counts.keys()) compiling += costs.compile[kernel] ?? typical.compile
  // Upload: the grids. Download: the evaluations.
  const bytes = 2 * rows.cells * BYTES_PER_CELL + plan.programs.length * BYTES_PER_EVALUATION
  const transfer = costs.byte * rows.samples * bytes
  const host = rows.samples * (costs.host.row + plan.programs.length * costs.host.evaluation) + FALLBACK_SHARE * cpu
  // Measured calls run side by side, so their times include the waiting of lanes.
  const parts = { computing, waiting: 0, launching, transfer, host, compiling }
  return { cpu, gpu: deviceTime(parts), parts, unknown: unknown.size }
}

function averageCost(costs: Readonly<Record<string, KernelCost>>): KernelCost {
  const all = Object.values(costs)
  const of = (part: keyof KernelCost) => average(all.map((cost) => cost[part]))
  return { fixed: of('fixed'), call: of('call'), cell: of('cell') }
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
