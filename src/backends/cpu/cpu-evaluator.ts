// The CPU evaluator: one call after the other on the heap it is given. The reference for all other backends.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { DEFAULT_BUDGET, type Heap } from '../../kernel/heap.ts'
import { type Address, type Word, isError } from '../../kernel/words.ts'
import { type Call, type Evaluation, type Evaluator, newWork } from '../evaluator.ts'
import { applyFunction } from './apply.ts'
import { countDifferences } from './count-differences.ts'
import { type Engine, wasmEngine } from './engine.ts'
import { KernelHeap } from './kernel-heap.ts'
import { runRows } from './run-rows.ts'
import { runSteps } from './run-steps.ts'

const FIRST_HEAP_WORDS = 1 << 20

/** Evaluates calls on the host's own heap. Errors of programs are words; they are never thrown. */
export class CpuEvaluator implements Evaluator {
  readonly name = 'cpu'
  readonly work = newWork()
  /** The most work that one call may cost. */
  budget: number

  readonly #engine: Engine

  constructor(budget = DEFAULT_BUDGET, engine: Engine = wasmEngine) {
    this.budget = budget
    this.#engine = engine
  }

  newHeap(layout: CellLayout = 'a'): Heap {
    return this.#engine.newHeap(FIRST_HEAP_WORDS, layout)
  }

  async evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation> {
    return { heap, results: calls.map((call) => this.call(heap, call)) }
  }

  /** One call with a budget of its own. */
  call(h: Heap, { fn, args, then }: Call): Word {
    h.budget = this.budget
    h.work = 0
    const result = this.#applyTo(h, fn, args)
    return then === undefined || isError(result) ? result : this.#applyTo(h, result, then)
  }

  /** The same for a call of words none of which is an error: the first `count` of the four, and all that were given. */
  callWords(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, d: Word): Word {
    h.budget = this.budget
    h.work = 0
    return this.#apply(h, fn, count, a, b, c, d)
  }

  /** Runs steps of a plan that stands on the heap and returns the words that they have allocated; see `runSteps`. */
  runSteps(h: Heap, plan: Address, from: Address, end: Address): number {
    h.kernelCount = 0
    try {
      return h instanceof KernelHeap ? h.steps(plan, from, end) : runSteps(h, plan, from, end)
    } finally {
      this.work.onCpu += h.kernelCount
    }
  }

  /** Runs and judges rows; see `runRows`. The kernels that ran are counted by the caller, as a row may have to be run again. */
  runRows(h: Heap, plan: Address, rows: Address): void {
    h.kernelCount = 0
    if (h instanceof KernelHeap) h.rows(plan, rows)
    else runRows(h, plan, rows)
  }

  /** Compares outputs of a plan with a grid in scratch memory; see `countDifferences`. */
  countDifferences(h: Heap, slots: Address, count: number): void {
    if (h instanceof KernelHeap) h.differences(slots, count)
    else countDifferences(h, slots, count)
  }

  #applyTo(h: Heap, fn: Word, args: readonly Word[]): Word {
    for (let k = 0; k < args.length; k++) if (isError(args[k]!)) return args[k]!
    return this.#apply(h, fn, args.length, args[0] ?? 0, args[1] ?? 0, args[2] ?? 0, args[3] ?? 0)
  }

  /** In translated code where the heap is there, else in JavaScript: the same function. */
  #apply(h: Heap, fn: Word, count: number, a: Word, b: Word, c: Word, d: Word): Word {
    h.kernelCount = 0
    const result =
      h instanceof KernelHeap ? h.apply(fn, count, a, b, c, d, 0) : applyFunction(h, fn, count, a, b, c, d, 0)
    this.work.onCpu += h.kernelCount
    return result
  }
}
