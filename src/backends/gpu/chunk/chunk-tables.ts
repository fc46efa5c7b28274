// The tables of a chunk: the scheduler on the device reads them, and the host dispatches by their rounds.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { safeDefaultOfType } from '../../../language/values/safe-default.ts'
import { NO_SLOT } from '../../../plan/plan.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { battShapes } from '../../evaluations.ts'
import { primitiveFacts } from '../../kernel-numbers.generated.ts'
import type { KernelUse, Schedule } from '../schedule/schedule.ts'
import { OUTPUT_WORDS, ROUND_WORDS, SITE_WORDS, SLOT_WORDS, TABLE } from '../device-code/table-layout.ts'
import type { ChunkLayout, PlanColumns } from './chunk-layout.ts'
import { printEvaluations } from './evaluation-tables.ts'
import type { PlanRows } from './chunk.ts'
import { TableWords } from './table-words.ts'

/** The dispatches of one round of a chunk. */
export interface ChunkRound {
  /** The number of calls that begin in the round. */
  readonly launches: number
  readonly spawns: boolean
  /** By kernel the maximum number of its calls; Infinity where a map may call it. */
  readonly kernels: ReadonlyMap<string, number>
}

export interface ChunkTables {
  readonly tables: Int32Array<ArrayBuffer>
  readonly rounds: readonly ChunkRound[]
  readonly exportCount: number
  readonly judgedCount: number
  /** Whether the device counts defaults of batts. */
  readonly hasDefaults: boolean
}

/** The offsets of one plan's parts in the tables. */
export interface PlanTables {
  /** The task of each sample. */
  readonly tasks: number
  readonly slots: number
}

/** Prints tables; keeps the memory that it needs for the next chunk. */
export class TablePrinter {
  readonly #words = new TableWords()
  /** The sites of all rounds, which follow the rounds. */
  readonly #sites = new TableWords()

