// Builder and trace: recorded programs equal those read from Python; invalid uses are rejected.

import { expect, test } from 'vitest'
import { withoutPlaces } from '../../../test/generators/programs.ts'
import * as dsl from '../../dsl.ts'
import { traceProgram } from '../../engine/trace/trace-program.ts'
import { ProgramBuilder, type Value, trace } from '../../dsl.ts'
import { LimitError, UserError } from '../errors.ts'
import { constants } from '../values/constants.ts'
import { primitives } from '../names.ts'
import { printProgram } from '../python/print-python.ts'
import type { Program } from '../program.ts'
import { readPrograms } from '../python/read-python.ts'

const { add, apply, argmax, branch, compose, fill, first, objects, rapply, rbind, rot90, shift, size, subgrid } = dsl

/** The program read from Python. */
function read(...lines: readonly string[]): Program {
  const { programs, diagnostics } = readPrograms(`${lines.join('\n    ')}\n`, '', { dialect: 'a' })
  expect(diagnostics).toEqual([])
  return withoutPlaces(programs[0]!)
}

const largest = read(
  'def solve_mine(I):',
  'x1 = objects(I, True, False, True)',
  'x2 = argmax(x1, size)',
  'x3 = subgrid(x2, I)',
  'return x3',
)

test('a builder records its calls; a method without a call is the primitive', () => {
  const b = new ProgramBuilder('solve_mine')
  const x1 = b.objects(b.I, true, false, true)
  const x2 = b.argmax(x1, b.size)
  const program = b.finish(b.subgrid(x2, b.I))
  expect(withoutPlaces(program)).toEqual(largest)
  expect(program.statements.map(({ place }) => place.line)).toEqual([1, 2, 3])
})

test('a trace records what the function calls', () => {
  const program = trace('solve_mine', (I) => subgrid(argmax(objects(I, true, false, true), size), I))
  expect(withoutPlaces(program)).toEqual(largest)
})

test('function values and what may be one can be called', () => {
  const program = trace('solve_mine', (I, S) => {
    const turn = compose(rot90, rot90)
    const chosen = branch(dsl.contained(I, apply(first, S)), turn, rot90)
    return chosen(turn(I))
  })
  expect(withoutPlaces(program)).toEqual(
    read(
      'def solve_mine(S, I, C):',
      'x1 = compose(rot90, rot90)',
      'x2 = apply(first, S)',
      'x3 = contained(I, x2)',
      'x4 = branch(x3, x1, rot90)',
      'x5 = x1(I)',
      'x6 = x4(x5)',
      'return x6',
    ),
  )
})

test('arrays are tuples, Sets are sets, and constants keep their names', () => {
  const program = trace('verify_mine', (I) => {
    const spots = shift(new Set([[0, 0] as const, [1, 1] as const]), dsl.UNITY)
    const marked = fill(I, dsl.RED, spots)
    const corner: Value.IntegerTuple = dsl.shape(marked)
    const moved = shift(spots, [size(spots), -1])
    const all = rapply([rot90, compose(rot90, rot90), size], [1, [corner, 2, moved]])
    return dsl.switch_(dsl.canvas(0, corner), dsl.maximum([1, 2]), first(all))
  })
  expect(withoutPlaces(program)).toEqual(
    read(
      'def verify_mine(I: Grid) -> Grid:',
      'x1 = shift(frozenset({(0, 0), (1, 1)}), UNITY)',
      'x2 = fill(I, RED, x1)',
      'x3 = shape(x2)',
      'x4 = size(x1)',
      'x5 = astuple(x4, -1)',
      'x6 = shift(x1, x5)',
      'x7 = compose(rot90, rot90)',
      'x8 = astuple(rot90, x7)',
      'x9 = repeat(size, ONE)',
      'x10 = combine(x8, x9)',
      'x11 = astuple(x3, 2)',
      'x12 = repeat(x6, ONE)',
      'x13 = combine(x11, x12)',
      'x14 = astuple(1, x13)',
      'x15 = rapply(x10, x14)',
      'x16 = canvas(0, x3)',
      'x17 = maximum((1, 2))',
      'x18 = first(x15)',
      'x19 = switch(x16, x17, x18)',
      'return x19',
    ),
  )
})

test('every primitive is a method and a function, and every constant of dialect A is there', () => {
  const b = new ProgramBuilder('solve_all')
  const ofA = primitives.filter(({ declarations }) => declarations.a !== undefined)
  for (const { name, parameters } of ofA) {
    const exported = (dsl as Readonly<Record<string, unknown>>)[name] ?? (dsl as Record<string, unknown>)[`${name}_`]
    expect([name, typeof exported]).toEqual([name, 'function'])
    const method = (b as unknown as Record<string, (...args: number[]) => dsl.Value.Any>)[name]!
    expect(() => method(...parameters.map(() => 0))).not.toThrow()
  }
  const program = b.finish(b.I)
  expect(program.statements.map(({ callee }) => callee)).toEqual(ofA.map(({ key }) => ({ kind: 'primitive', key })))
  const ofDialectA = [...constants.keys()].filter((name) => !/^(?:F|L|R|A|SM|SD)\d+$/.test(name))
  expect(Object.keys(dsl)).toEqual(expect.arrayContaining(ofDialectA))
})

