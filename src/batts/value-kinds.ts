// Kinds of values by declared type, finer than set and tuple: which values can stand in for each other in a mutation.

import { nameOfKey, primitiveOfKey } from '../language/names.ts'
import { type DialectId, parametersOf } from '../language/dialects.ts'
import type { Parameter } from '../primitives/primitive.ts'

/** A set of kinds, one bit per kind; two types are compatible if they have a kind in common. */
export type ValueKinds = number

/** Integers, colours, ranks, selectors, coordinates and booleans. */
export const NUMBER: ValueKinds = 1 << 0
const ANGLE: ValueKinds = 1 << 1
const PAIR: ValueKinds = 1 << 2
export const GRID: ValueKinds = 1 << 3
const CELL: ValueKinds = 1 << 4
export const SAMPLES: ValueKinds = 1 << 5
const OTHER_TUPLE: ValueKinds = 1 << 6
export const OBJECT: ValueKinds = 1 << 7
export const INDICES: ValueKinds = 1 << 8
export const OBJECTS: ValueKinds = 1 << 9
const NUMBERS: ValueKinds = 1 << 10
const OTHER_SET: ValueKinds = 1 << 11
export const FUNCTION: ValueKinds = 1 << 12
export const ANY: ValueKinds = (1 << 13) - 1

const TUPLE = PAIR | GRID | CELL | SAMPLES | OTHER_TUPLE
const SET = OBJECT | INDICES | OBJECTS | NUMBERS | OTHER_SET

const byType = new Map<string, ValueKinds>([
  ...'Integer Boolean C_ FL F_ L_ R_ R4 R8 I_ J_'.split(' ').map((type): [string, ValueKinds] => [type, NUMBER]),
  ...'A_ A4 A8'.split(' ').map((type): [string, ValueKinds] => [type, ANGLE]),
  ['Numerical', NUMBER | PAIR],
  ['IJ', PAIR],
  ['IntegerTuple', PAIR],
  ['Grid', GRID],
  ['Cell', CELL],
  ['Samples', SAMPLES],
  ['TupleTuple', GRID | SAMPLES | OTHER_TUPLE],
  ['Tuple', TUPLE],
  ['Object', OBJECT],
  ['Indices', INDICES],
  ['Patch', OBJECT | INDICES],
  ['Objects', OBJECTS],
  ['IndicesSet', OTHER_SET],
  ['IntegerSet', NUMBERS],
  ['FrozenSet', SET],
  ['Element', GRID | OBJECT],
  ['Piece', GRID | OBJECT | INDICES],
  ['Container', TUPLE | SET],
  ['ContainerContainer', GRID | SAMPLES | OTHER_TUPLE | OBJECTS | OTHER_SET],
  ['Callable', FUNCTION],
])

/** The kinds of a declared type; any kind for a type that is not listed. */
export function kindsOfType(type: string): ValueKinds {
  return byType.get(type) ?? ANY
}

const ELEMENTS: readonly (readonly [ValueKinds, ValueKinds])[] = [
  [OBJECT, CELL],
  [INDICES, PAIR],
  [OBJECTS, OBJECT],
  [NUMBERS | PAIR, NUMBER],
  [GRID | SAMPLES | OTHER_TUPLE, TUPLE],
]

/** The kinds of the elements of a container of these kinds. */
export function elementKinds(container: ValueKinds): ValueKinds {
  // Containers of unknown kinds can hold anything.
  if ((container & SET) === SET || (container & TUPLE) === TUPLE || (container & OTHER_SET) !== 0) return ANY
  let kinds = 0
  for (const [outer, inner] of ELEMENTS) if ((container & outer) !== 0) kinds |= inner
  return kinds || ANY
}

// Primitives that return a container like one of their arguments, and those that return an element of their first one.
// Variants by suffix (`sfilter_f`) have the same name here.
const SAME_AS: ReadonlyMap<string, number> = new Map([
  ...'identity sfilter combine difference intersection dedupe sizefilter'
    .split(' ')
    .map((name): [string, number] => [name, 0]),
  ['remove', 1],
  ['insert', 1],
])
const ELEMENT_OF = new Set(
  'first second last other extract argmax argmin mostcommon leastcommon get_nth get_nth_by_key get_arg_rank get_common_rank merge mfilter'.split(
    ' ',
  ),
)

/** The kinds of the result of a primitive, by its declaration in a dialect and by the kinds of its arguments. */
export function kindsOfResult(key: string, args: readonly ValueKinds[], dialect: DialectId): ValueKinds {
  const primitive = primitiveOfKey(key)
  if (primitive === undefined) return ANY
  const name = nameOfKey(key).replace(/_[tf]$/, '')
  const declared = kindsOfType((primitive.declarations[dialect] ?? primitive).returns)
  const argument = SAME_AS.get(name)
  const derived = argument === undefined ? ANY : (args[argument] ?? ANY)
  const element = ELEMENT_OF.has(name) ? elementKinds(args[0] ?? ANY) : ANY
  return declared & derived & element || declared
}

const COLOR_PARAMETERS = new Set(['value', 'replacee', 'replacer', 'fallback'])

/** The parameters of a primitive; dialects a and r declare colours as integers, which are told by their names here. */
export function hintedParameters(key: string, dialect: DialectId): readonly Parameter[] {
  const parameters = parametersOf(key, dialect)
  if (dialect === 't') return parameters
  return parameters.map((parameter) => {
    const isColor = COLOR_PARAMETERS.has(parameter.name) || nameOfKey(key) === 'switch'
    return isColor && parameter.type === 'Integer' ? { ...parameter, type: 'C_' } : parameter
  })
}
