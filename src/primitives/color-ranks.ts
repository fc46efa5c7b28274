// Ranks of colours: by falling frequency in dialect t, equal frequencies in the order of first appearance.

import { cellsAt, elementsAt, sizeOf } from '../kernel/blocks.ts'
import { cellColor } from '../kernel/cells.ts'
import { COUNTED_COLORS, UNCOUNTED, colorSetOf, countColors, pushColors } from '../kernel/colors.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  copyScratch,
  failed,
  faultWord,
  fillScratch,
  load,
  peek,
  poke,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
} from '../kernel/heap.ts'
import { placeOfRank } from '../kernel/ranking.ts'
import { placeInSet } from '../kernel/sets.ts'
import { sortWords } from '../kernel/sort.ts'
import { type Address, INT_MAX, type Word, isError, isInt } from '../kernel/words.ts'
import type { C_, FL, Grid, Object_ } from './signature.ts'

/**
 * The colour of a grid at a rank by falling frequency, where -1 is the last one; the empty tuple beyond them. Equal ones come
 * in the order of their first cells, row by row.
 * @as t get_color_rank_t(grid: Grid, rank: FL): C_
 * @example get_color_rank_t([223/243], 0)
 */
export function get_color_rank_t(h: Heap, grid: Grid, rank: FL): C_ {
  return colorAtRank(h, grid, true, rank, EMPTY_TUPLE)
}

/**
 * The colour of an object at a rank by falling frequency, where -1 is the last one; the empty set beyond them. Equal ones
 * come in the order of their first cells.
 * @as t get_color_rank_f(obj: Object, rank: FL): C_
 * @example get_color_rank_f(<223/243>, 1)
 */
export function get_color_rank_f(h: Heap, obj: Object_, rank: FL): C_ {
  return colorAtRank(h, obj, false, rank, EMPTY_SET)
}

function colorAtRank(h: Heap, element: Word, byRows: boolean, rank: Word, beyond: Word): Word {
  const counts = countColors(h, element, byRows)
  if (counts === UNCOUNTED) return anyColorAtRank(h, element, byRows, rank, beyond)
  const color = isInt(rank) ? countedColorAtRank(h, element, byRows, counts, rank, beyond) : TYPE_ERROR
  releaseScratch(h, counts)
  return failed(h) ? faultWord(h) : color
}

/** The same for a GRID or a CELL_SET of the colours 0 to 15, whose frequencies are at `counts`. */
function countedColorAtRank(h: Heap, element: Word, byRows: boolean, counts: Address, rank: Word, beyond: Word): Word {
  let size = 0
  for (let color = 0; color < COUNTED_COLORS; color++) if (peek(h, counts + color) > 0) size++
  let place = placeOfRank(rank, size)
  if (place < 0) return beyond
  // The greatest frequencies are passed over, each with all colours that have it, until the place is within the next one.
  let count = greatestBelow(h, counts, INT_MAX)
  let equals = colorsWith(h, counts, count)
  while (place >= equals) {
    place -= equals
    count = greatestBelow(h, counts, count)
    equals = colorsWith(h, counts, count)
  }
  let a = byRows ? cellsAt(element) : elementsAt(element)
  // Every colour with this frequency is found before the cells end.
  while (!failed(h)) {
    const word = load(h, a)
    const color = byRows ? word : cellColor(h, word)
    if (peek(h, counts + color) === count) {
      if (place === 0) return color
      place--
      // Not to be counted again where it comes again.
      poke(h, counts + color, 0)
    }
    a++
  }
  return beyond
}

/** The greatest of the frequencies that are less than `limit`. */
function greatestBelow(h: Heap, counts: Address, limit: number): number {
  let greatest = 0
  for (let color = 0; color < COUNTED_COLORS; color++) {
    const count = peek(h, counts + color)
    if (count > greatest && count < limit) greatest = count
  }
  return greatest
}

/** The number of colours with this frequency. */
function colorsWith(h: Heap, counts: Address, count: number): number {
  let colors = 0
  for (let color = 0; color < COUNTED_COLORS; color++) if (peek(h, counts + color) === count) colors++
  return colors
}

/** The same for any grid or object. */
function anyColorAtRank(h: Heap, element: Word, byRows: boolean, rank: Word, beyond: Word): Word {
  const colors = colorSetOf(h, element, byRows)
  if (isError(colors)) return colors
  if (!isInt(rank)) return TYPE_ERROR
  const size = sizeOf(h, colors)
  const place = placeOfRank(rank, size)
  if (place < 0) return beyond
  // By the place of a colour in the set: its count, and, in order of first appearance, these places.
  const counts = reserveScratch(h, size)
  const order = reserveScratch(h, size)
  fillScratch(h, counts, size, 0)
  const list = scratchTop(h)
  pushColors(h, element, byRows)
  const end = scratchTop(h)
  if (!spend(h, end - list)) return faultWord(h)
  let next = order
  for (let a = list; a < end && !failed(h); a++) {
    const at = counts + placeInSet(h, colors, peek(h, a))
    if (peek(h, at) === 0) {
      poke(h, next, at)
      next++
    }
    poke(h, at, peek(h, at) + 1)
  }
  const found = countAtRank(h, counts, order, size, place)
  return failed(h) ? faultWord(h) : load(h, elementsAt(colors) + found - counts)
}

/** Where the count stands that comes at this place when they fall; `order` lists where those that are equal stand. */
function countAtRank(h: Heap, counts: Address, order: Address, size: number, place: number): Address {
  const sorted = reserveScratch(h, size)
  copyScratch(h, sorted, counts, size)
  sortWords(h, sorted, size)
  const count = peek(h, sorted + size - 1 - place)
  // The number of counts before this place that are equal to it.
  let equalBefore = 0
  while (equalBefore < place && peek(h, sorted + size - place + equalBefore) === count) equalBefore++
  for (let k = 0; k < size; k++) {
    const at = peek(h, order + k)
    if (peek(h, at) === count) {
      if (equalBefore === 0) return at
      equalBefore--
    }
  }
  return counts
}
