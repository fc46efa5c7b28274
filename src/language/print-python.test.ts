// Printing and reading again gives the same program.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SOUND_TEXTS } from '../../test/hostile/program-texts.ts'
import '../../test/generators/seed.ts'
import { constants } from './constants.ts'
import { primitives } from './names.ts'
import { printProgram, printPrograms } from './print-python.ts'
import type { DifferOutput, Operand, Program, SolverOutput, Statement } from './program.ts'
import { readPrograms } from './read-python.ts'
import type { Notation } from './value-notation.ts'

const PLACE = { line: 0, column: 0 }
const withoutPlaces = (program: Program): Program => ({
  ...program,
  statements: program.statements.map((statement) => ({ ...statement, place: PLACE })),
})

const integer = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.constantFrom(-1073741824, 1073741823))
const { value: literal } = fc.letrec<{ value: Notation }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    integer,
    fc.boolean(),
    fc.record({ t: fc.array(tie('value'), { maxLength: 4 }) }),
    fc.record({ s: fc.array(tie('value'), { maxLength: 3 }) }),
  ),
}))
const constant: fc.Arbitrary<Operand> = fc.oneof(
  fc.constantFrom(...constants).map(([name, value]): Operand => ({ kind: 'constant', value, name })),
  literal.map((value): Operand => ({ kind: 'constant', value })),
)
const primitive: fc.Arbitrary<Operand> = fc.constantFrom(...primitives).map(({ name }) => ({ kind: 'primitive', name }))
const input: fc.Arbitrary<Operand> = fc.constantFrom('I', 'S', 'C').map((name) => ({ kind: 'input', name }))

function operandBefore(index: number): fc.Arbitrary<Operand> {
  const earlier = fc.nat({ max: Math.max(0, index - 1) }).map((k): Operand => ({ kind: 'statement', index: k }))
  return index === 0 ? fc.oneof(constant, primitive, input) : fc.oneof(earlier, earlier, constant, primitive, input)
}

function statement(index: number, prefix: string): fc.Arbitrary<Statement> {
  return fc.record({
    name: fc.constant(`${prefix}${index + 1}`),
    callee: operandBefore(index),
    args: fc.array(operandBefore(index), { maxLength: 4 }),
    place: fc.constant(PLACE),
  })
}

function output(count: number): fc.Arbitrary<SolverOutput | DifferOutput> {
  const number = fc.nat({ max: 10_000 })
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  const value = operandBefore(count)
  return fc.oneof(
    fc.record({ kind: fc.constant('o' as const), number, mutated: fc.boolean(), solver: text, value }),
    fc.record({ kind: fc.constant('s' as const), number, owner: text, differ: text, value }),
  )
}

function programOf(count: number, kind: string, prefix: string): fc.Arbitrary<Program> {
  const file = fc.constant('a.py')
  const statements = fc.tuple(...Array.from({ length: count }, (_, k) => statement(k, prefix)))
  if (kind === 'batt') {
    const outputs = fc.array(output(count), { maxLength: 4 })
    return fc.record({ name: fc.constant(kind), mode: fc.constant('guarded'), file, statements, outputs })
  }
  return fc.record({
    name: fc.constant(`${kind}_ab12cd34`),
    task: fc.constant('ab12cd34'),
    mode: fc.constant('strict'),
    file,
    statements,
    result: operandBefore(count),
    outputs: fc.constant([]),
  })
}

const program = fc
  .tuple(fc.nat({ max: 12 }), fc.constantFrom('solve', 'verify', 'batt'), fc.constantFrom('x', 't', 'größe_'))
  .chain((choice) => programOf(...choice))

test('what was printed reads as the same program', () => {
  fc.assert(
    fc.property(program, (original) => {
      const { programs, diagnostics } = readPrograms(printProgram(original), 'a.py')
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(programs.map(withoutPlaces)).toEqual([withoutPlaces(original)])
    }),
    { numRuns: 400 },
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
    callee: { kind: 'primitive', name: 'rot90' },
    args: [I],
    place: PLACE,
  })
  const names = ['a b', 'rot90', 'I', 'class', 'y', 'y', '', 'x1']
  const result: Operand = { kind: 'statement', index: 7 }
  const printed = printProgram({
    name: 'solve_a',
    task: 'a',
    mode: 'strict',
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
  const statements: Statement[] = [{ name: 'x1', callee: { kind: 'primitive', name: 'fill' }, args, place: PLACE }]
  const printed = printProgram({
    name: 'solve_a',
    mode: 'strict',
    file: '',
    statements,
    result: { kind: 'statement', index: 0 },
    outputs: [],
  })
  expect(printed).toContain('x1 = fill(((0, 1), (2, 3)), rot90, compose(rot90, rot180))')
})
