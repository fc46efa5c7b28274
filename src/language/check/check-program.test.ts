// Warnings of the checks, and no false warnings on the conformance data.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readVectors } from '../../../test/conformance/vectors.ts'
import { LAYOUTS } from '../../../test/generators/layouts.ts'
import { SOUND_TEXTS } from '../../../test/hostile/program-texts.ts'
import { readProgramVectors } from '../../engine/conform/program-vectors.ts'
import { Heap } from '../../kernel/heap.ts'
import { checkPrograms } from './check-program.ts'
import { formatDiagnostic } from '../diagnostics.ts'
import { findFailingCalls } from './find-failing-calls.ts'
import { judgeCall, knownConstant } from './judge-call.ts'
import { primitiveNamed, primitiveOfKey } from '../names.ts'
import type { Program } from '../program.ts'
import { readPrograms } from '../python/read-python.ts'
import { safeDefaultOfType } from '../values/safe-default.ts'
import { type Notation, decodeNotation, spellNotation } from '../values/value-notation.ts'

function check(text: string): string[] {
  const { programs } = readPrograms(text, 'a.py')
  return checkPrograms(programs, [{ file: 'a.py', content: text }]).map(
    ({ code, line, message, excerpt, caret }) => `${line} ${code}: ${message} | ${excerpt.slice(caret)}`,
  )
}

function solver(...lines: string[]): string {
  return ['def solve_a(S, I, C):', ...lines].join('\n    ')
}

function batt(...lines: string[]): string {
  const body = ['s = []', 'o = []', ...lines, 'return o, s']
  return ['def batt(task_id, S, I, C, log_path):', ...body].join('\n    ')
}

const FAILS = 'can-only-fail: This call can only fail:'

test('a sound program has no warning', () => {
  expect(check(solver('x1 = objects(I, T, F, T)', 'x2 = argmax(x1, size)', 'O = subgrid(x2, I)', 'return O'))).toEqual(
    [],
  )
  expect(SOUND_TEXTS.flatMap(check)).toEqual([])
})

test('a diagnostic has place, source line and caret', () => {
  const text = solver('x1 = size(I)', 'x2 = x1(I)', 'return x2')
  const [diagnostic] = checkPrograms(readPrograms(text, 'a.py').programs, [{ file: 'a.py', content: text }])
  expect(formatDiagnostic(diagnostic!)).toBe(
    [
      'a.py:3:5: warning: This call can only fail: x1 is an integer, not a function [can-only-fail]',
      '      x2 = x1(I)',
      '      ^',
    ].join('\n'),
  )
})

test('unused statements: never used, used by such, and not twice for one line', () => {
  expect(
    check(solver('x1 = hmirror(I)', 'x2 = vmirror(x1)', 'x3 = size(palette(x2))', 'O = rot90(I)', 'return O')),
  ).toEqual([
    '2 unused-statement: x1 is used only by statements that are for nothing | x1 = hmirror(I)',
    '3 unused-statement: x2 is used only by statements that are for nothing | x2 = vmirror(x1)',
    '4 unused-statement: x3 is assigned and never used | x3 = size(palette(x2))',
  ])
})

test('unused statements of a batt: outputs of both sorts use theirs, samples count as one', () => {
  const used = ["o.append((1, False, 'a', t1))", "s.append((2, 'None', 'b', t2))"]
  expect(check(batt('t1 = rot90(I)', 't2 = size(C)', 't3 = rot180(I)', ...used))).toEqual([
    '6 unused-statement: t3 is assigned and never used | t3 = rot180(I)',
  ])
  const samples = 'a, b, c, d = batch_process_samples_gpu(S)'
  expect(check(batt(samples, "o.append((1, False, 'a', first(b)))"))).toEqual([])
  expect(check(batt(samples, "o.append((1, False, 'a', I))"))).toEqual([
    `4 unused-statement: d is assigned and never used | ${samples}`,
  ])
})

