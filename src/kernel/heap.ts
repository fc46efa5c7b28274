// The heap: the only memory of kernels. This file is the border: its functions have twins in src/translate/prelude.ts (WGSL)
// and src/translate/wasm/prelude.ts; everything above them is written once. Arguments and variables are 32-bit integers, work
// is never negative, and a heap has fewer than 2^29 words; for all such values the three are equal
// (test/conformance/preludes.test.ts).

import type { CellLayout } from './cell-layout.ts'
import { HeapFullError, MAX_HEAP_WORDS, grownCount } from './heap-growth.ts'
import { BOUNDS_ERROR, BUDGET_ERROR, ROOM_ERROR } from './errors.ts'
import { type Address, REF_BASE, type Word } from './words.ts'

/** Blocks at the same addresses on every heap: the empty tuple, the empty set, and the two that follow. */
export const EMPTY_TUPLE: Word = REF_BASE
export const EMPTY_SET: Word = REF_BASE + 1
/** A header of no kind: the header of any word that is no reference. */
export const NO_BLOCK: Address = 2
/** A function that accepts any arguments and returns the empty tuple: the default for a function that failed. */
export const SAFE_FUNCTION: Word = REF_BASE + 3
/** The first address after them. */
export const FIRST_FREE = 5
// Their content, see blocks.ts and closures.ts: a tuple of integers and a set, of length 0; a closure of length 1.
const EMPTY_TUPLE_HEADER = 2
const EMPTY_SET_HEADER = 4
const SAFE_FUNCTION_HEADER = 24
const SAFE_FUNCTION_MAKER = 8

/** The address of a refused allocation, beyond every heap: no access there is allowed. */
export const NOWHERE: Address = 0x1fffffff
/** The default budget: the most work (elements produced, cells touched) of one statement. */
export const DEFAULT_BUDGET = 1 << 24

const MAX_SCRATCH_WORDS = 16777216

/** Results are in `words` until `resetHeap`; `scratch` holds temporaries of the running kernel. */
export class Heap {
  words: Int32Array
  top: Address = FIRST_FREE
  scratch: Int32Array
  scratchTop = 0
  work = 0
  budget = DEFAULT_BUDGET
  /** The number of kernels run, for reports. */
  kernelCount = 0
  /** The fault, or 0: the first error below the kernel's own code (no room, out of bounds, budget). */
  fault: Word = 0
  /** The highest top that the running statement may reach; growing beyond it is refused, which is the statement's error. */
  reach: Address = MAX_HEAP_WORDS
  /** Whether growing was refused since the flag was last cleared. */
  wasRefused = false
  /** The most words that the machine gives this heap; growing beyond it throws a HeapFullError. */
  ceiling = MAX_HEAP_WORDS

  readonly layout: CellLayout
  /** Whether cells are triples (row, column, colour). */
  readonly hasTriples: boolean

  constructor(wordCount = 1 << 16, scratchCount = 1 << 12, layout: CellLayout = 'a') {
    this.layout = layout
    this.hasTriples = layout === 't'
    this.words = new Int32Array(wordCount)
    this.scratch = new Int32Array(scratchCount)
    writeFixedBlocks(this.words)
  }

  /** Makes room for `needed` words in all; false if the running statement may not reach so far. */
  grow(needed: number): boolean {
    const wordCount = grownCount(this, needed)
    if (wordCount === 0) return false
    const grown = new Int32Array(wordCount)
    grown.set(this.words.subarray(0, this.top))
    this.words = grown
    return true
  }
}

/** Writes the blocks that have the same addresses on every heap. */
export function writeFixedBlocks(words: Int32Array): void {
  words.set([EMPTY_TUPLE_HEADER, EMPTY_SET_HEADER, 0, SAFE_FUNCTION_HEADER, SAFE_FUNCTION_MAKER])
}

