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

/** Prints the tables of a chunk with this layout of its arena and these cells. */
export function printTables(layout: ChunkLayout, cells: CellLayout, allowance: number): ChunkTables {
  const { columns } = layout
  const words: number[] = Array.from({ length: TABLE.words }, () => 0)
  words[TABLE.primitives] = words.length
  words[TABLE.primitiveCount] = primitives.length
  for (const word of primitiveWords(cells)) words.push(word)
  const parts = columns.map((own) => printSlots(words, own))
  const rounds = printRounds(words, columns, parts)
  const exportCount = printOutputs(words, columns, parts, 'copies')
  const judgedCount = printOutputs(words, columns, parts, 'differences')
  words[TABLE.evaluations] = printEvaluations(words, layout, parts, allowance)
  const hasDefaults =
    layout.blocks.length > 0 && columns.some(({ planRows }) => battShapes(planRows.plan).guardedTotal > 0)
  return { tables: new Int32Array(words), rounds, exportCount, judgedCount, hasDefaults }
}

const knownWords: Partial<Record<CellLayout, readonly number[]>> = {}

/** For each primitive its facts and its safe default, the same in all chunks. */
function primitiveWords(cells: CellLayout): readonly number[] {
  return (knownWords[cells] ??= primitives.flatMap(({ id, returns }) => [
    primitiveFacts[cells][id]!,
    safeDefaultOfType(returns),
  ]))
}

/** Prints the tasks of the samples and the slots of one plan. */
function printSlots(words: number[], { planRows, base, sort }: PlanColumns): PlanTables {
  const tasks = words.length
  for (const { task } of planRows.rows) words.push(task)
  const slots = words.length
  const guards = guardsOf(planRows)
  for (let slot = 0; slot < planRows.plan.slotCount; slot++) {
    const guard = guards.get(slot)
    const raw = guard?.raw ?? slot
    words.push(base[raw]!, sort[raw]!, guard === undefined ? -1 : slots + guard.callee * SLOT_WORDS)
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
function printRounds(words: number[], columns: readonly PlanColumns[], parts: readonly PlanTables[]): ChunkRound[] {
  const roundCount = Math.max(0, ...columns.map(({ planRows }) => planRows.schedule.rounds.length))
  const sites: number[] = []
  const rounds: ChunkRound[] = []
  const heads: number[] = []
  for (let number = 0; number < roundCount; number++) {
    let launches = 0
    const firstSite = sites.length / SITE_WORDS
    const kernels = new Map<string, number>()
    let spawns = false
    for (const [k, { planRows, base, sort, workBase }] of columns.entries()) {
      const round = planRows.schedule.rounds[number]
      if (round === undefined) continue
      const rowCounts = [1, planRows.tasks.length, planRows.rows.length]
      const { tasks, slots } = parts[k]!
      for (const { raw, callee, args } of round.sites) {
        const argsAt = words.length
        for (const arg of args) words.push(slots + arg * SLOT_WORDS)
        sites.push(
          launches,
          sort[raw]!,
          base[raw]!,
          slots + callee * SLOT_WORDS,
          args.length,
          argsAt,
          tasks,
          workBase[sort[raw]!]!,
        )
        launches += rowCounts[sort[raw]!]!
      }
      for (const [kernel, use] of round.kernels)
        kernels.set(kernel, (kernels.get(kernel) ?? 0) + mostCalls(use, rowCounts))
      spawns ||= round.spawns
    }
    heads.push(firstSite, sites.length / SITE_WORDS - firstSite, launches)
    rounds.push({ launches, spawns, kernels })
  }
  words[TABLE.rounds] = words.length
  for (const word of heads) words.push(word)
  // The copy kernel runs in a round after the last one, in which no call begins.
  for (let k = 0; k < ROUND_WORDS; k++) words.push(0)
  words[TABLE.sites] = words.length
  for (const word of sites) words.push(word)
  return rounds
}

function mostCalls({ perRow, isMapped }: KernelUse, [constants, tasks, samples]: readonly number[]): number {
  if (isMapped) return Infinity
  return perRow.constant * constants! + perRow.task * tasks! + (perRow.sample + perRow.candidate) * samples!
}

/** Prints the outputs to copy or to judge; returns the number of their rows. */
function printOutputs(
  words: number[],
  columns: readonly PlanColumns[],
  parts: readonly PlanTables[],
  sort: 'copies' | 'differences',
): number {
  words[sort === 'copies' ? TABLE.exports : TABLE.judged] = words.length
  let rows = 0
  let items = 0
  for (const [k, own] of columns.entries()) {
    const { tasks, slots } = parts[k]!
    for (const [slot, column] of own[sort]) {
      words.push(rows, slots + slot * SLOT_WORDS, column, tasks, own.expected, 0, 0, 0)
      rows += own.planRows.rows.length
      items++
    }
  }
  // The item after the last one has the total.
  for (let k = 0; k < OUTPUT_WORDS; k++) words.push(k === 0 ? rows : 0)
  words[sort === 'copies' ? TABLE.exportCount : TABLE.judgedCount] = items
  return rows
}
