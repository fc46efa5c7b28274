// Labelling by masks: the regions of a GRID of a few columns, whose cells are a bit each in words for whole rows. Much faster than
// labelling.ts, which takes any table; its results, its order of blocks and the work that it counts are equal.
//
// From bit planes of the colours (`pokePlanes`) follow, for all cells of a row at once, where runs begin and where a cell touches one
// of the row above. A run has five words of scratch, as in runs.ts, with others in two places: the next run of its list instead
// of a rank, its first cell as a word and its length. Runs are made from the last one to the first one, so that each is put in
// front of its list: a list for each colour in layout a, one in layout t, which is the order of cells in a set. The earliest run of a
// region, at the highest address, is its root.

import { CELL_SET, KIND_BITS, SET, cellsAt, gridCols, gridRows } from './blocks.ts'
import { cellShift, colorShift, packCell } from './cells.ts'
import { COUNTED_COLORS } from './colors.ts'
import {
  EMPTY_SET,
  type Heap,
  PLANE_COUNT,
  allocate,
  divideTowardsZero,
  failed,
  faultWord,
  fillScratch,
  hasTriples,
  heapTop,
  highestBit,
  holdScratch,
  load,
  lowestBit,
  peek,
  poke,
  pokeFive,
  pokePlanes,
  spend,
  store,
  storeSteps,
  workLeft,
} from './heap.ts'
import { NO_RUN, RUN_PARENT, RUN_SIZE, RUN_TOTAL } from './runs.ts'
import { type Address, CELL_REACH, type Word, refTo } from './words.ts'

const RUN_NEXT = 0
const RUN_CELL = 1
const RUN_LENGTH = 2

/** With at most this number of columns, the bit two above the last cell is not the sign. */
const MOST_MASK_COLS = 30
/** Below this number of columns, masks of rows are more work than their cells. */
const LEAST_MASK_COLS = 3
/** No labelling counts more than these for each cell and as a whole: the budget is not to be looked at again. */
const MOST_WORK_A_CELL = 12
const MOST_WORK = 64

// The masks of a row. Of the cells that touch one of the row above, only as many are kept as the joining of runs needs.
/** The cells of another colour than the one before, the first one, and the place behind the last one. */
const EDGES = 0
/** The cells that are not background. */
const CELLS = 1
/** Those to be joined with the cell above, above to the left, and above to the right. */
const JOINS_ABOVE = 2
const JOINS_LEFT = 3
const JOINS_RIGHT = 4
const MASKS = 5

// Behind the first runs of the lists: the number of cells of all runs, and the lists that are not empty, a bit for each.
const CELL_COUNT = COUNTED_COLORS
const LISTS = COUNTED_COLORS + 1
const HEADS = COUNTED_COLORS + 2

/** Whether a GRID is of a size to be labelled by masks, with the budget that is left. */
export function fitsMasks(h: Heap, grid: Word): boolean {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  if (cols < LEAST_MASK_COLS || cols > MOST_MASK_COLS || rows > CELL_REACH) return false
  const isWhole = rows * cols <= heapTop(h) - cellsAt(grid)
  return isWhole && workLeft(h) >= rows * cols * MOST_WORK_A_CELL + MOST_WORK
}

/** Writes the planes of a GRID, changed by `flip`, from `planes` on; false if a colour is not from 0 to 15. */
export function pushPlanes(h: Heap, planes: Address, grid: Word, rows: number, cols: number, flip: Word): boolean {
  return (pokePlanes(h, planes, cellsAt(grid), rows, cols, flip) & ~(COUNTED_COLORS - 1)) === 0
}

/**
 * The regions of a GRID; `planes` is from `pushPlanes`, flipped by the background if that is left out. Counts what the lists of runs
 * and the regions cost.
 */
export function regionsInPlanes(
  h: Heap,
  grid: Word,
  planes: Address,
  rows: number,
  cols: number,
  withoutBackground: boolean,
  univalued: boolean,
  diagonal: boolean,
): Word {
  const masks = holdScratch(h, rows * MASKS)
  writeMasks(h, planes, masks, rows, cols, withoutBackground, univalued, diagonal)
  const heads = holdScratch(h, HEADS)
  fillScratch(h, heads, HEADS, NO_RUN)
  // The run that begins at a cell.
  const owners = holdScratch(h, rows * cols)
  const runs = holdScratch(h, rows * cols * RUN_SIZE)
  const end = makeRuns(h, grid, masks, heads, owners, runs, rows, cols, univalued)
  if (failed(h)) return faultWord(h)
  const runCount = divideTowardsZero(end - runs, RUN_SIZE)
  const joins = joinMasks(h, masks, owners, rows, cols, univalued)
  const regionCount = univalued ? runCount - joins : shortenPaths(h, runs, end)
  spend(h, hasTriples(h) ? runCount : COUNTED_COLORS + runCount)
  return regionsOfLists(h, heads, regionCount)
}

