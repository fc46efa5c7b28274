// Verdicts on all samples of a task, and the sample to trace.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { firstFailing, judgeEachSample } from './judge-each-sample.ts'

const grid = gridFromRows
const task: Task = {
  id: 'flip0001',
  train: [
    { input: grid([[1, 2]]), output: grid([[2, 1]]) },
    { input: grid([[3, 3]]), output: grid([[3, 3]]) },
  ],
  test: [{ input: grid([[5]]), output: grid([[6]]) }, { input: grid([[5, 6]]) }],
}

function judge(lines: readonly string[], options = {}) {
  return judgeEachSample(readPrograms(lines.join('\n    '), 'a.py').programs[0]!, task, options)
}

test('a strict program', () => {
  expect(judge(['def solve_a(I):', 'return I'])).toEqual(['wrong', 'right', 'wrong', 'unknown'])
  const lines = [
    'def solve_a(I):',
    'x1 = width(I)',
    'x2 = decrement(x1)',
    'x3 = vsplit(I, x2)',
    'x4 = vmirror(I)',
    'return x4',
  ]
  expect(judge(lines)).toEqual(['right', 'right', 'wrong', 'unknown'])
  // The last statement depends on the one that fails.
  expect(judge(lines.map((line) => line.replace('vmirror(I)', 'branch(x3, 1, 2)')))).toEqual([
    'wrong',
    'wrong',
    'error',
    'unknown',
  ])
})

test('an error counts even where the expected output is unknown', () => {
  expect(judge(['def solve_a(I):', 'x1 = first(5)', 'return x1'])).toEqual(['error', 'error', 'error', 'error'])
})

test('of a batt, one right candidate suffices; C is given with measure only', () => {
  const batt = [
    'def batt(task_id, S, I, C, log_path):',
    's = []',
    'o = []',
    't1 = vmirror(I)',
    't2 = vmirror(C)',
    't3 = vmirror(t2)',
    "o.append((1, False, 'a', t1))",
    "o.append((2, False, 'b', t3))",
    "s.append((3, 'None', 'c', I))",
    'return o, s',
  ]
  expect(judge(batt)).toEqual(['right', 'right', 'wrong', 'unknown'])
  expect(judge(batt, { measure: true })).toEqual(['right', 'right', 'right', 'unknown'])
})

test('the budget counts', () => {
  expect(judge(['def solve_a(I):', 'x1 = vmirror(I)', 'return x1'], { budget: 2 })).toEqual(Array(4).fill('error'))
})

test('the first sample that fails, or the first of all', () => {
  expect(firstFailing(['right', 'unknown', 'error', 'wrong'])).toBe(2)
  expect(firstFailing(['right', 'wrong'])).toBe(1)
  expect(firstFailing(['right', 'unknown'])).toBe(0)
})
