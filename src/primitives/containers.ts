// Containers: tuples and sets alike. What is made of a container's elements is, unless said otherwise, of its own sort.

import { cellCount, cellsAt, isContainer, isSet, isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { colorPart } from '../kernel/cells.ts'
import { equals } from '../kernel/compare.ts'
import { EMPTY_ERROR, INDEX_ERROR, TYPE_ERROR } from '../kernel/errors.ts'
import { finishPart, finishPartAsSet, flatten } from '../kernel/gathering.ts'
import { isGrid } from '../kernel/grids.ts'
import {
  EMPTY_SET,
  EMPTY_TUPLE,
  type Heap,
  faultWord,
  fillScratch,
  peek,
  poke,
  push,
  pushWords,
  reserveScratch,
  scratchTop,
  spend,
} from '../kernel/heap.ts'
import { addValues } from '../kernel/joining.ts'
import { asSet, finishSortedSet, intersect, placeInSet, setHas, singleton, subtractSet, unite } from '../kernel/sets.ts'
import { rowSize } from '../kernel/tables.ts'
import { finishInts, finishTuple, pushElements, tuple2 } from '../kernel/tuples.ts'
import { type Word, isError, isInt } from '../kernel/words.ts'
import type { Any, Container, ContainerContainer, FrozenSet, Integer, Objects, Tuple } from './signature.ts'

/**
 * The number of elements; for a grid, of rows.
 * @as art size(container: Container): Integer
 * @as t size_t(container: Tuple): Integer
 * @as t size_f(container: FrozenSet): Integer
 * @as t height_t(piece: Tuple): Integer
 * @example size(<22./.2./.22>)
 * @example size_f({4, 6, 8})
 * @example size_t((7, 7, 9))
 * @example height_t([12/34/56])
 */
export function size(h: Heap, container: Container): Integer {
  const count = sizeOf(h, container)
  return count < 0 ? TYPE_ERROR : count
}

/**
 * The elements of both, in the sort of `a`: a tuple has those of `b` appended, a set united with them.
 * @example combine(<11./.../...>, <.../.../.22>)
 */
export function combine(h: Heap, a: Container, b: Container): Container {
  if (!isContainer(h, a) || !isContainer(h, b)) return TYPE_ERROR
  return isSet(h, a) ? unite(h, a, asSet(h, b)) : addValues(h, a, totuple(h, b))
}

/**
 * The elements of two sets. Of two integers, every bit that one of them has.
 * @as t combine_f(a: FrozenSet, b: FrozenSet): FrozenSet
 * @example combine_f(<x../x../...>, <.../x../xxx>)
 */
export function combine_f(h: Heap, a: FrozenSet, b: FrozenSet): FrozenSet {
  if (isInt(a) && isInt(b)) return a | b
  return isSet(h, a) && isSet(h, b) ? unite(h, a, b) : TYPE_ERROR
}

/**
 * The elements that both sets have.
 * @example intersection(<xx./xx./...>, <.../xxx/.x.>)
 */
export function intersection(h: Heap, a: FrozenSet, b: FrozenSet): FrozenSet {
  // Python's `&` takes integers too, bit by bit.
  if (isInt(a) && isInt(b)) return a & b
  return isSet(h, a) && isSet(h, b) ? intersect(h, a, b) : TYPE_ERROR
}

/**
 * The elements of `a` that are not in `b`; a tuple keeps order and repeats.
 * @as art difference(a: FrozenSet, b: FrozenSet): FrozenSet
 * @as t difference_tuple(a: Tuple, b: Tuple): Tuple
 * @example difference(<xxx/xxx/xxx>, <.../.x./..x>)
 * @example difference_tuple((1, 2, 3, 2), (2,))
 */
export function difference(h: Heap, a: FrozenSet, b: FrozenSet): FrozenSet {
  const count = sizeOf(h, a)
  if (count < 0) return TYPE_ERROR
  // Without an element to look for, `b` is never looked at.
  if (count === 0) return a
  if (!isContainer(h, b)) return TYPE_ERROR
  const unwanted = asSet(h, b)
  if (isError(unwanted)) return unwanted
  if (isSet(h, a)) return subtractSet(h, a, unwanted)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const e = itemAt(h, a, k)
    if (!setHas(h, unwanted, e)) push(h, e)
  }
  return finishTuple(h, list)
}

/**
 * The elements of a tuple without those that came before.
 * @example dedupe((3, 1, 3, 2, 1))
 */
export function dedupe(h: Heap, tup: Tuple): Tuple {
  const count = sizeOf(h, tup)
  if (count === 0) return EMPTY_TUPLE
  if (!isTuple(h, tup)) return TYPE_ERROR
  const distinct = asSet(h, tup)
  if (isError(distinct)) return distinct
  const distinctCount = sizeOf(h, distinct)
  if (distinctCount === count) return tup
  const seen = reserveScratch(h, distinctCount)
  fillScratch(h, seen, distinctCount, 0)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const e = itemAt(h, tup, k)
    const place = placeInSet(h, distinct, e)
    if (peek(h, seen + place) === 0) push(h, e)
    poke(h, seen + place, 1)
  }
  return finishTuple(h, list)
}

