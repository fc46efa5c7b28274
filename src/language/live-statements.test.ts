// Live statements: dependencies of the result and of outputs, direct and indirect.

import { expect, test } from 'vitest'
import { findLiveStatements } from './live-statements.ts'
import { readPrograms } from './python/read-python.ts'

function liveNames(text: string): string[] {
  const [program] = readPrograms(text, 'a.py').programs
  const live = findLiveStatements(program!)
  expect(live).toHaveLength(program!.statements.length)
  return program!.statements.flatMap(({ name }, k) => (live[k]! ? [name] : []))
}

test('a statement is live by the result, as an argument and as a callee', () => {
  const lines = ['x1 = rbind(shift, UP)', 'x2 = rot90(I)', 'x3 = hmirror(x2)', 'x4 = asobject(x2)', 'x5 = x1(x4)']
  expect(liveNames(['def solve_a(I):', ...lines, 'return x5'].join('\n    '))).toEqual(['x1', 'x2', 'x4', 'x5'])
  expect(liveNames(['def solve_a(I):', ...lines, 'return x3'].join('\n    '))).toEqual(['x2', 'x3'])
  expect(liveNames(['def solve_a(I):', ...lines, 'return I'].join('\n    '))).toEqual([])
})

test('a statement is live by a candidate or a differ', () => {
  const lines = ['t1 = rot90(I)', 't2 = size(C)', 't3 = rot180(I)']
  const outputs = ["o.append((1, False, 'a', t1))", "s.append((2, 'None', 'b', t2))", 'return o, s']
  expect(liveNames(['def batt(S, I, C):', ...lines, ...outputs].join('\n    '))).toEqual(['t1', 't2'])
})
