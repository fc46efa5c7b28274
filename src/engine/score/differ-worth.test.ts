// The worth of differs: a difference before solving and none after.

import { expect, test } from 'vitest'
import type { DifferOutput, SolverOutput } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { DifferMeter, listMeasures } from './differ-worth.ts'

const value = { kind: 'input', name: 'I' } as const
const solver = (id: string): SolverOutput => ({ kind: 'o', number: 1, mutated: false, solver: id, value })
const differ = (owner: string, name = 'colors'): DifferOutput => ({ kind: 's', number: 1, owner, differ: name, value })
const counted = (count: number): Notation => ({ t: [count, { s: [] }] })

const outputs = [differ('None'), solver('a'), differ('a'), solver('b'), differ('b')]

function measure(values: (Notation | null)[], right: readonly number[] = [], list = outputs) {
  const meter = new DifferMeter()
  meter.add(listMeasures({ outputs: list }), values, (candidate) => right.includes(candidate))
  return meter.finish()
}

test('a difference before and none after is worth something; both are counted', () => {
  expect(measure([counted(3), 0, counted(0), 0, counted(2)], [1])).toEqual([
    { differ: 'colors', samples: 1, before: 1, outputs: 2, after: 1, worth: 1, worthRight: 1, invalid: 0 },
  ])
})

test('without a difference before, none after is worth nothing', () => {
  expect(measure([counted(0), 0, counted(0), 0, counted(0)], [1, 3])).toEqual([
    { differ: 'colors', samples: 1, before: 0, outputs: 2, after: 2, worth: 0, worthRight: 0, invalid: 0 },
  ])
})

test('an output that is wrong makes the differ worth something, but not of a right output', () => {
  expect(measure([counted(1), 0, counted(0), 0, counted(0)], [3])).toMatchObject([{ worth: 2, worthRight: 1 }])
})

test.each([
  ['an integer', 3],
  ['a missing value', null],
  ['a tuple of three', { t: [1, 2, 3] }],
  ['a negative count', { t: [-1, 0] }],
  ['a grid', { g: ['11', '22'] }],
  ['a count that is a set', { t: [{ s: [] }, 0] }],
] satisfies [string, Notation | null][])('%s is no measure', (_, bad) => {
  expect(measure([bad, 0, counted(0), 0, bad])).toEqual([
    { differ: 'colors', samples: 0, before: 0, outputs: 1, after: 1, worth: 0, worthRight: 0, invalid: 2 },
  ])
})

test('a measure belongs to the nearest candidate of its owner before it, else to the first after it', () => {
  const list = [
    solver('a'),
    differ('a'),
    solver('a'),
    differ('a'),
    differ('b'),
    solver('b'),
    differ('c'),
    differ('None'),
  ]
  expect(listMeasures({ outputs: list })).toEqual([
    { output: 7, differ: 'colors' },
    { output: 1, differ: 'colors', candidate: 0 },
    { output: 3, differ: 'colors', candidate: 2 },
    { output: 4, differ: 'colors', candidate: 5 },
    { output: 6, differ: 'colors', candidate: -1 },
  ])
})

test('the measure before solving counts wherever it stands in the batt', () => {
  const list = [solver('a'), differ('a'), differ('None')]
  expect(measure([0, counted(0), counted(1)], [], list)).toMatchObject([{ worth: 1 }])
})

test('the first output of a batt can be the right candidate', () => {
  const list = [solver('a'), differ('a'), differ('None')]
  expect(measure([0, counted(0), counted(1)], [0], list)).toMatchObject([{ worth: 1, worthRight: 1 }])
})

test('among differs of equal worth that of right outputs comes first', () => {
  const list = [differ('None', 'a'), differ('None', 'b'), solver('x'), differ('x', 'a'), solver('y'), differ('y', 'b')]
  const found = measure([counted(1), counted(1), 0, counted(0), 0, counted(0)], [4], list)
  expect(found.map((worth) => [worth.differ, worth.worthRight])).toEqual([
    ['b', 1],
    ['a', 0],
  ])
})

test('differs are ordered by worth, then by name', () => {
  const list = [differ('None', 'b'), differ('None', 'a'), differ('None', 'c'), solver('x'), differ('x', 'c')]
  const found = measure([counted(1), counted(1), counted(1), 0, counted(0)], [], list)
  expect(found.map((worth) => worth.differ)).toEqual(['c', 'a', 'b'])
})
