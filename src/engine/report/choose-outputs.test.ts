// The failing solvers whose outputs a report shows.

import { expect, test } from 'vitest'
import { type JudgedPair, chooseOutputs } from './choose-outputs.ts'

const pair = (task: number, solver: number, others: Partial<JudgedPair> = {}): JudgedPair => ({
  task,
  solver,
  verdict: 'wrong',
  right: 0,
  differing: Infinity,
  ...others,
})
const solversOf = (pairs: readonly JudgedPair[] | undefined) => pairs?.map(({ solver }) => solver)

test('the most promising come first; a solved task needs no outputs', () => {
  const pairs = [
    pair(0, 0, { verdict: 'error' }),
    pair(0, 1, { verdict: 'wrong', right: 1 }),
    pair(0, 2, { verdict: 'near', differing: 4 }),
    pair(0, 3, { verdict: 'near', differing: 2 }),
    pair(0, 4, { verdict: 'solved' }),
    pair(0, 5, { verdict: 'passes-demos' }),
    pair(0, 6, { verdict: 'near', differing: 9, right: 3 }),
  ]
  const { byTask, leftOut } = chooseOutputs(pairs, 1)
  expect(solversOf(byTask.get(0))).toEqual([5, 6, 3, 2, 1])
  expect(leftOut).toBe(1)
})

test('equal pairs are in the order of solvers', () => {
  expect(solversOf(chooseOutputs([pair(0, 2), pair(0, 1)], 1).byTask.get(0))).toEqual([1, 2])
})

test('many tasks have fewer outputs each, and the rest is counted', () => {
  const pairs = Array.from({ length: 1000 }, (_, task) => [pair(task, 0), pair(task, 1), pair(task, 2)]).flat()
  const { byTask, leftOut } = chooseOutputs(pairs, 1000)
  expect(solversOf(byTask.get(999))).toEqual([0, 1])
  expect(leftOut).toBe(1000)
})

test('there are at most 2,000 in all', () => {
  const { byTask, leftOut } = chooseOutputs(
    Array.from({ length: 3000 }, (_, task) => pair(task, 0)),
    3000,
  )
  expect(byTask.size).toBe(2000)
  expect(leftOut).toBe(1000)
})
