// Source text: decoding, line ends, byte order marks, and limits.

import { expect, test } from 'vitest'
import { readPrograms } from './python/read-python.ts'
import { MAX_FILE_BYTES, SourceText, openSource } from './source-text.ts'

const TEXT = 'def solve_a(I):\n    x1 = rot90(I)\n    return x1\n'
const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['text', TEXT],
  ['bytes', bytes(TEXT)],
  ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['CR', TEXT.replaceAll('\n', '\r')],
  ['a byte order mark', `\uFEFF${TEXT}`],
  ['a byte order mark in bytes', bytes(`\uFEFF${TEXT}`)],
  ['no line end at the end', TEXT.trimEnd()],
])('%s reads the same', (_, content) => {
  const expected = readPrograms(TEXT, 'a.py')
  expect(expected.diagnostics).toEqual([])
  expect(readPrograms(content, 'a.py')).toEqual(expected)
})

test('bytes that are no UTF-8 are refused with their place', () => {
  const content = bytes(TEXT)
  content[TEXT.indexOf('rot90')] = 0xff
  const { programs, diagnostics } = readPrograms(content, 'a.py')
  expect(programs).toEqual([])
  expect(diagnostics).toMatchObject([
    { code: 'not-utf8', line: 2, column: 10, message: `Byte ${TEXT.indexOf('rot90')} is not UTF-8` },
  ])
})

test('an unfinished character at the end is refused with its place', () => {
  const content = bytes('# é')
  const { diagnostics } = readPrograms(content.subarray(0, 3), 'a.py')
  expect(diagnostics).toMatchObject([{ code: 'not-utf8', line: 1, column: 3 }])
})

test('NUL characters are refused with their place', () => {
  const { programs, diagnostics } = readPrograms(TEXT.replace('rot', 'r\0t'), 'a.py')
  expect(programs).toEqual([])
  expect(diagnostics).toMatchObject([{ code: 'nul-character', line: 2, column: 11, excerpt: '    x1 = r?t90(I)' }])
})

test('a file over the limit is refused before it is looked at', () => {
  expect(MAX_FILE_BYTES).toBe(67_108_864)
  const { diagnostics } = readPrograms(new Uint8Array(MAX_FILE_BYTES + 1), 'a.py')
  expect(diagnostics).toMatchObject([{ code: 'file-too-large', line: 1, column: 1 }])
})

test('a file of nothing but line ends is opened soon', { tags: ['long'] }, () => {
  const content = '\r'.repeat(MAX_FILE_BYTES / 2)
  expect(openSource(content, 'a.py').source.text.length).toBe(content.length)
})

test('line ends of every sort, anywhere', () => {
  const ends = ['\r', '\n', '\r\n']
  for (let length = 8180; length < 8200; length++) {
    const text = ends.map((end) => `${'é'.repeat(length)}${end}${end}x`).join('')
    const { source } = openSource(text, 'a.py')
    expect(source.text).toBe(`${'é'.repeat(length)}\n\nx`.repeat(3))
  }
})

test.each(['warning', 'error'] as const)('what is left out is a %s if the gravest of it is', (severity) => {
  const source = new SourceText('x', 'a.py')
  for (let k = 0; k < 105; k++) source.report('warning', { code: 'arity', at: 0, message: 'a' })
  source.report(severity, { code: 'bad-shape', at: 0, message: 'b' })
  expect(source.diagnostics.at(-1)).toMatchObject({
    code: 'more-diagnostics',
    severity,
    message: '6 more like these are not shown',
  })
})

test('places are right in any order of asking', () => {
  const source = new SourceText('\nab\n\nc', 'a.py')
  const expected = [
    [1, 1],
    [2, 1],
    [2, 2],
    [2, 3],
    [3, 1],
    [4, 1],
    [4, 2],
  ]
  for (const order of [
    [0, 1, 2, 3, 4, 5, 6],
    [6, 5, 4, 3, 2, 1, 0],
    [3, 6, 0, 5, 1, 4, 2],
  ]) {
    for (const offset of order) expect(Object.values(source.placeAt(offset))).toEqual(expected[offset])
  }
})
