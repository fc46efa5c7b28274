// Judging vectors: passed, a deviation of ours, or failed; counted by tier and by rule.

import { expect, test } from 'vitest'
import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { type Vector, conform, sameNotation } from './conform.ts'

const vectors: Vector[] = [
  { fn: 'add', tier: 'typed', args: [1, 2], out: 3 },
  { fn: 'add', tier: 'typed', args: [1, 2], out: 4 },
  { fn: 'add', tier: 'duck', args: [1, { s: [] }], error: true },
  { fn: 'add', tier: 'duck', args: [1, 2], error: true },
  { fn: 'multiply', tier: 'duck', args: [2, { t: [{ t: [1] }, 0] }], out: { t: [{ t: [1, 1] }, 0] } },
  { fn: 'double', tier: 'duck', args: [2 ** 29], out: 0 },
  { fn: 'size', tier: 'duck', args: [5], out: 5 },
  { fn: 'rbind', tier: 'typed', args: [{ f: 'add' }, 1], then: [2], out: 3 },
]

test('counts, rules and failures', async () => {
  const lines = vectors.map((_, k) => 10 + k)
  const report = await conform(new CpuEvaluator(), vectors, lines)
  expect(report).toMatchObject({
    backend: 'cpu',
    total: 8,
    passed: 3,
    deviations: 2,
    failed: 3,
    byTier: {
      typed: { total: 3, passed: 2, deviations: 0, failed: 1 },
      duck: { total: 5, passed: 1, deviations: 2, failed: 2 },
    },
    byRule: { 'rule 2': 1, overflow: 1 },
  })
  expect(report.failures).toMatchObject([
    { line: 11, fn: 'add', expected: 4, got: 3 },
    { line: 13, fn: 'add', expected: { error: true }, got: 3 },
    { line: 16, fn: 'size', expected: 5, got: { error: expect.stringContaining('type') } },
  ])
})

test('a failure of a vector whose value is None expects None, not an error', async () => {
  const { failures } = await conform(new CpuEvaluator(), [{ fn: 'add', tier: 'typed', args: [1, 2], out: null }], [7])
  expect(failures).toEqual([{ line: 7, fn: 'add', args: [1, 2], expected: null, got: 3 }])
})

test('a failure of what was returned keeps what it was called with', async () => {
  const vector: Vector = { fn: 'rbind', tier: 'typed', args: [{ f: 'add' }, 1], then: [2], out: 4 }
  const { failures } = await conform(
    new CpuEvaluator(),
    [vector, { fn: 'add', tier: 'typed', args: [1, 2], out: 4 }],
    [7, 8],
  )
  expect(failures).toEqual([
    { line: 7, fn: 'rbind', args: [{ f: 'add' }, 1], then: [2], expected: 4, got: 3 },
    { line: 8, fn: 'add', args: [1, 2], expected: 4, got: 3 },
  ])
  expect(failures.map((failure) => 'then' in failure)).toEqual([true, false])
})

test('no more than twenty failures are kept, all are counted', async () => {
  const wrong = Array.from({ length: 50 }, (): Vector => ({ fn: 'add', tier: 'typed', args: [1, 1], out: 3 }))
  const report = await conform(
    new CpuEvaluator(),
    wrong,
    wrong.map((_, k) => k),
  )
  expect([report.failed, report.failures.length]).toEqual([50, 20])
})

test.each<[Notation, Notation, boolean]>([
  [true, 1, true],
  [{ t: [false, true] }, { t: [0, 1] }, true],
  [{ g: ['12', '34'] }, { t: [{ t: [1, 2] }, { t: [3, 4] }] }, true],
  [{ t: [] }, { s: [] }, false],
  [{ t: [1] }, 1, false],
  [{ f: 'add' }, { f: 'add' }, true],
  [{ t: [1, 2] }, { s: [1, 2] }, false],
  [{ call: 'rbind', args: [{ f: 'add' }, true] }, { call: 'rbind', args: [{ f: 'add' }, 1] }, true],
])('%j and %j are the same value: %s', (a, b, expected) => {
  expect(sameNotation(a, b)).toBe(expected)
})
