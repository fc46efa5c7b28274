// The library: values on a heap, primitives, and evaluators of calls. Runs in Node and in browsers.

export { type Call, type Evaluation, type Evaluator, type Work } from './backends/evaluator.ts'
export { CpuEvaluator } from './backends/cpu/cpu-evaluator.ts'
export { GpuEvaluator } from './backends/gpu/gpu-evaluator.ts'
export { type ConformReport, type Vector, conform } from './engine/conform.ts'
export { DEFAULT_BUDGET, Heap, resetHeap } from './kernel/heap.ts'
export { type Word, isError } from './kernel/words.ts'
export { type ErrorKind, describeError, errorKind, errorRule } from './language/error-words.ts'
export { MegabattError, UserError, LimitError, EnvironmentError, BugError } from './language/errors.ts'
export { primitiveNamed, primitiveWord, primitives } from './language/names.ts'
export { type Plain, type PlainFunction, decodePlain, encodePlain } from './language/plain-values.ts'
export { type Notation, decodeNotation, encodeNotation } from './language/value-notation.ts'
export type { Parameter, Primitive } from './primitives/primitive.ts'
