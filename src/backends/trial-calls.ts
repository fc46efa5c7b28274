// Calls of a primitive as programs of one statement: several for the self-check of a device, where the CPU gives the
// expected value, and one of a given size for timing.

import type { CellLayout } from '../kernel/cell-layout.ts'
import type { Operand, Program } from '../language/program.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { Declaration, DialectId, Primitive } from '../primitives/primitive.ts'

const GRIDS: readonly Notation[] = [
  { g: ['0010', '0110', '2000', '2203'] },
  { g: ['123', '456'] },
  { g: ['5'] },
  { g: ['0000000', '0303030', '0333330', '0000000', '1010101'] },
]
const INDICES: readonly Notation[] = [{ s: [{ t: [0, 0] }, { t: [1, 2] }, { t: [3, 1] }] }, { s: [{ t: [-1, 2] }] }]
const PAIRS: readonly Notation[] = [{ t: [1, 2] }, { t: [0, -1] }, { t: [3, 3] }]
const TUPLES: readonly Notation[] = [{ t: [3, 1, 2, 1] }, { t: [{ t: [0, 1] }, { t: [2, 2] }, { t: [0, 1] }] }]
const INTEGERS: readonly Notation[] = [2, 0, 1, 3, -4, 5]
const SAMPLES: readonly Notation[] = [
  { t: [{ t: [GRIDS[0]!, GRIDS[1]!] }, { t: [GRIDS[1]!, GRIDS[1]!] }] },
  { t: [{ t: [GRIDS[2]!, GRIDS[2]!] }] },
]
const IDENTITY: Notation = { f: 'identity' }

function cell(layout: CellLayout, color: number, row: number, column: number): Notation {
  return layout === 't' ? { t: [row, column, color] } : { t: [color, { t: [row, column] }] }
}

/** Arguments by declared type; any other type is one of the integers of dialect t. */
function argumentsIn(layout: CellLayout): Readonly<Record<string, readonly Notation[]>> {
  const at = (...place: [number, number, number]) => cell(layout, ...place)
  const objects: readonly Notation[] = [
    { s: [at(1, 0, 2), at(1, 1, 1), at(1, 1, 2)] },
    { s: [at(3, 4, 4)] },
    { s: [at(2, 2, 0), at(2, 3, 0), at(5, 3, 1), at(2, 0, 3)] },
  ]
  const sets: readonly Notation[] = [{ s: [4, 1, 9] }, ...INDICES, objects[2]!, { s: [...objects] }]
  return {
    Grid: GRIDS,
    Element: GRIDS,
    Piece: [...GRIDS.slice(0, 2), ...objects],
    Object: objects,
    Objects: [{ s: [...objects] }, { s: [objects[1]!] }],
    Patch: [...objects, ...INDICES],
    Indices: INDICES,
    Cell: [at(1, 0, 2), at(7, 3, 3)],
    Boolean: [true, false, true],
    Numerical: [3, { t: [1, -2] }, -7, { t: [4, 4] }],
    IntegerTuple: PAIRS,
    IJ: PAIRS,
    IntegerSet: [{ s: [3, 1, 7] }, { s: [0] }],
    Tuple: TUPLES,
    FrozenSet: sets,
    Container: [...TUPLES, ...sets],
    ContainerContainer: [{ s: [...objects] }, { t: [...TUPLES] }, { s: [...INDICES] }],
    Samples: SAMPLES,
    Any: [5, ...PAIRS, objects[0]!, GRIDS[1]!],
    Callable: [IDENTITY],
  }
}

const ARGUMENTS: Readonly<Record<CellLayout, Readonly<Record<string, readonly Notation[]>>>> = {
  a: argumentsIn('a'),
  t: argumentsIn('t'),
}
const CALLS_PER_PRIMITIVE = 6

/** Programs of one statement that call the primitive; function arguments are `identity` or `equality`. */
export function checkPrograms(primitive: Primitive, layout: CellLayout): Program[] {
  const [dialect, { parameters }] = declarationIn(primitive, layout)
  // Later parameters are shifted, so that a value is combined with several others.
  const pick = (type: string, turn: number, place: number): Notation => {
    if (type === 'Callable' && primitive.sort === 'higher-order' && primitive.callArity === 2) return { f: 'equality' }
    const values = ARGUMENTS[layout][type] ?? INTEGERS
    return values[(turn + place * (turn > 2 ? 1 : 2)) % values.length]!
  }
  return Array.from({ length: CALLS_PER_PRIMITIVE }, (_, turn) =>
    callOf(
      primitive,
      dialect,
      parameters.map(({ type }, place) =>
        isListOfFunctions(primitive, place) ? { t: [IDENTITY, IDENTITY] } : pick(type, turn, place),
      ),
    ),
  )
}

/** A program that calls the primitive on values of about `side * side` cells, for timing. */
export function timedProgram(primitive: Primitive, side: number): Program {
  const layout = primitive.declarations.a === undefined && primitive.declarations.r === undefined ? 't' : 'a'
  const [dialect, { parameters }] = declarationIn(primitive, layout)
  const places: [number, number][] = []
  for (let i = 0; i < side; i++) for (let j = i % 2; j < side; j += 2) places.push([i, j])
  const cells = places.map(([i, j]) => cell(layout, (i + j) % 10, i, j))
  const rows = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (__, j) => String(((i >> 1) * 3 + (j >> 1) * 7) % 10)).join(''),
  )
  const object: Notation = { s: cells }
  const sized: Readonly<Record<string, Notation>> = {
    Grid: { g: rows },
    Element: { g: rows },
    Piece: { g: rows },
    Patch: object,
    Object: object,
    Indices: { s: places.map((place) => ({ t: place })) },
    Container: object,
    FrozenSet: object,
    Tuple: { t: cells },
  }
  return callOf(
    primitive,
    dialect,
    parameters.map(({ type }, place) => {
      if (isListOfFunctions(primitive, place)) return { t: [IDENTITY, IDENTITY] }
      if (type === 'Callable' && primitive.sort === 'higher-order' && parameters.length === 3) return { f: 'equality' }
      return sized[type] ?? (ARGUMENTS[layout][type] ?? INTEGERS)[0]!
    }),
  )
}

/** The functions of `rapply` are the elements of its first argument. */
function isListOfFunctions({ kernelName }: Primitive, place: number): boolean {
  return kernelName.startsWith('rapply') && place === 0
}

function declarationIn({ key, declarations }: Primitive, layout: CellLayout): [DialectId, Declaration] {
  const dialects: readonly DialectId[] = layout === 't' ? ['t'] : ['a', 'r']
  for (const dialect of dialects) {
    const declaration = declarations[dialect]
    if (declaration !== undefined) return [dialect, declaration]
  }
  throw new RangeError(`${key} has no declaration for layout ${layout}`)
}

function callOf({ key, name }: Primitive, dialect: DialectId, values: readonly Notation[]): Program {
  const args = values.map((value): Operand => ({ kind: 'constant', value }))
  return {
    name: `call_${name}`,
    mode: 'strict',
    dialect,
    file: '',
    statements: [{ name: 'x1', callee: { kind: 'primitive', key }, args, place: { line: 1, column: 1 } }],
    result: { kind: 'statement', index: 0 },
    outputs: [],
  }
}
