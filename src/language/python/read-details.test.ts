// Details of the Python reader: messages with names and numbers, entries of batts, tuples, strings, limits.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { traceProgram } from '../../engine/trace/trace-program.ts'
import type { DifferOutput, Operand, SolverOutput, Statement } from '../program.ts'
import { findInnerProblems, MAX_INNER_DEPTH } from './inner-calls.ts'
import { readPrograms } from './read-python.ts'
import { printStringLiteral, readStringLiteral } from './string-literal.ts'

function diagnosticsOf(text: string): string[] {
  return readPrograms(text, 'a.py').diagnostics.map(
    ({ code, severity, line, column, message, advice }) =>
      `${line}:${column} ${severity} ${code}: ${message}${advice === undefined ? '' : ` | ${advice}`}`,
  )
}

const solver = (...lines: string[]) => ['def solve_a(S, I, C):', ...lines].join('\n    ')
const batt = (...lines: string[]) =>
  ['def batt(task_id, S, I, C, log_path):', 's = []', 'o = []', 't4 = rot90(I)', ...lines, 'return o, s'].join('\n    ')

test.each([
  ['fill(I, patch=I, value=1)', undefined],
  ['fill(patch=I, grid=I, value=1)', undefined],
  ['fill(patch=I, value=1)', '2:12 error arity: fill is called without its parameter grid'],
  ['fill(I, patch=I)', '2:12 error arity: fill is called without its parameter value'],
  [
    'fill(I, gird=I)',
    '2:25 error unknown-keyword: fill has no parameter gird that is still to be given | Its parameters are: grid, value, patch.',
  ],
  [
    'fill(I, grid=I)',
    '2:25 error unknown-keyword: fill has no parameter grid that is still to be given | Its parameters are: grid, value, patch.',
  ],
  [
    'fill(grid=I, 1, I)',
    '2:25 error unknown-keyword: An argument without keyword follows one with it | Its parameters are: grid, value, patch.',
  ],
  [
    `fill(I, ${'x'.repeat(50)}=I)`,
    `2:71 error unknown-keyword: fill has no parameter ${'x'.repeat(40)} that is still to be given | Its parameters are: grid, value, patch.`,
  ],
  [
    'size(I, I)',
    '2:12 warning arity: size takes 1 argument, not 2; this call can only fail | Its parameters are: container.',
  ],
  [
    'fill(I)',
    '2:12 warning arity: fill takes 3 arguments, not 1; this call can only fail | Its parameters are: grid, value, patch.',
  ],
  ['RED(I)', '2:12 warning arity: RED is called but is not a function; this can only fail'],
  ['(3)(I)', '2:12 warning arity: A literal is called but is not a function; this can only fail'],
])('return %s', (call, expected) => {
  expect(diagnosticsOf(solver(`return ${call}`))).toEqual(expected === undefined ? [] : [expected])
})

test('keywords put arguments into the order of the parameters', () => {
  const call = (text: string) =>
    readPrograms(solver(`x1 = ${text}`, 'return x1'), 'a.py').programs[0]!.statements[0]!.args
  const plain = call('fill(I, 1, S)')
  expect(call('fill(I, patch=S, value=1)')).toEqual(plain)
  expect(call('fill(patch=S, grid=I, value=1)')).toEqual(plain)
})

type Output = SolverOutput | DifferOutput

function outputOf(entry: string): Omit<Output, 'value'> & { value: string } {
  const { programs, diagnostics } = readPrograms(batt(entry), 'a.py')
  expect(diagnostics).toEqual([])
  const { statements, outputs } = programs[0]!
  const { value, ...output } = outputs[0]!
  return { ...output, value: value.kind === 'statement' ? statements[value.index]!.name : value.kind }
}

