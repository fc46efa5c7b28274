// Tasks that are held: replacing, the room that they take and give back, and the datasets of runs.

import { expect, test } from 'vitest'
import { gridFromRows } from '../data/grid-rows.ts'
import type { Task } from '../data/task.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { TaskStore } from './task-store.ts'

/** A task with a demo pair and a test pair, both of grids with so many cells. */
function taskOf(id: string, cellCount: number): Task {
  const grid = gridFromRows([Array.from({ length: cellCount }, () => 0)])
  const pair = { input: grid, output: grid }
  return { id, train: [pair], test: [pair] }
}

const bytesOf = (task: Task) => {
  const store = new TaskStore(DEFAULT_LIMITS)
  store.add([task])
  return store.bytes
}

test('the cells of inputs and outputs count', () => {
  expect(bytesOf(taskOf('a', 9)) - bytesOf(taskOf('a', 2))).toBe(4 * 7)
})

test('a task that replaces another one takes its room, and a removed one gives it back', () => {
  const [large, small, other] = [taskOf('a', 20), taskOf('a', 10), taskOf('b', 10)]
  const store = new TaskStore({ ...DEFAULT_LIMITS, tasks: 2, taskBytes: bytesOf(large) + bytesOf(other) })
  store.add([small, other])
  store.add([large])
  expect([store.count, store.bytes, store.get('a')]).toEqual([2, bytesOf(large) + bytesOf(other), large])
  expect(() => store.add([taskOf('c', 1)])).toThrow('at most 2 tasks')
  expect(() => store.add([taskOf('b', 11)])).toThrow('bytes of tasks')
  expect(store.remove(['a', 'c'])).toBe(1)
  expect([store.count, store.bytes]).toEqual([1, bytesOf(other)])
})

test('a task that comes twice in one request counts once', () => {
  const [first, second] = [taskOf('a', 20), taskOf('a', 10)]
  const store = new TaskStore({ ...DEFAULT_LIMITS, tasks: 1 })
  store.add([first, second])
  expect([store.count, store.bytes, store.get('a')]).toEqual([1, bytesOf(second), second])
})

test('the dataset of a run has the tasks of now, each once; the same tasks are the same dataset', () => {
  const store = new TaskStore(DEFAULT_LIMITS)
  const [a, b, newB] = [taskOf('a', 1), taskOf('b', 2), taskOf('b', 3)]
  store.add([a, b])
  const dataset = store.select(['b', 'a', 'b'])
  expect(dataset.tasks).toEqual([b, a])
  expect(store.select(['b', 'a'])).toBe(dataset)
  expect(store.select(undefined).tasks).toEqual([a, b])
  store.add([newB])
  expect(store.select(undefined).tasks).toEqual([a, newB])
  expect(store.select(undefined, 'demos').tasks).toEqual([a, newB].map((task) => ({ ...task, test: [] })))
})
