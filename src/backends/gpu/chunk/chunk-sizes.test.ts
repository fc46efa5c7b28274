// The size of chunks: limits of each memory, estimates from earlier chunks, and the cut of row ranges.

import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../test/gpu/interpreted-device.ts'
import { batchOf, drawTask, solver } from '../../../../test/gpu/small-batch.ts'
import type { Unit } from '../../backend.ts'
import { planMemory } from '../resident/device-memory.ts'
import type { DeviceFacts, MemorySizes } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import { ChunkSizer, hasRoomFor } from './chunk-sizes.ts'
import { type RowRange, countRows } from './chunk.ts'

const LARGE: MemorySizes = planMemory({ kind: 'hardware', limits: LIMITS })
const factsOf = (sizes: Partial<MemorySizes> = {}, kind: DeviceFacts['kind'] = 'hardware') =>
  ({ sizes: { ...LARGE, ...sizes }, kind }) as DeviceFacts

// Plans of one, two and three steps.
const { plans } = batchOf(
  [
    solver('one', 'rot90(I)'),
    solver('two', 'rot90(I)', 'rot90(x1)'),
    solver('three', 'rot90(I)', 'rot90(x1)', 'rot90(x2)'),
  ],
  [],
)
const task = drawTask('one', 98)
const units: Unit[] = plans.map((_, plan) => ({ plan, task, from: 0, to: 100 }))

describe('steps of a chunk', () => {
  test('before the first chunk a step is estimated at 200 words of 60 % of the heap', () => {
    expect(new ChunkSizer().mostSteps(factsOf({ heap: 10_000 }))).toBe(30)
    expect(new ChunkSizer().mostSteps(factsOf({ heap: 10_300 }))).toBe(30)
    expect(new ChunkSizer().mostSteps(factsOf({ heap: 1 }))).toBe(1)
  })

  test('a quarter of the arena is the limit', () => {
    expect(new ChunkSizer().mostSteps(factsOf({ arena: 40 }))).toBe(10)
  })

  test('a software device has chunks of at most 32,768 steps', () => {
    const heap = 200 * 100_000
    expect(new ChunkSizer().mostSteps(factsOf({ heap, arena: heap }, 'software'))).toBe(32_768)
    expect(new ChunkSizer().mostSteps(factsOf({ heap, arena: heap }))).toBe(60_000)
  })

  test('the first measurement replaces the estimate, with half as much again', () => {
    const sizer = new ChunkSizer()
    sizer.learn(10, 1000)
    // 150 words for a step.
    expect(sizer.mostSteps(factsOf({ heap: 10_000 }))).toBe(40)
  })

  test('later ones raise the estimate at once, with a quarter more, and lower it by a fifth', () => {
    const sizer = new ChunkSizer()
    sizer.learn(10, 1000)
    sizer.learn(10, 2000)
    // 250 words.
    expect(sizer.mostSteps(factsOf({ heap: 10_000 }))).toBe(24)
    sizer.learn(10, 10)
    // 200 words.
    expect(sizer.mostSteps(factsOf({ heap: 10_000 }))).toBe(30)
  })

  test('a chunk without steps counts as one step', () => {
    const sizer = new ChunkSizer()
    sizer.learn(0, 100)
    expect(sizer.mostSteps(factsOf({ heap: 10_000 }))).toBe(40)
  })

  test('a limit holds until chunks fit, which doubles it; a larger one does not raise it', () => {
    const sizer = new ChunkSizer()
    sizer.limit(3)
    sizer.limit(5)
    expect(sizer.mostSteps(factsOf())).toBe(3)
    sizer.learn(3, 3)
    expect(sizer.mostSteps(factsOf())).toBe(6)
    sizer.learn(3, 3)
    expect(sizer.mostSteps(factsOf())).toBe(12)
    sizer.limit(0)
    sizer.learn(1, 1)
    expect(sizer.mostSteps(factsOf())).toBe(2)
  })
})

