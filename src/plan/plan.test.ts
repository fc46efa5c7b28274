import { expect, test } from 'vitest'
import { readProgramFile } from '../language/read-any.ts'
import { mergePrograms } from './graph.ts'
import { lowerGraph } from './plan.ts'

const planOf = (text: string) => lowerGraph(mergePrograms(readProgramFile(text, 'plan.py').programs))
const solver = (...lines: string[]) => `def solve_a(S, I, C):\n${lines.map((line) => `    ${line}\n`).join('')}`

test.each([
  ['an argument', solver('x1 = first(S)', 'O = first(x1)', 'return O')],
  ['the fourth argument', solver('x1 = astuple(I, I)', 'O = objects(x1, T, F, S)', 'return O')],
  ['a callee', solver('O = S(I)', 'return O')],
  [
    'one of more arguments than a step has room for',
    solver('x1 = lbind(fork, add)', 'O = x1(I, I, I, I, I, S)', 'return O'),
  ],
  ['the result', solver('return S')],
  [
    'an output of a batt',
    "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    o.append((1, False, 'a', S))\n    return o, s\n",
  ],
])('a plan reads the samples as %s', (_, text) => {
  expect(planOf(text).readsSamples).toBe(true)
})

test('a plan of other inputs and constants does not read the samples', () => {
  const text = solver('x1 = astuple(ZERO, C)', 'x2 = objects(I, F, F, F)', 'O = astuple(x1, x2)', 'return O')
  expect(planOf(text).readsSamples).toBe(false)
})