/** Clears the heap; all references into it become invalid. */
export function resetHeap(h: Heap): void {
  h.top = FIRST_FREE
  h.scratchTop = 0
}

/** Sets the fault, unless there is one: the first error counts. */
export function raise(h: Heap, error: Word): void {
  if (h.fault === 0) h.fault = error
}

export function failed(h: Heap): boolean {
  return h.fault !== 0
}

/** The fault, or 0. */
export function faultWord(h: Heap): Word {
  return h.fault
}

/** Counts work; false once the budget is used up. Loops that the arguments do not bound must call it. */
export function spend(h: Heap, amount: number): boolean {
  // After a fault nothing is counted: the distance that a kernel still runs must not be visible.
  if (h.fault !== 0) return false
  if (amount < 0 || amount > h.budget - h.work) raise(h, BUDGET_ERROR)
  else h.work += amount
  return h.fault === 0
}

/** The work that may still be counted; 0 after a fault. */
export function workLeft(h: Heap): number {
  return h.fault === 0 ? h.budget - h.work : 0
}

/** Whether the cells of this heap are triples (row, column, colour); translated, a constant of the build. */
export function hasTriples(h: Heap): boolean {
  return h.hasTriples
}

/** The end of the used part of the heap, for checks of a block's extent. */
export function heapTop(h: Heap): Address {
  return h.top
}

export function load(h: Heap, a: Address): Word {
  if (a >= 0 && a < h.top) return h.words[a]!
  raise(h, BOUNDS_ERROR)
  return 0
}

export function store(h: Heap, a: Address, w: Word): void {
  if (a >= FIRST_FREE && a < h.top) h.words[a] = w
  else raise(h, BOUNDS_ERROR)
}

/**
 * Copies `rows` × `cols` words to `into` and the places after it; word (i, j) comes from `source + i * rowStep + j *
 * colStep`. Bounds are checked once for all words, which makes it the fastest way to move them.
 */
export function copyStrided(
  h: Heap,
  into: Address,
  source: Address,
  rows: number,
  cols: number,
  rowStep: number,
  colStep: number,
): void {
  if (rows <= 0 || cols <= 0) return
  // Doubles round products beyond 2^53, but only far outside every heap, where the comparisons below are not close.
  const down = (rows - 1) * rowStep
  const right = (cols - 1) * colStep
  const lowest = source + Math.min(down, 0) + Math.min(right, 0)
  const highest = source + Math.max(down, 0) + Math.max(right, 0)
  if (lowest < 0 || highest >= h.top || into < FIRST_FREE || rows * cols > h.top - into) return raise(h, BOUNDS_ERROR)
  const { words } = h
  let to = into
  for (let i = 0; i < rows; i++) {
    let from = (source + i * rowStep) | 0
    for (let j = 0; j < cols; j++) {
      words[to] = words[from]!
      to = (to + 1) | 0
      from = (from + colStep) | 0
    }
  }
}

/** Copies `count` words to other places of the heap, which must not overlap them, with bounds checked once. */
export function copyWords(h: Heap, into: Address, source: Address, count: number): void {
  if (count <= 0) return
  if (into < FIRST_FREE || count > h.top - into || source < 0 || count > h.top - source) return raise(h, BOUNDS_ERROR)
  // Where they overlap nevertheless, words are copied one by one, the first one first.
  const { words } = h
  for (let k = 0; k < count; k++) words[into + k] = words[source + k]!
}

/** The same with a number added to each word. */
export function copySums(h: Heap, into: Address, source: Address, count: number, addend: number): void {
  if (count <= 0) return
  if (into < FIRST_FREE || count > h.top - into || source < 0 || count > h.top - source) return raise(h, BOUNDS_ERROR)
  const { words } = h
  for (let k = 0; k < count; k++) words[into + k] = (words[source + k]! + addend) | 0
}

