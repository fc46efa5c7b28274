// Type-compatible mutation: every sort of argument stays in its range, and every mutation is recorded.

import { expect, test } from 'vitest'
import { primitiveNamed } from '../language/names.ts'
import type { Operand, Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import type { DialectId } from '../language/dialects.ts'
import { cardPrograms } from './card.ts'
import type { Mutation } from './mutation.ts'

const SEEDS = 120

function read(body: string, dialect: DialectId): Program {
  const { programs, diagnostics } = readPrograms(`def solve_a(S, I, C):\n${body.replaceAll(/^/gm, '    ')}`, 'a.py', {
    dialect,
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return programs[0]!
}

/** The mutations of one argument, from 1, of the line with a name, at seeds where nothing else of the line is mutated. */
function mutationsOf(body: string, dialect: DialectId, name: string, argument: number): Mutation[] {
  const solver = read(body, dialect)
  return Array.from({ length: 2 * SEEDS }, (_, seed) => {
    const { mutations } = cardPrograms([solver], { seed, mutate: 0.3, baseDiffers: false })
    return mutations.filter((mutation) => mutation.name === name)
  })
    .filter((mutations) => mutations.length === 1)
    .flat()
    .filter((mutation) => mutation.argument === argument)
}

const named = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, k) => `${prefix}${from + k}`)
const without = (names: string, ...left: string[]) => names.split(' ').filter((name) => !left.includes(name))
const COLORS = 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'
const INTEGERS = 'NEG_TWO NEG_ONE ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'
const PAIRS =
  'DOWN RIGHT UP LEFT ORIGIN UNITY NEG_UNITY UP_RIGHT DOWN_LEFT ZERO_BY_TWO TWO_BY_ZERO TWO_BY_TWO THREE_BY_THREE'

test.each<[string, DialectId, number, string, readonly string[]]>([
  ['fill(I, RED, I)', 'a', 2, 'color', without(COLORS, 'RED')],
  // A constant of the same value is no mutation, whatever its name is.
  ['switch(I, TWO, 5)', 'r', 3, 'color', without(COLORS, 'GRAY')],
  ['rbind(ofcolor, FIVE)', 'a', 2, 'color', without(COLORS, 'GRAY')],
  ['lbind(recolor, FIVE)', 'a', 2, 'color', without(COLORS, 'GRAY')],
  ['equality(I, RED)', 'a', 2, 'color', without(COLORS, 'RED')],
  ['matcher(square, T)', 'a', 2, 'boolean', ['F']],
  ['matcher(square, 5)', 'a', 2, 'boolean', ['F', 'T']],
  ['equality(I, True)', 'a', 2, 'boolean', ['F']],
  ['objects(I, T, F, T)', 'a', 3, 'boolean', ['T']],
  ['upscale(I, 3)', 'a', 2, 'integer', without(INTEGERS, 'THREE')],
  ['crop(I, ORIGIN, (3, 3))', 'a', 3, 'pair', without(PAIRS, 'THREE_BY_THREE')],
  ['add(I, (0, 1))', 'a', 2, 'pair', without(PAIRS, 'RIGHT')],
  ['get_rank(I, F0)', 't', 2, 'rank', [...named('F', 1, 9), ...named('L', 1, 10)]],
  ['get_nth_by_key_f(I, F1, size)', 't', 2, 'rank', ['F0', ...named('F', 2, 9)]],
  ['o_g(I, R5)', 't', 2, 'selector', [...named('R', 0, 4), 'R6', 'R7']],
  ['corner(I, R0)', 't', 2, 'selector', named('R', 1, 3)],
  ['mir_rot_f(I, A2)', 't', 2, 'angle', ['A0', 'A1', 'A3']],
  ['mir_rot_t(I, R2)', 't', 2, 'angle', ['A0', 'A1', ...named('A', 3, 7)]],
])('%s in %s: argument %i, %s', (call, dialect, argument, kind, range) => {
  const all = mutationsOf(`x1 = ${call}\nreturn x1`, dialect, 'x1', argument)
  const mutations = all.filter((mutation) => !mutation.kind.startsWith('sample'))
  expect(new Set(mutations.map((mutation) => mutation.kind))).toEqual(new Set([kind]))
  const found = new Set(mutations.map(({ to }) => to))
  expect([...found].filter((to) => !range.includes(to))).toEqual([])
  expect(range.filter((to) => !found.has(to)).length).toBeLessThanOrEqual(range.length / 3)
})

test.each(['(1, 2, 3)', 'frozenset({1})', 'None', '(1, (2, 3))'])('%s is of no range and stays', (literal) => {
  expect(mutationsOf(`x1 = equality(I, ${literal})\nreturn x1`, 'a', 'x1', 2)).toEqual([])
})

test.each([
  ['x1 = fill(I, RED, I)\nreturn x1', 'sample-color', /^t\d+ = (?:c_iz_n|c_zo_n)$/],
  ['x1 = mir_rot_t(I, R2)\nreturn x1', 'sample-angle', /^t\d+ = a_mr$/],
])('in t, %s can become a value of S', (body, kind, derived) => {
  const solver = read(body, 't')
  const callees = new Set<string>()
  for (let seed = 0; seed < SEEDS; seed++) {
    const { program, mutations } = cardPrograms([solver], { seed, mutate: 1 })
    for (const { to } of mutations.filter((mutation) => mutation.kind === kind)) {
      const { callee } = program.statements.find(({ name }) => name === to)!
      const key = (callee as Extract<Operand, { kind: 'primitive' }>).key
      expect(`${to} = ${key}`).toMatch(derived)
      callees.add(key)
    }
  }
  expect(callees.size).toBe(kind === 'sample-color' ? 2 : 1)
})

test('dialect a has no values of S', () => {
  const mutations = mutationsOf('x1 = fill(I, RED, I)\nreturn x1', 'a', 'x1', 2)
  expect(mutations.every(({ kind }) => kind === 'color')).toBe(true)
})

test('a primitive becomes another of the same arity and a compatible signature', () => {
  const mutations = mutationsOf(
    'x1 = argmax(I, height)\nx2 = papply(recolor, I, I)\nreturn papply(x2, x1, x1)',
    'a',
    'x1',
    2,
  )
  const found = mutations.map(({ to }) => primitiveNamed(to)!)
  expect(found.length).toBeGreaterThan(10)
  for (const { name, parameters, returns } of found) {
    expect(name).not.toBe('height')
    expect(parameters.length).toBe(1)
    expect(['Integer', 'Boolean', 'Numerical']).not.toContain(parameters[0]!.type)
    expect(['Integer', 'Boolean', 'Any', 'Numerical']).toContain(returns)
  }
})

test('a function variable becomes one of the same arity', () => {
  const body = [
    'x1 = rbind(shift, UP)',
    'x2 = compose(size, x1)',
    'x3 = lbind(fill, I)',
    'x4 = rbind(fill, I)',
    'x5 = apply(x2, S)',
    'x6 = papply(x3, S, S)',
    'return astuple(x5, astuple(x6, x4))',
  ].join('\n')
  const found = (name: string) => new Set(mutationsOf(body, 'a', name, 1).map(({ kind, to }) => `${kind} ${to}`))
  expect(found('x5')).toEqual(new Set(['function t1']))
  expect(found('x6')).toEqual(new Set(['function t4']))
})

test('an unknown function becomes another unknown function', () => {
  const body = [
    'x1 = rbind(shift, UP)',
    'x2 = branch(T, size, height)',
    'x3 = branch(F, width, x1)',
    'x4 = apply(x2, S)',
    'return astuple(x3, x4)',
  ].join('\n')
  const found = mutationsOf(body, 'a', 'x4', 1).map(({ kind, to }) => `${kind} ${to}`)
  expect(new Set(found)).toEqual(new Set(['function t3']))
})

test('a variable becomes I or an earlier variable of a compatible kind, never one that depends on C', () => {
  const body = [
    'x1 = rot90(I)',
    'x2 = rot180(C)',
    'x3 = asindices(x1)',
    'x4 = ofcolor(I, ONE)',
    'x5 = size(x3)',
    'x6 = fill(x1, x5, x4)',
    'x7 = hconcat(x6, x2)',
    'x8 = first(S)',
    'x9 = vconcat(x7, x8)',
    'return x9',
  ].join('\n')
  const solver = read(body, 'a')
  const to: Record<string, Set<string>> = {}
  for (let seed = 0; seed < 400; seed++) {
    const { program, mutations } = cardPrograms([solver], { seed, mutate: 0.05, baseDiffers: false })
    if (mutations.length !== 1) continue
    const [mutation] = mutations as [Mutation]
    const statement = program.statements.find(({ name }) => name === mutation.to)
    const callee = statement?.callee.kind === 'primitive' ? statement.callee.key : mutation.to
    ;(to[`${mutation.name} ${mutation.argument}`] ??= new Set()).add(callee)
  }
  expect(to['x6 1']).toEqual(new Set(['I']))
  expect(to['x6 3']).toEqual(new Set(['asindices']))
  // Before mutation, x5 is the only number.
  expect(to['x6 2']).toBeUndefined()
  expect(to['x7 1']).toEqual(new Set(['I', 'rot90']))
  // A container, too, but of another kind than indices.
  expect(to['x5 1']).toEqual(new Set(['ofcolor']))
  // Not x8, which may be a grid.
  expect(to['x9 1']).toEqual(new Set(['I', 'rot90', 'fill']))
})

test('a record has solver, line, argument, before and after; the batt has the mutated call, and later lines use it', () => {
  const solver = read('x1 = ofcolor(I, THREE)\nx2 = fill(I, RED, x1)\nreturn x2', 'a')
  const whole = cardPrograms([solver], { baseDiffers: false }).program
  const made = Array.from({ length: SEEDS }, (_, seed) =>
    cardPrograms([solver], { seed, mutate: 0.2, baseDiffers: false }),
  )
  for (const { program, mutations } of made) {
    const isMutated = program.outputs.some((output) => output.kind === 'o' && output.mutated)
    expect(isMutated).toBe(mutations.length > 0)
    for (const mutation of mutations) {
      expect(mutation).toMatchObject({
        solver: 'a',
        line: mutation.name === 'x1' ? 2 : 3,
        parameter: expect.any(String),
      })
      const { args } = program.statements.find(({ name }) => name === mutation.statement)!
      const arg = args[mutation.argument - 1]!
      const spelled = arg.kind === 'statement' ? `t${arg.index + 1}` : arg.kind === 'primitive' ? arg.key : arg.name
      expect(spelled).toBe(mutation.to)
    }
  }
  expect(made.flatMap(({ mutations }) => mutations).length).toBeGreaterThan(40)
  const unmutated = made.filter(({ mutations }) => mutations.length === 0)
  expect(unmutated.length).toBeGreaterThan(10)
  for (const { program } of unmutated) expect(program).toEqual(whole)
  const early = made.filter(({ mutations }) => mutations.length > 0 && mutations.every(({ name }) => name === 'x1'))
  expect(early.length).toBeGreaterThan(5)
  for (const { program } of early) {
    expect(program.statements.length).toBe(2)
    expect(program.statements[1]!.args[2]).toEqual({ kind: 'statement', index: 0 })
  }
})

test('a rate of 1 mutates every argument that can be, several of one line too; without types, anything can be there', () => {
  const solver = read('x1 = objects(I, T, F, T)\nx2 = merge(x1)\nreturn x2', 'a')
  const { mutations } = cardPrograms([solver], { mutate: 1 })
  expect(mutations.filter(({ name }) => name === 'x1').map(({ argument }) => argument)).toEqual([2, 3, 4])
  const untyped = Array.from(
    { length: 40 },
    (_, seed) => cardPrograms([solver], { seed, mutate: 1, typed: false }).mutations,
  ).flat()
  expect(new Set(untyped.map(({ kind }) => kind))).toEqual(new Set(['untyped']))
  const sorts = untyped.map(({ to }) =>
    /^(?:t\d+|I)$/.test(to) ? 'variable' : primitiveNamed(to) === undefined ? 'constant' : 'function',
  )
  for (const sort of ['variable', 'constant', 'function']) expect(sorts).toContain(sort)
  expect(untyped.every(({ from, to }) => from !== to)).toBe(true)
})

test('an unmutated solver beside a mutated one keeps its own lines', () => {
  const text = (name: string) =>
    `def solve_${name}(I):\n    x1 = ofcolor(I, THREE)\n    x2 = fill(I, RED, x1)\n    return x2\n`
  const { programs } = readPrograms(text('a') + '\n' + text('b'), 'a.py')
  let seen = 0
  for (let seed = 0; seed < SEEDS; seed++) {
    const { program, mutations } = cardPrograms(programs, { seed, mutate: 0.1, baseDiffers: false })
    const mutated = new Set(mutations.map(({ solver }) => solver))
    for (const output of program.outputs) {
      if (output.kind !== 'o' || mutated.has(output.solver)) continue
      if (mutated.size > 0) seen++
      const { args } = program.statements[(output.value as Extract<Operand, { kind: 'statement' }>).index]!
      expect(args[1]).toMatchObject({ name: 'RED' })
      const from = program.statements[(args[2] as Extract<Operand, { kind: 'statement' }>).index]!
      expect(from.args[1]).toMatchObject({ name: 'THREE' })
    }
  }
  expect(seen).toBeGreaterThan(10)
})
