// Calls of a primitive as programs of one statement: several for the self-check of a device, where the CPU gives the
// expected value, and one of a given size for timing.

import type { Operand, Program } from '../../../language/program.ts'
import type { Notation } from '../../../language/values/value-notation.ts'
import type { Primitive } from '../../../primitives/primitive.ts'

const GRIDS: readonly Notation[] = [
  { g: ['0010', '0110', '2000', '2203'] },
  { g: ['123', '456'] },
  { g: ['5'] },
  { g: ['0000000', '0303030', '0333330', '0000000', '1010101'] },
]
const cell = (color: number, row: number, column: number): Notation => ({ t: [color, { t: [row, column] }] })
const OBJECTS: readonly Notation[] = [
  { s: [cell(1, 0, 2), cell(1, 1, 1), cell(1, 1, 2)] },
  { s: [cell(3, 4, 4)] },
  { s: [cell(2, 2, 0), cell(2, 3, 0), cell(5, 3, 1), cell(2, 0, 3)] },
]
const INDICES: readonly Notation[] = [{ s: [{ t: [0, 0] }, { t: [1, 2] }, { t: [3, 1] }] }, { s: [{ t: [-1, 2] }] }]
const PAIRS: readonly Notation[] = [{ t: [1, 2] }, { t: [0, -1] }, { t: [3, 3] }]
const TUPLES: readonly Notation[] = [{ t: [3, 1, 2, 1] }, { t: [{ t: [0, 1] }, { t: [2, 2] }, { t: [0, 1] }] }]
const SETS: readonly Notation[] = [{ s: [4, 1, 9] }, ...INDICES, OBJECTS[2]!, { s: [...OBJECTS] }]
const NESTED: readonly Notation[] = [{ s: [...OBJECTS] }, { t: [...TUPLES] }, { s: [...INDICES] }]
const IDENTITY: Notation = { f: 'identity' }

const VALUES: Readonly<Record<string, readonly Notation[]>> = {
  Grid: GRIDS,
  Element: GRIDS,
  Piece: [...GRIDS.slice(0, 2), ...OBJECTS],
  Object: OBJECTS,
  Objects: [{ s: [...OBJECTS] }, { s: [OBJECTS[1]!] }],
  Patch: [...OBJECTS, ...INDICES],
  Indices: INDICES,
  Integer: [2, 0, 1, 3, -4, 5],
  Boolean: [true, false, true],
  Numerical: [3, { t: [1, -2] }, -7, { t: [4, 4] }],
  IntegerTuple: PAIRS,
  IntegerSet: [{ s: [3, 1, 7] }, { s: [0] }],
  Tuple: TUPLES,
  FrozenSet: SETS,
  Container: [...TUPLES, ...SETS],
  ContainerContainer: NESTED,
  Any: [5, ...PAIRS, OBJECTS[0]!, GRIDS[1]!],
  Callable: [IDENTITY],
}
const CALLS_PER_PRIMITIVE = 6

/** Programs of one statement that call the primitive; function arguments are `identity` or `equality`. */
export function checkPrograms(primitive: Primitive): Program[] {
  const { name, parameters } = primitive
  // Later parameters are shifted, so that a value is combined with several others.
  const pick = (type: string, turn: number, place: number): Notation => {
    if (type === 'Callable' && primitive.sort === 'higher-order' && primitive.callArity === 2) return { f: 'equality' }
    const values = VALUES[type] ?? VALUES['Any']!
    return values[(turn + place * (turn > 2 ? 1 : 2)) % values.length]!
  }
  return Array.from({ length: CALLS_PER_PRIMITIVE }, (_, turn) =>
    callOf(
      name,
      parameters.map(({ type }, place) =>
        name === 'rapply' && place === 0 ? { t: [IDENTITY, IDENTITY] } : pick(type, turn, place),
      ),
    ),
  )
}

/** A program that calls the primitive on values of about `side * side` cells, for timing. */
export function timedProgram({ name, parameters, sort }: Primitive, side: number): Program {
  const cells: Notation[] = []
  for (let i = 0; i < side; i++) for (let j = i % 2; j < side; j += 2) cells.push(cell((i + j) % 10, i, j))
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
    Indices: { s: cells.map((own) => (own as { t: Notation[] }).t[1]!) },
    Container: object,
    FrozenSet: object,
    Tuple: { t: cells },
  }
  return callOf(
    name,
    parameters.map(({ type }, place) => {
      if (name === 'rapply' && place === 0) return { t: [IDENTITY, IDENTITY] }
      if (type === 'Callable' && sort === 'higher-order' && parameters.length === 3) return { f: 'equality' }
      return sized[type] ?? (VALUES[type] ?? VALUES['Any']!)[0]!
    }),
  )
}

function callOf(name: string, values: readonly Notation[]): Program {
  const args = values.map((value): Operand => ({ kind: 'constant', value }))
  return {
    name: `call_${name}`,
    mode: 'strict',
    dialect: 'a',
    file: '',
    statements: [{ name: 'x1', callee: { kind: 'primitive', key: name }, args, place: { line: 1, column: 1 } }],
    result: { kind: 'statement', index: 0 },
    outputs: [],
  }
}
