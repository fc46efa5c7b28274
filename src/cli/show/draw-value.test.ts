// Values drawn for the terminal: pictures as digits and in colours, in place, side by side, cut; all else as text.

import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { functionsOf } from '../../../test/generators/functions.ts'
import { valuesOf } from '../../../test/generators/values.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { type DrawOptions, drawValue } from './draw-value.ts'

const options: DrawOptions = { color: false, width: 60, maxRows: 20, context: { g: ['0003', '0230', '1111'] } }

function draw(value: Notation, others: Partial<DrawOptions> = {}): string[] {
  return drawValue(value, { ...options, ...others })
}

function indices(...places: [number, number][]): Notation {
  return { s: places.map((t) => ({ t })) }
}

function object(color: number, ...places: [number, number][]): Notation {
  return { s: places.map((t): Notation => ({ t: [color, { t }] })) }
}

test.each<[Notation, string]>([
  [5, '5'],
  [-3, '-3'],
  [true, 'True'],
  [{ t: [1, -2] }, '(1, -2)'],
  [{ t: [7] }, '(7,)'],
  [{ t: [] }, '()'],
  [{ s: [] }, '{}'],
  [{ s: [1, 2, 5] }, '{1, 2, 5}'],
  [{ f: 'size' }, 'size'],
  [{ call: 'compose', args: [{ f: 'size' }, { f: 'palette' }] }, 'compose(size, palette)'],
  [{ t: [{ t: [1, 2] }, { t: [3] }] }, '((1, 2), (3,))'],
  [{ t: [{ t: [40, -1] }, { t: [2, 3] }] }, '((40, -1), (2, 3))'],
  [{ s: [{ t: [1, 2] }, 3] }, '{(1, 2), 3}'],
  [{ t: [1, { f: 'size' }, { g: ['12', '34'] }] }, '(1, size, ((1, 2), (3, 4)))'],
])('%j is text in one line', (value, text) => {
  expect(draw(value)).toEqual([text])
})

test('a long value is cut, with the count of what is missing', () => {
  const lines = draw({ s: Array.from({ length: 500 }, (_, k) => k) })
  expect(lines.length).toBeLessThanOrEqual(4)
  expect(lines.join(' ')).toMatch(/^\{0, 1, 2, .* 4\d, … 45\d more\}$/)
  expect(draw({ t: [{ f: 'size' }, { s: Array.from({ length: 300 }, (_, k) => k) }] }).join(' ')).toMatch(/more\}\)$/)
})

test('a grid, as digits', () => {
  expect(draw({ g: ['012', '345'] })).toEqual(['2 × 3', '┌───────┐', '│ 0 1 2 │', '│ 3 4 5 │', '└───────┘'])
})

test('a grid of more than ten colours has wider cells', () => {
  expect(draw({ t: [{ t: [0, 15] }] })).toEqual(['1 × 2', '┌───────┐', '│  0 15 │', '└───────┘'])
})

test('a grid in colours: two columns a cell, and the same frame', () => {
  const lines = draw({ g: ['12', '30'] }, { color: true, trueColor: true })
  expect(lines[2]).toContain('\u001B[48;2;30;147;255;')
  expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(['2 × 2', '┌────┐', '│    │', '│   ·│', '└────┘'])
})

test('an object in place, and indices', () => {
  const frame = ['┌─────────┐', '│ · · · 3 │', '│ · · · · │', '│ · 3 · · │', '└─────────┘']
  expect(draw(object(3, [0, 3], [2, 1]))).toEqual(['object of 2 cells', ...frame])
  expect(draw(indices([0, 3], [2, 1]))).toEqual(['patch of 2 cells', ...frame.map((line) => line.replace('3', '#'))])
})

test('without context, the picture is as large as needed', () => {
  const { context: _, ...others } = options
  expect(drawValue(indices([1, 2]), others)).toEqual([
    'patch of 1 cell',
    '┌───────┐',
    '│ · · · │',
    '│ · · # │',
    '└───────┘',
  ])
  expect(drawValue(indices([1, 2000]), others)).toEqual(['{(1, 2000)}'])
})

test('what lies outside, or in one place with something else, is said', () => {
  expect(draw(indices([0, 0], [-1, 2], [9, 9])).at(-1)).toBe('2 outside: (-1, 2) (9, 9)')
  expect(draw({ s: [object(1, [0, 0]), object(2, [0, 0], [1, 1])] })).toEqual([
    '2 objects, 3 cells',
    '┌─────────────┐',
    '│ 2b  ·  ·  · │',
    '│  · 2b  ·  · │',
    '│  ·  ·  ·  · │',
    '└─────────────┘',
    '1 cell hidden by others in the same place',
  ])
})

test('several patches without colours have letters', () => {
  expect(draw({ s: [indices([0, 0], [0, 1]), indices([2, 3])] }).slice(2, 5)).toEqual([
    '│ a a · · │',
    '│ · · · · │',
    '│ · · · b │',
  ])
})

