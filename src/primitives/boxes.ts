// Boxes: the rectangle around a patch, its inside, what the patch leaves free of it, and the rings along its border.

import { PAIR_SET, elementsAt, isSet, kindOf, newBlock, sizeOf } from '../kernel/blocks.ts'
import { bottomOf, boundsOf, leftOf, rightOf, topOf } from '../kernel/bounds.ts'
import { BUDGET_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import {
  EMPTY_SET,
  type Heap,
  divideTowardsZero,
  failed,
  faultWord,
  load,
  poke,
  push,
  reserveScratch,
  scratchTop,
  spend,
  store,
} from '../kernel/heap.ts'
import { holdsCells, indicesOf } from '../kernel/patches.ts'
import { finishSortedSet, newPairSet, subtractSet } from '../kernel/sets.ts'
import { newIndex } from '../kernel/tuples.ts'
import { INT_MAX, PAIR_BITS, type Word, fitsPair, isError, isInt, packPair } from '../kernel/words.ts'
import type { Indices, Patch } from './signature.ts'

/**
 * All indices of the box around a patch.
 * @as ar backdrop(patch: Patch): Indices
 * @example backdrop(<.3../33../..3.>)
 */
export function backdrop(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) === 0 ? EMPTY_SET : rectangleAround(h, patch, EMPTY_SET)
}

/**
 * All indices of the box around a patch; none for a value without length.
 * @as t backdrop(patch: Patch): Indices
 * @example backdrop(<.x../xx../..x.>)
 */
export function backdropT(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) < 0 ? EMPTY_SET : backdrop(h, patch)
}

/**
 * The indices of the box around a patch that the patch does not have.
 * @as ar delta(patch: Patch): Indices
 * @example delta(<33./.3./.33>)
 */
export function delta(h: Heap, patch: Patch): Indices {
  const indices = indicesOf(h, patch)
  if (isError(indices) || indices === EMPTY_SET) return indices
  return isSet(h, indices) ? rectangleAround(h, patch, indices) : TYPE_ERROR
}

/**
 * The indices of the box around a patch that the patch does not have; none for a value without length.
 * @as t delta(patch: Patch): Indices
 * @example delta(<xx./.x./.xx>)
 */
export function deltaT(h: Heap, patch: Patch): Indices {
  if (sizeOf(h, patch) <= 0) return EMPTY_SET
  const cells = holdsCells(h, patch)
  return isError(cells) ? cells : delta(h, patch)
}

/**
 * The border of the box around a patch.
 * @as ar box(patch: Patch): Indices
 * @example box(<3..../...3./...../.3...>)
 */
export function box(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) === 0 ? patch : ringAround(h, patch, false, 0)
}

/**
 * The border of the box around a patch; none of an empty one.
 * @as t box(patch: Patch): Indices
 * @example box(<x..../...x./...../.x...>)
 */
export function boxT(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) === 0 ? EMPTY_SET : box(h, patch)
}

/**
 * The ring just inside the border of the box around a patch.
 * @as ar inbox(patch: Patch): Indices
 * @example inbox(<4..../...../...../...../....4>)
 */
export function inbox(h: Heap, patch: Patch): Indices {
  return ringAround(h, patch, true, -1)
}

/**
 * The ring just inside the border of the box around a patch; none of an empty one.
 * @as t inbox(patch: Patch): Indices
 * @example inbox(<x..../...../...../...../....x>)
 */
export function inboxT(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) === 0 ? EMPTY_SET : inbox(h, patch)
}

/**
 * The ring just outside the border of the box around a patch.
 * @as ar outbox(patch: Patch): Indices
 * @example outbox(<...../.66../.6.../...../.....>)
 */
export function outbox(h: Heap, patch: Patch): Indices {
  return ringAround(h, patch, true, 1)
}

/**
 * The ring just outside the border of the box around a patch; none of an empty one.
 * @as t outbox(patch: Patch): Indices
 * @example outbox(<...../.xx../.x.../...../.....>)
 */
