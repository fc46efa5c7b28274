// Values of every type of the DSL, as fast-check arbitraries of their notation: usual ones, empty ones, odd and large ones.

import fc from 'fast-check'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { type GridScale, gridOf, oddGrid } from './grids.ts'

/** The types that arguments are drawn by; every type of docs/dsl.md is one of them or drawn as one of them. */
export type TypeName =
  | 'Any'
  | 'Boolean'
  | 'Integer'
  | 'IntegerTuple'
  | 'Numerical'
  | 'IntegerSet'
  | 'Grid'
  | 'Cell'
  | 'Object'
  | 'Objects'
  | 'Indices'
  | 'IndicesSet'
  | 'Patch'
  | 'Element'
  | 'Piece'
  | 'Tuple'
  | 'TupleTuple'
  | 'Container'
  | 'ContainerContainer'
  | 'FrozenSet'
  | 'Samples'
  | 'Callable'

/** The type that values of a declared type are drawn as: ranks, selectors, colours and the like are integers. */
export function drawnType(type: string): TypeName {
  if (type === 'IJ') return 'IntegerTuple'
  return /^([A-Z]_|FL|[RA][48])$/.test(type) ? 'Integer' : (type as TypeName)
}

const MAX = 2 ** 30 - 1
const MIN = -(2 ** 30)
// At and beyond the bounds of what fits into words: colours of cells, coordinates of cells and of pairs, integers.
const EDGES = [
  15,
  16,
  4095,
  4096,
  -4096,
  -4097,
  8191,
  8192,
  -8192,
  -8193,
  9000,
  20000,
  -20000,
  65536,
  MAX,
  MAX - 1,
  MIN,
  MIN + 1,
]

const color = fc.integer({ min: 0, max: 9 })
const smallInteger = fc.integer({ min: -4, max: 31 })
const edgeInteger = fc.oneof(fc.constantFrom(...EDGES), fc.integer({ min: MIN, max: MAX }))
const integer = fc.oneof(weigh(12, color), weigh(8, smallInteger), weigh(1, edgeInteger))
const truthValue = fc.boolean()
const none = fc.constant<Notation>(null)

function weigh<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> {
  return { weight, arbitrary }
}

function tupleOf(item: fc.Arbitrary<Notation>, maxLength: number, minLength = 0): fc.Arbitrary<Notation> {
  return fc.array(item, { minLength, maxLength, size: 'max' }).map((t) => ({ t }))
}

function setOf(item: fc.Arbitrary<Notation>, maxLength: number, minLength = 0): fc.Arbitrary<Notation> {
  return fc.array(item, { minLength, maxLength, size: 'max' }).map((s) => ({ s }))
}

function pairOf(number: fc.Arbitrary<number>): fc.Arbitrary<Notation> {
  return fc.tuple(number, number).map((t) => ({ t }))
}

const smallPair = pairOf(fc.integer({ min: -3, max: 12 }))
const edgePair = pairOf(fc.oneof(smallInteger, edgeInteger))
const pair = fc.oneof(weigh(16, smallPair), weigh(4, pairOf(smallInteger)), weigh(1, edgePair))

const indices = fc.oneof(
  weigh(8, setOf(smallPair, 16)),
  weigh(2, setOf(pair, 8)),
  weigh(1, setOf(pairOf(fc.integer({ min: 0, max: 29 })), 120)),
  weigh(1, fc.constant<Notation>({ s: [] })),
)
const integerSet = fc.oneof(weigh(8, setOf(color, 8)), weigh(3, setOf(integer, 12)))

/** The cell of a colour, which may be any value, and a pair, in the layout. */
function cellOf(
  layout: CellLayout,
  colors: fc.Arbitrary<Notation>,
  places: fc.Arbitrary<Notation>,
): fc.Arbitrary<Notation> {
  return fc
    .tuple(colors, places)
    .map(([value, place]) => ({ t: layout === 't' ? [...(place as { t: number[] }).t, value] : [value, place] }))
}

