// A heap in the memory of translated code: kernels run there, and the host reads and writes it like any other.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Address, Word } from '../../kernel/words.ts'
import { stateWords } from './heap-state.generated.ts'

/** Runs a kernel, by its place in the table of kernels. */
export type RunKernel = (kernel: number, a: Word, b: Word, c: Word, d: Word) => Word
/** Calls a function value, as `applyFunction` does. */
export type Apply = (fn: Word, count: number, a: Word, b: Word, c: Word, d: Word, depth: number) => Word
/** Runs steps of a plan, as `runSteps` does. */
export type RunSteps = (plan: Address, from: Address, end: Address) => number

/** Compares outputs of a plan with a grid, as `countDifferences` does. */
export type CountDifferences = (slots: Address, count: number) => void

/** Runs and judges rows, as `runRows` does. */
export type RunRows = (plan: Address, rows: Address) => void

/** Has the shape of `Heap`; its variables are words of the memory, where kernels change them. */
export abstract class KernelHeap implements Heap {
  words: Int32Array = new Int32Array()
  scratch: Int32Array = this.words
  readonly layout: CellLayout
  readonly hasTriples: boolean
  abstract readonly run: RunKernel
  abstract readonly apply: Apply
  abstract readonly steps: RunSteps
  abstract readonly differences: CountDifferences
  abstract readonly rows: RunRows
  /** Whether calls that label one grid may be made in one pass. */
  readonly labelsTogether: boolean = true
  /** The variables, at the places of `stateWords`. */
  protected state: Int32Array = this.words

  constructor(layout: CellLayout) {
    this.layout = layout
    this.hasTriples = layout === 't'
  }

  abstract grow(needed: number): boolean

  get top(): Address {
    return this.state[stateWords.top]!
  }
  set top(value: Address) {
    this.state[stateWords.top] = value
  }
  get scratchTop(): Address {
    return this.state[stateWords.scratchTop]!
  }
  set scratchTop(value: Address) {
    this.state[stateWords.scratchTop] = value
  }
  get work(): number {
    return this.state[stateWords.work]!
  }
  set work(value: number) {
    this.state[stateWords.work] = value
  }
  get budget(): number {
    return this.state[stateWords.budget]!
  }
  set budget(value: number) {
    this.state[stateWords.budget] = value
  }
  get kernelCount(): number {
    return this.state[stateWords.kernelCount]!
  }
  set kernelCount(value: number) {
    this.state[stateWords.kernelCount] = value
  }
  get fault(): Word {
    return this.state[stateWords.fault]!
  }
  set fault(value: Word) {
    this.state[stateWords.fault] = value
  }
  get reach(): Address {
    return this.state[stateWords.reach]!
  }
  set reach(value: Address) {
    this.state[stateWords.reach] = value
  }
  get wasRefused(): boolean {
    return this.state[stateWords.wasRefused] !== 0
  }
  set wasRefused(value: boolean) {
    this.state[stateWords.wasRefused] = value ? 1 : 0
  }
  get ceiling(): number {
    return this.state[stateWords.ceiling]!
  }
  set ceiling(value: number) {
    this.state[stateWords.ceiling] = value
  }
}
