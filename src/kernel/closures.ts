// Closures: function values made by combinators. A closure holds the number of its combinator and that call's arguments;
// combinator-table.ts defines the meaning of calling it.

import { CLOSURE, elementsAt, newBlock } from './blocks.ts'
import { NESTING_RULE, RULE_STEP, TYPE_ERROR } from './errors.ts'
import { type Heap, load, store } from './heap.ts'
import { type Word, isError } from './words.ts'

export const COMPOSE = 1
export const CHAIN = 2
export const MATCHER = 3
export const FORK = 4
export const RBIND = 5
export const LBIND = 6
export const POWER = 7
/** Made by no combinator: accepts any arguments and returns the empty tuple (SAFE_FUNCTION). */
export const SAFE = 8

/** The maximum depth of nested calls of closures. */
export const MAX_CALL_DEPTH = 256
/** The result of a call nested deeper. */
export const CALL_DEPTH_ERROR: Word = TYPE_ERROR + NESTING_RULE * RULE_STEP

/** The combinator that made the closure: one of the constants above. */
export function closureMaker(h: Heap, closure: Word): number {
  return load(h, elementsAt(closure))
}

/** Argument `k` of the call that made the closure. */
export function closureArgument(h: Heap, closure: Word, k: number): Word {
  return load(h, elementsAt(closure) + 1 + k)
}

/**
 * The number of arguments left after `bindings` bindings, one inside the other: two become one, three become two, any
 * other number becomes three, as in Python.
 */
export function arityAfterBinding(arity: number, bindings: number): number {
  // Each binding goes one place on in the cycle 3, 2, 1. Any number but 3 and 2 has the place of 1: 3 follows.
  const place = arity === 3 ? 0 : arity === 2 ? 1 : 2
  return bindings === 0 ? arity : 3 - ((place + bindings) % 3)
}

export function newClosure2(h: Heap, maker: number, a: Word, b: Word): Word {
  const closure = newBlock(h, CLOSURE, 3)
  if (isError(closure)) return closure
  store(h, elementsAt(closure), maker)
  store(h, elementsAt(closure) + 1, a)
  store(h, elementsAt(closure) + 2, b)
  return closure
}

export function newClosure3(h: Heap, maker: number, a: Word, b: Word, c: Word): Word {
  const closure = newBlock(h, CLOSURE, 4)
  if (isError(closure)) return closure
  store(h, elementsAt(closure), maker)
  store(h, elementsAt(closure) + 1, a)
  store(h, elementsAt(closure) + 2, b)
  store(h, elementsAt(closure) + 3, c)
  return closure
}
