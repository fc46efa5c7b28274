// The natural forms of values, and the cells that belong to them.

import { expect, test } from 'vitest'
import { cellsOf, describeForm, formOf } from '../../studio/draw/value-form.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'

const cell = (color: number, row: number, column: number): Notation => ({ t: [color, { t: [row, column] }] })
const index = (row: number, column: number): Notation => ({ t: [row, column] })

test.each<[string, Notation, string, number]>([
  ['a grid', { g: ['01', '23'] }, 'grid 2 × 2', 0],
  ['a grid with colours over 9', { t: [{ t: [12, 0] }] }, 'grid 1 × 2', 0],
  ['an object', { s: [cell(1, 0, 0), cell(1, 0, 1)] }, 'object, 2 cells', 2],
  ['indices', { s: [index(4, 5)] }, 'indices, 1 cell', 1],
  ['objects', { s: [{ s: [cell(1, 0, 0)] }, { s: [cell(2, 3, 3), cell(2, 3, 4)] }] }, '2 objects, 3 cells', 3],
  ['sets of indices', { s: [{ s: [index(0, 0)] }, { s: [index(1, 1)] }] }, '2 sets of indices, 2 cells', 2],
  ['a tuple of objects', { t: [{ s: [cell(1, 0, 0)] }, { s: [cell(1, 2, 2)] }] }, 'tuple of 2', 2],
  ['a function', { call: 'compose', args: [{ f: 'size' }, { f: 'palette' }] }, 'function', 0],
  ['a number', 7, 'value', 0],
  ['numbers', { s: [1, 2] }, 'value', 0],
  ['the empty set', { s: [] }, 'value', 0],
])('%s', (_, value, words, cellCount) => {
  const form = formOf(value, 'a')
  expect(describeForm(form)).toBe(words)
  expect(cellsOf(form)).toHaveLength(cellCount)
})

test('cells of layout t are (row, column, colour)', () => {
  const value: Notation = { s: [{ t: [1, 2, 3] }] }
  expect(formOf(value, 't')).toMatchObject({ form: 'patches', patches: [{ cells: [{ row: 1, column: 2, color: 3 }] }] })
  expect(formOf(value, 'a').form).toBe('text')
})

test('a function is a tree of its parts', () => {
  const value: Notation = { call: 'rbind', args: [{ f: 'shift' }, { t: [1, 2] }] }
  expect(formOf(value, 'a')).toEqual({
    form: 'function',
    tree: {
      text: 'rbind',
      parts: [
        { text: 'shift', parts: [] },
        { text: '(1, 2)', parts: [] },
      ],
    },
  })
})
