// Details of warnings: advice, order, files, generated names, and the kinds of safe defaults.

import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { readPrograms } from '../python/read-python.ts'
import { checkProgram, checkPrograms } from './check-program.ts'
import { findFailingCalls } from './find-failing-calls.ts'
import { type KnownValue, UNKNOWN, judgeCall, knownConstant } from './judge-call.ts'
import { FUNCTION, INTEGER } from './primitive-kinds.ts'
import type { Notation } from '../values/value-notation.ts'

function read(text: string, file = 'a.py'): Program {
  return readPrograms(text, file).programs[0]!
}

const solver = (...lines: string[]) => read(['def solve_a(S, I, C):', ...lines].join('\n    '))
const batt = (...lines: string[]) =>
  read(['def batt(task_id, S, I, C, log_path):', 's = []', 'o = []', ...lines, 'return o, s'].join('\n    '))

test.each([
  [['x1 = size(size)'], [/^It is size\(container: Container\)\.$/]],
  [['x1 = fill(I, ONE, TWO)'], [/^It is fill\(grid: Grid, value: Integer, patch: Patch\)\.$/]],
  [['x0 = rbind(shift, UP)', 'x1 = x0(I, I)'], [/^rbind leaves one argument of two and two of three; .* three\.$/]],
  [['x0 = lbind(shift, I)', 'x1 = x0(I, I)'], [/^lbind leaves one argument of two/]],
  [['x0 = compose(size, first)', 'x1 = x0(I, I)'], [/^The function made by compose takes one argument\.$/]],
  [['x0 = matcher(add, ONE)', 'x1 = x0(I)'], [/^It is add\(a: Numerical, b: Numerical\)\.$/]],
  [['x0 = size(I)', 'x1 = x0(I)'], []],
])('%j is advised %s', (lines, advice) => {
  const [remark, ...others] = checkProgram(solver(...lines, 'return x1'))
  expect(others).toEqual([])
  const { code, place, message, ...rest } = remark!
  expect([code, place.line, message.length > 0]).toEqual(['can-only-fail', lines.length + 1, true])
  expect(Object.values(rest)).toEqual(advice.map((pattern) => expect.stringMatching(pattern)))
})

test('a function that a closure calls is named in the reason', () => {
  const reasonOf = (...lines: string[]) => findFailingCalls(solver(...lines, 'return I')).map(({ reason }) => reason)
  expect(reasonOf('x0 = rbind(add, ONE)', 'x1 = compose(x0, x0)', 'x2 = compose(x1, x0)', 'x3 = x2(I, I)')).toEqual([
    'x2 takes 1 argument, not 2',
  ])
  expect(reasonOf('x0 = chain(size, size, size)', 'x1 = rbind(x0, I)', 'x2 = x1(I, I, I)')).toEqual([
    'a function made by chain takes 1 argument, not 4',
  ])
  expect(reasonOf('x1 = compose(THREE, size)', 'x2 = x1(I)')).toEqual(['what it calls is an integer, not a function'])
})

test('remarks are in the order of lines, then of columns', () => {
  const program = solver('x1 = palette(C)', 'x2 = size(THREE)', 'x3 = size(FOUR)', 'return x2')
  expect(checkProgram(program).map(({ code, place }) => [code, place.line])).toEqual([
    ['unused-statement', 2],
    ['unguarded-c', 2],
    ['can-only-fail', 3],
    ['unused-statement', 4],
    ['can-only-fail', 4],
  ])
  const { statements } = program
  const swapped = { ...program, statements: statements.map((s, k) => ({ ...s, place: { line: 1, column: 9 - k } })) }
  const columns = checkProgram(swapped).map(({ place }) => place.column)
  expect(columns).toEqual(columns.toSorted((a, b) => a - b))
  expect(new Set(columns).size).toBe(3)
})

test('C as the result of a strict program is reported at its last statement', () => {
  expect(
    checkProgram(solver('x1 = size(I)', 'x2 = size(x1)', 'return C')).map(({ code, place }) => [code, place]),
  ).toContainEqual(['unguarded-c', { line: 3, column: 5 }])
  expect(checkProgram(solver('return C'))).toEqual([])
  expect(checkProgram(solver('x1 = size(S)', 'return x1'))).toEqual([])
})

