// `megabatt score`: the report, the submission, and wrong use.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import type { ScoreReport } from '../../src/engine/score/score-report.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('score')

const SOLVERS = `def solve_flip(I):
    return vmirror(I)

def solve_turn(I):
    return rot180(I)

def batt(task_id, S, I, C, log_path):
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
    return o, s
`
const demos = [
  { input: [[1, 0]], output: [[0, 1]] },
  {
    input: [
      [2, 3],
      [4, 5],
    ],
    output: [
      [3, 2],
      [5, 4],
    ],
  },
]
/** Challenges as a competition has them: two test inputs, no outputs; and a task that no program solves. */
const CHALLENGES = {
  bbbb: {
    train: demos,
    test: [
      {
        input: [
          [6, 7],
          [8, 9],
        ],
      },
      { input: [[1, 2, 3]] },
    ],
  },
  aaaa: { train: [{ input: [[1]], output: [[2]] }], test: [{ input: [[5]] }] },
}
const SOLUTIONS = {
  bbbb: [
    [
      [7, 6],
      [9, 8],
    ],
    [[3, 2, 1]],
  ],
  aaaa: [[[6]]],
}

let programs: string
let challenges: string
let solutions: string
beforeAll(() => {
  programs = folder.write('solvers.py', SOLVERS)
  challenges = folder.write('challenges.json', JSON.stringify(CHALLENGES))
  solutions = folder.write('solutions.json', JSON.stringify(SOLUTIONS))
})

const score = (...args: string[]) => runCommand(['score', '--programs', programs, '--pair', 'all', ...args])

async function scoreJson(...args: string[]): Promise<ScoreReport & { rule: string }> {
  const { exitCode, stdout, stderr } = await score('--json', ...args)
  expect(stderr.replaceAll(/^megabatt: .+ has two attempts.*\n/gm, '')).toBe('')
  expect(exitCode).toBe(0)
  return JSON.parse(stdout) as ScoreReport & { rule: string }
}

test('challenges without solutions: tasks, solvers and differs, no score, and a complete submission', async () => {
  const path = folder.pathOf('open.json')
  const report = await scoreJson('--tasks', challenges, '--submission', path)
  expect(report).toMatchObject({ format: 'megabatt score', version: 1, rule: 'outputs', rules: null, solvedTasks: 1 })
  expect(report.tasks.map(({ task, best, solvedBy }) => [task, best, solvedBy])).toEqual([
    ['aaaa', 0, []],
    ['bbbb', 2, ['solve_flip', 'mirror in batt']],
  ])
  expect(report.differs).toMatchObject([{ differ: 'rows', worth: 2, worthRight: 2 }])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    aaaa: [{ attempt_1: [[5]], attempt_2: [[0]] }],
    bbbb: [
      {
        attempt_1: [
          [7, 6],
          [9, 8],
        ],
        attempt_2: [
          [9, 8],
          [7, 6],
        ],
      },
      { attempt_1: [[3, 2, 1]], attempt_2: [[1, 2, 3]] },
    ],
  })
  expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('with solutions all three rules are printed, the chosen one first', async () => {
  const tasks = ['--tasks', challenges, solutions]
  const { rules, rule } = await scoreJson(...tasks, '--rule', 'complete')
  expect(rule).toBe('complete')
  expect(rules).toEqual({
    outputs: { points: 2, total: 3, share: 2 / 3 },
    tasks: { points: 1, total: 2, share: 0.5 },
    complete: { points: 1, total: 2, share: 0.5 },
  })
  const { stdout } = await score(...tasks, '--rule', 'tasks')
  expect(stdout.match(/^ {2}(?:tasks|outputs|complete) .*$/gm)).toEqual([
    '  tasks       50 %  1 of 2 tasks, by the fraction of their test outputs',
    '  outputs   66.6 %  2 of 3 test outputs',
    '  complete    50 %  1 of 2 tasks with all test outputs',
  ])
  expect(stdout).toContain('1 of 2 tasks solved on their demo pairs, by 3 solvers in 3 programs')
  expect(stdout).toMatch(/^bbbb +3 +2 of 2 +2 of 2 +solve_flip, mirror in batt$/m)
  expect(stdout).toMatch(/^rows +2 +2 +3 of 3 +2 of 3 +0$/m)
})

test('limits that ended outputs of programs and batts are counted, and the option that raises them is named', async () => {
  const tasks = ['--tasks', challenges, '--budget', '2']
  const { settings, limits } = await scoreJson(...tasks)
  expect(settings).toEqual({ budget: 2, allowance: 67_108_864 })
  expect(limits.budget).toBeGreaterThan(0)
  const { stdout } = await score(...tasks)
  expect(stdout).toContain(
    `\ncut off: ${limits.budget} at the budget of 2 units of work a statement (raise it with --budget)\n`,
  )
  expect((await scoreJson('--tasks', challenges)).limits).toEqual({})
})

test('the JSON fits its schema, and damaged JSON does not', async () => {
  const schema = readFileSync(new URL('../../docs/schema/score-1.json', import.meta.url), 'utf8')
  const isScore = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(schema) as object)
  for (const tasks of [[challenges], [challenges, solutions], [challenges, '--budget', '2']]) {
    const report = await scoreJson('--tasks', ...tasks)
    isScore(report)
    expect(isScore.errors).toBeNull()
    for (const key of Object.keys(report)) expect(isScore({ ...report, [key]: undefined })).toBe(false)
    const [solver] = report.solvers
    const [task] = report.tasks
    expect(isScore({ ...report, version: 2 })).toBe(false)
    expect(isScore({ ...report, solvers: [{ ...solver, score: -1 }] })).toBe(false)
    expect(isScore({ ...report, tasks: [{ ...task, attempts: [[]] }] })).toBe(false)
    expect(isScore({ ...report, more: 1 })).toBe(false)
  }
})

test('a submission of selected tasks has all ids of the file', async () => {
  const path = folder.pathOf('selected.json')
  const { exitCode, stderr } = await score('--tasks', challenges, '--only', 'bbbb', '--submission', path)
  expect(exitCode).toBe(0)
  expect(stderr).toContain('two attempts for 3 test inputs of 2 tasks; 1 of them have no output of a program')
  expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object).toSorted()).toEqual(['aaaa', 'bbbb'])
})

test('a file is replaced only with --force', async () => {
  const path = folder.write('old.json', 'old')
  const refused = await score('--tasks', challenges, '--submission', path)
  expect(refused.exitCode).toBe(2)
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toContain('[out-exists]')
  expect(readFileSync(path, 'utf8')).toBe('old')
  const { exitCode } = await score('--tasks', challenges, '--submission', path, '--force')
  expect(exitCode).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^\{"aaaa":/)
})

test('a folder that does not exist is reported before the work', async () => {
  const path = folder.pathOf('missing/submission.json')
  const { exitCode, stdout, stderr } = await score('--tasks', challenges, '--submission', path)
  expect(exitCode).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toContain('[out-unwritable]')
  expect(existsSync(path)).toBe(false)
})

test.each([
  ['--measure', ['--measure'], '[score-measures]'],
  ['an unknown rule', ['--rule', 'luck'], 'Allowed choices are outputs, tasks, complete'],
  ['programs without a task', ['--pair', 'own'], '[nothing-paired]'],
])('%s is wrong use', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await score('--tasks', challenges, ...args)
  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(message)
})

test('the help begins with examples', async () => {
  const { stdout, exitCode } = await runCommand(['score', '--help'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^Examples:\n {2}megabatt score\n/)
})
