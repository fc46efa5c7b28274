// Chunks of a run: every block is on every task once, chunks have about the wanted size, and blocks fit into them.

import { expect, test } from 'vitest'
import { chunkSize, cutBlocks, cutChunks } from './cut-chunks.ts'

const groups = [
  { blocks: [[0, 1, 2], [3]], tasks: [0, 1, 2] },
  { blocks: [[4]], tasks: [3] },
  { blocks: [[5]], tasks: [4] },
]
const samples = (task: number) => task + 1

test('every item is in one chunk, in order', () => {
  for (const size of [1, 5, 1000]) {
    const items = cutChunks(groups, samples, size).flatMap((chunk) => chunk.items)
    expect(items.map(({ group, block, task }) => [group, block, task])).toEqual([
      ...[0, 1, 2].map((task) => [0, 0, task]),
      ...[0, 1, 2].map((task) => [0, 1, task]),
      [1, 0, 3],
      [2, 0, 4],
    ])
  }
})

test('a chunk has at most the wanted evaluations, unless one item has more', () => {
  const chunks = cutChunks(groups, samples, 6)
  for (const { items, evaluations } of chunks) {
    expect(evaluations).toBe(items.reduce((sum, item) => sum + item.evaluations, 0))
    expect(items.length === 1 || evaluations <= 6).toBe(true)
  }
  // The first block is large and has several tasks: a chunk of its own. Single programs of several tasks share one.
  expect(cutChunks(groups, samples, 1000).map(({ items }) => items.length)).toEqual([3, 5])
})

test('items that are known are left out', () => {
  const chunks = cutChunks(groups, samples, 1000, ({ group }) => group === 1)
  expect(chunks).toEqual([{ items: [{ group: 1, block: 0, task: 3, evaluations: 4 }], evaluations: 4 }])
  expect(cutChunks(groups, samples, 1000, () => false)).toEqual([])
})

test('blocks have at most 256 programs, fewer in small runs, and fit into a chunk with all samples of a task', () => {
  const programs = Array.from({ length: 600 }, (_, p) => p)
  const tasks = Array.from({ length: 30 }, (_, t) => t)
  const lengths = (chosen: readonly number[], count: number, most?: number) =>
    cutBlocks([{ programs, tasks: chosen }], () => count, most)[0]!.blocks.map(({ length }) => length)
  expect(lengths(tasks, 4)).toEqual([256, 256, 88])
  expect(lengths(tasks.slice(0, 10), 4)[0]).toBe(64)
  expect(lengths([0], 4)[0]).toBe(16)
  expect(lengths(tasks, 1000)[0]).toBe(32)
  expect(lengths(tasks, 4, 40)[0]).toBe(10)
  expect(lengths(tasks, 100_000).length).toBe(600)
  expect(cutBlocks([{ programs, tasks }], () => 7)[0]!.blocks.flat()).toEqual(programs)
})

test('a small run has small chunks, so that several workers have something to do', () => {
  expect([100, 12_800, 64 * 8192, 10_000_000].map((count) => chunkSize(count))).toEqual([128, 200, 8192, 32_768])
  expect(chunkSize(12_800, 6)).toBe(2134)
  // With few chunks, more programs are merged.
  const lengthOf = (minChunks?: number) =>
    cutBlocks([{ programs: [...Array.from({ length: 200 }).keys()], tasks: [0] }], () => 3, undefined, minChunks)[0]!
      .blocks[0]!.length
  expect([lengthOf(), lengthOf(3)]).toEqual([16, 64])
})
