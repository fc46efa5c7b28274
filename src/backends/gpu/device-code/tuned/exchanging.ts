// Grids with one colour replaced or two exchanged, by a workgroup. The counterpart of `exchange` in src/primitives/grids.ts for colours that are
// integers, and for other values that the grid does not have: the grid is then put together again from its rows.
//
// Work: 1 per cell and 2 for the header; for other values than integers, also 2 per cell and 2 per row.

import { KIND_BITS, GRID, cellsAt, gridCols, gridRows } from '../../../../kernel/blocks.ts'
import { type Heap, NOWHERE } from '../../../../kernel/heap.ts'
import { isInt, refTo } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
  atomicOr,
  atomicStore,
  heap,
  put,
  sharedAtomics,
  sharedWords,
  waitForGroup,
} from '../intrinsics.ts'
import { LANES, declineRoom, roomOutcome, roomPlace, takeRoom } from './group-queue.ts'
import { isCommonGrid } from './striding.ts'

const exchangeJob = sharedWords(7)
const EXCHANGE_ROWS = 0
const EXCHANGE_COLS = 1
const EXCHANGE_AT = 2
const EXCHANGE_FROM = 3
const EXCHANGE_TO = 4
/** Whether it goes both ways, and whether both values are integers. */
const EXCHANGE_IS_BACK = 5
const EXCHANGE_IS_PLAIN = 6

/** Whether the grid has a value that is exchanged with another than an integer. */
const exchangeFound = sharedAtomics(1)

/** Shorter rows are pairs or cells. */
const LEAST_ROW = 4

function chooseExchange(h: Heap, grid: number, a: number, b: number, isBack: number): boolean {
  if (!isCommonGrid(h, grid)) return false
  const isPlain = isInt(a) && isInt(b)
  put(h, exchangeJob, EXCHANGE_ROWS, gridRows(h, grid))
  put(h, exchangeJob, EXCHANGE_COLS, gridCols(h, grid))
  put(h, exchangeJob, EXCHANGE_AT, cellsAt(grid))
  put(h, exchangeJob, EXCHANGE_FROM, a)
  put(h, exchangeJob, EXCHANGE_TO, b)
  put(h, exchangeJob, EXCHANGE_IS_BACK, isBack)
  put(h, exchangeJob, EXCHANGE_IS_PLAIN, isPlain ? 1 : 0)
  atomicStore(h, exchangeFound, 0, 0)
  return isPlain || gridCols(h, grid) >= LEAST_ROW
}

export function chooseReplace(h: Heap, grid: number, replacee: number, replacer: number): boolean {
  return chooseExchange(h, grid, replacee, replacer, 0)
}

export function chooseSwitch(h: Heap, grid: number, a: number, b: number): boolean {
  return chooseExchange(h, grid, a, b, 1)
}

/** For both. */
export function exchangeTogether(h: Heap, lane: number): number {
  const rows = at(h, exchangeJob, EXCHANGE_ROWS)
  const cols = at(h, exchangeJob, EXCHANGE_COLS)
  const from = at(h, exchangeJob, EXCHANGE_AT)
  const a = at(h, exchangeJob, EXCHANGE_FROM)
  const b = at(h, exchangeJob, EXCHANGE_TO)
  const isBack = at(h, exchangeJob, EXCHANGE_IS_BACK) !== 0
  const isPlain = at(h, exchangeJob, EXCHANGE_IS_PLAIN) !== 0
  const count = rows * cols
  let found = 0
  for (let k = lane; k < count; k += LANES) {
    const cell = at(h, heap, from + k)
    if (cell === a || (isBack && cell === b)) found = 1
  }
  atomicOr(h, exchangeFound, 0, found)
  waitForGroup(h)
  if (lane === 0) {
    if (isPlain) takeRoom(h, count + 2, count + 2)
    else if (atomicLoad(h, exchangeFound, 0) === 0) takeRoom(h, count + 2, 3 * count + 2 * rows + 2)
    else declineRoom(h)
  }
  const place = roomPlace(h)
  if (place === NOWHERE) return roomOutcome(h)
  if (lane === 0) {
    put(h, heap, place, (rows << KIND_BITS) | GRID)
    put(h, heap, place + 1, cols)
  }
  const back = isBack ? a : b
  for (let k = lane; k < count; k += LANES) {
    const cell = at(h, heap, from + k)
    put(h, heap, place + 2 + k, cell === a ? b : cell === b ? back : cell)
  }
  return refTo(place)
}
