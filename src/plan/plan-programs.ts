// The programs of a plan: their statements, results and outputs as slots.

import type { Graph, MergedProgram } from './graph.ts'
import type { PlannedProgram } from './plan.ts'
import type { SlotTable } from './slot-table.ts'
import { NO_SLOT } from './step-layout.ts'

/** The programs as backends see them, in their order. */
export function planPrograms(graph: Graph, programs: readonly MergedProgram[], table: SlotTable): PlannedProgram[] {
  // One program has no twin.
  const twins = programs.length > 1 ? new TwinFinder() : undefined
  return programs.map((merged) => planProgram(merged, graph, table, twins))
}

function planProgram(
  merged: MergedProgram,
  graph: Graph,
  table: SlotTable,
  twins: TwinFinder | undefined,
): PlannedProgram {
  const { program, statements, nodes, outputs } = merged
  // One program that makes no call twice.
  const isCounting = twins === undefined && nodes.length === table.nodeCount
  const slots = isCounting ? countFrom(table.firstRaw, nodes.length) : slotsOf(nodes, graph, table)
  const isBatt = program.mode === 'guarded'
  const isGuarded = (_: number, k: number) => program.statements[statements[k]!]!.inner !== true
  return {
    mode: program.mode,
    statements,
    slots,
    guarded: isBatt ? statements.filter(isGuarded) : NONE,
    guardedSlots: isBatt ? slots.filter(isGuarded) : NONE,
    result: merged.result === undefined ? NO_SLOT : table.slotOf(merged.result),
    // Copies of one program are frequent where programs are generated.
    twin: (isBatt ? twins?.pass() : twins?.find(merged)) ?? NO_SLOT,
    outputs: outputs.length === 0 ? NONE : outputs.map((code) => table.slotOf(code)),
    candidates: candidatesOf(program.outputs),
  }
}

const NONE = new Int32Array()

function slotsOf(nodes: Int32Array, { slab }: Graph, table: SlotTable): Int32Array {
  const slots = slab.take(nodes.length)
  for (let k = 0; k < nodes.length; k++) slots[k] = table.rawSlotOf(nodes[k]!)
  return slots
}

/** The most numbers of a list that is shared, and how many of such lists there are. */
const SHARED_NUMBERS = 64
const shared: (Int32Array | undefined)[] = Array.from({ length: SHARED_NUMBERS * SHARED_NUMBERS })

/** `count` numbers from `first` on; short lists of small numbers are shared. */
function countFrom(first: number, count: number): Int32Array {
  if (first >= SHARED_NUMBERS || count >= SHARED_NUMBERS) return newNumbers(first, count)
  return (shared[first * SHARED_NUMBERS + count] ??= newNumbers(first, count))
}

function newNumbers(first: number, count: number): Int32Array {
  const numbers = new Int32Array(count)
  for (let k = 0; k < count; k++) numbers[k] = first + k
  return numbers
}

function candidatesOf(outputs: MergedProgram['program']['outputs']): Int32Array {
  if (outputs.length === 0) return NONE
  return Int32Array.from([...outputs.keys()].filter((k) => outputs[k]!.kind === 'o'))
}

/** Finds equal earlier programs: the same nodes at the same statements, and the same result. */
class TwinFinder {
  readonly #programs: MergedProgram[] = []
  #count = 0
  /** By hash the last program that has it, and by program the one before it with the same hash. */
  readonly #lastOf = new Map<number, number>()
  readonly #before: number[] = []

  /** Counts a program that has no twin. */
  pass(): number {
    this.#count++
    return NO_SLOT
  }

  /** Finds the first earlier program that equals this one; returns NO_SLOT if all earlier programs differ from it. */
  find(program: MergedProgram): number {
    const p = this.#count++
    this.#programs[p] = program
    const hash = hashProgram(program)
    const last = this.#lastOf.get(hash) ?? NO_SLOT
    for (let q = last; q !== NO_SLOT; q = this.#before[q]!) if (isTwin(this.#programs[q]!, program)) return q
    this.#lastOf.set(hash, p)
    this.#before[p] = last
    return NO_SLOT
  }
}

function hashProgram({ result = 0, nodes, statements }: MergedProgram): number {
  let hash = result
  for (let k = 0; k < nodes.length; k++) hash = Math.imul(hash ^ nodes[k]!, 0x9e3779b1) + statements[k]!
  return hash
}

function isTwin(a: MergedProgram, b: MergedProgram): boolean {
  return a.result === b.result && isEqual(a.nodes, b.nodes) && isEqual(a.statements, b.statements)
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}
