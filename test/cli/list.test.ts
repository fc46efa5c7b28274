// `megabatt list`: tasks and programs with their facts, and who solves what.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FLIP_BATT, FLIP_TASK, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const SOLVERS = `def solve_flip0001(I):
    x1 = vmirror(I)
    return x1

${SAME_SOLVER}
def solve_fails_flip0001(I):
    x1 = first(FIVE)
    return x1

def stranger(I):
    return I

${FLIP_BATT}`

const folder = temporaryFolder('list')
let files: string[]
beforeAll(() => {
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('FORCE_COLOR', undefined)
  const programs = folder.write('solvers.py', SOLVERS)
  const same = { train: [{ input: [[1]], output: [[1]] }], test: [] }
  const tasks = folder.write('tasks.json', JSON.stringify({ flip0001: OPEN_FLIP_TASK, same }))
  files = ['--programs', programs, '--tasks', tasks]
})
afterAll(() => {
  vi.unstubAllEnvs()
})

async function list(...args: string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await runCommand(['list', ...args, ...files], { NO_COLOR: '1' })
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout.trimEnd().split('\n')
}

test('tasks, with the programs that solve them', async () => {
  expect(await list()).toEqual([
    'task      demos  tests  input    output   colours  programs  solved by',
    'flip0001      2      2  1 × 1–3  1 × 2–3  0–7             4  solve_flip0001, batt_flip0001',
    'same          1      0  1 × 1    1 × 1    1               0',
  ])
  expect((await list('tasks', '--width', '70'))[1]).toMatch(/ {2}solve_fl…$/)
})

test('programs, with their results', async () => {
  expect(await list('programs', '--width', '120')).toEqual([
    'program               dialect  mode     statements  task      result',
    'solve_flip0001        a        strict            1  flip0001  passes all demos, 1 of 1 tests, 1 unknown',
    'solve_same_flip0001   a        strict            0  flip0001  0 of 2 demos, 0 of 1 tests, 1 unknown',
    'solve_fails_flip0001  a        strict            1  flip0001  0 of 2 demos, 0 of 2 tests, 4 failed',
    'stranger              a        strict            0  -         not run',
    'batt_flip0001         a        guarded           3  flip0001  passes all demos, 1 of 1 tests, 1 unknown',
  ])
})

test('every program on every task with --pair all', async () => {
  const lines = await list('programs', '--pair', 'all')
  expect(lines.map((line) => line.slice(62).trimEnd())).toEqual([
    'result',
    'solves 2 of 2: flip0001, same',
    'solves 1 of 2: same',
    'solves 0 of 2',
    'solves 1 of 2: same',
    'solves 2 of 2: flip0001, same',
  ])
  expect((await list('tasks', '--pair', 'all'))[2]).toMatch(/ 5 {2}solve_flip0001, solve_same_flip0001, .*…$/)
})

test('without results: nothing is run', async () => {
  expect((await list('tasks', '--no-run'))[1]).toBe('flip0001      2      2  1 × 1–3  1 × 2–3  0–7')
  expect((await list('programs', '--no-run'))[1]).toBe('solve_flip0001        a        strict            1  flip0001')
})

test('JSON', async () => {
  expect(JSON.parse((await list('tasks', '--only', 'flip0001', '--json'))[0]!)).toEqual([
    {
      id: 'flip0001',
      demos: 2,
      tests: 2,
      knownTests: 1,
      inputs: { height: [1, 1], width: [1, 3] },
      outputs: { height: [1, 1], width: [2, 3] },
      colors: [0, 1, 2, 3, 4, 5, 6, 7],
      programs: 4,
      solvedBy: ['solve_flip0001', 'batt_flip0001'],
    },
  ])
  const [, , failing] = JSON.parse((await list('programs', '--json'))[0]!) as unknown[]
  expect(failing).toEqual({
    program: 'solve_fails_flip0001',
    file: expect.stringMatching(/solvers\.py$/) as unknown,
    dialect: 'a',
    mode: 'strict',
    statements: 1,
    outputs: 0,
    task: 'flip0001',
    results: [
      {
        task: 'flip0001',
        verdict: 'error',
        demos: { total: 2, right: 0, unknown: 0 },
        tests: { total: 2, right: 0, unknown: 0 },
        right: 0,
        known: 4,
        total: 4,
        failed: 4,
      },
    ],
    solves: [],
  })
})

test('the gallery by default', async () => {
  const { exitCode, stdout } = await runCommand(['list', '--only', 'keepbig1', '--samples', '1'])
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/\nkeepbig1 +3 +1 .* solve_keepbig1/)])
})

test('a challenge without known outputs is solved by the programs that pass its demos', async () => {
  const open = { ...FLIP_TASK, test: [{ input: [[7]] }] }
  const tasks = folder.write('open.json', JSON.stringify({ flip0001: open }))
  const { stdout } = await runCommand(['list', 'tasks', ...files.slice(0, 2), '--tasks', tasks, '--json'])
  expect(JSON.parse(stdout)).toMatchObject([{ knownTests: 0, solvedBy: ['solve_flip0001', 'batt_flip0001'] }])
})

test('anything else to list is wrong use', async () => {
  const { exitCode, stderr } = await runCommand(['list', 'samples'])
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/Allowed choices are tasks, programs/)])
})
