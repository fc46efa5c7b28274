// All diagnostics of program files: code, place, and the functions loaded beside them.

import { expect, test } from 'vitest'
import { formatDiagnostic } from '../diagnostics.ts'
import { readPrograms } from './read-python.ts'

const BATT = 'def batt(task_id, S, I, C, log_path):\n    t1 = rot90(I)\n'
const END = '    return o, s\n'
const SOLVER = 'def solve_a(I):\n'

// The lambda in f uses its argument through g.
const HELPERS = 'def f(x):\n    return apply(lambda b: g(x, b), (1, 2))\ndef g(x, y):\n    return x\n'

const errors: [string, string, string, number, number, RegExp][] = [
  ['a misspelt primitive', `${SOLVER}    return objets(I, T, F, T)\n`, 'unknown-name', 2, 12, /Did you mean objects\?/],
  ['a misspelt constant', `${SOLVER}    return fill(I, THRE, I)\n`, 'unknown-name', 2, 20, /Did you mean THREE\?/],
  [
    'a misspelt variable',
    `${SOLVER}    corner_a = rot90(I)\n    return corner_b\n`,
    'unknown-name',
    3,
    12,
    /corner_a\?/,
  ],
  [
    'a variable before its assignment',
    `${SOLVER}    return rot90(x1)\n`,
    'unknown-name',
    2,
    18,
    /used before it is assigned/,
  ],
  ['an input that is no parameter', `${SOLVER}    return rot90(C)\n`, 'unknown-name', 2, 18, /Make C a parameter/],
  ['a builtin', `${SOLVER}    return eval(I)\n`, 'unknown-name', 2, 12, /Unknown name eval/],
  [
    'task_id as a value',
    `${BATT}    t2 = rot90(task_id)\n${END}`,
    'unknown-name',
    3,
    16,
    /not a value of the language/,
  ],
  ['an assignment to a list of a batt', `${BATT}    o = rot90(I)\n${END}`, 'assigned-twice', 3, 5, /another/],
  [
    'a local name used before',
    `${SOLVER}    x = size(I)\n    size = x\n    return x\n`,
    'used-before-assignment',
    3,
    5,
    /local/,
  ],
  ['an attribute', `${SOLVER}    return I.__class__\n`, 'unsupported-expression', 2, 12, /an attribute/],
  ['an index', `${SOLVER}    return I[0]\n`, 'unsupported-expression', 2, 12, /an attribute or index/],
  ['a call of an attribute', `${SOLVER}    return I.count(1)\n`, 'unsupported-expression', 2, 12, /an attribute/],
  ['a comprehension', `${SOLVER}    return [a for a in I]\n`, 'unsupported-expression', 2, 12, /a comprehension/],
  ['a generator', `${SOLVER}    return first(a for a in I)\n`, 'unsupported-expression', 2, 20, /a comprehension/],
  ['unpacking', `${SOLVER}    return first(*I)\n`, 'unsupported-expression', 2, 18, /unpacking/],
  ['an operator', `${SOLVER}    return I + 1\n`, 'unsupported-expression', 2, 12, /binary/],
  ['a float', `${SOLVER}    return 1.5\n`, 'unsupported-expression', 2, 12, /not an integer/],
  ['a string', `${SOLVER}    return 'a'\n`, 'unsupported-expression', 2, 12, /a string/],
  ['a list', `${SOLVER}    return [1]\n`, 'unsupported-expression', 2, 12, /a list/],
  ['a large integer', `${SOLVER}    return 1073741824\n`, 'integer-range', 2, 12, /from -1073741824 to 1073741823/],
  ['a huge integer', `${SOLVER}    return -${'9'.repeat(5000)}\n`, 'integer-range', 2, 12, /31 bits/],
  [
    'a loop',
    `${SOLVER}    while True:\n        pass\n    return I\n`,
    'unsupported-statement',
    2,
    5,
    /a while statement/,
  ],
  ['an if', `${SOLVER}    if I:\n        return I\n    return I\n`, 'unsupported-statement', 2, 5, /an if statement/],
  [
    'an import in a function that calls it',
    `${SOLVER}    import os\n    os.system('ls')\n    return I\n`,
    'unsupported-statement',
    3,
    5,
    /not run/,
  ],
  [
    'an inner function',
    `${SOLVER}    def f(x):\n        return x\n    return I\n`,
    'unsupported-statement',
    2,
    5,
    /function definition/,
  ],
  [
    'an augmented assignment',
    `${SOLVER}    x = 1\n    x += 1\n    return x\n`,
    'unsupported-statement',
    3,
    5,
    /an update/,
  ],
  [
    'two names assigned at once',
    `${SOLVER}    x = y = I\n    return x\n`,
    'unsupported-statement',
    2,
    5,
    /several names/,
  ],
  ['names unpacked', `${SOLVER}    x, y = I\n    return x\n`, 'unsupported-statement', 2, 5, /several names/],
  [
    'an assignment to an attribute',
    `${SOLVER}    I.x = I\n    return I\n`,
    'unsupported-statement',
    2,
    5,
    /not a name/,
  ],
  [
    'a guard in a solver',
    `${SOLVER}    try:\n        x = rot90(I)\n    except A:\n        x = _get_safe_default(rot90)\n    return x\n`,
    'unsupported-statement',
    2,
    5,
    /Only batts/,
  ],
  [
    'a guard of two lines',
    `${BATT}    try:\n        a = rot90(I)\n        b = rot90(I)\n    except A:\n        a = _get_safe_default(rot90)\n${END}`,
    'unsupported-statement',
    3,
    5,
    /single assignment/,
  ],
  [
    'a guard with another default',
    `${BATT}    try:\n        a = rot90(I)\n    except A:\n        a = _get_safe_default(size)\n${END}`,
    'bad-guard',
    6,
    9,
    /safe default/,
  ],
  ['a decorated function', '@cache\ndef solve_a(I):\n    return I\n', 'unsupported-statement', 1, 1, /decorated/],
  ['a class', 'class A:\n    def solve_a(I):\n        return I\n', 'unsupported-statement', 1, 1, /class/],
  ['an async function', 'async def solve_a(I):\n    return I\n', 'unsupported-statement', 1, 1, /async/],
  ['a statement outside of functions', "exec('1')\n", 'unsupported-statement', 1, 1, /It is not run/],
  [
    'a foreign parameter',
    'def solve_a(I, x):\n    return I\n',
    'unsupported-parameter',
    1,
    16,
    /No program has a parameter x/,
  ],
  ['a gathering parameter', 'def solve_a(*I):\n    return I\n', 'unsupported-parameter', 1, 14, /of a sort/],
  [
    'a default that is no literal',
    'def solve_a(I=exit()):\n    return I\n',
    'unsupported-parameter',
    1,
    13,
    /of a sort/,
  ],
  ['an unknown keyword', `${SOLVER}    return rot90(gird=I)\n`, 'unknown-keyword', 2, 23, /Its parameters are: grid/],
  ['a keyword given twice', `${SOLVER}    return rot90(I, grid=I)\n`, 'unknown-keyword', 2, 26, /still to be given/],
  ['a place after a keyword', `${SOLVER}    return add(b=1, 2)\n`, 'unknown-keyword', 2, 21, /without keyword/],
  [
    'a keyword for a variable',
    `${SOLVER}    f = compose(size, size)\n    return f(x=I)\n`,
    'unknown-keyword',
    3,
    16,
    /Only primitives/,
  ],
  [
    'a parameter left out',
    `${SOLVER}    return fill(grid=I, patch=I)\n`,
    'arity',
    2,
    12,
    /without its parameter value/,
  ],
  [
    'a lambda of two',
    `${SOLVER}    return apply(lambda a, b: a, I)\n`,
    'unsupported-lambda',
    2,
    18,
    /exactly one parameter/,
  ],
  [
    'a lambda in a lambda',
    `${SOLVER}    return apply(lambda a: apply(lambda b: add(a, b), a), I)\n`,
    'unsupported-lambda',
    2,
    34,
    /outer/,
  ],
  ...['(b, a)', 'a(b)'].map((body): (typeof errors)[number] => [
    `a lambda in a lambda: ${body}`,
    `${SOLVER}    return apply(lambda a: apply(lambda b: ${body}, a), I)\n`,
    'unsupported-lambda',
    2,
    34,
    /outer/,
  ]),
  ...['a', '(double(I), a)', '(a(I), 1)', 'last(a)'].map((argument): (typeof errors)[number] => [
    `a lambda in a helper that uses ${argument} of the outer lambda`,
    `${SOLVER}    return apply(lambda a: f(${argument}), I)\n${HELPERS}`,
    'unsupported-lambda',
    2,
    28,
    /outer/,
  ]),
  ...['f(I, I)', 'f()', 'f(x=I, y=I)', 'f(y=I)', 'g(I)', 'g(I, x=I)'].map((call): (typeof errors)[number] => [
    `arguments that a helper does not take: ${call}`,
    `${SOLVER}    return add(f(I), ${call})\n${HELPERS}`,
    'arity',
    2,
    22,
    /does not take these arguments/,
  ]),
  [
    'a lambda that calls with nothing',
    `${SOLVER}    return apply(lambda a: size(), I)\n`,
    'unsupported-lambda',
    2,
    28,
    /without arguments/,
  ],
  [
    'an entry with wrong fields',
    `${BATT}    o.append((1, t1, 3, t1))\n${END}`,
    'bad-entry',
    3,
    5,
    /The form is o\.append/,
  ],
  [
    'a differ entry with wrong fields',
    `${BATT}    s.append((1, 2, 3, 4, 5, t1))\n${END}`,
    'bad-entry',
    3,
    5,
    /The form is s\.append/,
  ],
  ['another method of a list', `${BATT}    o.extend((1, t1))\n${END}`, 'unsupported-statement', 3, 5, /not used/],
  [
    'three names for the samples',
    `${BATT}    a, b, c = batch_process_samples_gpu(S)\n${END}`,
    'arity',
    3,
    5,
    /four values/,
  ],
  ['no return in a solver', `${SOLVER}    x = rot90(I)\n`, 'no-return', 1, 1, /return O/],
  ['no return in a batt', BATT, 'no-return', 1, 1, /return o, s/],
  ['a wrong return in a batt', `${BATT}    return o\n`, 'no-return', 3, 5, /return o, s/],
  [
    'an unclosed bracket',
    `${SOLVER}    x = rot90(I\n`,
    'syntax-error',
    2,
    14,
    /bracket \( is not closed\b[^]*missing \)/,
  ],
  [
    'an unclosed bracket before other statements',
    `${SOLVER}    x = fill(rot90(I), 1, [2, 3)\n    y = rot90(x)\n    return y\n`,
    'syntax-error',
    2,
    13,
    /bracket \( is not closed/,
  ],
  [
    'an unclosed square bracket before a comment and a text with brackets',
    `${SOLVER}    x = fill(I, 1, [2, 3 # )]\n    ')]'\n`,
    'syntax-error',
    2,
    20,
    /bracket \[ is not closed\b[^]*missing \]/,
  ],
  ['a bracket that is closed twice', `${SOLVER}    x = rot90(I))\n    return x\n`, 'syntax-error', 2, 17, /not Python/],
  ['an outdented line', `${SOLVER}    x = rot90(I)\n  return x\n`, 'syntax-error', 3, 3, /Indent all statements/],
  ['an indented line', `${SOLVER}    x = rot90(I)\n      return x\n`, 'syntax-error', 3, 1, /not Python/],
  ['a body that is not indented', `${SOLVER}return I\n`, 'syntax-error', 1, 16, /not Python/],
  ['two equals signs', `${SOLVER}    x = = 3\n    return x\n`, 'syntax-error', 2, 9, /not Python/],
  [
    'deep brackets',
    `${SOLVER}    return ${'('.repeat(300)}I${')'.repeat(300)}\n`,
    'too-deep',
    2,
    212,
    /deeper than 200/,
  ],
  ['a deep row of calls', `${SOLVER}    return I${'(I)'.repeat(300)}\n`, 'too-deep', 2, 12, /deeper than 200/],
  ['a very long statement', `${SOLVER}    return (${'1, '.repeat(30_000)})\n`, 'too-long', 2, 5, /32768 characters/],
]

test.each(errors)('%s', (_, text, code, line, column, words) => {
  const sound = 'def solve_before(I):\n    return I\n'
  const after = 'def solve_after(I):\n    return I\n'
  const { programs, diagnostics } = readPrograms(text + after + sound, 'a.py')
  const found = diagnostics.find((diagnostic) => diagnostic.code === code)
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
  expect(found).toMatchObject({ severity: 'error', file: 'a.py', line, column })
  expect(formatDiagnostic(found!)).toMatch(words)
  expect(programs.map(({ name }) => name)).toEqual(['solve_after', 'solve_before'])
})

test.each([
  ['a wrong number of arguments', `${SOLVER}    return fill(I, 1)\n`, 'arity', 2, 12],
  ['a constant that is called', `${SOLVER}    return TWO(I)\n`, 'arity', 2, 12],
  [
    'a wrong number of arguments in a helper',
    `${SOLVER}    return f(f(I))\ndef f(x):\n    return size(x, x)\n`,
    'arity',
    4,
    12,
  ],
  ['what follows the return', `${SOLVER}    return I\n    x = 1\n`, 'unreachable', 3, 5],
  ['a function defined twice', `${SOLVER}    return I\n${SOLVER}    return 1\n`, 'duplicate-function', 3, 1],
])('a warning keeps the program: %s', (_, text, code, line, column) => {
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toMatchObject([{ code, severity: 'warning', line, column }])
  expect(programs).toHaveLength(1)
})

test.each([
  ['rot90(I, I)', 'rot90 takes 1 argument, not 2'],
  ['fill(I)', 'fill takes 3 arguments, not 1'],
])('%s: %s', (call, message) => {
  const { diagnostics } = readPrograms(`${SOLVER}    return ${call}\n`, 'a.py')
  expect(diagnostics[0]!.message).toContain(message)
})

test('a file without programs says so', () => {
  expect(readPrograms('import os\n', 'a.py').diagnostics).toMatchObject([{ code: 'no-program', line: 1, column: 1 }])
  expect(readPrograms('', 'a.py').diagnostics).toMatchObject([{ code: 'no-program', line: 1, column: 1 }])
})

test('one broken function says it once, and nothing that follows from it', () => {
  const text = `${SOLVER}    x1 = objets(I)\n    x2 = rot90(x1)\n    return x2\n`
  expect(readPrograms(text, 'a.py').diagnostics).toHaveLength(1)
})

test('beyond a hundred, diagnostics are counted', () => {
  const text = SOLVER + '    x = zzzzzzzz(yyyyyyyy)\n'.repeat(60)
  const { diagnostics } = readPrograms(text, 'a.py')
  expect(diagnostics).toHaveLength(101)
  expect(diagnostics.at(-1)).toMatchObject({ code: 'more-diagnostics', message: '20 more like these are not shown' })
})

test('a diagnostic as a terminal shows it', () => {
  const [diagnostic] = readPrograms(`${SOLVER}\treturn objets(I)\n`, 'dir/a.py').diagnostics
  expect(formatDiagnostic(diagnostic!)).toBe(
    [
      'dir/a.py:2:9: error: Unknown name objets [unknown-name]',
      '   return objets(I)',
      '          ^',
      '  Did you mean objects?',
    ].join('\n'),
  )
})

test('a long line is shown around the place, and control characters are not shown', () => {
  const text = `${SOLVER}    return (${'1, '.repeat(200)}zzzzzzzz, ${'1, '.repeat(200)}) # \u001B[2J\n`
  const [diagnostic] = readPrograms(text, 'a.py').diagnostics
  expect(diagnostic!.excerpt.length).toBeLessThan(130)
  expect(diagnostic!.excerpt.slice(diagnostic!.caret)).toMatch(/^zzzzzzzz/)
  const [other] = readPrograms('x = 1 # \u001B[2J\u202E\n', 'a.py').diagnostics
  expect(other!.excerpt).toBe('x = 1 # ?[2J?')
})

test('the first statement after the return is reported, and no statement before or behind it', () => {
  const lines = ['x1 = rot90(I)', 'x2 = rot90(x1)', 'return x2', 'x3 = rot90(x2)', 'x4 = rot90(x3)', 'return x4']
  const { programs, diagnostics } = readPrograms(['def solve_a(I):', ...lines].join('\n    '), 'a.py')
  expect(diagnostics.map(({ code, severity, line }) => [code, severity, line])).toEqual([['unreachable', 'warning', 5]])
  expect(programs[0]!.statements.map(({ name }) => name)).toEqual(['x1', 'x2'])
})
