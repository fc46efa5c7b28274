// Hostile constants and helper functions: inlining and constants of constants can describe programs without end.

import { expect, test } from 'vitest'
import { printPrograms } from '../../src/language/python/print-python.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { checkAnswer } from './check-answer.ts'

const lines = (count: number, line: (k: number) => string) => Array.from({ length: count }, (_, k) => line(k)).join('')
const BATT = 'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n'
const SOLVER = 'def solve_a(S, I, C):\n'
const DOUBLING = `def f(x):\n${lines(60, () => '    x = hconcat(x, x)\n')}    return x\n`
const CHAIN = `def f0(x):\n    return rot90(x)\n${lines(100, (k) => `def f${k + 1}(x):\n    return f${k}(f${k}(x))\n`)}`

test.each<[string, string, string]>([
  ['functions that call functions twice', `${CHAIN}${SOLVER}    return f100(I)\n`, 'too-long'],
  ['the same as a value', `${CHAIN}${SOLVER}    return apply(f100, S)\n`, 'too-long'],
  [
    'a small function called very often',
    `${CHAIN}${SOLVER}${lines(200, () => '    I = f8(I)\n')}    return I\n`,
    'too-long',
  ],
  ['a value that doubles in a line of a batt', `${DOUBLING}${BATT}    t = f(I)\n    return o, s\n`, 'too-long'],
  ['a value that doubles in a lambda', `${DOUBLING}${SOLVER}    return apply(lambda g: f(g), S)\n`, 'too-long'],
  ['a value that doubles in an entry', `${DOUBLING}${BATT}    o.append((1, f(I)))\n    return o, s\n`, 'too-long'],
  [
    'a chain that is deep in a line of a batt',
    `def f(x):\n${lines(3000, () => '    x = rot90(x)\n')}    return x\n${BATT}    t = f(I)\n    return o, s\n`,
    'too-deep',
  ],
  ['a function that calls itself', `def f(x):\n    return f(x)\n${SOLVER}    return f(I)\n`, 'recursive-function'],
  [
    'a function that passes itself on',
    `def f(x):\n    return apply(f, x)\n${SOLVER}    return f(I)\n`,
    'recursive-function',
  ],
  [
    'functions that call each other',
    `def f(x):\n    return g(x)\ndef g(x):\n    return h(x)\ndef h(x):\n    return f(x)\n${SOLVER}    return f(I)\n`,
    'recursive-function',
  ],
  [
    'a function that calls itself in a lambda',
    `def f(x):\n    return apply(lambda y: f(y), x)\n${SOLVER}    return f(I)\n`,
    'recursive-function',
  ],
  ['a solver that calls itself', 'def solve_a(I):\n    return solve_a(I)\n', 'recursive-function'],
  [
    'constants that double',
    `A = (1, 1)\n${lines(60, () => 'A = (A, A)\n')}${SOLVER}    return A\n`,
    'unsupported-statement',
  ],
  ['constants that nest', `A = 1\n${lines(5000, () => 'A = (A,)\n')}${SOLVER}    return A\n`, 'unsupported-statement'],
  [
    'constants that double in a function',
    `${SOLVER}    x = (1, 1)\n${lines(60, () => '    x = (x, x)\n')}    return x\n`,
    'too-long',
  ],
  [
    'sets that double in a function',
    `${SOLVER}    x = (1, 1)\n${lines(60, () => '    x = frozenset({x, (x, 1)})\n')}    return x\n`,
    'too-long',
  ],
  [
    'constants that nest in a function',
    `${SOLVER}    x = 1\n${lines(5000, () => '    x = (x,)\n')}    return x\n`,
    'too-deep',
  ],
  [
    'a constant that runs something',
    `A = __import__("os").system("touch hacked")\n${SOLVER}    return A\n`,
    'unsupported-statement',
  ],
  ['a constant that is a call', `A = rot90(((1,),))\n${SOLVER}    return fill(A, 1, UP)\n`, 'unsupported-statement'],
  [
    'a default that runs something',
    `def f(x, y=print(1)):\n    return rot90(x)\n${SOLVER}    return f(I)\n`,
    'unsupported-parameter',
  ],
  [
    'a function with a loop',
    `def f(x):\n    while True:\n        pass\n    return x\n${SOLVER}    return f(I)\n`,
    'unsupported-statement',
  ],
  ['a function without return', `def f(x):\n    y = rot90(x)\n${SOLVER}    return f(I)\n`, 'no-return'],
  ['a function of unknown names', `def f(x):\n    return evil(x)\n${SOLVER}    return f(I)\n`, 'unknown-name'],
  [
    'a function that sees names of its caller',
    `def f(x):\n    return fill(x, y, UP)\n${SOLVER}    y = 1\n    return f(I)\n`,
    'unknown-name',
  ],
  ['a wrong number of arguments', `def f(x):\n    return x\n${SOLVER}    return f(I, I)\n`, 'arity'],
  ['a wrong keyword', `def f(x):\n    return x\n${SOLVER}    return f(z=I)\n`, 'arity'],
  ['two parameters passed on', `def f(x, y):\n    return x\n${SOLVER}    return apply(f, S)\n`, 'unsupported-lambda'],
  ['a broken function', `def f(x):\n    return rot90(\n${SOLVER}    return f(I)\n`, 'syntax-error'],
])('%s', (_, text, code) => {
  const programs = checkAnswer(() => readPrograms(text, 'hostile.py'))
  const { diagnostics } = readPrograms(text, 'hostile.py')
  expect(programs).toEqual([])
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
})

