// Lambdas and helper functions: their calls, run on the CPU, return the values of Python.

import { expect, test } from 'vitest'
import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { Heap } from '../../kernel/heap.ts'
import type { Operand, Program } from '../program.ts'
import { printProgram } from './print-python.ts'
import { readPrograms } from './read-python.ts'
import { decodeNotation, encodeNotation, type Notation } from '../values/value-notation.ts'

function read(expression: string, helpers = ''): Program {
  const text = `${helpers}def solve_a(S, I, C):\n    O = ${expression}\n    return O\n`
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toEqual([])
  return programs[0]!
}

/** A file with functions of one line each: parameters, then the returned expression. */
function define(functions: Record<string, string>): string {
  return Object.entries(functions)
    .map(([head, result]) => `def ${head}:\n    return ${result}\n`)
    .join('')
}

function run(program: Program, inputs: Record<'I' | 'S' | 'C', Notation>): Notation {
  const heap = new Heap()
  const evaluator = new CpuEvaluator()
  const values: number[] = []
  const wordOf = (operand: Operand): number => {
    if (operand.kind === 'statement') return values[operand.index]!
    if (operand.kind === 'input') return encodeNotation(heap, inputs[operand.name])
    return encodeNotation(heap, operand.kind === 'primitive' ? { f: operand.key } : operand.value)
  }
  for (const { callee, args } of program.statements) {
    values.push(evaluator.call(heap, { fn: wordOf(callee), args: args.map(wordOf) }))
  }
  return decodeNotation(heap, values.at(-1)!)
}

const inputs: Record<'I' | 'S' | 'C', Notation> = {
  I: 3,
  S: { t: [1, 2, 5] },
  C: { t: [{ f: 'double' }, { f: 'increment' }] },
}

test.each<[string, Notation]>([
  ['apply(lambda g: g, S)', { t: [1, 2, 5] }],
  ['apply(lambda g: 7, S)', { t: [7, 7, 7] }],
  ['apply(lambda g: I, S)', { t: [3, 3, 3] }],
  ['apply(lambda g: double(g), S)', { t: [2, 4, 10] }],
  ['apply(lambda g: double(increment(g)), S)', { t: [4, 6, 12] }],
  ['apply(lambda g: double(I), S)', { t: [6, 6, 6] }],
  ['apply(lambda g: subtract(g, 1), S)', { t: [0, 1, 4] }],
  ['apply(lambda g: subtract(1, g), S)', { t: [0, -1, -4] }],
  ['apply(lambda g: subtract(b=g, a=10), S)', { t: [9, 8, 5] }],
  ['apply(lambda g: subtract(double(g), I), S)', { t: [-1, 1, 7] }],
  ['apply(lambda g: multiply(g, increment(g)), S)', { t: [2, 6, 30] }],
  ['apply(lambda g: subtract(I, 1), S)', { t: [2, 2, 2] }],
  ['apply(lambda g: branch(even(g), g, -1), S)', { t: [-1, 2, -1] }],
  ['apply(lambda g: branch(even(g), -1, g), S)', { t: [1, -1, 5] }],
  ['apply(lambda g: branch(T, double(g), 0), S)', { t: [2, 4, 10] }],
  ['apply(lambda g: branch(even(g), double(g), invert(g)), S)', { t: [-1, 4, -5] }],
  ['apply(lambda g: interval(0, g, 2), S)', { t: [{ t: [0] }, { t: [0] }, { t: [0, 2, 4] }] }],
  ['apply(lambda f: f(I), C)', { t: [6, 4] }],
  ['apply(lambda f: f(f(I)), C)', { t: [12, 5] }],
  ['apply(lambda g: rbind(add, g)(I), S)', { t: [4, 5, 8] }],
  ['apply(lambda g: lbind(branch, even(g))(g, 0), S)', { t: [0, 2, 0] }],
  ['apply(lambda g: (g, I, double(g)), S)', { t: [{ t: [1, 3, 2] }, { t: [2, 3, 4] }, { t: [5, 3, 10] }] }],
  ['apply(lambda g: size(apply(lambda h: add(h, I), S)), S)', { t: [3, 3, 3] }],
  ['apply(lambda g: first(apply(lambda g: add(g, I), S)), S)', { t: [4, 4, 4] }],
])('%s', (expression, expected) => {
  const result = run(read(expression), inputs)
  expect(JSON.parse(JSON.stringify(result).replaceAll(/\{"g":\["([^\]]*)"\]\}/g, gridAsTuples))).toEqual(expected)
})