test.each([
  ["o.append((7, False, 'a', t4))", { number: 7, mutated: false, solver: 'a', value: 't4' }],
  ["o.append((7, T, 'a', t4))", { number: 7, mutated: true, solver: 'a', value: 't4' }],
  ["o.append((-7, F, 'a', rot90(t4)))", { number: -7, mutated: false, solver: 'a', value: 'o_7' }],
  ["o.append((7, 'a', t4))", { number: 7, mutated: false, solver: 'a', value: 't4' }],
  ["o.append(('a', True, t4))", { number: 4, mutated: true, solver: 'a', value: 't4' }],
  ["o.append(('a', True, I))", { number: 0, mutated: true, solver: 'a', value: 'input' }],
  ['o.append((7, True, t4))', { number: 7, mutated: true, solver: '', value: 't4' }],
  ['o.append((t4, 7, True))', { number: 7, mutated: true, solver: '', value: 't4' }],
  ["o.append((7, 'a', 5))", { number: 7, mutated: false, solver: 'a', value: 'constant' }],
])('%s', (entry, expected) => {
  expect(outputOf(entry)).toEqual({ kind: 'o', ...expected })
})

test.each([
  ["s.append((7, 'a', 'b', t4))", { number: 7, owner: 'a', differ: 'b', value: 't4' }],
  ["s.append((7, None, 'b', t4))", { number: 7, owner: 'None', differ: 'b', value: 't4' }],
  ["s.append((-7, 'a', 'b', rot90(t4)))", { number: -7, owner: 'a', differ: 'b', value: 's_7' }],
])('%s', (entry, expected) => {
  expect(outputOf(entry)).toEqual({ kind: 's', ...expected })
})

const FORM_O = "The form is o.append((number, mutated, 'solver', value))."
const FORM_S = "The form is s.append((number, 'owner', 'differ', value))."

test.each([
  ["o.append((t4, False, 'a', t4))", 'o', FORM_O],
  ['o.append((7, False, t4, t4))', 'o', FORM_O],
  ["o.append((7, False, 'a', t4, t4))", 'o', FORM_O],
  ['o.append((t4, t4, t4))', 'o', FORM_O],
  ["s.append((t4, 'a', 'b', t4))", 's', FORM_S],
  ["s.append((7, t4, 'b', t4))", 's', FORM_S],
  ["s.append((7, 'a', 'b', t4, t4))", 's', FORM_S],
])('%s is no entry', (entry, list, form) => {
  expect(diagnosticsOf(batt(entry))).toEqual([`5:5 error bad-entry: Not an entry of ${list} | ${form}`])
})

