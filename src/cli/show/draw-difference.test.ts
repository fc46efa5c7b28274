// Comparisons of outputs with the expected ones, drawn and in words.

import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Notation } from '../../language/values/value-notation.ts'
import { describeDifference, drawComparison } from './draw-difference.ts'

const options = { color: false, width: 80, maxRows: 20 }
const [input, expected, actual]: Notation[] = [{ g: ['12'] }, { g: ['120', '345'] }, { g: ['100', '349'] }]

test('cells that differ', () => {
  const values = { input: input!, expected: expected!, actual: actual! }
  expect(describeDifference(values)).toBe('2 of 6 cells differ')
  expect(drawComparison(values, options)).toEqual([
    'input, 1 × 2  expected, 2 × 3  actual, 2 × 3  difference, 2 x',
    '┌─────┐       ┌───────┐        ┌───────┐      ┌───────┐',
    '│ 1 2 │       │ 1 2 0 │        │ 1 0 0 │      │ · x · │',
    '└─────┘       │ 3 4 5 │        │ 3 4 9 │      │ · · x │',
    '              └───────┘        └───────┘      └───────┘',
  ])
})

test('in colours, a cell that differs has the actual colour and a mark', () => {
  const lines = drawComparison({ expected: expected!, actual: actual! }, { ...options, color: true, trueColor: true })
  expect(lines.map((line) => stripVTControlCharacters(line))[3]).toBe('│      │         │      │       │     x│')
  expect(lines[3]!.split('│').at(-2)).toMatch(/48;2;146;18;49.*x/)
})

test('another size, and no grid: no difference is drawn', () => {
  const other = { expected: expected!, actual: { g: ['120'] } }
  expect(describeDifference(other)).toBe('the output is 1 × 3, expected 2 × 3')
  expect(drawComparison(other, options)[0]).toBe('expected, 2 × 3  actual, 1 × 3')
  const none = { expected: expected!, actual: 5 }
  expect(describeDifference(none)).toBe('the output is not a grid')
  expect(drawComparison(none, options)[0]).toBe('expected, 2 × 3')
  // The same number of rows is not enough.
  expect(describeDifference({ expected: expected!, actual: { g: ['12', '34'] } })).toContain('2 × 2, expected 2 × 3')
})

test('bands where the width does not suffice; all of them are drawn', () => {
  const lines = drawComparison(
    { input: input!, expected: expected!, actual: actual! },
    { ...options, width: 20, maxRows: 5 },
  )
  expect(lines.filter((line) => /^\w/.test(line))).toEqual([
    'input, 1 × 2',
    'expected, 2 × 3',
    'actual, 2 × 3',
    'difference, 2 x',
  ])
})
