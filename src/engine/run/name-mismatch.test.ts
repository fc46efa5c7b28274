import { expect, test } from 'vitest'
import { VerdictMismatchError } from '../../backends/gpu/verify-evaluations.ts'
import { type Mismatch, MismatchError } from '../../backends/gpu/verify-rows.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { readConformanceFile } from '../conform/conformance-file.ts'
import { NamedMismatchError, conformanceLine, nameMismatch } from './name-mismatch.ts'

const grid = { height: 1, width: 1, cells: new Uint8Array(1) }
const { programs } = readProgramFile('def solve_a(I):\n    x1 = rot90(I)\n    x2 = size(x1)\n    return x2\n', 'a.py')
const mismatch: Mismatch = {
  unit: { plan: 0, task: { id: 'ab', train: [], test: [{ input: grid }] }, from: 0, to: 1 },
  sample: 3,
  slot: 9,
  programs: [{ program: 0, statement: 1 }],
  callee: { f: 'size' },
  args: [{ t: [1, 2, 3] }],
  cpu: 3,
  gpu: { error: 'type' },
}

test('a mismatch is told with program, statement, sample, arguments and both values', () => {
  const error = nameMismatch(new MismatchError(mismatch), () => programs[0]!)
  expect(error).toBeInstanceOf(NamedMismatchError)
  const { message, place, code, exitCode } = error as NamedMismatchError
  expect(message).toContain('x2 of solve_a, task ab, test 4')
  expect(message).toContain('call {"f":"size"}({"t":[1,2,3]})')
  expect(message).toContain('CPU  3')
  expect(message).toContain('GPU  {"error":"type"}')
  expect({ place, code, exitCode }).toMatchObject({
    place: { program: 'solve_a', sample: 'test 4' },
    code: 'gpu-mismatch',
    exitCode: 1,
  })
})

test('a different verdict is told with program, sample, part and both numbers', () => {
  const { unit, sample } = mismatch
  const error = nameMismatch(
    new VerdictMismatchError({ unit, sample, program: 0, part: 'verdict', cpu: 1, gpu: 2 }),
    () => programs[0]!,
  ) as NamedMismatchError
  expect(error.message).toBe(
    'The device differs from the CPU in the verdict of solve_a, task ab, test 4\n  CPU  1\n  GPU  2',
  )
  expect(error).toMatchObject({ code: 'gpu-mismatch', exitCode: 1, line: undefined })
  expect(error.advice).not.toContain('conform')
})

test('and as a line that a conformance run reads', () => {
  const lines = [
    conformanceLine(mismatch),
    conformanceLine({ ...mismatch, callee: { call: 'rbind', args: [{ f: 'add' }, 2] }, args: [5], cpu: 7 }),
    conformanceLine({ ...mismatch, args: [4], cpu: { error: 'type' } }),
  ]
  const { vectors } = readConformanceFile(lines.join('\n'), 'mismatches.jsonl')
  expect(vectors).toMatchObject([
    { fn: 'size', args: [{ t: [1, 2, 3] }], out: 3 },
    { fn: 'rbind', then: [5], out: 7 },
    { fn: 'size', args: [4], error: true },
  ])
})

test('what cannot be written down has no line, and what is no mismatch stays as it is', () => {
  expect(conformanceLine({ ...mismatch, args: [{ error: 'too large to be written down' }] })).toBeUndefined()
  const other = new Error('something else')
  expect(nameMismatch(other, () => programs[0]!)).toBe(other)
})
