// The distance between two patches: rows plus columns between their nearest indices.

import { CELL_SET, PAIR_SET, elementsAt, kindOf, sizeOf } from './blocks.ts'
import { EMPTY_ERROR, OVERFLOW_ERROR, TYPE_ERROR } from './errors.ts'
import { type Heap, failed, faultWord, peek, push, pushWords, releaseScratch, scratchTop, spend } from './heap.ts'
import { COLUMN, ROW, coordinateOf, holdsCells, locationAt, pushCellIndices } from './patches.ts'
import { placeOfWord, sortWords } from './sort.ts'
import { type Address, INT_MAX, TRUE, type Word, isError, isInt, isPair, pairCol, pairRow, truth } from './words.ts'

/** The least distance; an error word if one of the patches is empty or none. */
export function distanceBetween(h: Heap, a: Word, b: Word): Word {
  const aList = scratchTop(h)
  const aPairs = pushLocations(h, a)
  if (isError(aPairs)) return aPairs
  const bList = scratchTop(h)
  const bPairs = pushLocations(h, b)
  if (isError(bPairs)) return bPairs
  const bCount = scratchTop(h) - bList
  const distance =
    aPairs === TRUE && bPairs === TRUE
      ? distanceOfPairs(h, aList, bList, bCount)
      : distanceOfAny(h, aList, bList, bCount)
  releaseScratch(h, aList)
  return failed(h) ? faultWord(h) : distance
}

/** Pushes the indices of a patch. TRUE if all are pair words, FALSE if not; an error word if it is empty or no patch. */
function pushLocations(h: Heap, patch: Word): Word {
  const count = sizeOf(h, patch)
  if (count === 0) return EMPTY_ERROR
  const kind = kindOf(h, patch)
  if (kind === PAIR_SET || kind === CELL_SET) {
    const from = elementsAt(patch)
    if (kind === PAIR_SET) pushWords(h, from, count)
    else pushCellIndices(h, from, count)
    return TRUE
  }
  const cells = holdsCells(h, patch)
  if (isError(cells)) return cells
  let allPairs = true
  for (let k = 0; k < count; k++) {
    const place = locationAt(h, patch, cells === TRUE, k)
    if (sizeOf(h, place) !== 2) return TYPE_ERROR
    if (!isPair(place)) allPairs = false
    push(h, place)
  }
  return truth(allPairs)
}

/** For each pair of the first list, walks along the second list away from its row, as long as a nearer pair is possible. */
function distanceOfPairs(h: Heap, aList: Address, bList: Address, bCount: number): number {
  sortWords(h, bList, bCount)
  const end = bList + bCount
  let best = INT_MAX
  let before = INT_MAX
  let middle = bList
  for (let a = aList; a < bList && best > 0; a++) {
    const from = peek(h, a)
    const row = pairRow(from)
    const col = pairCol(from)
    // Most lists ascend, and the place of a pair follows that of the pair before.
    if (from < before) middle = placeOfWord(h, bList, bCount, from)
    while (middle < end && peek(h, middle) < from) middle++
    before = from
    let up = middle
    while (up < end) {
      const to = peek(h, up)
      const rows = pairRow(to) - row
      if (rows >= best) break
      const d = rows + gapBetween(pairCol(to), col)
      if (d < best) best = d
      up++
    }
    let down = middle - 1
    while (down >= bList) {
      const to = peek(h, down)
      const rows = row - pairRow(to)
      if (rows >= best) break
      const d = rows + gapBetween(pairCol(to), col)
      if (d < best) best = d
      down--
    }
    if (!spend(h, up - down)) return 0
  }
  return best
}

function gapBetween(a: number, b: number): number {
  return a < b ? b - a : a - b
}

/** The same where some do not fit a pair word: each with each. A type error if one is not two integers. */
function distanceOfAny(h: Heap, aList: Address, bList: Address, bCount: number): Word {
  let best = OVERFLOW_ERROR
  for (let a = aList; a < bList; a++) {
    if (!spend(h, bCount)) return 0
    for (let b = bList; b < bList + bCount; b++) {
      const rows = coordinateGap(h, peek(h, a), peek(h, b), ROW)
      const cols = coordinateGap(h, peek(h, a), peek(h, b), COLUMN)
      if (rows < 0 || cols < 0) return TYPE_ERROR
      // Only two integers of the language can be added without leaving 32 bits.
      if (isInt(rows) && isInt(cols) && isInt(rows + cols) && (isError(best) || rows + cols < best)) best = rows + cols
    }
  }
  return best
}

/** The distance of two places along an axis; -1 if one of the coordinates is no integer. */
function coordinateGap(h: Heap, a: Word, b: Word, axis: number): number {
  const x = coordinateOf(h, a, axis)
  const y = coordinateOf(h, b, axis)
  return isError(x) || isError(y) ? -1 : gapBetween(x, y)
}
