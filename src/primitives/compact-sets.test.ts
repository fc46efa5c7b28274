// Primitives with a way of their own for sets of words: at the ends of what a word holds, the general way gives the rest.

import { expect, test } from 'vitest'
import { CELL_SET, PAIR_SET, SET, cellsAt, elementsAt, isSet, kindOf, sizeOf } from '../kernel/blocks.ts'
import { packCell } from '../kernel/cells.ts'
import { BUDGET_ERROR } from '../kernel/errors.ts'
import { newGrid } from '../kernel/grids.ts'
import { Heap, push, scratchTop } from '../kernel/heap.ts'
import { finishSet } from '../kernel/sets.ts'
import { newIndex } from '../kernel/tuples.ts'
import { CELL_REACH, PAIR_REACH, type Word, packPair } from '../kernel/words.ts'
import { backdrop, box, inbox, outbox } from './boxes.ts'
import { ofcolor, recolor, toindices, toobject } from './conversions.ts'
import { dneighbors, ineighbors, neighbors } from './geometry.ts'
import { connect, hfrontier, vfrontier } from './lines.ts'
import { cover, fill, paint } from './painting.ts'

function setOf(h: Heap, words: readonly Word[]): Word {
  const list = scratchTop(h)
  for (const word of words) push(h, word)
  return finishSet(h, list)
}

function elements(h: Heap, set: Word): Word[] {
  expect(isSet(h, set)).toBe(true)
  return [...h.words.subarray(elementsAt(set), elementsAt(set) + sizeOf(h, set))]
}

test('recolor of indices up to the reach of cells, and of one beyond it', () => {
  const h = new Heap()
  const last = CELL_REACH - 1
  const inside = recolor(h, 3, setOf(h, [packPair(last, -CELL_REACH), packPair(0, 0)]))
  expect(kindOf(h, inside)).toBe(CELL_SET)
  expect(elements(h, inside)).toEqual([packCell(h, 3, 0, 0), packCell(h, 3, last, -CELL_REACH)])
  const beyond = recolor(h, 3, setOf(h, [packPair(CELL_REACH, 0), packPair(0, 0)]))
  expect(kindOf(h, beyond)).toBe(SET)
  expect(sizeOf(h, beyond)).toBe(2)
  expect(elements(h, beyond)[0]).toBe(packCell(h, 3, 0, 0))
  expect(kindOf(h, recolor(h, 16, setOf(h, [packPair(0, 0)])))).toBe(SET)
})

test.each([
  ['columns', packPair(0, CELL_REACH)],
  ['columns', packPair(0, -CELL_REACH - 1)],
  ['rows', packPair(-CELL_REACH - 1, 0)],
])('recolor of indices with %s beyond the reach of cells', (_, beyond) => {
  const h = new Heap()
  expect(kindOf(h, recolor(h, 3, setOf(h, [packPair(1, 1), beyond])))).toBe(SET)
})

test('recolor of indices and of cells of one colour counts each once, and the block', () => {
  const wanted = (h: Heap, color: number): Word[] => [packCell(h, color, 0, 9), packCell(h, color, 2, 3)]
  for (const from of [0, 4, 15]) {
    for (const color of [0, 7, 15]) {
      const h = new Heap()
      const patches = [setOf(h, [packPair(2, 3), packPair(0, 9)]), setOf(h, wanted(h, from))]
      for (const patch of patches) {
        h.work = 0
        expect(elements(h, recolor(h, color, patch))).toEqual(wanted(h, color))
        expect(h.work).toBe(2 + 3)
        h.budget = 4
        h.work = 0
        recolor(h, color, patch)
        expect(h.fault).toBe(BUDGET_ERROR)
        h.fault = 0
        h.budget = 100
      }
      for (const other of [-1, 16]) expect(kindOf(h, recolor(h, other, patches[1]!))).toBe(SET)
    }
  }
})

