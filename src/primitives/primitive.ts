// Primitives as the rest of the engine sees them: declarations, read from their sources, and the functions that run them.

import type { Heap } from '../kernel/heap.ts'

/** A kernel as the CPU calls it: words in, a word out. */
export type Kernel = (h: Heap, ...args: number[]) => number

/** Dialects of the DSL: that of solvers, that of verifiers, the extended one. */
export type DialectId = 'a' | 'r' | 't'

/** A parameter as the DSL names and types it. */
export interface Parameter {
  readonly name: string
  readonly type: string
  /** Only the last parameter of a primitive may be left out. */
  readonly isOptional?: true
}

/** A primitive as one dialect declares it. */
export interface Declaration {
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly returns: string
}

interface PrimitiveBase extends Declaration {
  /** The place in `primitives`, which is ascending by key; the number in the word of the primitive as a value. */
  readonly id: number
  /** Unique: the name, or name@t or name@r where another primitive has that name in dialect a. */
  readonly key: string
  /** By dialect. Name, parameters and return type of the primitive itself are those of the first one: of a, else r, else t. */
  readonly declarations: Readonly<Partial<Record<DialectId, Declaration>>>
  /** The file of src/primitives that declares it, without its ending. */
  readonly family: string
  readonly prose: string
  /** First-order and combinator: the whole primitive. Higher-order: the gather half, which takes the results last. */
  readonly kernel: Kernel
  /** What `assembleShader` knows the kernel as. */
  readonly kernelName: string
}

/** Data in, data out. */
export interface FirstOrderPrimitive extends PrimitiveBase {
  readonly sort: 'first-order'
}

/** Makes a function value. */
export interface CombinatorPrimitive extends PrimitiveBase {
  readonly sort: 'combinator'
}

/** Makes a list of calls, has them run, and makes its result from their results. */
export interface HigherOrderPrimitive extends PrimitiveBase {
  readonly sort: 'higher-order'
  /** Makes the list of calls from the primitive's arguments. */
  readonly calls: Kernel
  /** What `assembleShader` knows the calls half as. */
  readonly callsName: string
  /** How many arguments each of those calls has. */
  readonly callArity: 1 | 2
  /** Whether the calls end with the first one that gives something true. */
  readonly lazy: boolean
  /** Whether the last argument, a function, is called with the kernel's result to make that of the primitive. */
  readonly toLast: boolean
}

/** One word of the DSL. */
export type Primitive = FirstOrderPrimitive | CombinatorPrimitive | HigherOrderPrimitive
