// The plan: the graph in flat arrays of numbers, as a backend runs it. Every value has a slot; a step is one call.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { PRIMITIVE_BASE } from '../kernel/words.ts'
import type { ProgramMode } from '../language/program.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { type CallTable, ROWS_ORDER } from './call-table.ts'
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
  /** The slot of the callee of each. */
  readonly calleeSlots: Int32Array
  /** The statements that can take a default: all but the inner ones. */
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
  /** The content hashes of the calls, four words each, in the order of the slots of their results; where they were asked for. */
  readonly nodeHashes?: Int32Array
}

/** Whether a step or a program of a plan reads the samples of the task. */
export function readsSamples({ steps, longArguments, programs }: Plan): boolean {
  for (const sort of ROWS) {
    const own = steps[sort]
    for (let at = 0; at < own.length; at += STEP_WIDTH) {
      if (own[at + STEP_CALLEE] === SLOT_OF.S) return true
      const end = at + STEP_ARGUMENTS + Math.min(own[at + STEP_ARGUMENT_COUNT]!, MAX_STEP_ARGUMENTS)
      for (let k = at + STEP_ARGUMENTS; k < end; k++) if (own[k] === SLOT_OF.S) return true
    }
  }
  for (const args of longArguments.values()) if (args.includes(SLOT_OF.S)) return true
  return programs.some(({ result, outputs }) => result === SLOT_OF.S || outputs.includes(SLOT_OF.S))
}

/** Also gives a plan the hashes of its calls. */
export interface LowerOptions {
  readonly hashes?: boolean
}

/** Assigns a slot to every value of a graph, or to those of some of its programs, as if there were no others. */
export function lowerGraph(
  graph: Graph,
  programs: readonly MergedProgram[] = graph.programs,
  { hashes = false }: LowerOptions = {},
): Plan {
  const table = new SlotTable(graph, programs)
  const { steps, longArguments } = lowerCalls(graph.calls, table)
  const plan = {
    layout: graph.layout,
    slotCount: table.slotCount,
    constants: table.constants,
    primitives: new Int32Array(table.primitives.map((primitive) => PRIMITIVE_BASE + primitive)),
    steps,
    longArguments,
    labellings: findLabellings(graph, table.nodes).map(({ grid, calls }) => ({
      gridSlot: table.slotOf(grid),
      slots: Int32Array.from(calls, ({ node }) => table.rawSlotOf(node)),
      selectors: Int32Array.from(calls, ({ selector }) => selector),
    })),
    programs: planPrograms(graph, programs, table),
    ...(hashes ? { nodeHashes: graph.hashes.of(table.nodes) } : {}),
  }
  table.release()
  return plan
}

/** The steps of a plan. */
function lowerCalls({ codes, starts, rows }: CallTable, table: SlotTable): Pick<Plan, 'steps' | 'longArguments'> {
  const counts = new Int32Array(ROWS.length)
  for (const node of table.nodes) counts[rows[node]!]!++
  const sorts: Int32Array[] = []
  for (let sort = 0; sort < ROWS.length; sort++) sorts.push(new Int32Array(STEP_WIDTH * counts[sort]!))
  const ends = new Int32Array(ROWS.length)
  const longArguments = new Map<number, Int32Array>()
  for (const node of table.nodes) {
    const steps = sorts[rows[node]!]!
    const at = ends[rows[node]!]!
    ends[rows[node]!] = at + STEP_WIDTH
    const first = starts[node]! + 1
    const count = starts[node + 1]! - first
    const raw = table.rawSlotOf(node)
    steps[at + STEP_RAW] = raw
    steps[at + STEP_SAFE] = table.safeSlotOf(node)
    steps[at + STEP_CALLEE] = table.slotOf(codes[first - 1]!)
    steps[at + STEP_ARGUMENT_COUNT] = count
    for (let k = 0; k < MAX_STEP_ARGUMENTS; k++)
      steps[at + STEP_ARGUMENTS + k] = k < count ? table.slotOf(codes[first + k]!) : NO_SLOT
    if (count > MAX_STEP_ARGUMENTS)
      longArguments.set(
        raw,
        codes.subarray(first, first + count).map((code) => table.slotOf(code)),
      )
  }
  const [constant, task, sample, candidate] = sorts as [Int32Array, Int32Array, Int32Array, Int32Array]
  return { steps: { constant, task, sample, candidate }, longArguments }
}

/** The slots that steps fill with their results: all of a plan's, or those of some sorts. */
export function slotsOfSteps({ steps }: Plan, sorts: readonly Rows[] = ROWS): Set<number> {
  const slots = new Set<number>()
  for (const sort of sorts)
    for (let at = STEP_RAW; at < steps[sort].length; at += STEP_WIDTH) slots.add(steps[sort][at]!)
  return slots
}

/** The slot of the result of the first call of a plan; those of the other calls follow. */
export function firstStepSlot({ constants, primitives }: Plan): number {
  return SLOT_OF.C + 1 + constants.length + primitives.length
}

/** The number of nodes of a plan. */
export function countSteps({ steps }: Plan): number {
  return (steps.constant.length + steps.task.length + steps.sample.length + steps.candidate.length) / STEP_WIDTH
}
