// Combinators: functions made of functions. Nothing is called, and hardly anything checked, before they are called.

import { isCallable } from '../kernel/blocks.ts'
import { CHAIN, COMPOSE, FORK, LBIND, MATCHER, POWER, RBIND, newClosure2, newClosure3 } from '../kernel/closures.ts'
import { BUDGET_ERROR, TYPE_ERROR, VALUE_ERROR } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { isInt } from '../kernel/words.ts'
import type { Any, Callable, Integer } from './signature.ts'

/** Python's recursion limit, less what is on the stack already. */
const MAX_POWER = 990

/**
 * The function x → outer(inner(x)).
 * @example compose(double, increment)(3)
 */
export function compose(h: Heap, outer: Callable, inner: Callable): Callable {
  return newClosure2(h, COMPOSE, outer, inner)
}

/**
 * The function x → h(g(f(x))).
 * @example chain(double, increment, first)((4, 9))
 */
export function chain(h: Heap, h_: Callable, g: Callable, f: Callable): Callable {
  return newClosure3(h, CHAIN, h_, g, f)
}

/**
 * The function x → whether function(x) equals the target.
 * @example matcher(color, 2)(<22/.2>)
 */
export function matcher(h: Heap, function_: Callable, target: Any): Callable {
  return newClosure2(h, MATCHER, function_, target)
}

/**
 * The function x → outer(a(x), b(x)).
 * @example fork(combine, identity, hmirror)([12/34])
 * @example t fork(combine, identity, hmirror_t)([12/34])
 */
export function fork(h: Heap, outer: Callable, a: Callable, b: Callable): Callable {
  return newClosure3(h, FORK, outer, a, b)
}

/**
 * The function with its last argument fixed.
 * @example rbind(shift, (1, 1))(<33./.3./...>)
 */
export function rbind(h: Heap, function_: Callable, fixed: Any): Callable {
  return isCallable(h, function_) ? newClosure2(h, RBIND, function_, fixed) : TYPE_ERROR
}

/**
 * The function with its first argument fixed.
 * @example lbind(subtract, 10)(3)
 */
export function lbind(h: Heap, function_: Callable, fixed: Any): Callable {
  return isCallable(h, function_) ? newClosure2(h, LBIND, function_, fixed) : TYPE_ERROR
}

/**
 * The function applied `n` times.
 * @example power(double, 3)(1)
 */
export function power(h: Heap, function_: Callable, n: Integer): Callable {
  if (!isInt(n)) return TYPE_ERROR
  if (n < 1) return VALUE_ERROR
  if (n === 1) return function_
  return n < MAX_POWER ? newClosure2(h, POWER, function_, n) : BUDGET_ERROR
}
