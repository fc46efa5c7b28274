// Names of programs and statements, and the task in a name.

import { expect, test } from 'vitest'
import { isBattName, isProgramName, isPythonName, taskOfName } from './program-names.ts'

test.each(['a', '_', 'a1', '_1', 'é', 'solve_00d62c1b', 'classy', 'Class', 'a'.repeat(200)])('%s is a name', (name) => {
  expect([isPythonName(name), isProgramName(name)]).toEqual([true, true])
})

test.each(['', '1a', 'a b', ' a', 'a ', 'a-b', 'a\n', 'a.b'])('%j is no name', (name) => {
  expect([isPythonName(name), isProgramName(name)]).toEqual([false, false])
})

test('keywords of Python are no names', () => {
  const keywords =
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  expect(keywords.split(' ')).toHaveLength(35)
  expect(keywords.split(' ').filter(isPythonName)).toEqual([])
})

test('a name of 201 characters is one of Python, and none of a program', () => {
  const name = 'a'.repeat(201)
  expect([isPythonName(name), isProgramName(name)]).toEqual([true, false])
})

test.each([
  ['batt', true],
  ['batt_', true],
  ['batt_1', true],
  ['battle', false],
  ['batt1', false],
  ['my_batt', false],
  ['Batt', false],
])('%s is the name of a batt: %s', (name, expected) => {
  expect(isBattName(name)).toBe(expected)
})

test.each([
  ['solve_a', 'a'],
  ['verify_a_b', 'a_b'],
  ['solve_', undefined],
  ['solve', undefined],
  ['my_solve_a', undefined],
  ['solver_a', undefined],
])('%s names the task %s', (name, task) => {
  expect(taskOfName(name)).toBe(task)
})