export function outboxT(h: Heap, patch: Patch): Indices {
  return sizeOf(h, patch) === 0 ? EMPTY_SET : outbox(h, patch)
}

/** The border of the box around a patch, widened on all four sides; a box that turns inside out is turned back. */
function ringAround(h: Heap, patch: Word, exact: boolean, margin: number): Word {
  const bounds = boundsOf(h, patch, exact)
  if (isError(bounds)) return bounds
  const top = topOf(h, bounds) - margin
  const left = leftOf(h, bounds) - margin
  const bottom = bottomOf(h, bounds) + margin
  const right = rightOf(h, bounds) + margin
  return ring(
    h,
    top < bottom ? top : bottom,
    left < right ? left : right,
    top < bottom ? bottom : top,
    left < right ? right : left,
  )
}

function ring(h: Heap, top: number, left: number, bottom: number, right: number): Word {
  const height = (bottom - top + 1) | 0
  const width = (right - left + 1) | 0
  if (!isInt(height) || !isInt(width) || !spend(h, height + width)) return BUDGET_ERROR
  if (fitsPair(top, left) && fitsPair(bottom, right)) return ringPairs(h, packPair(top, left), height, width)
  const list = scratchTop(h)
  for (let i = top; i <= bottom; i++) {
    const step = i === top || i === bottom || width === 1 ? 1 : width - 1
    for (let j = left; j <= right; j += step) push(h, newIndex(h, i, j))
  }
  return finishSortedSet(h, list)
}

/** The same where all indices are pairs, the first one of which is given. */
function ringPairs(h: Heap, first: Word, height: number, width: number): Word {
  const out = newPairSet(h, height === 1 ? width : width === 1 ? height : 2 * (height + width) - 4)
  if (isError(out)) return out
  let to = elementsAt(out)
  for (let i = 0; i < height; i++) {
    const step = i === 0 || i === height - 1 || width === 1 ? 1 : width - 1
    for (let j = 0; j < width; j += step) {
      store(h, to, first + (i << PAIR_BITS) + j)
      to++
    }
  }
  return out
}

/** The box around a patch without the elements of a set. */
function rectangleAround(h: Heap, patch: Word, holes: Word): Word {
  const bounds = boundsOf(h, patch, false)
  if (isError(bounds)) return bounds
  const top = topOf(h, bounds)
  const left = leftOf(h, bounds)
  const bottom = bottomOf(h, bounds)
  const right = rightOf(h, bounds)
  const height = (bottom - top + 1) | 0
  const width = (right - left + 1) | 0
  if (!isInt(height) || !isInt(width) || height > divideTowardsZero(INT_MAX, width)) return BUDGET_ERROR
  if (fitsPair(top, left) && fitsPair(bottom, right) && (holes === EMPTY_SET || kindOf(h, holes) === PAIR_SET)) {
    return smallRectangle(h, top, left, height, width, holes)
  }
  const list = reserveScratch(h, height * width)
  if (failed(h)) return faultWord(h)
  let to = list
  for (let i = top; i <= bottom; i++) {
    for (let j = left; j <= right; j++) {
      poke(h, to, newIndex(h, i, j))
      to++
    }
  }
  const whole = finishSortedSet(h, list)
  return isError(whole) ? whole : subtractSet(h, whole, holes)
}

/** The same where all words are pairs and the holes lie in the box: they come up in the order of the walk. */
function smallRectangle(h: Heap, top: number, left: number, height: number, width: number, holes: Word): Word {
  const count = height * width - sizeOf(h, holes)
  if (count === 0) return EMPTY_SET
  const out = newBlock(h, PAIR_SET, count)
  if (isError(out)) return out
  let hole = elementsAt(holes)
  const end = hole + sizeOf(h, holes)
  let to = elementsAt(out)
  for (let i = 0; i < height; i++) {
    const first = packPair(top + i, left)
    for (let j = 0; j < width; j++) {
      if (hole < end && load(h, hole) === first + j) hole++
      else {
        store(h, to, first + j)
        to++
      }
    }
  }
  return out
}
