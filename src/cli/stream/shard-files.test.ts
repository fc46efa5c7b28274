import { expect, test } from 'vitest'
import { shardFiles } from './shard-files.ts'

const file = (path: string, byteLength: number) => ({ path, byteLength }) as Parameters<typeof shardFiles>[0][number]

test.each([1, 2, 3, 7, 16])('%i shards have every file once, in order, and about the same bytes', (count) => {
  const files = Array.from({ length: 40 }, (_, k) => file(String(k), 50 + ((k * 37) % 100)))
  const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const shards = Array.from({ length: count }, (_, k) => shardFiles(files, { index: k + 1, count }))
  expect(shards.flat()).toEqual(files)
  for (const own of shards) {
    const bytes = own.reduce((sum, { byteLength }) => sum + byteLength, 0)
    expect(Math.abs(bytes - total / count)).toBeLessThanOrEqual(150)
  }
})

test('a large file takes its shard alone, and shards may be empty', () => {
  const files = [file('a', 10), file('b', 1000), file('c', 10)]
  const shards = [1, 2, 3, 4].map((index) => shardFiles(files, { index, count: 4 }).map(({ path }) => path))
  expect(shards).toEqual([['a'], [], ['b'], ['c']])
})

test('empty files are in a shard, too', () => {
  const files = [file('a', 0), file('b', 10), file('c', 0)]
  const shards = [1, 2].map((index) => shardFiles(files, { index, count: 2 }).map(({ path }) => path))
  expect(shards).toEqual([['a'], ['b', 'c']])
  expect(shardFiles([file('a', 0)], { index: 1, count: 2 }).length).toBe(1)
})
