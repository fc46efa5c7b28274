// Labelling by masks against labelling by runs, which takes over where little of the budget is left: equal words at equal addresses, and
// equal counted work.

import { describe, expect, test } from 'vitest'
import { objects } from '../primitives/segmentation.ts'
import { GRID, itemAt, newBlock, sizeOf } from './blocks.ts'
import type { CellLayout } from './cell-layout.ts'
import { Heap, releaseScratch } from './heap.ts'
import { fitsMasks } from './mask-labelling.ts'
import { type Word, addressOf } from './words.ts'
import { SEED, newRandom } from '../../test/generators/seed.ts'

function gridOn(h: Heap, rows: readonly (readonly number[])[]): Word {
  const cells = rows.flat()
  const grid = newBlock(h, GRID, cells.length + 1)
  h.words.set([(rows.length << 4) | GRID, rows[0]!.length, ...cells], addressOf(grid))
  return grid
}

/** All that a call leaves behind. */
function label(layout: CellLayout, rows: readonly (readonly number[])[], selector: number, byMasks: boolean): unknown {
  const h = new Heap(1 << 16, 1 << 12, layout)
  const grid = gridOn(h, rows)
  const size = rows.length * rows[0]!.length
  h.work = 0
  // Without masks: one less than they need after the search for the background, and more than any call costs.
  const before = (selector & 1) === 0 ? 0 : 16
  h.budget = byMasks ? 1 << 20 : before + 12 * size + 63
  const word = objects(h, grid, selector & 4, selector & 2, selector & 1)
  const { fault, work, top } = h
  releaseScratch(h, 0)
  return { word, fault, work, words: [...h.words.subarray(0, top)] }
}

const random = newRandom(SEED)
/** Noise of some colours, in which cells are often equal to one beside or above them. */
function draw(height: number, width: number, colorCount: number): number[][] {
  const rows: number[][] = []
  for (let i = 0; i < height; i++) {
    const row: number[] = []
    for (let j = 0; j < width; j++) {
      const near = [row[j - 1], rows[i - 1]?.[j], rows[i - 1]?.[j + 1]].filter((color) => color !== undefined)
      const isNew = near.length === 0 || random() % 3 === 0
      row.push(isNew ? random() % colorCount : near[random() % near.length]!)
    }
    rows.push(row)
  }
  return rows
}

describe.each(['a', 't'] as const)('layout %s', (layout) => {
  test.each([3, 4, 8, 15, 16, 17, 29, 30])('grids of %i columns', (width) => {
    for (const height of [1, 2, 3, 7, 12]) {
      for (const colorCount of [1, 2, 3, 16]) {
        const rows = draw(height, width, colorCount)
        for (let selector = 0; selector < 8; selector++) {
          const byMasks = label(layout, rows, selector, true)
          expect({ rows, selector, result: byMasks }).toEqual({
            rows,
            selector,
            result: label(layout, rows, selector, false),
          })
        }
      }
    }
  })

  test.each([
    ['a spiral', ['111111', '000001', '111101', '100101', '101101', '100001', '111111']],
    ['a comb', ['101010101', '101010101', '111111111', '010101010', '111111111']],
    ['corners', ['1010101', '0101010', '1010101', '0101010']],
    ['several colours side by side', ['1230321', '0000000', '1122331', '3000002', '1111111']],
    ['no object', ['000', '000']],
  ])('%s', (_name, text) => {
    const rows = text.map((row) => [...row].map(Number))
    for (let selector = 0; selector < 8; selector++) {
      expect(label(layout, rows, selector, true)).toEqual(label(layout, rows, selector, false))
    }
  })
})

test.each([
  [3, 2, false],
  [3, 3, true],
  [3, 30, true],
  [3, 31, false],
  [4096, 3, true],
  [4097, 3, false],
])('%i rows of %i columns: %s', (height, width, fits) => {
  const h = new Heap(1 << 16)
  expect(fitsMasks(h, gridOn(h, draw(height, width, 1)))).toBe(fits)
})

test('a part of the budget has to be left, and the cells have to be on the heap', () => {
  const h = new Heap()
  const grid = gridOn(h, draw(4, 5, 2))
  const needed = 12 * 20 + 64
  h.work = 7
  const fits = [needed - 1, needed].map((left) => {
    h.budget = h.work + left
    return fitsMasks(h, grid)
  })
  expect(fits).toEqual([false, true])
  h.top--
  expect(fitsMasks(h, grid)).toBe(false)
})

test.each([16, -1, 1 << 20])('colour %i is labelled as a value', (color) => {
  const h = new Heap()
  const rows = [
    [color, 0, 0],
    [0, color, 0],
  ]
  const found = objects(h, gridOn(h, rows), 1, 1, 1)
  expect([h.fault, sizeOf(h, found), sizeOf(h, itemAt(h, found, 0))]).toEqual([0, 1, 2])
})
