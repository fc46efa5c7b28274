// The text of one program for the editor: its function alone, unless it needs the rest of its file.

import { expect, test } from 'vitest'
import { openProgram } from '../../studio/engine/open-program.ts'

const open = (text: string, program: string, name = 'a.py') => openProgram({ name, text }, program)

const TWO = `from dsl import *


def solve_a(I):
    x1 = hmirror(I)
    return x1


def solve_b(I):
    return vmirror(I)
`

test('a function that reads the same alone is opened alone', () => {
  expect(open(TWO, 'solve_a')).toEqual({
    part: 'function',
    text: 'def solve_a(I):\n    x1 = hmirror(I)\n    return x1\n',
  })
  expect(open(TWO, 'solve_b')).toEqual({ part: 'function', text: 'def solve_b(I):\n    return vmirror(I)\n' })
})

test('a function that calls another function of its file is opened with the file', () => {
  const text = `def turn(x):\n    return rot90(x)\n\n\ndef solve_a(I):\n    return turn(I)\n`
  expect(open(text, 'solve_a')).toEqual({ part: 'file', text })
})

test('a function that uses a constant of its file is opened with the file', () => {
  const text = `WIDE = 7\n\n\ndef solve_a(I):\n    return canvas(WIDE, (2, 2))\n`
  expect(open(text, 'solve_a')).toEqual({ part: 'file', text })
})

test('a program in JSON is printed in Python', () => {
  const text = '{"name": "solve_a", "statements": [{"name": "x1", "call": "hmirror", "args": ["I"]}], "result": "x1"}'
  const opened = open(text, 'solve_a', 'a.json')
  expect(opened.part).toBe('printed')
  expect(opened.text).toContain('x1 = hmirror(I)')
})

test('a text without the program stays as it is', () => {
  expect(open(TWO, 'solve_c')).toEqual({ part: 'file', text: TWO })
})
