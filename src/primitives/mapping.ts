// Mapping: functions applied to elements. Each primitive has two halves: one lists the calls, the other gathers results.

import { elementsAt, isSet, isTruthy, itemAt, sizeOf } from '../kernel/blocks.ts'
import { callAll, callCrossed, callEach, callEachOrZero, callKeys, callZipped, keysOf } from '../kernel/calls.ts'
import { dropRepeatedSets } from '../kernel/distinct-sets.ts'
import { EMPTY_ERROR } from '../kernel/errors.ts'
import { extremePlace } from '../kernel/extremes.ts'
import { finishLike, finishPart, finishPartAsSet, flatten, flattenSelected } from '../kernel/gathering.ts'
import { EMPTY_SET, EMPTY_TUPLE, type Heap, failed, faultWord, load, peek, push, scratchTop } from '../kernel/heap.ts'
import { isGrid } from '../kernel/grids.ts'
import { GREATEST, LEAST } from '../kernel/patches.ts'
import { placesByKey } from '../kernel/stable-order.ts'
import { finishTuple, pushElements } from '../kernel/tuples.ts'
import { FALSE, NONE, type Word, isError, isInt, isRef } from '../kernel/words.ts'
import type {
  Any,
  Callable,
  Calls1,
  Calls2,
  CallsOfEach,
  Container,
  ContainerContainer,
  FrozenSet,
  Integer,
  Results,
  ResultsUntilTrue,
  Tuple,
} from './signature.ts'

export function applyCalls(h: Heap, function_: Callable, container: Container): CallsOfEach {
  return callEach(h, function_, container)
}

/**
 * The function's results for the elements, in the sort of the container.
 * @as art apply(function: Callable, container: Container): Container
 * @as t apply_f(function: Callable, container: FrozenSet): FrozenSet
 * @example apply(double, (1, 2, 3))
 * @example apply_f(color, {<22./.../...>, <.../..3/.33>})
 */
export function apply(h: Heap, _function: Callable, container: Container, results: Results): Container {
  return gatherLike(h, results, container)
}

export function apply_tCalls(h: Heap, function_: Callable, container: Tuple): CallsOfEach {
  return callEach(h, function_, container)
}

/**
 * The function's results for the elements, as a tuple.
 * @as t apply_t(function: Callable, container: Tuple): Tuple
 * @example apply_t(size, ((1, 2), (3,), (4, 5, 6)))
 */
export function apply_t(h: Heap, _function: Callable, _container: Tuple, results: Results): Tuple {
  return gatherLike(h, results, EMPTY_TUPLE)
}

export function rapplyCalls(h: Heap, functions: Container, value: Any): Calls1 {
  return callAll(h, functions, value)
}

/**
 * The results of all functions for one value, in the sort of their container.
 * @as art rapply(functions: Container, value: Any): Container
 * @as t rapply_f(functions: FrozenSet, value: Any): FrozenSet
 * @example rapply((first, last, size), (4, 5, 6))
 * @example rapply_f({size, mostcommon}, (7, 7, 9))
 */
export function rapply(h: Heap, functions: Container, _value: Any, results: Results): Container {
  return gatherLike(h, results, functions)
}

export function rapply_tCalls(h: Heap, functions: Tuple, value: Any): Calls1 {
  return callAll(h, functions, value)
}

/**
 * The results of all functions for one value, as a tuple.
 * @as t rapply_t(functions: Tuple, value: Any): Tuple
 * @example rapply_t((minimum, maximum), {4, 5, 6})
 */
export function rapply_t(h: Heap, _functions: Tuple, _value: Any, results: Results): Tuple {
  return gatherLike(h, results, EMPTY_TUPLE)
}

export function mapplyCalls(h: Heap, function_: Callable, container: ContainerContainer): CallsOfEach {
  return callEach(h, function_, container)
}

