// Primitives with a way of their own for sets of words: at the ends of what a word holds, the general way gives the rest.

import { expect, test } from 'vitest'
import { CELL_SET, PAIR_SET, SET, cellsAt, elementsAt, isSet, kindOf, sizeOf } from '../kernel/blocks.ts'
import { packCell } from '../kernel/cells.ts'
import { newGrid } from '../kernel/grids.ts'
import { Heap, push, scratchTop } from '../kernel/heap.ts'
import { finishSet } from '../kernel/sets.ts'
import { newIndex } from '../kernel/tuples.ts'
import { CELL_REACH, PAIR_REACH, type Word, packPair } from '../kernel/words.ts'
import { ofcolor, recolor, toindices, toobject } from './conversions.ts'
import { connect } from './lines.ts'

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
