// Scoring on hand-made programs: candidates among differs, statement numbers of equal programs, inputs and the budget.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../src/data/grid-rows.ts'
import type { Task } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { failuresOf } from '../../src/engine/run/sample-result.ts'
import { type RunRequest, runPrograms } from '../../src/engine/run/run-programs.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'

const ROWS = [
  [1, 2],
  [3, 4],
]
const TURNED = [
  [3, 1],
  [4, 2],
]
const TASK: Task = {
  id: 'turn',
  train: [{ input: gridFromRows(ROWS), output: gridFromRows(TURNED) }],
  // Of the second sample, the first candidate is right and the second is not.
  test: [{ input: gridFromRows(ROWS), output: gridFromRows(ROWS) }],
}

async function run(text: string, request: Partial<RunRequest> = {}): Promise<PairResult[]> {
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toEqual([])
  const results: PairResult[] = []
  const dataset = { tasks: [TASK], hash: '' }
  await runPrograms({ programs, dataset, pairing: 'all', onPair: (result) => results.push(result), ...request })
  return results
}

const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = identity(I)
    t2 = rot90(I)
    t3 = size(I)
    s.append((1, 'None', 'sizes', t3))
    o.append((2, False, 'same', t1))
    s.append((3, 'None', 'sizes', t3))
    o.append((4, False, 'turned', t2))
    s.append((5, 'None', 'sizes', t3))
    return o, s
`

test('a batt is right by any of its candidates, and each counts for itself, whatever differs stand between', async () => {
  const [result] = await run(BATT)
  const right = { verdict: 'right' }
  expect(result).toMatchObject({ verdict: 'solved', samples: [right, right] })
  const [demo, test] = [
    { set: 'demo', number: 1 },
    { set: 'test', number: 1 },
  ]
  const [hit, miss] = [
    { total: 1, right: 1, unknown: 0 },
    { total: 1, right: 0, unknown: 0 },
  ]
  const wrong = { verdict: 'wrong', mismatch: 'cells', differing: 4, cells: 4 }
  expect(result!.battOutputs).toEqual([
    { kind: 's', number: 1, name: 'None/sizes' },
    {
      kind: 'o',
      number: 2,
      name: 'same',
      verdict: 'wrong',
      demos: miss,
      tests: hit,
      samples: [
        { ...demo, ...wrong },
        { ...test, ...right },
      ],
    },
    { kind: 's', number: 3, name: 'None/sizes' },
    {
      kind: 'o',
      number: 4,
      name: 'turned',
      verdict: 'wrong',
      demos: hit,
      tests: miss,
      samples: [
        { ...demo, ...right },
        { ...test, ...wrong },
      ],
    },
    { kind: 's', number: 5, name: 'None/sizes' },
  ])
})

test.each([[[TURNED], 'same', 0, 'turned', 1] as const, [[ROWS], 'same', 1, 'turned', 0] as const])(
  'of the output %j, %s is right %i times and %s %i times',
  async ([output], first, ofFirst, second, ofSecond) => {
    const task = { id: 'turn', train: [], test: [{ input: gridFromRows(ROWS), output: gridFromRows(output) }] }
    const [result] = await run(BATT, { dataset: { tasks: [task], hash: '' } })
    expect(result!.tests.right).toBe(1)
    expect(
      result!.battOutputs!.flatMap((output) => (output.kind === 'o' ? [[output.name, output.tests.right]] : [])),
    ).toEqual([
      [first, ofFirst],
      [second, ofSecond],
    ])
  },
)

test('programs of equal calls fail at their own statement, where an unused one stands before it', async () => {
  const solvers = `def solve_a(I):
    x1 = rot90(THREE)
    return x1

def solve_b(I):
    x0 = hmirror(I)
    x1 = vmirror(I)
    x2 = rot90(THREE)
    return x2
`
  const results = await run(solvers)
  expect(results.map((result) => failuresOf(result).map(({ statement, line }) => [statement, line]))).toEqual([
    [
      ['x1', 2],
      ['x1', 2],
    ],
    [
      ['x2', 8],
      ['x2', 8],
    ],
  ])
})

test('inputs, demo pairs and constants count against no budget, whatever the call before has spent', async () => {
  const large = gridFromRows(Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => 1)))
  const pair = { input: large, output: large }
  const tasks = ['a', 'b'].map((id): Task => ({ id, train: [pair, pair], test: [pair] }))
  const constant = `(${Array.from({ length: 200 }, () => '7').join(', ')})`
  const text = `def solve_a(S, I):
    x1 = equality(S, ${constant})
    x2 = branch(x1, S, I)
    x3 = vmirror(I)
    return x2
`
  const [first, second] = await run(text, {
    dataset: { tasks, hash: '' },
    settings: { budget: 100 },
    keepUnused: false,
  })
  expect([first, second]).toMatchObject([
    { verdict: 'solved', demos: { right: 2 }, tests: { right: 1 } },
    { verdict: 'solved', demos: { right: 2 }, tests: { right: 1 } },
  ])
  const kept = await run(text, { dataset: { tasks, hash: '' }, settings: { budget: 100 }, keepUnused: true })
  for (const result of kept) {
    expect(failuresOf(result).map(({ statement, kind }) => [statement, kind])).toEqual(
      Array.from({ length: 3 }, () => ['x3', 'budget']),
    )
  }
})

const DIFFERING = `def solve_same(I):
    return I

def solve_one(I):
    x1 = initset(ORIGIN)
    x2 = fill(I, FIVE, x1)
    return x2

def solve_half(I):
    x1 = tophalf(I)
    return x1

def solve_number(I):
    x1 = size(I)
    return x1

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = size(I)
    t2 = tophalf(I)
    t3 = rot90(I)
    t4 = initset(ORIGIN)
    t5 = fill(I, FIVE, t4)
    o.append((1, False, 'number', t1))
    o.append((2, False, 'half', t2))
    o.append((3, False, 'turned', t3))
    o.append((4, False, 'one', t5))
    return o, s

def batt_numbers(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = size(I)
    o.append((1, False, 'number', t1))
    s.append((2, 'None', 'sizes', t1))
    return o, s

def batt_halves(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = size(I)
    t2 = tophalf(I)
    o.append((1, False, 'number', t1))
    o.append((2, False, 'half', t2))
    return o, s
`

test('a wrong output has its number of differing cells, another size, or is no grid; a batt has its best candidate', async () => {
  const pair = { input: gridFromRows(ROWS), output: gridFromRows(ROWS) }
  const open = { input: pair.input }
  const dataset = { tasks: [{ id: 'same', train: [pair], test: [open] }], hash: '' }
  const results = await run(DIFFERING, { dataset })
  const cells = (differing: number) => ({ verdict: 'wrong', mismatch: 'cells', differing, cells: 4 })
  const size = { verdict: 'wrong', mismatch: 'size', cells: 4 }
  const noGrid = { verdict: 'wrong', mismatch: 'not-a-grid', cells: 4 }
  const demo = { set: 'demo', number: 1 }
  const expected = [{ verdict: 'right' }, cells(1), size, noGrid, cells(1), noGrid, size]
  expect(results.map(({ samples }) => samples[0])).toEqual(expected.map((own) => ({ ...demo, ...own })))
  for (const { samples } of results) expect(samples[1]).toEqual({ set: 'test', number: 1, verdict: 'unknown' })
  const candidates = results[4]!.battOutputs!.flatMap((output) => (output.kind === 'o' ? [output.samples[0]] : []))
  expect(candidates).toEqual([noGrid, size, cells(4), cells(1)].map((own) => ({ ...demo, ...own })))
})
