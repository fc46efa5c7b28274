// `megabatt show`: tasks of the gallery and of files, drawn to a width, and as JSON.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPEN_FLIP_TASK } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('show')
let tasks: string
beforeAll(() => {
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('FORCE_COLOR', undefined)
  tasks = folder.write('tasks.json', JSON.stringify({ flip0001: OPEN_FLIP_TASK, other: OPEN_FLIP_TASK }))
})
afterAll(() => {
  vi.unstubAllEnvs()
})

test('a task of a file, its pairs side by side as the width allows', async () => {
  const { exitCode, stdout, stderr } = await runCommand(['show', 'flip0001', '--tasks', tasks])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain('\ndemo 1                           demo 2\n')
  expect(stdout).toMatch(/^flip0001 {2}2 demos, 2 tests \(1 without a known output\), 1 × 1–3 → 1 × 2–3, colours 0–7\n/)
  const narrow = await runCommand(['show', 'flip0001', '--tasks', tasks, '--width', '32'])
  expect(narrow.stdout).toMatch(/\ndemo 1\ninput, 1 × 2 {3}output, 1 × 2\n/)
  expect(narrow.stdout.split('\n').every((line) => line.length <= 32)).toBe(true)
})

test('several tasks, and the gallery by default', async () => {
  const { stdout } = await runCommand(['show', 'other', 'flip0001', '--tasks', tasks])
  expect(stdout).toMatch(/^other {2}[^]*\n\nflip0001 {2}/)
  const gallery = await runCommand(['show', 'keepbig1'])
  expect([gallery.exitCode, gallery.stdout]).toEqual([0, expect.stringMatching(/^keepbig1\b[^]*\ntest 5\n/)])
})

test('colours only where they are wanted', async () => {
  const show = async (env: Record<string, string>) =>
    (await runCommand(['show', 'flip0001', '--tasks', tasks], env)).stdout
  expect(await show({ FORCE_COLOR: '3' })).toContain('\u001B[48;2;30;147;255;')
  expect(await show({ FORCE_COLOR: '2' })).toContain('\u001B[48;5;33;')
  expect(await show({ FORCE_COLOR: '3', NO_COLOR: '1' })).not.toContain('\u001B')
  expect(await show({})).not.toContain('\u001B')
})

test('JSON in the form of task files, which can be read again', async () => {
  const { stdout } = await runCommand(['show', 'flip0001', '--tasks', tasks, '--json'], { FORCE_COLOR: '3' })
  expect(JSON.parse(stdout)).toEqual({ flip0001: OPEN_FLIP_TASK })
  const again = folder.write('again.json', stdout)
  expect((await runCommand(['show', 'flip0001', '--tasks', again, '--json'])).stdout).toBe(stdout)
})

test.each([
  ['an unknown task', ['flip001'], /Unknown task 'flip001' .*\n {2}Did you mean flip0001\?/],
  ['no task', [], /missing required argument/],
  ['a width that is none', ['flip0001', '--width', '0'], /whole number from 1 on/],
])('%s is wrong use', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await runCommand(['show', ...args, '--tasks', tasks])
  expect(stderr).toMatch(message)
  expect([exitCode, stdout]).toEqual([2, ''])
})
