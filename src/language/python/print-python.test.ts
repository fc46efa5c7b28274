// Printing and reading again gives the same program.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '../../../test/amount.ts'
import { anyFlatProgram, withoutPlaces } from '../../../test/generators/programs.ts'
import { SOUND_TEXTS } from '../../../test/hostile/program-texts.ts'
import '../../../test/generators/seed.ts'
import { printProgram, printPrograms } from './print-python.ts'
import type { Operand, Statement } from '../program.ts'
import { readPrograms } from './read-python.ts'
import type { Notation } from '../values/value-notation.ts'

const PLACE = { line: 0, column: 0 }

test('what was printed reads as the same program', () => {
  fc.assert(
    fc.property(anyFlatProgram, (original) => {
      const { programs, diagnostics } = readPrograms(printProgram(original), 'a.py')
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(programs.map(withoutPlaces)).toEqual([withoutPlaces(original)])
      expect(programs[0]!.file).toBe('a.py')
    }),
    { numRuns: amount(80, 800) },
  )
})

test.each(SOUND_TEXTS.map((text, k) => [k, text] as const))(
  'text %i, read, printed and read again, is the same',
  (_, text) => {
    const { programs } = readPrograms(text, 'a.py')
    const again = readPrograms(printPrograms(programs), 'a.py').programs
    expect(again.map(withoutPlaces)).toEqual(programs.map(withoutPlaces))
  },
)

test('names that Python or the program itself forbids are replaced', () => {
  const I: Operand = { kind: 'input', name: 'I' }
  const callOf = (name: string): Statement => ({
    name,
    callee: { kind: 'primitive', key: 'rot90' },
    args: [I],
    place: PLACE,
  })
  const names = ['a b', 'rot90', 'I', 'class', 'y', 'y', '', 'x1']
  const result: Operand = { kind: 'statement', index: 7 }
  const printed = printProgram({
    name: 'solve_a',
    task: 'a',
    mode: 'strict',
    dialect: 'a',
    file: 'a.py',
    statements: names.map(callOf),
    result,
    outputs: [],
  })
  const { programs, diagnostics } = readPrograms(printed, 'a.py')
  expect(diagnostics).toEqual([])
  expect(programs[0]!.statements.map(({ name }) => name)).toEqual(['x2', 'x3', 'x4', 'x5', 'y', 'x6', 'x7', 'x1'])
})

test('grids and functions among the constants are printed as what they are', () => {
  const values: Notation[] = [
    { g: ['01', '23'] },
    { f: 'rot90' },
    { call: 'compose', args: [{ f: 'rot90' }, { f: 'rot180' }] },
  ]
  const args = values.map((value): Operand => ({ kind: 'constant', value }))
  const statements: Statement[] = [{ name: 'x1', callee: { kind: 'primitive', key: 'fill' }, args, place: PLACE }]
  const printed = printProgram({
    name: 'solve_a',
    mode: 'strict',
    dialect: 'a',
    file: '',
    statements,
    result: { kind: 'statement', index: 0 },
    outputs: [],
  })
  expect(printed).toContain('x1 = fill(((0, 1), (2, 3)), rot90, compose(rot90, rot180))')
})
