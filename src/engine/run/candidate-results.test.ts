// Candidates of a batt: equal results are shared, unequal ones are not, also where their hashes are equal.

import { expect, test } from 'vitest'
import { CORRECT, type Evaluations, WRONG } from '../../backends/backend.ts'
import { NO_GRID, OTHER_SIZE } from '../../backends/mismatch.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { BUDGET_ERROR } from '../../kernel/errors.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { CandidateJudge } from './candidate-results.ts'
import { SampleDescriber } from './sample-result.ts'

const grid = gridFromRows([Array.from({ length: 40 }, () => 1)])
const pair = { input: grid, output: grid }
const task = { id: 'wide', train: [pair, pair], test: [pair] }
const { programs } = readPrograms(
  "def batt(task_id, S, I, C, log_path):\n  t1 = vmirror(I)\n  o.append((1, False, 'a', t1))\n  return o, s\n",
  'batt.py',
)

/** A unit whose samples have these differences, candidate by candidate. */
function unitOf(sampleCount: number, differences: readonly number[][], cuts?: Int32Array): Evaluations {
  const verdicts = Array.from({ length: sampleCount }, (_, s) =>
    differences.some((own) => own[s] === 0) ? CORRECT : WRONG,
  )
  return {
    programCount: 1,
    sampleCount,
    executed: 0,
    verdicts: Uint8Array.from(verdicts),
    differences: new Int32Array(sampleCount),
    errors: new Int32Array(sampleCount),
    failedStatements: new Int32Array(sampleCount),
    defaults: [new Int32Array(1)],
    candidates: [Int32Array.from(differences.flat())],
    cuts: cuts === undefined ? [] : [cuts],
  }
}

function judgeAll(units: readonly Evaluations[], count: number) {
  const judge = new CandidateJudge({ program: programs[0]!, index: 0, units, describer: new SampleDescriber(task) })
  return Array.from({ length: count }, (_, k) => judge.judge(k, k))
}

const wordsOf = (judged: ReturnType<typeof judgeAll>[number]) =>
  judged.samples.map((sample) =>
    'differing' in sample ? sample.differing : ('mismatch' in sample && sample.mismatch) || sample.verdict,
  )

test('candidates with equal differences share their samples; each sample counts', () => {
  const first = [
    [0, 5],
    [0, 5],
    [0, NO_GRID],
    [0, 5],
  ]
  const second = [[OTHER_SIZE], [OTHER_SIZE], [OTHER_SIZE], [0]]
  const judged = judgeAll([unitOf(2, first), unitOf(1, second)], 4)
  expect(judged.map(wordsOf)).toEqual([
    ['right', 5, 'size'],
    ['right', 5, 'size'],
    ['right', 'not-a-grid', 'size'],
    ['right', 5, 'right'],
  ])
  expect(judged[1]!.samples).toBe(judged[0]!.samples)
  expect(judged.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong', 'wrong', 'near'])
  expect(judged.map(({ tests }) => tests.right)).toEqual([0, 0, 0, 1])
})

test('equal hashes of unequal differences', () => {
  const rows = [
    [0, 31, 4],
    [1, 0, 4],
    [1, 0, 4],
  ]
  const judged = judgeAll([unitOf(3, rows)], 3)
  expect(judged.map(wordsOf)).toEqual([
    ['right', 31, 4],
    [1, 'right', 4],
    [1, 'right', 4],
  ])
})

test('a candidate that exceeds a limit shares nothing', () => {
  const rows = [
    [7, 7, 7],
    [7, 7, 7],
  ]
  // Output 1 on sample 2: the statement from 1, and the error.
  const cuts = new Int32Array(2 * 2 * 3)
  cuts.set([1, BUDGET_ERROR], 2 * (1 * 3 + 2))
  const units = [unitOf(3, rows, cuts)]
  const judged = judgeAll(units, 2)
  expect(judged.map(wordsOf)).toEqual([
    [7, 7, 7],
    [7, 7, 'limit'],
  ])
  const judge = new CandidateJudge({ program: programs[0]!, index: 0, units, describer: new SampleDescriber(task) })
  expect(judge.limitsOf(0)).toEqual([])
  expect(judge.limitsOf(1)).toMatchObject([{ set: 'test', number: 1, verdict: 'limit', statement: 't1' }])
})
