// Sorts pairs and cells by place: each sets a bit in a small map of all places, which is then read in order.

import { type Heap, failed, peek, poke, releaseScratch, reserveScratch, spend } from './heap.ts'
import {
  type Address,
  type Word,
  cellCol,
  cellColor,
  cellRow,
  isCell,
  packCell,
  packPair,
  pairCol,
  pairRow,
} from './words.ts'

/** The fewest words for which a map is worth its cost. */
const MIN_COUNT = 24
/** The most places of a map for each word. */
const MAX_PLACES_A_WORD = 8

/** Places in a word of the map; the lowest bit is the first one. */
const BITS = 32

/**
 * Sorts `count` words of scratch, all of them pairs or all of them cells, ascending and without repeats, and returns the
 * number of words left; -1, without any change, if they are few or far apart.
 */
export function sortByPlace(h: Heap, list: Address, count: number): number {
  if (count < MIN_COUNT) return -1
  const first = peek(h, list)
  let top = rowIn(first)
  let bottom = top
  let left = colIn(first)
  let right = left
  let low = colorIn(first)
  let high = low
  for (let k = 1; k < count; k++) {
    const w = peek(h, list + k)
    const row = rowIn(w)
    const col = colIn(w)
    const color = colorIn(w)
    if (row < top) top = row
    if (row > bottom) bottom = row
    if (col < left) left = col
    if (col > right) right = col
    if (color < low) low = color
    if (color > high) high = color
  }
  const cols = right - left + 1
  const area = (bottom - top + 1) * cols
  const most = count * MAX_PLACES_A_WORD
  // At most 2^28 for pairs and 2^26 * 16 for cells: the product fits a word.
  const places = area * (high - low + 1)
  if (places > most) return -1
  const mapWords = (places + BITS - 1) >> 5
  const map = reserveScratch(h, mapWords)
  if (!spend(h, count) || failed(h)) return 0
  for (let k = 0; k < mapWords; k++) poke(h, map + k, 0)
  for (let k = 0; k < count; k++) {
    const w = peek(h, list + k)
    const place = (colorIn(w) - low) * area + (rowIn(w) - top) * cols + colIn(w) - left
    poke(h, map + (place >> 5), peek(h, map + (place >> 5)) | (1 << (place & 31)))
  }
  const kept = readMap(h, list, map, mapWords, isCell(first), top, left, low, bottom - top + 1, cols)
  releaseScratch(h, map)
  return kept
}

/** Writes the words whose bits are set to the list, in order, and returns their number. */
function readMap(
  h: Heap,
  list: Address,
  map: Address,
  mapWords: number,
  areCells: boolean,
  top: number,
  left: number,
  low: number,
  rows: number,
  cols: number,
): number {
  let kept = 0
  let color = low
  let row = 0
  let col = 0
  for (let k = 0; k < mapWords; k++) {
    const bits = peek(h, map + k)
    for (let bit = 0; bit < BITS; bit++) {
      if (((bits >> bit) & 1) === 1) {
        const w = areCells ? packCell(color, top + row, left + col) : packPair(top + row, left + col)
        poke(h, list + kept, w)
        kept++
      }
      col++
      if (col === cols) {
        col = 0
        row++
        if (row === rows) {
          row = 0
          color++
        }
      }
    }
  }
  return kept
}

function rowIn(w: Word): number {
  return isCell(w) ? cellRow(w) : pairRow(w)
}

function colIn(w: Word): number {
  return isCell(w) ? cellCol(w) : pairCol(w)
}

function colorIn(w: Word): number {
  return isCell(w) ? cellColor(w) : 0
}
