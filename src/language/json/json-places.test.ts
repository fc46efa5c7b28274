// Places in JSON texts: the walk agrees with JSON.parse on validity and on the value at a path.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { type JsonPath, findFault, findPlace } from './json-places.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const spacedJson = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n', '\t ', ' \r\n '))
  .map(([text, blank]) => JSON.stringify(JSON.parse(text), null, blank.length) + blank)

test('sound texts have no fault', () => {
  fc.assert(
    fc.property(spacedJson, (text) => {
      expect(findFault(text)).toBeUndefined()
    }),
  )
})

test('of changed texts, those that JSON.parse refuses have a fault, and no others', () => {
  const piece = fc.constantFrom(...'{}[]",:.-+0123eEtrufalsn\\/ \n\t\u0001\u00A0é', 'null', '\\u00e9', '\\u00g9', '""')
  fc.assert(
    fc.property(spacedJson, fc.nat(), fc.nat(4), piece, (text, where, cut, inserted) => {
      const at = where % (text.length + 1)
      const changed = text.slice(0, at) + inserted + text.slice(at + cut)
      const fault = findFault(changed)
      expect(fault === undefined).toBe(isJson(changed))
      expect(fault?.offset ?? 0).toBeLessThanOrEqual(changed.length)
    }),
    { numRuns: 3000 },
  )
})

test('every value is found at its path, and its key before it', () => {
  fc.assert(
    fc.property(spacedJson, (text) => {
      for (const [path, value] of pathsOf(JSON.parse(text), [])) {
        const place = findPlace(text, path)
        expect(text.slice(place.value).startsWith(startOf(value))).toBe(true)
        const key = path.at(-1)
        expect(text.slice(place.key).startsWith(startOf(typeof key === 'string' ? key : value))).toBe(true)
      }
    }),
  )
})

/** The beginning of the text of a value, without blanks. */
function startOf(value: unknown): string {
  const text = JSON.stringify(value)
  return typeof value === 'object' && value !== null ? text[0]! : text
}

function* pathsOf(value: unknown, path: JsonPath): Generator<[JsonPath, unknown]> {
  yield [path, value]
  if (Array.isArray(value)) for (const [k, element] of value.entries()) yield* pathsOf(element, [...path, k])
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) yield* pathsOf(member, [...path, key])
}

test('of repeated keys, the last counts, as in JSON.parse', () => {
  const text = '{"a": {"b": 1}, "a": {"b": 2}}'
  expect(findPlace(text, ['a', 'b'])).toEqual({ value: text.indexOf('2'), key: text.lastIndexOf('"b"') })
})

test('a value in the midst of a text is looked into from its start', () => {
  const text = '[{"a": 1}, {"a": [2, 3]}, 4'
  const start = text.lastIndexOf('{')
  expect(findPlace(text, ['a', 1], start).value).toBe(text.indexOf('3'))
  expect(findPlace(text, ['b', 1], start)).toEqual({ value: start, key: start })
})

test('keys are compared by what they mean, and escaped ones are found', () => {
  const text = '{"x": 0, "\\u0061": 1}'
  expect(findPlace(text, ['a']).value).toBe(text.lastIndexOf('1'))
})

test.each([
  ['[1, 2', 5, 'the text ends too soon'],
  ['{"a" 1}', 5, 'a colon is expected after the key'],
  ['{"a": 1,}', 8, 'a key in double quotes is expected'],
  ["{'a': 1}", 1, 'a key in double quotes is expected'],
  ['[1,]', 3, 'a value is expected'],
  ['[1 2]', 3, 'a comma or ] is expected'],
  ['{"a": 1 "b": 2}', 8, 'a comma or } is expected'],
  ['[01]', 2, 'a comma or ] is expected'],
  ['[1.]', 3, 'a digit is expected'],
  ['[NaN]', 1, 'a value is expected'],
  ['[1] ]', 4, 'the value ends here, and more follows'],
  ['[1] // no', 4, 'JSON has no comments'],
  ['[/* no */ 1]', 1, 'JSON has no comments'],
  ['["\\x"]', 2, 'invalid escape sequence'],
  ['["\\u12"]', 4, 'four hexadecimal digits are expected'],
  ['["a\nb"]', 3, 'a string must end on its line, and control characters in it must be escaped'],
])('%j has its fault at %i: %s', (text, offset, message) => {
  expect(findFault(text)).toMatchObject({ offset, message })
})
