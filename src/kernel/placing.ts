// Sorts pairs and cells by place: each sets a bit in a small map of all places, which is then read in order.
//
// The fields of a word are taken as digits, whatever they mean: the order of the words is the order of the values.

import { CELL_BITS, cellShift } from './cells.ts'
import {
  type Heap,
  failed,
  fillScratch,
  hasTriples,
  lowestBit,
  peek,
  poke,
  releaseScratch,
  reserveScratch,
  spend,
} from './heap.ts'
import { type Address, PAIR_BITS, type Word, isCell } from './words.ts'

/** The fewest words for which a map is worth its cost. */
export const MIN_COUNT = 24
/** The most places of a map for each word. */
export const MAX_PLACES_A_WORD = 8

/** Places in a word of the map; the lowest bit is the first one. */
const BITS = 32

/**
 * Sorts `count` words of scratch, all of them pairs or all of them cells, ascending and without repeats, and returns the
 * number of words left; -1, without any change, if they are few or far apart.
 */
export function sortByPlace(h: Heap, list: Address, count: number): number {
  if (count < MIN_COUNT) return -1
  const first = peek(h, list)
  // Three fields: (colour, row, column) of a cell in layout a, (row, column, colour) in layout t, (none, row, column).
  const lowBits = !isCell(first) ? PAIR_BITS : hasTriples(h) ? cellShift(h) : CELL_BITS
  const highShift = lowBits + (isCell(first) ? CELL_BITS : PAIR_BITS)
  const lowMask = (1 << lowBits) - 1
  const middleMask = (1 << (highShift - lowBits)) - 1
  let highLeast = first >> highShift
  let highMost = highLeast
  let middleLeast = (first >> lowBits) & middleMask
  let middleMost = middleLeast
  let lowLeast = first & lowMask
  let lowMost = lowLeast
  for (let k = 1; k < count; k++) {
    const w = peek(h, list + k)
    const high = w >> highShift
    const middle = (w >> lowBits) & middleMask
    const low = w & lowMask
    if (high < highLeast) highLeast = high
    if (high > highMost) highMost = high
    if (middle < middleLeast) middleLeast = middle
    if (middle > middleMost) middleMost = middle
    if (low < lowLeast) lowLeast = low
    if (low > lowMost) lowMost = low
  }
  const lows = lowMost - lowLeast + 1
  const middles = middleMost - middleLeast + 1
  const most = count * MAX_PLACES_A_WORD
  // At most 2^28 for pairs and 2^30 for cells: the product fits a word.
  const places = middles * lows * (highMost - highLeast + 1)
  if (places > most) return -1
  const mapWords = (places + BITS - 1) >> 5
  const map = reserveScratch(h, mapWords)
  if (!spend(h, count) || failed(h)) return 0
  fillScratch(h, map, mapWords, 0)
  for (let k = 0; k < count; k++) {
    const w = peek(h, list + k)
    const middle = ((w >> lowBits) & middleMask) - middleLeast
    const place = (((w >> highShift) - highLeast) * middles + middle) * lows + (w & lowMask) - lowLeast
    poke(h, map + (place >> 5), peek(h, map + (place >> 5)) | (1 << (place & 31)))
  }
  const least = (highLeast << highShift) | (middleLeast << lowBits) | lowLeast
  const kept = readMap(h, list, map, mapWords, least, lowBits, highShift, middles, lows)
  releaseScratch(h, map)
  return kept
}

/** Writes the words whose bits are set to the list, in order, and returns their number; `least` has the first place. */
function readMap(
  h: Heap,
  list: Address,
  map: Address,
  mapWords: number,
  least: Word,
  lowBits: number,
  highShift: number,
  middles: number,
  lows: number,
): number {
  let to = list
  // The word of the first place of a row of the map, the row, and the place where it ends.
  let start = least
  let middle = 0
  let end = lows
  const highStep = (1 << highShift) - (middles << lowBits)
  for (let k = 0; k < mapWords; k++) {
    let bits = peek(h, map + k)
    while (bits !== 0) {
      const place = (k << 5) + lowestBit(bits)
      bits &= bits - 1
      while (place >= end) {
        end += lows
        start += 1 << lowBits
        middle++
        if (middle === middles) {
          middle = 0
          start += highStep
        }
      }
      poke(h, to, start + place - end + lows)
      to++
    }
  }
  return to - list
}
