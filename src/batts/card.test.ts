// Making a batt: rounds, sharing, entries, differs, and what is refused.

import { expect, test } from 'vitest'
import type { Program } from '../language/program.ts'
import { printProgram } from '../language/python/print-python.ts'
import { readProgramFile } from '../language/read-any.ts'
import type { DialectId } from '../language/dialects.ts'
import { type CardOptions, cardPrograms } from './card.ts'
import { printBatt, printMutations } from './print-batt.ts'

function read(text: string, dialect?: DialectId, file = 'a.py'): readonly Program[] {
  const { programs, diagnostics } = readProgramFile(text, file, { dialect })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return programs
}

/** The lines of a batt of solvers without base differs, guards left out. */
function card(solvers: readonly Program[], options: CardOptions = {}): string[] {
  const { program } = cardPrograms(solvers, { baseDiffers: false, ...options })
  const lines = printProgram(program)
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => /^t\d+ = (?!_get)|append/.test(line))
}

const TWO_SOLVERS = `
def solve_a(I):
    x1 = rot90(I)
    x2 = ofcolor(x1, RED)
    x3 = fill(x1, TWO, x2)
    return x3

def solve_b(I):
    y1 = rot90(I)
    y2 = ofcolor(y1, TWO)
    y3 = cover(I, y2)
    y4 = fill(y1, RED, y2)
    y5 = vmirror(y4)
    return y5
`

test('an equal call is not written again and its own number is used', () => {
  const lines = card(read(TWO_SOLVERS), { seed: 2 })
  expect(lines).toEqual([
    't1 = rot90(I)',
    't2 = ofcolor(t1, TWO)',
    't3 = fill(t1, RED, t2)',
    "o.append((3, False, 'a', t3))",
    't4 = vmirror(t3)',
    "o.append((4, False, 'b', t4))",
  ])
})

test('each round has one line of each solver that is not done', () => {
  const text = ['rot90', 'rot180', 'trim'].map(
    (name, k) => `def solve_${k}(I):\n    x1 = ${name}(I)\n${`    x1 = ${name}(x1)\n`.repeat(k)}    return x1\n`,
  )
  const callees = card(read(text.join('\n'))).flatMap((line) => /= (\w+)/.exec(line)?.[1] ?? [])
  expect(callees.slice(0, 3).toSorted()).toEqual(['rot180', 'rot90', 'trim'])
  expect(callees.slice(3, 5).toSorted()).toEqual(['rot180', 'trim'])
  expect(callees.slice(5)).toEqual(['trim'])
})

test('another seed gives another order, the same seed the same batt', () => {
  const solvers = read(TWO_SOLVERS)
  const batts = Array.from({ length: 10 }, (_, seed) => printProgram(cardPrograms(solvers, { seed }).program))
  expect(new Set(batts).size).toBe(2)
  expect(printProgram(cardPrograms(solvers, { seed: 4 }).program)).toBe(batts[4])
})

