// The hash of tasks: the same for the same tasks in any form, another for any other tasks.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashTasks } from './dataset-hash.ts'
import { readTasks } from './read-tasks.ts'
import type { GridData, Pair, Task } from './task.ts'

const grid = (height: number, width: number, ...cells: number[]): GridData => ({
  height,
  width,
  cells: Uint8Array.from(cells),
})
const A = grid(1, 2, 3, 4)
const B = grid(2, 1, 3, 4)
const task = (id: string, train: Pair[], test: Pair[] = []): Task => ({ id, train, test })

test('is the start of SHA-256 over counts, lengths and content', () => {
  const form = 'megabatt tasks 1\n'
  const count = (value: number) => [value, 0, 0, 0]
  const gridA = [...count(1), ...count(2), 3, 4]
  const gridB = [...count(2), ...count(1), 3, 4]
  const bytes = [
    [...count(form.length), ...Buffer.from(form)],
    [...count(1), ...count(2), ...Buffer.from('é')],
    [...count(1), ...gridA, ...count(1), ...gridB],
    [...count(1), ...gridB, ...count(0)],
  ].flat()
  const expected = createHash('sha256').update(Buffer.from(bytes)).digest('hex').slice(0, 32)
  expect(hashTasks([task('é', [{ input: A, output: B }], [{ input: B }])])).toBe(expected)
})

test('does not depend on the order of tasks', () => {
  const tasks = ['b', 'a', 'B', '10', '2'].map((id) => task(id, [{ input: A, output: B }]))
  expect(hashTasks(tasks.toReversed())).toBe(hashTasks(tasks))
})

test('does not depend on the form of the files', () => {
  const train = [{ input: [[1]], output: [[2]] }]
  const whole = { train, test: [{ input: [[3]], output: [[4]] }] }
  const forms = [
    [{ name: 'x/a.json', content: JSON.stringify(whole) }],
    [{ name: 'all.json', content: JSON.stringify({ a: whole }, null, 4) }],
    [
      { name: 'solutions.json', content: '{"a": [[[4]]]}' },
      { name: 'challenges.json', content: JSON.stringify({ a: { test: [{ input: [[3]] }], train } }) },
    ],
  ]
  expect(new Set(forms.map((files) => hashTasks(readTasks(files)))).size).toBe(1)
})

test('tells apart whatever differs', () => {
  const sets: Task[][] = [
    [],
    [task('a', [{ input: A, output: B }])],
    [task('b', [{ input: A, output: B }])],
    [task('a', [{ input: B, output: A }])],
    [task('a', [{ input: A, output: A }])],
    [task('a', [{ input: A }])],
    [task('a', [], [{ input: A, output: B }])],
    [task('a', [{ input: A }, { input: B }])],
    [task('a', [{ input: A }], [{ input: B }])],
    [task('a', [{ input: A, output: B }]), task('b', [{ input: A, output: B }])],
    [task('a', [{ input: grid(1, 2, 3, 5), output: B }])],
  ]
  expect(new Set(sets.map(hashTasks)).size).toBe(sets.length)
})

test('more content than is gathered at once counts to the last cell', () => {
  const large = (last: number) => {
    const cells = new Uint8Array(10_000)
    cells[9999] = last
    return { height: 100, width: 100, cells }
  }
  const tasks = (last: number) => [
    task(
      'a',
      Array.from({ length: 20 }, (_, k) => ({ input: large(k === 19 ? last : 0) })),
    ),
  ]
  expect(hashTasks(tasks(1))).not.toBe(hashTasks(tasks(2)))
  expect(hashTasks(tasks(1))).toMatch(/^[\da-f]{32}$/)
})
