// Layout t: a tuple of three small integers is a cell, and nothing else is; what moves and sorts cells keeps their order.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../test/generators/seed.ts'
import { type Notation, decodeNotation, encodeNotation } from '../language/values/value-notation.ts'
import { dmirror, hmirror, vmirror } from '../primitives/mirrors.ts'
import { upscale } from '../primitives/scaling.ts'
import { objects, partition } from '../primitives/segmentation.ts'
import { shift } from '../primitives/geometry.ts'
import { interval } from '../primitives/vectors.ts'
import { CELL, CELL_SET, GRID, INTS, SET, TUPLE, itemAt, kindOf, sizeOf } from './blocks.ts'
import { compare } from './compare.ts'
import { EMPTY_SET, Heap } from './heap.ts'
import { TYPE_ERROR } from './errors.ts'
import { holdsCells, indicesOf, patchSize } from './patches.ts'
import { newCell } from './tuples.ts'
import { FALSE, NONE, TRUE, type Word } from './words.ts'

const newHeap = (): Heap => new Heap(1 << 12, 1 << 12, 't')
const cell = (i: number, j: number, color: Notation): Notation => ({ t: [i, j, color] })

test.each<[string, Notation, number]>([
  ['three small integers', { t: [-4096, 4095, 15] }, CELL],
  ['a row past the edge', { t: [4096, 0, 0] }, INTS],
  ['a column past the edge', { t: [0, -4097, 0] }, INTS],
  ['no colour', { t: [0, 0, 16] }, INTS],
  ['a negative colour', { t: [0, 0, -1] }, INTS],
  ['a value for a colour', { t: [0, 0, null] }, TUPLE],
  ['a colour and a pair', { t: [3, { t: [1, 2] }] }, TUPLE],
  ['four integers', { t: [1, 2, 3, 4] }, INTS],
  ['cells', { t: [cell(1, 2, 3), cell(4, 5, 6)] }, GRID],
  ['cells, some of them no words', { t: [cell(1, 2, 3), cell(9000, 5, 6)] }, GRID],
  ['cells and a pair', { t: [cell(1, 2, 3), { t: [1, 2] }] }, TUPLE],
  ['a set of cells', { s: [cell(1, 2, 3), cell(0, 9, 9)] }, CELL_SET],
  ['a set of cells, some of them no words', { s: [cell(1, 2, 3), cell(9000, 9, 9)] }, SET],
])('the form of %s', (_, value, kind) => {
  const h = newHeap()
  expect(kindOf(h, encodeNotation(h, value))).toBe(kind)
})

test('the rows of a grid of three columns are cells', () => {
  const h = newHeap()
  const grid = encodeNotation(h, { t: [cell(1, 2, 3), cell(4, 5, 99)] })
  expect([0, 1].map((k) => kindOf(h, itemAt(h, grid, k)))).toEqual([CELL, INTS])
  expect([kindOf(h, interval(h, 1, 7, 2)), kindOf(h, interval(h, 1, 99, 40))]).toEqual([CELL, INTS])
})

test('cells and longer or farther tuples have one order', () => {
  const h = newHeap()
  const ascending = [
    { t: [0, 0] },
    cell(0, 0, -1),
    cell(0, 0, 0),
    { t: [0, 0, 0, 0] },
    cell(0, 0, 15),
    cell(0, 0, 16),
    cell(0, 0, null),
    cell(0, 1, 0),
    cell(1, -1, 0),
    { t: [3, { t: [1, 2] }] },
    cell(4096, 0, 0),
  ]
  // None comes before every integer.
  ascending.splice(1, 0, ...ascending.splice(6, 1))
  const words = ascending.map((value) => encodeNotation(h, value))
  for (const [i, a] of words.entries())
    for (const [j, b] of words.entries()) expect([i, j, compare(h, a, b)]).toEqual([i, j, Math.sign(i - j)])
})

test('a cell of any value', () => {
  const h = newHeap()
  expect(decodeNotation(h, newCell(h, NONE, 1, 2))).toEqual(cell(1, 2, null))
  expect(decodeNotation(h, newCell(h, 3, 5000, 2))).toEqual(cell(5000, 2, 3))
})