/** Allocates `count` words of results, counted as work; if refused, sets the fault and returns an unreadable address. */
export function allocate(h: Heap, count: number): Address {
  if (!spend(h, count)) return NOWHERE
  const a = h.top
  if (a + count > h.words.length && !growWords(h, a + count)) return NOWHERE
  h.top = a + count
  return a
}

function growWords(h: Heap, needed: number): boolean {
  if (h.grow(needed)) return true
  raise(h, ROOM_ERROR)
  return false
}

/** Grows the heap to at least `needed` words. */
export function reserveWords(h: Heap, needed: number): void {
  if (needed > h.words.length && !h.grow(needed)) throw new HeapFullError(`no heap has ${needed} words`)
}

/** The next free place of the scratch memory, where a list that is pushed now starts. */
export function scratchTop(h: Heap): Address {
  return h.scratchTop
}

/** Frees all scratch memory from `a` on. */
export function releaseScratch(h: Heap, a: Address): void {
  if (a >= 0 && a <= h.scratchTop) h.scratchTop = a
}

/** Reserves `count` words of scratch, not cleared, counted as work; if refused, as `allocate`. */
export function reserveScratch(h: Heap, count: number): Address {
  if (!spend(h, count)) return NOWHERE
  const a = h.scratchTop
  if (a + count > h.scratch.length && !growScratch(h, a + count)) return NOWHERE
  h.scratchTop = a + count
  return a
}

function growScratch(h: Heap, needed: number): boolean {
  if (needed > MAX_SCRATCH_WORDS) {
    raise(h, ROOM_ERROR)
    return false
  }
  const grown = new Int32Array(Math.max(needed, Math.min(MAX_SCRATCH_WORDS, h.scratch.length * 2)))
  grown.set(h.scratch.subarray(0, h.scratchTop))
  h.scratch = grown
  return true
}

/** The same without counting: for words that are counted when the kernel keeps them. */
export function holdScratch(h: Heap, count: number): Address {
  if (h.fault !== 0) return NOWHERE
  const a = h.scratchTop
  if (count < 0 || (a + count > h.scratch.length && !growScratch(h, a + count))) {
    raise(h, ROOM_ERROR)
    return NOWHERE
  }
  h.scratchTop = a + count
  return a
}

/** Appends one word to the scratch memory. */
export function push(h: Heap, w: Word): void {
  const a = reserveScratch(h, 1)
  if (a !== NOWHERE) h.scratch[a] = w
}

/** Appends `count` words of the heap from `a` on: as many pushes, with bounds checked once. */
export function pushWords(h: Heap, a: Address, count: number): void {
  if (count <= 0) return
  if (a < 0 || count > h.top - a) return raise(h, BOUNDS_ERROR)
  const to = reserveScratch(h, count)
  if (to === NOWHERE) return
  const { words, scratch } = h
  for (let k = 0; k < count; k++) scratch[to + k] = words[a + k]!
}

/** Stores `count` words of scratch from `list` on to the heap, with bounds checked once. */
export function storeWords(h: Heap, a: Address, list: Address, count: number): void {
  if (count <= 0) return
  if (a < FIRST_FREE || count > h.top - a || list < 0 || count > h.scratchTop - list) return raise(h, BOUNDS_ERROR)
  const { words, scratch } = h
  for (let k = 0; k < count; k++) words[a + k] = scratch[list + k]!
}

/** Stores `count` words from `a` on, `first` and each `gap` above the one before, with bounds checked once. */
export function storeSteps(h: Heap, a: Address, count: number, first: Word, gap: number): void {
  if (count <= 0) return
  if (a < FIRST_FREE || count > h.top - a) return raise(h, BOUNDS_ERROR)
  const { words } = h
  let w = first
  for (let k = 0; k < count; k++) {
    words[a + k] = w
    w = (w + gap) | 0
  }
}

/** The most words that `edgesOf` compares: it has a bit for each. */
export const EDGE_WORDS = 32