test('warnings are listed file by file, with the text of their file', () => {
  const texts = ['a', 'b'].map((name) => `# ${name}\ndef solve_${name}(I):\n    ${name} = rot90(I)\n    return I\n`)
  const programs = [read(texts[1]!, 'b.py'), read(texts[0]!, 'a.py'), read(texts[0]!, 'c.py')]
  const files = [
    { file: 'a.py', content: texts[0]! },
    { file: 'none.py', content: '' },
    { file: 'b.py', content: new TextEncoder().encode(texts[1]) },
    { file: 'a.py', content: texts[0]! },
  ]
  expect(checkPrograms(programs, files)).toEqual(
    ['a', 'b'].map((name) => ({
      code: 'unused-statement',
      severity: 'warning',
      file: `${name}.py`,
      line: 3,
      column: 5,
      message: `${name} is assigned and never used`,
      advice: 'Use it, or leave it out.',
      excerpt: `    ${name} = rot90(I)`,
      caret: 4,
    })),
  )
})

test('the hundredth warning is listed, the next ones are counted at the place of the first of them', () => {
  const checkLines = (count: number) => {
    const lines = Array.from({ length: count }, (_, k) => `x${k} = rot90(I)`)
    const content = ['def solve_a(I):', ...lines, 'return I'].join('\n    ')
    return checkPrograms([read(content)], [{ file: 'a.py', content }])
  }
  expect(checkLines(100)).toHaveLength(100)
  expect(checkLines(100).every(({ code }) => code === 'unused-statement')).toBe(true)
  expect(checkLines(101).at(-1)).toEqual({
    code: 'more-diagnostics',
    severity: 'warning',
    file: 'a.py',
    excerpt: '',
    caret: 0,
    // Unused statements are found from the last one on, and sorted.
    line: 102,
    column: 5,
    message: '1 more warnings are not shown',
  })
})

test('names that the reader has generated are not reported, names that look like them are', () => {
  const unused = (program: Program) =>
    checkProgram(program).flatMap(({ code, message }) => (code === 'unused-statement' ? [message.split(' ')[0]] : []))
  expect(unused(solver('x1 = size(palette(I))', 'return I'))).toEqual(['x1'])
  expect(unused(solver('x_1 = palette(I)', 'return I'))).toEqual(['x_1'])
  expect(unused(solver('x = palette(I)', 'x_1 = rot90(I)', 'return x'))).toEqual([])
  expect(unused(solver('x = palette(I)', 'x_a = rot90(I)', 'x_1b = rot90(I)', 'return x'))).toEqual(['x_a', 'x_1b'])
  expect(unused(solver('samples_2 = rot90(I)', 'return I'))).toEqual([])
})

test('an unused inner call is reported with its line, once', () => {
  const program = batt('t1 = size(rot90(I))', "o.append((1, False, 'a', I))")
  expect(checkProgram(program).map(({ message }) => message)).toEqual(['t1 is assigned and never used'])
})

// In a batt, the call of a failed statement's value can only fail if its safe default is no function either.
test.each([
  ['size(C)', 'an integer or a tuple', true],
  ['size(C)', 'its default is an integer', true],
  ['palette(C)', 'its default is a set', true],
  ['rot90(C)', 'its default is a tuple', true],
  ['rbind(C, C)', 'its default is a function', false],
  ['first(C)', 'its type is not known', false],
])('t1 = %s, then t1(I): %s', (call, _, fails) => {
  const program = batt(`t1 = ${call}`, 't2 = t1(I)', "o.append((1, False, 'a', t2))")
  expect(findFailingCalls(program).some(({ index }) => program.statements[index]!.name === 't2')).toBe(fails)
})

