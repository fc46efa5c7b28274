// One labelling pass over a grid for several calls of `objects`. Kernel TypeScript, translated to WebAssembly only: a device
// makes the calls one by one.
//
// A call has a selector, the sum of 4 (of one colour), 2 (touching at corners too) and 1 (without the background). The
// cells are cut into runs once. Objects of one colour are labelled once for each way of touching: without the background
// they are the same objects except those of its colour. All cells of a grid touch each other: with the background and
// of any colours there is one object, however cells touch.

import { elementsAt, gridCols, gridRows, itemAt, sizeOf } from '../../kernel/blocks.ts'
import { cellColor } from '../../kernel/cells.ts'
import { backgroundOf } from '../../kernel/colors.ts'
import { isGrid } from '../../kernel/grids.ts'
import {
  EMPTY_SET,
  type Heap,
  failed,
  hasTriples,
  load,
  peek,
  poke,
  push,
  releaseScratch,
  reserveScratch,
  scratchTop,
} from '../../kernel/heap.ts'
import { joinNeighbors, joinRows, regionsByPlace, regionsByRank } from '../../kernel/labelling.ts'
import {
  CELL_STRIDE,
  NO_COLOR,
  NO_PALETTE,
  RUN_RANK,
  RUN_SIZE,
  RUN_START,
  RUN_STOP,
  beginRun,
  listByRank,
  pushColorRuns,
} from '../../kernel/runs.ts'
import { finishSortedSet } from '../../kernel/sets.ts'
import type { Address, Word } from '../../kernel/words.ts'

/** The number of selectors; for each, the table of results has two words: the objects, and the words that a call allocates. */
export const SELECTOR_COUNT = 8
/** What `labelTogether` returns where the calls have to be made one by one. */
export const NOT_TOGETHER = -1

const UNIVALUED = 4
const DIAGONAL = 2
const WITHOUT_BACKGROUND = 1
/** The bits of the selectors with the background. */
const WITH_BACKGROUND = 0x55
/** No call on a grid of at most this number of cells comes near a budget or an allowance of TOGETHER_LIMIT: a call costs 11 a cell. */
const MAX_CELLS = 4096
/** The least budget and the least allowance with which calls are made together: the default budget of a population has to be one. */
export const TOGETHER_LIMIT = 262144

/**
 * The objects of a grid for each selector whose bit is set in `wanted`. Returns the address, in scratch, of the table of
 * results; the caller releases scratch.
 */
export function labelTogether(h: Heap, grid: Word, wanted: number): Address {
  if (!isGrid(h, grid) || gridRows(h, grid) * gridCols(h, grid) > MAX_CELLS) return NOT_TOGETHER
  const background = backgroundOf(h, grid)
  const table = reserveScratch(h, 2 * SELECTOR_COUNT)
  const runs = scratchTop(h)
  const needsBackground = (wanted & WITH_BACKGROUND) !== 0
  if (!pushColorRuns(h, grid, needsBackground ? NO_COLOR : background)) {
    releaseScratch(h, table)
    return NOT_TOGETHER
  }
  let end = scratchTop(h)
  if (needsBackground) {
    labelWhole(h, table, wanted, runs, end)
    for (let diagonal = 0; diagonal <= DIAGONAL; diagonal += DIAGONAL) {
      labelColors(h, table, wanted, runs, end, diagonal, background)
    }
    end = dropRuns(h, runs, end, background)
  }
  for (let selector = WITHOUT_BACKGROUND; selector < SELECTOR_COUNT; selector += DIAGONAL) {
    // Of one colour, they may be known.
    const isKnown = selector > UNIVALUED && isWanted(wanted, selector - WITHOUT_BACKGROUND)
    if (isWanted(wanted, selector) && !isKnown) note(h, table, selector, labelRuns(h, runs, end, selector))
  }
  return failed(h) ? NOT_TOGETHER : table
}

function isWanted(wanted: number, selector: number): boolean {
  return ((wanted >> selector) & 1) === 1
}

/** Notes the one object of all cells. */
function labelWhole(h: Heap, table: Address, wanted: number, runs: Address, end: Address): void {
  if (!isWanted(wanted, 0) && !isWanted(wanted, DIAGONAL)) return
  const whole = labelRuns(h, runs, end, 0)
  note(h, table, 0, whole)
  note(h, table, DIAGONAL, whole)
}

/** Notes the objects of one colour; without the background too, where both are wanted. */
function labelColors(
  h: Heap,
  table: Address,
  wanted: number,
  runs: Address,
  end: Address,
  diagonal: number,
  background: Word,
): void {
  const all = UNIVALUED + diagonal
  if (!isWanted(wanted, all)) return
  const objects = labelRuns(h, runs, end, all)
  note(h, table, all, objects)
  const some = all + WITHOUT_BACKGROUND
  if (isWanted(wanted, some)) note(h, table, some, withoutColor(h, objects, background))
}

/** The regions of the runs from `runs` to `end`. */
function labelRuns(h: Heap, runs: Address, end: Address, selector: number): Word {
  for (let run = runs; run < end; run += RUN_SIZE) {
    beginRun(h, run, peek(h, run + RUN_RANK), peek(h, run + RUN_START), peek(h, run + RUN_STOP))
  }
  const univalued = (selector & UNIVALUED) !== 0
  joinRows(h, runs, end, CELL_STRIDE, univalued, (selector & DIAGONAL) !== 0)
  if (!univalued) joinNeighbors(h, runs, end, false)
  const list = scratchTop(h)
  let regions = EMPTY_SET
  if (hasTriples(h)) regions = regionsByPlace(h, runs, end, CELL_STRIDE, NO_PALETTE)
  else regions = regionsByRank(h, listByRank(h, runs, end, NO_PALETTE), CELL_STRIDE, NO_PALETTE)
  releaseScratch(h, list)
  return regions
}

/** Moves the runs of other colours to the front; returns their end. */
function dropRuns(h: Heap, runs: Address, end: Address, color: Word): Address {
  let to = runs
  for (let run = runs; run < end; run += RUN_SIZE) {
    if (peek(h, run + RUN_RANK) === color) continue
    if (to !== run) for (let k = 0; k < RUN_SIZE; k++) poke(h, to + k, peek(h, run + k))
    to += RUN_SIZE
  }
  return to
}

/** The objects of other colours, of objects of one colour each. */
function withoutColor(h: Heap, objects: Word, color: Word): Word {
  const list = scratchTop(h)
  const count = sizeOf(h, objects)
  for (let k = 0; k < count; k++) {
    const obj = itemAt(h, objects, k)
    if (cellColor(h, load(h, elementsAt(obj))) !== color) push(h, obj)
  }
  return finishSortedSet(h, list)
}

/** Notes a result and the words of its blocks: what the call by itself would allocate. */
function note(h: Heap, table: Address, selector: number, objects: Word): void {
  const count = sizeOf(h, objects)
  let words = count > 0 ? count + 1 : 0
  for (let k = 0; k < count; k++) words += sizeOf(h, itemAt(h, objects, k)) + 1
  poke(h, table + 2 * selector, objects)
  poke(h, table + 2 * selector + 1, words)
}
