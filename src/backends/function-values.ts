// Function values as an evaluator meets them: which primitive a word stands for.

import { PRIMITIVE_BASE, type Word, isPrimitive } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'

export { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, arityOf } from './cpu/apply.ts'

/** The primitive that a primitive word stands for. */
export function primitiveOf(fn: Word): Primitive | undefined {
  return isPrimitive(fn) ? primitives[fn - PRIMITIVE_BASE] : undefined
}
