// Labelling: runs of cells (runs.ts) joined into regions, and the regions made sets of cells, ascending without sorting.

import { CELL_SET, SET, elementsAt, newBlock } from './blocks.ts'
import { cellShift, packCell } from './cells.ts'
import { type Heap, divideTowardsZero, failed, load, peek, poke, push, scratchTop, store } from './heap.ts'
import { NO_PALETTE, RUN_LENGTH, RUN_PARENT, RUN_RANK, RUN_SIZE, RUN_START, RUN_TOTAL } from './runs.ts'
import { finishSortedSet } from './sets.ts'
import { newCell, pushElements } from './tuples.ts'
import type { Address, Word } from './words.ts'

/** Joins runs of different rows that touch each other, at corners too if `diagonal`, and are of one rank if `univalued`. */
export function joinRows(
  h: Heap,
  runs: Address,
  end: Address,
  stride: number,
  univalued: boolean,
  diagonal: boolean,
): void {
  // Moved down by one row, an upper run overlaps the lower runs that it touches; with corners, it reaches one cell farther.
  const reach = diagonal ? 1 : 0
  let first = runs
  for (let lower = runs; lower < end; lower += RUN_SIZE) {
    const start = peek(h, lower + RUN_START) - stride - reach
    const stop = start + peek(h, lower + RUN_LENGTH) + 2 * reach
    while (peek(h, first + RUN_START) + peek(h, first + RUN_LENGTH) <= start) first += RUN_SIZE
    const rank = peek(h, lower + RUN_RANK)
    let upper = first
    while (peek(h, upper + RUN_START) < stop) {
      if (!univalued || peek(h, upper + RUN_RANK) === rank) joinRuns(h, upper, lower)
      upper += RUN_SIZE
    }
  }
}

/** Joins runs that adjoin in their row, and are of one rank if `univalued`. */
export function joinNeighbors(h: Heap, runs: Address, end: Address, univalued: boolean): void {
  for (let run = runs + RUN_SIZE; run < end; run += RUN_SIZE) {
    const before = run - RUN_SIZE
    const adjoins = peek(h, before + RUN_START) + peek(h, before + RUN_LENGTH) === peek(h, run + RUN_START)
    if (adjoins && (!univalued || peek(h, before + RUN_RANK) === peek(h, run + RUN_RANK))) joinRuns(h, before, run)
  }
}

/** Joins all runs of one rank; `order` is the result of `orderByRank`. */
export function joinRanks(h: Heap, order: Address, end: Address): void {
  for (let a = order + 1; a < end; a++) {
    const run = peek(h, a)
    const before = peek(h, a - 1)
    if (peek(h, run + RUN_RANK) === peek(h, before + RUN_RANK)) hang(h, run, peek(h, before + RUN_PARENT))
  }
}

/** Joins the regions of two runs: the later root is attached to the earlier one. */
function joinRuns(h: Heap, a: Address, b: Address): void {
  const x = rootOf(h, a)
  const y = rootOf(h, b)
  if (x !== y) hang(h, x < y ? y : x, x < y ? x : y)
}

/** Attaches a run, with all runs below it, to another one. */
function hang(h: Heap, run: Address, parent: Address): void {
  poke(h, run + RUN_PARENT, parent)
  poke(h, parent + RUN_TOTAL, peek(h, parent + RUN_TOTAL) + peek(h, run + RUN_TOTAL))
}

/** The root of a run; shortens the paths on the way. */
function rootOf(h: Heap, run: Address): Address {
  let at = run
  let parent = peek(h, at + RUN_PARENT)
  while (parent !== at) {
    const next = peek(h, parent + RUN_PARENT)
    if (next === parent) return parent
    poke(h, at + RUN_PARENT, next)
    at = next
    parent = peek(h, at + RUN_PARENT)
  }
  return at
}

/** The set of the regions that the runs from `order` to `end`, in the ascending order of their cells, were joined to. */
export function setOfRegions(h: Heap, order: Address, end: Address, stride: number, palette: Word): Word {
  const list = scratchTop(h)
  for (let a = order; a < end && !failed(h); a++) {
    const run = peek(h, a)
    let root = run
    let parent = peek(h, root + RUN_PARENT)
    while (parent >= 0 && parent !== root) {
      root = parent
      parent = peek(h, root + RUN_PARENT)
    }
    // Runs below this one have a short path then.
    if (run !== root) poke(h, run + RUN_PARENT, root)
    // From its first run on, the root of a region holds the inverted address of the region's next cell.
    const to = parent < 0 ? ~parent : openRegion(h, peek(h, root + RUN_TOTAL), palette)
    poke(h, root + RUN_PARENT, ~(to + peek(h, run + RUN_LENGTH)))
    storeRun(h, run, to, stride, palette)
  }
  if (palette !== NO_PALETTE) settleKinds(h, list, scratchTop(h))
  return finishSortedSet(h, list)
}

/** Pushes a new set of `size` cells; returns the address of the first one. */
function openRegion(h: Heap, size: number, palette: Word): Address {
  const set = newBlock(h, palette === NO_PALETTE ? CELL_SET : SET, size)
  push(h, set)
  return elementsAt(set)
}

/** Gives sets that hold only words of cells, or only other words, their right kind. */
function settleKinds(h: Heap, list: Address, end: Address): void {
  for (let a = list; a < end && !failed(h); a++) {
    const cells = scratchTop(h)
    pushElements(h, peek(h, a))
    poke(h, a, finishSortedSet(h, cells))
  }
}

function storeRun(h: Heap, run: Address, to: Address, stride: number, palette: Word): void {
  const rank = peek(h, run + RUN_RANK)
  const start = peek(h, run + RUN_START)
  if (palette === NO_PALETTE) {
    const shift = cellShift(h)
    const cell = packCell(h, rank, 0, 0) + (start << shift)
    const length = peek(h, run + RUN_LENGTH)
    for (let k = 0; k < length; k++) store(h, to + k, cell + (k << shift))
  } else {
    const row = divideTowardsZero(start, stride)
    store(h, to, newCell(h, load(h, elementsAt(palette) + rank), row, start - row * stride))
  }
}
