// Colours of the terminal: when they are used, and the codes that come out.

import { expect, test } from 'vitest'
import { PALETTE, colorDepthOf, dimColor, paint, paintCell, usesColor } from './terminal-colors.ts'

const terminal = { isTTY: true }
const pipe = {}

test.each([
  ['a terminal', terminal, { TERM: 'xterm-256color' }, 8],
  ['a terminal that says more', terminal, { TERM: 'xterm', COLORTERM: 'truecolor' }, 24],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, 1],
  ['a pipe', pipe, { TERM: 'xterm-256color' }, 1],
  ['NO_COLOR', terminal, { TERM: 'xterm-256color', NO_COLOR: '1' }, 1],
  ['an empty NO_COLOR, which says nothing', terminal, { TERM: 'xterm-256color', NO_COLOR: '' }, 8],
  ['FORCE_COLOR on a pipe', pipe, { FORCE_COLOR: '3' }, 24],
  ['FORCE_COLOR=0', terminal, { TERM: 'xterm-256color', FORCE_COLOR: '0' }, 1],
  ['both, where none wins', pipe, { FORCE_COLOR: '3', NO_COLOR: '1' }, 1],
])('%s', (_, stream, env, depth) => {
  expect(colorDepthOf(stream, env)).toBe(depth)
  expect(usesColor(stream, env)).toBe(depth > 1)
})

test('text is painted only where colours are on, and nothing stays on', () => {
  expect(paint('red', 'no', false)).toBe('no')
  expect(paint('red', '', true)).toBe('')
  expect(paint('red', 'yes', true)).toBe('\u001B[31myes\u001B[39m')
})

test('cells: background and a foreground that can be read, in 24 bits or as one of 256 colours', () => {
  expect(paintCell('ab', PALETTE[4]!, true)).toBe('\u001B[48;2;255;220;0;38;2;0;0;0mab\u001B[0m')
  expect(paintCell('ab', PALETTE[9]!, true)).toBe('\u001B[48;2;146;18;49;38;2;255;255;255mab\u001B[0m')
  expect(paintCell('ab', PALETTE[4]!, false)).toBe('\u001B[48;5;220;38;5;16mab\u001B[0m')
})

test('sixteen colours that differ, as 256 colours too, and faint ones that are darker', () => {
  expect(PALETTE).toHaveLength(16)
  for (const trueColor of [true, false]) {
    expect(new Set(PALETTE.map((color) => paintCell('', color, trueColor))).size).toBe(16)
  }
  for (const color of PALETTE.slice(1)) expect(Math.max(...dimColor(color))).toBeLessThan(Math.max(...color))
})
