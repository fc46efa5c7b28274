// Labelling: runs of cells (runs.ts) joined into regions, and the regions made sets of cells, ascending without sorting.

import { CELL_SET, SET, elementsAt, newBlock } from './blocks.ts'
import { cellShift, packCell } from './cells.ts'
import { type Heap, divideTowardsZero, failed, load, peek, poke, push, scratchTop, store, storeSteps } from './heap.ts'
import {
  NO_PALETTE,
  NO_RUN,
  RUN_PARENT,
  RUN_RANK,
  RUN_SIZE,
  RUN_START,
  RUN_STOP,
  RUN_TOTAL,
  rankCount,
} from './runs.ts'
import { finishSetOfSets, finishSortedSet } from './sets.ts'
import { newCell, pushElements } from './tuples.ts'
import type { Address, Word } from './words.ts'

/**
 * Joins runs of different rows that touch each other, at corners too if `diagonal`, and are of one rank if `univalued`; no run may
 * have been joined before.
 */
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
    const rank = peek(h, lower + RUN_RANK)
    const start = peek(h, lower + RUN_START) - stride - reach
    const stop = peek(h, lower + RUN_STOP) - stride + reach
    while (peek(h, first + RUN_STOP) <= start) first += RUN_SIZE
    let root = lower
    let upper = first
    while (peek(h, upper + RUN_START) < stop) {
      if (!univalued || peek(h, upper + RUN_RANK) === rank) root = joinRoots(h, rootOf(h, upper), root)
      upper += RUN_SIZE
    }
  }
}

/** Joins runs that adjoin in their row, and are of one rank if `univalued`. */
export function joinNeighbors(h: Heap, runs: Address, end: Address, univalued: boolean): void {
  for (let run = runs + RUN_SIZE; run < end; run += RUN_SIZE) {
    const before = run - RUN_SIZE
    const adjoins = peek(h, before + RUN_STOP) === peek(h, run + RUN_START)
    if (adjoins && (!univalued || peek(h, before + RUN_RANK) === peek(h, run + RUN_RANK))) joinRuns(h, before, run)
  }
}

/** Joins all runs of one rank; `heads` is the result of `listByRank`. */
export function joinRanks(h: Heap, heads: Address, palette: Word): void {
  const ranks = rankCount(h, palette)
  for (let rank = 0; rank < ranks; rank++) {
    const head = peek(h, heads + rank)
    let run = head
    while (run !== NO_RUN && !failed(h)) {
      if (run !== head) hang(h, run, head)
      run = peek(h, run + RUN_RANK)
    }
  }
}

/** Joins the regions of two runs. */
function joinRuns(h: Heap, a: Address, b: Address): void {
  joinRoots(h, rootOf(h, a), rootOf(h, b))
}

/** Attaches the later of two roots to the earlier one, which it returns. */
function joinRoots(h: Heap, x: Address, y: Address): Address {
  if (x === y) return x
  if (x > y) {
    hang(h, x, y)
    return y
  }
  hang(h, y, x)
  return x
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

/** The set of the regions that runs were joined to, in the order of cells that begin with the colour; ends the lists of `listByRank`. */
export function regionsByRank(h: Heap, heads: Address, stride: number, palette: Word): Word {
  const ranks = rankCount(h, palette)
  const list = scratchTop(h)
  for (let rank = 0; rank < ranks; rank++) {
    let run = peek(h, heads + rank)
    while (run !== NO_RUN && !failed(h)) {
      const next = peek(h, run + RUN_RANK)
      poke(h, run + RUN_RANK, rank)
      addRun(h, run, rank, stride, palette)
      run = next
    }
  }
  return finishRegions(h, list, palette)
}

/** The set of the regions that the runs from `runs` to `end` were joined to, in the order of cells that begin with row and column. */
export function regionsByPlace(h: Heap, runs: Address, end: Address, stride: number, palette: Word): Word {
  const list = scratchTop(h)
  for (let run = runs; run < end && !failed(h); run += RUN_SIZE) {
    addRun(h, run, peek(h, run + RUN_RANK), stride, palette)
  }
  return finishRegions(h, list, palette)
}

/** Gives the runs in lists their ranks back. */
export function endLists(h: Heap, heads: Address, palette: Word): void {
  const ranks = rankCount(h, palette)
  for (let rank = 0; rank < ranks; rank++) {
    let run = peek(h, heads + rank)
    while (run !== NO_RUN && !failed(h)) {
      const next = peek(h, run + RUN_RANK)
      poke(h, run + RUN_RANK, rank)
      run = next
    }
  }
}

/** Stores the cells of a run behind those of its region, which is opened with its first run. */
function addRun(h: Heap, run: Address, rank: number, stride: number, palette: Word): void {
  let root = run
  let parent = peek(h, root + RUN_PARENT)
  while (parent >= 0 && parent !== root) {
    root = parent
    parent = peek(h, root + RUN_PARENT)
  }
  // Runs below this one have a short path then.
  if (run !== root) poke(h, run + RUN_PARENT, root)
  const start = peek(h, run + RUN_START)
  const length = peek(h, run + RUN_STOP) - start
  // From its first run on, the root of a region holds the inverted address of the region's next cell.
  const to = parent < 0 ? ~parent : openRegion(h, peek(h, root + RUN_TOTAL), palette)
  poke(h, root + RUN_PARENT, ~(to + length))
  if (palette === NO_PALETTE) {
    const shift = cellShift(h)
    storeSteps(h, to, length, packCell(h, rank, 0, 0) + (start << shift), 1 << shift)
  } else {
    const row = divideTowardsZero(start, stride)
    store(h, to, newCell(h, load(h, elementsAt(palette) + rank), row, start - row * stride))
  }
}

function finishRegions(h: Heap, list: Address, palette: Word): Word {
  if (palette !== NO_PALETTE) settleKinds(h, list, scratchTop(h))
  return finishSetOfSets(h, list)
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