  /** Prints the tables of a chunk with this layout of its arena and these cells. */
  print(layout: ChunkLayout, cells: CellLayout, allowance: number): ChunkTables {
    const { columns } = layout
    const words = this.#words
    words.clear()
    words.take(TABLE.words)
    words.set(TABLE.primitives, words.length)
    words.set(TABLE.primitiveCount, primitives.length)
    words.pushAll(primitiveWords(cells))
    const parts = columns.map((own) => printSlots(words, own))
    const rounds = printRounds(words, this.#sites, columns, parts)
    const exportCount = printOutputs(words, columns, parts, 'copies')
    const judgedCount = printOutputs(words, columns, parts, 'differences')
    words.set(TABLE.evaluations, printEvaluations(words, layout, parts, allowance))
    const hasDefaults =
      layout.blocks.length > 0 && columns.some(({ planRows }) => battShapes(planRows.plan).guardedTotal > 0)
    return { tables: words.copy(), rounds, exportCount, judgedCount, hasDefaults }
  }
}

const knownWords: Partial<Record<CellLayout, Int32Array>> = {}

/** For each primitive its facts and its safe default, the same in all chunks. */
function primitiveWords(cells: CellLayout): Int32Array {
  return (knownWords[cells] ??= Int32Array.from(
    primitives.flatMap(({ id, returns }) => [primitiveFacts[cells][id]!, safeDefaultOfType(returns)]),
  ))
}

/** Prints the tasks of the samples and the slots of one plan. */
function printSlots(words: TableWords, { planRows, base, sort }: PlanColumns): PlanTables {
  const tasks = words.length
  const { rows } = planRows
  for (let k = 0; k < rows.length; k++) words.push(rows[k]!.task)
  const slots = words.length
  const guards = guardsOf(planRows)
  for (let slot = 0; slot < planRows.plan.slotCount; slot++) {
    const guard = guards.get(slot)
    const raw = guard?.raw ?? slot
    words.push(base[raw]!)
    words.push(sort[raw]!)
    words.push(guard === undefined ? -1 : slots + guard.callee * SLOT_WORDS)
  }
  return { tasks, slots }
}

type Guards = ReadonlyMap<number, { readonly raw: number; readonly callee: number }>

const knownGuards = new WeakMap<Schedule, Guards>()

/** By safe slot the slot that it guards, and the slot of the callee; found once for a schedule. */
function guardsOf({ schedule }: PlanRows): Guards {
  const known = knownGuards.get(schedule)
  if (known !== undefined) return known
  const guards = new Map<number, { raw: number; callee: number }>()
  for (const { sites } of schedule.rounds)
    for (const { raw, safe, callee } of sites) if (safe !== NO_SLOT) guards.set(safe, { raw, callee })
  knownGuards.set(schedule, guards)
  return guards
}

/** Prints the rounds and their sites; rounds of the same number of all plans are one. */
function printRounds(
  words: TableWords,
  sites: TableWords,
  columns: readonly PlanColumns[],
  parts: readonly PlanTables[],
): ChunkRound[] {
  const roundCount = columns.reduce((most, { planRows }) => Math.max(most, planRows.schedule.rounds.length), 0)
  sites.clear()
  const rounds: ChunkRound[] = []
  const heads: number[] = []
  for (let number = 0; number < roundCount; number++) {
    let launches = 0
    const firstSite = sites.length / SITE_WORDS
    const kernels = new Map<string, number>()
    let spawns = false
    for (let k = 0; k < columns.length; k++) {
      const { planRows, base, sort, workBase } = columns[k]!
      const round = planRows.schedule.rounds[number]
      if (round === undefined) continue
      const rowCounts = [1, planRows.tasks.length, planRows.rows.length]
      const { tasks, slots } = parts[k]!
      for (const { raw, callee, args } of round.sites) {
        const argsAt = words.length
        for (let arg = 0; arg < args.length; arg++) words.push(slots + args[arg]! * SLOT_WORDS)
        const rows = sort[raw]!
        sites.push(launches)
        sites.push(rows)
        sites.push(base[raw]!)
        sites.push(slots + callee * SLOT_WORDS)
        sites.push(args.length)
        sites.push(argsAt)
        sites.push(tasks)
        sites.push(workBase[rows]!)
        launches += rowCounts[rows]!
      }
      for (const [kernel, use] of round.kernels)
        kernels.set(kernel, (kernels.get(kernel) ?? 0) + mostCalls(use, rowCounts))
      spawns ||= round.spawns
    }
    heads.push(firstSite, sites.length / SITE_WORDS - firstSite, launches)
    rounds.push({ launches, spawns, kernels })
  }
  words.set(TABLE.rounds, words.length)
  words.pushAll(heads)
  // The copy kernel runs in a round after the last one, in which no call begins.
  words.take(ROUND_WORDS)
  words.set(TABLE.sites, words.length)
  words.pushTable(sites)
  return rounds
}

function mostCalls({ perRow, isMapped }: KernelUse, [constants, tasks, samples]: readonly number[]): number {
  if (isMapped) return Infinity
  return perRow.constant * constants! + perRow.task * tasks! + (perRow.sample + perRow.candidate) * samples!
}

/** Prints the outputs to copy or to judge; returns the number of their rows. */
function printOutputs(
  words: TableWords,
  columns: readonly PlanColumns[],
  parts: readonly PlanTables[],
  sort: 'copies' | 'differences',
): number {
  words.set(sort === 'copies' ? TABLE.exports : TABLE.judged, words.length)
  let rows = 0
  let items = 0
  for (let k = 0; k < columns.length; k++) {
    const own = columns[k]!
    const { tasks, slots } = parts[k]!
    for (const [slot, column] of own[sort]) {
      words.push(rows)
      words.push(slots + slot * SLOT_WORDS)
      words.push(column)
      words.push(tasks)
      words.push(own.expected)
      words.take(OUTPUT_WORDS - 5)
      rows += own.planRows.rows.length
      items++
    }
  }
  // The item after the last one has the total.
  for (let k = 0; k < OUTPUT_WORDS; k++) words.push(k === 0 ? rows : 0)
  words.set(sort === 'copies' ? TABLE.exportCount : TABLE.judgedCount, items)
  return rows
}
