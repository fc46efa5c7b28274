// One labelling pass over a grid for several calls of `objects`. Kernel TypeScript, translated to WebAssembly only: a device
// makes the calls one by one.
//
// A call has a selector, the sum of 4 (of one colour), 2 (touching at corners too) and 1 (without the background). Cells are
// compared once. Objects of one colour are labelled once for each way of touching: without the background they are the same
// objects except those of its colour. All cells of a grid touch each other: with the background and of any colours there is one
// object, however cells touch. Grids that are not labelled by masks are labelled call by call.

import { elementsAt, gridCols, gridRows, itemAt, sizeOf } from '../../kernel/blocks.ts'
import { cellColor } from '../../kernel/cells.ts'
import { backgroundOf } from '../../kernel/colors.ts'
import { isGrid } from '../../kernel/grids.ts'
import {
  type Heap,
  ROW_MASKS,
  failed,
  holdScratch,
  load,
  poke,
  push,
  releaseScratch,
  reserveScratch,
  scratchTop,
} from '../../kernel/heap.ts'
import { fitsMasks, regionsInMasks, writeMasks } from '../../kernel/mask-labelling.ts'
import { finishSortedSet } from '../../kernel/sets.ts'
import type { Address, Word } from '../../kernel/words.ts'

/** The number of selectors; for each, the table of results has two words: the objects, and the words that a call allocates. */
export const SELECTOR_COUNT = 8
/** What `labelTogether` returns where the calls have to be made one by one. */
export const NOT_TOGETHER = -1

const UNIVALUED = 4
const DIAGONAL = 2
const WITHOUT_BACKGROUND = 1
/** No call on a grid of at most this number of cells comes near a budget or an allowance of TOGETHER_LIMIT: a call costs 11 a cell. */
const MAX_CELLS = 4096
/** The least budget and the least allowance with which calls are made together: the default budget of a population has to be one. */
export const TOGETHER_LIMIT = 262144

/**
 * The objects of a grid for each selector whose bit is set in `wanted`. Returns the address, in scratch, of the table of
 * results; the caller releases scratch.
 */
export function labelTogether(h: Heap, grid: Word, wanted: number): Address {
  if (!isGrid(h, grid) || gridRows(h, grid) * gridCols(h, grid) > MAX_CELLS || !fitsMasks(h, grid)) return NOT_TOGETHER
  const background = backgroundOf(h, grid)
  const table = reserveScratch(h, 2 * SELECTOR_COUNT)
  const masks = holdScratch(h, gridRows(h, grid) * ROW_MASKS)
  if (!writeMasks(h, masks, grid, background)) {
    releaseScratch(h, table)
    return NOT_TOGETHER
  }
  labelWhole(h, table, wanted, grid, masks)
  for (let selector = WITHOUT_BACKGROUND; selector < SELECTOR_COUNT; selector += DIAGONAL) {
    const withBackground = selector - WITHOUT_BACKGROUND
    if (selector > UNIVALUED && isWanted(wanted, withBackground)) {
      // Objects of one colour are the same without the background, except those of its colour.
      const objects = labelOnce(h, grid, masks, withBackground)
      note(h, table, withBackground, objects)
      if (isWanted(wanted, selector)) note(h, table, selector, withoutColor(h, objects, background))
    } else if (isWanted(wanted, selector)) note(h, table, selector, labelOnce(h, grid, masks, selector))
  }
  return failed(h) ? NOT_TOGETHER : table
}

function isWanted(wanted: number, selector: number): boolean {
  return ((wanted >> selector) & 1) === 1
}

/** Notes the one object of all cells. */
function labelWhole(h: Heap, table: Address, wanted: number, grid: Word, masks: Address): void {
  if (!isWanted(wanted, 0) && !isWanted(wanted, DIAGONAL)) return
  const whole = labelOnce(h, grid, masks, 0)
  note(h, table, 0, whole)
  note(h, table, DIAGONAL, whole)
}

function labelOnce(h: Heap, grid: Word, masks: Address, selector: number): Word {
  const list = scratchTop(h)
  const withBackground = (selector & WITHOUT_BACKGROUND) === 0
  const regions = regionsInMasks(
    h,
    grid,
    masks,
    withBackground,
    (selector & UNIVALUED) !== 0,
    (selector & DIAGONAL) !== 0,
  )
  releaseScratch(h, list)
  return regions
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
