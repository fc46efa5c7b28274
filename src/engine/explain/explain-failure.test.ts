// Explanations of failures: the fields of an explanation, batts, limits.

import { describe, expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Program } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { type ExplainOptions, explainFailure } from './explain-failure.ts'
import { formatExplanation } from './failure-explainer.ts'

const input = gridFromRows([
  [1, 0, 2],
  [0, 0, 2],
])
const SAMPLE: ExplainOptions = { demos: [{ input, output: input }], input }

function read(lines: readonly string[]): Program {
  const { programs, diagnostics } = readPrograms(lines.join('\n    '), 'a.py')
  if (programs[0] === undefined) throw new Error(diagnostics[0]?.message)
  return programs[0]
}

function explain(lines: readonly string[], options: Partial<ExplainOptions> = {}) {
  return explainFailure(read(lines), { ...SAMPLE, ...options })
}

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