/** Values that hold cells. */
function coloredValuesOf(layout: CellLayout) {
  const cell = fc.oneof(
    weigh(16, cellOf(layout, color, smallPair)),
    weigh(1, cellOf(layout, integer, pair)),
    weigh(1, cellOf(layout, edgeInteger, edgePair)),
  )

  // Cells that lie together, of one colour or of several; now and then two colours at one place.
  const object = fc.oneof(
    weigh(
      6,
      color.chain((c) => setOf(cellOf(layout, fc.constant(c), smallPair), 14)),
    ),
    weigh(4, setOf(cellOf(layout, color, smallPair), 20)),
    weigh(2, setOf(cell, 6)),
    weigh(1, setOf(cellOf(layout, color, pairOf(fc.integer({ min: 0, max: 29 }))), 120)),
    weigh(1, fc.constant<Notation>({ s: [] })),
  )
  const tupleOfCells = tupleOf(fc.oneof(weigh(8, cellOf(layout, color, smallPair)), weigh(1, cell)), 10)
  const patch = fc.oneof(weigh(4, object), weigh(4, indices), weigh(1, tupleOfCells))
  const objects = fc.oneof(weigh(8, setOf(object, 5)), weigh(1, tupleOf(object, 5)))
  // Containers in containers, ragged and mixed, down to a few levels.
  const nested = fc.letrec<{ value: Notation }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'medium' },
      weigh(8, fc.oneof(integer, pair, cell, truthValue)),
      weigh(1, none),
      weigh(3, tupleOf(tie('value'), 4)),
      weigh(2, setOf(tie('value'), 4)),
    ),
  })).value
  return { cell, object, patch, objects, nested }
}

/** Arbitraries of all types but Callable, for which see calls.ts; `scale` bounds the size of grids. */
export function valuesOf(
  scale: GridScale,
  layout: CellLayout = 'a',
): Readonly<Record<Exclude<TypeName, 'Callable'>, fc.Arbitrary<Notation>>> {
  const { cell, object, patch, objects, nested } = coloredValuesOf(layout)
  const grid = fc.oneof(weigh(12, gridOf(scale)), weigh(1, oddGrid))
  const tuple = fc.oneof(
    weigh(4, tupleOf(color, 12)),
    weigh(2, tupleOf(integer, 6)),
    weigh(2, tupleOf(pair, 5)),
    weigh(1, grid),
    weigh(1, tupleOf(object, 4)),
    weigh(1, nested),
  )
  const frozenSet = fc.oneof(
    weigh(3, integerSet),
    weigh(3, indices),
    weigh(3, object),
    weigh(2, objects),
    weigh(1, setOf(nested, 5)),
    weigh(1, setOf(grid, 3)),
  )
  const container = fc.oneof(weigh(1, tuple), weigh(1, frozenSet))
  const containers = fc.oneof(
    weigh(3, objects),
    weigh(3, grid),
    weigh(2, tupleOf(container, 4)),
    weigh(1, setOf(indices, 4)),
    weigh(1, setOf(container, 4)),
    weigh(1, tupleOf(tupleOf(integer, 4), 4)),
  )
  return {
    Any: fc.oneof(integer, truthValue, pair, cell, grid, patch, objects, container, containers, nested, none),
    Boolean: fc.oneof(weigh(6, truthValue), weigh(1, integer)),
    Integer: integer,
    IntegerTuple: pair,
    Numerical: fc.oneof(weigh(1, integer), weigh(1, pair)),
    IntegerSet: integerSet,
    Grid: grid,
    Cell: cell,
    Object: object,
    Objects: objects,
    Indices: indices,
    IndicesSet: setOf(indices, 4),
    Patch: patch,
    Element: fc.oneof(weigh(1, object), weigh(1, grid)),
    Piece: fc.oneof(weigh(1, patch), weigh(1, grid)),
    Tuple: tuple,
    TupleTuple: fc.oneof(weigh(1, tupleOf(tuple, 4)), weigh(1, grid)),
    Container: container,
    ContainerContainer: containers,
    FrozenSet: frozenSet,
    Samples: fc.oneof(weigh(6, tupleOf(tupleOf(grid, 2, 2), 4)), weigh(1, tupleOf(tupleOf(grid, 3), 3))),
  }
}
