// The JSON notation of values, used by the conformance data: encoding to the heap and decoding.
//
// None: null. Integer, boolean: itself. Tuple: {"t": [...]}. Set: {"s": [...]}. Grid of colours 0-9: {"g": ["012", "340"]}.
// Function: {"f": name} for a primitive, {"call": name, "args": [...]} for a closure.

import {
  CLOSURE,
  GRID,
  cellsAt,
  gridCols,
  gridRows,
  isBlock,
  isSet,
  isTuple,
  itemAt,
  sizeOf,
} from '../../kernel/blocks.ts'
import { closureArgument, closureMaker } from '../../kernel/closures.ts'
import { NESTING_RULE, deviation } from '../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, push, scratchTop } from '../../kernel/heap.ts'
import { finishSet } from '../../kernel/sets.ts'
import { finishTuple } from '../../kernel/tuples.ts'
import { INT_MAX, NONE, PRIMITIVE_BASE, type Word, isError, isInt, isPrimitive } from '../../kernel/words.ts'
import type { DialectId } from '../../primitives/primitive.ts'
import { combinatorNames, primitiveNamed, primitives } from '../names.ts'
import { describeError } from './error-words.ts'

/** A value in the notation. */
export type Notation =
  | null
  | number
  | boolean
  | { t: Notation[] }
  | { s: Notation[] }
  | { g: string[] }
  | { f: string }
  | { call: string; args: Notation[] }

/** Thrown for JSON that is not a value; `path` leads to the part at fault. */
export class NotationError extends Error {
  readonly path: string
  /** The error word of a valid value that the heap cannot represent. */
  readonly word: Word | undefined
  constructor(message: string, path: string, word?: Word) {
    super(path === '' ? message : `${message}, at ${path}`)
    this.path = path
    this.word = word
  }
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 1 << 22
const DIGIT_ZERO = 48
const DIGITS = new TextDecoder('latin1')

/** Encodes a value of the notation on the heap; names of functions are those of the dialect. */
export function encodeNotation(h: Heap, value: unknown, path = '', dialect: DialectId = h.layout): Word {
  startAfresh(h)
  return encode(h, value, path, 0, dialect)
}

function encode(h: Heap, value: unknown, path: string, depth: number, dialect: DialectId): Word {
  if (depth > MAX_DEPTH) throw new NotationError(`nested deeper than ${MAX_DEPTH}`, path, deviation(NESTING_RULE))
  if (value === null) return NONE
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || !isInt(value))
      throw new NotationError(`${value} is not an integer of 31 bits`, path)
    return value
  }
  if (typeof value !== 'object') throw new NotationError(`${JSON.stringify(value)} is not a value`, path)
  if ('t' in value) return encodeElements(h, value.t, `${path}.t`, depth, dialect, finishTuple)
  if ('s' in value) return encodeElements(h, value.s, `${path}.s`, depth, dialect, finishSet)
  if ('g' in value) return encodeRows(h, value.g, `${path}.g`)
  if ('f' in value) return encodeName(value.f, `${path}.f`, dialect)
  if ('call' in value) return encodeClosure(h, value, path, depth, dialect)
  throw new NotationError('an object needs one of the keys t, s, g, f, call', path)
}

/** Clears the work and the fault of an earlier kernel. */
function startAfresh(h: Heap): void {
  h.work = 0
  h.fault = 0
}

function encodeElements(
  h: Heap,
  items: unknown,
  path: string,
  depth: number,
  dialect: DialectId,
  finish: (h: Heap, list: number) => Word,
): Word {
  if (!Array.isArray(items)) throw new NotationError('expected an array', path)
  const list = scratchTop(h)
  for (const [k, item] of items.entries()) push(h, encode(h, item, `${path}[${k}]`, depth + 1, dialect))
  return checked(h, finish(h, list), path)
}

function encodeRows(h: Heap, rows: unknown, path: string): Word {
  if (!Array.isArray(rows)) throw new NotationError('expected an array of strings of digits', path)
  const list = scratchTop(h)
  for (const [i, row] of rows.entries()) {
    if (typeof row !== 'string' || !/^[0-9]*$/.test(row))
      throw new NotationError('expected a string of digits', `${path}[${i}]`)
    const cells = scratchTop(h)
    for (let j = 0; j < row.length; j++) push(h, row.charCodeAt(j) - 48)
    push(h, row === '' ? EMPTY_TUPLE : finishTuple(h, cells))
  }
  return checked(h, finishTuple(h, list), path)
}

function encodeName(name: unknown, path: string, dialect: DialectId): Word {
  const primitive = typeof name === 'string' ? primitiveNamed(name, dialect) : undefined
  if (primitive === undefined) throw new NotationError(`unknown primitive ${JSON.stringify(name)}`, path)
  return PRIMITIVE_BASE + primitive.id
}

