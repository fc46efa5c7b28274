// Types of recorded values: results of calls that are not evaluated yet, distinguished by their possible DSL types.
//
// The DSL is dynamically typed: `first` can return anything, and a patch is an object or indices. A recorded type lists
// all possible DSL types of its value and is assignable to every parameter that accepts one of them.

/** The DSL types of a value; booleans are integers. */
export type Kind =
  | 'integer'
  | 'pair'
  | 'cell'
  | 'grid'
  | 'tuple'
  | 'object'
  | 'objects'
  | 'indices'
  | 'indices-set'
  | 'integers'
  | 'set'
  | 'function'

type TupleKind = 'pair' | 'cell' | 'grid' | 'tuple'
type SetKind = 'object' | 'objects' | 'indices' | 'indices-set' | 'integers' | 'set'

declare const kinds: unique symbol

/** A recorded value of any type in `K`. It is opaque: it has no value until the program runs. */
export interface Recorded<K extends Kind> {
  // A parameter position makes the type contravariant: a value of more possible types is assignable to fewer.
  readonly [kinds]: (kind: K) => void
}

/** A recorded value whose type is in `K`. */
export type OneOf<K extends Kind> = K extends Kind ? Recorded<K> : never

/** An argument: an integer, a boolean, an array (a tuple), a Set, a recorded value or a primitive. */
export type Argument = number | boolean | readonly Argument[] | ReadonlySet<Argument> | OneOf<Kind>

/** A primitive, which can be called or passed as a function. */
export type Primitive<F> = F & Recorded<'function'>

/** A function value, as returned by `compose` or `rbind`; it can be called. */
export interface Callable extends Recorded<'function'> {
  (...args: readonly Argument[]): Any
}

/** A value of any type, including a function. */
export interface Any extends Recorded<Kind> {
  (...args: readonly Argument[]): Any
}

export interface Integer extends Recorded<'integer'> {}
export interface Boolean_ extends Recorded<'integer'> {}
export interface IntegerTuple extends Recorded<'pair' | 'tuple'> {}
export interface Numerical extends Recorded<'integer' | 'pair' | 'tuple'> {}
export interface IntegerSet extends Recorded<'integers' | 'set'> {}
export interface Grid extends Recorded<'grid' | 'tuple'> {}
export interface Cell extends Recorded<'cell' | 'pair' | 'tuple'> {}
export interface Object_ extends Recorded<'object' | 'set'> {}
export interface Objects extends Recorded<'objects' | 'set'> {}
export interface Indices extends Recorded<'indices' | 'set'> {}
export interface IndicesSet extends Recorded<'indices-set' | 'set'> {}
export interface Patch extends Recorded<'object' | 'indices' | 'set'> {}
export interface Element extends Recorded<'grid' | 'tuple' | 'object' | 'set'> {}
export interface Piece extends Recorded<'grid' | 'tuple' | 'object' | 'indices' | 'set'> {}
export interface Tuple extends Recorded<TupleKind> {}
export interface TupleTuple extends Recorded<TupleKind> {}
export interface FrozenSet extends Recorded<SetKind> {}
export interface Container extends Recorded<TupleKind | SetKind> {}
export interface ContainerContainer extends Recorded<TupleKind | SetKind> {}
