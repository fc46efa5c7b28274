// The cost model: what running a plan on rows will take on the CPU and on a device, from measured costs of primitives.

import type { Rows } from '../../plan/graph.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Schedule } from '../gpu/schedule/schedule.ts'

/** The cost of a kernel, in microseconds: once a dispatch (on the CPU: 0), for each call, and for each cell it looks at. */
export interface KernelCost {
  readonly fixed: number
  readonly call: number
  readonly cell: number
}

/** What was measured on a machine. Times are in microseconds. */
export interface Costs {
  readonly cpu: Readonly<Record<string, KernelCost>>
  readonly gpu: Readonly<Record<string, KernelCost>>
  /** Compiling a kernel, by its name; a process compiles each again. */
  readonly compile: Readonly<Record<string, number>>
  /** The kernels whose tuned form is the faster one on the device. */
  readonly tuned: ReadonlySet<string>
  /** A chunk with nothing in it, a round of it, and each byte up and down. */
  readonly chunk: number
  readonly round: number
  readonly byte: number
  /** Starting a worker thread. */
  readonly worker: number
}

/** How many rows of each sort a plan is run on, and how large their grids are. */
export interface RowCounts {
  readonly tasks: number
  readonly samples: number
  /** Cells of an average grid. */
  readonly cells: number
}

/** Microseconds that a plan is thought to take, and what they are made of. */
export interface Estimate {
  readonly cpu: number
  readonly gpu: number
  readonly compile: number
  readonly transfer: number
  /** Kernels that were never measured; an average one stands for them. */
  readonly unknown: number
}

/** Calls that a map makes, where only the data knows. */
const ELEMENTS = 8
const BYTES_A_CELL = 4
const ROWS: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

/** What a plan will take. A process compiles every kernel that it needs once. */
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
  let gpu = costs.chunk + costs.round * schedule.rounds.length
  for (const { kernels } of schedule.rounds)
    for (const kernel of kernels.keys()) gpu += (costs.gpu[kernel] ?? typical.gpu).fixed
  for (const [kernel, { once, mapped }] of schedule.counts) {
    const [onCpu, onGpu] = [costs.cpu[kernel] ?? typical.cpu, costs.gpu[kernel] ?? typical.gpu]
    if (costs.gpu[kernel] === undefined) unknown.add(kernel)
    const sum = (counts: Readonly<Record<Rows, number>>) =>
      ROWS.reduce((total, sort) => total + counts[sort] * count[sort], 0)
    // The elements of a map share the cells of what they are the elements of.
    const [calls, cells] = [sum(once) + ELEMENTS * sum(mapped), (sum(once) + sum(mapped)) * rows.cells]
    cpu += calls * onCpu.call + cells * onCpu.cell
    gpu += calls * onGpu.call + cells * onGpu.cell
  }
  let compile = 0
  for (const kernel of schedule.counts.keys()) compile += costs.compile[kernel] ?? typical.compile
  // Up go the grids; down come a word for each step of a row and for each output.
  const answers = plan.programs.length + (plan.steps.sample.length + plan.steps.candidate.length) / 8
  const transfer = costs.byte * rows.samples * BYTES_A_CELL * (2 * rows.cells + answers)
  return { cpu, gpu: gpu + compile + transfer, compile, transfer, unknown: unknown.size }
}

function averageCost(costs: Readonly<Record<string, KernelCost>>): KernelCost {
  const all = Object.values(costs)
  const of = (part: keyof KernelCost) => average(all.map((cost) => cost[part]))
  return { fixed: of('fixed'), call: of('call'), cell: of('cell') }
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
