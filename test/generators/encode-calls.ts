// Puts drawn arguments onto a heap and makes calls of them.

import type { Call } from '../../src/backends/evaluator.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE } from '../../src/kernel/words.ts'
import { encodeNotation } from '../../src/language/values/value-notation.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { type Arguments, callsOf } from './calls.ts'
import { draw } from './seed.ts'

/** The call of a primitive with arguments put onto the heap. */
export function encodeCall(h: Heap, primitive: Primitive, { args, then }: Arguments): Call {
  const fn = PRIMITIVE_BASE + primitive.id
  const words = args.map((arg) => encodeNotation(h, arg))
  return then === undefined ? { fn, args: words } : { fn, args: words, then: then.map((arg) => encodeNotation(h, arg)) }
}

/** Arguments of `count` calls of a primitive, two thirds of them typed; the same ones for the same seed. */
export function drawArguments(primitive: Primitive, count: number, dialect: DialectId = 'a'): Arguments[] {
  const { illTypedArguments, typedArguments } = callsOf(dialect)
  const typed = Math.ceil((count * 2) / 3)
  const stream = primitive.id + 1
  return [
    ...draw(typedArguments(primitive), typed, stream),
    ...draw(illTypedArguments(primitive), count - typed, -stream),
  ]
}