/**
 * The elements of the elements, in the sort of the outer container.
 * @as art merge(containers: ContainerContainer): Container
 * @as t merge_t(containers: ContainerContainer): Container
 * @as t merge_f(containers: ContainerContainer): Container
 * @example merge({<22./.../...>, <.../..3/.33>})
 * @example merge_f({<22./.../...>, <.../..3/.33>})
 * @example merge_t(((1, 2), (3,), (4, 5)))
 */
export function merge(h: Heap, containers: ContainerContainer): Container {
  if (!isContainer(h, containers)) return TYPE_ERROR
  if (!isGrid(h, containers)) return flatten(h, containers, containers)
  const list = scratchTop(h)
  pushWords(h, cellsAt(containers), cellCount(h, containers))
  return finishInts(h, list)
}

/**
 * The elements that are not equal to the value.
 * @as art remove(value: Any, container: Container): Container
 * @as t remove_f(value: Any, container: FrozenSet): FrozenSet
 * @example remove(2, (1, 2, 3, 2))
 * @example remove_f(2, {1, 2, 3})
 */
export function remove(h: Heap, value: Any, container: Container): Container {
  return withoutValue(h, value, container, container)
}

/**
 * The elements that are not equal to the value, as a tuple.
 * @as t remove_t(value: Any, container: Tuple): Tuple
 * @example remove_t(2, (1, 2, 3, 2))
 */
export function remove_t(h: Heap, value: Any, container: Tuple): Tuple {
  return withoutValue(h, value, container, EMPTY_TUPLE)
}

/** The elements that are not equal to the value, of the sort of `model`: a set only if the container is one. */
function withoutValue(h: Heap, value: Word, container: Word, model: Word): Word {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const e = itemAt(h, container, k)
    if (!equals(h, e, value)) push(h, e)
  }
  return finishPart(h, model, list)
}

/**
 * The set of the items that have `n` elements.
 * @as ar sizefilter(container: Container, n: Integer): FrozenSet
 * @as t sizefilter(container: Container, n: Integer): Object
 * @example sizefilter({<2..../...../.....>, <..33./...../.....>, <...../...../4...4>}, 2)
 */
export function sizefilter(h: Heap, container: Container, n: Integer): FrozenSet {
  const count = sizeOf(h, container)
  if (count < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const length = rowSize(h, container, k)
    if (length < 0) return TYPE_ERROR
    if (length === n) push(h, itemAt(h, container, k))
  }
  return finishPartAsSet(h, container, list)
}

/**
 * The set of the objects whose first cell has the colour.
 * @as ar colorfilter(objs: Objects, value: Integer): Objects
 * @as t colorfilter(objs: Objects, color: C_): Objects
 * @example colorfilter({<22../.2../..../....>, <..../...3/..33/....>, <..../..../2.../22..>}, 2)
 */
export function colorfilter(h: Heap, objs: Objects, value: Integer): Objects {
  const count = sizeOf(h, objs)
  if (count < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const obj = itemAt(h, objs, k)
    const color = leadingColor(h, obj)
    if (isError(color)) return color
    if (equals(h, color, value)) push(h, obj)
  }
  return finishPartAsSet(h, objs, list)
}

/** The colour of the first element, which must be a tuple. */
function leadingColor(h: Heap, obj: Word): Word {
  const count = sizeOf(h, obj)
  if (count <= 0) return count < 0 ? TYPE_ERROR : EMPTY_ERROR
  const cell = itemAt(h, obj, 0)
  if (!isTuple(h, cell)) return TYPE_ERROR
  return sizeOf(h, cell) > colorPart(h) ? itemAt(h, cell, colorPart(h)) : INDEX_ERROR
}

/**
 * The elements as a tuple, in order.
 * @example totuple({3, 1, 2})
 */
export function totuple(h: Heap, container: FrozenSet): Tuple {
  if (isTuple(h, container)) return container
  if (!isSet(h, container)) return TYPE_ERROR
  const list = scratchTop(h)
  pushElements(h, container)
  return finishTuple(h, list)
}

/**
 * The set that holds only the value.
 * @example initset((1, 2))
 */
export function initset(h: Heap, value: Any): FrozenSet {
  return singleton(h, value)
}

/**
 * The set with the value added.
 * @example insert((2, 2), <x../.x./...>)
 */
export function insert(h: Heap, value: Any, container: FrozenSet): FrozenSet {
  return isSet(h, container) ? unite(h, container, singleton(h, value)) : TYPE_ERROR
}

/**
 * The set of all tuples (i, j) with `i` from `a` and `j` from `b`.
 * @example product({0, 2}, {1, 3})
 */
export function product(h: Heap, a: Container, b: Container): FrozenSet {
  if (!isContainer(h, b)) return TYPE_ERROR
  // Without a j, `a` is never looked at.
  if (sizeOf(h, b) === 0) return EMPTY_SET
  if (!isContainer(h, a)) return TYPE_ERROR
  const firsts = asSet(h, a)
  const seconds = asSet(h, b)
  const rows = sizeOf(h, firsts)
  const cols = sizeOf(h, seconds)
  const list = scratchTop(h)
  for (let i = 0; i < rows; i++) {
    if (!spend(h, cols)) return faultWord(h)
    for (let j = 0; j < cols; j++) push(h, tuple2(h, itemAt(h, firsts, i), itemAt(h, seconds, j)))
  }
  return finishSortedSet(h, list)
}