test.each([
  [1, 1],
  [2, 0],
  [3, 1],
  [4, 0],
  [5, 1],
  [6, 2],
  [9, 1],
])('a tuple of %i values that are no constants has %i single ones', (count, singles) => {
  const [program] = readPrograms(solver(`x1 = (${'rot90(I), '.repeat(count)})`, 'return x1'), 'a.py').programs
  const { result, statements } = traceProgram(program!, { demos: [], input: gridFromRows([[1]]) })
  expect(result).toEqual({ t: Array.from({ length: count }, () => ({ g: ['1'] })) })
  const makers = statements.filter(({ call }) => !call.startsWith('rot90')).map(({ call }) => call.replace(/\(.*/, ''))
  expect(makers.at(-1)).toBe(count === 1 ? 'repeat' : count === 2 ? 'astuple' : 'combine')
  expect(makers.filter((maker) => maker === 'repeat')).toHaveLength(singles)
})

test.each([
  [`'a'`, 'a'],
  [`"a'b"`, "a'b"],
  [`'''a'b'''`, "a'b"],
  [`"""a"b"""`, 'a"b'],
  [`''`, ''],
  [`'\\\\ \\' \\" \\n \\r \\t'`, '\\ \' " \n \r \t'],
  [`'\\x41\\u00e9\\xZZ\\q'`, 'Aé\\xZZ\\q'],
  [`b'a'`, undefined],
  [`r'a'`, undefined],
  [`'a"`, undefined],
  [`'`, undefined],
  [`'''a''`, undefined],
  ['a', undefined],
])('the literal %s is %j', (literal, value) => {
  expect(readStringLiteral(literal)).toBe(value)
})

test.each([
  ['a b~', `'a b~'`],
  [`it's \\`, `'it\\'s \\\\'`],
  ['\n\u007Fé', `'\\x0a\\x7f\\xe9'`],
  ['\u0100\u20AC', `'\\u0100\\u20ac'`],
])('%j is printed as %s', (value, literal) => {
  expect(printStringLiteral(value)).toBe(literal)
  expect(readStringLiteral(literal)).toBe(value)
})

const place = { line: 1, column: 1 }
const callOf = (...indexes: number[]): Omit<Statement, 'name'> => ({
  callee: { kind: 'primitive', key: 'astuple' },
  args: indexes.map((index): Operand => ({ kind: 'statement', index })),
  place,
})

test('inner statements are used once, as an argument, a callee or an output', () => {
  const statements: Statement[] = [
    { name: 'a', ...callOf(), inner: true },
    { name: 'b', ...callOf(), inner: true },
    { name: 'c', ...callOf(0), inner: true },
    { name: 'd', ...callOf(), callee: { kind: 'statement', index: 1 } },
    { name: 'e', ...callOf(), inner: true },
    { name: 'f', ...callOf(), inner: true },
    { name: 'g', ...callOf(5, 5, 3, 3) },
  ]
  expect(findInnerProblems(statements, [{ kind: 'statement', index: 2 }])).toEqual([
    { index: 4, code: 'bad-shape', message: 'e is inside another call, but never used' },
    { index: 5, code: 'bad-shape', message: 'f is inside another call, but used 2 times' },
  ])
})

test('inner statements are nested a thousand deep, and no deeper', () => {
  const nested = (count: number) =>
    Array.from({ length: count }, (_, k): Statement => ({
      name: `x${k}`,
      ...callOf(...(k === 0 ? [] : [k - 1])),
      inner: true,
    }))
  const end = (count: number): Operand[] => [{ kind: 'statement', index: count - 1 }]
  expect(findInnerProblems(nested(MAX_INNER_DEPTH + 1), end(MAX_INNER_DEPTH + 1))).toEqual([])
  expect(MAX_INNER_DEPTH).toBe(1000)
  expect(findInnerProblems(nested(1002), end(1002))).toEqual([
    { index: 1001, code: 'too-deep', message: 'x1001 has calls inside it that are nested deeper than 1000' },
  ])
})

test.each([
  ['return a.b.c', /an attribute or index$/],
  ['return I[0]', /an attribute or index$/],
  ['return [x for x in I]', /a comprehension$/],
  ['return {x for x in I}', /a comprehension$/],
  ['return size(I for x in I)', /a comprehension$/],
  ['return (1, *I)', /unpacking$/],
  ['return size(**I)', /unpacking$/],
  ['return not I', /an operator$|a unary/],
  ['return ~1', /an operator$/],
  ['return -I', /an operator$/],
  ['return I if I else I', /a conditional expression$/],
  ['return await_ + I', /a binary expression$/],
  ['return size(I := I)', /an assignment inside an expression$|a named expression$/],
  ['return {1: 2}', /a dictionary expression$/],
  ['x: int', /a declaration$/],
  ['x = y = I', /an assignment to several names at once$/],
  ['x[0] = I', /an assignment to something that is not a name$/],
  ['del I', /a delete statement$/],
  ['assert I', /an assert statement$/],
  ['if I:\n        pass', /an if statement$/],
  ['with I:\n        pass', /a with statement$/],
  ['async def f():\n        pass', /a function/],
])('%s is not part of a program', (line, message) => {
  const [diagnostic] = readPrograms(solver(line, 'return I'), 'a.py').diagnostics
  expect(diagnostic!.code).toMatch(/^unsupported-(?:expression|statement)$/)
  expect(diagnostic!.line).toBe(2)
  expect(diagnostic!.message).toMatch(message)
})

test.each([
  ['+5', 5],
  ['-5', -5],
  ['--5', 5],
  ['-0', 0],
  ['0x1F', 31],
  ['0b101', 5],
  ['0o17', 15],
  ['1_000', 1000],
  ['-1073741824', -1073741824],
  ['1073741823', 1073741823],
])('return %s gives %i', (text, value) => {
  const { programs, diagnostics } = readPrograms(solver(`return ${text}`), 'a.py')
  expect(diagnostics).toEqual([])
  expect(programs[0]!.result).toEqual({ kind: 'constant', value })
})