/**
 * The words among `count` of the heap from `a` on that differ from the word before them: bit k for the word at `a + k`. Of
 * more than 32 words, the first 32 are compared; bounds are checked once.
 */
export function edgesOf(h: Heap, a: Address, count: number): number {
  if (count <= 0) return 0
  const size = Math.min(count, EDGE_WORDS)
  if (a < 1 || size > h.top - a) {
    raise(h, BOUNDS_ERROR)
    return 0
  }
  const { words } = h
  let edges = 0
  for (let k = 0; k < size; k++) if (words[a + k] !== words[a + k - 1]) edges |= 1 << k
  return edges
}

/** The words that `countNibbles` counts in: four tables of 16. */
export const NIBBLE_COUNTERS = 64

/**
 * Counts how often each value from 0 to 15 is in four bits of `count` words of the heap from `a` on, those from bit `shift` on:
 * into the first 16 words of scratch from `counts` on, with bounds checked once. Words take turns with four tables, whose
 * sum is the first one in the end: a counter that was just written is read slowly. Returns all bits that are set in one of the words.
 */
export function countNibbles(h: Heap, a: Address, count: number, shift: number, counts: Address): number {
  if (counts < 0 || counts > h.scratchTop - NIBBLE_COUNTERS || (count > 0 && (a < 0 || count > h.top - a))) {
    raise(h, BOUNDS_ERROR)
    return 0
  }
  const { words, scratch } = h
  scratch.fill(0, counts, counts + NIBBLE_COUNTERS)
  let bits = 0
  for (let k = 0; k < count; k++) {
    const w = words[a + k]!
    const counter = counts + ((w >> shift) & 15) + ((k & 3) << 4)
    bits |= w
    scratch[counter] = (scratch[counter]! + 1) | 0
  }
  for (let k = 16; k < NIBBLE_COUNTERS; k++) {
    const sum = counts + (k & 15)
    scratch[sum] = (scratch[sum]! + scratch[counts + k]!) | 0
  }
  return bits
}

/**
 * How many of `count` words of the heap from `a` on are `wanted`, with bounds checked once; -1 if one of them is not from 0 to 15.
 */
export function countWord(h: Heap, a: Address, count: number, wanted: Word): number {
  if (count <= 0) return 0
  if (a < 0 || count > h.top - a) {
    raise(h, BOUNDS_ERROR)
    return 0
  }
  const { words } = h
  let bits = 0
  let found = 0
  for (let k = 0; k < count; k++) {
    const w = words[a + k]!
    bits |= w
    if (w === wanted) found++
  }
  return (bits & ~15) === 0 ? found : -1
}

/** The most columns that `compareRows` takes: it has a bit for each. */
export const COMPARED_COLS = 32
/** The words that it writes for a row. */
export const ROW_MASKS = 5

/**
 * Compares the lowest four bits of `rows` × `cols` words of the heap from `a` on with each other. Writes five words of scratch for each
 * row, from `into` on, with a bit for each column: the words that differ from the one before, with the first one; those that differ from
 * `background`; those equal to the word above, above to the left, above to the right. Bounds are checked once. Returns all bits that are
 * set in one of the words on the heap.
 */
export function compareRows(h: Heap, into: Address, a: Address, rows: number, cols: number, background: Word): number {
  if (rows <= 0 || cols <= 0) return 0
  const isSource = cols <= COMPARED_COLS && a >= 0 && rows * cols <= h.top - a
  if (!isSource || into < 0 || rows * ROW_MASKS > h.scratchTop - into) {
    raise(h, BOUNDS_ERROR)
    return 0
  }
  const { words, scratch } = h
  let bits = 0
  scratch.fill(0, into, into + rows * ROW_MASKS)
  for (let i = 0; i < rows; i++) {
    const from = a + i * cols
    const to = into + i * ROW_MASKS
    for (let j = 0; j < cols; j++) {
      const word = words[from + j]!
      const w = word & 15
      const above = from + j - cols
      bits |= word
      if (j === 0 || w !== (words[from + j - 1]! & 15)) scratch[to]! |= 1 << j
      if (w !== background) scratch[to + 1]! |= 1 << j
      if (i === 0) continue
      if (w === (words[above]! & 15)) scratch[to + 2]! |= 1 << j
      if (j > 0 && w === (words[above - 1]! & 15)) scratch[to + 3]! |= 1 << j
      if (j + 1 < cols && w === (words[above + 1]! & 15)) scratch[to + 4]! |= 1 << j
    }
  }
  return bits
}