function encodeClosure(
  h: Heap,
  value: { call: unknown; args?: unknown },
  path: string,
  depth: number,
  dialect: DialectId,
): Word {
  const combinator = typeof value.call === 'string' ? primitiveNamed(value.call, dialect) : undefined
  if (combinator?.sort !== 'combinator') throw new NotationError('expected the name of a combinator', `${path}.call`)
  if (!Array.isArray(value.args) || value.args.length !== combinator.parameters.length) {
    throw new NotationError(`${combinator.name} takes ${combinator.parameters.length} arguments`, `${path}.args`)
  }
  const words = value.args.map((item, k) => encode(h, item, `${path}.args[${k}]`, depth + 1, dialect))
  return checked(h, combinator.kernel(h, ...words), path)
}

function checked(h: Heap, w: Word, path: string): Word {
  const error = h.fault === 0 ? w : h.fault
  h.fault = 0
  if (isError(error)) throw new NotationError(`cannot be built: ${describeError(error)}`, path, error)
  return w
}

/** Decodes a value of the heap; throws if it has more than four million parts. */
export function decodeNotation(h: Heap, w: Word): Notation {
  const budget = { left: MAX_ELEMENTS }
  startAfresh(h)
  // Reading the rows of a grid allocates blocks, which must not count against a statement.
  const allowed = h.budget
  h.budget = INT_MAX
  try {
    return decode(h, w, budget, 0)
  } finally {
    h.budget = allowed
  }
}

function decode(h: Heap, w: Word, budget: { left: number }, depth: number): Notation {
  if (--budget.left < 0) throw new NotationError(`has more than ${MAX_ELEMENTS} parts`, '')
  if (depth > MAX_DEPTH) throw new NotationError(`nested deeper than ${MAX_DEPTH}`, '')
  if (isInt(w)) return w
  if (w === NONE) return null
  if (isPrimitive(w)) return { f: primitives[w - PRIMITIVE_BASE]?.name ?? '?' }
  if (isError(w)) throw new NotationError(`is not a value but an error: ${describeError(w)}`, '')
  if (isBlock(h, w, CLOSURE)) {
    const name = combinatorNames[closureMaker(h, w)] ?? '?'
    const count = primitiveNamed(name)?.parameters.length ?? 0
    const args = Array.from({ length: count }, (_, k) => decode(h, closureArgument(h, w, k), budget, depth + 1))
    return { call: name, args }
  }
  if (isBlock(h, w, GRID)) {
    const rows = decodeDigits(h, w, budget)
    if (rows !== undefined) return rows
  }
  const items = Array.from({ length: sizeOf(h, w) }, (_, k) => decode(h, itemAt(h, w, k), budget, depth + 1))
  if (isSet(h, w)) return { s: items }
  if (!isTuple(h, w)) throw new NotationError('is not a value', '')
  return rowsOfDigits(items) ?? { t: items }
}

/** The short form of a grid of colours 0-9, without a number and a block for each part; undefined for any other grid. */
function decodeDigits(h: Heap, grid: Word, budget: { left: number }): Notation | undefined {
  const [rowCount, cols, first] = [gridRows(h, grid), gridCols(h, grid), cellsAt(grid)]
  const { words } = h
  const partCount = rowCount * (cols + 1)
  if (partCount > budget.left) return undefined
  for (let k = 0; k < rowCount * cols; k++) if (words[first + k]! >>> 0 > 9) return undefined
  budget.left -= partCount
  const row = new Uint8Array(cols)
  const g = Array.from({ length: rowCount }, (_, i) => {
    for (let j = 0; j < cols; j++) row[j] = DIGIT_ZERO + words[first + i * cols + j]!
    return DIGITS.decode(row)
  })
  return { g }
}

/** The short form of a grid of colours 0-9 that is neither empty nor ragged. */
function rowsOfDigits(items: Notation[]): { g: string[] } | undefined {
  const rows: string[] = []
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('t' in item) || item.t.length === 0) return undefined
    if (!item.t.every((cell) => typeof cell === 'number' && cell >= 0 && cell <= 9)) return undefined
    rows.push(item.t.join(''))
  }
  return rows.length > 0 && rows.every((row) => row.length === rows[0]!.length) ? { g: rows } : undefined
}

/** The canonical spelling of a value, for comparison: True is 1, and a grid has its long form. */
export function spellNotation(value: Notation): string {
  return JSON.stringify(plain(value))
}

function plain(value: Notation): unknown {
  if (value === null) return null
  if (typeof value !== 'object') return Number(value)
  if ('g' in value) return ['t', ...value.g.map((row) => ['t', ...Array.from(row, Number)])]
  if ('t' in value) return ['t', ...value.t.map(plain)]
  if ('s' in value) return ['s', ...value.s.map(plain)]
  if ('f' in value) return ['f', value.f]
  return ['call', value.call, ...value.args.map(plain)]
}
