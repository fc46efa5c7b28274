// Solvers of programs: names, sizes, and candidates alone.

import { expect, test } from 'vitest'
import { readPrograms } from '../../language/python/read-python.ts'
import { isolateSolver, listSolvers } from './solvers.ts'

const TEXT = `
def solve_a(I):
    x1 = vmirror(I)
    x2 = hmirror(I)
    x3 = hmirror(x1)
    return x3

def solve_same(I):
    return I

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = hmirror(t1)
    t3 = compose(vmirror, hmirror)
    t4 = t3(I)
    o.append((2, False, 'a', t2))
    s.append((2, 'a', 'sizes', t1))
    o.append((4, True, 'b', t4))
    o.append((1, True, 'a', t1))
    return o, s
`
const { programs } = readPrograms(TEXT, 'batts.py')

test('a strict program is one solver, a batt has one for each candidate', () => {
  expect(listSolvers(programs)).toEqual([
    { program: 0, output: 0, name: 'solve_a', id: null, number: null, mutated: false, size: 2 },
    { program: 1, output: 0, name: 'solve_same', id: null, number: null, mutated: false, size: 0 },
    { program: 2, output: 0, name: 'a #2 in batt', id: 'a', number: 2, mutated: false, size: 2 },
    { program: 2, output: 2, name: 'b in batt', id: 'b', number: 4, mutated: true, size: 2 },
    { program: 2, output: 3, name: 'a #1 in batt', id: 'a', number: 1, mutated: true, size: 1 },
  ])
})

test('programs of one name are told apart by their files', () => {
  const others = readPrograms(TEXT, 'others.py').programs
  const names = listSolvers([...programs, ...others]).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('b in others.py:batt')
})

test('a candidate alone is its batt with one output', () => {
  const [strict, , , b] = listSolvers(programs)
  expect(isolateSolver(programs, strict!)).toBe(programs[0])
  expect(isolateSolver(programs, b!)).toEqual({ ...programs[2], outputs: [programs[2]!.outputs[2]] })
})
