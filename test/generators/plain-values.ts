// Values as plain arrays, and the ascending order over them, written down straight from the specification: what the
// kernel's comparisons are checked against.

import { CELL_SET, CLOSURE, GRID, INT_SET, PAIR_SET, SET } from '../../src/kernel/blocks.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { NONE, PRIMITIVE_BASE, REF_BASE, type Word } from '../../src/kernel/words.ts'
import { isReference, readBlock } from './canonical.ts'

/** A value without layouts: None, a number, or its sort and its parts in order. */
export type Plain = null | number | { readonly sort: PlainSort; readonly parts: readonly Plain[] }
type PlainSort = 'tuple' | 'set' | 'primitive' | 'closure'

const RANKS: readonly PlainSort[] = ['tuple', 'set', 'primitive', 'closure']

/** None before integers before tuples before sets before functions; containers by their parts, then by length. */
export function comparePlain(a: Plain, b: Plain): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'number' || typeof b === 'number') {
    if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
    return typeof a === 'number' ? -1 : 1
  }
  if (a.sort !== b.sort) return Math.sign(RANKS.indexOf(a.sort) - RANKS.indexOf(b.sort))
  for (let k = 0; k < Math.min(a.parts.length, b.parts.length); k++) {
    const order = comparePlain(a.parts[k]!, b.parts[k]!)
    if (order !== 0) return order
  }
  return Math.sign(a.parts.length - b.parts.length)
}

function tuple(...parts: Plain[]): Plain {
  return { sort: 'tuple', parts }
}

/** The value of a word, every layout undone; throws for what is not a value. */
export function readPlain(h: Heap, w: Word): Plain {
  if (isReference(w)) return readBlockPlain(h, w)
  if (w >= -(2 ** 30) && w < 2 ** 30) return w
  if (w >= 2 ** 30 && h.layout === 't') return tuple(((w >> 17) & 8191) - 4096, ((w >> 4) & 8191) - 4096, w & 15)
  if (w >= 2 ** 30) return tuple((w >> 26) & 15, tuple(((w >> 13) & 8191) - 4096, (w & 8191) - 4096))
  if (w === NONE) return null
  if (w < REF_BASE) return tuple(((w >> 14) & 16383) - 8192, (w & 16383) - 8192)
  if (w < PRIMITIVE_BASE + 1024) return { sort: 'primitive', parts: [w - PRIMITIVE_BASE] }
  throw new Error(`word ${w} is not a value`)
}

function readBlockPlain(h: Heap, ref: Word): Plain {
  const block = readBlock(h, ref)
  if (block === undefined) throw new Error(`reference ${ref - REF_BASE} is to no block of a value`)
  const { kind, length, content } = block
  if (kind === GRID) {
    const cols = content[0]!
    return tuple(...Array.from({ length }, (_, i) => tuple(...content.subarray(1 + i * cols, 1 + (i + 1) * cols))))
  }
  const parts = Array.from(content, (w) => readPlain(h, w))
  if (kind === CLOSURE) return { sort: 'closure', parts }
  return { sort: kind === SET || kind === INT_SET || kind === PAIR_SET || kind === CELL_SET ? 'set' : 'tuple', parts }
}
