// Values compared across heaps, block by block: the same kinds, lengths and words, references followed. It reads the words
// itself and uses none of the kernel's own comparisons, which are what it is there to check.

import { CELL_SET, CLOSURE, GRID, INTS, INT_SET, PAIR_SET, SET, TUPLE } from '../../src/kernel/blocks.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, REF_BASE, type Word } from '../../src/kernel/words.ts'

const KIND_MASK = 15
const KIND_BITS = 4
/** The kinds whose content is words that refer to nothing. */
const FLAT_KINDS: readonly number[] = [INTS, GRID, INT_SET, PAIR_SET, CELL_SET]
const KINDS: readonly number[] = [...FLAT_KINDS, TUPLE, SET, CLOSURE]

/** A block as it lies on a heap. */
export interface Block {
  readonly kind: number
  /** As the header says: elements, for a grid rows. */
  readonly length: number
  /** All words behind the header. */
  readonly content: Int32Array
}

export function isReference(w: Word): boolean {
  return w >= REF_BASE && w < PRIMITIVE_BASE
}

/** The block that a word refers to; undefined where there is no whole block of a value. */
export function readBlock(h: Heap, ref: Word): Block | undefined {
  const at = ref - REF_BASE
  if (at < 0 || at >= h.top) return undefined
  const header = h.words[at]!
  const kind = header & KIND_MASK
  const length = header >> KIND_BITS
  if (!KINDS.includes(kind) || length < 0) return undefined
  const size = kind === GRID ? 1 + length * h.words[at + 1]! : length
  if (size < 0 || at + 1 + size > h.top) return undefined
  return { kind, length, content: h.words.subarray(at + 1, at + 1 + size) }
}

/** Where two values first differ, each on its own heap: a path and both sides. Undefined if they are the same throughout. */
export function findDifference(aHeap: Heap, a: Word, bHeap: Heap, b: Word): string | undefined {
  const met = new Map<Word, Word>()
  const open: { a: Word; b: Word; path: string }[] = [{ a, b, path: '' }]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { path } = pair
    if (!isReference(pair.a) || !isReference(pair.b)) {
      if (pair.a !== pair.b) return `${path || 'the value'}: word ${pair.a} and word ${pair.b}`
      continue
    }
    if (met.get(pair.a) === pair.b) continue
    met.set(pair.a, pair.b)
    const x = readBlock(aHeap, pair.a)
    const y = readBlock(bHeap, pair.b)
    if (x === undefined || y === undefined)
      return `${path || 'the value'}: ${x === undefined ? 'the first' : 'the second'} is no block of a value`
    if (x.kind !== y.kind || x.length !== y.length || x.content.length !== y.content.length) {
      return `${path || 'the value'}: kind ${x.kind} of ${x.length} and kind ${y.kind} of ${y.length}`
    }
    for (let k = 0; k < x.content.length; k++) {
      const [p, q] = [x.content[k]!, y.content[k]!]
      if (!FLAT_KINDS.includes(x.kind) && isReference(p) && isReference(q))
        open.push({ a: p, b: q, path: `${path}[${k}]` })
      else if (p !== q) return `${path}[${k}]: word ${p} and word ${q}`
    }
  }
  return undefined
}
