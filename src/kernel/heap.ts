// The heap: the only memory kernels have. This file is the border: its functions are written twice, here for the CPU and
// in src/translate/prelude.ts for the GPU; everything above them is written once.

import { HeapFullError, MAX_HEAP_WORDS, grownCount } from './heap-growth.ts'
import { BOUNDS_ERROR, BUDGET_ERROR, ROOM_ERROR } from './errors.ts'
import { type Address, REF_BASE, type Word } from './words.ts'

/** A few blocks stand at the same addresses on every heap: the empty tuple and the empty set first. */
export const EMPTY_TUPLE: Word = REF_BASE
export const EMPTY_SET: Word = REF_BASE + 1
/** A header of no kind, for who asks what is no block for its header. */
export const NO_BLOCK: Address = 2
/** A function that takes anything and gives the empty tuple: what stands in for a function that could not be made. */
export const SAFE_FUNCTION: Word = REF_BASE + 3
const FIRST_FREE = 5
// What stands there, see blocks.ts and closures.ts: a tuple of integers and a set, of length 0; a closure of length 1.
const EMPTY_TUPLE_HEADER = 2
const EMPTY_SET_HEADER = 4
const SAFE_FUNCTION_HEADER = 24
const SAFE_FUNCTION_MAKER = 8

/** Where an allocation that was refused points to: no access there is ever allowed. */
const NOWHERE: Address = 0x1fffffff
/** The most work (elements produced, cells touched) that one statement may cost, if nothing else is said. */
export const DEFAULT_BUDGET = 1 << 24

const MAX_SCRATCH_WORDS = 16777216

/** Results live in `words` and stay until `resetHeap`; what a kernel needs only while it runs lives in `scratch`. */
export class Heap {
  words: Int32Array
  top: Address = FIRST_FREE
  scratch: Int32Array
  scratchTop = 0
  work = 0
  budget = DEFAULT_BUDGET
  /** Kernels that were run, for reports. */
  kernelCount = 0
  /** The first error that a kernel ran into below the level of its own code (no room, out of bounds), or 0. */
  fault: Word = 0
  /** The highest top that the running statement may reach; growing beyond it is refused, which is the statement's error. */
  reach: Address = MAX_HEAP_WORDS
  /** Whether growing was refused since the flag was last cleared. */
  wasRefused = false
  /** The most words that the machine gives this heap; growing beyond it throws a HeapFullError. */
  ceiling = MAX_HEAP_WORDS

  constructor(wordCount = 1 << 16, scratchCount = 1 << 12) {
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

/** Writes what stands at the same addresses on every heap. */
export function writeFixedBlocks(words: Int32Array): void {
  words.set([EMPTY_TUPLE_HEADER, EMPTY_SET_HEADER, 0, SAFE_FUNCTION_HEADER, SAFE_FUNCTION_MAKER])
}

/** Forgets everything on the heap; all references into it become invalid. */
export function resetHeap(h: Heap): void {
  h.top = FIRST_FREE
  h.scratchTop = 0
}

/** Notes an error that the running kernel cannot return itself; the first one counts. */
export function raise(h: Heap, error: Word): void {
  if (h.fault === 0) h.fault = error
}

export function failed(h: Heap): boolean {
  return h.fault !== 0
}

/** The error that `failed` tells of. */
export function faultWord(h: Heap): Word {
  return h.fault
}

/** Counts work; false once the budget is used up. Loops whose length the arguments do not bound must ask it. */
export function spend(h: Heap, amount: number): boolean {
  // After an error nothing counts any more: how far a kernel still runs must not show.
  if (h.fault !== 0) return false
  if (amount < 0 || amount > h.budget - h.work) raise(h, BUDGET_ERROR)
  else h.work += amount
  return h.fault === 0
}

/** The used part of the heap, for checks of a block's extent. */
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
 * Copies `rows` × `cols` words to `into` and the places after it: word (i, j) is the one at `source + i * rowStep + j *
 * colStep`. Bounds are checked once for all of them, which makes it the fastest way to move words.
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

/** Room for `count` words of results, counted as work; where it is refused, `failed` and an address that nothing reads. */
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

/** Makes room for `needed` words in all, if they are not there yet. */
export function reserveWords(h: Heap, needed: number): void {
  if (needed > h.words.length && !h.grow(needed)) throw new HeapFullError(`no heap has ${needed} words`)
}

/** The next free place of the scratch memory: a list that is pushed from here on starts there. */
export function scratchTop(h: Heap): Address {
  return h.scratchTop
}

/** Frees all scratch memory from `a` on. */
export function releaseScratch(h: Heap, a: Address): void {
  if (a >= 0 && a <= h.scratchTop) h.scratchTop = a
}

/** Room for `count` words of scratch, not cleared, counted as work; where refused, `failed` and an unreadable place. */
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

/** Puts one word at the end of the scratch memory. */
export function push(h: Heap, w: Word): void {
  const a = reserveScratch(h, 1)
  if (a !== NOWHERE) h.scratch[a] = w
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

/** Division that rounds towards zero; the divisor is not 0. */
export function divideTowardsZero(a: number, b: number): number {
  return (a / b) | 0
}
