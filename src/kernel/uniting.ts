// Unions of many sets of pairs or of cells, straight from their blocks: each element sets a bit in a map of rows. Counted as
// pushing all elements and sorting them (`finishSet`): work must not depend on the way.

import {
  CELL_SET,
  LIST,
  PAIR_SET,
  SET,
  elementsAt,
  isTruthy,
  kindIn,
  headerOf,
  kindOf,
  lengthIn,
  newBlock,
} from './blocks.ts'
import { CELL_BITS } from './cells.ts'
import { leastIn, mostIn, rowRange } from './fields.ts'
import {
  type Heap,
  copyWords,
  divideTowardsZero,
  failed,
  faultWord,
  fieldRange,
  fillScratch,
  hasTriples,
  holdScratch,
  load,
  lowestBit,
  peek,
  poke,
  releaseScratch,
  scratchTop,
  spend,
  store,
} from './heap.ts'
import { MAX_PLACES_A_WORD, MIN_COUNT } from './placing.ts'
import { workOfMerging } from './sort.ts'
import { type Address, PAIR_BITS, type Word, isError } from './words.ts'

/** The result of `uniteAll` where there is no map. */
export const NO_UNION: Word = 0
/** Stands for the choices of `uniteAll` where every element is chosen. */
export const ALL: Word = 0

/** More elements than this, or as many words of scratch in use, are left to the sort, which knows all limits. */
const MOST_WORDS = 1048576
/** The columns in a word of the map; the lowest bit is the first one. */
const WORD_COLUMNS = 32

// The held scratch: the span of all sets, then the sets that are not empty.
const TOTAL = 0
const RUN_COUNT = 1
const HIGH_LEAST = 2
const HIGH_COUNT = 3
const MIDDLE_LEAST = 4
const MIDDLE_COUNT = 5
const LEFTMOST = 6
const ROW_WORDS = 7
const REACHED = 8
const IS_ASCENDING = 9
const SPAN_SIZE = 10
/** The most words of a map for each element. */
const MAX_MAP_WORDS = 8

/**
 * The union of the elements of a list, tuple or set for which `choices` has a true value. NO_UNION, without any change, if
 * they are not all sets of pairs or all sets of cells, or far apart.
 */
export function uniteAll(h: Heap, containers: Word, choices: Word): Word {
  const own = kindOf(h, containers)
  if (own !== LIST && own !== SET) return NO_UNION
  const count = lengthIn(h, headerOf(h, containers))
  const start = scratchTop(h)
  if (start > MOST_WORDS || count > MOST_WORDS) return NO_UNION
  const span = holdScratch(h, SPAN_SIZE + count)
  const sets = span + SPAN_SIZE
  const end = holdSets(h, sets, containers, count, choices)
  let union = NO_UNION
  if (end > sets) {
    const kind = kindOf(h, peek(h, sets))
    const bits = kind === PAIR_SET ? PAIR_BITS : CELL_BITS
    measureSets(h, span, sets, end, bits)
    if (peek(h, span + IS_ASCENDING) !== 0) union = joinSets(h, sets, end, kind, peek(h, span + TOTAL))
    else union = uniteByRow(h, span, sets, end, kind, bits)
  }
  releaseScratch(h, start)
  return failed(h) ? faultWord(h) : union
}

/** Writes the chosen sets that are not empty to `sets`; returns their end, which is `sets` where one has no place in a map. */
function holdSets(h: Heap, sets: Address, containers: Word, count: number, choices: Word): Address {
  const from = elementsAt(containers)
  let kind = 0
  let total = 0
  let to = sets
  for (let k = 0; k < count; k++) {
    if (choices !== ALL && !isTruthy(h, load(h, elementsAt(choices) + k))) continue
    const w = load(h, from + k)
    const header = headerOf(h, w)
    const own = kindIn(header)
    const size = lengthIn(h, header)
    if (size === 0 && own === SET) continue
    if (to === sets) kind = own
    // In the other layout, the lowest field of a cell is no column.
    if (own !== kind || (own !== PAIR_SET && (own !== CELL_SET || hasTriples(h)))) return sets
    total += size
    if (total > MOST_WORDS) return sets
    poke(h, to, w)
    to++
  }
  return to
}

