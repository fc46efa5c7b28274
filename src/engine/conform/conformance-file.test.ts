// Conformance files: what is wrong with a line is said with file and line, and with what to do.

import { describe, expect, test } from 'vitest'
import { UserError, describeError } from '../../language/errors.ts'
import { readConformanceFile } from './conformance-file.ts'

const GOOD = '{"fn": "size", "tier": "typed", "args": [{"t": [1, 2]}], "out": 2}'
const FAILING = '{"fn": "first", "tier": "duck", "args": [5], "error": true}'

function complaint(text: string, only?: string[]): string {
  try {
    readConformanceFile(text, 'a.jsonl', only === undefined ? {} : { only: new Set(only) })
  } catch (error) {
    if (error instanceof UserError) return describeError(error)
    throw error
  }
  return 'nothing'
}

test('lines keep their numbers; empty ones do not count', () => {
  const { vectors, lines } = readConformanceFile(`${GOOD}\n\n  \n${FAILING}\n`, 'a.jsonl')
  expect(vectors.map(({ fn }) => fn)).toEqual(['size', 'first'])
  expect(lines).toEqual([1, 4])
})

test('a vector without a tier is a typed one', () => {
  const { vectors } = readConformanceFile(`${GOOD.replace('"tier": "typed", ', '')}\n${FAILING}`, 'a.jsonl')
  expect(vectors.map(({ tier }) => tier)).toEqual(['typed', 'duck'])
})

test('only the named primitives are kept', () => {
  const { vectors, lines } = readConformanceFile(`${GOOD}\n${FAILING}`, 'a.jsonl', { only: new Set(['first']) })
  expect([vectors.length, lines]).toEqual([1, [2]])
})

describe('complaints', () => {
  test.each([
    ['{"fn": "size", ', '[conformance-json]', 'The line is not JSON'],
    ['[1, 2]', '[conformance-line]', 'The line is not a JSON object'],
    ['null', '[conformance-line]', 'The line is not a JSON object'],
    ['5', '[conformance-line]', 'The line is not a JSON object'],
    ['{"args": []}', '[conformance-line]', 'The line names no primitive'],
    ['{"fn": "sise", "args": [1], "out": 1}', '[unknown-primitive]', 'Did you mean size?'],
    ['{"fn": "rot91", "args": [1], "out": 1}', '[unknown-primitive]', 'Did you mean rot90?'],
    ['{"fn": "size", "args": [1]}', '[conformance-line]', 'neither "out" nor "error"'],
    ['{"fn": "size", "args": 1, "out": 1}', '[conformance-line]', '"args" must be an array'],
    ['{"fn": "size", "tier": 3, "args": [1], "out": 1}', '[conformance-line]', '"tier" must be a string'],
    ['{"fn": "size", "args": [{"t": [1, "x"]}], "out": 1}', '[conformance-value]', 'at args[0].t[1]'],
    ['{"fn": "size", "args": [1], "out": {"g": ["1x"]}}', '[conformance-value]', 'at out[0].g[0]'],
    ['{"fn": "rbind", "args": [1, 2], "then": ["x"], "out": 1}', '[conformance-value]', 'at then[0]'],
  ])('%s', (line, code, message) => {
    const text = complaint(`${GOOD}\n\n${line}\n${GOOD}`)
    expect(text).toContain(code)
    expect(text).toContain(message)
    expect(text).toContain('at a.jsonl:3')
  })

  test('a name that is like no other one gets no suggestion', () => {
    expect(complaint('{"fn": "zzzzzzzzzzzz", "args": [], "out": 1}')).not.toContain('Did you mean')
  })

  test('a name in --only that does not exist', () => {
    expect(complaint(GOOD, ['objekts'])).toMatch(/objekts.*unknown-primitive[^]*--only[^]*Did you mean objects/)
  })

  test.each(['', '\n\n'])('a file without vectors: %j', (text) => {
    expect(complaint(text)).toContain('[conformance-empty]')
  })
})