test('a function that others cannot use is reported once, and the programs that call it', () => {
  const text = `def f(x):\n    return evil(x)\ndef g(x):\n    return f(x)\n${SOLVER}    return g(I)\ndef solve_b(I):\n    return g(g(I))\n`
  const { diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
    ['unknown-name', 2],
    ['unsupported-expression', 6],
    ['unsupported-expression', 8],
  ])
})

test('a long function is inlined whole', () => {
  const text = `def f(x):\n${lines(2000, () => '    x = rot90(x)\n')}    return x\n${SOLVER}    return f(I)\n`
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toEqual([])
  expect(programs[0]!.statements).toHaveLength(2000)
})

test('many programs that inline much are stopped by the limit of a file', () => {
  const text = `${CHAIN}${lines(100, (k) => `def solve_${k}(I):\n    return f10(I)\n`)}`
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(programs.length).toBeLessThan(100)
  expect(diagnostics.at(-1)).toMatchObject({ code: 'too-many-statements' })
})

test('a value that is used twice in a line of a batt is read again from its print', () => {
  const text = `def f(x):\n    y = rot90(x)\n    return hconcat(y, y)\n${BATT}    t1 = f(f(f(I)))\n    o.append((1, False, 'a', t1))\n    return o, s\n`
  const printed = printPrograms(readPrograms(text, 'a.py').programs)
  const again = readPrograms(printed, 'a.py')
  expect(again.diagnostics).toEqual([])
  expect(printPrograms(again.programs)).toBe(printed)
})

test.each([
  ['unclosed strings with escapes', `"""${'\\"""'.repeat(200_000)}`],
  ['very many comments that declare a dialect', '# dialect: t\n'.repeat(200_000)],
  ['very many constants', lines(20_000, (k) => `C${k} = ${k}\n`)],
  ['very many functions, each calling the next', lines(20_000, (k) => `def f${k}(x):\n    return f${k + 1}(x)\n`)],
  [
    'very many functions, each calling the one before',
    `def f0(x):\n    return x\n${lines(20_000, (k) => `def f${k + 1}(x):\n    return f${k}(x)\n`)}`,
  ],
  ['brackets that nothing closes', 'x = ((((\n'.repeat(100_000)],
  ['a line of lambdas', `${SOLVER}    return ${'lambda a: '.repeat(3000)}1\n`],
])('%s', (_, text) => {
  checkAnswer(() => readPrograms(text, 'hostile.py'))
})
