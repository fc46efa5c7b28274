// Function values as an evaluator meets them: how many arguments they take, and what calling them amounts to.

import { CLOSURE, isBlock } from '../kernel/blocks.ts'
import { SAFE, LBIND, RBIND, closureArgument, closureMaker } from '../kernel/closures.ts'
import { NESTING_RULE, RULE_STEP, TYPE_ERROR } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isPrimitive } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'

/** How deep calls of closures may be nested in each other. */
export const MAX_CALL_DEPTH = 256
export const CALL_DEPTH_ERROR: Word = TYPE_ERROR + NESTING_RULE * RULE_STEP

/** The primitive that a primitive word stands for. */
export function primitiveOf(fn: Word): Primitive | undefined {
  return isPrimitive(fn) ? primitives[fn - PRIMITIVE_BASE] : undefined
}

/** The number of arguments that a function value takes; -1 for what is no function. */
export function arityOf(h: Heap, fn: Word): number {
  let inner = fn
  let bindings = 0
  // A closure that was never made properly may hold itself.
  while (isBlock(h, inner, CLOSURE) && bindings < MAX_CALL_DEPTH) {
    const maker = closureMaker(h, inner)
    if (maker === SAFE) return arityAfterBinding(0, bindings)
    if (maker !== RBIND && maker !== LBIND) return arityAfterBinding(1, bindings)
    inner = closureArgument(h, inner, 0)
    bindings++
  }
  const primitive = primitiveOf(inner)
  return primitive === undefined ? -1 : arityAfterBinding(primitive.parameters.length, bindings)
}

/** Binding leaves one argument of two and two of three; of any other number it leaves three, as in Python. */
function arityAfterBinding(arity: number, bindings: number): number {
  let left = arity
  for (let k = 0; k < bindings; k++) {
    if (left === 2) left = 1
    else left = left === 3 ? 2 : 3
  }
  return left
}
