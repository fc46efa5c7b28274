// Grids of task files: what is one, and what is said about what is none.

import { expect, test } from 'vitest'
import { isSameGrid, readGrid } from './read-grid.ts'
import { TaskProblem } from './task-problem.ts'

const row = (width: number, cell: unknown = 0) => Array.from({ length: width }, () => cell)
const grid = (height: number, width: number) => Array.from({ length: height }, () => row(width))

function problemOf(value: unknown): TaskProblem {
  try {
    readGrid(value, ['train', 2, 'output'])
  } catch (error) {
    if (error instanceof TaskProblem) return error
    throw error
  }
  throw new Error('it was read')
}

test('cells stand row by row', () => {
  const value = [
    [0, 1, 2],
    [13, 14, 15],
  ]
  expect(readGrid(value, [])).toEqual({ height: 2, width: 3, cells: Uint8Array.of(0, 1, 2, 13, 14, 15) })
})

test.each([
  [1, 1],
  [100, 100],
  [1, 100],
])('%i by %i is a grid', (height, width) => {
  expect(readGrid(grid(height, width), [])).toMatchObject({ height, width })
})

test.each([
  ['null', null, 'train[2].output is null, not a grid'],
  ['a number', 7, 'train[2].output is 7, not a grid'],
  ['a text', '012', 'train[2].output is the text "012", not a grid'],
  ['an object', { length: 1, 0: [1] }, 'train[2].output is an object, not a grid'],
  ['no rows', [], 'train[2].output has no rows'],
  ['101 rows', grid(101, 1), 'train[2].output has 101 rows'],
  ['no cells', [[], []], 'train[2].output[0] has no cells'],
  ['101 cells', grid(1, 101), 'train[2].output[0] has 101 cells'],
  ['a flat list', [0, 1], 'train[2].output[0] is 0, not a row'],
  ['a row that is none', [[0], 'x'], 'train[2].output[1] is the text "x", not a row'],
  ['a short row', [[0, 1], [2]], 'train[2].output[1] is 1 long where the first row is 2 long'],
  ['a colour below 0', [[0, -1]], 'train[2].output[0][1] is -1, not a colour'],
  ['a colour over 15', [[16]], 'train[2].output[0][0] is 16, not a colour'],
  ['a fraction', [[0.5]], 'train[2].output[0][0] is 0.5, not a colour'],
  ['a huge number', [[Infinity]], 'train[2].output[0][0] is Infinity, not a colour'],
  ['a truth value', [[true]], 'train[2].output[0][0] is true, not a colour'],
  ['a digit as text', [['1']], 'train[2].output[0][0] is the text "1", not a colour'],
  ['one level too many', [[[1]]], 'train[2].output[0][0] is a list, not a colour'],
])('%s is no grid', (_, value, message) => {
  const problem = problemOf(value)
  expect(problem).toMatchObject({ code: 'task-grid', message })
  expect(problem.advice).not.toBe('')
})

test('grids are the same if sides and cells are', () => {
  const make = (height: number, width: number, ...cells: number[]) => ({ height, width, cells: Uint8Array.from(cells) })
  expect(isSameGrid(make(1, 2, 3, 4), make(1, 2, 3, 4))).toBe(true)
  expect(isSameGrid(make(1, 2, 3, 4), make(2, 1, 3, 4))).toBe(false)
  expect(isSameGrid(make(1, 2, 3, 4), make(1, 2, 3, 5))).toBe(false)
})
