// Periods of an object by a workgroup: each invocation tries some numbers of rows or columns. The counterpart of
// src/primitives/periods.ts for a compact set of cells.
//
// Work: 4 for the bounds, and 1 a cell for each number up to the period.

import { CELL_SET, elementsAt, isBlock, sizeOf } from '../../../../kernel/blocks.ts'
import { cellCol, cellColor, cellRow, packCell } from '../../../../kernel/cells.ts'
import { type Heap, heapTop } from '../../../../kernel/heap.ts'
import {
  at,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicStore,
  heap,
  params,
  put,
  setWork,
  sharedAtomics,
  sharedWords,
  waitForGroup,
} from '../intrinsics.ts'
import { DECLINED, LANES, LARGEST } from './group-queue.ts'

const periodJob = sharedWords(2)
const PERIOD_CELLS_AT = 0
const PERIOD_COUNT = 1

const periodBounds = sharedAtomics(3)
const PERIOD_LEAST = 0
const PERIOD_GREATEST = 1
const PERIOD_FOUND = 2

const BOUNDS_WORK = 4
/** Smaller objects are left to one invocation: each cell is tried with up to as many periods. */
const LEAST_CELLS_OF_PERIOD = 24
const MOST_CELLS = 32768
const MOST_SPAN = 8192

export function choosePeriod(h: Heap, obj: number): boolean {
  if (!isBlock(h, obj, CELL_SET)) return false
  const count = sizeOf(h, obj)
  put(h, periodJob, PERIOD_CELLS_AT, elementsAt(obj))
  put(h, periodJob, PERIOD_COUNT, count)
  atomicStore(h, periodBounds, PERIOD_LEAST, LARGEST)
  atomicStore(h, periodBounds, PERIOD_GREATEST, -LARGEST)
  atomicStore(h, periodBounds, PERIOD_FOUND, LARGEST)
  return count >= LEAST_CELLS_OF_PERIOD && count <= MOST_CELLS && count <= heapTop(h) - elementsAt(obj)
}

function placeAlong(h: Heap, cell: number, isRow: boolean): number {
  return isRow ? cellRow(h, cell) : cellCol(h, cell)
}

/** Whether every cell from row or column `least` on has an equal one `period` rows up or columns to the left. */
function hasPeriod(h: Heap, from: number, end: number, isRow: boolean, least: number, period: number): boolean {
  const rowStep = isRow ? period : 0
  const colStep = isRow ? 0 : period
  let met = from
  for (let a = from; a < end; a++) {
    const cell = at(h, heap, a)
    if (placeAlong(h, cell, isRow) >= least) {
      const like = packCell(h, cellColor(h, cell), cellRow(h, cell) - rowStep, cellCol(h, cell) - colStep)
      while (met < a && at(h, heap, met) < like) met++
      if (at(h, heap, met) !== like) return false
    }
  }
  return true
}

function periodTogether(h: Heap, lane: number, isRow: boolean): number {
  const from = at(h, periodJob, PERIOD_CELLS_AT)
  const count = at(h, periodJob, PERIOD_COUNT)
  for (let k = lane; k < count; k += LANES) {
    const place = placeAlong(h, at(h, heap, from + k), isRow)
    atomicMin(h, periodBounds, PERIOD_LEAST, place)
    atomicMax(h, periodBounds, PERIOD_GREATEST, place)
  }
  waitForGroup(h)
  const start = atomicLoad(h, periodBounds, PERIOD_LEAST)
  const span = atomicLoad(h, periodBounds, PERIOD_GREATEST) - start + 1
  let period = span <= MOST_SPAN ? 1 + lane : span
  while (period < span && !hasPeriod(h, from, from + count, isRow, start + period, period)) period += LANES
  atomicMin(h, periodBounds, PERIOD_FOUND, period)
  waitForGroup(h)
  const least = atomicLoad(h, periodBounds, PERIOD_FOUND)
  const found = least < span ? least : span
  const tried = least < span ? least : span - 1
  if (span > MOST_SPAN || tried * count + BOUNDS_WORK >= params.statementBudget) return DECLINED
  setWork(h, tried * count + BOUNDS_WORK)
  return found
}

export function hperiodTogether(h: Heap, lane: number): number {
  return periodTogether(h, lane, false)
}

export function vperiodTogether(h: Heap, lane: number): number {
  return periodTogether(h, lane, true)
}
