// What a primitive is to the rest of the engine: its declaration, read from its source, and the functions that run it.

import type { Heap } from '../kernel/heap.ts'

/** A kernel as the CPU calls it: words in, a word out. */
export type Kernel = (h: Heap, ...args: number[]) => number

/** A parameter as the DSL names and types it. */
export interface Parameter {
  readonly name: string
  readonly type: string
}

interface Declaration {
  /** The place in `primitives`; the number in the word of the primitive as a value. */
  readonly id: number
  /** As the DSL spells it. */
  readonly name: string
  /** The file of src/primitives that declares it, without its ending. */
  readonly family: string
  readonly parameters: readonly Parameter[]
  readonly returns: string
  readonly prose: string
  /** First-order and combinator: the whole primitive. Higher-order: the gather half, which takes the results last. */
  readonly kernel: Kernel
  /** What `assembleShader` knows the kernel as. */
  readonly kernelName: string
}

/** Data in, data out. */
export interface FirstOrderPrimitive extends Declaration {
  readonly sort: 'first-order'
}

/** Makes a function value. */
export interface CombinatorPrimitive extends Declaration {
  readonly sort: 'combinator'
}

/** Makes a list of calls, has them run, and makes its result from their results. */
export interface HigherOrderPrimitive extends Declaration {
  readonly sort: 'higher-order'
  /** Makes the list of calls from the primitive's arguments. */
  readonly calls: Kernel
  /** What `assembleShader` knows the calls half as. */
  readonly callsName: string
  /** How many arguments each of those calls has. */
  readonly callArity: 1 | 2
  /** Whether the calls end with the first one that gives something true. */
  readonly lazy: boolean
}

/** One word of the DSL. */
export type Primitive = FirstOrderPrimitive | CombinatorPrimitive | HigherOrderPrimitive
