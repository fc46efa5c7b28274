// Whether a value on a heap has its one form (src/kernel/blocks.ts lists them): found again by looking at every block.

import { CELL_SET, CLOSURE, GRID, INTS, INT_SET, PAIR_SET, SET, TUPLE } from '../../src/kernel/blocks.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { NONE, PRIMITIVE_BASE, REF_BASE, type Word } from '../../src/kernel/words.ts'
import { type Block, isReference, readBlock } from './canonical.ts'
import { type Plain, comparePlain, readPlain } from './plain-values.ts'

type WordSort = 'none' | 'integer' | 'cell' | 'pair' | 'reference' | 'primitive' | 'error'

function sortOf(w: Word): WordSort {
  if (w >= 2 ** 30) return 'cell'
  if (w >= -(2 ** 30)) return 'integer'
  if (w < REF_BASE) return 'pair'
  if (isReference(w)) return 'reference'
  if (w === NONE) return 'none'
  return w < PRIMITIVE_BASE + 2 ** 27 ? 'primitive' : 'error'
}

/** What is wrong with the form of a value, or undefined: no block that should have been a word, no set out of order, … */
export function findFlaw(h: Heap, w: Word): string | undefined {
  const met = new Set<Word>()
  const open = [w]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (sortOf(next) === 'error') return `an error word, ${next}, is part of it`
    if (!isReference(next) || met.has(next)) continue
    met.add(next)
    const block = readBlock(h, next)
    if (block === undefined) return `a reference to ${next - REF_BASE}, where no block of a value is`
    const flaw = flawOf(h, next, block)
    if (flaw !== undefined)
      return `the block at ${next - REF_BASE}, of kind ${block.kind} and length ${block.length}: ${flaw}`
    if (block.kind === TUPLE || block.kind === SET || block.kind === CLOSURE) open.push(...block.content)
  }
  return undefined
}

function flawOf(h: Heap, ref: Word, { kind, length, content }: Block): string | undefined {
  if (length === 0)
    return ref - REF_BASE > 1 ? 'an empty container that is not the one at its fixed address' : undefined
  const sorts = new Set(Array.from(content, sortOf))
  const only = (sort: WordSort): boolean => sorts.size === 1 && sorts.has(sort)
  switch (kind) {
    case INTS:
      if (!only('integer')) return 'holds what is no integer'
      if (h.layout === 't' && length === 3 && isCell(content[2]!, content[0]!, content[1]!))
        return 'should be a cell word'
      return length === 2 && content.every(isSmall) ? 'should be a pair word' : undefined
    case GRID:
      return content[0]! >= 1 && only('integer') ? undefined : 'has no columns, or cells that are no integers'
    case TUPLE:
      return flawOfTuple(h, content, only('integer'))
    case SET:
      if (only('integer') || only('pair') || only('cell')) return 'should be a set of words in their order'
      return isAscending(Array.from(content, (e) => readPlain(h, e))) ? undefined : 'is not ascending'
    case INT_SET:
      return only('integer') && isAscending([...content]) ? undefined : 'is no ascending set of integers'
    case PAIR_SET:
      return only('pair') && isAscending([...content]) ? undefined : 'is no ascending set of pairs'
    case CELL_SET:
      return only('cell') && isAscending([...content]) ? undefined : 'is no ascending set of cells'
    default:
      return kind === CLOSURE ? undefined : 'is of a kind that no value has'
  }
}

function flawOfTuple(h: Heap, content: Int32Array, isInts: boolean): string | undefined {
  if (isInts) return 'should be a tuple of integers'
  const [head, second] = content
  if (h.layout === 'a' && content.length === 2 && sortOf(head!) === 'integer' && sortOf(second!) === 'pair') {
    const [row, col] = [((second! >> 14) & 16383) - 8192, (second! & 16383) - 8192]
    if (isCell(head!, row, col)) return 'should be a cell word'
  }
  const lengths = new Set(Array.from(content, (w) => intsLength(h, w)))
  return lengths.size === 1 && !lengths.has(0) ? 'should be a grid' : undefined
}

function isCell(color: number, row: number, col: number): boolean {
  return color >= 0 && color < 16 && [row, col].every((n) => n >= -4096 && n < 4096)
}

function isSmall(n: number): boolean {
  return n >= -8192 && n < 8192
}

/** The length of a tuple of integers that is not empty; 0 for all else. */
function intsLength(h: Heap, w: Word): number {
  if (sortOf(w) === 'pair') return 2
  if (sortOf(w) === 'cell') return h.layout === 't' ? 3 : 0
  const block = isReference(w) ? readBlock(h, w) : undefined
  return block?.kind === INTS ? block.length : 0
}

function isAscending(parts: readonly Plain[]): boolean {
  return parts.every((part, k) => k === 0 || comparePlain(parts[k - 1]!, part) < 0)
}
