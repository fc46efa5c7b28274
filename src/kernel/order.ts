// Python's `<`: integers by size, tuples element by element, sets by proper subset; anything else cannot be compared.

import { CELL, GRID, INTS, INTEGER, PAIR, isSet, isTuple, itemAt, kindOf, sizeOf } from './blocks.ts'
import { compare, equals } from './compare.ts'
import { TYPE_ERROR } from './errors.ts'
import { type Heap, faultWord, spend } from './heap.ts'
import { isSubset } from './sets.ts'
import { type Word, isInt, truth } from './words.ts'

/** TRUE or FALSE, or a type error. For sets it is no total order: neither of two may be less than the other. */
export function lessThan(h: Heap, x: Word, y: Word): Word {
  // Counted as one turn of the loop and one comparison.
  if (isInt(x) && isInt(y)) return spend(h, 2) ? truth(x < y) : faultWord(h)
  return lessThanAny(h, x, y)
}

function lessThanAny(h: Heap, x: Word, y: Word): Word {
  let a = x
  let b = y
  while (spend(h, 1)) {
    const kind = kindOf(h, a)
    if (kind === kindOf(h, b) && isPlainlyOrdered(kind)) return truth(compare(h, a, b) < 0)
    if (isSet(h, a) && isSet(h, b)) return truth(sizeOf(h, a) < sizeOf(h, b) && isSubset(h, a, b))
    if (!isTuple(h, a) || !isTuple(h, b)) return TYPE_ERROR
    const aCount = sizeOf(h, a)
    const bCount = sizeOf(h, b)
    let k = 0
    while (k < aCount && k < bCount && spend(h, 1) && equals(h, itemAt(h, a, k), itemAt(h, b, k))) k++
    if (k >= aCount || k >= bCount) return truth(aCount < bCount)
    a = itemAt(h, a, k)
    b = itemAt(h, b, k)
  }
  return faultWord(h)
}

/** Kinds within which Python's order is the ascending order. */
function isPlainlyOrdered(kind: number): boolean {
  return kind === INTEGER || kind === PAIR || kind === CELL || kind === INTS || kind === GRID
}