/**
 * The elements of the function's results for the elements, in the sort of the container.
 * @as art mapply(function: Callable, container: ContainerContainer): FrozenSet
 * @as t mapply_f(function: Callable, container: FrozenSet): FrozenSet
 * @example mapply(neighbors, {(1, 1), (1, 5)})
 * @example mapply_f(dneighbors, {(1, 1), (1, 4)})
 */
export function mapply(h: Heap, _function: Callable, container: ContainerContainer, results: Results): FrozenSet {
  return flatten(h, results, container)
}

export function mapply_tCalls(h: Heap, function_: Callable, container: Tuple): CallsOfEach {
  return callEach(h, function_, container)
}

/**
 * The elements of the function's results for the elements, as a tuple.
 * @as t mapply_t(function: Callable, container: Tuple): Tuple
 * @example mapply_t(dedupe, ((1, 1, 2), (3, 3)))
 */
export function mapply_t(h: Heap, _function: Callable, _container: Tuple, results: Results): Tuple {
  return flatten(h, results, EMPTY_TUPLE)
}

export function papplyCalls(h: Heap, function_: Callable, a: Tuple, b: Tuple): Calls2 {
  return callZipped(h, function_, a, b)
}

/**
 * The function's results for the elements at equal places, as a tuple.
 * @example papply(add, (1, 2, 3), (10, 20, 30))
 */
export function papply(h: Heap, _function: Callable, _a: Tuple, _b: Tuple, results: Results): Tuple {
  return gatherLike(h, results, EMPTY_TUPLE)
}

export function mpapplyCalls(h: Heap, function_: Callable, a: Tuple, b: Tuple): Calls2 {
  return callZipped(h, function_, a, b)
}

/**
 * The elements of the function's results for the elements at equal places, as a tuple.
 * @example mpapply(astuple, (1, 2), (3, 4))
 */
export function mpapply(h: Heap, _function: Callable, _a: Tuple, _b: Tuple, results: Results): Tuple {
  return flatten(h, results, EMPTY_TUPLE)
}

export function prapplyCalls(h: Heap, function_: Callable, a: Container, b: Container): Calls2 {
  return callCrossed(h, function_, a, b)
}

/**
 * The set of the function's results for each element of `a` with each of `b`.
 * @as ar prapply(function: Callable, a: Container, b: Container): FrozenSet
 * @as t prapply(function: Any, a: Container, b: Container): FrozenSet
 * @example prapply(multiply, {1, 2}, {3, 5})
 */
export function prapply(h: Heap, _function: Callable, _a: Container, _b: Container, results: Results): FrozenSet {
  return gatherLike(h, results, EMPTY_SET)
}

/** The results as a set if `model` is one, else as a tuple. */
function gatherLike(h: Heap, results: Word, model: Word): Word {
  const list = scratchTop(h)
  pushElements(h, results)
  if (isSet(h, model)) dropRepeatedSets(h, list)
  return finishLike(h, model, list)
}

export function sfilterCalls(h: Heap, container: Container, condition: Callable): CallsOfEach {
  return callEach(h, condition, container)
}

/**
 * The elements for which the condition is true.
 * @example sfilter(<123/456/789>, compose(even, first))
 * @example t sfilter((1, 2, 3, 4, 6), even)
 */
export function sfilter(h: Heap, container: Container, _condition: Callable, results: Results): Container {
  const list = scratchTop(h)
  pushSelected(h, container, results)
  return finishPart(h, container, list)
}

export function sfilter_tCalls(h: Heap, container: Tuple, condition: Callable): CallsOfEach {
  return callEach(h, condition, container)
}

/**
 * The elements for which the condition is true, as a tuple.
 * @as t sfilter_t(container: Tuple, condition: Callable): Tuple
 * @example sfilter_t((1, 2, 3, 4, 6), even)
 */
export function sfilter_t(h: Heap, container: Tuple, _condition: Callable, results: Results): Tuple {
  const list = scratchTop(h)
  pushSelected(h, container, results)
  return finishTuple(h, list)
}

