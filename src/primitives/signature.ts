// The types that primitives are declared with. On the heap each is a word; the names drive defaults, mutation, docs and
// checks. The trailing underscore of Boolean_ and Object_ keeps clear of TypeScript's own names and is not part of the
// DSL's name.

import type { Word } from '../kernel/words.ts'

export type Any = Word
export type Boolean_ = Word
export type Integer = Word
export type IntegerTuple = Word
export type Numerical = Word
export type IntegerSet = Word
export type Grid = Word
export type Cell = Word
export type Object_ = Word
export type Objects = Word
export type Indices = Word
export type IndicesSet = Word
export type Patch = Word
export type Element = Word
export type Piece = Word
export type Tuple = Word
export type TupleTuple = Word
export type Container = Word
export type ContainerContainer = Word
export type FrozenSet = Word
export type Callable = Word

// Types that only dialect t has: a pair (row, column), a tuple of (input, output) pairs, and integers by their use.
export type IJ = Word
export type Samples = Word
/** A colour. */
export type C_ = Word
/** A rank from the first or from the last. */
export type FL = Word
export type F_ = Word
export type L_ = Word
/** A selector. */
export type R_ = Word
export type R4 = Word
export type R8 = Word
/** An angle. */
export type A_ = Word
export type A4 = Word
export type A8 = Word
/** A row or a column. */
export type I_ = Word
export type J_ = Word

/** A LIST block of calls that a higher-order primitive wants made: each the function, then its one argument. */
export type Calls1 = Word
/**
 * The same where the function is the Callable among the parameters and the arguments are the elements of the other one: an
 * evaluator that calls the function itself need not read the list. Exceptions: a container without elements, and None as
 * the function.
 */
export type CallsOfEach = Word
/** A list of calls with two arguments each. */
export type Calls2 = Word
/** A LIST block of the results of those calls, in order, none of them an error. */
export type Results = Word
/** The same, but the calls end with the first one that gives something true; what comes after it is never asked. */
export type ResultsUntilTrue = Word
/** A value that the last argument, a function, is called with; the result of that call is the result of the primitive. */
export type ToLast = Word