test('recolor and toindices of cells drop repeats and count every cell', () => {
  const h = new Heap()
  const cells = setOf(h, [packCell(h, 1, 2, 3), packCell(h, 4, 2, 3), packCell(h, 4, 0, 0)])
  h.work = 0
  expect(elements(h, toindices(h, cells))).toEqual([packPair(0, 0), packPair(2, 3)])
  // Three pushed; a run for each descent, a spare list and one pass to sort them; a block of two.
  expect(h.work).toBe(3 + 2 + 3 + 3 + 3)
  expect(elements(h, recolor(h, 5, cells))).toEqual([packCell(h, 5, 0, 0), packCell(h, 5, 2, 3)])
})

test('a line up to the reach of pairs, and one beyond it', () => {
  const h = new Heap()
  const last = PAIR_REACH - 1
  const inside = connect(h, packPair(2, last), packPair(0, last - 2))
  expect(kindOf(h, inside)).toBe(PAIR_SET)
  expect(elements(h, inside)).toEqual([packPair(0, last - 2), packPair(1, last - 1), packPair(2, last)])
  h.work = 0
  expect(elements(h, connect(h, packPair(0, 2), packPair(2, 0)))).toEqual([
    packPair(0, 2),
    packPair(1, 1),
    packPair(2, 0),
  ])
  expect(h.work).toBe(3 + 4)
  const beyond = connect(h, packPair(0, last), newIndex(h, 0, last + 2))
  expect([kindOf(h, beyond), sizeOf(h, beyond)]).toEqual([SET, 3])
})

test('ofcolor and toobject read a grid', () => {
  const h = new Heap()
  const grid = newGrid(h, 2, 3)
  h.words.set([1, 0, 1, 0, 20, 1], cellsAt(grid))
  expect(elements(h, ofcolor(h, grid, 1))).toEqual([packPair(0, 0), packPair(0, 2), packPair(1, 2)])
  const places = [packPair(-1, 0), packPair(0, -1), packPair(0, 2), packPair(0, 3), packPair(1, 0), packPair(2, 0)]
  const found = toobject(h, setOf(h, places), grid)
  expect(elements(h, found)).toEqual([packCell(h, 0, 1, 0), packCell(h, 1, 0, 2)])
  const cells = toobject(h, setOf(h, [packCell(h, 9, 1, 1), packCell(h, 9, 1, 2)]), grid)
  expect(elements(h, cells)[0]).toBe(packCell(h, 1, 1, 2))
  expect([kindOf(h, cells), sizeOf(h, cells)]).toEqual([SET, 2])
})

/** The pairs (row, column) that a test keeps, in order, out of the square around (0, 0) with this reach. */
const pairsWhere = (reach: number, keep: (i: number, j: number) => boolean): Word[] => {
  const side = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach)
  return side.flatMap((i) => side.filter((j) => keep(i, j)).map((j) => packPair(i, j)))
}

test('indices of one colour are counted as pushed and taken', () => {
  const h = new Heap()
  const cells = setOf(h, [packCell(h, 7, 2, -CELL_REACH), packCell(h, 7, 2, 3), packCell(h, 7, CELL_REACH - 1, 0)])
  h.work = 0
  expect(elements(h, toindices(h, cells))).toEqual([
    packPair(2, -CELL_REACH),
    packPair(2, 3),
    packPair(CELL_REACH - 1, 0),
  ])
  expect(h.work).toBe(3 + 4)
})

test('neighbours up to the reach of pairs, and beyond it', () => {
  const h = new Heap()
  const distance = (i: number, j: number): number => Math.abs(i) + Math.abs(j)
  const isCorner = (i: number, j: number): boolean => i !== 0 && j !== 0
  h.work = 0
  expect(elements(h, neighbors(h, packPair(0, 0)))).toEqual(pairsWhere(1, (i, j) => distance(i, j) > 0))
  expect(h.work).toBe(8 + 9)
  expect(elements(h, dneighbors(h, packPair(0, 0)))).toEqual(pairsWhere(1, (i, j) => distance(i, j) === 1))
  expect(elements(h, ineighbors(h, packPair(0, 0)))).toEqual(pairsWhere(1, isCorner))
  const last = PAIR_REACH - 2
  for (const [i, j] of [
    [last, 0],
    [-last - 1, 0],
    [0, last],
    [0, -last - 1],
  ] as const) {
    expect(kindOf(h, neighbors(h, packPair(i, j)))).toBe(PAIR_SET)
    const outside = packPair(i === 0 ? 0 : i + Math.sign(i), j === 0 ? 0 : j + Math.sign(j))
    expect(kindOf(h, neighbors(h, outside))).toBe(SET)
    expect(sizeOf(h, neighbors(h, outside))).toBe(8)
  }
})

