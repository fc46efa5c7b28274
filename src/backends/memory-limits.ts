// The memory allowance: which outputs of a plan exceed it on a sample, and at which statement. Words are counted by statement,
// so an output has the same verdict alone and merged, on every backend.

import type { Cone } from '../plan/cones.ts'
import type { Plan } from '../plan/plan.ts'

/** What the outputs of some cones may count as done. */
export interface MemoryLimits {
  /** Whether output `output` of program `program` is judged here. */
  has(program: number, output: number): boolean
  /** The position of the statement at which the output exceeds its allowance; -1 if it does not. */
  cutOf(program: number, output: number): number
  /** Whether an output of the program comes as far as the statement of this slot. */
  reaches(program: number, slot: number): boolean
}

interface ProgramLimits {
  readonly cuts: Map<number, number>
  readonly reached: Set<number>
}

/** Adds up the words of each cone's statements, `costs` by slot, in program order. */
export function limitMemory(
  { programs }: Plan,
  cones: readonly Cone[],
  costs: Int32Array,
  allowance: number,
): MemoryLimits {
  const byProgram = new Map<number, ProgramLimits>()
  for (const { program, output, positions } of cones) {
    let limits = byProgram.get(program)
    if (limits === undefined) byProgram.set(program, (limits = { cuts: new Map(), reached: new Set() }))
    const { slots } = programs[program]!
    let words = 0
    let cut = -1
    for (const position of positions) {
      words += costs[slots[position]!]!
      if (words > allowance) {
        cut = position
        break
      }
      limits.reached.add(slots[position]!)
    }
    limits.cuts.set(output, cut)
  }
  return {
    has: (program, output) => byProgram.get(program)?.cuts.has(output) === true,
    cutOf: (program, output) => byProgram.get(program)?.cuts.get(output) ?? -1,
    reaches: (program, slot) => byProgram.get(program)?.reached.has(slot) === true,
  }
}