/** Writes the span of the sets: the fields of words as in `sortByPlace`, but for the lowest one. */
function measureSets(h: Heap, span: Address, sets: Address, end: Address, bits: number): void {
  const mask = (1 << bits) - 1
  let total = 0
  let isAscending = true
  let runCount = 1
  let highLeast = 0
  let highMost = 0
  let middleLeast = mask
  let middleMost = 0
  let before = 0
  let reached = 0
  for (let at = sets; at < end; at++) {
    const set = peek(h, at)
    const size = lengthIn(h, headerOf(h, set))
    const from = elementsAt(set)
    const first = load(h, from)
    const last = load(h, from + size - 1)
    const high = first >> (bits + bits)
    const lastHigh = last >> (bits + bits)
    total += size
    reached |= narrowColumn(first, bits) | narrowColumn(last, bits)
    if (at > sets && first <= before) isAscending = false
    if (at > sets && first < before) runCount++
    before = last
    if (at === sets || high < highLeast) highLeast = high
    if (at === sets || lastHigh > highMost) highMost = lastHigh
    const middles = rowRange(h, from, size, bits, mask)
    if (leastIn(middles) < middleLeast) middleLeast = leastIn(middles)
    if (mostIn(middles) > middleMost) middleMost = mostIn(middles)
  }
  poke(h, span + TOTAL, total)
  poke(h, span + RUN_COUNT, runCount)
  poke(h, span + REACHED, reached)
  poke(h, span + IS_ASCENDING, isAscending ? 1 : 0)
  poke(h, span + HIGH_LEAST, highLeast)
  poke(h, span + HIGH_COUNT, highMost - highLeast + 1)
  poke(h, span + MIDDLE_LEAST, middleLeast)
  poke(h, span + MIDDLE_COUNT, middleMost - middleLeast + 1)
}

/** The union of sets each of which ends before the next one begins. */
function joinSets(h: Heap, sets: Address, end: Address, kind: number, total: number): Word {
  if (!spend(h, total)) return faultWord(h)
  const union = newBlock(h, kind, total)
  if (isError(union)) return union
  let to = elementsAt(union)
  for (let at = sets; at < end; at++) {
    const set = peek(h, at)
    const size = lengthIn(h, headerOf(h, set))
    copyWords(h, to, elementsAt(set), size)
    to += size
  }
  return union
}

/** The union as a map of the columns from -1 on, which grids of usual sizes stay in; if one does not, of all columns. */
function uniteByRow(h: Heap, span: Address, sets: Address, end: Address, kind: number, bits: number): Word {
  const total = peek(h, span + TOTAL)
  const rows = peek(h, span + HIGH_COUNT) * peek(h, span + MIDDLE_COUNT)
  if (rows <= 0 || rows > total * MAX_MAP_WORDS) return NO_UNION
  if (isBeyond(peek(h, span + REACHED))) return uniteWide(h, span, sets, end, kind, bits)
  poke(h, span + LEFTMOST, (1 << (bits - 1)) - 1)
  poke(h, span + ROW_WORDS, 1)
  const map = newMap(h, rows)
  const middles = peek(h, span + MIDDLE_COUNT)
  // Where the row would be whose fields are 0.
  const origin = map - peek(h, span + HIGH_LEAST) * middles - peek(h, span + MIDDLE_LEAST)
  let reached = 0
  for (let at = sets; at < end && !isBeyond(reached); at++) reached |= markSet(h, peek(h, at), bits, middles, origin)
  if (isBeyond(reached)) return uniteWide(h, span, sets, end, kind, bits)
  let columns = 0
  for (let k = 0; k < rows; k++) columns |= peek(h, map + k)
  return takeUnion(h, span, map, rows, rows * columnCount(columns), kind, bits)
}

/** The column of a word, counted from -1 on. */
function narrowColumn(w: Word, bits: number): number {
  return (w & ((1 << bits) - 1)) - (1 << (bits - 1)) + 1
}

/** Whether one of the columns that were united bit by bit is outside of a map with one word for each row. */
function isBeyond(columns: number): boolean {
  return (columns & -WORD_COLUMNS) !== 0
}

/** The same with as many words for each row as all columns need. */
function uniteWide(h: Heap, span: Address, sets: Address, end: Address, kind: number, bits: number): Word {
  const columns = measureColumns(h, span, sets, end, bits)
  const rows = peek(h, span + HIGH_COUNT) * peek(h, span + MIDDLE_COUNT)
  const rowWords = peek(h, span + ROW_WORDS)
  if (rowWords > divideTowardsZero(peek(h, span + TOTAL) * MAX_MAP_WORDS, rows)) return NO_UNION
  const mapWords = rows * rowWords
  const map = newMap(h, mapWords)
  for (let at = sets; at < end; at++) markWideSet(h, span, map, peek(h, at), bits)
  return takeUnion(h, span, map, mapWords, rows * columns, kind, bits)
}

