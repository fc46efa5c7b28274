// What the generators of the gallery draw with any seed and any number of samples.

import { expect, test } from 'vitest'
import { hashTasks } from '../../src/data/dataset-hash.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { families } from '../../tools/gallery/families.ts'
import { type Pair, samplesOf } from '../../src/data/task.ts'

test('grids have sides from 1 to 30 and colours from 0 to 9', () => {
  for (const seed of [1, 2, 3]) {
    for (const task of drawTasks({ seed, samples: 20 })) {
      for (const { input, output } of samplesOf(task)) {
        for (const { height, width, cells } of [input, output!]) {
          expect(Math.min(height, width)).toBeGreaterThanOrEqual(1)
          expect(Math.max(height, width)).toBeLessThanOrEqual(30)
          expect(cells.length).toBe(height * width)
          expect(Math.max(...cells)).toBeLessThanOrEqual(9)
        }
      }
    }
  }
})

test('no family gives back all of its inputs, and few samples of one are alike', () => {
  for (const task of drawTasks({ samples: 47 })) {
    const samples = samplesOf(task)
    expect(samples.some(({ input, output }) => spell({ input }) !== spell({ input: output! }))).toBe(true)
    expect(new Set(samples.map(spell)).size).toBeGreaterThanOrEqual(45)
  }
})

test('a sample depends on seed, family and number only', () => {
  const few = drawTasks({ samples: 2 })
  for (const [k, many] of drawTasks({ samples: 9 }).entries()) {
    expect(many.train).toEqual(few[k]!.train)
    expect(many.test.slice(0, 2)).toEqual(few[k]!.test)
  }
  const last = families.at(-1)!.id
  expect(drawTasks({ only: [last], samples: 2 })).toEqual([few.at(-1)])
  expect(hashTasks(drawTasks({ seed: 2 }))).not.toBe(hashTasks(drawTasks()))
})

function spell({ input, output }: Pair): string {
  return [input, ...(output === undefined ? [] : [output])]
    .map(({ height, width, cells }) => `${height}x${width}:${cells.join('')}`)
    .join('>')
}
