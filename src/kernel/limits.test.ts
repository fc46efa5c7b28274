// The limits of values, memory and work as numbers: a changed constant is a changed language.

import { expect, test } from 'vitest'
import { MAX_CALL_DEPTH } from './closures.ts'
import { DEFAULT_BUDGET, Heap, allocate, reserveScratch } from './heap.ts'
import { ROOM_ERROR } from './errors.ts'
import { fitsCell } from './cells.ts'
import { INT_MAX, INT_MIN, fitsPair, isInt } from './words.ts'

/** The smallest and the largest number with a property that holds around 0. */
function rangeOf(holds: (value: number) => boolean): [number, number] {
  const edge = (sign: number): number => {
    let [inside, outside] = [0, 2 ** 31]
    while (outside - inside > 1) {
      const middle = Math.floor((inside + outside) / 2)
      if (holds(sign * middle)) inside = middle
      else outside = middle
    }
    return sign * inside
  }
  return [edge(-1), edge(1)]
}

test('integers have 31 bits', () => {
  expect(rangeOf(isInt)).toEqual([-1_073_741_824, 1_073_741_823])
  expect([INT_MIN, INT_MAX]).toEqual([-1_073_741_824, 1_073_741_823])
})

test('pairs reach 8192, cells 4096 and 16 colours', () => {
  expect([rangeOf((i) => fitsPair(i, 0)), rangeOf((j) => fitsPair(0, j))]).toEqual([
    [-8192, 8191],
    [-8192, 8191],
  ])
  expect([rangeOf((i) => fitsCell(0, i, 0)), rangeOf((j) => fitsCell(0, 0, j))]).toEqual([
    [-4096, 4095],
    [-4096, 4095],
  ])
  expect(rangeOf((color) => fitsCell(color, 0, 0))[1]).toBe(15)
  expect(fitsCell(-1, 0, 0)).toBe(false)
})

test('a statement may use 16,777,216 pieces of work, and closures are called 256 deep', () => {
  expect([DEFAULT_BUDGET, new Heap().budget, MAX_CALL_DEPTH]).toEqual([16_777_216, 16_777_216, 256])
})

/** Takes its memory for granted. */
class BoundlessHeap extends Heap {
  override grow(needed: number): boolean {
    return needed <= this.reach
  }
}

test('a heap has 268,435,456 words, its scratch 16,777,216', () => {
  const taken = (take: (h: Heap) => void): number => {
    const h = new BoundlessHeap()
    h.budget = 2 ** 31 - 1
    take(h)
    return h.fault
  }
  const first = new Heap().top
  expect([0, 1].map((more) => taken((h) => allocate(h, 268_435_456 - first + more)))).toEqual([0, ROOM_ERROR])
  expect([0, 1].map((more) => taken((h) => reserveScratch(h, 16_777_216 + more)))).toEqual([0, ROOM_ERROR])
})