test('names of one meaning are one callee, but different functions as values', () => {
  const [first, second] = ['size', 'size_t'].map(
    (name) =>
      read(
        `def solve_${name}(I):\n    x1 = ${name}(I)\n    x2 = apply(${name}, I)\n    x3 = astuple(x1, x2)\n    return x3\n`,
        't',
      )[0]!,
  )
  const lines = card([first!, second!])
  expect(lines.filter((line) => /= size/.test(line)).length).toBe(1)
  expect(lines.filter((line) => /apply\(size/.test(line)).length).toBe(2)
})

test('a solver that calls nothing has an entry all the same', () => {
  expect(card(read('def solve_same(I):\n    return I\n'))).toEqual([
    't1 = identity(I)',
    "o.append((1, False, 'same', t1))",
  ])
})

test('nested calls are lines of their own, constants of a file are values, unused lines are left out', () => {
  const text =
    'SHADE = 5\n\ndef solve_a(I):\n    x1 = first(ZERO)\n    x1 = rot90(rot180(I))\n    return replace(x1, SHADE, 0)\n'
  expect(card(read(text)).slice(0, 3)).toEqual(['t1 = rot180(I)', 't2 = rot90(t1)', 't3 = replace(t2, 5, 0)'])
})

test('differs come first on I, then on the output of every solver, in its place', () => {
  const differs = read('def differ_shape(S, I, C):\n    x1 = shape(I)\n    x2 = shape(C)\n    return astuple(x1, x2)\n')
  expect(card(read('def solve_a(I):\n    return rot90(I)\n'), { differs })).toEqual([
    't1 = shape(I)',
    't2 = shape(C)',
    't3 = astuple(t1, t2)',
    "s.append((3, 'None', 'shape', t3))",
    't4 = rot90(I)',
    "o.append((4, False, 'a', t4))",
    't5 = shape(t4)',
    't6 = astuple(t5, t2)',
    "s.append((6, 'a', 'shape', t6))",
  ])
})

test('base differs and own ones together', () => {
  const differs = read('def shape_of(I):\n    return shape(I)\n')
  const { program, differs: names, lines } = cardPrograms(read(TWO_SOLVERS), { differs })
  expect(names).toEqual(['colors_gained', 'colors_lost', 'dots_lost', 'dots_gained', 'shape_of'])
  expect(program.outputs.map(({ kind }) => kind).join('')).toBe('sssss' + 'osssss'.repeat(2))
  expect(lines).toBeGreaterThan(program.statements.length)
})

test('solvers of one name in several files are told apart', () => {
  const text = 'def solve(I):\n    return rot90(I)\n'
  const solvers = ['x/one.py', 'two.py', 'y/two.py'].flatMap((file) => read(text, 'a', file))
  expect(cardPrograms(solvers).solvers.toSorted()).toEqual(['one:solve', 'two:solve', 'two:solve#2'])
})

test('no solver has the id of the owner None', () => {
  const [own] = read('def solve_None(I):\n    return rot90(I)\n')
  expect(cardPrograms([own!]).solvers).toEqual(['None#2'])
})

test('the wanted number of solvers is drawn, each once', () => {
  const solvers = Array.from({ length: 30 }, (_, k) => read(`def solve_${k}(I):\n    return upscale(I, ${k})\n`)[0]!)
  const drawn = cardPrograms(solvers, { count: 10, seed: 3 }).solvers
  expect([drawn.length, new Set(drawn).size]).toEqual([10, 10])
  expect(cardPrograms(solvers, { count: 10, seed: 4 }).solvers).not.toEqual(drawn)
})

const SOLVER_A = 'def solve_a(I):\n    return hmirror(I)\n'
const SOLVER_T = 'def solve_t(I):\n    return hmirror_t(I)\n'
const BATT = 'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    return o, s\n'

test.each<[string, string, CardOptions, string, RegExp]>([
  ['no solver', '', {}, 'card-nothing', /no solver/],
  ['a batt', BATT, {}, 'card-nothing', /batt is a batt/],
  ['too large a count', SOLVER_A, { count: 2 }, 'card-option', /2 of 1 solvers/],
  ['a count of none', SOLVER_A, { count: 0 }, 'card-option', /0 of 1/],
  ['a rate above 1', SOLVER_A, { mutate: 1.5 }, 'card-option', /1\.5/],
  ['a rate that is no number', SOLVER_A, { mutate: Number.NaN }, 'card-option', /NaN/],
  ['a seed of 33 bits', SOLVER_A, { seed: 2 ** 32 }, 'card-option', /4294967296/],
  ['a seed below 0', SOLVER_A, { seed: -1 }, 'card-option', /-1/],
])('%s is refused', (_, text, options, code, message) => {
  const solvers = text === '' ? [] : read(text)
  expect(() => cardPrograms(solvers, options)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
})

test('solvers of two cell layouts are refused by one message that names both sides', () => {
  const many = Array.from({ length: 7 }, (_, k) => ({ ...read(SOLVER_A)[0]!, name: `solve_a${k}` }))
  expect(() => cardPrograms([...many, ...read(SOLVER_T)])).toThrow(
    expect.objectContaining({
      code: 'card-dialects',
      message: expect.stringMatching(/a0, .* and 2 more of a or r; solve_t of t/),
      advice: expect.stringContaining('--dialect t'),
    }),
  )
})

const OF_A = 'def solve_best(I):\n    x1 = partition(I)\n    x2 = argmax(x1, size)\n    return x2\n'
const PLACES = 'def solve_places(I):\n    x1 = asobject(I)\n    x2 = occurrences(I, x1)\n    return x2\n'
const OF_R = 'def verify_least(I):\n    x1 = partition(I)\n    x2 = argmin(x1, size)\n    return x2\n'

test('solvers of a and verifiers are one batt; argmax becomes that of r, which has the same values', () => {
  const { program } = cardPrograms([...read(OF_A), ...read(OF_R)])
  expect(program.dialect).toBe('r')
  const keys = program.statements.flatMap(({ callee }) => (callee.kind === 'primitive' ? [callee.key] : []))
  expect(keys).toEqual(expect.arrayContaining(['argmax@r', 'argmin@r']))
  expect(keys).not.toContain('argmax')
  expect(read(printProgram(program))[0]!.dialect).toBe('r')
})

test('verifiers without a primitive of their own are as good as solvers of a', () => {
  const verifiers = read('def verify_turned(I):\n    return rot90(I)\n')
  expect(cardPrograms([...verifiers, ...read(PLACES)]).program.dialect).toBe('a')
})

test('occurrences of a and primitives of r are refused', () => {
  expect(() => cardPrograms([...read(PLACES), ...read(OF_R)])).toThrow(
    expect.objectContaining({
      code: 'card-dialects',
      message: expect.stringMatching(/^solve_places and verify_least/),
    }),
  )
})

test('a differ counts for the dialect, too', () => {
  expect(() => cardPrograms(read(SOLVER_A), { differs: read(SOLVER_T) })).toThrow(/two dialects/)
})

test('the file and the record say how the batt was made', () => {
  const solvers = read(TWO_SOLVERS)
  expect(printBatt(cardPrograms(solvers))).toMatch(
    /^# Made by megabatt card: 2 solvers, 4 differs, seed 1\.\nfrom dsl import \*\nfrom constants import \*\n\n\ndef batt\(/,
  )
  const settings = { seed: 5, mutate: 1 }
  const carded = cardPrograms(solvers, settings)
  expect(printBatt(carded, settings)).toContain(`seed 5, mutation rate 1, ${carded.mutations.length} mutations.\n`)
  expect(JSON.parse(printMutations(carded, settings))).toEqual({
    version: 1,
    batt: 'batt',
    dialect: 'a',
    seed: 5,
    rate: 1,
    solvers: carded.solvers,
    mutations: carded.mutations,
  })
  expect(JSON.parse(printMutations(cardPrograms(solvers)))).toMatchObject({ seed: 1, rate: 0, mutations: [] })
})
