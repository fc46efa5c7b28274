// Forms of program files: each reads as the same calls as a plain function of one call per line.

import { expect, test } from 'vitest'
import { mergePrograms } from '../../plan/graph.ts'
import { shownName } from '../program.ts'
import { readPrograms } from './read-python.ts'

/** Reads a file without diagnostics. */
function read(text: string, file = 'a.py') {
  const { programs, diagnostics } = readPrograms(text, file)
  expect(diagnostics).toEqual([])
  return programs
}

/** The hash of the result of a program, or of its first output: equal for equal calls, whatever the names are. */
function meaningOf(text: string): string {
  const programs = read(text)
  const graph = mergePrograms(programs.slice(-1))
  const [merged] = graph.programs
  const source = graph.sourceOf(merged!.result ?? merged!.outputs[0]!)
  expect(source.kind).toBe('node')
  return source.kind === 'node' ? `${source.guarded}${graph.nodes[source.id]!.hash}` : ''
}

const PLAIN = `def solve_a(I):
    x1 = rot90(I)
    x2 = rot90(x1)
    x3 = fill(x2, 3, ((1, 0), (0, 1)))
    return x3
`

test.each<[string, string]>([
  ['nested calls', 'def solve_a(I):\n    return fill(rot90(rot90(I)), 3, (DOWN, RIGHT))\n'],
  ['keyword arguments', 'def solve_a(I):\n    return fill(rot90(rot90(I)), patch=(DOWN, RIGHT), value=THREE)\n'],
  [
    'annotations',
    'def verify_a(I: Grid) -> Grid:\n    x: Grid = rot90(rot90(I))\n    return fill(x, 3, (DOWN, RIGHT))\n',
  ],
  ['another parameter', 'def transform(grid):\n    return fill(rot90(rot90(grid)), 3, (DOWN, RIGHT))\n'],
  ['a parameter with the name of a primitive', 'def f(size):\n    return fill(rot90(rot90(size)), 3, (DOWN, RIGHT))\n'],
  ['parameters in another order', 'def solve_a(C, I, S):\n    return fill(rot90(rot90(I)), 3, (DOWN, RIGHT))\n'],
  [
    'a reassigned variable',
    'def solve_a(I):\n    x = rot90(I)\n    x = rot90(x)\n    return fill(x, 3, (DOWN, RIGHT))\n',
  ],
  ['a reassigned input', 'def solve_a(I):\n    I = rot90(I)\n    I = rot90(I)\n    return fill(I, 3, (DOWN, RIGHT))\n'],
  ['two names at once', 'def solve_a(I):\n    x, y = rot90(I), 3\n    return fill(rot90(x), y, (DOWN, RIGHT))\n'],
  [
    'names exchanged',
    'def solve_a(I):\n    x, y = 3, rot90(I)\n    x, y = y, x\n    return fill(rot90(x), y, (DOWN, RIGHT))\n',
  ],
  [
    'names of a batt in a solver',
    'def solve_a(I):\n    s = rot90(I)\n    o = rot90(s)\n    return fill(o, 3, (DOWN, RIGHT))\n',
  ],
  [
    'constants of the file',
    'BG = 3\nDIRS = (DOWN, RIGHT)\ndef solve_a(I):\n    return fill(rot90(rot90(I)), BG, DIRS)\n',
  ],
  [
    'constants after the function, one of another',
    'def solve_a(I):\n    return fill(TURN(TURN(I)), BG, DIRS)\nSTEP = (0, 1)\nDIRS = ((1, 0), STEP)\nBG = 3\nTURN = rot90\n',
  ],
  [
    'a helper function',
    'def twice(x):\n    """Turned twice."""\n    y = rot90(x)\n    return rot90(y)\ndef solve_a(I):\n    return fill(twice(I), 3, (DOWN, RIGHT))\n',
  ],
  [
    'a helper function after its use, with keywords and a constant',
    'def solve_a(I):\n    return paint_all(where=(DOWN, RIGHT), grid=rot90(rot90(I)))\nBG = 3\ndef paint_all(grid, where):\n    return fill(grid, BG, where)\n',
  ],
  [
    'helper functions of each other, with reassigned variables',
    'def once(x):\n    return rot90(x)\ndef twice(x):\n    x = once(x)\n    x = once(x)\n    return x\ndef solve_a(I):\n    return fill(twice(I), 3, (DOWN, RIGHT))\n',
  ],
  [
    'a helper whose names the program has as well',
    'def twice(I):\n    x = rot90(I)\n    return rot90(x)\ndef solve_a(I):\n    x = 3\n    rot90 = twice(I)\n    return fill(rot90, x, (DOWN, RIGHT))\n',
  ],
  [
    'a solver that another calls',
    'def solve_b(I):\n    return rot90(rot90(I))\ndef solve_a(I):\n    return fill(solve_b(I), 3, (DOWN, RIGHT))\n',
  ],
])('%s', (_, text) => {
  expect(meaningOf(text)).toBe(meaningOf(PLAIN))
})

