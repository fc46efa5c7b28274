// Conformance files of programs: what is read, and every complaint with its line.

import { expect, test } from 'vitest'
import { UserError, describeError } from '../../language/errors.ts'
import { holdsPrograms, readProgramVectors } from './program-vectors.ts'

const PROGRAM =
  'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = size(rot90(I))\n    return o, s\n'
const SAMPLE = { S: [[{ g: ['1'] }, { g: ['2'] }]], I: { g: ['12'] }, C: { g: ['34', '56'] }, t: { t1: 2 } }
const lineOf = (change: object, sample: object = {}) =>
  JSON.stringify({ program: PROGRAM, samples: [{ ...SAMPLE, ...sample }], ...change })

test('programs with their lines, inputs and expected values; empty lines do not count', () => {
  const { vectors, lines } = readProgramVectors(`\n${lineOf({})}\n  \n${lineOf({})}`, 'a.jsonl')
  expect(lines).toEqual([2, 4])
  const [{ program, samples, expected }] = vectors as [(typeof vectors)[number]]
  expect([program.name, program.file]).toEqual(['batt', 'a.jsonl:2'])
  expect(expected).toEqual([{ t1: 2 }])
  const grid = (height: number, width: number, ...cells: number[]) => ({ height, width, cells: Uint8Array.from(cells) })
  expect(samples).toEqual([
    {
      demos: [{ input: grid(1, 1, 1), output: grid(1, 1, 2) }],
      input: grid(1, 2, 1, 2),
      candidate: grid(2, 2, 3, 4, 5, 6),
    },
  ])
})

test.each([
  ['{"program": "x"}', true],
  ['\n {  "program": 1', true],
  ['{"fn": "size", "program": 1}', false],
  ['x {"program"', false],
  ['', false],
])('%j holds programs: %s', (text, expected) => {
  expect(holdsPrograms(text)).toBe(expected)
})

test.each([
  ['{"program": ', 'conformance-json', /The line is not JSON: .+/],
  [lineOf({ program: 5 }), 'conformance-line', /needs "program", a text, and "samples", a list/],
  [lineOf({ samples: {} }), 'conformance-line', /needs "program"/],
  [lineOf({ samples: [] }), 'conformance-line', /needs "program"/],
  [lineOf({ program: '' }), 'conformance-program', /cannot be read/],
  [lineOf({ program: PROGRAM.replace('size', 'sise') }), 'conformance-program', /a\.jsonl:2:4:\d+: error: .*sise/],
  [lineOf({}, { t: {} }), 'conformance-line', /A sample .*t1/],
  [lineOf({}, { t: undefined }), 'conformance-line', /t1/],
  [lineOf({}, { S: 5 }), 'conformance-value', /samples\[0\]\.S\b/],
  [lineOf({}, { S: [[{ g: ['x'] }, { g: ['1'] }]] }), 'conformance-value', /samples\[0\]\.S\[0\]\[0\]/],
  [lineOf({}, { S: [[{ g: ['1'] }, 5]] }), 'conformance-value', /samples\[0\]\.S\[0\]\[1\]/],
  [lineOf({}, { I: 5 }), 'conformance-value', /samples\[0\]\.I/],
  [lineOf({}, { C: { t: [] } }), 'conformance-value', /samples\[0\]\.C/],
])('%s: %s', (line, code, message) => {
  let thrown: unknown
  try {
    readProgramVectors(`\n${line}`, 'a.jsonl')
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(UserError)
  expect(thrown).toMatchObject({ code, place: { file: 'a.jsonl', line: 2 } })
  expect(describeError(thrown as UserError)).toMatch(message)
})
