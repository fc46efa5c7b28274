// Files of every form give the tasks they hold; whatever is wrong is told with file, line and column.

import { expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { TaskCollector, type TaskFile, readTasks } from './read-tasks.ts'
import type { Pair, Task } from './task.ts'

const file = (name: string, value: unknown): TaskFile => ({
  name,
  content: typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value),
})
/** A pair by two colours, and what becomes of it. */
const pair = (input: number, output: number) => ({ input: [[input, 0]], output: [[output]] })
const question = (input: number) => ({ input: [[input, 0]] })
const read = (input: number, output?: number): Pair => ({
  input: { height: 1, width: 2, cells: Uint8Array.of(input, 0) },
  ...(output === undefined ? {} : { output: { height: 1, width: 1, cells: Uint8Array.of(output) } }),
})

const TASK = { train: [pair(1, 2), pair(3, 4)], test: [pair(5, 6)] }
const readTask = (id: string): Task => ({ id, train: [read(1, 2), read(3, 4)], test: [read(5, 6)] })

function errorOf(...files: TaskFile[]): UserError {
  try {
    readTasks(files)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('it was read')
}

test.each([
  ['as it is', TASK],
  ['test before train', { test: TASK.test, train: TASK.train }],
  ['other keys', { name: 'x', ...TASK, meta: { train: 7 }, train: TASK.train.map((p) => ({ id: 0, ...p, note: [] })) }],
  ['a byte order mark', `\uFEFF${JSON.stringify(TASK)}`],
  ['bytes', new TextEncoder().encode(`\uFEFF${JSON.stringify(TASK)}\r\n`)],
])('a task file: %s', (_, value) => {
  expect(readTasks([file('some/folder/a1.json', value)])).toEqual([readTask('a1')])
})

test.each([
  ['a1.json', 'a1'],
  ['x\\y\\a1.JSON', 'a1'],
  ['a1', 'a1'],
  ['dir.json/a.b.json', 'a.b'],
])('the file %s is task %s', (name, id) => {
  expect(readTasks([file(name, TASK)])[0]!.id).toBe(id)
})

test('outputs of tests, and the tests themselves, may be missing', () => {
  const files = [
    file('a.json', { train: [pair(1, 2)], test: [question(5), pair(7, 8)] }),
    file('b.json', { train: [pair(1, 2)] }),
  ]
  expect(readTasks(files)).toEqual([
    { id: 'a', train: [read(1, 2)], test: [read(5), read(7, 8)] },
    { id: 'b', train: [read(1, 2)], test: [] },
  ])
})

test('a task may have test pairs only', () => {
  expect(readTasks([file('a.json', { train: [], test: [question(5)] })])).toEqual([
    { id: 'a', train: [], test: [read(5)] },
  ])
})

const CHALLENGES = {
  b1: { train: TASK.train, test: [question(5)] },
  a1: { train: [pair(1, 2)], test: [question(7), question(8)] },
}
const SOLUTIONS = { a1: [[[1]], [[2]]], b1: [[[6]]] }

test('challenges and solutions are put together, in either order', () => {
  const challenges = file('challenges.json', CHALLENGES)
  const solutions = file('solutions.json', SOLUTIONS)
  const expected = [{ id: 'a1', train: [read(1, 2)], test: [read(7, 1), read(8, 2)] }, readTask('b1')]
  expect(readTasks([challenges, solutions])).toEqual(expected)
  expect(readTasks([solutions, challenges])).toEqual(expected)
  expect(readTasks([solutions, challenges, solutions])).toEqual(expected)
})

test('challenges need no solutions', () => {
  expect(readTasks([file('c.json', CHALLENGES)]).map(({ id, test }) => [id, test])).toEqual([
    ['a1', [read(7), read(8)]],
    ['b1', [read(5)]],
  ])
})

test('a list of pairs: the first three are demo pairs, the rest tests', () => {
  const pairs = [pair(1, 1), pair(2, 2), pair(3, 3), pair(4, 4), pair(5, 5)]
  const task = { train: [read(1, 1), read(2, 2), read(3, 3)], test: [read(4, 4), read(5, 5)] }
  expect(readTasks([file('a.json', pairs)])).toEqual([{ id: 'a', ...task }])
  expect(readTasks([file('all.json', { b: pairs, c: pairs.slice(0, 2) })])).toEqual([
    { id: 'b', ...task },
    { id: 'c', train: [read(1, 1), read(2, 2)], test: [] },
  ])
})

test('tasks are sorted by id, whatever the order of files and keys', () => {
  const ids = (files: TaskFile[]) => readTasks(files).map(({ id }) => id)
  expect(ids([file('b.json', TASK), file('10.json', TASK), file('2.json', TASK), file('B.json', TASK)])).toEqual([
    '10',
    '2',
    'B',
    'b',
  ])
  expect(ids([file('all.json', { b: TASK, 10: TASK, 2: TASK, B: TASK })])).toEqual(['10', '2', 'B', 'b'])
})

test('a task that several files have is one task', () => {
  const files = [
    file('x/a.json', TASK),
    file('y/a.json', JSON.stringify(TASK, null, 2)),
    file('c.json', { a: { train: TASK.train, test: [question(5)] } }),
    file('s.json', { a: [[[6]]] }),
  ]
  expect(readTasks(files)).toEqual([readTask('a')])
})

test('names of JavaScript are task ids like any others', () => {
  const ids = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
  const text = `{${ids.map((id) => `"${id}": ${JSON.stringify(TASK)}`).join()}}`
  expect(readTasks([file('all.json', text)])).toEqual(ids.map(readTask))
  expect(readTasks([file('__proto__.json', TASK)])).toEqual([readTask('__proto__')])
  expect(({} as Record<string, unknown>)['train']).toBeUndefined()
})

test('what is inherited does not count', () => {
  const error = errorOf(file('a.json', `{"__proto__": ${JSON.stringify(TASK)}, "test": []}`))
  expect(error).toMatchObject({ code: 'task-shape', message: 'The file has no "train"' })
})

test.each([
  ['a number', '7', 'The file holds 7, not tasks'],
  ['an empty object', '{}', 'The file has no task in it'],
  ['an empty list', '[]', 'The file has no pair'],
  ['no pairs', '{"train": [], "test": []}', 'The file has no pair'],
  ['a bare grid', '[[1, 2]]', '[0] is a list, not a pair'],
  ['no train', '{"test": [{"input": [[1]]}]}', 'The file has no "train"'],
  ['train is no list', '{"train": {"input": 1}}', 'train is an object, not a list of pairs'],
  ['test is null', '{"train": [], "test": null}', 'test is null, not a list of pairs'],
  ['no input', '{"train": [{"output": [[1]]}]}', 'train[0] has no "input"'],
  ['no output', '{"train": [{"input": [[1]]}]}', 'train[0] has no "output"'],
  ['no output in a list', '[{"input": [[1]]}]', '[0] has no "output"'],
  ['output is null', '{"train": [], "test": [{"input": [[1]], "output": null}]}', 'test[0].output is null, not a grid'],
  ['settings', '{"name": "x"}', 'name is the text "x", neither a task nor a list of pairs or grids'],
  ['a submission', '{"a1": [{"attempt_1": [[1]], "attempt_2": [[1]]}]}', 'a1[0] has "attempt_1", so it is an answer'],
  ['an empty entry', '{"a1": []}', 'a1 has no pair'],
  ['a solution that is no grid', '{"a1": [[[1]], [[77]]]}', 'a1[1][0][0] is 77, not a colour'],
  ['an id to quote', '{"a\\u202e b": {"train": 1}}', '["a? b"] cannot be a task\'s id'],
])('%s is refused', (_, text, message) => {
  const error = errorOf(file('a.json', text))
  expect(error.message).toBe(message)
  expect(error.place).toMatchObject({ file: 'a.json', line: 1, column: expect.any(Number) as number })
  expect(error.advice).toBeDefined()
})

test('line and column are those of the value that is wrong', () => {
  const text = '{\r\n  "train": [\r\n    {"input": [[1]], "output": [[1, 2],\r\n      [3]]}\r\n  ]\r\n}'
  expect(errorOf(file('a.json', text))).toMatchObject({
    code: 'task-grid',
    message: 'train[0].output[1] is 1 long where the first row is 2 long',
    place: { file: 'a.json', line: 4, column: 7 },
  })
})

test.each([
  ['is too long', 'x'.repeat(101)],
  ['is empty', ''],
  ['has a control character', 'a\nb'],
  ['has half a character', 'a\uD800'],
])('an id that %s is refused at its key', (_, id) => {
  const text = `{"a": ${JSON.stringify(TASK)},\n ${JSON.stringify(id)}: ${JSON.stringify(TASK)}}`
  expect(errorOf(file('all.json', text))).toMatchObject({
    code: 'task-id',
    place: { file: 'all.json', line: 2, column: 2 },
  })
})

test('a file name that gives no id is refused', () => {
  expect(errorOf(file('x/.json', TASK))).toMatchObject({
    code: 'task-id',
    message: 'The file gives the id "", which no task can have',
    place: { file: 'x/.json', line: 1, column: 1 },
  })
})

test('tasks of one id that differ are refused, and both files named', () => {
  const other = { ...TASK, test: [question(5)] }
  const error = errorOf(
    file('x/a.json', TASK),
    file('y.json', `{"b": ${JSON.stringify(TASK)},\n"a": ${JSON.stringify(other)}}`),
  )
  expect(error).toMatchObject({
    code: 'task-duplicate',
    message: 'Task "a" differs between x/a.json and y.json',
    place: { file: 'y.json', line: 2, column: 1 },
  })
})

test('solutions of one id that differ are refused', () => {
  const error = errorOf(file('c.json', CHALLENGES), file('s.json', SOLUTIONS), file('t.json', { b1: [[[7]]] }))
  expect(error).toMatchObject({
    code: 'task-duplicate',
    message: 'The solution of task "b1" differs between s.json and t.json',
  })
})

test.each([
  ['without their task', { z9: [[[1]]] }, 'There are solutions of task "z9", but no such task'],
  ['too many', { b1: [[[6]], [[6]]] }, 'Task "b1" has 1 test input in c.json, but 2 solutions'],
  ['too few', { a1: [[[1]]] }, 'Task "a1" has 2 test inputs in c.json, but 1 solution'],
])('solutions %s are refused', (_, solutions, message) => {
  expect(errorOf(file('s.json', solutions), file('c.json', CHALLENGES))).toMatchObject({
    code: 'task-solutions',
    message,
    place: { file: 's.json', line: 1, column: 2 },
  })
})

test('a solution that contradicts the known output is refused', () => {
  expect(errorOf(file('a.json', TASK), file('s.json', { a: [[[9]]] }))).toMatchObject({
    code: 'task-solutions',
    message: 'Solution 0 of task "a" is not the output of test[0] in a.json',
  })
})

test('what is no text is refused with the codes of program files', () => {
  expect(errorOf(file('a.json', Uint8Array.of(0x5b, 0xff)))).toMatchObject({
    code: 'not-utf8',
    place: { line: 1, column: 2 },
  })
  expect(errorOf(file('a.json', '[\n\0]'))).toMatchObject({ code: 'nul-character', place: { line: 2, column: 1 } })
  const large = new Uint8Array(64 * 1024 * 1024 + 1)
  expect(errorOf(file('a.json', large))).toMatchObject({ code: 'file-too-large', place: { line: 1, column: 1 } })
})

test('more pairs than allowed, over all files, are refused where they are too many', () => {
  const collector = new TaskCollector({ maxPairs: 4 })
  collector.add(file('a.json', TASK))
  const add = () => {
    collector.add(file('b.json', { train: [], test: [question(1), question(2)] }))
  }
  expect(add).toThrow(
    expect.objectContaining({
      code: 'task-limit',
      message: 'test[1] is one pair too many',
      place: { file: 'b.json', line: 1, column: 39 },
    }),
  )
})
