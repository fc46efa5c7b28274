// Labelling by masks: the regions of a GRID of a few columns, whose cells are a bit each in words for whole rows. Much faster than
// labelling.ts, which takes any table; its results, its order of blocks and the work that it counts are equal.
//
// `compareRows` gives, for all cells of a row at once, where runs begin and which cells are equal to those above. A run has five words of
// scratch: its parent (itself at first), the next run of its list, its first cell as a word, its length, and the number of cells of all
// runs below it. Runs are made from the last one to the first one, so that each is put in front of its list: a list for each colour in
// layout a, one in layout t, which is the order of cells in a set. The earliest run of a region, at the highest address, is its root.

import { CELL_SET, KIND_BITS, SET, cellsAt, gridCols, gridRows } from './blocks.ts'
import { cellShift, colorShift, packCell } from './cells.ts'
import { COUNTED_COLORS } from './colors.ts'
import {
  COMPARED_COLS,
  EMPTY_SET,
  type Heap,
  ROW_MASKS,
  allocate,
  compareRows,
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
  spend,
  store,
  storeSteps,
  workLeft,
} from './heap.ts'
import { NO_RUN, RUN_SIZE } from './runs.ts'
import { type Address, CELL_REACH, type Word, refTo } from './words.ts'

// The words of a run behind its parent, which is read most often.
const RUN_NEXT = 1
const RUN_CELL = 2
const RUN_LENGTH = 3
const RUN_AREA = 4

/** With at most this number of columns, the bit two above the last cell is not the sign. */
const MOST_MASK_COLS = 30
/** Below this number of columns, masks of rows are more work than their cells. */
const LEAST_MASK_COLS = 3
/** No labelling counts more than these for each cell and as a whole: the budget is not to be looked at again. */
const MOST_WORK_A_CELL = 12
const MOST_WORK = 64

// The words of a row, see `compareRows`.
const MASK_EDGES = 0
const MASK_CELLS = 1
const MASK_UP = 2
const MASK_LEFT = 3
const MASK_RIGHT = 4

// Behind the first runs of the lists: the lists that are not empty, a bit for each; how many cells there are; how many runs of one row
// were joined with those of another one, which makes one region fewer.
const LISTS = COUNTED_COLORS
const CELL_COUNT = COUNTED_COLORS + 1
const JOIN_COUNT = COUNTED_COLORS + 2
const HEADS = COUNTED_COLORS + 3
/** Places for the runs of two rows, by their first column. */
const OWNERS = 2 * COMPARED_COLS

/** Whether a GRID is of a size to be labelled by masks, with the budget that is left. */
export function fitsMasks(h: Heap, grid: Word): boolean {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  if (cols < LEAST_MASK_COLS || cols > MOST_MASK_COLS || rows > CELL_REACH) return false
  const isWhole = rows * cols <= heapTop(h) - cellsAt(grid)
  return isWhole && workLeft(h) >= rows * cols * MOST_WORK_A_CELL + MOST_WORK
}

/** Writes the masks of a GRID from `masks` on; false if a colour is not from 0 to 15. A background of another colour counts as no background. */
export function writeMasks(h: Heap, masks: Address, grid: Word, background: Word): boolean {
  const bits = compareRows(h, masks, cellsAt(grid), gridRows(h, grid), gridCols(h, grid), background)
  return (bits & ~(COUNTED_COLORS - 1)) === 0
}

/** The regions of a GRID with these masks, or with all of its cells if `withBackground`. Counts what the lists of runs and the regions cost. */
export function regionsInMasks(
  h: Heap,
  grid: Word,
  masks: Address,
  withBackground: boolean,
  univalued: boolean,
  diagonal: boolean,
): Word {
  const heads = holdScratch(h, HEADS)
  fillScratch(h, heads, HEADS, NO_RUN)
  const owners = holdScratch(h, OWNERS)
  const runs = holdScratch(h, gridRows(h, grid) * gridCols(h, grid) * RUN_SIZE)
  if (failed(h)) return faultWord(h)
  const end = makeRuns(h, grid, masks, heads, owners, runs, withBackground, univalued, diagonal)
  const runCount = divideTowardsZero(end - runs, RUN_SIZE)
  const regionCount = univalued ? runCount - peek(h, heads + JOIN_COUNT) : shortenPaths(h, runs, end)
  spend(h, hasTriples(h) ? runCount : COUNTED_COLORS + runCount)
  return regionsOfLists(h, heads, regionCount)
}

