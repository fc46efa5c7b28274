// What the values of a drawn program roughly are: enough to choose arguments that a primitive can do something with.

import type { Primitive } from '../../src/primitives/primitive.ts'
import { stemOf } from './dialect-words.ts'

/** The type of a value: containers know what they hold, functions what they take and give. */
export type ValueType =
  | { readonly is: 'Integer' | 'Boolean' | 'IntegerTuple' | 'Cell' | 'Grid' | 'Any' }
  | { readonly is: 'Tuple' | 'Set'; readonly of: ValueType }
  | { readonly is: 'Function'; readonly takes: readonly ValueType[]; readonly gives: ValueType }

export const ANY: ValueType = { is: 'Any' }
export const INTEGER: ValueType = { is: 'Integer' }
export const BOOLEAN: ValueType = { is: 'Boolean' }
export const INTEGER_TUPLE: ValueType = { is: 'IntegerTuple' }
export const GRID: ValueType = { is: 'Grid' }
export const OBJECT: ValueType = setOf({ is: 'Cell' })
export const INDICES: ValueType = setOf(INTEGER_TUPLE)
export const OBJECTS: ValueType = setOf(OBJECT)
export const SAMPLES: ValueType = tupleOf(tupleOf(GRID))

export function setOf(of: ValueType): ValueType {
  return { is: 'Set', of }
}

export function tupleOf(of: ValueType): ValueType {
  return { is: 'Tuple', of }
}

/** What a container holds; undefined for what is none. */
export function elementOf(type: ValueType): ValueType | undefined {
  switch (type.is) {
    case 'Grid':
      return tupleOf(INTEGER)
    case 'IntegerTuple':
      return INTEGER
    case 'Cell':
      return ANY
    case 'Tuple':
    case 'Set':
      return type.of
    default:
      return undefined
  }
}

/** The name of a type in dialect a, for the names that hint at colours, ranks, selectors, angles and coordinates. */
export function plainName(type: string): string {
  if (type === 'IJ') return 'IntegerTuple'
  return /^(?:[A-Z]_|FL|[RA][48])$/.test(type) ? 'Integer' : type
}

/** Whether a value of the type suits a parameter that is declared so. */
export function suits(parameter: string, type: ValueType): boolean {
  const element = elementOf(type)
  switch (plainName(parameter)) {
    case 'Any':
      return true
    case 'Boolean':
    case 'Integer':
      return type.is === 'Integer' || type.is === 'Boolean'
    case 'Numerical':
      return type.is === 'Integer' || type.is === 'Boolean' || type.is === 'IntegerTuple'
    case 'IntegerTuple':
    case 'Cell':
    case 'Grid':
      return type.is === plainName(parameter)
    case 'Object':
      return isSetOf(type, 'Cell')
    case 'Indices':
      return isSetOf(type, 'IntegerTuple')
    case 'Patch':
      return suits('Object', type) || suits('Indices', type)
    case 'Element':
      return type.is === 'Grid' || suits('Object', type)
    case 'Piece':
      return type.is === 'Grid' || suits('Patch', type)
    case 'Objects':
      return type.is === 'Set' && suits('Object', type.of)
    case 'IndicesSet':
      return type.is === 'Set' && suits('Indices', type.of)
    case 'IntegerSet':
      return element !== undefined && suits('Integer', element)
    case 'Tuple':
      return element !== undefined && type.is !== 'Set'
    case 'TupleTuple':
      return element !== undefined && type.is !== 'Set' && suits('Tuple', element)
    case 'FrozenSet':
      return type.is === 'Set'
    case 'Container':
      return element !== undefined
    case 'ContainerContainer':
      return element !== undefined && elementOf(element) !== undefined
    case 'Samples':
      return type.is === 'Tuple' && type.of.is === 'Tuple' && type.of.of.is === 'Grid'
    case 'Callable':
      return type.is === 'Function'
    default:
      return false
  }
}

function isSetOf(type: ValueType, is: ValueType['is']): boolean {
  return type.is === 'Set' && type.of.is === is
}

/** The type that a declaration names, where the arguments tell no more. */
export function declaredType(declared: string): ValueType {
  const name = plainName(declared)
  switch (name) {
    case 'Boolean':
    case 'Integer':
    case 'IntegerTuple':
    case 'Cell':
    case 'Grid':
      return { is: name }
    case 'Samples':
      return SAMPLES
    case 'Numerical':
      return INTEGER
    case 'Object':
    case 'Element':
      return OBJECT
    case 'Indices':
    case 'Patch':
    case 'Piece':
      return INDICES
    case 'Objects':
      return OBJECTS
    case 'IndicesSet':
      return setOf(INDICES)
    case 'IntegerSet':
      return setOf(INTEGER)
    case 'Tuple':
    case 'Container':
      return tupleOf(INTEGER)
    case 'TupleTuple':
      return tupleOf(tupleOf(INTEGER))
    case 'ContainerContainer':
      return OBJECTS
    case 'FrozenSet':
      return setOf(INTEGER)
    case 'Callable':
      return { is: 'Function', takes: [ANY], gives: ANY }
    default:
      return ANY
  }
}

