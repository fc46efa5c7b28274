// The plan: the graph in flat arrays of numbers, as a backend runs it. Every value has a slot; a step is one call.

import type { CellLayout } from '../kernel/cell-layout.ts'
import type { ProgramMode } from '../language/program.ts'
import { primitiveWord } from '../language/names.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { type Graph, type MergedProgram, type Rows, type Source, spellSource } from './graph.ts'
import { findLabellings } from './patterns.ts'
import { MAX_STEP_ARGUMENTS, NO_SLOT, STEP_RAW, STEP_WIDTH } from './step-layout.ts'

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
const INPUT_COUNT = 3

/** The sorts of rows in the order in which their steps are run. */
export const ROWS: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

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
}

/** Assigns a slot to every value of the graph. */
export function lowerGraph(graph: Graph): Plan {
  const table = new SlotTable(graph)
  const steps: Record<Rows, number[]> = { constant: [], task: [], sample: [], candidate: [] }
  const longArguments = new Map<number, Int32Array>()
  for (const [id, { callee, args, rows }] of graph.nodes.entries()) {
    const raw = table.rawSlots[id]!
    const slots = args.map((arg) => table.slotOf(arg))
    const first = Array.from({ length: MAX_STEP_ARGUMENTS }, (_, k) => slots[k] ?? NO_SLOT)
    steps[rows].push(raw, table.safeSlots[id]!, table.slotOf(callee), slots.length, ...first)
    if (slots.length > MAX_STEP_ARGUMENTS) longArguments.set(raw, Int32Array.from(slots))
  }
  return {
    layout: graph.layout,
    slotCount: table.slotCount,
    constants: table.constants,
    primitives: Int32Array.from(table.primitives, primitiveWord),
    steps: {
      constant: Int32Array.from(steps.constant),
      task: Int32Array.from(steps.task),
      sample: Int32Array.from(steps.sample),
      candidate: Int32Array.from(steps.candidate),
    },
    longArguments,
    labellings: findLabellings(graph).map(({ grid, calls }) => ({
      gridSlot: table.slotOf(grid),
      slots: Int32Array.from(calls, ({ node }) => table.rawSlots[node]!),
      selectors: Int32Array.from(calls, ({ selector }) => selector),
    })),
    programs: findTwins(graph.programs.map((merged) => planProgram(merged, graph, table))),
  }
}

/** Copies of one program are frequent where programs are generated. */
function findTwins(programs: readonly PlannedProgram[]): PlannedProgram[] {
  const known = new Map<string, number>()
  return programs.map((program, p) => {
    if (program.mode === 'guarded') return program
    const key = `${program.result}:${program.slots.join()}:${program.statements.join()}`
    const twin = known.get(key) ?? NO_SLOT
    if (twin === NO_SLOT) known.set(key, p)
    return { ...program, twin }
  })
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

function planProgram(merged: MergedProgram, graph: Graph, table: SlotTable): PlannedProgram {
  const { program, statements, nodes, result, outputs } = merged
  const slots = nodes.map((id) => table.rawSlots[id]!)
  const isGuarded = (k: number) => program.statements[statements[k]!]!.inner !== true
  return {
    mode: program.mode,
    statements: Int32Array.from(statements),
    slots: Int32Array.from(slots),
    calleeSlots: Int32Array.from(nodes, (id) => table.slotOf(graph.nodes[id]!.callee)),
    guarded: Int32Array.from(statements.filter((_, k) => isGuarded(k))),
    guardedSlots: Int32Array.from(slots.filter((_, k) => isGuarded(k))),
    result: result === undefined ? NO_SLOT : table.slotOf(result),
    twin: NO_SLOT,
    outputs: Int32Array.from(outputs, (source) => table.slotOf(source)),
    candidates: Int32Array.from(program.outputs.flatMap(({ kind }, k) => (kind === 'o' ? [k] : []))),
  }
}

class SlotTable {
  readonly constants: Notation[] = []
  readonly primitives: string[] = []
  readonly rawSlots: Int32Array
  readonly safeSlots: Int32Array
  slotCount: number
  readonly #fixed = new Map<string, number>()

  constructor({ nodes, programs }: Graph) {
    const sources = [
      ...nodes.flatMap(({ callee, args }) => [callee, ...args]),
      ...programs.flatMap(({ result, outputs }) => (result === undefined ? outputs : [result, ...outputs])),
    ]
    this.slotCount = INPUT_COUNT
    for (const source of sources) {
      if (source.kind !== 'constant' || this.#fixed.has(spellSource(source))) continue
      this.#fixed.set(spellSource(source), this.slotCount++)
      this.constants.push(source.value)
    }
    for (const source of sources) {
      if (source.kind !== 'primitive' || this.#fixed.has(spellSource(source))) continue
      this.#fixed.set(spellSource(source), this.slotCount++)
      this.primitives.push(source.key)
    }
    this.rawSlots = Int32Array.from(nodes, () => this.slotCount++)
    this.safeSlots = new Int32Array(nodes.length).fill(NO_SLOT)
    for (const source of sources) {
      if (source.kind !== 'node' || !source.guarded || this.safeSlots[source.id] !== NO_SLOT) continue
      this.safeSlots[source.id] = this.slotCount++
    }
  }

  slotOf(source: Source): number {
    if (source.kind === 'node') return source.guarded ? this.safeSlots[source.id]! : this.rawSlots[source.id]!
    return source.kind === 'input' ? SLOT_OF[source.name] : this.#fixed.get(spellSource(source))!
  }
}
