// The declared types of parameters: whether a value fits one, and the description of the values that do.

import { isCallable, isContainer, isSet, isTuple, itemAt, sizeOf } from '../../kernel/blocks.ts'
import { cellParts } from '../../kernel/cells.ts'
import { isGrid } from '../../kernel/grids.ts'
import type { Heap } from '../../kernel/heap.ts'
import { isIndex } from '../../kernel/tuples.ts'
import { type Word, isInt } from '../../kernel/words.ts'
import { FUNCTION, INTEGER, type Kinds, SET, TUPLE } from '../../language/check/primitive-kinds.ts'

type Test = (h: Heap, w: Word) => boolean

interface DeclaredType {
  /** Follows "expected". */
  readonly phrase: string
  readonly kinds: Kinds
  readonly fits: Test
}

const isInteger: Test = (_h, w) => isInt(w)
const every =
  (isOf: Test, test: Test): Test =>
  (h, w) => {
    if (!isOf(h, w)) return false
    const count = sizeOf(h, w)
    for (let k = 0; k < count; k++) if (!test(h, itemAt(h, w, k))) return false
    return true
  }
const either =
  (...tests: readonly Test[]): Test =>
  (h, w) =>
    tests.some((test) => test(h, w))
const isCell: Test = (h, w) => {
  if (!isTuple(h, w) || sizeOf(h, w) !== cellParts(h)) return false
  if (h.hasTriples) return [0, 1, 2].every((k) => isInt(itemAt(h, w, k)))
  return isInt(itemAt(h, w, 0)) && isIndex(h, itemAt(h, w, 1))
}
const isObject = every(isSet, isCell)
const isIndices = every(isSet, isIndex)
const isPatch = either(isObject, isIndices)
const isPair: Test = (h, w) => isTuple(h, w) && sizeOf(h, w) === 2

const integer: DeclaredType = { phrase: 'an integer', kinds: INTEGER, fits: isInteger }
const pair: DeclaredType = { phrase: 'a pair of integers', kinds: TUPLE, fits: isIndex }

const TYPES: Readonly<Record<string, DeclaredType>> = {
  Boolean: { ...integer, phrase: 'a boolean' },
  Integer: integer,
  IntegerTuple: pair,
  Numerical: {
    phrase: 'an integer or a pair of integers',
    kinds: INTEGER | TUPLE,
    fits: either(isInteger, isIndex),
  },
  IntegerSet: { phrase: 'a set of integers', kinds: SET, fits: every(isSet, isInteger) },
  Grid: { phrase: 'a grid', kinds: TUPLE, fits: isGrid },
  Cell: { phrase: 'a cell', kinds: TUPLE, fits: isCell },
  Object: { phrase: 'an object', kinds: SET, fits: isObject },
  Objects: { phrase: 'a set of objects', kinds: SET, fits: every(isSet, isObject) },
  Indices: { phrase: 'a set of indices', kinds: SET, fits: isIndices },
  IndicesSet: { phrase: 'a set of sets of indices', kinds: SET, fits: every(isSet, isIndices) },
  Patch: { phrase: 'an object or a set of indices', kinds: SET, fits: isPatch },
  Element: { phrase: 'an object or a grid', kinds: TUPLE | SET, fits: either(isObject, isGrid) },
  Piece: { phrase: 'a grid, an object or a set of indices', kinds: TUPLE | SET, fits: either(isGrid, isPatch) },
  Tuple: { phrase: 'a tuple', kinds: TUPLE, fits: isTuple },
  TupleTuple: { phrase: 'a tuple of tuples', kinds: TUPLE, fits: every(isTuple, isTuple) },
  Container: { phrase: 'a tuple or a set', kinds: TUPLE | SET, fits: isContainer },
  ContainerContainer: {
    phrase: 'a tuple or a set of containers',
    kinds: TUPLE | SET,
    fits: every(isContainer, isContainer),
  },
  FrozenSet: { phrase: 'a set', kinds: SET, fits: isSet },
  Callable: { phrase: 'a function', kinds: FUNCTION, fits: isCallable },
  IJ: pair,
  Samples: { phrase: 'a tuple of (input, output) pairs', kinds: TUPLE, fits: every(isTuple, isPair) },
  C_: { ...integer, phrase: 'a colour' },
}
// Ranks, selectors, angles and coordinates.
const INTEGERS = ['FL', 'F_', 'L_', 'R_', 'R4', 'R8', 'A_', 'A4', 'A8', 'I_', 'J_']
const byName = new Map([...Object.entries(TYPES), ...INTEGERS.map((name) => [name, integer] as const)])

/** A declared type; undefined for Any, which every value fits. */
export function declaredType(name: string): DeclaredType | undefined {
  return byName.get(name)
}