test('rings of all shapes, up to the reach of pairs and beyond it', () => {
  const h = new Heap()
  const point = setOf(h, [packPair(0, 0)])
  h.work = 0
  expect(elements(h, outbox(h, point))).toEqual(pairsWhere(1, (i, j) => i !== 0 || j !== 0))
  // The bounds; height and width of the ring; eight pushed, and their block.
  expect(h.work).toBe(4 + 6 + 8 + 9)
  expect(elements(h, box(h, point))).toEqual([packPair(0, 0)])
  const row = setOf(h, [packPair(0, 0), packPair(0, 2)])
  expect(elements(h, box(h, row))).toEqual([packPair(0, 0), packPair(0, 1), packPair(0, 2)])
  const column = setOf(h, [packPair(0, 0), packPair(2, 0)])
  expect(elements(h, box(h, column))).toEqual([packPair(0, 0), packPair(1, 0), packPair(2, 0)])
  const square = setOf(h, [packPair(-2, 2), packPair(2, -2)])
  expect(elements(h, inbox(h, square))).toEqual(pairsWhere(1, (i, j) => i !== 0 || j !== 0))
  const last = PAIR_REACH - 1
  expect(kindOf(h, outbox(h, setOf(h, [packPair(last - 1, last - 1)])))).toBe(PAIR_SET)
  expect(kindOf(h, outbox(h, setOf(h, [packPair(last, last - 1)])))).toBe(SET)
  expect(kindOf(h, outbox(h, setOf(h, [packPair(-PAIR_REACH, 0)])))).toBe(SET)
})

test('the box around cells of two colours has the rows of both', () => {
  const h = new Heap()
  const cells = setOf(h, [packCell(h, 1, 1, 5), packCell(h, 1, 3, 5), packCell(h, 2, 0, 5), packCell(h, 2, 2, 5)])
  expect(elements(h, backdrop(h, cells))).toEqual([0, 1, 2, 3].map((i) => packPair(i, 5)))
})

test('frontiers up to the reach of pairs, and beyond it', () => {
  const h = new Heap()
  const places = Array.from({ length: 30 }, (_, k) => k)
  h.work = 0
  expect(elements(h, hfrontier(h, packPair(-3, 9)))).toEqual(places.map((k) => packPair(-3, k)))
  expect(h.work).toBe(30 + 31)
  expect(elements(h, vfrontier(h, packPair(-3, 9)))).toEqual(places.map((k) => packPair(k, 9)))
  const beyond = newIndex(h, PAIR_REACH, PAIR_REACH)
  expect([kindOf(h, hfrontier(h, beyond)), sizeOf(h, vfrontier(h, beyond))]).toEqual([SET, 30])
})

test('cells outside of a grid are not written', () => {
  const h = new Heap()
  const grid = newGrid(h, 2, 3)
  h.words.set([1, 1, 1, 1, 1, 1], cellsAt(grid))
  const around = [packPair(-1, 1), packPair(2, 1), packPair(0, -1), packPair(1, 3), packPair(1, 2), packPair(0, 0)]
  const cellsOf = (w: Word): Word[] => [...h.words.subarray(cellsAt(w), cellsAt(w) + 6)]
  expect(cellsOf(fill(h, grid, 7, setOf(h, around)))).toEqual([7, 1, 1, 1, 1, 7])
  const cells = recolor(h, 5, setOf(h, around))
  expect(cellsOf(fill(h, grid, 7, cells))).toEqual([7, 1, 1, 1, 1, 7])
  expect(cellsOf(paint(h, grid, cells))).toEqual([5, 1, 1, 1, 1, 5])
  expect(cellsOf(cover(h, paint(h, grid, cells), cells))).toEqual([1, 1, 1, 1, 1, 1])
})