/**
 * The range of a field, the bits of `mask` from bit `shift` on, in `count` words of the heap from `a` on: the greatest value
 * above bit 16, the least one below it; `mask` if there are no words. Bounds are checked once.
 */
export function fieldRange(h: Heap, a: Address, count: number, shift: number, mask: number): number {
  if (count <= 0) return mask
  if (a < 0 || count > h.top - a) {
    raise(h, BOUNDS_ERROR)
    return 0
  }
  const { words } = h
  let least = mask
  let most = 0
  for (let k = 0; k < count; k++) {
    const field = (words[a + k]! >> shift) & mask
    if (field < least) least = field
    if (field > most) most = field
  }
  return (most << 16) | least
}

/** Copies `count` words of the heap from `a` on to scratch, with bounds checked once. */
export function fetchWords(h: Heap, into: Address, a: Address, count: number): void {
  if (count <= 0) return
  if (a < 0 || count > h.top - a || into < 0 || count > h.scratchTop - into) return raise(h, BOUNDS_ERROR)
  const { words, scratch } = h
  for (let k = 0; k < count; k++) scratch[into + k] = words[a + k]!
}

/** Copies `count` words of scratch to other places there, which must not overlap them, with bounds checked once. */
export function copyScratch(h: Heap, into: Address, source: Address, count: number): void {
  if (count <= 0) return
  if (into < 0 || count > h.scratchTop - into || source < 0 || count > h.scratchTop - source) {
    return raise(h, BOUNDS_ERROR)
  }
  // Where they overlap nevertheless, words are copied one by one, the first one first.
  const { scratch } = h
  for (let k = 0; k < count; k++) scratch[into + k] = scratch[source + k]!
}

/** Sets `count` words of scratch source `a` on, with bounds checked once. */
export function fillScratch(h: Heap, a: Address, count: number, w: Word): void {
  if (count <= 0) return
  if (a < 0 || count > h.scratchTop - a) return raise(h, BOUNDS_ERROR)
  h.scratch.fill(w, a, a + count)
}

/** Sets five words of scratch from `a` on, with bounds checked once. */
export function pokeFive(h: Heap, a: Address, v: Word, w: Word, x: Word, y: Word, z: Word): void {
  if (a < 0 || a > h.scratchTop - 5) return raise(h, BOUNDS_ERROR)
  const { scratch } = h
  scratch[a] = v
  scratch[a + 1] = w
  scratch[a + 2] = x
  scratch[a + 3] = y
  scratch[a + 4] = z
}

export function peek(h: Heap, a: Address): Word {
  if (a >= 0 && a < h.scratchTop) return h.scratch[a]!
  raise(h, BOUNDS_ERROR)
  return 0
}

export function poke(h: Heap, a: Address, w: Word): void {
  if (a >= 0 && a < h.scratchTop) h.scratch[a] = w
  else raise(h, BOUNDS_ERROR)
}

/** The number of the lowest bit that is set; -1 for 0. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

/** The number of the highest bit that is set; -1 for 0. */
export function highestBit(bits: number): number {
  return 31 - Math.clz32(bits)
}

/** Division that rounds towards zero; by 0 it gives 0, and -2^31 by -1 wraps to -2^31. */
export function divideTowardsZero(a: number, b: number): number {
  return (a / b) | 0
}