test('several objects have letters beside their colours; on coloured cells, the letter alone', () => {
  const objects = { s: [object(2, [0, 0], [0, 1]), object(2, [1, 1]), object(12, [2, 3])] }
  const [first, second, third] = draw(objects).slice(2, 5)
  expect([first, second, third]).toEqual(['│  2a  2a   ·   · │', '│   ·  2b   ·   · │', '│   ·   ·   · 12c │'])
  const colored = draw(objects, { color: true, trueColor: true })
  expect(colored.slice(2, 5).map((line) => stripVTControlCharacters(line))).toEqual([
    '│ a a    │',
    '│   b    │',
    '│       c│',
  ])
  expect(colored[2]).toContain('\u001B[48;2;249;60;49;')
})

test('in layout t, cells are (row, column, colour)', () => {
  const cells: Notation = { s: [{ t: [0, 3, 5] }, { t: [2, 1, 5] }] }
  expect(draw(cells)).toEqual(['{(0, 3, 5), (2, 1, 5)}'])
  expect(draw(cells, { layout: 't' }).slice(0, 3)).toEqual(['object of 2 cells', '┌─────────┐', '│ · · · 5 │'])
  expect(draw({ s: [{ t: [5, { t: [0, 3] }] }] }, { layout: 't' })).toEqual(['{(5, (0, 3))}'])
})

test('a compact picture that is too wide has one column per cell', () => {
  const grid: Notation = { g: ['0123456789', '9876543210'] }
  const narrow = { width: 14, compact: true }
  const frame = ['2 × 10', '┌──────────┐', '│0123456789│', '│9876543210│', '└──────────┘']
  expect(draw(grid, narrow)).toEqual(frame)
  expect(draw(grid, { width: 23, compact: true })[2]).toBe('│ 0 1 2 3 4 5 6 7 8 9 │')
  expect(draw(grid, { width: 16 }).at(-1)).toBe('… 4 more columns')
  expect(draw(grid, { ...narrow, color: true }).map((line) => stripVTControlCharacters(line).length)).toEqual([
    6, 12, 12, 12, 12,
  ])
})

test('black cells of an object are told from the faint grid, also in colours', () => {
  expect(draw(object(0, [0, 0]))[2]).toBe('│ 0 · · · │')
  expect(stripVTControlCharacters(draw(object(0, [0, 0]), { color: true })[2]!)).toBe('│ 0      │')
})

test('grids side by side, in bands, and what there is no room for is counted', () => {
  const grid: Notation = { g: ['12', '34'] }
  const one = ['2 × 2', '┌─────┐', '│ 1 2 │', '│ 3 4 │', '└─────┘']
  expect(draw({ t: [grid, grid] })).toEqual([
    'tuple of 2',
    '2 × 2    2 × 2',
    ...one.slice(1).map((line) => `${line}  ${line}`),
  ])
  const many = draw({ t: Array.from({ length: 40 }, () => grid) }, { maxRows: 12 })
  expect(many).toHaveLength(1 + 2 * one.length + 1)
  expect(many.at(-1)).toBe('… and 28 more')
})

test('of very many pictures, those that are not drawn are counted all the same', () => {
  const grid: Notation = { g: ['1'] }
  expect(draw({ t: Array.from({ length: 10_000 }, () => grid) }).at(-1)).toBe('… and 9968 more')
  expect(draw({ t: Array.from({ length: 10_000 }, (): Notation => ({ t: [grid, { t: [{ t: [1] }] }] })) }).at(-1)).toBe(
    '… and 9995 more',
  )
})

test('demo pairs: a band each', () => {
  const lines = draw({ t: [{ t: [{ g: ['1'] }, { g: ['2'] }] }, { t: [{ g: ['3'] }, { g: ['4'] }] }] })
  const first = ['1 × 1  1 × 1', '┌───┐  ┌───┐', '│ 1 │  │ 2 │', '└───┘  └───┘']
  const second = ['1 × 1  1 × 1', '┌───┐  ┌───┐', '│ 3 │  │ 4 │', '└───┘  └───┘']
  expect(lines).toEqual(['tuple of 2', ...first, ...second])
})

test('a large grid is cut to the room there is', () => {
  const lines = draw({ g: Array.from({ length: 40 }, () => '0123456789'.repeat(5)) })
  expect(lines).toHaveLength(20)
  expect(lines.at(-1)).toBe('… 24 more rows and 22 more columns')
})

test('any value fits the width and about the lines, coloured or not, and colours change no text width', () => {
  const values = fc.oneof(...Object.values(valuesOf('task')), functionsOf('a').anyFunction)
  fc.assert(
    fc.property(values, fc.boolean(), fc.integer({ min: 20, max: 100 }), (value, color, width) => {
      const lines = draw(value, { color, width })
      expect(lines.length).toBeLessThanOrEqual(options.maxRows + 3)
      for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(width)
      expect(color || !lines.join().includes('\u001B')).toBe(true)
    }),
    { numRuns: 600 },
  )
})
