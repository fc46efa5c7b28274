// Closures: function values that a combinator made. A closure is which combinator, and what it was given.

import { CLOSURE, elementsAt, newBlock } from './blocks.ts'
import { type Heap, load, store } from './heap.ts'
import { type Word, isError } from './words.ts'

export const COMPOSE = 1
export const CHAIN = 2
export const MATCHER = 3
export const FORK = 4
export const RBIND = 5
export const LBIND = 6
export const POWER = 7
/** Made by no combinator: takes anything and gives the empty tuple (SAFE_FUNCTION). */
export const SAFE = 8

/** Which combinator made the closure: one of the constants above. */
export function closureMaker(h: Heap, closure: Word): number {
  return load(h, elementsAt(closure))
}

/** Argument `k` of the call that made the closure. */
export function closureArgument(h: Heap, closure: Word, k: number): Word {
  return load(h, elementsAt(closure) + 1 + k)
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
