// Runs the steps of a plan on rows, samples whose grids stand on the heap as bytes, and judges the strict programs of the plan: see
// packed-rows.ts. Kernel TypeScript: the same function in JavaScript, WebAssembly and C, so that many samples are one call from the host.

import { GRID, cellsAt, gridCols, gridRows, isBlock } from '../../kernel/blocks.ts'
import { newGrid } from '../../kernel/grids.ts'
import { type Heap, heapTop, load, releaseScratch, store } from '../../kernel/heap.ts'
import { type Address, INT_MAX, type Word, isError } from '../../kernel/words.ts'
import { NO_GRID, OTHER_SIZE } from '../mismatch.ts'
import { countUnequalCells, unpackCells } from './packed-cells.ts'
import {
  LABELLING_STATE,
  LABELLING_UNKNOWN,
  LABELLING_WORDS,
  PLAN_LABELLINGS,
  PLAN_LABELLING_COUNT,
  PLAN_SLOTS,
  runSteps,
} from './run-steps.ts'
import { beginWork, dropResults, isOutOfMemory, kernelsRun } from './step-limits.ts'

// The words at the address of rows.
/** The rows that are done, and the kernels that ran for them. */
export const ROWS_DONE = 0
export const ROWS_KERNELS = 1
export const ROWS_COUNT = 2
/** The half-open range of the steps, and the slot of the input. */
export const ROWS_FROM_STEP = 3
export const ROWS_END_STEP = 4
export const ROWS_INPUT_SLOT = 5
/** The most words that the steps of a row may allocate together, and the highest top of a heap. */
export const ROWS_ALLOWANCE = 6
export const ROWS_REACH = 7
/** The programs: of each the slot of its result, the number of its statements, their slots. */
export const ROWS_PROGRAMS = 8
export const ROWS_PROGRAM_COUNT = 9
/** By row and program two words: an error and the position of its statement, or 0 and the differences of the result. */
export const ROWS_VERDICTS = 10
export const ROWS_FIRST = 11
export const ROWS_HEADER_WORDS = 12

// A row: the sizes of its grids, then the cells of both.
export const ROW_HEIGHT = 0
export const ROW_WIDTH = 1
/** 0 if the expected output is not known. */
export const ROW_EXPECTED_HEIGHT = 2
export const ROW_EXPECTED_WIDTH = 3
export const ROW_CELLS = 4

export const VERDICT_WORDS = 2

/**
 * Runs rows one after the other and writes their verdicts. Ends before the first row for which the memory does not suffice, or whose
 * steps together allocate more than the allowance: the host runs this row by itself.
 */
export function runRows(h: Heap, plan: Address, rows: Address): void {
  const top = heapTop(h)
  const count = load(h, rows + ROWS_COUNT)
  const verdictWords = VERDICT_WORDS * load(h, rows + ROWS_PROGRAM_COUNT)
  let row = load(h, rows + ROWS_FIRST)
  let verdicts = load(h, rows + ROWS_VERDICTS)
  for (let k = 0; k < count; k++) {
    dropResults(h, top)
    releaseScratch(h, 0)
    beginWork(h, INT_MAX, load(h, rows + ROWS_REACH))
    if (!runRow(h, plan, rows, row)) return
    judgeRow(h, plan, rows, row, verdicts)
    verdicts += verdictWords
    row = expectedCellsOf(h, row) + wordsOf(load(h, row + ROW_EXPECTED_HEIGHT) * load(h, row + ROW_EXPECTED_WIDTH))
    store(h, rows + ROWS_KERNELS, kernelsRun(h))
    store(h, rows + ROWS_DONE, k + 1)
  }
}

/** Runs the steps on the input of a row; false if the host must run them. */
function runRow(h: Heap, plan: Address, rows: Address, row: Address): boolean {
  const labellings = load(h, plan + PLAN_LABELLINGS)
  const labellingCount = load(h, plan + PLAN_LABELLING_COUNT)
  for (let k = 0; k < labellingCount; k++) {
    store(h, labellings + k * LABELLING_WORDS + LABELLING_STATE, LABELLING_UNKNOWN)
  }
  const height = load(h, row + ROW_HEIGHT)
  const width = load(h, row + ROW_WIDTH)
  const grid = newGrid(h, height, width)
  if (isError(grid)) return false
  unpackCells(h, cellsAt(grid), row + ROW_CELLS, height * width)
  store(h, load(h, plan + PLAN_SLOTS) + load(h, rows + ROWS_INPUT_SLOT), grid)
  const wordCount = runSteps(h, plan, load(h, rows + ROWS_FROM_STEP), load(h, rows + ROWS_END_STEP))
  return !isOutOfMemory(h) && wordCount <= load(h, rows + ROWS_ALLOWANCE)
}

/** Writes the verdict on each program. */
function judgeRow(h: Heap, plan: Address, rows: Address, row: Address, verdicts: Address): void {
  const slots = load(h, plan + PLAN_SLOTS)
  const programCount = load(h, rows + ROWS_PROGRAM_COUNT)
  let program = load(h, rows + ROWS_PROGRAMS)
  for (let p = 0; p < programCount; p++) {
    const verdict = verdicts + VERDICT_WORDS * p
    const count = load(h, program + 1)
    const first = firstError(h, slots, program + 2, count)
    const result = load(h, slots + load(h, program))
    if (first < count) {
      store(h, verdict, load(h, slots + load(h, program + 2 + first)))
      store(h, verdict + 1, first)
    } else if (isError(result)) {
      // The program returns an input that is absent.
      store(h, verdict, result)
      store(h, verdict + 1, -1)
    } else {
      store(h, verdict, 0)
      store(h, verdict + 1, differencesInRow(h, result, row))
    }
    program += 2 + count
  }
}

/** The position of the first slot with an error; `count` if no slot has one. */
function firstError(h: Heap, slots: Address, own: Address, count: number): number {
  for (let k = 0; k < count; k++) if (isError(load(h, slots + load(h, own + k)))) return k
  return count
}

/** The number of cells in which a value differs from the expected grid of a row, OTHER_SIZE or NO_GRID. */
function differencesInRow(h: Heap, value: Word, row: Address): number {
  if (!isBlock(h, value, GRID)) return NO_GRID
  const height = load(h, row + ROW_EXPECTED_HEIGHT)
  const width = load(h, row + ROW_EXPECTED_WIDTH)
  if (gridRows(h, value) !== height || gridCols(h, value) !== width) return OTHER_SIZE
  return countUnequalCells(h, cellsAt(value), expectedCellsOf(h, row), height * width)
}

function expectedCellsOf(h: Heap, row: Address): Address {
  return row + ROW_CELLS + wordsOf(load(h, row + ROW_HEIGHT) * load(h, row + ROW_WIDTH))
}

/** The number of words that hold this number of bytes. */
export function wordsOf(byteCount: number): number {
  return (byteCount + 3) >> 2
}
