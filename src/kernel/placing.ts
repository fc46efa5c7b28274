// Sorting indices and cells by their places: each is a bit of a small map of all places, which is then read in order.

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

/** What a map costs by itself is worth it from so many words on. */
const MIN_COUNT = 24
/** A map has at most so many places for each word. */
const MAX_PLACES_A_WORD = 8

/** What of the 32 bits of a map's word stands for its first place. */
const BITS = 32

/**
 * Sorts `count` words of scratch, all of them pairs or all of them cells, ascending and without repeats; how many are
 * left. -1, and nothing is changed, where they are few or far apart.
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
  // Sides are at most 2^14 long, so that an area fits a word; a volume may not.
  if (area > most || area * (high - low + 1) > most) return -1
  const places = area * (high - low + 1)
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

/** Writes the words whose bits are set to the list, in their order; how many they are. */
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
