// Function values as words: the primitive that a word stands for, and the numbers of arguments that it takes.

import type { Heap } from '../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isPrimitive } from '../kernel/words.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { primitives } from '../primitives/registry.generated.ts'
import { factsOf } from './facts-table.ts'

/** The primitive that a word stands for in the dialects of a heap; undefined for any other word. */
export function primitiveOf(h: Heap, fn: Word): Primitive | undefined {
  return isPrimitive(fn) && factsOf(h, fn - PRIMITIVE_BASE) >= 0 ? primitives[fn - PRIMITIVE_BASE] : undefined
}

/** The arguments of a call of a primitive, with `omitted` for one that may be left out; undefined if the number is wrong. */
export function completeArguments<T>(
  { parameters }: Primitive,
  args: readonly T[],
  omitted: T,
): readonly T[] | undefined {
  if (args.length === parameters.length) return args
  const isShort = parameters.at(-1)?.isOptional === true && args.length === parameters.length - 1
  return isShort ? [...args, omitted] : undefined
}
