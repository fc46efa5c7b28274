// Two attempts for each test input: distinct valid grids, then defaults.

import { expect, test } from 'vitest'
import { gridFromRows, gridToRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { chooseAttempts } from './choose-attempts.ts'
import { rankOutputs } from './rank-outputs.ts'

const input = gridFromRows([[5, 5]])

function taskOf(...inputs: Task['test'][number]['input'][]): Task {
  return { id: 'one', train: [], test: inputs.map((grid) => ({ input: grid })) }
}

/** Chooses from the outputs of solvers, by test input; the earlier solver is the better one. */
async function choose(task: Task, outputs: readonly (readonly (Notation | null)[])[]) {
  const fetched: number[] = []
  const ranked = task.test.map((_, k) =>
    rankOutputs(
      outputs.flatMap((values, solver) =>
        values[k] === null
          ? []
          : [{ solver, name: `solver ${solver}`, size: 1, demosRight: 9 - solver, hash: JSON.stringify(values[k]) }],
      ),
    ),
  )
  const chosen = await chooseAttempts(task, ranked, (solver) => {
    fetched.push(solver)
    return Promise.resolve(outputs[solver]!)
  })
  const rows = chosen.map((both) => both.map(({ grid }) => gridToRows(grid)))
  const names = chosen.map((both) => both.map(({ output }) => output?.by.name ?? null))
  return { rows, names, fetched }
}

test('the two best distinct outputs are the attempts, and no others are fetched', async () => {
  const { rows, names, fetched } = await choose(taskOf(input), [
    [{ g: ['1'] }],
    [{ g: ['1'] }],
    [{ g: ['2'] }],
    [{ g: ['3'] }],
  ])
  expect(rows).toEqual([[[[1]], [[2]]]])
  expect(names).toEqual([['solver 0', 'solver 2']])
  expect(fetched).toEqual([0, 2])
})

test('values that are no valid grids are passed over', async () => {
  const wide = { g: ['0'.repeat(31)] }
  const values: Notation[] = [7, { s: [] }, { t: [{ t: [11] }] }, wide, { t: [] }, { g: ['4'] }, { g: ['6'] }]
  const { rows } = await choose(
    taskOf(input),
    values.map((value) => [value]),
  )
  expect(rows).toEqual([[[[4]], [[6]]]])
})

test('30 rows and columns are the limit, and one colour over 9 is too much', async () => {
  const tall: Notation = { g: Array.from({ length: 31 }, () => '1') }
  const mixed: Notation = { t: [{ t: [1, 11] }] }
  const full: Notation = { g: Array.from({ length: 30 }, () => '2'.repeat(30)) }
  const { rows } = await choose(taskOf(input), [[tall], [mixed], [full], [{ g: ['3'] }]])
  expect(rows[0]!.map((grid) => grid.length)).toEqual([30, 1])
})

test('the input, then one black cell, complete the attempts', async () => {
  expect((await choose(taskOf(input), [])).rows).toEqual([[[[5, 5]], [[0]]]])
  const { rows, names } = await choose(taskOf(input), [[{ g: ['3'] }]])
  expect(rows).toEqual([[[[3]], [[5, 5]]]])
  expect(names).toEqual([['solver 0', null]])
})

test('a default that is an attempt already is not repeated', async () => {
  expect((await choose(taskOf(input), [[{ g: ['55'] }]])).rows).toEqual([[[[5, 5]], [[0]]]])
  const black = gridFromRows([[0]])
  expect((await choose(taskOf(black), [])).rows).toEqual([[[[0]], [[0]]]])
})

test('each test input has its own attempts, and a solver is fetched once', async () => {
  const { rows, fetched } = await choose(taskOf(input, gridFromRows([[8]])), [
    [{ g: ['1'] }, { g: ['2'] }],
    [null, { g: ['3'] }],
  ])
  expect(rows).toEqual([
    [[[1]], [[5, 5]]],
    [[[2]], [[3]]],
  ])
  expect(fetched).toEqual([0, 1])
})
