// The items of a gathering: what each holds, and the fields of words by which a map of all possible values is addressed.

import { CELL_SET, INT_SET, KIND_BITS, KIND_MASK, PAIR_SET } from '../../../../kernel/blocks.ts'
import { cellCol, cellColor, cellRow } from '../../../../kernel/cells.ts'
import { isWordOrdered } from '../../../../kernel/compare.ts'
import { EMPTY_SET, EMPTY_TUPLE, type Heap, hasTriples } from '../../../../kernel/heap.ts'
import { addressOf, isCell, isInt, isPair, isRef, pairCol, pairRow } from '../../../../kernel/words.ts'
import { at, heap } from '../intrinsics.ts'

const MOST_ITEM_WORDS = 32768

// Besides the kinds of sets: an item that is not common, and one without words.
export const STRANGE = 0
export const NOTHING = 1

/** The item that was read last: the address of its words, their number, and their kind. */
export const gathered = { place: 0, size: 0, kind: 0 }

/** Reads the item at an address below `top`. A word that is not nested counts as a set of one element. */
export function readItem(h: Heap, place: number, top: number, isNested: boolean): void {
  const word = at(h, heap, place)
  gathered.place = place
  gathered.size = 1
  if (!isNested) {
    gathered.kind = isInt(word) ? INT_SET : isPair(word) ? PAIR_SET : isCell(word) ? CELL_SET : STRANGE
    return
  }
  const isInHeap = isRef(word) && addressOf(word) < top
  const block = isInHeap ? addressOf(word) : 0
  const header = at(h, heap, block)
  const size = header >> KIND_BITS
  const kind = header & KIND_MASK
  const isCompact = isInHeap && isWordOrdered(kind) && size > 0 && size <= MOST_ITEM_WORDS && size <= top - block - 1
  gathered.place = block + 1
  gathered.size = isCompact ? size : 0
  gathered.kind = isCompact ? kind : word === EMPTY_SET || word === EMPTY_TUPLE ? NOTHING : STRANGE
}

// The fields of a word, the highest first: colour, row and column, or row, column and colour; an integer is the last one.

export function highField(h: Heap, word: number): number {
  if (!isCell(word)) return 0
  return hasTriples(h) ? cellRow(h, word) : cellColor(h, word)
}

export function middleField(h: Heap, word: number): number {
  if (isInt(word)) return 0
  if (isPair(word)) return pairRow(word)
  return hasTriples(h) ? cellCol(h, word) : cellRow(h, word)
}

export function lowField(h: Heap, word: number): number {
  if (isInt(word)) return word
  if (isPair(word)) return pairCol(word)
  return hasTriples(h) ? cellColor(h, word) : cellCol(h, word)
}
