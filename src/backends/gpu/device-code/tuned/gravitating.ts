// The way of a patch to another by a workgroup: each invocation tries one number of steps. The counterpart of `gravitate` in
// src/primitives/geometry.ts for sets of pairs, and for cells of one colour whose order is that of their places.
//
// Work: 8 for the bounds; that of comparing columns (two-patches.ts); for cells, 2 per element and 1; then 1 per element of both for each of the
// tests for overlap, which end with the first step that touches.

import { CELL_SET, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { cellColor } from '../../../../kernel/cells.ts'
import { type Heap, hasTriples } from '../../../../kernel/heap.ts'
import { packPair } from '../../../../kernel/words.ts'
import { MOST_STEPS } from '../../../../primitives/geometry.ts'
import {
  at,
  atomicAdd,
  atomicLoad,
  atomicMax,
  atomicMin,
  atomicStore,
  heap,
  params,
  setWork,
  sharedAtomics,
  waitForGroup,
} from '../intrinsics.ts'
import { DECLINED, LANES, LARGEST } from './group-queue.ts'
import {
  FIRST_PATCH,
  SECOND_PATCH,
  areLinesShared,
  colOfElement,
  compareLines,
  notePatch,
  patchCount,
  patchHasCells,
  rowOfElement,
  workOfLines,
} from './two-patches.ts'

const pullFound = sharedAtomics(10)
/** The least row and column and the greatest ones of the source; those of the destination follow. */
const FOUND_BOUNDS = 0
/** The first number of steps that touches, and the tests for overlap until then. */
const FOUND_STEPS = 8
const FOUND_TESTS = 9

const BOUNDS_OF_BOTH = 8
const LEAST_ELEMENTS_OF_BOTH = 8
const MOST_ELEMENTS_OF_BOTH = 8192

export function chooseGravitate(h: Heap, source: number, destination: number): boolean {
  if (!noteInOrder(h, FIRST_PATCH, source) || !noteInOrder(h, SECOND_PATCH, destination)) return false
  for (let k = 0; k < 4; k++) {
    const start = k < 2 ? LARGEST : -LARGEST
    atomicStore(h, pullFound, FOUND_BOUNDS + k, start)
    atomicStore(h, pullFound, FOUND_BOUNDS + 4 + k, start)
  }
  atomicStore(h, pullFound, FOUND_STEPS, MOST_STEPS)
  atomicStore(h, pullFound, FOUND_TESTS, 0)
  const both = sizeOf(h, source) + sizeOf(h, destination)
  return both >= LEAST_ELEMENTS_OF_BOTH && both <= MOST_ELEMENTS_OF_BOTH
}

/** Notes a patch whose words are in the order of their places; false for any other. */
function noteInOrder(h: Heap, patch: number, value: number): boolean {
  if (!notePatch(h, patch, value)) return false
  if (kindOf(h, value) !== CELL_SET) return true
  const from = elementsAt(value)
  const last = from + sizeOf(h, value) - 1
  return !hasTriples(h) && cellColor(h, at(h, heap, from)) === cellColor(h, at(h, heap, last))
}

function measurePatch(h: Heap, patch: number, bounds: number, lane: number): void {
  const count = patchCount(h, patch)
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

/** Whether the source, moved, has an index in common with the destination: a walk along both. */
function overlapsMoved(h: Heap, down: number, right: number): boolean {
  const count = patchCount(h, FIRST_PATCH)
  const other = patchCount(h, SECOND_PATCH)
  let x = 0
  let y = 0
  while (x < count && y < other) {
    const rows = rowOfElement(h, FIRST_PATCH, x) + down - rowOfElement(h, SECOND_PATCH, y)
    const cols = colOfElement(h, FIRST_PATCH, x) + right - colOfElement(h, SECOND_PATCH, y)
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

/** The work of the indices of a patch. */
function indexWork(h: Heap, patch: number): number {
  return patchHasCells(h, patch) ? 2 * patchCount(h, patch) + 1 : 0
}

export function gravitateTogether(h: Heap, lane: number): number {
  const both = patchCount(h, FIRST_PATCH) + patchCount(h, SECOND_PATCH)
  measurePatch(h, FIRST_PATCH, FOUND_BOUNDS, lane)
  measurePatch(h, SECOND_PATCH, FOUND_BOUNDS + 4, lane)
  compareLines(h, lane, false)
  const isVertical = areLinesShared(h)
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
  const work = BOUNDS_OF_BOTH + workOfLines(h) + indexWork(h, FIRST_PATCH) + indexWork(h, SECOND_PATCH) + walked
  if (work >= params.statementBudget) return DECLINED
  setWork(h, work)
  return packPair(steps * down, steps * right)
}