test('the kinds of a value that may be a default are those of both', () => {
  const reasons = (...lines: string[]) =>
    findFailingCalls(batt(...lines, "o.append((1, False, 'a', t9))")).map(({ reason }) => reason)
  // A sum is an integer or a tuple, its default the integer 0 or what its type says.
  expect(reasons('t1 = size(I)', 't9 = t1(I)')).toEqual(['t1 is an integer, not a function'])
  expect(reasons('t1 = palette(I)', 't9 = rot90(t1)')).toEqual(['in rot90, grid is a set, not a tuple'])
  expect(reasons('t1 = rot90(THREE)', 't9 = palette(t1)')).toEqual(['in rot90, grid is an integer, not a tuple'])
  expect(reasons('t1 = size(THREE)', 't9 = palette(t1)')).toEqual([
    'in size, container is an integer, not a tuple or a set',
    'in palette, element is an integer, not a tuple or a set',
  ])
})

test('a closure that is made without fail in a batt is known, one that may fail is not', () => {
  const fails = (...lines: string[]) => findFailingCalls(batt(...lines, "o.append((1, False, 'a', t9))")).length
  expect(fails('t1 = rbind(shift, UP)', 't9 = t1(I, I, I)')).toBe(1)
  expect(fails('t1 = rbind(shift, first(I))', 't9 = t1(I, I, I)')).toBe(0)
  expect(fails('t0 = first(I)', 't1 = rbind(shift, t0)', 't9 = t1(I, I, I)')).toBe(1)
  expect(fails('t0 = first(I)', 't1 = rbind(t0, ONE)', 't9 = t1(I, I, I)')).toBe(0)
})

test('constants that are functions are known as far as they are made of primitives', () => {
  const arity = (value: Notation, count: number) => {
    const judged = judgeCall(
      knownConstant(value),
      Array.from({ length: count }, () => UNKNOWN),
      'it',
    )
    return judged.fails ? judged.reason : 'may succeed'
  }
  const bound: Notation = { call: 'rbind', args: [{ f: 'fill' }, { s: [] }] }
  expect(arity(bound, 2)).toBe('may succeed')
  expect(arity(bound, 1)).toBe('it takes 2 arguments, not 1')
  expect(arity({ call: 'rbind', args: [bound, 1] }, 2)).toBe('it takes 1 argument, not 2')
  expect(knownConstant({ f: 'unknown' })).toEqual({ kinds: FUNCTION })
  expect(knownConstant({ call: 'power', args: [{ f: 'add' }, 1] })).toEqual({ kinds: FUNCTION })
  expect(knownConstant({ call: 'compose', args: [1, 2] }).fn!.bound).toEqual([{ kinds: INTEGER }, { kinds: INTEGER }])
  const nest = (depth: number): Notation =>
    depth === 0 ? { f: 'size' } : { call: 'rbind', args: [nest(depth - 1), 1] }
  const depthOf = ({ fn }: KnownValue): number =>
    fn?.bound === undefined ? Number(fn !== undefined) : 1 + depthOf(fn.bound[0]!)
  expect([39, 40, 41, 60].map((depth) => depthOf(knownConstant(nest(depth))))).toEqual([40, 41, 41, 41])
})

test('a fork judges the second function before the first, and hands on both values', () => {
  const reasons = (...lines: string[]) => findFailingCalls(solver(...lines, 'return I')).map(({ reason }) => reason)
  expect(reasons('x1 = fork(rot90, size, size)', 'x2 = x1(I)')).toEqual(['rot90 takes 1 argument, not 2'])
  expect(reasons('x1 = fork(shoot, shape, size)', 'x2 = x1(I)')).toEqual([
    'in shoot, direction is an integer, not a tuple',
  ])
  expect(reasons('x1 = fork(shoot, size, shape)', 'x2 = x1(I)')).toEqual(['in shoot, start is an integer, not a tuple'])
  expect(reasons('x1 = matcher(size, ONE)', 'x2 = x1(I)', 'x3 = size(x2)')).toEqual([
    'in size, container is an integer, not a tuple or a set',
  ])
})

test('the name of an unused statement may end with a number of several digits', () => {
  const names = (...lines: string[]) =>
    checkProgram(solver(...lines, 'return I')).map(({ message }) => message.split(' ')[0])
  expect(names('x = rot90(I)', 'x_12 = rot90(x)')).toEqual(['x'])
  expect(names('a_b = rot90(I)', 'a_b_12 = rot90(a_b)')).toEqual(['a_b'])
  expect(names('y = rot90(I)', 'x_12 = rot90(y)')).toEqual(['y', 'x_12'])
})
