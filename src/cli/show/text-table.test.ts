// Tables of text: aligned columns, the last one cut.

import { expect, test } from 'vitest'
import { formatTable } from './text-table.ts'

const columns = [{ title: 'name' }, { title: 'n', align: 'right' }, { title: 'rest' }] as const

test('columns are as wide as their widest text, and the last one is cut', () => {
  const rows = [
    ['a', '5', 'one, two, three'],
    ['longer', '1234', ''],
  ]
  expect(formatTable(columns, rows, 40)).toEqual([
    'name       n  rest',
    'a          5  one, two, three',
    'longer  1234',
  ])
  expect(formatTable(columns, rows, 22)[1]).toBe('a          5  one, tw…')
  // Room for the title of the last column remains.
  expect(formatTable(columns, rows, 5)[1]).toBe('a          5  one…')
})

test('a table without rows has its titles', () => {
  expect(formatTable(columns, [], 40)).toEqual(['name  n  rest'])
})

test('columns that are not needed are left out where the table is too wide, the last one first', () => {
  const columns = [
    { title: 'task' },
    { title: 'input', isOptional: true },
    { title: 'output', isOptional: true },
  ] as const
  const rows = [['a', '12 × 12', '3 × 3', 'solve_a']]
  const wide = formatTable([...columns, { title: 'solved by' }], rows, 60)
  expect(wide[0]).toBe('task  input    output  solved by')
  expect(formatTable([...columns, { title: 'solved by' }], rows, 30)[0]).toBe('task  input    solved by')
  expect(formatTable([...columns, { title: 'solved by' }], rows, 20)).toEqual(['task  solved by', 'a     solve_a'])
})
