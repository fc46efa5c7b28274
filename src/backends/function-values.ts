// Function values as words: the primitive that a word stands for.

import { PRIMITIVE_BASE, type Word, isPrimitive } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'

/** The primitive that a primitive word stands for. */
export function primitiveOf(fn: Word): Primitive | undefined {
  return isPrimitive(fn) ? primitives[fn - PRIMITIVE_BASE] : undefined
}
