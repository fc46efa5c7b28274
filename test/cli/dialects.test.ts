// Dialects and files of one name in the built commands: --dialect, folders of one file per task, --only by file.

import { beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { FLIP_TASK } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('dialects')
let tasks: string
let solvers: string

beforeAll(() => {
  tasks = folder.write('tasks/flip0001.json', JSON.stringify(FLIP_TASK))
  folder.write('tasks/flip0002.json', JSON.stringify(FLIP_TASK))
  tasks = folder.pathOf('tasks')
  folder.write('solvers/flip0001.py', 'def solve(I):\n    return vmirror(I)\n')
  folder.write(
    'solvers/flip0002.py',
    '# dialect: t\ndef solve(grid):\n    grid = rot90(grid)\n    return rot90(grid)\n',
  )
  folder.write('solvers/deep/flip0001.py', 'def solve(I):\n    x = first(I)\n    x = rot90(x)\n    return x\n')
  solvers = folder.pathOf('solvers')
})

async function runJson(...args: string[]): Promise<RunReport> {
  const { stdout, stderr, exitCode } = await runCommand(['run', '--json', '--tasks', tasks, ...args])
  expect([stderr, exitCode]).toEqual(['', 0])
  return JSON.parse(stdout) as RunReport
}

const shortFile = (file: string) => file.slice(solvers.length + 1)

test('a folder of one file per task is paired by file names, and results name the files', async () => {
  const { results, programs, tasks: taskCount } = await runJson('--programs', solvers)
  expect([programs, taskCount]).toEqual([3, 2])
  expect(
    results.map(({ program, file, task, demos, tests }) => [program, shortFile(file), task, demos.right + tests.right]),
  ).toEqual([
    ['solve', 'deep/flip0001.py', 'flip0001', 0],
    ['solve', 'flip0001.py', 'flip0001', 3],
    ['solve', 'flip0002.py', 'flip0002', 3],
  ])
  expect(results[0]!.samples[0]).toMatchObject({ verdict: 'error', statement: 'x', line: 3 })
})

test('programs of two dialects on every task keep their order, also in the file of --out', async () => {
  const out = folder.pathOf('out.jsonl')
  const { results } = await runJson('--programs', solvers, '--pair', 'all', '--out', out)
  const order = results.map(({ file, task }) => `${task} ${shortFile(file)}`)
  expect(order).toEqual(
    ['flip0001', 'flip0002'].flatMap((task) =>
      ['deep/flip0001.py', 'flip0001.py', 'flip0002.py'].map((file) => `${task} ${file}`),
    ),
  )
  const again = await runJson('--programs', solvers, '--pair', 'all', '--out', out, '--resume')
  expect(again.results).toEqual(results)
})

test.each([
  ['flip0002.py:solve', ['flip0002.py']],
  ['solve', ['deep/flip0001.py', 'flip0001.py', 'flip0002.py']],
])('--only %s', async (only, files) => {
  const { results } = await runJson('--programs', solvers, '--only', only)
  expect(results.map(({ file }) => shortFile(file))).toEqual(files)
})

test('--skip takes a program by its whole path', async () => {
  const { results } = await runJson('--programs', solvers, '--skip', `${solvers}/deep/flip0001.py:solve`)
  expect(results.map(({ file }) => shortFile(file))).toEqual(['flip0001.py', 'flip0002.py'])
})

test('--dialect counts before the file', async () => {
  const file = folder.write('t.py', 'def solve_a(I):\n    return o_g(I, R5)\n')
  const read = await runCommand(['check', file])
  expect([read.exitCode, read.stdout]).toEqual([0, ''])
  const wrong = await runCommand(['check', file, '--dialect', 'a'])
  expect(wrong.exitCode).toBe(2)
  expect(wrong.stdout).toContain('o_g belongs to dialect t; this file is read as a [unknown-name]')
  expect(wrong.stdout).toContain('--dialect t')
  const unknown = await runCommand(['check', file, '--dialect', 'x'])
  expect([unknown.exitCode, unknown.stderr.includes('a, r, t')]).toEqual([2, true])
})

test('a mixture is one diagnostic of check', async () => {
  const text = 'def solve_a(I):\n    x = o_g(I, R5)\n    return palette(x)\n'.repeat(1)
  const { exitCode, stdout, stderr } = await runCommand(['check', folder.write('mixed.py', text)])
  expect(exitCode).toBe(2)
  expect(stdout.match(/error:/g)).toHaveLength(1)
  expect(stdout).toContain('palette (line 3) of a; o_g (line 2) of t [mixed-dialects]')
  expect(stderr).toContain('1 error')
})

test('trace takes file:name, and refuses a name of several files', async () => {
  const one = await runCommand(['trace', `${solvers}/flip0001.py:solve`, '--tasks', tasks, '--json'])
  expect([one.stderr, one.exitCode]).toEqual(['', 0])
  expect(JSON.parse(one.stdout)).toMatchObject({ program: 'solve', file: `${solvers}/flip0001.py`, task: 'flip0001' })
  const many = await runCommand(['trace', 'solve', '--programs', solvers, '--tasks', tasks, '--task', 'flip0001'])
  expect(many.exitCode).toBe(2)
  expect(many.stderr).toContain('solve stands for 3 programs')
  expect(many.stderr).toContain('flip0002.py:solve')
})

test('profile names the file where names are not unique', async () => {
  const { stdout, exitCode } = await runCommand(['profile', '--programs', solvers, '--tasks', tasks, '--top', '5'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/flip0002\.py:solve/)
})
