// The score as text: order of rows, limits of tables, unknown outputs.

import { expect, test } from 'vitest'
import type { ScoreReport, SolverScore, TaskScore } from '../../engine/score/score-report.ts'
import { formatScore } from './score-table.ts'

const attempt = (right: boolean | null) => ({ solver: 'a', demosRight: 1, agreement: 1, right })
const task = (id: string, others: Partial<TaskScore> = {}): TaskScore => ({
  task: id,
  demos: 3,
  tests: 1,
  solvers: 2,
  best: 1,
  solvedBy: [],
  attempts: [[attempt(false), attempt(true)]],
  ...others,
})
const solver = (name: string, unknown = 0): SolverScore => ({
  name,
  program: name,
  file: 'a.py',
  solver: null,
  number: null,
  mutated: false,
  size: 1234,
  tasks: 2,
  score: 4,
  demos: { total: 6, right: 4, unknown: 0 },
  tests: { total: 2, right: 1, unknown },
  solved: ['x'],
})
const report = (others: Partial<ScoreReport>): ScoreReport => ({
  format: 'megabatt score',
  version: 1,
  dataset: { hash: '' },
  programs: 1,
  settings: { budget: 1000, allowance: 2000 },
  limits: {},
  solvedTasks: 1,
  rules: null,
  tasks: [],
  solvers: [],
  differs: [],
  time: { solveMs: 1000, measureMs: 200, attemptMs: 34 },
  ...others,
})
const print = (others: Partial<ScoreReport>, rows = 20, width = 200) =>
  formatScore(report(others), { rule: 'tasks', rows, width }).split('\n')

test('solved tasks come first, with the first of their solvers', () => {
  const tasks = [
    task('none', { solvers: 0, attempts: [] }),
    task('open', { attempts: [[attempt(null), attempt(null)]] }),
    task('done', { best: 3, solvedBy: ['a', 'b', 'c', 'd', 'e'] }),
  ]
  expect(print({ tasks }).slice(0, 4)).toEqual([
    'task  solvers    best  attempts  solved by',
    'done        2  3 of 3    1 of 1  a, b, c and 2 more',
    'none        0  1 of 3   no test  no program',
    'open        2  1 of 3   unknown  none',
  ])
})

test('long tables are cut, and the number of other rows is said', () => {
  const solvers = ['a', 'b', 'c'].map((name) => solver(name))
  const lines = print({ solvers }, 2)
  expect(lines).toContain('… and 1 more solvers; --all prints them')
  expect(lines.some((line) => line.startsWith('c '))).toBe(false)
  expect(print({ solvers }, Infinity)).toContain('c       4 of 6  1 of 2  1 of 2  1,234')
})

test('unknown outputs are named, control characters are masked, long names are cut', () => {
  const lines = print({ solvers: [solver(`a\u001B[2J${'x'.repeat(60)}`, 1)] })
  expect(lines).toContain(`a?[2J${'x'.repeat(42)}…  4 of 6  1 of 2  unknown  1,234`)
})

test('without known test outputs there is no score', () => {
  const lines = print({ tasks: [task('x')], solvers: [solver('a')] })
  expect(lines.slice(-3)).toEqual([
    '1 of 1 task solved on their demo pairs, by 1 solver in 1 program; 1.2 s',
    'No task has known test outputs: the attempts have no score.',
    '',
  ])
})

test('fractions of points have two places', () => {
  const rules = {
    outputs: { points: 2, total: 3, share: 2 / 3 },
    tasks: { points: 1.5, total: 2, share: 0.75 },
    complete: { points: 1, total: 2, share: 0.5 },
  }
  expect(print({ rules }).slice(-4, -1)).toEqual([
    '  tasks       75 %  1.50 of 2 tasks, by the fraction of their test outputs',
    '  outputs   66.6 %  2 of 3 test outputs',
    '  complete    50 %  1 of 2 tasks with all test outputs',
  ])
})

test('limits that ended outputs, with the options that raise them', () => {
  expect(print({ limits: { budget: 1200, room: 1 } })).toContain(
    'cut off: 1,200 at the budget of 1,000 units of work a statement (raise it with --budget), 1 at the memory allowance of 2,000 words (raise it with --program-memory)',
  )
  expect(print({}).join('\n')).not.toContain('cut off')
})

test('at 60 columns names are cut, and sums are wrapped', () => {
  const name = 'solve_a_very_long_name_of_a_program_that_does_not_fit_at_all'
  const tasks = [task('done', { best: 3, solvedBy: [name, name] })]
  const lines = print({ tasks, limits: { budget: 1200, room: 1 } }, 20, 60)
  expect(lines.every((line) => line.length <= 60)).toBe(true)
  expect(lines[1]).toMatch(/^done .* {2}solve_a_very_long_na.*…$/)
})