test.each<[string, string, string]>([
  ['a helper as a value', 'def f(x):\n    return fill(x, 3, UP)\n', 'apply(f, S)'],
  ['a lambda over a helper', 'def f(x, c):\n    return fill(x, c, UP)\n', 'apply(lambda g: f(g, 3), S)'],
  [
    'a helper with a lambda whose parameter has the same name',
    'def f(g):\n    return apply(lambda g: fill(g, 3, UP), g)\n',
    'f(S)',
  ],
])('%s', (_, helper, call) => {
  const head = 'def solve_a(S, I, C):\n    return '
  expect(meaningOf(`${helper}${head}${call}\n`)).toBe(meaningOf(`${head}apply(rbind(rbind(fill, UP), 3), S)\n`))
})

test('an argument that mentions the parameter of a lambda is not captured by one inside the helper', () => {
  const helper = 'def f(x):\n    return fork(astuple, lambda g: fill(g, 1, UP), identity)(x)\n'
  const head = 'def solve_a(S, I, C):\n    return '
  const plain = 'fork(astuple, lambda h: fill(h, 1, UP), identity)'
  expect(meaningOf(`${helper}${head}apply(lambda g: f(g), S)\n`)).toBe(
    meaningOf(`${head}apply(lambda q: ${plain}(q), S)\n`),
  )
})

const BATT = 'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n'
const END = '    return o, s\n'

test('a helper in a line of a batt fails with the line, whose default is the empty tuple', () => {
  const helper = 'def f(x):\n    y = rot90(x)\n    return hconcat(y, y)\n'
  const lines =
    '    try:\n        t1 = f(C)\n    except Exception as e:\n        t1 = _get_safe_default(f)\n    o.append((1, False, "a", t1))\n'
  const plain = '    t1 = identity(hconcat(rot90(C), rot90(C)))\n    o.append((1, False, "a", t1))\n'
  expect(meaningOf(helper + BATT + lines + END)).toBe(meaningOf(BATT + plain + END))
})

test.each(['s, o = [], []', 'o, s = ([], [])'])('both lists of a batt at once: %s', (line) => {
  const rest = `    t1 = rot90(I)\n    o.append((1, False, "a", t1))\n${END}`
  expect(meaningOf(`def batt(task_id, S, I, C, log_path):\n    ${line}\n${rest}`)).toBe(meaningOf(BATT + rest))
})

test.each(['s, o = [], [t1]', 's, x = [], []', 's, o = []'])('lists of a batt that do not begin empty: %s', (line) => {
  const text = `def batt(task_id, S, I, C, log_path):\n    t1 = rot90(I)\n    ${line}\n${END}`
  expect(readPrograms(text, 'a.py').programs).toEqual([])
})

