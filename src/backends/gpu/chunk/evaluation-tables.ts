// The tables by which a device makes the evaluations of a chunk: blocks of rows, plans, programs, checks and counts of batts.

import { NO_SLOT, type PlannedProgram } from '../../../plan/plan.ts'
import { battShapes } from '../../evaluations.ts'
import { BATT, BLOCK, CHECK, DEFAULTS, EVALUATION, PROGRAM_WORDS, STRICT } from '../device-code/evaluation-layout.ts'
import { SLOT_WORDS } from '../device-code/table-layout.ts'
import type { ChunkLayout, EvaluationBlock, PlanColumns } from './chunk-layout.ts'
import type { PlanTables } from './chunk-tables.ts'
import type { TableWords } from './table-words.ts'

/** Prints the tables for evaluations; returns the offset of their head. */
export function printEvaluations(
  words: TableWords,
  { columns, blocks, isBrief }: ChunkLayout,
  parts: readonly PlanTables[],
  allowance: number,
): number {
  // Without blocks the device makes no evaluations.
  if (blocks.length === 0) return 0
  const head = words.take(EVALUATION.words)
  const programs = columns.map((own, k) => printPrograms(words, own, parts[k]!))
  const plans = columns.map((own, k) => printPlan(words, own, k, parts[k]!, programs[k]!))
  words.set(head + EVALUATION.allowance, allowance)
  words.set(head + EVALUATION.isBrief, isBrief ? 1 : 0)
  words.set(head + EVALUATION.blocks, words.length)
  words.set(head + EVALUATION.blockCount, blocks.length)
  let wordCount = 0
  let rowCount = 0
  const firstBlock = words.length
  for (let k = 0; k < blocks.length; k++) {
    const { plan, row, rowCount: own, area, wordCount: areaWords } = blocks[k]!
    const programCount = columns[plan]!.planRows.plan.programs.length
    const verdictWords = isBrief ? programCount * Math.ceil(own / 4) : Math.ceil((own * programCount) / 4)
    words.push(wordCount)
    words.push(rowCount)
    words.push(row)
    words.push(own)
    words.push(plans[plan]!)
    words.push(area)
    words.push(area + areaWords - verdictWords)
    wordCount += verdictWords
    rowCount += own
  }
  words.set(head + EVALUATION.wordCount, wordCount)
  words.set(head + EVALUATION.rowCount, rowCount)
  printChecks(words, head, columns, parts, plans)
  printDefaults(words, head, columns, blocks, firstBlock, programs)
  return head
}

/** Prints a plan; returns its offset. */
function printPlan(words: TableWords, own: PlanColumns, number: number, parts: PlanTables, programs: number): number {
  const slots = words.length
  for (const { sites } of own.planRows.schedule.rounds)
    for (let k = 0; k < sites.length; k++) words.push(parts.slots + sites[k]!.raw * SLOT_WORDS)
  const siteCount = words.length - slots
  const differences = words.length
  for (const column of own.differences.values()) words.push(column)
  const at = words.length
  const { planRows, workBase, marks, expected } = own
  words.pushAll([number, programs, planRows.plan.programs.length, parts.tasks, expected, ...workBase, marks])
  words.pushAll([slots, siteCount, differences, own.differences.size])
  return at
}

/** Prints the programs of a plan; returns the offset of the first. A program with a twin is printed as the twin. */
function printPrograms(words: TableWords, own: PlanColumns, { slots }: PlanTables): number {
  const { plan } = own.planRows
  const { programs } = plan
  const { guardedCounts, candidateCounts } = battShapes(plan)
  const before = { guarded: 0, candidates: 0 }
  const first = words.take(programs.length * PROGRAM_WORDS)
  let batt = 0
  for (let p = 0; p < programs.length; p++) {
    const at = first + p * PROGRAM_WORDS
    const program = programs[p]!
    if (program.mode === 'strict') {
      if (program.twin === NO_SLOT) printStrict(words, at, own, program, slots)
      else words.copyWithin(at, first + program.twin * PROGRAM_WORDS, PROGRAM_WORDS)
      continue
    }
    const { guardedSlots, outputs, candidates } = program
    const candidatesAt = words.length
    for (const candidate of candidates) words.push(own.differences.get(outputs[candidate]!)!)
    const guardedAt = words.length
    for (const slot of guardedSlots) words.push(slots + slot * SLOT_WORDS)
    words.set(at + BATT.isBatt, 1)
    words.set(at + BATT.candidates, candidatesAt)
    words.set(at + BATT.candidateCount, candidates.length)
    words.set(at + BATT.guarded, guardedAt)
    words.set(at + BATT.guardedCount, guardedSlots.length)
    words.set(at + BATT.guardedBefore, before.guarded)
    words.set(at + BATT.candidatesBefore, before.candidates)
    before.guarded += guardedCounts[batt]!
    before.candidates += candidateCounts[batt]!
    batt++
  }
  return first
}

/** Prints a strict program at `at`. */
function printStrict(
  words: TableWords,
  at: number,
  { differences }: PlanColumns,
  { slots: own, statements, result }: PlannedProgram,
  slots: number,
): void {
  const list = words.length
  for (let k = 0; k < own.length; k++) {
    words.push(slots + own[k]! * SLOT_WORDS)
    words.push(statements[k]!)
  }
  words.set(at + STRICT.isBatt, 0)
  words.set(at + STRICT.statements, list)
  words.set(at + STRICT.statementCount, own.length)
  words.set(at + STRICT.result, slots + result * SLOT_WORDS)
  words.set(at + STRICT.differences, differences.get(result)!)
}

/** Prints the slots of batts in which a limit, or any error of an output that is not guarded, needs the host. */
function printChecks(
  words: TableWords,
  head: number,
  columns: readonly PlanColumns[],
  parts: readonly PlanTables[],
  plans: readonly number[],
): void {
  words.set(head + EVALUATION.checks, words.length)
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
        words.push(rows)
        words.push(parts[k]!.slots + slot * SLOT_WORDS)
        words.push(plans[k]!)
        words.push(anyError)
        rows += planRows.rows.length
        count++
      }
    }
  }
  // The item after the last one has the total.
  for (let k = 0; k < CHECK.words; k++) words.push(k === 0 ? rows : 0)
  words.set(head + EVALUATION.checkCount, count)
}

/** Prints the counts of defaults: one for each batt and block. */
function printDefaults(
  words: TableWords,
  head: number,
  columns: readonly PlanColumns[],
  blocks: readonly EvaluationBlock[],
  firstBlock: number,
  programs: readonly number[],
): void {
  words.set(head + EVALUATION.defaults, words.length)
  let total = 0
  let count = 0
  for (let block = 0; block < blocks.length; block++) {
    const { plan } = blocks[block]!
    const { numbers, guardedCounts } = battShapes(columns[plan]!.planRows.plan)
    for (let k = 0; k < numbers.length; k++) {
      words.push(total)
      words.push(firstBlock + block * BLOCK.words)
      words.push(programs[plan]! + numbers[k]! * PROGRAM_WORDS)
      total += guardedCounts[k]!
      count++
    }
  }
  for (let k = 0; k < DEFAULTS.words; k++) words.push(k === 0 ? total : 0)
  words.set(head + EVALUATION.defaultCount, count)
}