test('traces can be nested, and a trace that fails ends', () => {
  const inner: Program[] = []
  const outer = trace('solve_outer', (I) => {
    inner.push(trace('solve_inner', (J) => rot90(J)))
    return size(rot90(I))
  })
  expect(outer.statements).toHaveLength(2)
  expect(inner[0]!.statements).toHaveLength(1)
  expect(() =>
    trace('solve_a', () => {
      throw new RangeError('mine')
    }),
  ).toThrow(RangeError)
  expect(() => rot90([[1]])).toThrow('is called outside of trace')
})

/** The error that a use of the builder throws. */
function thrownBy(use: () => unknown): unknown {
  try {
    return use()
  } catch (error) {
    return error
  }
}

const anything = (value: unknown): Value.Any => value as Value.Any
const holdsItself: unknown[] = []
holdsItself.push(holdsItself, holdsItself)

test.each<[string, string, () => unknown]>([
  ['a call outside of a trace', 'builder-no-trace', () => rot90([[1]])],
  [
    'a value of another trace',
    'builder-foreign',
    () => {
      let leaked: Value.Grid | undefined
      trace('solve_a', (I) => (leaked = rot90(I)))
      trace('solve_b', () => rot90(leaked!))
    },
  ],
  [
    'an input of another builder',
    'builder-foreign',
    () => new ProgramBuilder('solve_a').rot90(new ProgramBuilder('solve_b').I),
  ],
  [
    'a call of a finished builder',
    'builder-finished',
    () => {
      const b = new ProgramBuilder('solve_a')
      b.finish(b.I)
      b.rot90(b.I)
    },
  ],
  ['no result', 'builder-value', () => trace('solve_a', () => anything(undefined))],
  ['an async function', 'builder-value', () => trace('solve_a', () => anything(Promise.resolve(1)))],
  [
    'a JavaScript function',
    'builder-value',
    () =>
      trace('solve_a', (I) =>
        argmax(
          I,
          anything(() => 1),
        ),
      ),
  ],
  ['a name as text', 'builder-value', () => trace('solve_a', (I) => argmax(I, anything('size')))],
  ['null', 'builder-value', () => trace('solve_a', () => rot90(anything(null)))],
  ['a plain object', 'builder-value', () => trace('solve_a', () => rot90(anything({ f: 'size' })))],
  ['a float', 'builder-value', () => trace('solve_a', () => add(0.5, 1))],
  ['a large integer', 'builder-value', () => trace('solve_a', () => add(2 ** 30, 1))],
  ['an array that holds itself', 'builder-value', () => trace('solve_a', () => anything(holdsItself))],
  ['a Set of what is no constant', 'builder-value', () => trace('solve_a', (I) => size(new Set([I])))],
  ['arithmetic', 'builder-value', () => trace('solve_a', (I) => Number(size(I)) + 1)],
  ['taking apart', 'builder-value', () => trace('solve_a', (I) => [...(I as unknown as Iterable<number>)])],
  ['calling a constant', 'builder-value', () => trace('solve_a', (I) => (dsl.RED as unknown as Value.Any)(I))],
  ['too few arguments', 'builder-arity', () => trace('solve_a', (I) => (objects as unknown as Value.Any)(I))],
  ['a name that is none', 'builder-name', () => new ProgramBuilder('x():\n import os')],
  ['the name of a batt', 'builder-name', () => new ProgramBuilder('batt')],
  ['an unknown primitive', 'unknown-primitive', () => new ProgramBuilder('solve_a').call('rot91')],
])('%s is refused with advice', (_, code, use) => {
  const error = thrownBy(use)
  expect(error).toBeInstanceOf(UserError)
  expect(error).toMatchObject({ code, advice: expect.stringMatching(/\w/) })
})

test('a loop that does not end is stopped', { tags: ['long'] }, () => {
  const endless = () =>
    trace('solve_a', (I) => {
      for (;;) rot90(I)
    })
  expect(endless).toThrow(LimitError)
})

