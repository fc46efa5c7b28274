// The types of what the calls of a builder or trace give: values that are not there yet, told apart by what they may be.
//
// The DSL is dynamically typed: what `first` gives may be anything, and a patch is an object or indices. So a type lists
// all that its value may be, and fits every parameter that takes one of these.

/** What a value can be, one of the DSL's own types each; booleans are integers. */
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

/** A value of a program that is being built, which may be any of `K`. It cannot be looked at: there is no value yet. */
export interface Recorded<K extends Kind> {
  // As a parameter, so that what may be more fits where less is asked for.
  readonly [kinds]: (kind: K) => void
}

/** A value that is one of `K`. */
export type OneOf<K extends Kind> = K extends Kind ? Recorded<K> : never

/** Whatever can be an argument: an integer, a boolean, an array (a tuple), a Set, a recorded value, a primitive. */
export type Argument = number | boolean | readonly Argument[] | ReadonlySet<Argument> | OneOf<Kind>

/** A primitive: to be called, or to be passed as a function. */
export type Primitive<F> = F & Recorded<'function'>

/** A function value, as `compose` and `rbind` make it; it can be called. */
export interface Callable extends Recorded<'function'> {
  (...args: readonly Argument[]): Any
}

/** It may be anything, a function too. */
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