/** Rows of digits of equal length are decoded to the short form of a grid. */
function gridAsTuples(_: string, rows: string): string {
  return JSON.stringify({ t: rows.split('","').map((row) => ({ t: [...row].map(Number) })) })
}

test.each<[string, Record<string, string>, string, Notation]>([
  [
    'a parameter of a lambda in a helper captures no name of an argument',
    { 'f(y)': 'lambda I: subtract(I, y)' },
    'apply(f(I), S)',
    { t: [-2, -1, 2] },
  ],
  [
    'an argument that fails does so in each call of the lambda, not before',
    { 'f(x)': 'x' },
    'apply(lambda g: f(divide(1, 0)), ())',
    { t: [] },
  ],
  [
    'so does an argument that a helper passes on',
    { 'f(x)': 'x', 'g(y)': 'f(y)' },
    'apply(lambda h: g(divide(1, 0)), ())',
    { t: [] },
  ],
  [
    'an argument that passes two helpers depends on the parameter of the lambda',
    { 'f(x)': 'x', 'g(y)': 'increment(f(f(y)))' },
    'apply(lambda h: g(h), S)',
    { t: [2, 3, 6] },
  ],
  ['a parameter hides a helper of its name', { 'g(x)': 'double(x)', 'f(g)': 'g(4)' }, 'add(f(increment), g(10))', 25],
  [
    'a parameter of a lambda hides a helper of its name',
    { 'g(x)': 'double(x)', 'f(x)': 'g(x)' },
    'add(last(apply(lambda g: g(I), C)), f(1))',
    6,
  ],
  ['a helper names arguments', { 'f(x)': 'subtract(b=x, a=10)' }, 'f(I)', 7],
  ['a helper uses a constant set', { 'f(x)': 'add(x, size(frozenset({4, 5})))' }, 'f(I)', 5],
  [
    'a lambda given to a helper has a parameter of its own',
    { 'f(k)': 'apply(lambda h: k(h), (1, 2))' },
    'apply(lambda g: last(f(lambda g: double(g))), S)',
    { t: [4, 4, 4] },
  ],
])('%s', (_, helpers, expression, expected) => {
  expect(run(read(expression, define(helpers)), inputs)).toEqual(expected)
})

test('a constant of the file hides the constant of the language in helpers', () => {
  expect(run(read('f(I)', `TWO = 7\n${define({ 'f(x)': 'add(x, TWO)' })}`), inputs)).toBe(10)
})

test.each([
  ['apply(lambda g: rot90(g), S)', 'O = apply(rot90, S)'],
  ['apply(lambda g: ofcolor(g, 0), S)', 'O_1 = rbind(ofcolor, 0)'],
  ['apply(lambda g: fill(I, 0, g), S)', 'O_2 = lbind(O_1, 0)'],
  ['apply(lambda g: objects(g, T, F, T), S)', 'O_3 = rbind(O_2, T)'],
])('%s is as short as a person would write it', (expression, line) => {
  expect(printProgram(read(expression))).toContain(`    ${line}\n`)
})

test('a lambda given to a helper in a lambda is bound once', () => {
  const program = read('apply(lambda g: f(lambda h: double(h), g), S)', define({ 'f(k, x)': 'apply(k, x)' }))
  expect(printProgram(program)).toContain('    O_1 = lbind(apply, double)\n')
})
