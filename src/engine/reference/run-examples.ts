// Runs the examples of primitives: the pictures and texts of the DSL reference show these arguments and results.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { type Engine, wasmEngine } from '../../backends/cpu/engine.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE, isError } from '../../kernel/words.ts'
import { type DialectId, dialectIds, layoutOf } from '../../language/dialects.ts'
import { exampleCalls } from '../../language/examples/examples.generated.ts'
import { type ExampleCall, readExample } from '../../language/examples/read-example.ts'
import { primitiveNamed } from '../../language/names.ts'
import { UserError } from '../../language/errors.ts'
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

/** An example that was written by a user: its values, and the result or the reason why there is none. */
export interface EvaluatedExample extends ExampleCall {
  /** The names of the parameters of the primitive, as far as it has arguments. */
  readonly parameters: readonly string[]
  readonly result?: Notation
  readonly error?: string
}

/** The longest example that is read: its time must not depend on who wrote it. */
const MAX_LENGTH = 2000

/** Evaluates an example in the notation of `@example`; throws a UserError for text that is none. */
export function evaluateExample(text: string, dialect: DialectId, engine: Engine = wasmEngine): EvaluatedExample {
  const call = readGiven(text, dialect)
  const primitive = primitiveNamed(call.name, dialect)
  if (primitive === undefined)
    throw new UserError('unknown-primitive', `Dialect ${dialect} has no primitive ${call.name}`, {
      advice: 'Change the name or the dialect.',
    })
  const declared = (primitive.declarations[dialect] ?? primitive).parameters
  const parameters = declared.slice(0, call.args.length).map(({ name }) => name)
  const { heap, word } = applyExample(call, primitive.id, dialect, engine)
  if (isError(word)) return { ...call, parameters, error: describeError(word) }
  return { ...call, parameters, result: decodeNotation(heap, word) }
}

function readGiven(text: string, dialect: DialectId): ExampleCall {
  const advice = 'Grids are [12/34], objects <.2/22>, indices <.x/xx>, sets {1, 2}; names are those of the dialect.'
  if (text.length > MAX_LENGTH)
    throw new UserError('example-syntax', `The example has ${text.length} characters; the maximum is ${MAX_LENGTH}`)
  try {
    return readExample(text.trim(), dialect)
  } catch (error) {
    throw new UserError('example-syntax', error instanceof Error ? error.message : String(error), { advice })
  }
}

function runExample(text: string, id: number, dialect: DialectId, engine: Engine): Example {
  const call = readExample(text, dialect)
  const { heap, word } = applyExample(call, id, dialect, engine)
  if (isError(word)) throw new Error(`the example ${text} fails in dialect ${dialect}: ${describeError(word)}`)
  return { dialect, call, result: decodeNotation(heap, word) }
}

function applyExample(call: ExampleCall, id: number, dialect: DialectId, engine: Engine) {
  const evaluator = new CpuEvaluator(DEFAULT_BUDGET, engine)
  const heap = evaluator.newHeap(layoutOf(dialect))
  const encode = (value: Notation) => encodeNotation(heap, value, '', dialect)
  const then = call.then?.map(encode)
  const fn = PRIMITIVE_BASE + id
  const word = evaluator.call(heap, { fn, args: call.args.map(encode), ...(then === undefined ? {} : { then }) })
  return { heap, word }
}