function writeMasks(
  h: Heap,
  planes: Address,
  masks: Address,
  rows: number,
  cols: number,
  withoutBackground: boolean,
  univalued: boolean,
  diagonal: boolean,
): void {
  const always = withoutBackground ? 0 : (1 << cols) - 1
  const ends = 1 | (1 << cols)
  const corners = diagonal ? -1 : 0
  // Where colours do not matter, no difference between two cells does.
  const differing = univalued ? -1 : 0
  let ones = 0
  let twos = 0
  let fours = 0
  let eights = 0
  let above = 0
  for (let i = 0; i < rows; i++) {
    const plane = planes + i * PLANE_COUNT
    const a = peek(h, plane)
    const b = peek(h, plane + 1)
    const c = peek(h, plane + 2)
    const d = peek(h, plane + 3)
    const cells = a | b | c | d | always
    const edges = (a ^ (a << 1)) | (b ^ (b << 1)) | (c ^ (c << 1)) | (d ^ (d << 1)) | ends
    const up = (a ^ ones) | (b ^ twos) | (c ^ fours) | (d ^ eights)
    const left = (a ^ (ones << 1)) | (b ^ (twos << 1)) | (c ^ (fours << 1)) | (d ^ (eights << 1))
    const right = (a ^ (ones >> 1)) | (b ^ (twos >> 1)) | (c ^ (fours >> 1)) | (d ^ (eights >> 1))
    // The cells that are in one run, or in one stretch of touching runs, with the one before.
    const goesOn = (cells << 1) & ~(edges & differing)
    const touchesUp = cells & above & ~(up & differing)
    const touchesLeft = cells & (above << 1) & ~(left & differing) & corners
    const touchesRight = cells & (above >> 1) & ~(right & differing) & corners
    // Stretches of both rows that touch at several cells are joined at the first one; at a corner only where they do not touch at a side.
    const again = (touchesUp << 1) & goesOn
    const next = (touchesUp & goesOn) >> 1
    const atCorner = ~touchesUp
    pokeFive(
      h,
      masks + i * MASKS,
      edges,
      cells,
      touchesUp & ~again,
      touchesLeft & atCorner & ~again,
      touchesRight & atCorner & ~next,
    )
    ones = a
    twos = b
    fours = c
    eights = d
    above = cells
  }
}

/** Writes all runs and puts them into their lists; returns the end of the runs. */
function makeRuns(
  h: Heap,
  grid: Word,
  masks: Address,
  heads: Address,
  owners: Address,
  runs: Address,
  rows: number,
  cols: number,
  univalued: boolean,
): Address {
  let run = runs
  let cellCount = 0
  let lists = 0
  for (let i = rows - 1; i >= 0; i--) {
    const edges = peek(h, masks + i * MASKS + EDGES)
    const cells = peek(h, masks + i * MASKS + CELLS)
    const first = i * cols
    const row = packCell(h, 0, i, 0)
    let starts = edges & cells
    while (starts !== 0) {
      const j = highestBit(starts)
      starts ^= 1 << j
      const color = load(h, cellsAt(grid) + first + j)
      const list = hasTriples(h) ? 0 : color
      const length = lowestBit((edges >> j) >> 1) + 1
      const cell = row + (color << colorShift(h)) + (j << cellShift(h))
      pokeFive(h, run, peek(h, heads + list), cell, length, run, length)
      if (!univalued) hangFollowing(h, run, (cells >> (j + length)) & 1)
      poke(h, heads + list, run)
      poke(h, owners + first + j, run)
      lists |= 1 << list
      cellCount += length
      run += RUN_SIZE
    }
  }
  poke(h, heads + CELL_COUNT, cellCount)
  poke(h, heads + LISTS, lists)
  return run
}

/** Hangs the run that was made before on this one if they adjoin, which is 0 or 1. */
function hangFollowing(h: Heap, run: Address, adjoins: number): void {
  const following = run - adjoins * RUN_SIZE
  poke(h, following + RUN_PARENT, run)
  poke(h, run + RUN_TOTAL, peek(h, run + RUN_TOTAL) + (peek(h, following + RUN_TOTAL) & -adjoins))
}

