// The two patches of a call, sets of pairs or of cells, read as indices; and the rows or columns that they share. The counterpart of
// `shareCoordinate` in src/primitives/relations.ts for such sets.
//
// Work of comparing rows or columns: 1 per element of both; unless those of the first patch ascend, 1 per element of it for each level of sorting
// them, and once more.

import { CELL_SET, PAIR_SET, elementsAt, kindOf, sizeOf } from '../../../../kernel/blocks.ts'
import { cellCol, cellIndex, cellRow } from '../../../../kernel/cells.ts'
import { type Heap, heapTop } from '../../../../kernel/heap.ts'
import { workOfSorting } from '../../../../kernel/sort.ts'
import { PAIR_REACH, pairCol, pairRow, truth } from '../../../../kernel/words.ts'
import {
  at,
  atomicLoad,
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
import { MAP_WORDS, clearMap, isPlaceMarked, markPlace } from './place-map.ts'
import { DECLINED, LANES } from './group-queue.ts'

const patchJob = sharedWords(7)
const PATCH_AT = 0
const PATCH_COUNT = 1
const PATCH_CELLS = 2
/** Whether rows are compared, and not columns. */
const PATCH_ROWS = 6

export const FIRST_PATCH = 0
export const SECOND_PATCH = 3

/** Whether a lesser row or column follows in the first patch, and whether both patches share one. */
const linesFound = sharedAtomics(2)
const LINES_DESCEND = 0
const LINES_SHARED = 1

const MOST_PATCH_ELEMENTS = 65536
/** Fewer elements of both patches are left to one invocation. */
const LEAST_ELEMENTS_OF_LINES = 64

/** Notes a patch; false for any other value than a set of pairs or cells. */
export function notePatch(h: Heap, patch: number, value: number): boolean {
  const kind = kindOf(h, value)
  if (kind !== PAIR_SET && kind !== CELL_SET) return false
  const from = elementsAt(value)
  const count = sizeOf(h, value)
  put(h, patchJob, patch + PATCH_AT, from)
  put(h, patchJob, patch + PATCH_COUNT, count)
  put(h, patchJob, patch + PATCH_CELLS, kind === CELL_SET ? 1 : 0)
  return count > 0 && count <= MOST_PATCH_ELEMENTS && count <= heapTop(h) - from
}

export function patchCount(h: Heap, patch: number): number {
  return at(h, patchJob, patch + PATCH_COUNT)
}

export function patchHasCells(h: Heap, patch: number): boolean {
  return at(h, patchJob, patch + PATCH_CELLS) !== 0
}

/** The address of the words of a patch. */
export function patchAt(h: Heap, patch: number): number {
  return at(h, patchJob, patch + PATCH_AT)
}

/** Element `k` of a patch as a pair. */
export function indexOfElement(h: Heap, patch: number, k: number): number {
  const word = at(h, heap, at(h, patchJob, patch + PATCH_AT) + k)
  return at(h, patchJob, patch + PATCH_CELLS) !== 0 ? cellIndex(h, word) : word
}

export function rowOfElement(h: Heap, patch: number, k: number): number {
  const word = at(h, heap, at(h, patchJob, patch + PATCH_AT) + k)
  return at(h, patchJob, patch + PATCH_CELLS) !== 0 ? cellRow(h, word) : pairRow(word)
}

export function colOfElement(h: Heap, patch: number, k: number): number {
  const word = at(h, heap, at(h, patchJob, patch + PATCH_AT) + k)
  return at(h, patchJob, patch + PATCH_CELLS) !== 0 ? cellCol(h, word) : pairCol(word)
}

function lineOfElement(h: Heap, patch: number, k: number, isRow: boolean): number {
  return isRow ? rowOfElement(h, patch, k) : colOfElement(h, patch, k)
}

/** Compares the rows or columns of both patches; `doLinesDescend` and `areLinesShared` have the result. */
export function compareLines(h: Heap, lane: number, isRow: boolean): void {
  const count = patchCount(h, FIRST_PATCH)
  const other = patchCount(h, SECOND_PATCH)
  clearMap(h, MAP_WORDS, lane)
  if (lane < 2) atomicStore(h, linesFound, lane, 0)
  waitForGroup(h)
  let descends = 0
  for (let k = lane; k < count; k += LANES) {
    const line = lineOfElement(h, FIRST_PATCH, k, isRow)
    if (k > 0 && lineOfElement(h, FIRST_PATCH, k - 1, isRow) > line) descends = 1
    markPlace(h, line + PAIR_REACH)
  }
  atomicOr(h, linesFound, LINES_DESCEND, descends)
  waitForGroup(h)
  let shares = 0
  for (let k = lane; k < other; k += LANES) {
    if (isPlaceMarked(h, lineOfElement(h, SECOND_PATCH, k, isRow) + PAIR_REACH)) shares = 1
  }
  atomicOr(h, linesFound, LINES_SHARED, shares)
  waitForGroup(h)
}

export function areLinesShared(h: Heap): boolean {
  return atomicLoad(h, linesFound, LINES_SHARED) !== 0
}

/** The work of comparing the rows or columns. */
export function workOfLines(h: Heap): number {
  const count = patchCount(h, FIRST_PATCH)
  const sorting = atomicLoad(h, linesFound, LINES_DESCEND) !== 0 ? workOfSorting(count) : 0
  return count + patchCount(h, SECOND_PATCH) + sorting
}

function chooseMatching(h: Heap, a: number, b: number, isRow: number): boolean {
  put(h, patchJob, PATCH_ROWS, isRow)
  const arePatches = notePatch(h, FIRST_PATCH, a) && notePatch(h, SECOND_PATCH, b)
  return arePatches && patchCount(h, FIRST_PATCH) + patchCount(h, SECOND_PATCH) >= LEAST_ELEMENTS_OF_LINES
}

export function chooseHmatching(h: Heap, a: number, b: number): boolean {
  return chooseMatching(h, a, b, 1)
}

export function chooseVmatching(h: Heap, a: number, b: number): boolean {
  return chooseMatching(h, a, b, 0)
}

/** For both. */
export function matchingTogether(h: Heap, lane: number): number {
  compareLines(h, lane, at(h, patchJob, PATCH_ROWS) !== 0)
  const work = workOfLines(h)
  if (work >= params.statementBudget) return DECLINED
  setWork(h, work)
  return truth(areLinesShared(h))
}
