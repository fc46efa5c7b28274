// Traces of single programs: values, failures, defaults, and the end of a strict program.

import { afterEach, expect, test, vi } from 'vitest'
import { PlanRun } from '../../backends/cpu/plan-run.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { HeapFullError } from '../../kernel/heap-growth.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { type TraceInputs, traceProgram } from './trace-program.ts'

afterEach(() => vi.restoreAllMocks())

const input = gridFromRows([[1, 2]])
const INPUTS: TraceInputs = { demos: [{ input, output: gridFromRows([[2, 1]]) }], input }

function trace(lines: readonly string[], inputs = INPUTS) {
  const { programs, diagnostics } = readPrograms(lines.join('\n    '), 'a.py')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return traceProgram(programs[0]!, inputs)
}

test('every statement of a strict program, unused ones too, and its result', () => {
  const { statements, result, outputs } = trace([
    'def solve_a(S, I):',
    'x1 = vmirror(I)',
    'x2 = size(S)',
    'x3 = hmirror(x1)',
    'return x3',
  ])
  expect(statements).toEqual([
    { name: 'x1', call: 'vmirror(I)', line: 2, value: { g: ['21'] }, isDefault: false },
    { name: 'x2', call: 'size(S)', line: 3, value: 1, isDefault: false },
    { name: 'x3', call: 'hmirror(x1)', line: 4, value: { g: ['21'] }, isDefault: false },
  ])
  expect([result, outputs]).toEqual([{ g: ['21'] }, []])
})

test('a strict program ends with its first error, and has no result', () => {
  const lines = ['def solve_a(I):', 'x1 = rot90(I)', 'x2 = size(FIVE)', 'x3 = hmirror(x1)', 'return x3']
  const traced = trace(lines)
  expect(traced.statements).toEqual([
    { name: 'x1', call: 'rot90(I)', line: 2, value: { g: ['1', '2'] }, isDefault: false },
    {
      name: 'x2',
      call: 'size(FIVE)',
      line: 3,
      error: 'type error: size: container is the integer 5, expected a tuple or a set',
      failure: expect.objectContaining({ kind: 'type', statement: 'x2', primitive: 'size' }),
      isDefault: false,
    },
  ])
  expect(Object.keys(traced)).toEqual(['statements', 'outputs'])
  expect(traced.outputs).toEqual([])
})

const BATT = [
  'def batt(task_id, S, I, C, log_path):',
  's = []',
  'o = []',
  't1 = size(C)',
  't2 = rot90(I)',
  't3 = size(rot90(FIVE))',
  "o.append((1, False, 'turns', t2))",
  "s.append((2, 'turns', 'sizes', t1))",
  "s.append((3, 'None', 'threes', t3))",
  'return o, s',
]

test('in a batt a failed statement has its default and its error, an inner one only its error', () => {
  const { statements, outputs, ...rest } = trace(BATT)
  expect(Object.keys(rest)).toEqual([])
  const [first, second, inner, outer] = statements
  expect(first).toMatchObject({ name: 't1', call: 'size(C)', line: 4, value: 0, isDefault: true })
  expect(first!.error).toBe('type error: size: container is None, expected a tuple or a set')
  expect(second).toEqual({ name: 't2', call: 'rot90(I)', line: 5, value: { g: ['1', '2'] }, isDefault: false })
  expect(inner).toMatchObject({ name: 't3_1', call: 'rot90(FIVE)', line: 6, isDefault: false })
  expect(inner).not.toHaveProperty('value')
  const error = 'type error: rot90: grid is the integer 5, expected a grid'
  expect([inner!.error, outer!.error]).toEqual([error, error])
  expect(outer).toMatchObject({ name: 't3', call: 'size(rot90(FIVE))', line: 6, value: 0, isDefault: true })
  expect(outputs).toEqual([
    { kind: 'o', name: 'turns', value: { g: ['1', '2'] } },
    { kind: 's', name: 'turns/sizes', value: 0 },
    { kind: 's', name: 'None/threes', value: 0 },
  ])
})

test('C is the candidate, where there is one', () => {
  const { statements } = trace(BATT, { ...INPUTS, candidate: gridFromRows([[1], [2], [3]]) })
  expect(statements[0]).toEqual({ name: 't1', call: 'size(C)', line: 4, value: 3, isDefault: false })
})

test('the budget counts for each statement', () => {
  const lines = ['def solve_a(I):', 'x1 = rot90(I)', 'x2 = interval(0, 1000, 1)', 'return x2']
  const { statements } = trace(lines, { ...INPUTS, budget: 100 })
  expect(statements.map(({ error }) => error)).toEqual([
    undefined,
    expect.stringMatching(/^work limit: interval: .* budget of 100;/),
  ])
  expect(trace(lines).statements).toHaveLength(2)
  expect(trace(lines).statements[1]).not.toHaveProperty('error')
})

test('a value that is too large to be written is left out, without an error', () => {
  const lines = ['def solve_a(I):', 'x1 = interval(0, 3000, 1)', 'x2 = repeat(x1, 2000)', 'return x2']
  const { statements, result } = trace(lines)
  expect(statements[0]).toHaveProperty('value')
  expect(statements[1]).toEqual({ name: 'x2', call: 'repeat(x1, 2000)', line: 3, isDefault: false })
  expect(result).toBeUndefined()
})

test('too little memory is an error of the environment, any other error is passed on', () => {
  const lines = ['def solve_a(I):', 'return I']
  const run = vi.spyOn(PlanRun.prototype, 'runSample')
  const thrownBy = (error: Error) => {
    run.mockImplementation(() => {
      throw error
    })
    try {
      return trace(lines)
    } catch (thrown) {
      return thrown
    }
  }
  const full = new HeapFullError()
  expect(thrownBy(full)).toBeInstanceOf(EnvironmentError)
  expect(thrownBy(full)).toMatchObject({
    code: 'out-of-memory',
    cause: full,
    advice: expect.stringContaining('--budget'),
  })
  const other = new RangeError('another')
  expect(thrownBy(other)).toBe(other)
})

test('a strict program ends with the statement that exceeds the memory of the program', () => {
  const lines = ['def solve_a(I):', 'x1 = upscale(I, FOUR)', 'x2 = upscale(x1, FOUR)', 'x3 = size(x2)', 'return x3']
  const words = (allowance: number) => trace(lines, { ...INPUTS, allowance }).statements
  expect(words(10_000).map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  // 32 cells, then 512: each alone is within the allowance, both are not.
  const [first, second, ...others] = words(530)
  expect(first).not.toHaveProperty('error')
  expect(second!.error).toContain('the program needs more memory than its 530 words; this statement alone takes 5')
  expect(second).not.toHaveProperty('value')
  expect(others).toEqual([])
  expect(words(100).map(({ error }) => error !== undefined)).toEqual([false, true])
})

test('an output of a batt that exceeds the memory has no value; the others have theirs', () => {
  const lines = [
    'def batt(task_id, S, I, C, log_path):',
    's = []',
    'o = []',
    't1 = vmirror(I)',
    't2 = upscale(I, FOUR)',
    "o.append((1, False, 'small', t1))",
    "o.append((2, False, 'large', t2))",
    'return o, s',
  ]
  const { outputs } = trace(lines, { ...INPUTS, allowance: 20 })
  expect(outputs).toEqual([
    { kind: 'o', name: 'small', value: { g: ['21'] } },
    { kind: 'o', name: 'large' },
  ])
})
