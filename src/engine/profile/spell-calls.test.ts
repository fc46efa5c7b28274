// Calls in a few characters.

import { expect, test } from 'vitest'
import { readPrograms } from '../../language/python/read-python.ts'
import { calleeOf, spellCalls } from './spell-calls.ts'

const GRID = `(${'(1, 2, 3, 4, 5, 6, 7, 8, 9), '.repeat(9)})`
const SOURCE = `def solve_1(I):
    x1 = objects(I, T, F, (1, 2))
    x2 = lbind(fill, I)
    x3 = x2(TWO, x1)
    x4 = hconcat(I, ${GRID})
    x5 = TWO(I)
    x6 = 3(x5)
    return x3
`

test('calls are spelled as in a file, and cut off where they are long', () => {
  const program = readPrograms(SOURCE, 'a.py').programs[0]!
  const calls = spellCalls(program)
  expect(calls.slice(0, 3)).toEqual(['objects(I, T, F, (1, 2))', 'lbind(fill, I)', 'x2(TWO, x1)'])
  expect(calls[3]).toMatch(/^hconcat\(I, \(\(1, 2, .*…$/)
  expect(calls[3]).toHaveLength(120)
  const callees = program.statements.map((_, k) => calleeOf(program, k))
  expect(callees).toEqual(['objects', 'lbind', 'x2', 'hconcat', 'TWO', 'constant'])
})
