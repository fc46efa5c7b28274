// Cells as bytes: four in a word, and no access outside of the heap.

import { expect, test } from 'vitest'
import { BOUNDS_ERROR } from '../../kernel/errors.ts'
import { FIRST_FREE, Heap, allocate } from '../../kernel/heap.ts'
import { countUnequalCells, unpackCells } from './packed-cells.ts'

/** A heap with five cells as bytes at `packed`, and room for five words at `into`, the last ones below the top. */
function newCells() {
  const heap = new Heap(256)
  const packed = allocate(heap, 2)
  heap.words[packed] = 0x04030201
  heap.words[packed + 1] = 0x00000005
  return { heap, packed, into: allocate(heap, 5) }
}

test('cells are the bytes of words, the lowest first', () => {
  const { heap, packed, into } = newCells()
  unpackCells(heap, into, packed, 5)
  expect([...heap.words.subarray(into, into + 5)]).toEqual([1, 2, 3, 4, 5])
  expect(countUnequalCells(heap, into, packed, 5)).toBe(0)
  heap.words[into + 4] = 9
  heap.words[into] = 257
  expect(countUnequalCells(heap, into, packed, 5)).toBe(2)
  expect(heap.fault).toBe(0)
})

test.each<[string, (cells: ReturnType<typeof newCells>) => readonly [number, number, number]]>([
  ['to words of the fixed blocks', ({ packed }) => [FIRST_FREE - 1, packed, 5]],
  ['to words above the top', ({ packed, into }) => [into, packed, 6]],
  ['from before the heap', ({ into }) => [into, -1, 5]],
  ['from above the top', ({ heap, into }) => [into, heap.top - 1, 5]],
  ['from behind the top', ({ heap, into }) => [into, heap.top + 1, 1]],
])('%s is refused, and nothing is written', (_, argumentsOf) => {
  const cells = newCells()
  const before = [...cells.heap.words]
  unpackCells(cells.heap, ...argumentsOf(cells))
  expect(cells.heap.fault).toBe(BOUNDS_ERROR)
  expect([...cells.heap.words]).toEqual(before)
})

test.each<[string, (cells: ReturnType<typeof newCells>) => readonly [number, number, number]]>([
  ['words before the heap', ({ packed }) => [-1, packed, 5]],
  ['words above the top', ({ packed, into }) => [into, packed, 6]],
  ['bytes above the top', ({ heap, into }) => [into, heap.top - 1, 5]],
])('comparing %s is refused: all cells count as unequal', (_, argumentsOf) => {
  const cells = newCells()
  const given = argumentsOf(cells)
  expect(countUnequalCells(cells.heap, ...given)).toBe(given[2])
  expect(cells.heap.fault).toBe(BOUNDS_ERROR)
})