export function sfilter_fCalls(h: Heap, container: FrozenSet, condition: Callable): CallsOfEach {
  return callEach(h, condition, container)
}

/**
 * The set of the elements for which the condition is true.
 * @as t sfilter_f(container: FrozenSet, condition: Callable): FrozenSet
 * @as t mfilter_t(container: Tuple, function: Callable): FrozenSet
 * @example sfilter_f({1, 2, 3, 4, 6}, even)
 * @example mfilter_t((1, 2, 3, 4, 6), even)
 */
export function sfilter_f(h: Heap, container: FrozenSet, _condition: Callable, results: Results): FrozenSet {
  const list = scratchTop(h)
  pushSelected(h, container, results)
  return finishPartAsSet(h, container, list)
}

/** Pushes the elements whose results are true. */
function pushSelected(h: Heap, container: Word, results: Word): void {
  const count = sizeOf(h, container)
  const hasWords = isRef(container) && !isGrid(h, container)
  for (let k = 0; k < count; k++) {
    const result = load(h, elementsAt(results) + k)
    // Most results are truth values.
    if (isInt(result) ? result === FALSE : !isTruthy(h, result)) continue
    push(h, hasWords ? load(h, elementsAt(container) + k) : itemAt(h, container, k))
  }
}

export function mfilterCalls(h: Heap, container: Container, function_: Callable): CallsOfEach {
  return callEach(h, function_, container)
}

/**
 * The elements of the elements for which the function is true.
 * @as art mfilter(container: Container, function: Callable): FrozenSet
 * @as t mfilter_f(container: FrozenSet, function: Callable): FrozenSet
 * @example mfilter({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, compose(even, color))
 * @example mfilter_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, compose(even, color))
 */
export function mfilter(h: Heap, container: Container, _function: Callable, results: Results): FrozenSet {
  return flattenSelected(h, container, results)
}

export function extractCalls(h: Heap, container: Container, condition: Callable): CallsOfEach {
  return callEach(h, condition, container)
}

/**
 * The first element for which the condition is true.
 * @as ar extract(container: Container, condition: Callable): Any
 * @example extract({<22../.2../....>, <..../...3/..33>}, matcher(color, 3))
 */
export function extract(h: Heap, container: Container, _condition: Callable, results: ResultsUntilTrue): Any {
  return firstSelected(h, container, results, EMPTY_ERROR)
}

export function extractTCalls(h: Heap, container: Container, condition: Callable): CallsOfEach {
  return callEach(h, condition, container)
}

/**
 * The first element for which the condition is true, the empty set if there is none.
 * @as t extract(container: Container, condition: Callable): Any
 * @example extract((1, 3, 4, 6), even)
 */
export function extractT(h: Heap, container: Container, _condition: Callable, results: ResultsUntilTrue): Any {
  return firstSelected(h, container, results, EMPTY_SET)
}

function firstSelected(h: Heap, container: Word, results: Word, missing: Word): Word {
  const count = sizeOf(h, results)
  for (let k = 0; k < count; k++) if (isTruthy(h, itemAt(h, results, k))) return itemAt(h, container, k)
  return missing
}

export function orderCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callKeys(h, compfunc, container)
}

/**
 * The elements as a tuple, the least key first; equal keys leave them in order. Without a function, they are the keys.
 * @example order({<4..../4..../4....>, <...22/...../.....>, <...../..3../.....>}, size)
 */
export function order(h: Heap, container: Container, compfunc: Callable, results: Results): Tuple {
  const count = sizeOf(h, container)
  const keys = keysOf(h, compfunc, container, results)
  if (isError(keys)) return keys
  const places = placesByKey(h, keys, count, false)
  if (failed(h)) return faultWord(h)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) push(h, itemAt(h, container, peek(h, places + k)))
  return finishTuple(h, list)
}

