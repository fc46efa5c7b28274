// Hostile task files: each is answered with tasks or with a UserError that has file, line and column.

import { expect, test } from 'vitest'
import { hashTasks } from '../../src/data/dataset-hash.ts'
import { readTasks } from '../../src/data/read-tasks.ts'
import { MAX_COLOR, MAX_SIDE, type Task, samplesOf } from '../../src/data/task.ts'
import { UserError, describeError } from '../../src/language/errors.ts'
import { amount } from '../amount.ts'
import { SEED } from '../generators/seed.ts'
import type { HostileText } from './damage.ts'
import { MALICIOUS_TASK_TEXTS, SOUND_TASK_TEXTS, damageTaskTexts, misshapeTasks } from './task-texts.ts'

function checkAnswer({ content }: HostileText): 'tasks' | 'error' {
  let answer: Task[] | UserError
  try {
    answer = readTasks([{ name: 'hostile.json', content }])
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    answer = error
  }
  if (answer instanceof UserError) checkError(answer, content)
  else checkTasks(answer)
  expect(Object.keys(Object.prototype)).toEqual([])
  return answer instanceof UserError ? 'error' : 'tasks'
}

function checkError(error: UserError, content: string | Uint8Array): void {
  const { place, advice, message } = error
  expect(place?.file).toBe('hostile.json')
  expect(advice).toBeDefined()
  expect(message).not.toBe('')
  const lines = (typeof content === 'string' ? content : new TextDecoder().decode(content)).split(/\r\n|\r|\n/)
  expect(place!.line).toBeGreaterThan(0)
  expect(place!.line).toBeLessThanOrEqual(lines.length)
  expect(place!.column).toBeGreaterThan(0)
  expect(place!.column).toBeLessThanOrEqual(lines[place!.line! - 1]!.length + 1)
  const shown = describeError(error)
  expect(shown.length).toBeLessThan(1000)
  // oxlint-disable-next-line no-control-regex -- that there is none is what is tested
  expect(shown).not.toMatch(/[\0-\x09\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/)
}

function checkTasks(tasks: readonly Task[]): void {
  expect(tasks.length).toBeGreaterThan(0)
  const isSound = tasks.every(
    (task) =>
      task.id.length > 0 &&
      task.id.length <= 100 &&
      samplesOf(task).length > 0 &&
      samplesOf(task)
        .flatMap(({ input, output }) => (output === undefined ? [input] : [input, output]))
        .every(
          ({ height, width, cells }) =>
            Math.min(height, width) >= 1 &&
            Math.max(height, width) <= MAX_SIDE &&
            cells.length === height * width &&
            cells.every((cell) => cell <= MAX_COLOR),
        ),
  )
  expect(isSound).toBe(true)
  expect(hashTasks(tasks)).toMatch(/^[\da-f]{32}$/)
}

test.each(MALICIOUS_TASK_TEXTS.map((text) => [text.title, text] as const))('%s', (_, text) => {
  checkAnswer(text)
})

test.each([...damageTaskTexts(amount(60, 300), SEED)].map((text) => [text.title, text] as const))(
  'damaged %s',
  (_, text) => {
    checkAnswer(text)
  },
)

test.each([...misshapeTasks(amount(60, 200), SEED)].map((text) => [text.title, text] as const))(
  'misshapen %s',
  (_, text) => {
    checkAnswer(text)
  },
)

test('every file that was cut off is refused', () => {
  for (const text of SOUND_TASK_TEXTS) {
    expect(checkAnswer({ title: '', content: text })).toBe('tasks')
    for (let length = 0; length < text.length; length++) {
      expect(checkAnswer({ title: '', content: text.slice(0, length) })).toBe('error')
    }
  }
})

test.each(['90 levels in a key that does not count', '30,000 tasks', 'ids that are numbers', 'a path as an id'])(
  'tasks come of: %s',
  (title) => {
    expect(checkAnswer(MALICIOUS_TASK_TEXTS.find((text) => text.title === title)!)).toBe('tasks')
  },
)
