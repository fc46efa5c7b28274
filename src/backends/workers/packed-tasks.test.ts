// Packed tasks: every pair is unpacked as it was, from memory that threads share.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { UnpackedTask, packTasks } from './packed-tasks.ts'

const grid = (...rows: number[][]) => gridFromRows(rows)
const TASKS: Task[] = [
  {
    id: 'one',
    train: [
      { input: grid([1, 2, 3]), output: grid([4], [5]) },
      { input: grid([6]), output: grid([7, 8]) },
    ],
    test: [{ input: grid([9, 0]) }, { input: grid([1], [2], [3]), output: grid([4, 5, 6]) }],
  },
  { id: 'none', train: [], test: [] },
  { id: 'two', train: [], test: [{ input: grid([2, 4], [6, 8]), output: grid([3]) }, { input: grid([5]) }] },
]

test('all pairs of all tasks come back, without ids', () => {
  const packed = packTasks(TASKS)
  for (const [t, { train, test: tests }] of TASKS.entries()) {
    const task = new UnpackedTask(packed, t)
    expect([task.id, task.train]).toEqual(['', train])
    task.unpack(0, train.length + tests.length)
    expect(task.test).toEqual(tests)
  }
})

test('only the test pairs of the range are there, at their places', () => {
  const task = new UnpackedTask(packTasks(TASKS), 0)
  expect(task.test).toEqual([])
  task.unpack(3, 4)
  expect([task.test.length, 0 in task.test, task.test[1]]).toEqual([2, false, TASKS[0]!.test[1]])
  task.unpack(1, 3)
  expect(task.test).toEqual([TASKS[0]!.test[0]])
  task.unpack(0, 2)
  expect(task.test).toEqual([])
})

test('the memory is shared and has room for the cells alone', () => {
  const { cells, pairs, tasks } = packTasks(TASKS)
  for (const { buffer } of [cells, pairs, tasks]) expect(buffer).toBeInstanceOf(SharedArrayBuffer)
  expect([cells.length, pairs.length, tasks.length]).toEqual([22, 6 * 6, 3 * 3])
})
