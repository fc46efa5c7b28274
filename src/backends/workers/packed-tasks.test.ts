// Packed tasks: every pair comes back as it was, one by one and as rows, from memory that threads share.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { type Task, sampleCountOf, samplesOf } from '../../data/task.ts'
import { TaskRows, rowsOf } from '../cpu/row-source.ts'
import { PackedTask, packTasks } from './packed-tasks.ts'

const grid = (...rows: number[][]) => gridFromRows(rows)
const TASKS: Task[] = [
  {
    id: 'one',
    train: [
      { input: grid([1, 2, 3]), output: grid([4], [5]) },
      { input: grid([6]), output: grid([7, 8]) },
    ],
    test: [{ input: grid([9, 0]) }, { input: grid([1], [2], [3], [4], [5]), output: grid([4, 5, 6]) }],
  },
  { id: 'none', train: [], test: [] },
  { id: 'two', train: [], test: [{ input: grid([2, 4], [6, 8]), output: grid([3]) }, { input: grid([5]) }] },
]

test('all pairs of all tasks come back, without ids', () => {
  const packed = packTasks(TASKS)
  for (const [t, expected] of TASKS.entries()) {
    const task = new PackedTask(packed, t)
    expect([task.id, task.train, task.test]).toEqual(['', expected.train, expected.test])
    for (const [k, pair] of samplesOf(expected).entries()) {
      expect(task.sample(k)).toEqual(pair)
      expect(task.hasOutput(k)).toBe(pair.output !== undefined)
    }
  }
})

test('the rows of any range are those that are made of the pairs', () => {
  const packed = packTasks(TASKS)
  for (const [t, expected] of TASKS.entries()) {
    const made = new TaskRows(expected)
    const task = new PackedTask(packed, t)
    const shared = rowsOf(task)
    expect(shared).toBe(task)
    for (let from = 0; from <= sampleCountOf(expected); from++) {
      for (let to = from; to <= sampleCountOf(expected); to++) {
        const count = made.rowWords(from, to)
        expect(shared.rowWords(from, to)).toBe(count)
        const [one, two] = [new Int32Array(count + 2), new Int32Array(count + 2)]
        made.putRows(one, 1, from, to)
        shared.putRows(two, 1, from, to)
        expect(two).toEqual(one)
        expect([two[0], two.at(-1)]).toEqual([0, 0])
      }
    }
  }
})

test('the memory is shared, and padded to whole words only', () => {
  const { rows, starts, tasks } = packTasks(TASKS)
  for (const { buffer } of [rows, starts, tasks]) expect(buffer).toBeInstanceOf(SharedArrayBuffer)
  // Four words in front of the cells of each sample.
  const cells = 1 + 1 + (1 + 1) + 1 + (2 + 1) + (1 + 1) + 2
  expect([rows.length, starts.length, tasks.length]).toEqual([6 * 4 + cells - 1, 7, 3 * 3])
})
