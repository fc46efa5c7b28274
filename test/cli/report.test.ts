// `--report` of run and score: the file, its data, and wrong use.

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReportData } from '../../src/engine/report/report-data.ts'
import { FLIP_BATT, FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('report')

function inputs(): string[] {
  const programs = folder.write('solvers.py', `${SAME_SOLVER}\n${FLIP_BATT}`)
  return ['--programs', programs, '--tasks', folder.write('flip0001.json', JSON.stringify(FLIP_TASK))]
}

function dataOf(path: string): ReportData {
  const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(path, 'utf8'))!
  return JSON.parse(json!) as ReportData
}

test('run writes a report beside its output', async () => {
  const path = folder.pathOf('run.html')
  const { exitCode, stdout, stderr } = await runCommand(['run', ...inputs(), '--json', '--report', path])
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ evaluations: 6 })
  expect(stderr).toMatch(/^megabatt: .+run\.html has 1 tasks, 0\.0 MB\n$/)
  const data = dataOf(path)
  expect(data).toMatchObject({ title: 'megabatt run', score: null, primitives: null })
  expect(data.solvers.map(({ name }) => name)).toEqual([
    'solve_same_flip0001',
    'flips in batt_flip0001',
    'mirrors in batt_flip0001',
  ])
})

test('score writes a report with attempts and, with --profile, the time by primitive', async () => {
  const path = folder.pathOf('score.html')
  const { exitCode } = await runCommand(['score', ...inputs(), '--report', path, '--profile'])
  expect(exitCode).toBe(0)
  const { title, score, primitives, tasks } = dataOf(path)
  expect(title).toBe('megabatt score')
  expect(score!.rules.map(({ points, total }) => [points, total])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  expect(tasks[0]!.attempts[0]![0]).toMatchObject({ by: 'flips in batt_flip0001', right: true })
  expect(primitives!.some(({ name }) => name === 'vmirror')).toBe(true)
})

test('a report is replaced only with --force', async () => {
  const path = folder.write('old.html', 'old')
  const refused = await runCommand(['run', ...inputs(), '--report', path])
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toContain('[out-exists]')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect((await runCommand(['run', ...inputs(), '--report', path, '--force'])).exitCode).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>/)
})

test.each([
  ['a folder that does not exist', ['--report', 'no/such/folder.html'], 3, '[out-unwritable]'],
  ['--profile without a report', ['--profile'], 2, '[out-missing]'],
])('%s is reported before the work', async (_, args, code, message) => {
  const { exitCode, stdout, stderr } = await runCommand(['run', ...inputs(), ...args])
  expect(exitCode).toBe(code)
  expect(stdout).toBe('')
  expect(stderr).toContain(message)
  expect(existsSync('no')).toBe(false)
})