test.each<[() => unknown, string | RegExp, RegExp | undefined]>([
  [
    () => trace('solve_a', () => rot90(anything('x'))),
    'The value given as argument 1 of rot90 is not a value: the text "x"',
    /quotes/,
  ],
  [
    () => trace('solve_a', (I) => fill(I, 1, anything(null))),
    'The value given as argument 3 of fill is not a value: null',
    /Is a return/,
  ],
  [
    () => trace('solve_a', () => anything(undefined)),
    'The value given as the result is not a value: undefined',
    /Is a return missing/,
  ],
  [
    () => trace('solve_a', () => anything({})),
    'The value given as the result is not a value: of the type object',
    /integer/,
  ],
  [
    () => trace('solve_a', () => anything(Promise.resolve())),
    'The value given as the result is not a value: a Promise',
    /async/,
  ],
  [
    () => trace('solve_a', () => anything(() => 1)),
    'The value given as the result is not a value: a JavaScript function',
    /compose/,
  ],
  [
    () => trace('solve_a', () => anything([[0.5]])),
    'The number given as a part of a part of the result is not an integer of 31 bits: 0.5',
    /^Integers go from -1073741824 to 1073741823\.$/,
  ],
  [
    () => trace('solve_a', () => 1073741824),
    'The number given as the result is not an integer of 31 bits: 1073741824',
    /-1073741824/,
  ],
  [
    () => trace('solve_a', () => -1073741825),
    'The number given as the result is not an integer of 31 bits: -1073741825',
    /-1073741824/,
  ],
  [
    () => trace('solve_a', () => anything(holdsItself)),
    /^The value given as a part of .*a part of the result is nested too deep or too large$/,
    /hold itself/,
  ],
  [
    () => trace('solve_a', (I) => size(new Set([I]))),
    'The Set given as argument 1 of size has an element that is not a constant',
    /initset/,
  ],
  [
    () => trace('solve_a', (I) => (objects as unknown as Value.Any)(I)),
    'objects takes 4 arguments, not 1',
    /^Its parameters are: grid, univalued, diagonal, without_bg\.$/,
  ],
  [
    () => new ProgramBuilder('solve_a').rot90(new ProgramBuilder('solve_b').I),
    'The value given as argument 1 of rot90 is of another program',
    /one program/,
  ],
  [() => new ProgramBuilder('solve_a').call('rot91'), 'Unknown primitive "rot91"', /^Did you mean rot90\?$/],
  [() => new ProgramBuilder('solve_a').call('zzzzzzzzzz'), 'Unknown primitive "zzzzzzzzzz"', undefined],
  [
    () => trace('solve_a', (I) => (dsl.RED as unknown as Value.Any)(I)),
    'RED is called but is not a function',
    /primitive/,
  ],
  [
    () => trace('solve_a', (I) => Number(size(I))),
    'A value of a program that is being built cannot be computed with: it has no value yet',
    /add/,
  ],
  [
    () => trace('solve_a', (I) => [...(I as unknown as Iterable<number>)]),
    'A value of a program that is being built cannot be taken apart: it has no value yet',
    /first/,
  ],
])('%o says: %s', (use, message, advice) => {
  const error = thrownBy(use) as UserError
  expect(error.message).toMatch(message)
  expect(error.advice ?? 'none').toMatch(advice ?? /^none$/)
})

test('an error names its program and the statement that would have been made', () => {
  const error = thrownBy(() => trace('solve_a', (I) => fill(rot90(rot90(I)), 1, anything(null))))
  expect(error).toMatchObject({ place: { program: 'solve_a', statement: 3 } })
})

test('the largest integers, minus zero and deep arrays are values', () => {
  const result = (value: unknown) => trace('solve_a', () => anything(value)).result
  expect(result(1073741823)).toEqual({ kind: 'constant', value: 1073741823 })
  expect(result(-1073741824)).toEqual({ kind: 'constant', value: -1073741824 })
  expect(Object.is((result(-0) as { value: number }).value, 0)).toBe(true)
  const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)])
  expect(result(nest(100))).toMatchObject({ kind: 'constant' })
  expect(() => result(nest(102))).toThrow('nested too deep')
})

test.each([1, 2, 3, 4, 5, 7])('a tuple of %i values that are no constants is made by calls', (count) => {
  const program = trace('solve_a', (I) => anything(Array.from({ length: count }, () => I)))
  const { statements } = traceProgram(program, { demos: [], input: { height: 1, width: 1, cells: Uint8Array.of(1) } })
  expect(statements.at(-1)!.value).toEqual({ t: Array.from({ length: count }, () => ({ g: ['1'] })) })
  expect(program.statements.map(({ name, place }) => [name, place.line, place.column])).toEqual(
    program.statements.map((_, k) => [`x${k + 1}`, k + 1, 1]),
  )
  expect(statements).toHaveLength([0, 1, 1, 3, 3, 5, 0, 7][count]!)
})

test('what is built prints as Python', () => {
  const program = trace('solve_mine', (I) => apply(rbind(shift, [1, 0]), objects(I, dsl.T, dsl.F, dsl.T)))
  expect(printProgram(program)).toBe(
    [
      'def solve_mine(I):',
      'x1 = rbind(shift, (1, 0))',
      'x2 = objects(I, T, F, T)',
      'x3 = apply(x1, x2)',
      'return x3',
      '',
    ]
      .join('\n    ')
      .trimEnd() + '\n',
  )
})
