// Submissions: their form, and the problems that the check against the tasks finds.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { findSubmissionProblems, limitsOf, makeSubmission } from './submission.ts'

const grid = gridFromRows([[1, 2]])
const other = gridFromRows([[3], [4]])
const one: Task = { id: 'one', train: [{ input: grid, output: grid }], test: [{ input: grid }] }
const two: Task = { id: 'two', train: [], test: [{ input: grid }, { input: other, output: other }] }
const tasks = [one, two]
const attempts = { attempt_1: [[1, 2]], attempt_2: [[3], [4]] }

test('a submission has rows of colours, by task and in the order of the test inputs', () => {
  const submission = makeSubmission([
    { task: 'one', tests: [[grid, other]] },
    {
      task: 'two',
      tests: [
        [grid, grid],
        [other, grid],
      ],
    },
  ])
  expect(JSON.parse(JSON.stringify(submission))).toEqual({
    one: [attempts],
    two: [
      { attempt_1: [[1, 2]], attempt_2: [[1, 2]] },
      { attempt_1: [[3], [4]], attempt_2: [[1, 2]] },
    ],
  })
  expect(findSubmissionProblems(submission, tasks)).toEqual([])
})

test('a task may be called __proto__', () => {
  const text = JSON.stringify(makeSubmission([{ task: '__proto__', tests: [[grid, other]] }]))
  expect(text).toBe('{"__proto__":[{"attempt_1":[[1,2]],"attempt_2":[[3],[4]]}]}')
  expect(findSubmissionProblems(JSON.parse(text), [{ ...one, id: '__proto__' }])).toEqual([])
})

test.each([
  ['no object', [], ['The submission is not an object with task ids as keys']],
  ['a missing task', { one: [attempts] }, ['two is missing']],
  ['an unknown task', { one: [attempts], two: [attempts, attempts], six: [] }, ['six is not a task of the challenges']],
  ['a missing test input', { one: [attempts], two: [attempts] }, ['two: 1 entries for 2 test inputs']],
  ['no list', { one: attempts, two: [attempts, attempts] }, ['one: the entry is not a list']],
  [
    'a missing attempt',
    { one: [{ attempt_1: [[0]] }], two: [attempts, attempts] },
    ['one: attempt_2 of test 1 is not a valid grid'],
  ],
])('%s is a problem', (_, submission, problems) => {
  expect(findSubmissionProblems(submission, tasks)).toEqual(problems)
})

test.each([
  ['null', null],
  ['an empty list', []],
  ['an empty row', [[]]],
  ['ragged rows', [[1, 2], [3]]],
  ['a negative colour', [[-1]]],
  ['a colour over 9', [[10]]],
  ['a fraction', [[0.5]]],
  ['a text', [['1']]],
  ['31 rows', Array.from({ length: 31 }, () => [0])],
  ['31 columns', [Array.from({ length: 31 }, () => 0)]],
])('%s is no attempt', (_, bad) => {
  const submission = { one: [{ ...attempts, attempt_1: bad }] }
  expect(findSubmissionProblems(submission, [one])).toEqual(['one: attempt_1 of test 1 is not a valid grid'])
})

test('grids may be as large as those of the task', () => {
  const wide = gridFromRows([Array.from({ length: 40 }, () => 12)])
  expect(limitsOf(one)).toEqual({ side: 30, color: 9 })
  expect(limitsOf({ ...one, test: [{ input: wide }] })).toEqual({ side: 40, color: 12 })
  expect(limitsOf({ ...one, train: [{ input: grid, output: wide }] })).toEqual({ side: 40, color: 12 })
})