function held(type: ValueType | undefined): ValueType {
  return (type === undefined ? undefined : elementOf(type)) ?? ANY
}

function given(fn: ValueType | undefined): ValueType {
  return fn?.is === 'Function' ? fn.gives : ANY
}

type Refine = (...args: ValueType[]) => ValueType

const same: Refine = (a) => a!
const mapped: Refine = (fn, container) => (container?.is === 'Set' ? setOf(given(fn)) : tupleOf(given(fn)))
const picked: Refine = (container) => held(container)
const numerical: Refine = (...args) => (args.every(({ is }) => is !== 'IntegerTuple') ? INTEGER : INTEGER_TUPLE)

/** Primitives whose result follows from their arguments more closely than they declare. */
const REFINED: Readonly<Record<string, Refine>> = {
  ...Object.fromEntries(['first', 'last', 'other', 'mostcommon', 'leastcommon'].map((name) => [name, picked])),
  ...Object.fromEntries(['extract', 'argmax', 'argmin'].map((name) => [name, picked])),
  ...Object.fromEntries(['hmirror', 'vmirror', 'dmirror', 'cmirror', 'upscale'].map((name) => [name, same])),
  ...Object.fromEntries(['shift', 'normalize', 'identity', 'combine', 'intersection'].map((name) => [name, same])),
  ...Object.fromEntries(['difference', 'dedupe', 'sfilter', 'colorfilter'].map((name) => [name, same])),
  ...Object.fromEntries(
    [
      'add',
      'subtract',
      'multiply',
      'divide',
      'invert',
      'double',
      'halve',
      'increment',
      'decrement',
      'crement',
      'sign',
    ].map((name) => [name, numerical]),
  ),
  branch: (_, a) => a!,
  remove: (_, container) => container!,
  insert: (_, container) => container!,
  sizefilter: (container) => setOf(held(container)),
  totuple: (container) => tupleOf(held(container)),
  order: (container) => tupleOf(held(container)),
  merge: (containers) => held(containers),
  mfilter: (containers) => setOf(held(held(containers))),
  initset: (value) => setOf(value!),
  repeat: (item) => tupleOf(item!),
  product: (a, b) => setOf(suits('Integer', held(a)) && suits('Integer', held(b)) ? INTEGER_TUPLE : tupleOf(held(a))),
  pair: () => tupleOf(INTEGER_TUPLE),
  hsplit: () => tupleOf(GRID),
  vsplit: () => tupleOf(GRID),
  interval: () => tupleOf(INTEGER),
  astuple: (a, b) => (suits('Integer', a!) && suits('Integer', b!) ? INTEGER_TUPLE : tupleOf(a!)),
  apply: mapped,
  papply: (fn) => tupleOf(given(fn)),
  prapply: (fn) => setOf(given(fn)),
  mapply: (fn) => setOf(held(given(fn))),
  mpapply: (fn) => tupleOf(held(given(fn))),
  rapply: (functions) => tupleOf(given(held(functions))),
  // Dialect t.
  ...Object.fromEntries(['second', 'get_nth', 'get_common_rank'].map((name) => [name, picked])),
  ...Object.fromEntries(['get_arg_rank', 'get_nth_by_key'].map((name) => [name, picked])),
  ...Object.fromEntries(['mir_rot', 'difference_tuple', 'dedupe_pair_tuple'].map((name) => [name, same])),
  ...Object.fromEntries(['p_g', 'p_o'].map((name) => [name, () => tupleOf(INTEGER)])),
  ...Object.fromEntries(['ascell', 'astriple'].map((name) => [name, (): ValueType => ({ is: 'Cell' })])),
  ...Object.fromEntries(['c_iz', 'c_zo'].map((name): [string, Refine] => [name, (_, fn) => tupleOf(held(given(fn)))])),
  ...Object.fromEntries(['c_iz_n', 'c_zo_n'].map((name): [string, Refine] => [name, (_, __, pick) => given(pick)])),
  c_branch: (_, a) => a!,
  celltuple: () => tupleOf({ is: 'Cell' }),
  get_val_rank: (_, fn) => given(fn),
  mapply_t: (fn) => tupleOf(held(given(fn))),
  mfilter_t: (container) => setOf(held(container)),
}

/** The type of what a primitive gives for arguments of these types. */
export function typeOfCall(primitive: Primitive, args: readonly ValueType[]): ValueType {
  const refine = REFINED[primitive.name] ?? REFINED[stemOf(primitive.name)]
  if (refine === undefined || args.length !== primitive.parameters.length) return declaredType(primitive.returns)
  return refine(...args)
}
