// The CPU evaluator: one call after the other on the heap it is given. The reference for all other backends.

import { CLOSURE, LIST, elementsAt, isBlock, isTruthy, newBlock, shortenBlock, sizeOf } from '../../kernel/blocks.ts'
import {
  SAFE,
  CHAIN,
  COMPOSE,
  FORK,
  LBIND,
  MATCHER,
  POWER,
  RBIND,
  closureArgument,
  closureMaker,
} from '../../kernel/closures.ts'
import { ARITY_ERROR, BUDGET_ERROR, NOT_CALLABLE_ERROR } from '../../kernel/errors.ts'
import { DEFAULT_BUDGET, EMPTY_TUPLE, type Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import type { Kernel, Primitive } from '../../primitives/primitive.ts'
import { primitiveNamed, primitives } from '../../language/names.ts'
import { type Call, type Evaluation, type Evaluator, newWork } from '../evaluator.ts'
import { kernelIndexes } from './wasm.generated.ts'
import { WasmHeap } from './wasm-heap.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, arityOf, primitiveOf } from '../function-values.ts'

/** Evaluates calls on the host's own heap. Errors are words; nothing is thrown for what a program does. */
export class CpuEvaluator implements Evaluator {
  readonly name = 'cpu'
  readonly work = newWork()
  /** The most work that one call may cost. */
  budget: number
  private depth = 0

  constructor(budget = DEFAULT_BUDGET) {
    this.budget = budget
  }

  async evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation> {
    return { heap, results: calls.map((call) => this.call(heap, call)) }
  }

  /** One call with a budget of its own. */
  call(h: Heap, { fn, args, then }: Call): Word {
    h.budget = this.budget
    h.work = 0
    this.depth = 0
    const result = this.applyTo(h, fn, args)
    return then === undefined || isError(result) ? result : this.applyTo(h, result, then)
  }

  /** The same for a call of words none of which is an error: the first `count` of the four, and all that were given. */
  callWords(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, d: Word): Word {
    h.budget = this.budget
    h.work = 0
    this.depth = 0
    return this.apply(h, fn, count, a, b, c, d)
  }

  private applyTo(h: Heap, fn: Word, args: readonly Word[]): Word {
    for (let k = 0; k < args.length; k++) if (isError(args[k]!)) return args[k]!
    return this.apply(h, fn, args.length, args[0] ?? 0, args[1] ?? 0, args[2] ?? 0, args[3] ?? 0)
  }

  /** Calls a function value with the first `count` of four argument words: no array is made on this path. */
  private apply(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, d: Word): Word {
    const primitive = primitiveOf(fn)
    if (primitive !== undefined) {
      if (primitive.parameters.length !== count) return ARITY_ERROR
      return primitive.sort === 'higher-order'
        ? this.map(h, primitive, count, a, b, c)
        : this.run(h, primitive.kernel, kernelIndex[primitive.id]!, count, a, b, c, d)
    }
    if (!isBlock(h, fn, CLOSURE)) return NOT_CALLABLE_ERROR
    if (this.depth >= MAX_CALL_DEPTH) return CALL_DEPTH_ERROR
    this.depth++
    const result = this.applyClosure(h, fn, count, a, b, c)
    this.depth--
    return result
  }

  private applyClosure(h: Heap, closure: Word, count: number, a: Word, b: Word, c: Word): Word {
    const maker = closureMaker(h, closure)
    if (maker === SAFE) return EMPTY_TUPLE
    const inner = closureArgument(h, closure, 0)
    const second = closureArgument(h, closure, 1)
    if (count !== arityOf(h, closure)) return ARITY_ERROR
    switch (maker) {
      case COMPOSE:
        return this.apply1(h, inner, this.apply1(h, second, a))
      case CHAIN:
        return this.apply1(h, inner, this.apply1(h, second, this.apply1(h, closureArgument(h, closure, 2), a)))
      case MATCHER: {
        const value = this.apply1(h, inner, a)
        return isError(value) ? value : this.run(h, equality.kernel, kernelIndex[equality.id]!, 2, value, second, 0, 0)
      }
      case FORK: {
        const left = this.apply1(h, second, a)
        if (isError(left)) return left
        const right = this.apply1(h, closureArgument(h, closure, 2), a)
        return isError(right) ? right : this.apply(h, inner, 2, left, right, 0, 0)
      }
      case RBIND:
        if (count === 1) return this.apply(h, inner, 2, a, second, 0, 0)
        return count === 2 ? this.apply(h, inner, 3, a, b, second, 0) : this.apply(h, inner, 4, a, b, c, second)
      case LBIND:
        return this.apply(h, inner, count + 1, second, a, b, c)
      case POWER: {
        let value = a
        for (let k = 0; k < second && !isError(value); k++) value = this.apply1(h, inner, value)
        return value
      }
      default:
        return NOT_CALLABLE_ERROR
    }
  }

  private apply1(h: Heap, fn: Word, a: Word): Word {
    return isError(a) ? a : this.apply(h, fn, 1, a, 0, 0, 0)
  }

  /** The calls a higher-order primitive asks for, one by one, then its kernel over their results. */
  private map(
    h: Heap,
    primitive: Primitive & { sort: 'higher-order' },
    count: number,
    a: Word,
    b: Word,
    c: Word,
  ): Word {
    const calls = this.run(h, primitive.calls, callsIndex[primitive.id]!, count, a, b, c, 0)
    if (isError(calls)) return calls
    const stride = primitive.callArity + 1
    const length = sizeOf(h, calls) / stride
    const results = runKernel(h, newResults, 1, length, 0, 0, 0)
    if (isError(results)) return results
    for (let k = 0; k < length; k++) {
      const at = elementsAt(calls) + k * stride
      const result = this.apply(
        h,
        h.words[at]!,
        primitive.callArity,
        h.words[at + 1]!,
        stride > 2 ? h.words[at + 2]! : 0,
        0,
        0,
      )
      if (isError(result)) return result
      h.words[elementsAt(results) + k] = result
      if (primitive.lazy && isTruthy(h, result)) {
        shortenBlock(h, results, k + 1)
        break
      }
    }
    const index = kernelIndex[primitive.id]!
    if (count === 2) return this.run(h, primitive.kernel, index, 3, a, b, results, 0)
    return this.run(h, primitive.kernel, index, 4, a, b, c, results)
  }

  /** A kernel, in JavaScript or, on a heap in the module's memory, in WebAssembly by its index there. */
  private run(h: Heap, kernel: Kernel, index: number, count: number, a: Word, b: Word, c: Word, d: Word): Word {
    this.work.onCpu++
    return h instanceof WasmHeap ? h.run(index, a, b, c, d) : runKernel(h, kernel, count, a, b, c, d)
  }
}

const kernelIndex = Int32Array.from(primitives, (primitive) => kernelIndexes[primitive.kernelName]!)
const callsIndex = Int32Array.from(primitives, (primitive) =>
  primitive.sort === 'higher-order' ? kernelIndexes[primitive.callsName]! : -1,
)
const equality = primitiveNamed('equality')!

/** One kernel: its scratch memory is free again afterwards, and an error below its own code is its result. */
function runKernel(h: Heap, kernel: Kernel, count: number, a: Word, b: Word, c: Word, d: Word): Word {
  if (h.work >= h.budget) return BUDGET_ERROR
  h.work++
  h.fault = 0
  const scratch = h.scratchTop
  const result = callKernel(h, kernel, count, a, b, c, d)
  h.scratchTop = scratch
  return h.fault === 0 ? result : h.fault
}

function callKernel(h: Heap, kernel: Kernel, count: number, a: Word, b: Word, c: Word, d: Word): Word {
  switch (count) {
    case 1:
      return kernel(h, a)
    case 2:
      return kernel(h, a, b)
    case 3:
      return kernel(h, a, b, c)
    default:
      return kernel(h, a, b, c, d)
  }
}

function newResults(h: Heap, count: number): Word {
  return newBlock(h, LIST, count)
}
