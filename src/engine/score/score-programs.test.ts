// Whole scores: solvers, differs and attempts on a small task.

import { describe, expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { gridFromRows, gridToRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { POPULATION_BUDGET } from '../run/run-pass.ts'
import { type ScoreRequest, type ScoreStage, scorePrograms } from './score-programs.ts'

const pair = (input: number[][], output?: number[][]) =>
  output === undefined ? { input: gridFromRows(input) } : { input: gridFromRows(input), output: gridFromRows(output) }

/** Mirroring solves it; turning it round solves the first demo pair alone. */
const flip: Task = {
  id: 'flip',
  train: [
    pair([[1, 0]], [[0, 1]]),
    pair(
      [
        [2, 3],
        [4, 5],
      ],
      [
        [3, 2],
        [5, 4],
      ],
    ),
  ],
  test: [
    pair(
      [
        [6, 7],
        [8, 9],
      ],
      [
        [7, 6],
        [9, 8],
      ],
    ),
    pair([[1, 2]]),
  ],
}

const TEXT = `
def solve_flip(I):
    return vmirror(I)

def solve_turn_flip(I):
    return rot180(I)

def solve_fails_flip(I):
    return first(ZERO)

def batt_flip(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = difference(I, C)
    t2 = astuple(size(t1), t1)
    s.append((2, 'None', 'rows', t2))
    t3 = vmirror(I)
    o.append((3, False, 'mirror', t3))
    t4 = difference(t3, C)
    t5 = astuple(size(t4), t4)
    s.append((5, 'mirror', 'rows', t5))
    t6 = identity(C)
    o.append((6, False, 'cheat', t6))
    t7 = difference(t6, C)
    t8 = astuple(size(t7), t7)
    s.append((8, 'cheat', 'rows', t8))
    return o, s
`
const { programs, diagnostics } = readPrograms(TEXT, 'flip.py')
const request: ScoreRequest = { programs, dataset: makeDataset([flip]) }

test('the programs are read', () => expect(diagnostics).toEqual([]))

test('solvers are scored by their exact outputs for demo pairs', async () => {
  const { report } = await scorePrograms(request)
  expect(report).toMatchObject({ format: 'megabatt score', version: 1, programs: 4, solvedTasks: 1 })
  expect(report.solvers.map(({ name, score, solved }) => [name, score, solved])).toEqual([
    ['mirror in batt_flip', 2, ['flip']],
    ['solve_flip', 2, ['flip']],
    ['solve_turn_flip', 1, []],
    ['cheat in batt_flip', 0, []],
    ['solve_fails_flip', 0, []],
  ])
  expect(report.solvers[1]).toEqual({
    name: 'solve_flip',
    program: 'solve_flip',
    file: 'flip.py',
    solver: null,
    number: null,
    mutated: false,
    size: 1,
    tasks: 1,
    score: 2,
    demos: { total: 2, right: 2, unknown: 0 },
    tests: { total: 2, right: 1, unknown: 1 },
    solved: ['flip'],
  })
  expect(report.tasks[0]).toMatchObject({
    task: 'flip',
    demos: 2,
    tests: 2,
    solvers: 5,
    best: 2,
    solvedBy: ['solve_flip', 'mirror in batt_flip'],
  })
})

test('differs are measured with C given, on demo pairs, and rightness is that of solving without C', async () => {
  const { report } = await scorePrograms(request)
  // cheat has no difference after, but its output without C is wrong.
  expect(report.differs).toEqual([
    { differ: 'rows', samples: 2, before: 2, outputs: 4, after: 4, worth: 4, worthRight: 2, invalid: 0 },
  ])
})

test('attempts are the outputs of solvers with most right demos; unknown test outputs have no score', async () => {
  const { report, attempts } = await scorePrograms(request)
  expect(report.rules).toBeNull()
  expect(report.tasks[0]!.attempts).toEqual([
    [
      { solver: 'mirror in batt_flip', demosRight: 2, agreement: 2, right: true },
      { solver: 'solve_turn_flip', demosRight: 1, agreement: 1, right: false },
    ],
    [
      { solver: 'mirror in batt_flip', demosRight: 2, agreement: 2, right: null },
      // Turning one row round is mirroring it: not a second output.
      { solver: null, demosRight: 0, agreement: 0, right: null },
    ],
  ])
  expect(attempts.map(({ task, tests }) => [task, tests.map((both) => both.map(gridToRows))])).toEqual([
    [
      'flip',
      [
        [
          [
            [7, 6],
            [9, 8],
          ],
          [
            [9, 8],
            [7, 6],
          ],
        ],
        [[[2, 1]], [[1, 2]]],
      ],
    ],
  ])
})

describe('with challenges that no program runs on', () => {
  const other: Task = { id: 'other', train: [], test: [pair([[3]], [[3]]), pair([[4]], [[9]])] }

  test('they have default attempts and count in the score', async () => {
    const known = { ...flip, test: flip.test.slice(0, 1) }
    const { report, attempts } = await scorePrograms({
      programs,
      dataset: makeDataset([known]),
      challenges: [known, other],
    })
    expect(report.rules).toEqual({
      outputs: { points: 2, total: 3, share: 2 / 3 },
      tasks: { points: 1.5, total: 2, share: 0.75 },
      complete: { points: 1, total: 2, share: 0.5 },
    })
    expect(report.tasks[1]).toMatchObject({ task: 'other', solvers: 0, best: 0, solvedBy: [] })
    expect(attempts[1]!.tests.map((both) => both.map(gridToRows))).toEqual([
      [[[3]], [[0]]],
      [[[4]], [[0]]],
    ])
  })
})

describe('programs of two tasks', () => {
  const text = `${TEXT}
def solve_same(I):
    return I
`
  const same: Task = { id: 'same', train: [pair([[1]], [[1]])], test: [] }
  const both: ScoreRequest = { programs: readPrograms(text, 'both.py').programs, dataset: makeDataset([same, flip]) }

  test('each is scored on its own task', async () => {
    const { report } = await scorePrograms(both)
    expect(report.solvers.filter(({ solved }) => solved.length > 0).map(({ name, solved }) => [name, solved])).toEqual([
      ['mirror in batt_flip', ['flip']],
      ['solve_flip', ['flip']],
      ['solve_same', ['same']],
    ])
    expect(report.solvedTasks).toBe(2)
    expect(report.tasks.map(({ solvers }) => solvers)).toEqual([1, 5])
    expect(report.differs[0]).toMatchObject({ samples: 2 })
  })

  test('each is scored on all tasks on request, with the budget of a population', async () => {
    const { report } = await scorePrograms({ ...both, pairing: 'all' })
    expect(report.tasks.map(({ solvers }) => solvers)).toEqual([6, 6])
    expect(report.differs[0]).toMatchObject({ samples: 3 })
    expect(report.settings.budget).toBe(POPULATION_BUDGET)
  })
})

test.each([
  ['budget', { budget: 4 }],
  ['room', { allowance: 3 }],
])('the given limit holds: %s', async (kind, settings) => {
  const { report } = await scorePrograms({ ...request, programs: programs.slice(0, 1), settings })
  expect(report.settings).toMatchObject(settings)
  expect(report.limits).toEqual({ [kind]: 4 })
  expect(report.tasks[0]!.attempts[0]![0]).toMatchObject({ solver: null })
})

test('an attempt of a program on its own task may cost as much as the program did', async () => {
  const text = `def solve_costly_flip(I):
    x1 = upscale(vmirror(I), 400)
    return downscale(x1, 400)
`
  const { programs: costly } = readPrograms(text, 'costly.py')
  const known = { ...flip, test: flip.test.slice(0, 1) }
  const { report } = await scorePrograms({ programs: costly, dataset: makeDataset([known]) })
  expect(report.tasks[0]!.attempts[0]![0]).toMatchObject({ solver: 'solve_costly_flip', right: true })
})

test('a task without demo pairs is solved by nobody', async () => {
  const { report } = await scorePrograms({ programs, dataset: makeDataset([{ ...flip, train: [] }]) })
  expect(report.solvedTasks).toBe(0)
  expect(report.differs).toEqual([])
})

test('the same request has the same score, and progress of each stage comes to its end', async () => {
  const last = new Map<ScoreStage, unknown>()
  const gallery = {
    programs: galleryPrograms(),
    dataset: makeDataset(galleryTasks({ samples: 1, only: ['keepbig1', 'agreeing'] })),
  }
  const once = await scorePrograms({
    ...gallery,
    onProgress: (stage, { done, total }) => last.set(stage, done === total),
  })
  const again = await scorePrograms(gallery)
  expect({ ...again.report, time: null }).toEqual({ ...once.report, time: null })
  expect(again.attempts).toEqual(once.attempts)
  expect([...last]).toEqual([
    ['solving', true],
    ['measuring', true],
    ['attempting', true],
  ])
})

test('a signal ends the score', async () => {
  const stop = new AbortController()
  const scoring = scorePrograms({ ...request, signal: stop.signal, onProgress: () => stop.abort() })
  await expect(scoring).rejects.toThrow(/abort/i)
})
