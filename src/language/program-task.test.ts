// The task of a program: declared in its file, or the end of its name.

import { expect, test } from 'vitest'
import { printJsonProgram } from './json/print-json.ts'
import { readJsonPrograms } from './json/read-json.ts'
import { taskFinder } from './program-task.ts'
import { readPrograms } from './python/read-python.ts'

test.each([
  ['solve_ab12', 'ab12'],
  ['verify_ab12', 'ab12'],
  ['batt_sizes_ab12', 'ab12'],
  ['myab12', 'ab12'],
  ['solve_xab12', 'xab12'],
  ['b12', 'b12'],
  ['solve_ab12_', undefined],
  ['ab12_solve', undefined],
  ['12', '2'],
  ['1', undefined],
])('%s belongs to %s', (name, task) => {
  for (const ids of [
    ['b12', '2', 'ab12', 'xab12', ''],
    ['', 'xab12', 'ab12', '2', 'b12'],
  ])
    expect(taskFinder(ids)({ name, file: 'a.py' })).toBe(task)
})

test('a task that a name only seems to say is none', () => {
  const [program] = readPrograms('def solve_fails_ab12(I):\n    return I\n', 'a.py').programs
  expect(program!.task).toBe('fails_ab12')
  expect(taskFinder(['ab12'])(program!)).toBe('ab12')
  expect(taskFinder(['cd34'])(program!)).toBeUndefined()
})

test('a declared task counts before the name, also where it is not among the tasks', () => {
  const text = '{"name": "solve_ab12", "task": "cd34", "statements": [], "result": "I"}'
  const [program] = readJsonPrograms(text, 'a.json').programs
  expect(taskFinder(['ab12', 'cd34'])(program!)).toBe('cd34')
  expect(taskFinder(['ab12'])(program!)).toBeUndefined()
  const [printed] = readJsonPrograms(printJsonProgram(program!), 'a.json').programs
  expect(printed).toMatchObject({ name: 'solve_ab12', task: 'cd34' })
})

test.each([
  ['solve', 'tasks/ab12.py', 'ab12'],
  ['solve', String.raw`C:\tasks\ab12.py`, 'ab12'],
  ['transform', 'solver_ab12.py', 'ab12'],
  ['batt', 'x/batt_ab12.json', 'ab12'],
  ['solve', 'tasks/ab12/main.py', undefined],
  ['solve_cd34', 'ab12.py', 'cd34'],
  ['solve_other', 'ab12.py', undefined],
  ['solve', 'ab12', 'ab12'],
])('%s of %s belongs to %s', (name, file, expected) => {
  const text =
    name === 'batt'
      ? `def batt(task_id, S, I, C, log_path):\n    return o, s\n`
      : `def ${name}(grid):\n    return grid\n`
  const [program] = readPrograms(text, file).programs
  expect(taskFinder(['ab12', 'cd34'])(program!)).toBe(expected)
})
