// Runs the examples of primitives: the pictures and texts of the DSL reference show these arguments and results.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { type Engine, wasmEngine } from '../../backends/cpu/engine.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE, isError } from '../../kernel/words.ts'
import { type DialectId, dialectIds, layoutOf } from '../../language/dialects.ts'
import { exampleCalls } from '../../language/examples/examples.generated.ts'
import { type ExampleCall, readExample } from '../../language/examples/read-example.ts'
import { describeError } from '../../language/values/error-words.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../language/values/value-notation.ts'
import type { Primitive } from '../../primitives/primitive.ts'

/** An example of a primitive in a dialect, with its result. */
export interface Example {
  readonly dialect: DialectId
  readonly call: ExampleCall
  readonly result: Notation
}

/** The examples of a primitive, one for each of its dialects; throws if one fails. None for a primitive without examples. */
export function runExamples({ id, key, declarations }: Primitive, engine: Engine = wasmEngine): Example[] {
  return dialectIds.flatMap((dialect) => {
    const text = declarations[dialect] === undefined ? undefined : exampleCalls[key]?.[dialect]
    return text === undefined ? [] : [runExample(text, id, dialect, engine)]
  })
}

function runExample(text: string, id: number, dialect: DialectId, engine: Engine): Example {
  const call = readExample(text, dialect)
  const evaluator = new CpuEvaluator(DEFAULT_BUDGET, engine)
  const heap = evaluator.newHeap(layoutOf(dialect))
  const encode = (value: Notation) => encodeNotation(heap, value, '', dialect)
  const fn = PRIMITIVE_BASE + id
  const then = call.then?.map(encode)
  const word = evaluator.call(heap, { fn, args: call.args.map(encode), ...(then === undefined ? {} : { then }) })
  if (isError(word)) throw new Error(`the example ${text} fails in dialect ${dialect}: ${describeError(word)}`)
  return { dialect, call, result: decodeNotation(heap, word) }
}