test.each([
  ['o', '(7, True, "a", t1)', { number: 7, mutated: true, solver: 'a' }],
  ['o', '(True, 7, "a", t1)', { number: 7, mutated: true, solver: 'a' }],
  ['o', '(t1, "a", 7, F)', { number: 7, mutated: false, solver: 'a' }],
  ['o', '(7, "a", t1)', { number: 7, mutated: false, solver: 'a' }],
  ['o', '(False, "a", t1)', { number: 1, mutated: false, solver: 'a' }],
  ['o', '(7, True, "a", "extra", t1)', { number: 7, mutated: true, solver: 'a' }],
  ['o', '(7, t1)', { number: 7, mutated: false, solver: '' }],
  ['s', '(7, "None", "d", t1)', { number: 7, owner: 'None', differ: 'd' }],
  ['s', '(7, None, "d", t1)', { number: 7, owner: 'None', differ: 'd' }],
  ['s', '(7, "d", t1)', { number: 7, owner: 'None', differ: 'd' }],
  ['s', '("own", "d", t1)', { number: 1, owner: 'own', differ: 'd' }],
  ['s', '(7, False, "own", "d", t1)', { number: 7, owner: 'own', differ: 'd' }],
])('%s.append(%s)', (list, entry, expected) => {
  const [program] = read(`${BATT}    t1 = rot90(I)\n    ${list}.append(${entry})\n    return s, o\n`)
  expect(program!.outputs).toEqual([{ kind: list, ...expected, value: { kind: 'statement', index: 0 } }])
})

test.each(['except:', 'except Exception:', 'except Exception as e:', 'except (A, B):', 'except A:'])(
  'a guard with %s',
  (head) => {
    const guarded = `    try:\n        t1 = rot90(I)\n    ${head}\n        t1 = _get_safe_default(rot90)\n`
    const entry = '    o.append((1, False, "a", t1))\n'
    expect(meaningOf(BATT + guarded + entry + END)).toBe(meaningOf(`${BATT}    t1 = rot90(I)\n${entry}${END}`))
  },
)

test('the samples of a batt in dialect t', () => {
  const text = `${BATT}    a, b, c, d = batch_process_samples_gpu(S)\n    t = o_g(I, R5)\n${END}`
  const [program] = read(text)
  expect(program!.dialect).toBe('t')
  const spell = (operand: object) => Object.values(operand).slice(1).join()
  expect(
    program!.statements.slice(0, 4).map(({ name, callee, args }) => [name, ...[callee, ...args].map(spell)]),
  ).toEqual([
    ['a', 'apply', expect.stringMatching(/^first/), 'S'],
    ['b', 'apply', 'second', 'S'],
    ['c', 'mapply', 'p_g', '0'],
    ['d', 'mapply', 'p_g', '1'],
  ])
})

test('statements have unique names, and messages the names of the file', () => {
  const [program] = read(
    'def solve_a(I):\n    x = rot90(I)\n    x = rot90(rot90(x))\n    x_1 = rot90(x)\n    return x_1\n',
  )
  const names = program!.statements.map(({ name }) => name)
  expect(new Set(names).size).toBe(4)
  expect(program!.statements.map(shownName)).toEqual(['x', names[1], 'x', 'x_1'])
  expect(program!.statements.map(({ place }) => place.line)).toEqual([2, 3, 3, 4])
})

test('a call without its optional argument gets the default, in a lambda as well', () => {
  const head = 'def solve_a(S, I, C):\n    x = o_g(I, R5)\n    return '
  expect(meaningOf(`${head}get_nth_by_key_t(x, F0)\n`)).toBe(meaningOf(`${head}get_nth_by_key_t(x, F0, identity)\n`))
  expect(meaningOf(`${head}apply(lambda g: get_nth_by_key_t(g, F0), S)\n`)).toBe(
    meaningOf(`${head}apply(lambda g: get_nth_by_key_t(g, F0, identity), S)\n`),
  )
})

test('a function that only others call is no program', () => {
  const text =
    'def twice(x):\n    return rot90(rot90(x))\ndef lonely(x):\n    return rot90(x)\ndef solve_a(I):\n    return twice(I)\n'
  expect(read(text).map(({ name }) => name)).toEqual(['lonely', 'solve_a'])
})

test('the main block of a file makes no function a helper', () => {
  const text = 'def mine(grid):\n    return rot90(grid)\nif __name__ == "__main__":\n    print(mine(1))\n'
  const { programs, diagnostics } = readPrograms(text, 'a.py')
  expect(programs.map(({ name }) => name)).toEqual(['mine'])
  expect(diagnostics).toMatchObject([{ code: 'unsupported-statement', line: 3 }])
})
