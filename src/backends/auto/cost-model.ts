// The cost model: what running a plan on rows will take on the CPU and on a device, from measured costs of primitives.

import type { Rows } from '../../plan/graph.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Schedule } from '../gpu/schedule.ts'

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
  const kernels = new Set<string>()
  let cpu = 0
  let gpu = costs.chunk + costs.round * schedule.rounds.length
  for (const round of schedule.rounds) {
    for (const [kernel, use] of round.kernels) {
      kernels.add(kernel)
      let calls = 0
      for (const sort of Object.keys(count) as Rows[]) calls += use.perRow[sort] * count[sort]
      if (use.isMapped) calls *= ELEMENTS
      if (costs.gpu[kernel] === undefined) unknown.add(kernel)
      cpu += timeOf(costs.cpu[kernel] ?? typical.cpu, calls, rows.cells)
      gpu += timeOf(costs.gpu[kernel] ?? typical.gpu, calls, rows.cells)
    }
  }
  let compile = 0
  for (const kernel of kernels) compile += costs.compile[kernel] ?? typical.compile
  // Up go the grids; down come a word for each step of a row and for each output.
  const answers = plan.programs.length + (plan.steps.sample.length + plan.steps.candidate.length) / 8
  const transfer = costs.byte * rows.samples * BYTES_A_CELL * (2 * rows.cells + answers)
  return { cpu, gpu: gpu + compile + transfer, compile, transfer, unknown: unknown.size }
}

function timeOf({ fixed, call, cell }: KernelCost, calls: number, cells: number): number {
  return fixed + calls * (call + cell * cells)
}

function averageCost(costs: Readonly<Record<string, KernelCost>>): KernelCost {
  const all = Object.values(costs)
  const of = (part: keyof KernelCost) => average(all.map((cost) => cost[part]))
  return { fixed: of('fixed'), call: of('call'), cell: of('cell') }
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