test.each([
  [['x1 = size(I)', 'x2 = x1(I)'], 'x1 is an integer, not a function'],
  [['x1 = astuple(size, I)', 'x2 = x1(I)'], 'x1 is a tuple, not a function'],
  [['x2 = objects(TWO, T, F, T)'], 'in objects, grid is an integer, not a tuple'],
  [['x2 = size(size)'], 'in size, container is a function, not a tuple or a set'],
  [['x1 = asindices(I)', 'x2 = rot90(x1)'], 'in rot90, grid is a set, not a tuple'],
  [['x1 = rbind(shift, UP)', 'x2 = x1(I, DOWN)'], 'x1 takes 1 argument, not 2'],
  [['x1 = lbind(fill, I)', 'x2 = x1(ONE)'], 'x1 takes 2 arguments, not 1'],
  [['x1 = rbind(size, ONE)', 'x2 = x1(I)'], 'x1 takes 3 arguments, not 1'],
  [['x1 = rbind(size, ONE)', 'x2 = x1(I, I, I)'], 'size takes 1 argument, not 4'],
  [['x1 = rbind(objects, T)', 'x2 = rbind(x1, F)', 'x3 = x2(I)'], 'x2 takes 2 arguments, not 1'],
  [['x1 = compose(size, size)', 'x2 = x1(I)'], 'in size, container is an integer, not a tuple or a set'],
  [['x1 = compose(size, THREE)', 'x2 = x1(I)'], 'what it calls is an integer, not a function'],
  [['x1 = chain(size, first, shape)', 'x2 = x1(I, I)'], 'x1 takes 1 argument, not 2'],
  [
    ['x1 = fork(greater, size, identity)', 'x2 = x1(I)', 'x3 = rbind(x2, I)'],
    'in rbind, function is an integer, not a function',
  ],
  [['x1 = fork(sfilter, size, identity)', 'x2 = x1(I)'], 'in sfilter, container is an integer, not a tuple or a set'],
  [['x1 = fork(extract, identity, size)', 'x2 = x1(I)'], 'in extract, condition is an integer, not a function'],
  [['x1 = matcher(add, ONE)', 'x2 = x1(I)'], 'add takes 2 arguments, not 1'],
  [['x1 = matcher(size, ONE)', 'x2 = x1(I)', 'x3 = x2(I)'], 'x2 is an integer, not a function'],
  [['x1 = chain(size, size, first)', 'x2 = x1(I)'], 'in size, container is an integer, not a tuple or a set'],
  [['x2 = argmax(I, add)'], 'the function given to argmax takes 2 arguments, not 1'],
  [['x2 = extract(I, THREE)'], 'in extract, condition is an integer, not a function'],
])('%j can only fail', (lines, reason) => {
  const last = lines.at(-1)!
  const result = last.slice(0, last.indexOf(' '))
  expect(check(solver(...lines, `return ${result}`))).toEqual([`${lines.length + 1} ${FAILS} ${reason} | ${last}`])
})

test.each([
  ['what depends on the value', ['x1 = first(I)', 'x2 = x1(I)']],
  ['a function that is not called, because nothing is there', ['x2 = apply(THREE, frozenset())']],
  ['an argument that is not looked at', ['x2 = shift(frozenset(), THREE)']],
  ['a function applied once, which is itself', ['x1 = power(add, ONE)', 'x2 = x1(ONE, TWO)']],
  ['a value applied once, which is itself', ['x1 = power(I, ONE)', 'x2 = rot90(x1)']],
  [
    'a choice of functions',
    ['x1 = branch(T, size, add)', 'x2 = x1(I)', 'x3 = rbind(x1, I)', 'x2_ = x3(ONE)', 'x2 = x2_'],
  ],
  ['what the reader says', ['x2 = size(I, I)']],
  ['a called constant, of which the reader speaks', ['x2 = TWO(I)']],
])('%s is not said to fail', (_, lines) => {
  expect(check(solver(...lines, 'return x2')).filter((line) => line.includes('can-only-fail'))).toEqual([])
})

