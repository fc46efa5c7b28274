// Comparison and choice: Python's truth, equality and order, as values.

import { isContainer, isTruthy } from '../kernel/blocks.ts'
import { equals } from '../kernel/compare.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { lessThan } from '../kernel/order.ts'
import { isMember } from '../kernel/sets.ts'
import { truth } from '../kernel/words.ts'
import type { Any, Boolean_, Container, Integer } from './signature.ts'

/**
 * The argument itself.
 * @as art identity(x: Any): Any
 * @as t toindices_i(indices: Indices): Indices
 * @as t normalize_t(piece: Tuple): Tuple
 * @example identity([12/34])
 * @example normalize_t([12/34])
 * @example toindices_i(<.x/xx>)
 */
export function identity(_h: Heap, x: Any): Any {
  return x
}

/**
 * Whether `a` is greater than `b`: integers by size, tuples element by element, sets if a proper superset.
 * @example greater(3, 2)
 */
export function greater(h: Heap, a: Integer, b: Integer): Boolean_ {
  return lessThan(h, b, a)
}

/**
 * Whether both are the same value, through all levels.
 * @example equality((1, (2, 3)), (1, (2, 3)))
 */
export function equality(h: Heap, a: Any, b: Any): Boolean_ {
  return truth(equals(h, a, b))
}

/**
 * Whether the container has an element equal to the value.
 * @example contained((1, 1), <x../.x./..x>)
 */
export function contained(h: Heap, value: Any, container: Container): Boolean_ {
  return isContainer(h, container) ? truth(isMember(h, container, value)) : TYPE_ERROR
}

/**
 * Python's `and`: `a` itself if it is false, else `b`.
 * @example both(T, F)
 */
export function both(h: Heap, a: Boolean_, b: Boolean_): Boolean_ {
  return isTruthy(h, a) ? b : a
}

/**
 * Python's `or`: `a` itself if it is true, else `b`.
 * @example either(T, F)
 */
export function either(h: Heap, a: Boolean_, b: Boolean_): Boolean_ {
  return isTruthy(h, a) ? a : b
}

/**
 * Whether the value is false.
 * @example flip(F)
 */
export function flip(h: Heap, b: Boolean_): Boolean_ {
  return truth(!isTruthy(h, b))
}

/**
 * `a` if the condition is true, else `b`.
 * @as art branch(condition: Boolean, a: Any, b: Any): Any
 * @as t c_branch(condition: Boolean, a: C_, b: C_): Any
 * @example branch(F, [11/11], [22/22])
 * @example c_branch(T, 3, 8)
 */
export function branch(h: Heap, condition: Boolean_, a: Any, b: Any): Any {
  return isTruthy(h, condition) ? a : b
}
