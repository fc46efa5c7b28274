// Shared results of solved tasks: what a result of its own would be, and only where all samples of the task are right.

import { expect, test } from 'vitest'
import { CORRECT, type Evaluations, UNSCORED, WRONG } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { judgeSamples } from './pair-verdict.ts'
import { SampleDescriber } from './sample-result.ts'
import { solvedResult } from './solved-result.ts'

const grid = { height: 1, width: 1, cells: Uint8Array.of(3) }
const pairs = (count: number) => Array.from({ length: count }, () => ({ input: grid, output: grid }))
const taskOf = (demos: number, tests: number): Task => ({ id: 'a', train: pairs(demos), test: pairs(tests) })

/** One unit of programs, by their verdicts. */
function unitOf(...verdicts: number[][]): Evaluations {
  const none = new Int32Array(verdicts.flat().length)
  return {
    programCount: verdicts.length,
    sampleCount: verdicts[0]!.length,
    executed: 0,
    verdicts: Uint8Array.from(verdicts.flat()),
    differences: none,
    errors: none,
    failedStatements: none,
    defaults: [],
    candidates: [],
    cuts: [],
  }
}

test.each([
  [3, 1],
  [1, 3],
  [0, 2],
  [2, 0],
  [31, 31],
])('%d demos and %d tests that are right have the result that each would have alone', (demos, tests) => {
  const task = taskOf(demos, tests)
  const right = Array.from({ length: demos + tests }, () => CORRECT)
  const describer = new SampleDescriber(task)
  const expected = judgeSamples(right.map((verdict, k) => describer.describe(k, verdict, 0)))
  const unit = unitOf(
    right.map(() => WRONG),
    right,
  )
  const result = solvedResult(task, 1, [unit])
  expect(result).toEqual(expected)
  expect(solvedResult({ ...task, id: 'b' }, 1, [unit])).toBe(result)
  expect(solvedResult(task, 0, [unit])).toBeUndefined()
})

test('nobody can change what others share', () => {
  const { demos, tests, samples } = solvedResult(taskOf(2, 1), 0, [unitOf([CORRECT, CORRECT, CORRECT])])!
  for (const shared of [demos, tests, samples, ...samples]) expect(Object.isFrozen(shared)).toBe(true)
})

test.each([
  ['a sample is wrong', taskOf(2, 1), [unitOf([CORRECT, WRONG, CORRECT])]],
  ['an output is unknown', taskOf(2, 1), [unitOf([CORRECT, CORRECT, UNSCORED])]],
  ['samples are missing', taskOf(2, 1), [unitOf([CORRECT, CORRECT])]],
  ['samples are in two units', taskOf(1, 1), [unitOf([CORRECT]), unitOf([CORRECT])]],
  ['there are no samples', taskOf(0, 0), [unitOf([])]],
  ['there are many samples', taskOf(32, 1), [unitOf(Array.from({ length: 33 }, () => CORRECT))]],
])('no result is shared where %s', (_, task, units) => {
  expect(solvedResult(task, 0, units)).toBeUndefined()
})