test('what follows from a failing call is not said again', () => {
  const lines = [
    'x1 = rot90(THREE)',
    'x2 = fill(x1, ONE, TWO)',
    'x3 = size(rot90(FOUR))',
    'O = astuple(x2, x3)',
    'return O',
  ]
  expect(check(solver(...lines)).map((line) => line.slice(0, 16))).toEqual([
    `2 ${FAILS.slice(0, 14)}`,
    `4 ${FAILS.slice(0, 14)}`,
  ])
})

test('in a batt the default takes the place of what fails', () => {
  const output = "o.append((1, False, 'a', t3))"
  // The default of a set is a set, so the callee is a set whether t1 fails or not.
  expect(check(batt('t1 = palette(I)', 't3 = t1(I)', output))).toHaveLength(1)
  // The default of a call of a closure is the empty tuple; the default of an unknown function is unknown.
  expect(check(batt('t1 = compose(size, size)', 't2 = t1(I)', 't3 = rot90(t2)', output))).toHaveLength(1)
  expect(check(batt('t1 = rbind(C, I)', 't3 = t1(I, I, I, I)', output))).toHaveLength(1)
  // C is None while solving, and no error: the closure is made in any case.
  expect(check(batt('t1 = rbind(shift, C)', 't3 = t1(I, I, I, I)', output))).toHaveLength(1)
  expect(check(batt('t1 = rbind(shift, UP)', 't3 = t1(I, I, I, I)', output))).toHaveLength(1)
  // The inner call may fail, and the default of the line is a function of any arguments.
  expect(check(batt('t1 = first(I)', 't2 = compose(size, rbind(t1, ONE))', 't3 = t2(I, I)', output))).toEqual([])
  // Without C the key is None, which is no key.
  expect(check(batt('t3 = argmax(I, C)', output))).toEqual([])
  // The default depends on the function, which is not known.
  expect(check(batt('t1 = branch(T, compose, size)', 't2 = t1(rot90(THREE))', 't3 = t2(I)', output))).toHaveLength(1)
  // Inner calls are not guarded.
  expect(check(batt('t3 = rbind(shift, C)(I, I)', output))).toHaveLength(1)
})

test('C in a strict program, once', () => {
  const lines = ['x1 = palette(C)', 'x2 = size(C)', 'O = astuple(x1, x2)', 'return O']
  expect(check(solver(...lines))).toEqual([
    '2 unguarded-c: C is None while solving, so solve_a is likely to end here with an error | x1 = palette(C)',
  ])
  expect(check(batt('t1 = palette(C)', "s.append((1, 'None', 'a', t1))"))).toEqual([])
})

test('beyond a hundred warnings of a file the rest is counted', () => {
  const lines = Array.from({ length: 250 }, (_, k) => `x${k} = rot90(I)`)
  const warnings = check(solver(...lines, 'return I'))
  expect(warnings).toHaveLength(101)
  expect(warnings.at(-1)).toContain('more-diagnostics: 150 more warnings are not shown')
})

// Without the limits of the judge this takes 2^400 steps.
test('closures that hold each other many times over are judged in few steps', () => {
  const lines = Array.from({ length: 400 }, (_, k) => `x${k + 1} = compose(x${k}, x${k})`)
  expect(check(solver('x0 = compose(rot90, rot90)', ...lines, 'O = x400(I)', 'return O'))).toEqual([])
  const bound = Array.from({ length: 3000 }, (_, k) => `x${k + 1} = rbind(x${k}, ONE)\n    y${k} = x${k + 1}(I)`)
  expect(check(solver('x0 = rbind(shift, UP)', ...bound, 'return I'))).toHaveLength(101)
})

