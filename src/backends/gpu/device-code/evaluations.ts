// Evaluations on the device, after the last round: verdicts, errors, differences and defaults, as the host would judge them. A row
// that only the host can judge is marked: a call was not made, a limit was exceeded in a batt, or the memory allowance may be. Brief
// evaluations are verdicts and defaults alone.

import { KIND_BITS } from '../../../kernel/blocks.ts'
import { PENDING, isLimitError } from '../../../kernel/errors.ts'
import { type Heap, divideTowardsZero } from '../../../kernel/heap.ts'
import { addressOf, isError } from '../../../kernel/words.ts'
import { NO_GRID } from '../../mismatch.ts'
import { CORRECT, FAILED, LIMITED, NEAR, NEAR_SHARE, UNSCORED, WRONG } from '../../verdicts.ts'
import { BATT, BLOCK, CHECK, DEFAULTS, EVALUATION, PLAN, PROGRAM_WORDS, STRICT } from './evaluation-layout.ts'
import { arena, at, atomicLoad, atomicStore, heap, params, put, state, tables } from './intrinsics.ts'
import { isDoomed } from './queue-calls.ts'
import { itemOfRow, valueOfSlot } from './slots.ts'
import { ROWS_SAMPLE, TABLE } from './table-layout.ts'

/** The word of a slot in a row of a plan. */
export function wordInRow(h: Heap, slot: number, plan: number, row: number): number {
  return valueOfSlot(h, slot, row, at(h, tables, plan + PLAN.tasks), ROWS_SAMPLE)
}

/** Marks a row for the host. */
function markRow(h: Heap, plan: number, row: number): void {
  atomicStore(h, state, params.counterAt + at(h, tables, plan + PLAN.marks) + row, 1)
}

export function isMarked(h: Heap, plan: number, row: number): boolean {
  return atomicLoad(h, state, params.counterAt + at(h, tables, plan + PLAN.marks) + row) !== 0
}

/** The counted work of all steps of a row. */
export function workOfRow(h: Heap, plan: number, row: number): number {
  const counters = params.counterAt
  const task = at(h, tables, at(h, tables, plan + PLAN.tasks) + row)
  return (
    atomicLoad(h, state, counters + at(h, tables, plan + PLAN.constantWork)) +
    atomicLoad(h, state, counters + at(h, tables, plan + PLAN.taskWork) + task) +
    atomicLoad(h, state, counters + at(h, tables, plan + PLAN.sampleWork) + row)
  )
}

function isBriefChunk(h: Heap): boolean {
  return at(h, tables, at(h, tables, TABLE.evaluations) + EVALUATION.isBrief) !== 0
}

/** Writes the parts of evaluation `e` of a block. */
function putEvaluation(h: Heap, block: number, e: number, differences: number, error: number, statement: number): void {
  if (isBriefChunk(h)) return
  const plan = at(h, tables, block + BLOCK.plan)
  const count = at(h, tables, plan + PLAN.programCount) * at(h, tables, block + BLOCK.rowCount)
  const area = at(h, tables, block + BLOCK.area)
  put(h, arena, area + e, differences)
  put(h, arena, area + count + e, error)
  put(h, arena, area + 2 * count + e, statement)
}

/** The verdict on a program that ended with an error. */
function verdictOnError(h: Heap, error: number): number {
  if (!isLimitError(error)) return FAILED
  return isBriefChunk(h) ? LIMITED : FAILED
}

/** The verdict on an output with this number of differences from the expected grid, 0 if that is not known. */
function verdictOnOutput(h: Heap, expected: number, differences: number): number {
  if (expected === 0) return UNSCORED
  if (differences === 0) return CORRECT
  if (!isBriefChunk(h)) return WRONG
  const grid = addressOf(expected)
  const cells = (at(h, heap, grid) >> KIND_BITS) * at(h, heap, grid + 1)
  return differences <= divideTowardsZero(cells, NEAR_SHARE) ? NEAR : WRONG
}