describe('patches as toindices reads them', () => {
  test.each<[string, Notation, number, number]>([
    ['cells', { s: [cell(1, 2, 3)] }, TRUE, 1],
    ['a grid of three columns', { g: ['123', '456'] }, TRUE, 2],
    ['a grid of two', { g: ['12', '34'] }, FALSE, 2],
    ['indices', { s: [{ t: [1, 2] }] }, FALSE, 1],
    ['sets of three', { s: [{ s: [1, 2, 3] }] }, TRUE, 1],
    ['colours and pairs', { s: [{ t: [3, { t: [1, 2] }] }] }, FALSE, 1],
    ['integers', { s: [1, 2] }, TYPE_ERROR, 0],
    ['a pair', { t: [1, 2] }, TYPE_ERROR, 0],
    ['an integer', 5, TYPE_ERROR, 0],
  ])('%s', (_, patch, cells, size) => {
    const h = newHeap()
    const word = encodeNotation(h, patch)
    expect([holdsCells(h, word), patchSize(h, word)]).toEqual([cells, size])
    expect(indicesOf(h, word) === EMPTY_SET).toBe(size === 0)
  })
})

/** Cells of a few places, several of them in two colours. */
const object = fc
  .array(fc.tuple(fc.integer({ min: -3, max: 6 }), fc.integer({ min: -3, max: 6 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((cells): Notation => ({ s: cells.map((t) => ({ t })) }))

/** The cells of a set in the order in which they are in it; they must ascend. */
function cellsOf(h: Heap, set: Word): number[][] {
  const cells = Array.from({ length: sizeOf(h, set) }, (_, k) => {
    const word = itemAt(h, set, k)
    return [0, 1, 2].map((part) => itemAt(h, word, part))
  })
  const words = Array.from({ length: sizeOf(h, set) }, (_, k) => itemAt(h, set, k))
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a - b))
  return cells
}

describe('kernels that move cell words keep the order', () => {
  type Move = (cells: readonly number[][]) => number[][]
  const rows = (cells: readonly number[][]): [number, number] => {
    const all = cells.map(([i]) => i!)
    return [Math.min(...all), Math.max(...all)]
  }
  const cols = (cells: readonly number[][]): [number, number] => {
    const all = cells.map(([, j]) => j!)
    return [Math.min(...all), Math.max(...all)]
  }
  const moves: [string, (h: Heap, patch: Word) => Word, Move][] = [
    [
      'shift',
      (h, patch) => shift(h, patch, encodeNotation(h, { t: [2, -5] })),
      (cells) => cells.map(([i, j, c]) => [i! + 2, j! - 5, c!]),
    ],
    ['hmirror', hmirror, (cells) => cells.map(([i, j, c]) => [rows(cells)[0] + rows(cells)[1] - i!, j!, c!])],
    ['vmirror', vmirror, (cells) => cells.map(([i, j, c]) => [i!, cols(cells)[0] + cols(cells)[1] - j!, c!])],
    [
      'dmirror',
      dmirror,
      (cells) =>
        cells.map(([i, j, c]) => [j! - cols(cells)[0] + rows(cells)[0], i! - rows(cells)[0] + cols(cells)[0], c!]),
    ],
    [
      'upscale',
      (h, patch) => upscale(h, patch, 3),
      (cells) =>
        cells.flatMap(([i, j, c]) =>
          Array.from({ length: 9 }, (_, k) => [
            rows(cells)[0] + (i! - rows(cells)[0]) * 3 + Math.floor(k / 3),
            cols(cells)[0] + (j! - cols(cells)[0]) * 3 + (k % 3),
            c!,
          ]),
        ),
    ],
  ]
  test.each(moves)('%s', (_, kernel, move) => {
    fc.assert(
      fc.property(object, (value) => {
        const h = new Heap(1 << 14, 1 << 12, 't')
        const patch = encodeNotation(h, value)
        const expected = encodeNotation(h, { s: move(cellsOf(h, patch)).map((t) => ({ t })) })
        expect(cellsOf(h, kernel(h, patch))).toEqual(cellsOf(h, expected))
      }),
    )
  })
})

test('regions ascend by place, whatever their colour', () => {
  const h = newHeap()
  const grid = encodeNotation(h, { g: ['90', '01'] })
  const decoded = (word: Word): Notation => decodeNotation(h, word)
  const [nine, one] = [{ s: [cell(0, 0, 9)] }, { s: [cell(1, 1, 1)] }]
  const zeros = { s: [cell(0, 1, 0), cell(1, 0, 0)] }
  expect(decoded(objects(h, grid, TRUE, FALSE, TRUE))).toEqual({ s: [nine, one] })
  expect(decoded(partition(h, grid))).toEqual({ s: [nine, zeros, one] })
  const loose = encodeNotation(h, { t: [{ t: [{ s: [] }, 0] }, { t: [0, { s: [] }] }] })
  expect(decoded(partition(h, loose))).toEqual({
    s: [{ s: [cell(0, 0, { s: [] }), cell(1, 1, { s: [] })] }, { s: [cell(0, 1, 0), cell(1, 0, 0)] }],
  })
})
