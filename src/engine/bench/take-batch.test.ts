// Batches have exactly the samples that were asked for, in a known order.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { pairedTasks, takeBatch } from './take-batch.ts'

const pair = (color: number) => ({ input: gridFromRows([[color]]), output: gridFromRows([[color]]) })
const TASKS: readonly Task[] = [
  { id: 'a1', train: [pair(1), pair(2)], test: [pair(3)] },
  { id: 'b2', train: [pair(4)], test: [pair(5), pair(6)] },
]
/** The colours of each task: demo pairs, then test pairs. */
const shown = (tasks: readonly Task[]) =>
  tasks.map(({ id, train, test }) => {
    const colors = (pairs: Task['train']) => pairs.map(({ input }) => input.cells[0]).join('')
    return `${id} ${colors(train)}|${colors(test)}`
  })

test.each([
  [1, ['a1 1|']],
  [3, ['a1 12|3']],
  [4, ['a1 12|3', 'b2 4|']],
  [5, ['a1 12|3', 'b2 4|5']],
  [6, ['a1 12|3', 'b2 4|56']],
  [8, ['a1 12|312', 'b2 4|56']],
  [13, ['a1 12|31231', 'b2 4|56456']],
])('a batch of %i', (size, expected) => {
  expect(shown(takeBatch(TASKS, size))).toEqual(expected)
})

test('every size is exact', () => {
  for (let size = 1; size < 40; size++) {
    const batch = takeBatch(TASKS, size)
    expect(batch.reduce((sum, task) => sum + samplesOf(task).length, 0)).toBe(size)
  }
})

test('demo pairs stay as they are from one round on: they are the input S', () => {
  for (const [k, task] of takeBatch(TASKS, 1000).entries()) expect(task.train).toBe(TASKS[k]!.train)
})

test('no samples, no batch', () => {
  expect(() => takeBatch([{ id: 'x', train: [], test: [] }], 3)).toThrow('at least one sample')
})

test('only tasks with a program and a sample are in batches', () => {
  const { programs } = readPrograms('def solve_b2(I):\n    return I\n', 'p.py')
  const tasks = [...TASKS, { id: 'c3', train: [], test: [] }]
  expect(pairedTasks(programs, tasks, 'own').map(({ id }) => id)).toEqual(['b2'])
  expect(pairedTasks(programs, tasks, 'all').map(({ id }) => id)).toEqual(['a1', 'b2'])
  expect(pairedTasks([], tasks, 'all')).toEqual([])
})