function evaluateStrict(h: Heap, block: number, e: number, program: number, row: number): number {
  const plan = at(h, tables, block + BLOCK.plan)
  const list = at(h, tables, program + STRICT.statements)
  const count = at(h, tables, program + STRICT.statementCount)
  let error = 0
  let statement = -1
  for (let k = 0; k < count && error === 0; k++) {
    const word = wordInRow(h, at(h, tables, list + 2 * k), plan, row)
    if (isError(word)) {
      error = word
      statement = at(h, tables, list + 2 * k + 1)
    }
  }
  // No statement failed where the program returns an input that is absent.
  if (error === 0) {
    const result = wordInRow(h, at(h, tables, program + STRICT.result), plan, row)
    if (isError(result)) error = result
  }
  if (error === PENDING) {
    markRow(h, plan, row)
    putEvaluation(h, block, e, 0, 0, 0)
    return UNSCORED
  }
  if (error !== 0) {
    putEvaluation(h, block, e, 0, error, statement)
    return verdictOnError(h, error)
  }
  const expected = at(h, arena, at(h, tables, plan + PLAN.expected) + row)
  const differences = expected !== 0 ? at(h, arena, at(h, tables, program + STRICT.differences) + row) : 0
  putEvaluation(h, block, e, differences, 0, 0)
  return verdictOnOutput(h, expected, differences)
}

/** The address of what a block has of a batt: counts of defaults, then differences of candidates, unless evaluations are brief. */
function battArea(h: Heap, block: number, program: number): number {
  const rowCount = at(h, tables, block + BLOCK.rowCount)
  const programCount = at(h, tables, at(h, tables, block + BLOCK.plan) + PLAN.programCount)
  const defaults = at(h, tables, block + BLOCK.area) + at(h, tables, program + BATT.guardedBefore)
  if (isBriefChunk(h)) return defaults
  return defaults + (3 * programCount + at(h, tables, program + BATT.candidatesBefore)) * rowCount
}

function evaluateBatt(h: Heap, block: number, e: number, program: number, row: number): number {
  const plan = at(h, tables, block + BLOCK.plan)
  const rowCount = at(h, tables, block + BLOCK.rowCount)
  const candidates = at(h, tables, program + BATT.candidates)
  const candidateCount = at(h, tables, program + BATT.candidateCount)
  const sample = row - at(h, tables, block + BLOCK.row)
  const target = battArea(h, block, program) + at(h, tables, program + BATT.guardedCount) + sample
  const expected = at(h, arena, at(h, tables, plan + PLAN.expected) + row)
  const isBrief = isBriefChunk(h)
  let least = NO_GRID
  for (let k = 0; k < candidateCount; k++) {
    const differences = expected !== 0 ? at(h, arena, at(h, tables, candidates + k) + row) : NO_GRID
    if (!isBrief) put(h, arena, target + k * rowCount, differences)
    if (differences < least) least = differences
  }
  putEvaluation(h, block, e, expected !== 0 ? least : 0, 0, 0)
  return verdictOnOutput(h, expected, least)
}

/** Judges evaluation `e` of a block; returns its verdict. */
function evaluateProgram(h: Heap, block: number, e: number): number {
  const plan = at(h, tables, block + BLOCK.plan)
  const number = divideTowardsZero(e, at(h, tables, block + BLOCK.rowCount))
  const row = at(h, tables, block + BLOCK.row) + e - number * at(h, tables, block + BLOCK.rowCount)
  const program = at(h, tables, plan + PLAN.programs) + number * PROGRAM_WORDS
  if (number === 0) {
    const head = at(h, tables, TABLE.evaluations)
    if (workOfRow(h, plan, row) > at(h, tables, head + EVALUATION.allowance)) markRow(h, plan, row)
  }
  if (at(h, tables, program + BATT.isBatt) !== 0) return evaluateBatt(h, block, e, program, row)
  return evaluateStrict(h, block, e, program, row)
}