test.each(LAYOUTS)(
  'no vector of dialect %s with a value is said to fail, nor a call of the function it gives',
  (dialect) => {
    const wrong: unknown[] = []
    for (const vector of readVectors(dialect).vectors) {
      if (!('out' in vector)) continue
      const args = vector.args.map((arg) => knownConstant(arg))
      const { key } = primitiveNamed(vector.fn, dialect)!
      const first = judgeCall({ ...knownConstant({ f: key }) }, args, vector.fn, dialect)
      const then = vector.then?.map((arg) => knownConstant(arg))
      const last = first.fails || then === undefined ? first : judgeCall(first.value, then, 'x1', dialect)
      if (last.fails) wrong.push(vector)
    }
    expect(wrong).toEqual([])
  },
)

test.each([
  ['programs.jsonl', 'a', 100],
  ['programs.jsonl', 'r', 100],
  ['programs-t.jsonl', 't', 10],
] as const)(
  'no statement of %s, as dialect %s, is said to fail that has another value than the default',
  (name, id, least) => {
    const file = new URL(`../../../test/conformance/data/${name}`, import.meta.url)
    const { vectors } = readProgramVectors(readFileSync(file, 'utf8'), name, id)
    const wrong: string[] = []
    let flagged = 0
    for (const { program, expected } of vectors) {
      for (const { index, reason } of findFailingCalls(program)) {
        flagged++
        const { name } = program.statements[index]!
        const fallback = spellDefault(program, index)
        for (const values of expected) {
          const value = values[name]
          if (value === undefined || isSkipped(value)) continue
          const isCallable = typeof value === 'object' && value !== null && 'callable' in value
          if (isCallable ? fallback !== 'function' : spellNotation(value as Notation) !== fallback)
            wrong.push(`${name}: ${reason}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(flagged).toBeGreaterThan(least)
  },
)

function isSkipped(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'skip' in value
}

/** The default of a statement of a batt in the notation of the data. */
function spellDefault({ statements }: Program, index: number): string {
  const { callee } = statements[index]!
  const type = callee.kind === 'primitive' ? primitiveOfKey(callee.key)!.returns : 'Any'
  const heap = new Heap()
  return type === 'Callable' ? 'function' : spellNotation(decodeNotation(heap, safeDefaultOfType(type)))
}

test('dialect t has kinds and signatures of its own', () => {
  const text = (call: string) => `# dialect: t\ndef solve_a(I):\n    x = ${call}\n    return x\n`
  const codes = (call: string) => {
    const content = text(call)
    const { programs, diagnostics } = readPrograms(content, 'a.py')
    return [...diagnostics, ...checkPrograms(programs, [{ file: 'a.py', content }])].map(({ code }) => code)
  }
  expect(codes('fill(I, RED, FIVE)')).toEqual([])
  expect(codes('size(I)(I)')).toEqual(['can-only-fail'])
  expect(codes('argmax_t(I, add)')).toEqual(['can-only-fail'])
  expect(codes('get_val_rank_t(I, add, F0)')).toEqual(['can-only-fail'])
  expect(codes('get_nth_by_key_t(size_t(I), F0)')).toEqual(['can-only-fail'])
  expect(codes('first_t(size_t(I))')).toEqual([])
  expect(codes('rot90(I, I)')).toEqual(['arity'])
  expect(codes('rbind(fill, I)(I)')).toEqual(['can-only-fail'])
  expect(codes('get_nth_by_key_t(I, F0)')).toEqual([])
  const content = text('paint(I, rot90)')
  const [warning] = checkPrograms(readPrograms(content, 'a.py').programs, [{ file: 'a.py', content }])
  expect(warning!.message).toBe('This call can only fail: in paint, obj is a function, not a tuple or a set')
  const bound = text('get_nth_f(rot90, F0)')
  const [other] = checkPrograms(readPrograms(bound, 'a.py').programs, [{ file: 'a.py', content: bound }])
  expect(other!.advice).toBe('It is get_nth_f(container: FrozenSet, rank: FL).')
})