/** Writes all runs, puts them into their lists and joins those that touch; returns the end of the runs. */
function makeRuns(
  h: Heap,
  grid: Word,
  masks: Address,
  heads: Address,
  owners: Address,
  runs: Address,
  withBackground: boolean,
  univalued: boolean,
  diagonal: boolean,
): Address {
  const rows = gridRows(h, grid)
  const cols = gridCols(h, grid)
  // Where colours do not matter, all cells count as equal.
  const always = univalued ? 0 : -1
  const behind = 1 << cols
  const least = withBackground ? behind - 1 : 0
  let run = runs
  let lists = 0
  let cellCount = 0
  let joins = 0
  // The row below: its cells, those that begin a run (or, of several colours, a stretch of runs), and those equal to a cell above.
  let cellsBelow = 0
  let startsBelow = 0
  let up = 0
  let left = 0
  let right = 0
  for (let i = rows - 1; i >= 0; i--) {
    const mask = masks + i * ROW_MASKS
    const edges = peek(h, mask + MASK_EDGES) | behind
    const cells = peek(h, mask + MASK_CELLS) | least
    const from = cellsAt(grid) + i * cols
    const row = packCell(h, 0, i, 0)
    const owner = owners + (i & 1) * COMPARED_COLS
    let starts = edges & cells
    while (starts !== 0) {
      const j = highestBit(starts)
      starts ^= 1 << j
      const color = load(h, from + j)
      const list = hasTriples(h) ? 0 : color
      const length = lowestBit((edges >> j) >> 1) + 1
      const cell = row + (color << colorShift(h)) + (j << cellShift(h))
      let area = length
      if (!univalued) area += hangFollowing(h, run, (cells >> (j + length)) & 1)
      pokeFive(h, run, run, peek(h, heads + list), cell, length, area)
      poke(h, heads + list, run)
      poke(h, owner + j, run)
      lists |= 1 << list
      cellCount += length
      run += RUN_SIZE
    }
    const firsts = cells & (univalued ? edges : ~(cells << 1))
    const touching = cellsBelow & cells & (up | always)
    // Runs that touch at several cells side by side are joined at the first of them, and at a corner only if they do not touch at a side.
    const again = (touching << 1) & ~startsBelow
    let atSide = touching & ~again
    let atLeft = 0
    let atRight = 0
    if (diagonal) {
      atLeft = cellsBelow & (cells << 1) & (left | always) & ~touching & ~again
      atRight = cellsBelow & (cells >> 1) & (right | always) & ~touching & ~((touching & ~startsBelow) >> 1)
    }
    while ((atSide | atLeft | atRight) !== 0) {
      const all = atSide | atLeft | atRight
      const bit = all & -all
      // One of the three has the bit, without a branch that no processor could foresee.
      const isSide = atSide & bit
      const isLeft = atLeft & bit
      const isRight = bit & ~(isSide | isLeft)
      atSide ^= isSide
      atLeft ^= isLeft
      atRight ^= isRight
      const upTo = ((isSide << 1) | isLeft | (isRight << 2)) - 1
      const upper = peek(h, owner + highestBit(firsts & upTo))
      const lower = peek(h, owners + (~i & 1) * COMPARED_COLS + highestBit(startsBelow & ((bit << 1) - 1)))
      joins += hangRegion(h, rootOfRun(h, upper), rootOfRun(h, lower))
    }
    cellsBelow = cells
    startsBelow = firsts
    up = peek(h, mask + MASK_UP)
    if (diagonal) {
      left = peek(h, mask + MASK_LEFT)
      right = peek(h, mask + MASK_RIGHT)
    }
  }
  poke(h, heads + LISTS, lists)
  poke(h, heads + CELL_COUNT, cellCount)
  poke(h, heads + JOIN_COUNT, joins)
  return run
}

/** Hangs the run that was made before on a run to be made if they adjoin, which is 0 or 1; returns how many cells that adds. */
function hangFollowing(h: Heap, run: Address, adjoins: number): number {
  const following = run - adjoins * RUN_SIZE
  poke(h, following, run)
  return peek(h, following + RUN_AREA) & -adjoins
}

/** Hangs the later root on the earlier one; returns 1, or 0 if they are one. */
function hangRegion(h: Heap, x: Address, y: Address): number {
  if (x === y) return 0
  const root = x > y ? x : y
  const other = x > y ? y : x
  poke(h, other, root)
  poke(h, root + RUN_AREA, peek(h, root + RUN_AREA) + peek(h, other + RUN_AREA))
  return 1
}

/** The root of a run; halves the path to it. */
function rootOfRun(h: Heap, run: Address): Address {
  let at = run
  let parent = peek(h, at)
  while (parent !== at) {
    const next = peek(h, parent)
    poke(h, at, next)
    at = parent
    parent = next
  }
  return at
}

/** Makes roots the parents of all runs, from the earliest run on, whose parent is done before it; returns the number of roots. */
function shortenPaths(h: Heap, runs: Address, end: Address): number {
  let roots = 0
  for (let run = end - RUN_SIZE; run >= runs; run -= RUN_SIZE) {
    const parent = peek(h, peek(h, run))
    poke(h, run, parent)
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
      const root = peek(h, peek(h, run))
      poke(h, run, root)
      // A region is opened with its first run; from then on, its root holds the inverted address of its next cell. Most regions have
      // a run or two, and no processor could foresee a branch: a run of an open region writes the header of the next one, and
      // the place of the last one again.
      const total = peek(h, root + RUN_AREA)
      const isOpen = total >> 31
      store(h, free, (total << KIND_BITS) | CELL_SET)
      const to = (~total & isOpen) | ((free + 1) & ~isOpen)
      opened = (opened & isOpen) | (free & ~isOpen)
      place += 1 + isOpen
      store(h, place, refTo(opened))
      free += (total + 1) & ~isOpen
      const length = peek(h, run + RUN_LENGTH)
      poke(h, root + RUN_AREA, ~(to + length))
      storeSteps(h, to, length, peek(h, run + RUN_CELL), 1 << cellShift(h))
      run = peek(h, run + RUN_NEXT)
    }
  }
  store(h, set, (regionCount << KIND_BITS) | SET)
  return failed(h) ? faultWord(h) : refTo(set)
}