export function valmaxCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callEachOrZero(h, compfunc, container)
}

/**
 * The greatest key of an element; without elements, the key of 0.
 * @as art valmax(container: Container, compfunc: Callable): Integer
 * @as t valmax_t(container: Tuple, compfunc: Callable): Integer
 * @as t valmax_f(container: FrozenSet, compfunc: Callable): Integer
 * @example valmax({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 * @example valmax_t(((1, 2), (3,), (4, 5, 6)), size)
 */
export function valmax(h: Heap, _container: Container, _compfunc: Callable, results: Results): Integer {
  return itemAt(h, results, extremePlace(h, results, GREATEST))
}

export function valminCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callEachOrZero(h, compfunc, container)
}

/**
 * The least key of an element; without elements, the key of 0.
 * @as art valmin(container: Container, compfunc: Callable): Integer
 * @as t valmin_t(container: Tuple, compfunc: Callable): Integer
 * @as t valmin_f(container: FrozenSet, compfunc: Callable): Integer
 * @example valmin({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 * @example valmin_t(((1, 2), (3,), (4, 5, 6)), size)
 */
export function valmin(h: Heap, _container: Container, _compfunc: Callable, results: Results): Integer {
  return itemAt(h, results, extremePlace(h, results, LEAST))
}

export function argmaxCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callKeys(h, compfunc, container)
}

/**
 * The first element with the greatest key. Without a function, the elements are the keys.
 * @as at argmax(container: Container, compfunc: Callable): Any
 * @as t argmax_t(container: Tuple, compfunc: Callable): Any
 * @as t argmax_f(container: FrozenSet, compfunc: Callable): Any
 * @example argmax({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 * @example argmax_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, leftmost)
 * @example argmax_t(((1, 9), (7,), (4, 5, 6)), first)
 */
export function argmax(h: Heap, container: Container, compfunc: Callable, results: Results): Any {
  return elementByKey(h, container, keysOf(h, compfunc, container, results), GREATEST)
}

export function argminCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callKeys(h, compfunc, container)
}

/**
 * The first element with the least key. Without a function, the elements are the keys.
 * @as at argmin(container: Container, compfunc: Callable): Any
 * @as t argmin_t(container: Tuple, compfunc: Callable): Any
 * @as t argmin_f(container: FrozenSet, compfunc: Callable): Any
 * @example argmin({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 * @example argmin_f({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, lowermost)
 * @example argmin_t(((1, 9), (7,), (4, 5, 6)), first)
 */
export function argmin(h: Heap, container: Container, compfunc: Callable, results: Results): Any {
  return elementByKey(h, container, keysOf(h, compfunc, container, results), LEAST)
}

export function argmaxOrNoneCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callKeys(h, compfunc, container)
}

/**
 * The first element with the greatest key; None without elements.
 * @as r argmax(container: Container, compfunc: Callable): Any
 * @example argmax({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 */
export function argmaxOrNone(h: Heap, container: Container, compfunc: Callable, results: Results): Any {
  return sizeOf(h, container) === 0 ? NONE : argmax(h, container, compfunc, results)
}

export function argminOrNoneCalls(h: Heap, container: Container, compfunc: Callable): CallsOfEach {
  return callKeys(h, compfunc, container)
}

/**
 * The first element with the least key; None without elements.
 * @as r argmin(container: Container, compfunc: Callable): Any
 * @example argmin({<2.../..../....>, <..33/...3/....>, <..../..../44..>}, size)
 */
export function argminOrNone(h: Heap, container: Container, compfunc: Callable, results: Results): Any {
  return sizeOf(h, container) === 0 ? NONE : argmin(h, container, compfunc, results)
}

function elementByKey(h: Heap, container: Word, keys: Word, end: number): Word {
  if (isError(keys)) return keys
  if (sizeOf(h, container) === 0) return EMPTY_ERROR
  return itemAt(h, container, extremePlace(h, keys, end))
}
