// The way of a patch to another by a workgroup: each invocation tries one number of steps. The counterpart of `gravitate` in
// src/primitives/geometry.ts for sets of pairs, and for cells of one colour whose order is that of their places.
//
// Work: 8 for the bounds, 1 per element; unless the columns of the source ascend, 1 per element of it for each level of sorting them, and once more;
// for cells, 2 per element and 1; then 1 per element of both for each of the tests for overlap, which end with the first step that touches.

import { CELL_SET, PAIR_SET, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { cellCol, cellColor, cellRow } from '../../../../kernel/cells.ts'
import { type Heap, hasTriples, heapTop } from '../../../../kernel/heap.ts'
import { packPair, pairCol, pairRow } from '../../../../kernel/words.ts'
import { MOST_STEPS } from '../../../../primitives/geometry.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicOr,
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

const pullJob = sharedWords(6)
/** Of the source; those of the destination follow. */
const PULL_AT = 0
const PULL_COUNT = 1
const PULL_CELLS = 2
const PULL_OTHER = 3

const pullFound = sharedAtomics(12)
/** The least row and column and the greatest ones of the source; those of the destination follow. */
const FOUND_BOUNDS = 0
/** Whether a lesser column follows in the source, and whether both share a column. */
const FOUND_DESCENT = 8
const FOUND_SHARED = 9
/** The first number of steps that touches, and the tests for overlap until then. */
const FOUND_STEPS = 10
const FOUND_TESTS = 11

const BOUNDS_OF_BOTH = 8
const LEAST_ELEMENTS_OF_BOTH = 8
const MOST_COMPARED = 65536

export function chooseGravitate(h: Heap, source: number, destination: number): boolean {
  if (!notePatch(h, 0, source) || !notePatch(h, PULL_OTHER, destination)) return false
  for (let k = 0; k < 4; k++) {
    const start = k < 2 ? LARGEST : -LARGEST
    atomicStore(h, pullFound, FOUND_BOUNDS + k, start)
    atomicStore(h, pullFound, FOUND_BOUNDS + 4 + k, start)
  }
  atomicStore(h, pullFound, FOUND_DESCENT, 0)
  atomicStore(h, pullFound, FOUND_SHARED, 0)
  atomicStore(h, pullFound, FOUND_STEPS, MOST_STEPS)
  atomicStore(h, pullFound, FOUND_TESTS, 0)
  const count = sizeOf(h, source)
  const other = sizeOf(h, destination)
  return count + other >= LEAST_ELEMENTS_OF_BOTH && count * other <= MOST_COMPARED
}

/** Notes a patch whose words are in the order of their places; false for any other. */
function notePatch(h: Heap, place: number, patch: number): boolean {
  const kind = kindOf(h, patch)
  if (kind !== PAIR_SET && kind !== CELL_SET) return false
  const from = elementsAt(patch)
  const count = sizeOf(h, patch)
  if (count > MOST_COMPARED || count > heapTop(h) - from) return false
  put(h, pullJob, place + PULL_AT, from)
  put(h, pullJob, place + PULL_COUNT, count)
  put(h, pullJob, place + PULL_CELLS, kind === CELL_SET ? 1 : 0)
  if (kind === PAIR_SET) return true
  const isOfOneColor = cellColor(h, at(h, heap, from)) === cellColor(h, at(h, heap, from + count - 1))
  return isOfOneColor && !hasTriples(h)
}

function rowOfElement(h: Heap, patch: number, k: number): number {
  const word = at(h, heap, at(h, pullJob, patch + PULL_AT) + k)
  return at(h, pullJob, patch + PULL_CELLS) !== 0 ? cellRow(h, word) : pairRow(word)
}

function colOfElement(h: Heap, patch: number, k: number): number {
  const word = at(h, heap, at(h, pullJob, patch + PULL_AT) + k)
  return at(h, pullJob, patch + PULL_CELLS) !== 0 ? cellCol(h, word) : pairCol(word)
}

function measurePatch(h: Heap, patch: number, bounds: number, lane: number): void {
  const count = at(h, pullJob, patch + PULL_COUNT)
  for (let k = lane; k < count; k += LANES) {
    const row = rowOfElement(h, patch, k)
    const col = colOfElement(h, patch, k)
    atomicMin(h, pullFound, bounds, row)
    atomicMin(h, pullFound, bounds + 1, col)
    atomicMax(h, pullFound, bounds + 2, row)
    atomicMax(h, pullFound, bounds + 3, col)
  }
}

/** The middle row or column of a patch, as `centerOf` finds it. */
function middleOf(h: Heap, bounds: number): number {
  const least = atomicLoad(h, pullFound, bounds)
  return least + ((atomicLoad(h, pullFound, bounds + 2) - least + 1) >> 1)
}

/** Notes whether the columns of the source descend, and whether the patches share one. */
function inspectColumns(h: Heap, lane: number): void {
  const count = at(h, pullJob, PULL_COUNT)
  const other = at(h, pullJob, PULL_OTHER + PULL_COUNT)
  let descends = 0
  let shares = 0
  for (let k = lane; k < count; k += LANES) {
    const col = colOfElement(h, 0, k)
    if (k > 0 && colOfElement(h, 0, k - 1) > col) descends = 1
    for (let j = 0; j < other; j++) if (colOfElement(h, PULL_OTHER, j) === col) shares = 1
  }
  atomicOr(h, pullFound, FOUND_DESCENT, descends)
  atomicOr(h, pullFound, FOUND_SHARED, shares)
}

/** Whether the source, moved, has an index in common with the destination: a walk along both. */
function overlapsMoved(h: Heap, down: number, right: number): boolean {
  const count = at(h, pullJob, PULL_COUNT)
  const other = at(h, pullJob, PULL_OTHER + PULL_COUNT)
  let x = 0
  let y = 0
  while (x < count && y < other) {
    const rows = rowOfElement(h, 0, x) + down - rowOfElement(h, PULL_OTHER, y)
    const cols = colOfElement(h, 0, x) + right - colOfElement(h, PULL_OTHER, y)
    if (rows === 0 && cols === 0) return true
    if (rows < 0 || (rows === 0 && cols < 0)) x++
    else y++
  }
  return false
}

/** The tests for overlap of `touches` for the source, moved; negative if it touches the destination. */
function testsOfTouch(h: Heap, down: number, right: number): number {
  if (overlapsMoved(h, down, right)) return 1
  for (let side = 0; side < 4; side++) {
    const way = side < 2 ? -1 : 1
    const isAcross = (side & 1) !== 0
    if (overlapsMoved(h, down + (isAcross ? 0 : way), right + (isAcross ? way : 0))) return -(side + 2)
  }
  return 5
}

/** The work of sorting the columns of the source. */
function columnWork(h: Heap, count: number): number {
  if (atomicLoad(h, pullFound, FOUND_DESCENT) === 0) return 0
  let work = count
  for (let width = 1; width < count; width *= 2) work += count
  return work
}

/** The work of the indices of a patch. */
function indexWork(h: Heap, patch: number): number {
  return at(h, pullJob, patch + PULL_CELLS) !== 0 ? 2 * at(h, pullJob, patch + PULL_COUNT) + 1 : 0
}

export function gravitateTogether(h: Heap, lane: number): number {
  const count = at(h, pullJob, PULL_COUNT)
  const both = count + at(h, pullJob, PULL_OTHER + PULL_COUNT)
  measurePatch(h, 0, FOUND_BOUNDS, lane)
  measurePatch(h, PULL_OTHER, FOUND_BOUNDS + 4, lane)
  inspectColumns(h, lane)
  waitForGroup(h)
  const isVertical = atomicLoad(h, pullFound, FOUND_SHARED) !== 0
  const axis = isVertical ? 0 : 1
  const way = middleOf(h, FOUND_BOUNDS + axis) < middleOf(h, FOUND_BOUNDS + 4 + axis) ? 1 : -1
  const down = isVertical ? way : 0
  const right = isVertical ? 0 : way
  const tests = lane < MOST_STEPS ? testsOfTouch(h, lane * down, lane * right) : 0
  if (tests < 0) atomicMin(h, pullFound, FOUND_STEPS, lane)
  waitForGroup(h)
  const steps = atomicLoad(h, pullFound, FOUND_STEPS)
  if (lane <= steps) atomicAdd(h, pullFound, FOUND_TESTS, tests < 0 ? -tests : tests)
  waitForGroup(h)
  const walked = atomicLoad(h, pullFound, FOUND_TESTS) * both
  const work = BOUNDS_OF_BOTH + both + columnWork(h, count) + indexWork(h, 0) + indexWork(h, PULL_OTHER) + walked
  if (work >= params.statementBudget) return DECLINED
  setWork(h, work)
  return packPair(steps * down, steps * right)
}
