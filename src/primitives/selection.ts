// Selection: the greatest, the least, the commonest element.

import { isSet, isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { equals, isWordOrdered } from '../kernel/compare.ts'
import { EMPTY_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { extremePlace } from '../kernel/extremes.ts'
import { type Heap, peek, scratchTop } from '../kernel/heap.ts'
import { GREATEST, LEAST } from '../kernel/patches.ts'
import { setKind } from '../kernel/sets.ts'
import { sortScratch } from '../kernel/sort.ts'
import { pushElements } from '../kernel/tuples.ts'
import type { Word } from '../kernel/words.ts'
import type { Any, Container, FrozenSet, Integer, IntegerSet } from './signature.ts'

/**
 * The greatest element, 0 if there is none.
 * @example maximum({3, 8, 5})
 */
export function maximum(h: Heap, container: IntegerSet): Integer {
  return extremeElement(h, container, GREATEST)
}

/**
 * The least element, 0 if there is none.
 * @example minimum({3, 8, 5})
 */
export function minimum(h: Heap, container: IntegerSet): Integer {
  return extremeElement(h, container, LEAST)
}

function extremeElement(h: Heap, container: Word, end: number): Word {
  const count = sizeOf(h, container)
  if (count <= 0) return count < 0 ? TYPE_ERROR : 0
  return itemAt(h, container, extremePlace(h, container, end))
}

/**
 * The element that a tuple has most often; the least of several.
 * @as art mostcommon(container: Container): Any
 * @as t mostcommon_t(container: Tuple): Any
 * @example mostcommon((5, 7, 7, 5, 7, 9))
 */
export function mostcommon(h: Heap, container: Container): Any {
  return elementByCount(h, container, GREATEST)
}

/**
 * The element that a tuple has least often; the least of several.
 * @as art leastcommon(container: Container): Any
 * @as t leastcommon_t(container: Tuple): Any
 * @example leastcommon((5, 7, 7, 5, 7, 9))
 */
export function leastcommon(h: Heap, container: Container): Any {
  return elementByCount(h, container, LEAST)
}

/**
 * The element that a container has most often; the least of several, which all elements of a set are.
 * @as t mostcommon_f(container: FrozenSet): Any
 * @example mostcommon_f({7, 5, 9})
 */
export function mostcommon_f(h: Heap, container: FrozenSet): Any {
  return isSet(h, container) ? leastElement(h, container) : elementByCount(h, container, GREATEST)
}

/**
 * The element that a container has least often; the least of several, which all elements of a set are.
 * @as t leastcommon_f(container: FrozenSet): Any
 * @example leastcommon_f({7, 5, 9})
 */
export function leastcommon_f(h: Heap, container: FrozenSet): Any {
  return isSet(h, container) ? leastElement(h, container) : elementByCount(h, container, LEAST)
}

function leastElement(h: Heap, set: Word): Word {
  return sizeOf(h, set) === 0 ? EMPTY_ERROR : itemAt(h, set, 0)
}

function elementByCount(h: Heap, container: Word, end: number): Word {
  if (!isTuple(h, container)) return TYPE_ERROR
  const count = sizeOf(h, container)
  if (count === 0) return EMPTY_ERROR
  const list = scratchTop(h)
  pushElements(h, container)
  sortScratch(h, list, count, isWordOrdered(setKind(h, list, count)))
  let best = peek(h, list)
  let bestLength = 0
  let start = 0
  for (let k = 1; k <= count; k++) {
    const e = peek(h, list + start)
    const goesOn = k < count && equals(h, peek(h, list + k), e)
    if (!goesOn) {
      const length = k - start
      if (start === 0 || (end === LEAST ? length < bestLength : length > bestLength)) {
        best = e
        bestLength = length
      }
      start = k
    }
  }
  return best
}
