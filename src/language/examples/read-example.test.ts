// Reading examples: drawings in both layouts of cells, values, functions, and text that is no example.

import { expect, test } from 'vitest'
import { readExample } from './read-example.ts'

test('grids, objects and indices are drawn', () => {
  const text = 'f([12/30], <.2/3.>, <x./.x>)'
  expect(readExample(text, 'a')).toEqual({
    name: 'f',
    args: [
      { g: ['12', '30'] },
      { s: [{ t: [2, { t: [0, 1] }] }, { t: [3, { t: [1, 0] }] }] },
      { s: [{ t: [0, 0] }, { t: [1, 1] }] },
    ],
  })
  expect(readExample(text, 't').args[1]).toEqual({ s: [{ t: [0, 1, 2] }, { t: [1, 0, 3] }] })
})

test('integers, tuples, sets, constants and functions', () => {
  expect(readExample('f(-12, (), (1,), (1, (2, 3)), {}, {4, 5}, T, UP, None)', 'r').args).toEqual([
    -12,
    { t: [] },
    { t: [1] },
    { t: [1, { t: [2, 3] }] },
    { s: [] },
    { s: [4, 5] },
    true,
    { t: [-1, 0] },
    null,
  ])
  expect(readExample('apply(rbind(shift, UP), {<2>})', 'a').args[0]).toEqual({
    call: 'rbind',
    args: [{ f: 'shift' }, { t: [-1, 0] }],
  })
})

test('the result of a call can be called', () => {
  expect(readExample('power(double, 3)(1)', 'a')).toEqual({ name: 'power', args: [{ f: 'double' }, 3], then: [1] })
})

test.each([
  ['f', 'expected ( at character 2'],
  ['f(1', 'at character 4'],
  ['f(1 2)', 'at character 4'],
  ['f(1)(2)(3)', 'expected the end at character 8'],
  ['f(<2a>)', 'at character 3'],
  ['f(objcts)', 'expected a name of dialect a'],
  ['f(size_t)', 'expected a name of dialect a'],
])('%s is no example', (text, message) => {
  expect(() => readExample(text, 'a')).toThrow(message)
})
