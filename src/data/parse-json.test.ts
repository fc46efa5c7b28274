// JSON of strangers: too deep and too much of it are refused before they are parsed, with their place.

import { expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { SourceText } from '../language/source-text.ts'
import { MAX_CONTAINERS, MAX_DEPTH, MAX_STRINGS, parseJson } from './parse-json.ts'

const parse = (text: string) => parseJson(new SourceText(text, 'a.json'))

function errorOf(text: string): UserError {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('it was read')
}

test('the value of a text', () => {
  expect(parse(' {"a": [1, "[{\\"["]}\n')).toEqual({ a: [1, '[{"['] })
})

test.each([
  ['nothing', ''],
  ['blanks', ' \n\t\n'],
])('%s is an empty file', (_, text) => {
  expect(errorOf(text)).toMatchObject({
    code: 'task-json',
    message: 'The file is empty',
    place: { file: 'a.json', line: 1, column: 1 },
  })
})

test('as deep as allowed is read, and one level more is not', () => {
  expect([MAX_DEPTH, MAX_CONTAINERS, MAX_STRINGS]).toEqual([100, 4_000_000, 2_000_000])
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parse(nested(MAX_DEPTH))).toBeInstanceOf(Array)
  expect(errorOf(nested(MAX_DEPTH + 1))).toMatchObject({ code: 'task-json', place: { line: 1, column: MAX_DEPTH + 1 } })
})

test('brackets in strings do not count', () => {
  const text = JSON.stringify(`${'['.repeat(300)}\\"${'{'.repeat(300)}`)
  expect(parse(text)).toHaveLength(602)
})

test('more lists than allowed are refused where they are too many', () => {
  const { message, place } = errorOf(`[${'[],'.repeat(MAX_CONTAINERS)}[]]`)
  expect(message).toBe('The file holds more than 4000000 lists and objects')
  expect(place).toEqual({ file: 'a.json', line: 1, column: 2 + (MAX_CONTAINERS - 1) * 3 })
})

test('more strings than allowed are refused', () => {
  expect(errorOf(`[${'"",'.repeat(MAX_STRINGS)}""]`).message).toBe('The file holds more than 2000000 strings')
})

test('a fault is told with its place', () => {
  expect(errorOf('{\n  "a": [1,\n  2 3]}')).toMatchObject({
    code: 'task-json',
    message: 'The file is not JSON: a comma or ] is expected',
    advice: 'Correct the file at this place.',
    place: { file: 'a.json', line: 3, column: 5 },
  })
})

test('a text that was cut off is told as such', () => {
  expect(errorOf('{"a": [1,\n2')).toMatchObject({
    message: 'The file is not JSON: the text ends too soon',
    advice: 'Is the file complete?',
    place: { line: 2, column: 2 },
  })
})
