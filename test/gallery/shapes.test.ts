// What families are drawn with: numbers within their bounds, connected shapes, and scattered ones that do not touch.

import { expect, test } from 'vitest'
import { Random, mixSeed } from '../../src/data/random.ts'
import { besideOf, cornersOf, drawBlob, scatter } from '../../tools/gallery/shapes.ts'
import type { Spot } from '../../tools/gallery/sheet.ts'

test('equal seeds draw equal numbers, all of them within their bounds', () => {
  const [a, b] = [new Random(5), new Random(5)]
  const drawn = new Set<number>()
  for (let k = 0; k < 1000; k++) {
    const number = a.between(-3, 4)
    expect(number).toBe(b.between(-3, 4))
    drawn.add(number)
  }
  expect([...drawn].sort((x, y) => x - y)).toEqual([-3, -2, -1, 0, 1, 2, 3, 4])
  expect(a.shuffle([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5])
  expect(a.colors(7, 1, 2, 3)).toHaveLength(7)
  expect(a.colors(7, 1, 2, 3)).not.toContain(2)
})

test('seeds differ by seed, name and number', () => {
  const seeds = [1, 2, 3].flatMap((seed) => ['a', 'b'].flatMap((name) => [-1, 0, 1].map((k) => mixSeed(seed, name, k))))
  expect(new Set(seeds).size).toBe(seeds.length)
})

test('a shape has as many cells as asked for, and hangs together', () => {
  const random = new Random(1)
  for (let k = 0; k < 300; k++) {
    const [count, loose] = [random.between(1, 12), random.oneIn(2)]
    const blob = drawBlob(random, count, 4, loose)
    expect(blob).toHaveLength(count)
    expect(reach(blob, loose)).toBe(count)
    expect([Math.min(...blob.map(([i]) => i)), Math.min(...blob.map(([, j]) => j))]).toEqual([0, 0])
  }
})

test('scattered shapes lie within the grid and apart from each other', () => {
  const random = new Random(2)
  for (let k = 0; k < 300; k++) {
    const gap = random.between(1, 3)
    const shapes = [3, 5, 7, 2].map((count) => drawBlob(random, count))
    const placed = scatter(random, { height: 14, width: 18 }, shapes, { gap })
    for (const [n, { spots }] of (placed ?? []).entries()) {
      for (const [i, j] of spots) {
        expect(i >= 0 && i < 14 && j >= 0 && j < 18).toBe(true)
        for (const other of placed!.slice(0, n)) {
          expect(other.spots.every(([k, l]) => Math.max(Math.abs(i - k), Math.abs(j - l)) > gap)).toBe(true)
        }
      }
    }
  }
})

/** How many cells can be reached from the first one. */
function reach(spots: readonly Spot[], byCorners: boolean): number {
  const waiting = new Set(spots.slice(1).map(String))
  const reached = [spots[0]!]
  for (const spot of reached) {
    for (const near of [...besideOf(spot), ...(byCorners ? cornersOf(spot) : [])]) {
      if (waiting.delete(String(near))) reached.push(near)
    }
  }
  return reached.length
}