/** Joins runs of different rows; returns the number of regions that became part of another one. */
function joinMasks(
  h: Heap,
  masks: Address,
  owners: Address,
  rows: number,
  cols: number,
  univalued: boolean,
): number {
  let joins = 0
  let startsAbove = 0
  for (let i = 0; i < rows; i++) {
    const mask = masks + i * MASKS
    const cells = peek(h, mask + CELLS)
    const starts = cells & (univalued ? peek(h, mask + EDGES) : ~(cells << 1))
    let up = peek(h, mask + JOINS_ABOVE)
    let left = peek(h, mask + JOINS_LEFT)
    let right = peek(h, mask + JOINS_RIGHT)
    while ((up | left | right) !== 0) {
      const all = up | left | right
      const bit = all & -all
      // One of the three has the bit, without a branch that no processor could foresee.
      const isUp = up & bit
      const isLeft = left & bit
      const isRight = bit & ~(isUp | isLeft)
      up ^= isUp
      left ^= isLeft
      right ^= isRight
      const before = ((isUp << 1) | isLeft | (isRight << 2)) - 1
      const upper = peek(h, owners + (i - 1) * cols + highestBit(startsAbove & before))
      const lower = peek(h, owners + i * cols + highestBit(starts & ((bit << 1) - 1)))
      joins += hangRegion(h, rootOfRun(h, upper), rootOfRun(h, lower))
    }
    startsAbove = starts
  }
  return joins
}

/** Hangs the later root on the earlier one; returns 1, or 0 if they are one. */
function hangRegion(h: Heap, x: Address, y: Address): number {
  if (x === y) return 0
  const root = x > y ? x : y
  const other = x > y ? y : x
  poke(h, other + RUN_PARENT, root)
  poke(h, root + RUN_TOTAL, peek(h, root + RUN_TOTAL) + peek(h, other + RUN_TOTAL))
  return 1
}

/** The root of a run; halves the path to it. */
function rootOfRun(h: Heap, run: Address): Address {
  let at = run
  let parent = peek(h, at + RUN_PARENT)
  while (parent !== at) {
    const next = peek(h, parent + RUN_PARENT)
    poke(h, at + RUN_PARENT, next)
    at = parent
    parent = next
  }
  return at
}

/** Makes roots the parents of all runs, from the earliest run on, whose parent is done before it; returns the number of roots. */
function shortenPaths(h: Heap, runs: Address, end: Address): number {
  let roots = 0
  for (let run = end - RUN_SIZE; run >= runs; run -= RUN_SIZE) {
    const parent = peek(h, peek(h, run + RUN_PARENT) + RUN_PARENT)
    poke(h, run + RUN_PARENT, parent)
    roots += parent === run ? 1 : 0
  }
  return roots
}

/** The set of the regions, of the runs in lists. The grandparent of a run is its root if that of all runs before it in the list is. */
function regionsOfLists(h: Heap, heads: Address, regionCount: number): Word {
  if (regionCount === 0) return failed(h) ? faultWord(h) : EMPTY_SET
  const cellCount = peek(h, heads + CELL_COUNT)
  // As if the regions were pushed and then stored.
  spend(h, regionCount)
  let free = allocate(h, cellCount + 2 * regionCount + 1)
  if (failed(h)) return faultWord(h)
  const set = free + cellCount + regionCount
  let place = set
  let opened = free
  let lists = peek(h, heads + LISTS)
  while (lists !== 0) {
    let run = peek(h, heads + lowestBit(lists))
    lists &= lists - 1
    while (run !== NO_RUN) {
      const root = peek(h, peek(h, run + RUN_PARENT) + RUN_PARENT)
      poke(h, run + RUN_PARENT, root)
      // A region is opened with its first run; from then on, its root holds the inverted address of its next cell. Most regions have
      // a run or two, and no processor could foresee a branch: a run of an open region writes the header of the next one, and
      // the place of the last one again.
      const total = peek(h, root + RUN_TOTAL)
      const isOpen = total >> 31
      store(h, free, (total << KIND_BITS) | CELL_SET)
      const to = (~total & isOpen) | ((free + 1) & ~isOpen)
      opened = (opened & isOpen) | (free & ~isOpen)
      place += 1 + isOpen
      store(h, place, refTo(opened))
      free += (total + 1) & ~isOpen
      const length = peek(h, run + RUN_LENGTH)
      poke(h, root + RUN_TOTAL, ~(to + length))
      storeSteps(h, to, length, peek(h, run + RUN_CELL), 1 << cellShift(h))
      run = peek(h, run + RUN_NEXT)
    }
  }
  store(h, set, (regionCount << KIND_BITS) | SET)
  return failed(h) ? faultWord(h) : refTo(set)
}