/** Writes the first column of the sets and the words that a row needs; returns the number of columns. */
function measureColumns(h: Heap, span: Address, sets: Address, end: Address, bits: number): number {
  const mask = (1 << bits) - 1
  let least = mask
  let most = 0
  for (let at = sets; at < end; at++) {
    const set = peek(h, at)
    const range = fieldRange(h, elementsAt(set), lengthIn(h, headerOf(h, set)), 0, mask)
    if (leastIn(range) < least) least = leastIn(range)
    if (mostIn(range) > most) most = mostIn(range)
  }
  const columns = most - least + 1
  poke(h, span + LEFTMOST, least)
  poke(h, span + ROW_WORDS, (columns + WORD_COLUMNS - 1) >> 5)
  return columns
}

function newMap(h: Heap, wordCount: number): Address {
  const map = holdScratch(h, wordCount)
  fillScratch(h, map, wordCount, 0)
  return map
}

/** Sets the bits of a set's elements; returns their columns, united: too great if one is outside of the map. */
function markSet(h: Heap, set: Word, bits: number, middles: number, origin: Address): number {
  const mask = (1 << bits) - 1
  const from = elementsAt(set)
  const end = from + lengthIn(h, headerOf(h, set))
  let reached = 0
  let a = from
  while (a < end) {
    // The elements of one row stand together, the least column first.
    let w = load(h, a)
    const row = w >> bits
    let last = w
    let marks = 0
    reached |= narrowColumn(w, bits)
    while (w >> bits === row) {
      // The lowest bits of `narrowColumn`.
      marks |= 1 << (((w + 1) | 0) & 31)
      last = w
      a++
      if (a >= end) break
      w = load(h, a)
    }
    reached |= narrowColumn(last, bits)
    const at = origin + (row >> bits) * middles + (row & mask)
    poke(h, at, peek(h, at) | marks)
  }
  return reached
}

/** The same for a map with several words for each row, and all columns in it. */
function markWideSet(h: Heap, span: Address, map: Address, set: Word, bits: number): void {
  const mask = (1 << bits) - 1
  const leftmost = peek(h, span + LEFTMOST)
  const rowWords = peek(h, span + ROW_WORDS)
  const middles = peek(h, span + MIDDLE_COUNT)
  const highLeast = peek(h, span + HIGH_LEAST)
  const middleLeast = peek(h, span + MIDDLE_LEAST)
  const end = elementsAt(set) + lengthIn(h, headerOf(h, set))
  for (let a = elementsAt(set); a < end; a++) {
    const w = load(h, a)
    const row = ((w >> (bits + bits)) - highLeast) * middles + ((w >> bits) & mask) - middleLeast
    const column = (w & mask) - leftmost
    const at = map + row * rowWords + (column >> 5)
    poke(h, at, peek(h, at) | (1 << (column & 31)))
  }
}

/** The set of the elements whose bits are set in a bit map of the given size. */
function takeUnion(
  h: Heap,
  span: Address,
  map: Address,
  mapWords: number,
  places: number,
  kind: number,
  bits: number,
): Word {
  const total = peek(h, span + TOTAL)
  const isPlaced = total >= MIN_COUNT && places <= total * MAX_PLACES_A_WORD
  const work = isPlaced ? ((places + 31) >> 5) + total : workOfMerging(total, peek(h, span + RUN_COUNT))
  if (!spend(h, total + work)) return faultWord(h)
  let kept = 0
  for (let k = 0; k < mapWords; k++) kept += countBits(peek(h, map + k))
  const union = newBlock(h, kind, kept)
  if (!isError(union)) readRows(h, span, map, elementsAt(union), bits)
  return union
}

/** Stores the elements whose bits are set, in order. */
function readRows(h: Heap, span: Address, map: Address, into: Address, bits: number): void {
  const highs = peek(h, span + HIGH_COUNT)
  const middles = peek(h, span + MIDDLE_COUNT)
  const rowWords = peek(h, span + ROW_WORDS)
  const least = (peek(h, span + MIDDLE_LEAST) << bits) + peek(h, span + LEFTMOST)
  let to = into
  let at = map
  for (let high = 0; high < highs; high++) {
    const start = ((peek(h, span + HIGH_LEAST) + high) << (bits + bits)) + least
    for (let middle = 0; middle < middles; middle++) {
      for (let k = 0; k < rowWords; k++) {
        const first = start + (middle << bits) + (k << 5)
        let marks = peek(h, at)
        while (marks !== 0) {
          store(h, to, first + lowestBit(marks))
          marks &= marks - 1
          to++
        }
        at++
      }
    }
  }
}

/** The number of bits that are set. */
function countBits(word: number): number {
  const pairs = word - ((word >> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
  const bytes = (fours + (fours >> 4)) & 0x0f0f0f0f
  const halves = bytes + (bytes >> 8)
  return (halves + (halves >> 16)) & 63
}

/** The distance from the first to behind the last bit that is set. */
function columnCount(columns: number): number {
  let last = 31
  while (last > 0 && ((columns >> last) & 1) === 0) last--
  return last - lowestBit(columns) + 1
}
