// Tasks drawn: pairs side by side on wide terminals, one below the other on narrow ones, in colours and in digits.

import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { galleryTasks } from '../../data/gallery.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { describeTask, spellColors } from './describe-task.ts'
import type { PictureOptions } from './draw-picture.ts'
import { drawTask } from './draw-task.ts'

const [small, wide] = [gridFromRows([[1, 2]]), gridFromRows([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])]
const task: Task = {
  id: 'flip',
  train: [
    { input: small, output: gridFromRows([[2], [1]]) },
    { input: small, output: small },
  ],
  test: [{ input: small }],
}

function draw(drawn: Task, width: number, others: Partial<PictureOptions> = {}): string[] {
  return drawTask(drawn, { color: false, width, maxRows: Infinity, compact: true, ...others })
}

test('wide: demo pairs beside each other, test pairs in a band of their own', () => {
  expect(draw(task, 90)).toEqual([
    'flip  2 demos, 1 test (1 without a known output), 1 × 2 → 1–2 × 1–2, colours 1 2',
    '',
    'demo 1                           demo 2',
    'input, 1 × 2   output, 2 × 1     input, 1 × 2   output, 1 × 2',
    '┌─────┐        ┌───┐             ┌─────┐        ┌─────┐',
    '│ 1 2 │      → │ 2 │             │ 1 2 │      → │ 1 2 │',
    '└─────┘        │ 1 │             └─────┘        └─────┘',
    '               └───┘',
    '',
    'test 1',
    'input, 1 × 2   output unknown',
    '┌─────┐',
    '│ 1 2 │      →',
    '└─────┘',
  ])
})

test('narrow: a pair in a band of its own, then input and output one below the other', () => {
  expect(draw(task, 30).filter((line) => /^(?:demo|test)/.test(line))).toEqual(['demo 1', 'demo 2', 'test 1'])
  expect(draw(task, 20).slice(6, 15)).toEqual([
    'demo 1',
    'input, 1 × 2',
    '┌─────┐',
    '│ 1 2 │',
    '└─────┘',
    'output, 2 × 1',
    '┌───┐',
    '│ 2 │',
    '│ 1 │',
  ])
})

test('a grid that is too wide has one column per cell', () => {
  const lines = draw({ id: 'wide', train: [{ input: wide, output: wide }], test: [] }, 16)
  expect(lines).toContain('│0123456789│')
  expect(lines.every((line) => line.length <= 16)).toBe(true)
})

test('in colours: the same layout, without digits', () => {
  for (const trueColor of [true, false]) {
    const lines = draw(task, 90, { color: true, trueColor })
    expect(lines[0]!.startsWith('\u001B[1mflip\u001B[22m  2 demos')).toBe(true)
    expect(lines[5]).toContain(trueColor ? '\u001B[48;2;30;147;255;' : '\u001B[48;5;33;')
    expect(stripVTControlCharacters(lines[5]!)).toBe('│    │       → │  │              │    │       → │    │')
  }
})

test('every gallery task fits the width', () => {
  for (const own of galleryTasks({ samples: 1 }))
    for (const [width, color] of [
      [40, false],
      [80, true],
      [200, false],
    ] as const)
      for (const line of draw(own, width, { color }))
        expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(width)
})

test('the facts of a task', () => {
  expect(describeTask({ id: 'a', train: [{ input: wide, output: small }], test: [] })).toBe(
    '1 demo, 0 tests, 1 × 10 → 1 × 2, colours 0–9',
  )
  expect(describeTask({ id: 'a', train: [], test: [{ input: small }] })).toBe(
    '0 demos, 1 test (1 without a known output), 1 × 2, colours 1 2',
  )
  expect([[], [3], [0, 1], [0, 2, 3, 4, 9], [0, 1, 3, 4, 5, 12]].map(spellColors)).toEqual([
    '',
    '3',
    '0 1',
    '0 2–4 9',
    '0 1 3–5 12',
  ])
})
