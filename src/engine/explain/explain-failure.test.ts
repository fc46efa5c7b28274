// Explanations of failures: the exact message of calls of all families and combinators, and the fields around it.

import { describe, expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { DialectId } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { type ExplainOptions, explainFailure } from './explain-failure.ts'
import { formatExplanation } from './failure-explainer.ts'

const input = gridFromRows([
  [1, 0, 2],
  [0, 0, 2],
])
const SAMPLE: ExplainOptions = { demos: [{ input, output: input }], input }
// Small, so that a call beyond it costs no time.
const BUDGET = 100_000

function read(lines: readonly string[], dialect: DialectId = 'a'): Program {
  const { programs, diagnostics } = readPrograms(lines.join('\n    '), 'a.py', { dialect })
  if (programs[0] === undefined) throw new Error(diagnostics[0]?.message)
  return programs[0]
}

function explain(lines: readonly string[], options: Partial<ExplainOptions> = {}) {
  return explainFailure(read(lines), { ...SAMPLE, ...options })
}

// Dialect, call, kind of the error with the number of its rule, message.
const CASES: readonly (readonly [DialectId, string, string, string])[] = [
  ['a', 'first(2)', 'type', 'first: container is the integer 2, expected a tuple or a set'],
  ['a', 'first(())', 'empty', 'first: container is the empty tuple, expected at least one element'],
  [
    'a',
    'apply(compose(first, delta), objects(I, T, F, T))',
    'empty',
    'first: container is the empty set, expected at least one element; in compose(first, delta), element 1 of 2',
  ],
  ['a', 'mapply(size, I)', 'type', 'mapply: result 1 of 2 of the function is the integer 3, expected a tuple or a set'],
  [
    'a',
    'mapply(identity, (I, 2, I))',
    'type',
    'mapply: result 2 of 3 of the function is the integer 2, expected a tuple or a set',
  ],
  ['a', 'sfilter(7, even)', 'type', 'sfilter: container is the integer 7, expected a tuple or a set'],
  ['a', 'sfilter(I, 7)', 'not-callable', 'sfilter: condition is the integer 7, expected a function'],
  [
    'a',
    'sfilter((1, 2, 3), rbind(greater, I))',
    'type',
    'greater: b is a 2 by 3 grid, expected an integer; in rbind(greater, a 2 by 3 grid), element 1 of 3',
  ],
  ['a', 'extract((1, 3, 5), even)', 'empty', 'extract: the condition is true for none of the 3 elements of container'],
  ['a', 'extract((), even)', 'empty', 'extract: container is the empty tuple, expected at least one element'],
  [
    'a',
    'argmax((I, 2), identity)',
    'type',
    'argmax: result 2 of 2 of the function is the integer 2, which cannot be compared with a 2 by 3 grid, the first',
  ],
  ['a', 'argmax((), size)', 'empty', 'argmax: container is the empty tuple, expected at least one element'],
  [
    'a',
    'argmin((1, 2, I), size)',
    'type',
    'size: container is the integer 1, expected a tuple or a set; element 1 of 3',
  ],
  [
    'a',
    'valmax((), first)',
    'type',
    'first: container is the integer 0, expected a tuple or a set; with 0 in place of an element of container',
  ],
  [
    'a',
    'order((1, I, 2), identity)',
    'type',
    'order: result 2 of 3 of the function is a 2 by 3 grid, which cannot be compared with the integer 1, the first',
  ],
  [
    'a',
    'maximum(insert(I, initset(3)))',
    'type',
    'maximum: container is the set {3, a 2 by 3 grid}, expected a set of integers',
  ],
  [
    'a',
    'papply(add, (1, 2), (3, I))',
    'type2',
    'add: a is the integer 2, b is a 2 by 3 grid; arithmetic takes integers and pairs of integers (deviation 2); pair 2 of 2',
  ],
  [
    'a',
    'prapply(multiply, (1, 2), (3, initset(1)))',
    'type',
    'multiply: b is the set {1}, expected an integer or a pair of integers; pair 3 of 4',
  ],
  [
    'a',
    'rapply((first, 5, last), I)',
    'not-callable',
    'rapply: element 2 of 3 of functions is the integer 5, expected a function',
  ],
  [
    'a',
    'rapply((even, size), 2)',
    'type',
    'size: container is the integer 2, expected a tuple or a set; function 2 of 2',
  ],
  [
    'a',
    'add(I, 1)',
    'type2',
    'add: a is a 2 by 3 grid, b is the integer 1; arithmetic takes integers and pairs of integers (deviation 2)',
  ],
  ['a', 'add(initset(1), 2)', 'type', 'add: a is the set {1}, expected an integer or a pair of integers'],
  ['a', 'divide(5, 0)', 'value', 'divide: division by zero: b is the integer 0'],
  ['a', 'divide((4, 5), (2, 0))', 'value', 'divide: division by zero: b is the pair (2, 0)'],
  [
    'a',
    'multiply(1000000, 1000000)',
    'overflow',
    'multiply: the result is beyond the range of integers, -1,073,741,824 to 1,073,741,823; a is the integer 1000000, b is the integer 1000000',
  ],
  ['a', 'interval(0, 5, 0)', 'value', 'interval: step is the integer 0, expected a number other than 0'],
  ['a', 'power(first, 0)', 'value', 'power: n is the integer 0, expected at least 1'],
  ['a', 'power(increment, 1000)', 'budget', 'power: n is the integer 1000, expected less than 990'],
  [
    'a',
    'power(first, 3)(I)',
    'type',
    'first: container is the integer 1, expected a tuple or a set; in power(first, 3), repetition 3 of 3',
  ],
  [
    'a',
    'power(halve, 2)(initset(1))',
    'type',
    'halve: n is the set {1}, expected an integer or a pair of integers; in power(halve, 2), repetition 1 of 2',
  ],
  [
    'a',
    'compose(first, 5)(I)',
    'not-callable',
    'compose: inner is the integer 5, expected a function; in compose(first, 5)',
  ],
  [
    'a',
    'fork(add, first, last)(((1, 2), initset(3)))',
    'type2',
    'add: a is the pair (1, 2), b is the set {3}; arithmetic takes integers and pairs of integers (deviation 2); in fork(add, first, last)',
  ],
  [
    'a',
    'fork(paint, identity, size)(I)',
    'type',
    'paint: obj is the integer 2, expected an object; in fork(paint, identity, size)',
  ],
  [
    'a',
    'chain(size, first, first)(((5,), 3))',
    'type',
    'size: container is the integer 5, expected a tuple or a set; in chain(size, first, first)',
  ],
  [
    'a',
    'matcher(first, 2)(5)',
    'type',
    'first: container is the integer 5, expected a tuple or a set; in matcher(first, 2)',
  ],
  [
    'a',
    'matcher(identity, compose(first, last))(compose(first, last))',
    'type3',
    'equality: a is the function compose(first, last), b is the function compose(first, last); functions that are built alike cannot be compared (deviation 3); in matcher(identity, compose(first, last))',
  ],
  [
    'a',
    'lbind(lbind(shift, 5), I)(1)',
    'arity',
    'lbind(lbind(shift, 5), a 2 by 3 grid): takes 3 arguments, got 1: the integer 1 (lbind of a function of 1 argument leaves 3)',
  ],
  [
    'a',
    'rbind(size, 2)(I)',
    'arity',
    'rbind(size, 2): takes 3 arguments, got 1: a 2 by 3 grid (rbind of a function of 1 argument leaves 3)',
  ],
  [
    'a',
    'lbind(add, I)(2)',
    'type2',
    'add: a is a 2 by 3 grid, b is the integer 2; arithmetic takes integers and pairs of integers (deviation 2); in lbind(add, a 2 by 3 grid)',
  ],
  [
    'a',
    'rbind(astuple, 2)(1, 2)',
    'arity',
    'rbind(astuple, 2): takes 1 argument, got 2: the integer 1, the integer 2 (rbind of a function of 2 arguments leaves 1)',
  ],
  ['a', 'hsplit(I, 0)', 'value', 'hsplit: n is the integer 0, expected a number other than 0'],
  ['a', 'upscale(5, 2)', 'type', 'upscale: element is the integer 5, expected an object or a grid'],
  ['a', 'downscale(I, 0)', 'value', 'downscale: factor is the integer 0, expected a number other than 0'],
  ['a', 'crop(I, 1, (2, 2))', 'type', 'crop: start is the integer 1, expected a pair of integers'],
  ['a', 'paint(I, asindices(I))', 'type', 'paint: obj is a set of 6 indices, expected an object'],
  ['a', 'fill(I, 2, I)', 'type', 'fill: patch is a 2 by 3 grid, expected an object or a set of indices'],
  ['a', 'subgrid((1, 0), I)', 'type', 'subgrid: patch is the pair (1, 0), expected an object or a set of indices'],
  ['a', 'canvas(3, 4)', 'type', 'canvas: dimensions is the integer 4, expected a pair of integers'],
  [
    'a',
    'canvas(3, (500, 500))',
    'budget',
    'canvas: the statement needs more work than its budget of 100,000; value is the integer 3, dimensions is the pair (500, 500)',
  ],
  ['a', 'vconcat(I, 5)', 'type', 'vconcat: b is the integer 5, expected a grid'],
  ['a', 'cellwise(I, canvas(0, (1, 1)), 0)', 'index', 'cellwise: b is a 1 by 1 grid, smaller than a, a 2 by 3 grid'],
  [
    'a',
    'objects(((1, 2), (3,)), T, F, T)',
    'index',
    'objects: grid is the tuple ((1, 2), (3,)), expected a grid; row 1 has length 2, row 2 length 1',
  ],
  ['a', 'shift(asobject(I), 3)', 'type', 'shift: directions is the integer 3, expected a pair of integers'],
  [
    'a',
    'shift(asobject(I), (I, I))',
    'type1',
    'shift: patch is an object of 6 cells, directions is the tuple (a 2 by 3 grid, a 2 by 3 grid); coordinates must be integers (deviation 1)',
  ],
  ['a', 'colorfilter(I, 2)', 'type', 'colorfilter: objs is a 2 by 3 grid, expected a set of objects'],
  ['a', 'merge((1, 2))', 'type', 'merge: containers is the pair (1, 2), expected a tuple or a set of containers'],
  ['a', 'mostcolor(())', 'empty', 'mostcolor: element is the empty tuple, expected at least one row'],
  ['a', 'color(initset(()))', 'index', 'color: obj is the set {()}, expected an object'],
  [
    'a',
    'ulcorner(initset(((1, 2), 3)))',
    'type1',
    'ulcorner: patch is the set {((1, 2), 3)}; coordinates must be integers (deviation 1)',
  ],
  ['a', 'gravitate(5, 6)', 'type', 'gravitate: source is the integer 5, expected an object or a set of indices'],
  [
    'a',
    'subtract(I, I)(2)',
    'type2',
    'subtract: a is a 2 by 3 grid, b is a 2 by 3 grid; arithmetic takes integers and pairs of integers (deviation 2)',
  ],
  ['a', 'hmirror(C)', 'type', 'hmirror: piece is None, expected a grid, an object or a set of indices'],
  ['a', 'first(I)(2)', 'not-callable', 'x1_1: the called value is the tuple (1, 0, 2), expected a function'],
  [
    'a',
    'other((3, 3), 3)',
    'empty',
    'other: no element of container differs from value; container is the pair (3, 3), value is the integer 3',
  ],
  ['a', 'insert(1, 2)', 'type', 'insert: container is the integer 2, expected a set'],
  ['a', 'connect((1, 2), 3)', 'type', 'connect: b is the integer 3, expected a pair of integers'],
  [
    'a',
    'shoot((0, 0), (30000000, 1))',
    'overflow',
    'shoot: the result is beyond the range of integers, -1,073,741,824 to 1,073,741,823; start is the pair (0, 0), direction is the tuple (30000000, 1)',
  ],
  ['a', 'size(5)', 'type', 'size: container is the integer 5, expected a tuple or a set'],
  ['a', 'height(3)', 'type', 'height: piece is the integer 3, expected a grid, an object or a set of indices'],
  [
    'a',
    'mfilter((1, 2), even)',
    'type',
    'mfilter: element 2 of 2 of container is the integer 2, expected a tuple or a set',
  ],
  ['a', 'mpapply(pair, (1, 2), (3, 4))', 'type', 'pair: a is the integer 1, expected a tuple; pair 1 of 2'],
  [
    'a',
    'apply(apply, I)',
    'arity',
    'apply: takes 2 arguments (function, container), got 1: the tuple (1, 0, 2); element 1 of 2',
  ],
  [
    'a',
    'apply(lbind(apply, first), ((I, I), (I, 3)))',
    'type',
    'first: container is the integer 3, expected a tuple or a set; element 2 of 2 of apply; in lbind(apply, first), element 2 of 2',
  ],
  [
    'a',
    'apply(lbind(apply, rbind(add, I)), (((1, 2), (3, 4)), ((5, 6), (7, 8))))',
    'type2',
    'add: a is the pair (1, 2), b is a 2 by 3 grid; arithmetic takes integers and pairs of integers (deviation 2); in rbind(add, a 2 by 3 grid), element 1 of 2 of apply; in lbind(apply, rbind(add, a 2 by 3 grid)), element 1 of 2',
  ],
  ['a', 'branch(T, first, last)(7)', 'type', 'first: container is the integer 7, expected a tuple or a set'],
  ['a', 'repeat(I, I)', 'type', 'repeat: num is a 2 by 3 grid, expected an integer'],
  ['a', 'rot90(asobject(I))', 'type', 'rot90: grid is an object of 6 cells, expected a grid'],
  ['a', 'toobject(5, I)', 'type', 'toobject: patch is the integer 5, expected an object or a set of indices'],
  ['a', 'initset(first)(1)', 'not-callable', 'x1_1: the called value is the set {first}, expected a function'],
  ['a', 'recolor(3, 4)', 'type', 'recolor: patch is the integer 4, expected an object or a set of indices'],
  [
    'a',
    'equality(compose(first, last), compose(first, last))',
    'type3',
    'equality: a is the function compose(first, last), b is the function compose(first, last); functions that are built alike cannot be compared (deviation 3)',
  ],
  ['t', 'get_nth_t((1, 2, 3), 5)', 'index', 'get_nth_t: rank is 5, but container has 3 elements'],
  ['t', 'first_t(initset(1))', 'type', 'first_t: container is the set {1}, expected a tuple'],
  ['t', 'o_g(3, R5)', 'type', 'o_g: grid is the integer 3, expected a grid'],
  ['t', 'paint(I, 3)', 'type', 'paint: obj is the integer 3, expected an object'],
  ['t', 'size_t(5)', 'type', 'size_t: container is the integer 5, expected a tuple'],
  ['t', 'get_color_rank_t(I, initset(2))', 'type', 'get_color_rank_t: rank is the set {2}, expected an integer'],
  [
    't',
    'apply_f(compose(totuple, size), initset(initset(2)))',
    'type',
    'totuple: container is the integer 1, expected a set; in compose(totuple, size), element 1 of 1',
  ],
  ['t', 'c_iz_n(S, 2, 3)', 'not-callable', 'c_iz_n: function is the integer 2, expected a function'],
  [
    't',
    'get_val_rank_f(initset(5), size, F0)',
    'type',
    'size: container is the integer 5, expected a tuple or a set; element 1 of 1',
  ],
  [
    't',
    'argmax_t((1, 2), rbind(add, I))',
    'type2',
    'add: a is the integer 1, b is a 2 by 3 grid; arithmetic takes integers and pairs of integers (deviation 2); in rbind(add, a 2 by 3 grid), element 1 of 2',
  ],
  ['t', 'shift(asobject(I), 3)', 'type', 'shift: directions is the integer 3, expected a pair of integers'],
  [
    't',
    'sizefilter((1, 2, 3), 2)',
    'type',
    'sizefilter: element 1 of 3 of container is the integer 1, expected a tuple or a set',
  ],
  ['t', 'upscale_t(I, initset(1))', 'type', 'upscale_t: factor is the set {1}, expected an integer'],
  ['r', 'argmax((1, 2), size)', 'type', 'size: container is the integer 1, expected a tuple or a set; element 1 of 2'],
  ['r', 'first(())', 'empty', 'first: container is the empty tuple, expected at least one element'],
  [
    'a',
    'apply(power(first, 3), (I, I))',
    'type',
    'first: container is the integer 1, expected a tuple or a set; in power(first, 3), repetition 3 of 3, element 1 of 2',
  ],
  [
    'a',
    'mapply(compose(lbind(apply, chain(halve, first, first)), first), (((I, 3), 4), ((I, I), 5)))',
    'type',
    'first: container is the integer 3, expected a tuple or a set; in chain(halve, first, first), element 2 of 2 of apply; in lbind(apply, chain(halve, first, first)); in compose(lbind(apply, chain(halve, first, first)), first), element 1 of 2',
  ],
  [
    'a',
    'compose(compose(compose(compose(compose(compose(size, size), first), first), first), first), first)(5)',
    'type',
    'first: container is the integer 5, expected a tuple or a set; in compose(compose(compose(compose(…), first), first), first)',
  ],
  ['a', 'hmirror(I, I)', 'arity', 'hmirror: takes 1 argument (piece), got 2: a 2 by 3 grid, a 2 by 3 grid'],
  ['a', 'order((1, 2), 3)', 'not-callable', 'order: compfunc is the integer 3, expected a function'],
  ['a', 'apply(5, I)', 'not-callable', 'apply: function is the integer 5, expected a function'],
  ['a', 'first(first)', 'type', 'first: container is the function first, expected a tuple or a set'],
  [
    'a',
    'paint(I, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))',
    'type',
    'paint: obj is a tuple of 13 integers, expected an object',
  ],
  ['a', 'paint(I, (I, I, I, I, I))', 'type', 'paint: obj is a tuple of 5 grids, expected an object'],
  [
    'a',
    'paint(I, (first, last, size, even, first, last, size, even))',
    'type',
    'paint: obj is a tuple of 8 functions, expected an object',
  ],
  [
    'a',
    'paint(I, compose(lbind(paint, canvas(0, (20, 20))), compose(first, compose(last, compose(rbind(add, 5), compose(size, palette))))))',
    'type',
    'paint: obj is the function compose(lbind(paint, a 20 by 20 grid), compose(first, compose(…))), expected an object',
  ],
  [
    'a',
    'shift(I, I)',
    'type1',
    'shift: patch is a 2 by 3 grid, directions is a 2 by 3 grid; coordinates must be integers (deviation 1)',
  ],
  ['a', 'minimum((1, initset(2)))', 'type', 'minimum: container is the tuple (1, {2}), expected a set of integers'],
  ['a', 'leastcommon(())', 'empty', 'leastcommon: container is the empty tuple, expected at least one element'],
  ['a', 'fill(I, 2)', 'arity', 'fill: takes 3 arguments (grid, value, patch), got 2: a 2 by 3 grid, the integer 2'],
  ['a', 'neighbors((1,))', 'index', 'neighbors: loc is the tuple (1,), expected a pair of integers'],
  ['a', 'center(())', 'empty', 'center: patch is the empty tuple, expected at least one element'],
  ['a', 'corners(initset(3))', 'type', 'corners: patch is the set {3}, expected an object or a set of indices'],
  ['a', 'index(I, 3)', 'type', 'index: loc is the integer 3, expected a pair of integers'],
  ['a', 'index((1, 2), (5, 5))', 'type', 'index: grid is the pair (1, 2), expected a grid'],
  ['a', 'underfill(5, 1, asindices(I))', 'type', 'underfill: grid is the integer 5, expected a grid'],
  ['a', 'replace(5, 1, 2)', 'type', 'replace: grid is the integer 5, expected a grid'],
  ['a', 'switch(None, 1, 2)', 'type', 'switch: grid is None, expected a grid'],
  ['a', 'even(I)', 'type', 'even: n is a 2 by 3 grid, expected an integer'],
  ['a', 'position(asobject(I), ())', 'empty', 'position: b is the empty tuple, expected at least one element'],
  ['a', 'box(2)', 'type', 'box: patch is the integer 2, expected an object or a set of indices'],
  ['a', 'inbox(())', 'empty', 'inbox: patch is the empty tuple, expected at least one element'],
  ['a', 'adjacent(2, asobject(I))', 'type', 'adjacent: a is the integer 2, expected an object or a set of indices'],
]

test.each(CASES)('%s: %s', (dialect, call, kind, message) => {
  const program = read(['def solve_a(S, I, C):', `x1 = ${call}`, 'return x1'], dialect)
  const explained = explainFailure(program, { ...SAMPLE, budget: BUDGET })
  expect(explained).toBeDefined()
  expect([`${explained!.kind}${explained!.rule === 0 ? '' : explained!.rule}`, explained!.message]).toEqual([
    kind,
    message,
  ])
})

describe('fields', () => {
  test('the statement, its call and line, the primitive, its parameter, and the stack', () => {
    const lines = [
      'def solve_a(I):',
      'x1 = compose(first, first)',
      'x2 = apply(x1, I)',
      'x3 = apply(x1, (I, x2))',
      'return x3',
    ]
    expect(explain(lines)).toEqual({
      kind: 'type',
      rule: 0,
      limit: false,
      message: 'first: container is the integer 1, expected a tuple or a set; in compose(first, first), element 1 of 2',
      statement: 'x2',
      call: 'apply(x1, I)',
      line: 3,
      primitive: 'first',
      parameter: { name: 'container', type: 'Container' },
      stack: [
        { function: 'apply', arguments: ['the function compose(first, first)', 'a 2 by 3 grid'] },
        { function: 'compose(first, first)', arguments: ['the tuple (1, 0, 2)'], role: 'element 1 of 2' },
        { function: 'first', arguments: ['the integer 1'] },
      ],
    })
  })

  test('a called value that is no function has no primitive', () => {
    const explained = explain(['def solve_a(I):', 'x1 = size(I)', 'x2 = x1(I)', 'return x2'])
    expect(explained).toMatchObject({ message: 'x1: the called value is the integer 2, expected a function', line: 3 })
    expect(explained).not.toHaveProperty('primitive')
    expect(explained).not.toHaveProperty('parameter')
  })

  test('a program that does not fail has none', () => {
    expect(explain(['def solve_a(I):', 'x1 = first(I)', 'return x1'])).toBeUndefined()
  })

  test('an unused statement fails only if it is run', () => {
    const lines = ['def solve_a(I):', 'x1 = first(2)', 'x2 = first(I)', 'return x2']
    expect(explain(lines)).toBeUndefined()
    expect(explain(lines, { keepUnused: true })).toMatchObject({ statement: 'x1', line: 2 })
  })

  test('the label of the kind comes before the message', () => {
    expect(formatExplanation({ kind: 'type', message: 'first: …' })).toBe('type error: first: …')
  })
})

const BATT = [
  'def batt(task_id, S, I, C, log_path):',
  's = []',
  'o = []',
  't1 = rot90(C)',
  't2 = size(first(first(I)(2)))',
  "o.append((1, False, 'a', t1))",
  "o.append((2, False, 'b', t2))",
  'return o, s',
]

describe('batts', () => {
  test('the first failed statement, and any other by its index', () => {
    expect(explain(BATT)).toMatchObject({
      statement: 't1',
      message: 'rot90: grid is None, expected a grid',
    })
    const program = read(BATT)
    const last = program.statements.length - 1
    const explained = explainFailure(program, { ...SAMPLE, statement: last })
    // The innermost call of the line that fails, not the ones that are given its error.
    expect(explained).toMatchObject({ call: 'first(I)(2)', line: 5, kind: 'not-callable' })
    expect(explained!.message).toMatch(/: the called value is the tuple \(1, 0, 2\), expected a function$/)
  })

  test('a statement that does not fail, and one that there is not', () => {
    const lines = BATT.map((line) => line.replace('rot90(C)', 'rot90(I)'))
    expect(explain(lines, { statement: 0 })).toBeUndefined()
    expect(explain(lines, { statement: 99 })).toBeUndefined()
  })

  test('C is the candidate', () => {
    expect(explain(BATT, { candidate: input })).not.toMatchObject({ statement: 't1' })
  })
})

describe('limits', () => {
  test('the call of a statement with which its budget ends', () => {
    const lines = ['def solve_a(I):', 'x1 = apply(rbind(repeat, 40), ((1,), (2,), (3,)))', 'return x1']
    expect(explain(lines, { budget: 120 })).toMatchObject({
      kind: 'budget',
      limit: true,
      message:
        'repeat: the statement needs more work than its budget of 120; item is the tuple (2,), num is the integer 40; in rbind(repeat, 40), element 2 of 3',
    })
  })

  test('the call of a statement with which its memory ends', () => {
    const lines = ['def solve_a(I):', 'x1 = apply(lbind(canvas, 0), ((2, 2), (100, 100)))', 'return x1']
    expect(explain(lines, { allowance: 1000 })).toMatchObject({
      kind: 'room',
      limit: true,
      message:
        'canvas: the statement needs more memory than its 1,000 words; value is the integer 0, dimensions is the pair (100, 100); in lbind(canvas, 0), element 2 of 2',
    })
  })

  test('the statement of a program with which its memory ends', () => {
    const lines = [
      'def solve_a(I):',
      'x1 = canvas(0, (20, 30))',
      'x2 = vmirror(x1)',
      'x3 = rot90(x1)',
      'x4 = astuple(x2, x3)',
      'return x4',
    ]
    const explained = explain(lines, { allowance: 1200 })
    expect(explained).toMatchObject({ kind: 'room', statement: 'x2', line: 3, stack: [] })
    expect(explained!.message).toMatch(
      /^the program needs more memory than its 1,200 words; this statement alone takes 6\d\d$/,
    )
    expect(explain(lines)).toBeUndefined()
  })

  test('closures nested too deep', () => {
    const lines = ['def solve_a(I):', 'x0 = identity']
    lines.push('x1 = compose(first, first)')
    for (let k = 2; k < 300; k++) lines.push(`x${k} = compose(x${k - 1}, identity)`)
    lines.push('y = x299(I)', 'return y')
    const explained = explain(lines.filter((line) => line !== 'x0 = identity'))
    expect(explained).toMatchObject({ kind: 'type', rule: 5, limit: true, statement: 'y' })
    expect(explained!.message).toMatch(
      /^compose\(.*\): functions nested more than 256 deep cannot be called \(deviation 5\)(?:; in compose\(.*?\)){4}; in 252 more calls$/,
    )
    expect(explained!.stack).toHaveLength(257)
  })

  test('containers nested too deep', () => {
    const lines = ['def solve_a(I):', 'x0 = initset(I)']
    for (let k = 1; k < 70; k++) lines.push(`x${k} = astuple(x${k - 1}, 0)`)
    lines.push('y = equality(x69, x69)', 'return y')
    expect(explain(lines)!.message).toMatch(
      /^equality: .*; containers nested more than 64 levels deep cannot be compared \(deviation 5\)$/,
    )
  })

  test('many elements sorted by sets', () => {
    const lines = ['def solve_a(I):', 'x1 = interval(0, 64, 1)', 'x2 = order(x1, initset)', 'return x2']
    expect(explain(lines)).toMatchObject({
      rule: 4,
      message:
        'order: container is a tuple of 64 integers, compfunc is the function initset; 64 or more elements cannot be sorted by keys that are, or may hold, sets (deviation 4)',
    })
  })
})

test('descriptions of large values take a part of the value only', () => {
  const lines = [
    'def solve_a(I):',
    'x1 = interval(0, 3000, 1)',
    'x2 = repeat(x1, 2000)',
    'x3 = paint(I, x2)',
    'return x3',
  ]
  expect(explain(lines)!.message).toBe('paint: obj is a tuple of 2000 tuples, expected an object')
})
