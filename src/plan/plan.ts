// The plan: the graph in flat arrays of numbers, as a backend runs it. Every value has a slot; a step is one call.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { PRIMITIVE_BASE } from '../kernel/words.ts'
import type { ProgramMode } from '../language/program.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { ROWS_ORDER } from './call-table.ts'
import type { Graph, MergedProgram, Rows } from './graph.ts'
import { findLabellings } from './labellings.ts'
import { planPrograms } from './plan-programs.ts'
import { SlotTable } from './slot-table.ts'
import {
  MAX_STEP_ARGUMENTS,
  NO_SLOT,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from './step-layout.ts'

export {
  NO_SLOT,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from './step-layout.ts'

/** The slots of the inputs; those of constants, primitives and steps follow. */
export const SLOT_OF = { S: 0, I: 1, C: 2 } as const

/** The sorts of rows in the order in which their steps are run. */
export const ROWS: readonly Rows[] = ROWS_ORDER

/** A program as backends see it. */
export interface PlannedProgram {
  readonly mode: ProgramMode
  /** The statements that are run, as indexes into those of the program, and the slot of the result of each. */
  readonly statements: Int32Array
  readonly slots: Int32Array
  /** The statements that can take a default: all of a batt but the inner ones. */
  readonly guarded: Int32Array
  readonly guardedSlots: Int32Array
  /** The slot of the result of a strict program. */
  readonly result: number
  /** An equal earlier strict program of the plan, whose results are the same; -1 if there is none. */
  readonly twin: number
  /** The outputs of a batt. */
  readonly outputs: Int32Array
  /** Which of the outputs are candidates of solvers. */
  readonly candidates: Int32Array
}

/** Steps that label the same grid, each with another selector: a backend may run them in one pass. */
export interface PlannedLabelling {
  readonly gridSlot: number
  /** The slots of the results of the steps, and the selector of each. */
  readonly slots: Int32Array
  readonly selectors: Int32Array
}

/** Plain data, which can be sent to a worker. */
export interface Plan {
  /** The layout of the cells of all programs. */
  readonly layout: CellLayout
  readonly slotCount: number
  /** The values of the slots after the inputs'. */
  readonly constants: readonly Notation[]
  /** The words of the slots after the constants'. */
  readonly primitives: Int32Array
  /** The steps of each sort of row, in the order in which they are run. */
  readonly steps: Readonly<Record<Rows, Int32Array>>
  /** The arguments of steps that have more than four, by the slot of the result. */
  readonly longArguments: ReadonlyMap<number, Int32Array>
  readonly labellings: readonly PlannedLabelling[]
  readonly programs: readonly PlannedProgram[]
  /** Whether a step or a program reads the samples of the task. */
  readonly readsSamples: boolean
}

/** Assigns a slot to every value of a graph, or to those of some of its programs, as if there were no others. */
export function lowerGraph(graph: Graph, programs: readonly MergedProgram[] = graph.programs): Plan {
  const table = new SlotTable(graph, programs)
  const { steps, longArguments } = lowerCalls(graph, table)
  const plan: Plan = {
    layout: graph.layout,
    slotCount: table.slotCount,
    constants: table.constants,
    primitives: listPrimitives(graph, table),
    steps,
    longArguments,
    labellings: lowerLabellings(graph, table),
    programs: planPrograms(graph, programs, table),
    readsSamples: table.readsSamples,
  }
  table.release()
  return plan
}

function listPrimitives({ slab }: Graph, { primitives, primitiveCount }: SlotTable): Int32Array {
  const words = slab.take(primitiveCount)
  for (let k = 0; k < primitiveCount; k++) words[k] = PRIMITIVE_BASE + primitives[k]!
  return words
}

function lowerLabellings(graph: Graph, table: SlotTable): readonly PlannedLabelling[] {
  const labellings = findLabellings(graph, table.nodes, table.nodeCount)
  if (labellings.length === 0) return NO_LABELLINGS
  return labellings.map(({ grid, calls }) => ({
    gridSlot: table.slotOf(grid),
    slots: Int32Array.from(calls, ({ node }) => table.rawSlotOf(node)),
    selectors: Int32Array.from(calls, ({ selector }) => selector),
  }))
}

// Most plans have none of these.
const NO_LABELLINGS: readonly PlannedLabelling[] = []
const NO_LONG_ARGUMENTS: Plan['longArguments'] = new Map()

/** The steps of a plan. */
function lowerCalls({ calls, slab }: Graph, table: SlotTable): Pick<Plan, 'steps' | 'longArguments'> {
  const { codes, starts, rows } = calls
  const { nodes, nodeCount } = table
  const counts = [0, 0, 0, 0]
  for (let n = 0; n < nodeCount; n++) counts[rows[nodes[n]!]!]!++
  const sorts: Int32Array[] = []
  for (let sort = 0; sort < ROWS.length; sort++) sorts.push(slab.take(STEP_WIDTH * counts[sort]!))
  const ends = [0, 0, 0, 0]
  let longArguments: Map<number, Int32Array> | undefined
  for (let n = 0; n < nodeCount; n++) {
    const node = nodes[n]!
    const sort = rows[node]!
    const steps = sorts[sort]!
    const at = ends[sort]!
    ends[sort] = at + STEP_WIDTH
    const first = starts[node]! + 1
    const count = starts[node + 1]! - first
    const raw = table.rawSlotOf(node)
    steps[at + STEP_RAW] = raw
    steps[at + STEP_SAFE] = table.safeSlotOf(node)
    steps[at + STEP_CALLEE] = table.slotOf(codes[first - 1]!)
    steps[at + STEP_ARGUMENT_COUNT] = count
    for (let k = 0; k < MAX_STEP_ARGUMENTS; k++)
      steps[at + STEP_ARGUMENTS + k] = k < count ? table.slotOf(codes[first + k]!) : NO_SLOT
    if (count > MAX_STEP_ARGUMENTS) {
      longArguments ??= new Map()
      longArguments.set(
        raw,
        codes.subarray(first, first + count).map((code) => table.slotOf(code)),
      )
    }
  }
  const [constant, task, sample, candidate] = sorts as [Int32Array, Int32Array, Int32Array, Int32Array]
  return { steps: { constant, task, sample, candidate }, longArguments: longArguments ?? NO_LONG_ARGUMENTS }
}

/** The slots that steps fill with their results: all of a plan's, or those of some sorts. */
export function slotsOfSteps({ steps }: Plan, sorts: readonly Rows[] = ROWS): Set<number> {
  const slots = new Set<number>()
  for (const sort of sorts)
    for (let at = STEP_RAW; at < steps[sort].length; at += STEP_WIDTH) slots.add(steps[sort][at]!)
  return slots
}

/** The number of nodes of a plan. */
export function countSteps({ steps }: Plan): number {
  return (steps.constant.length + steps.task.length + steps.sample.length + steps.candidate.length) / STEP_WIDTH
}
