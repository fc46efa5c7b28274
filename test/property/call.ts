// Calls of primitives on values in the notation, for laws that are written as equations.

import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/values/error-words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'

/** What a primitive gives for these arguments, or `{ error }` with what went wrong. */
export function call(name: string, ...args: Notation[]): Notation {
  const heap = new Heap()
  const words = args.map((arg) => encodeNotation(heap, arg))
  const result = new CpuEvaluator().call(heap, { fn: primitiveWord(name), args: words })
  if (isError(result)) throw new Error(`${name}: ${describeError(result)}`)
  return decodeNotation(heap, result)
}

/** The primitives in turn, each on what the one before gave. */
export function callInTurn(value: Notation, ...names: string[]): Notation {
  return names.reduce((result, name) => call(name, result), value)
}