/** Judges the evaluations of a word of verdicts, at most four: the verdicts of a block are a line of words, brief ones one for each program. */
function evaluateWord(h: Heap, block: number, word: number): void {
  const rowCount = at(h, tables, block + BLOCK.rowCount)
  const programCount = at(h, tables, at(h, tables, block + BLOCK.plan) + PLAN.programCount)
  const line = isBriefChunk(h) ? rowCount : programCount * rowCount
  const lineWords = (line + 3) >> 2
  const number = divideTowardsZero(word, lineWords)
  const first = number * line + 4 * (word - number * lineWords)
  const lineEnd = (number + 1) * line
  const end = first + 4 < lineEnd ? first + 4 : lineEnd
  let verdicts = 0
  for (let e = first; e < end; e++) verdicts = verdicts | (evaluateProgram(h, block, e) << (8 * (e - first)))
  put(h, arena, at(h, tables, block + BLOCK.verdicts) + word, verdicts)
}

/** Marks the rows in which a slot of a batt needs the host. */
function checkSlot(h: Heap, check: number, row: number): void {
  const plan = at(h, tables, check + CHECK.plan)
  const word = wordInRow(h, at(h, tables, check + CHECK.slot), plan, row)
  if (!isError(word)) return
  const isForHost = at(h, tables, check + CHECK.anyError) !== 0 || word === PENDING || isLimitError(word)
  if (isForHost) markRow(h, plan, row)
}

/** Judges all evaluations, and marks the rows that the host has to finish. */
export function evaluateRows(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const head = at(h, tables, TABLE.evaluations)
  const blocks = at(h, tables, head + EVALUATION.blocks)
  const blockCount = at(h, tables, head + EVALUATION.blockCount)
  const wordCount = at(h, tables, head + EVALUATION.wordCount)
  for (let k = invocation; k < wordCount; k += invocations) {
    const block = itemOfRow(h, blocks, blockCount, BLOCK.words, k)
    evaluateWord(h, block, k - at(h, tables, block + BLOCK.firstWord))
  }
  const checks = at(h, tables, head + EVALUATION.checks)
  const checkCount = at(h, tables, head + EVALUATION.checkCount)
  // The item after the last one has the total.
  const total = at(h, tables, checks + checkCount * CHECK.words)
  for (let k = invocation; k < total; k += invocations) {
    const check = itemOfRow(h, checks, checkCount, CHECK.words, k)
    checkSlot(h, check, k - at(h, tables, check + CHECK.first))
  }
}

/** The number of rows of a block, without marked ones, in which a guarded statement takes its default. */
function countDefaulted(h: Heap, block: number, slot: number): number {
  const plan = at(h, tables, block + BLOCK.plan)
  const first = at(h, tables, block + BLOCK.row)
  const end = first + at(h, tables, block + BLOCK.rowCount)
  let count = 0
  for (let row = first; row < end; row++) {
    const word = wordInRow(h, slot, plan, row)
    if (isError(word) && !isLimitError(word)) {
      if (!isMarked(h, plan, row)) count++
    }
  }
  return count
}

/** Counts the defaults of batts, after all rows for the host are marked. */
export function countDefaults(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const head = at(h, tables, TABLE.evaluations)
  const items = at(h, tables, head + EVALUATION.defaults)
  const itemCount = at(h, tables, head + EVALUATION.defaultCount)
  const total = at(h, tables, items + itemCount * DEFAULTS.words)
  for (let k = invocation; k < total; k += invocations) {
    const item = itemOfRow(h, items, itemCount, DEFAULTS.words, k)
    const number = k - at(h, tables, item + DEFAULTS.first)
    const block = at(h, tables, item + DEFAULTS.block)
    const program = at(h, tables, item + DEFAULTS.program)
    const slot = at(h, tables, at(h, tables, program + BATT.guarded) + number)
    put(h, arena, battArea(h, block, program) + number, countDefaulted(h, block, slot))
  }
}
