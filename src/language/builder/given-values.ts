// Argument types of the primitives in a builder or trace: recorded values, or plain values in their place.

import type { Argument, OneOf } from './recorded-values.ts'

export type { Argument as Any } from './recorded-values.ts'

type Tuple_<Item> = readonly Item[]
type Set_ = ReadonlySet<Argument>

export type Integer = number | boolean | OneOf<'integer'>
export type Boolean_ = number | boolean | OneOf<'integer'>
export type IntegerTuple = readonly [Integer, Integer] | OneOf<'pair'>
export type Numerical = Integer | IntegerTuple
/** A tuple of integers is accepted where a set of integers is declared. */
export type IntegerSet = Tuple_<Integer> | ReadonlySet<Integer> | OneOf<'integers' | 'tuple'>
export type Grid = Tuple_<Tuple_<Integer>> | OneOf<'grid'>
export type Cell = readonly [Integer, IntegerTuple] | OneOf<'cell'>
export type Object_ = ReadonlySet<readonly [Integer, IntegerTuple]> | OneOf<'object'>
export type Objects = ReadonlySet<Object_> | OneOf<'objects'>
export type Indices = ReadonlySet<IntegerTuple> | OneOf<'indices'>
export type IndicesSet = ReadonlySet<Indices> | OneOf<'indices-set'>
export type Patch = Object_ | Indices
export type Element = Object_ | Grid
export type Piece = Grid | Patch
export type Tuple = Tuple_<Argument> | OneOf<'tuple'>
export type TupleTuple = Tuple_<Tuple> | OneOf<'tuple'>
export type FrozenSet = Set_ | OneOf<'set'>
export type Container = Tuple | FrozenSet
export type ContainerContainer = Tuple_<Container> | ReadonlySet<Container> | OneOf<'tuple' | 'set'>
export type Callable = OneOf<'function'>
