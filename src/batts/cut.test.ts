// Cutting a batt: which statements and which form, and names that are unknown or ambiguous.

import { expect, test } from 'vitest'
import { type Program, shownName } from '../language/program.ts'
import { printProgram } from '../language/python/print-python.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { cutProgram } from './cut.ts'

const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = palette(I)
    t2 = palette(C)
    t3 = difference(t2, t1)
    s.append((3, 'None', 'gained', t3))
    t4 = fill(I, RED, ofcolor(I, first(t1)))
    o.append((4, True, '67a3c6ac', t4))
    t5 = difference(palette(t4), t2)
    s.append((5, '67a3c6ac', 'lost', t5))
    t6 = rot90(I)
    o.append((6, False, 'twice', t6))
    t7 = rot180(I)
    o.append((7, True, 'twice', t7))
    o.append((8, False, 'nothing-done', I))
    o.append((6, False, 'verify_turned', t6))
    return o, s
`
const [batt] = readPrograms(BATT, 'b.py').programs as [Program]

test('a solver is a batt with one output, of the statements that it needs', () => {
  const program = cutProgram(batt, '67a3c6ac')
  expect(program).toMatchObject({ name: 'batt_67a3c6ac', mode: 'guarded', outputs: [{ number: 4, mutated: true }] })
  expect(program.statements.filter(({ inner }) => inner !== true).map(shownName)).toEqual(['t1', 't4'])
  expect(printProgram(program)).toContain('t4 = fill(I, RED, ofcolor(I, first(t1)))\n')
})

test('strict: a solver that returns the value', () => {
  const program = cutProgram(batt, '67a3c6ac', { strict: true })
  expect(program).toMatchObject({ name: 'solve_67a3c6ac', task: '67a3c6ac', mode: 'strict', outputs: [] })
  const text = printProgram(program)
  expect(text).toMatch(/^def solve_67a3c6ac\(I\):\n {4}t1 = palette\(I\)\n/)
  expect(text).toMatch(/\n {4}return t4\n$/)
  expect(readPrograms(text, 'a.py').diagnostics).toEqual([])
})

test('a differ by its owner and name', () => {
  expect(cutProgram(batt, 'None/gained').outputs).toMatchObject([{ kind: 's', owner: 'None', differ: 'gained' }])
  const program = cutProgram(batt, '67a3c6ac/lost', { strict: true })
  expect(program.task).toBeUndefined()
  expect(printProgram(program)).toMatch(/^def differ_67a3c6ac_lost\(S, I, C\):/)
})

test('names that are none in Python, and names of verifiers', () => {
  expect(cutProgram(batt, 'nothing-done', { strict: true })).toMatchObject({
    name: 'solve_nothing_done',
    statements: [],
  })
  expect(cutProgram(batt, 'nothing-done').name).toBe('batt_nothing_done')
  expect(cutProgram(batt, 'verify_turned', { strict: true }).name).toBe('verify_turned')
})

test('several entries of one name need a number', () => {
  expect(() => cutProgram(batt, 'twice')).toThrow(
    expect.objectContaining({
      code: 'unknown-id',
      message: expect.stringContaining('2 entries'),
      advice: expect.stringMatching(/--number 6: 6, 7$/),
    }),
  )
  expect(printProgram(cutProgram(batt, 'twice', { number: 7 }))).toContain('rot180(I)')
  expect(() => cutProgram(batt, 'twice', { number: 8 })).toThrow(/no entry|No entry/)
})

test('entries of one name and one value are one', () => {
  const [first] = batt.outputs
  expect(cutProgram({ ...batt, outputs: [first!, first!] }, 'None/gained').outputs).toEqual([
    { ...first, value: { kind: 'statement', index: 2 } },
  ])
})

test.each([
  ['67a3c6ad', 'Did you mean 67a3c6ac?'],
  ['solve_67a3c6ac', 'Did you mean 67a3c6ac?'],
  ['67a3c6ac/lots', 'Did you mean 67a3c6ac/lost?'],
  [
    'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
    'Names of entries: 67a3c6ac, twice, nothing-done, verify_turned; None/gained, 67a3c6ac/lost',
  ],
])('%s is unknown', (name, advice) => {
  expect(() => cutProgram(batt, name)).toThrow(expect.objectContaining({ code: 'unknown-id', advice }))
})

test('a solver cannot be cut', () => {
  const [solver] = readPrograms('def solve_a(I):\n    return I\n', 'a.py').programs
  expect(() => cutProgram(solver!, 'a')).toThrow(expect.objectContaining({ code: 'cut-batt' }))
})
