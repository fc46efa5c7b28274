// The tables by which a device makes the evaluations of a chunk: blocks of rows, plans, programs, checks and counts of batts.

import { NO_SLOT, type PlannedProgram } from '../../../plan/plan.ts'
import { battShapes } from '../../evaluations.ts'
import { CHECK, DEFAULTS, EVALUATION, PROGRAM_WORDS } from '../device-code/evaluation-layout.ts'
import { SLOT_WORDS } from '../device-code/table-layout.ts'
import type { ChunkLayout, PlanColumns } from './chunk-layout.ts'
import type { PlanTables } from './chunk-tables.ts'

/** Prints the tables for evaluations; returns the offset of their head. */
export function printEvaluations(
  words: number[],
  { columns, blocks }: ChunkLayout,
  parts: readonly PlanTables[],
  allowance: number,
): number {
  // Without blocks the device makes no evaluations.
  if (blocks.length === 0) return 0
  const head = words.length
  for (let k = 0; k < EVALUATION.words; k++) words.push(0)
  const programs = columns.map((own, k) => printPrograms(words, own, parts[k]!))
  const plans = columns.map((own, k) => printPlan(words, own, k, parts[k]!, programs[k]!))
  words[head + EVALUATION.allowance] = allowance
  words[head + EVALUATION.blocks] = words.length
  words[head + EVALUATION.blockCount] = blocks.length
  let wordCount = 0
  let rowCount = 0
  const places: number[] = []
  for (const { plan, row, rowCount: own, area, wordCount: areaWords } of blocks) {
    places.push(words.length)
    const verdictWords = Math.ceil((own * columns[plan]!.planRows.plan.programs.length) / 4)
    words.push(wordCount, rowCount, row, own, plans[plan]!, area, area + areaWords - verdictWords)
    wordCount += verdictWords
    rowCount += own
  }
  words[head + EVALUATION.wordCount] = wordCount
  words[head + EVALUATION.rowCount] = rowCount
  printChecks(words, head, columns, parts, plans)
  printDefaults(
    words,
    head,
    columns,
    blocks.map(({ plan }, k) => [plan, places[k]!]),
    programs,
  )
  return head
}

/** Prints a plan; returns its offset. */
function printPlan(words: number[], own: PlanColumns, number: number, parts: PlanTables, programs: number): number {
  const slots = words.length
  const sites = own.planRows.schedule.rounds.flatMap((round) => round.sites)
  for (const { raw } of sites) words.push(parts.slots + raw * SLOT_WORDS)
  const differences = words.length
  for (const column of own.differences.values()) words.push(column)
  const at = words.length
  const { planRows, workBase, marks, expected } = own
  words.push(number, programs, planRows.plan.programs.length, parts.tasks, expected, ...workBase, marks)
  words.push(slots, sites.length, differences, own.differences.size)
  return at
}

/** Prints the programs of a plan; returns the offset of the first. A program with a twin is printed as the twin. */
function printPrograms(words: number[], own: PlanColumns, { slots }: PlanTables): number {
  const { plan } = own.planRows
  const { numbers, guardedCounts, candidateCounts } = battShapes(plan)
  const before = { guarded: 0, candidates: 0 }
  const records: number[] = []
  for (const [p, program] of plan.programs.entries()) {
    const batt = numbers.indexOf(p)
    if (batt < 0) {
      const record =
        program.twin === NO_SLOT ? printStrict(words, own, program, slots) : recordOf(records, program.twin)
      records.push(...record)
      continue
    }
    const { guardedSlots, outputs, candidates } = program
    const candidatesAt = words.length
    for (const candidate of candidates) words.push(own.differences.get(outputs[candidate]!)!)
    const guardedAt = words.length
    for (const slot of guardedSlots) words.push(slots + slot * SLOT_WORDS)
    records.push(1, candidatesAt, candidates.length, guardedAt, guardedSlots.length, before.guarded, before.candidates)
    before.guarded += guardedCounts[batt]!
    before.candidates += candidateCounts[batt]!
  }
  const first = words.length
  for (const word of records) words.push(word)
  return first
}

function recordOf(records: readonly number[], p: number): number[] {
  return records.slice(p * PROGRAM_WORDS, (p + 1) * PROGRAM_WORDS)
}

function printStrict(words: number[], own: PlanColumns, program: PlannedProgram, slots: number): number[] {
  const { slots: statementSlots, statements, result } = program
  const at = words.length
  for (const [k, slot] of statementSlots.entries()) words.push(slots + slot * SLOT_WORDS, statements[k]!)
  return [0, at, statements.length, slots + result * SLOT_WORDS, own.differences.get(result)!, 0, 0]
}

/** Prints the slots of batts in which a limit, or any error of an output that is not guarded, needs the host. */
function printChecks(
  words: number[],
  head: number,
  columns: readonly PlanColumns[],
  parts: readonly PlanTables[],
  plans: readonly number[],
): void {
  words[head + EVALUATION.checks] = words.length
  let rows = 0
  let count = 0
  for (const [k, { planRows, base }] of columns.entries()) {
    const batts = planRows.plan.programs.filter(({ mode }) => mode === 'guarded')
    const statements = new Set(batts.flatMap(({ slots }) => [...slots]))
    // A guarded slot has no column of its own.
    const outputs = new Set(batts.flatMap((batt) => Array.from(batt.outputs).filter((slot) => base[slot]! >= 0)))
    for (const [slots, anyError] of [
      [statements, 0],
      [outputs, 1],
    ] as const) {
      for (const slot of slots) {
        words.push(rows, parts[k]!.slots + slot * SLOT_WORDS, plans[k]!, anyError)
        rows += planRows.rows.length
        count++
      }
    }
  }
  // The item after the last one has the total.
  for (let k = 0; k < CHECK.words; k++) words.push(k === 0 ? rows : 0)
  words[head + EVALUATION.checkCount] = count
}

/** Prints the counts of defaults: one for each batt and block. `blocks` are pairs of plan and offset. */
function printDefaults(
  words: number[],
  head: number,
  columns: readonly PlanColumns[],
  blocks: readonly (readonly [plan: number, at: number])[],
  programs: readonly number[],
): void {
  words[head + EVALUATION.defaults] = words.length
  let total = 0
  let count = 0
  for (const [plan, block] of blocks) {
    const { numbers, guardedCounts } = battShapes(columns[plan]!.planRows.plan)
    for (const [k, p] of numbers.entries()) {
      words.push(total, block, programs[plan]! + p * PROGRAM_WORDS)
      total += guardedCounts[k]!
      count++
    }
  }
  for (let k = 0; k < DEFAULTS.words; k++) words.push(k === 0 ? total : 0)
  words[head + EVALUATION.defaultCount] = count
}
