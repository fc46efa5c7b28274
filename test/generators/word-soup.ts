// Word soup: a heap full of random words, and random words to point into it: headers of blocks that are none, references to
// the middle of others, to themselves, and past the end. What kernels must survive, whatever they make of it.

import { CELL_SET, CLOSURE, GRID, TUPLE } from '../../src/kernel/blocks.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { packCell } from '../../src/kernel/cells.ts'
import { Heap } from '../../src/kernel/heap.ts'
import {
  CELL_BASE,
  ERROR_BASE,
  NONE,
  PAIR_BASE,
  PRIMITIVE_BASE,
  REF_BASE,
  type Word,
  refTo,
} from '../../src/kernel/words.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { newRandom } from './seed.ts'

/** A heap of soup and a source of words that suit it. */
export interface Soup {
  readonly heap: Heap
  /** All of the soup as one grid of random words: a value that is sound by itself. */
  readonly grid: Word
  readonly word: () => Word
}

const FIRST_FREE = new Heap().top
const HEADER_SHARE = 4

/** A heap with `rows` x `cols` random words; the same ones for the same seed. */
export function newSoup(seed: number, rows: number, cols: number, layout: CellLayout = 'a'): Soup {
  const random = newRandom(seed)
  const heap = new Heap(1 << 14, 1 << 12, layout)
  const start = FIRST_FREE
  const top = start + 2 + rows * cols
  heap.top = top
  const headers = Array.from(
    { length: Math.ceil((rows * cols) / HEADER_SHARE) },
    () => start + 2 + (random() % (rows * cols)),
  )
  const word = (): Word => randomWord(random, top, headers, heap)
  heap.words[start] = (rows << 4) | GRID
  heap.words[start + 1] = cols
  for (let k = start + 2; k < top; k++) heap.words[k] = word()
  for (const at of headers) heap.words[at] = randomHeader(random)
  return { heap, grid: refTo(start), word }
}

function randomHeader(random: () => number): number {
  const kind = random() % 8 === 0 ? random() % 16 : 1 + (random() % CELL_SET)
  const lengths = [random() % 4, random() % 12, random() % 200, random() >>> 4, -(random() >>> 8)]
  const length = lengths[Math.min(random() % 9, random() % 9, lengths.length - 1)]!
  // A closure's length is three or four, and what follows its header is its maker.
  return kind === CLOSURE ? (3 << 4) | CLOSURE : (length << 4) | kind
}

function randomWord(random: () => number, top: number, headers: readonly number[], heap: Heap): Word {
  const n = random()
  switch (random() % 12) {
    case 0:
    case 1:
      return n % 8
    case 2:
      return n % 16 === 0 ? NONE : (n % 60) - 10
    case 3:
      return n | 0
    case 4:
    case 5:
    case 6:
      return refTo(headers[n % headers.length]!)
    case 7:
      return refTo(n % (top + 8))
    case 8:
      return n % 8 === 0 ? REF_BASE + (n >>> 3) : refTo(n % 2)
    case 9:
      return PAIR_BASE + (n % 2 === 0 ? n >>> 4 : ((8192 + (n % 9)) << 14) | (8192 + (n % 7)))
    case 10:
      return n % 2 === 0 ? CELL_BASE + (n >>> 2) : packCell(heap, n % 10, n % 11, n % 5)
    default:
      return n % 16 === 0 ? ERROR_BASE + (n >>> 6) : PRIMITIVE_BASE + (n % (n % 9 === 0 ? 1 << 20 : primitives.length))
  }
}

const LONGEST = 2 ** 27 - 1
const GRID_SIDES: readonly [number, number][] = [
  [LONGEST, 2 ** 30 - 1],
  [LONGEST, 1],
  [1, 2 ** 30 - 1],
  [-5, -7],
  [-LONGEST, -(2 ** 31)],
  [LONGEST, -1],
  [1 << 14, 1 << 14],
]
const FIRST_BLOCK = 8
const BLOCK_STEP = 4

/**
 * Fills the heap to its end with one word after the other (zero, a cell, references to blocks of the same heap)
 * and gives, for each, the blocks on it: of every kind, and of lengths that cannot be.
 */
export function* hostileBlocks(heap: Heap): Generator<Word[]> {
  const size = heap.words.length
  const headers: [number, number?][] = GRID_SIDES.map(([rows, cols]) => [(rows << 4) | GRID, cols])
  for (let kind = 0; kind < 16; kind++) {
    if (kind === GRID) continue
    for (const length of [LONGEST, -1]) headers.push([(length << 4) | kind])
  }
  const blocks = headers.map((_, k) => refTo(FIRST_BLOCK + BLOCK_STEP * k))
  const tuple = blocks[headers.findIndex(([header]) => (header & 15) === TUPLE)]!
  for (const filling of [0, packCell(heap, 3, 1, 1), tuple, blocks[0]!]) {
    heap.words.fill(filling, FIRST_FREE)
    for (const [k, [header, next]] of headers.entries()) {
      heap.words[FIRST_BLOCK + BLOCK_STEP * k] = header
      if (next !== undefined) heap.words[FIRST_BLOCK + BLOCK_STEP * k + 1] = next
    }
    heap.top = size
    yield blocks
  }
}
