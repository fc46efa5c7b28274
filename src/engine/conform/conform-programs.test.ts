// Conformance of whole programs: verdicts of single statements, on the CPU and with the values of another backend.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { runForValues } from './backend-values.ts'
import { conformPrograms } from './conform-programs.ts'
import { readProgramVectors } from './program-vectors.ts'

const LINES = [
  'def batt(task_id, S, I, C, log_path):',
  's = []',
  'o = []',
  't1 = rot90(I)',
  't2 = size(FIVE)',
  't3 = double(536870912)',
  't4 = astuple(t3, t1)',
  't5 = rbind(shift, UP)',
  't6 = size(rot90(C))',
  't7 = astuple(t4, t4)',
  "o.append((1, False, 'a', t1))",
  'return o, s',
]
const SAMPLE = { S: [], I: { g: ['12'] }, C: { g: ['34'] } }
const RIGHT = {
  t1: { g: ['1', '2'] },
  t2: 0,
  t3: 5,
  t4: { t: [5, 6] },
  t5: { callable: true },
  t6: 2,
  t7: { skip: true },
}

function vectorsOf(...expected: object[]) {
  const samples = expected.map((t) => ({ ...SAMPLE, t }))
  const line = JSON.stringify({ program: LINES.join('\n    '), samples })
  return readProgramVectors(`${line}\n`, 'a.jsonl')
}

test('values, defaults and deviations; what follows from a deviation, functions and inner calls are not compared', () => {
  const { vectors, lines } = vectorsOf(RIGHT, { ...RIGHT, t1: { g: ['12'] }, t2: 7, t6: 3 })
  const report = conformPrograms(vectors, lines)
  expect(report).toMatchObject({
    backend: 'cpu',
    programs: 1,
    total: 8,
    passed: 3,
    deviations: 2,
    failed: 3,
    tainted: 4,
    skipped: 4,
    byRule: { overflow: 2 },
  })
  expect(report.failures).toEqual([
    { line: 1, sample: 1, statement: 't1', expected: { g: ['12'] }, got: { g: ['1', '2'] } },
    { line: 1, sample: 1, statement: 't2', expected: 7, got: { error: expect.stringMatching(/type/i) } },
    { line: 1, sample: 1, statement: 't6', expected: 3, got: 2 },
  ])
  expect(report.work.onCpu).toBeGreaterThan(0)
})

test('an overflow where Python takes the default has passed; what follows is not compared', () => {
  const { vectors, lines } = vectorsOf({ ...RIGHT, t3: 0 })
  expect(conformPrograms(vectors, lines)).toMatchObject({ passed: 4, deviations: 0, failed: 0, tainted: 2, byRule: {} })
})

test('a deviation is one, too, where a function or nothing at all is expected', () => {
  for (const t3 of [{ callable: true }, { skip: true }]) {
    const { vectors, lines } = vectorsOf({ ...RIGHT, t3 })
    expect(conformPrograms(vectors, lines)).toMatchObject({ passed: 3, deviations: 1, tainted: 2, skipped: 2 })
  }
})

test('at most twenty failures are kept, all are counted', () => {
  const wrong = { ...RIGHT, t1: 1, t2: 1, t6: 1 }
  const { vectors, lines } = vectorsOf(...Array.from({ length: 10 }, () => wrong))
  const { failed, failures } = conformPrograms(vectors, lines)
  expect([failed, failures.length]).toEqual([30, 20])
})

test('the values of another backend are compared, sample by sample', async () => {
  const { vectors, lines } = vectorsOf(RIGHT, RIGHT)
  const backend = new CpuBackend()
  const values = await runForValues(backend, [...vectors, ...vectors])
  expect(values.map((samples) => samples.map((statements) => statements.length))).toEqual([
    [8, 8],
    [8, 8],
  ])
  const other = { name: 'other', values, work: backend.work }
  expect(conformPrograms(vectors, lines, other)).toMatchObject({
    backend: 'other',
    passed: 6,
    failed: 0,
    work: backend.work,
  })
  const changed = values.map((samples) => samples.map((statements) => statements.with(0, 9)))
  const report = conformPrograms(vectors, lines, { ...other, values: changed })
  expect(report).toMatchObject({ passed: 4, failed: 2 })
  expect(report.failures[1]).toMatchObject({ sample: 1, statement: 't1', got: 9 })
})