describe('the cut', () => {
  const cut = (limit: number, ranges: RowRange[], sizes: Partial<MemorySizes> = {}) => {
    const sizer = new ChunkSizer()
    sizer.limit(limit)
    return sizer.cut(ranges, units, plans, factsOf(sizes))
  }

  test('takes as many rows as the steps allow, and leaves the rest', () => {
    const ranges = [{ unit: 1, from: 10, to: 20 }]
    expect(cut(7, ranges)).toEqual([{ unit: 1, from: 10, to: 13 }])
    expect(ranges).toEqual([{ unit: 1, from: 13, to: 20 }])
  })

  test('takes at least one row', () => {
    const ranges = [{ unit: 2, from: 0, to: 5 }]
    expect(cut(1, ranges)).toEqual([{ unit: 2, from: 0, to: 1 }])
    expect(cut(100, ranges, { entries: 1 })).toEqual([{ unit: 2, from: 1, to: 2 }])
    expect(ranges).toEqual([{ unit: 2, from: 2, to: 5 }])
  })

  test('goes on with the next range until the chunk is full', () => {
    const ranges = [
      { unit: 0, from: 0, to: 4 },
      { unit: 1, from: 0, to: 2 },
      { unit: 0, from: 50, to: 60 },
    ]
    expect(cut(10, ranges)).toEqual([
      { unit: 0, from: 0, to: 4 },
      { unit: 1, from: 0, to: 2 },
      { unit: 0, from: 50, to: 52 },
    ])
    expect(ranges).toEqual([{ unit: 0, from: 52, to: 60 }])
  })

  test('ends before a plan that does not fit any more', () => {
    const ranges = [
      { unit: 0, from: 0, to: 4 },
      { unit: 2, from: 0, to: 1 },
      { unit: 0, from: 9, to: 10 },
    ]
    expect(cut(6, ranges)).toEqual([{ unit: 0, from: 0, to: 4 }])
    expect(ranges).toHaveLength(2)
    expect(cut(4, [{ unit: 0, from: 0, to: 4 }, ...ranges])).toHaveLength(1)
    // A plan that fits exactly is taken.
    expect(cut(7, [{ unit: 0, from: 0, to: 4 }, ...ranges])).toHaveLength(2)
  })

  test('has at most a quarter of the entries as rows', () => {
    const ranges = [
      { unit: 0, from: 0, to: 3 },
      { unit: 0, from: 10, to: 90 },
    ]
    const chunk = cut(1000, ranges, { entries: 40 })
    expect(countRows(chunk)).toBe(10)
    expect(ranges).toEqual([{ unit: 0, from: 17, to: 90 }])
    expect(cut(1000, [{ unit: 0, from: 0, to: 10 }, ...ranges], { entries: 40 })).toHaveLength(1)
  })

  test('takes nothing from an empty list', () => {
    expect(cut(10, [])).toEqual([])
  })
})

describe('room for an image', () => {
  const sizes = { heap: 200, arena: 100, tables: 50, entries: 60, counters: 80 }
  const image = (
    own: Partial<Record<'heap' | 'arenaTop' | 'tables' | 'exportCount' | 'launches' | 'counterCount', number>>,
  ) =>
    ({
      heap: { length: own.heap ?? 1 },
      arenaTop: own.arenaTop ?? 1,
      tables: { length: own.tables ?? 1 },
      counterCount: own.counterCount ?? 1,
      exportCount: own.exportCount ?? 0,
      rounds: [{ launches: 1 }, { launches: own.launches ?? 1 }, { launches: 2 }],
    }) as unknown as ChunkImage

  test.each([
    ['heap', 99, 100],
    ['arenaTop', 49, 50],
    ['tables', 50, 51],
    ['counterCount', 40, 41],
    ['exportCount', 30, 31],
    ['launches', 30, 31],
  ])('%s: %i fit, %i do not', (name, most, over) => {
    expect(hasRoomFor(image({ [name]: most }), factsOf(sizes))).toBe(true)
    expect(hasRoomFor(image({ [name]: over }), factsOf(sizes))).toBe(false)
  })

  test('an image without rounds fits', () => {
    expect(hasRoomFor({ ...image({}), rounds: [] }, factsOf(sizes))).toBe(true)
  })
})
