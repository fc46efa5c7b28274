// Comparing reports: what counts as slower, what does not, and what is noted.

import { describe, expect, test } from 'vitest'
import { sampleBench } from '../../../test/bench-report.ts'
import type { BenchReport } from './bench-report.ts'
import { compareBenches } from './compare-benches.ts'

/** Passes around a median, all different. */
const around = (median: number, count = 9, step = 0.001) =>
  Array.from({ length: count }, (_, k) => median * (1 + step * (k - (count - 1) / 2)))

const report = (passes: readonly (readonly number[])[]): BenchReport =>
  sampleBench({ sequential: passes.map((passesMs, k) => ({ samples: 10 ** (k + 1), passesMs })) })

const verdicts = (before: readonly (readonly number[])[], after: readonly (readonly number[])[], threshold = 0.05) =>
  compareBenches(report(before), report(after), threshold).comparisons.map(({ verdict }) => verdict)

describe('verdicts', () => {
  test('passes apart by more than the threshold are slower or faster', () => {
    expect(verdicts([around(10), around(10)], [around(12), around(8)])).toEqual(['slower', 'faster'])
  })

  test('a change below the threshold does not count, however certain', () => {
    expect(verdicts([around(10)], [around(10.3)])).toEqual(['same'])
    expect(verdicts([around(10)], [around(10.3)], 0.02)).toEqual(['slower'])
  })

  test('a large change within the spread does not count', () => {
    expect(verdicts([around(10, 9, 0.3)], [around(11, 9, 0.3)])).toEqual(['same'])
  })

  test('few passes cannot be significant', () => {
    expect(verdicts([around(10, 3)], [around(30, 3)])).toEqual(['too-few-passes'])
    expect(verdicts([around(10, 3)], [around(10, 3)])).toEqual(['same'])
    // Five suffice for one comparison, not for ten.
    expect(verdicts([around(10, 5)], [around(30, 5)])).toEqual(['slower'])
    const ten = Array.from({ length: 10 }, () => around(10, 5))
    expect(verdicts(ten, [around(30, 5), ...ten.slice(1)])[0]).toBe('too-few-passes')
  })

  test('the change is that of the median', () => {
    const [comparison] = compareBenches(report([around(10)]), report([around(12)]), 0.05).comparisons
    expect(comparison).toMatchObject({ route: 'sequential', samples: 10, beforeMs: 10, afterMs: 12 })
    expect(comparison!.change).toBeCloseTo(0.2, 9)
    expect(comparison!.pValue).toBeCloseTo(2 / 48_620, 9)
  })
})

test('results in one of the reports only are counted, not compared', () => {
  const before = sampleBench({ sequential: [{ samples: 3, passesMs: [1] }], workers: [{ samples: 3, passesMs: [1] }] })
  const after = sampleBench({
    sequential: [
      { samples: 3, passesMs: [1] },
      { samples: 10, passesMs: [1] },
    ],
  })
  const { comparisons, unmatched } = compareBenches(before, after, 0.05)
  expect(comparisons.map(({ route, samples }) => [route, samples])).toEqual([['sequential', 3]])
  expect(unmatched).toBe(2)
})

describe('notes', () => {
  const notesOf = (change: Partial<BenchReport>) =>
    compareBenches(report([[1]]), { ...report([[1]]), ...change }, 0).notes
  const { machine, versions } = report([[1]])

  test('none for the same machine at rest', () => {
    expect(notesOf({})).toEqual([])
  })

  test.each<[string, Partial<BenchReport>, string]>([
    ['processor', { machine: { ...machine, cpu: 'other' } }, 'processor: a processor before, other after'],
    ['cores', { machine: { ...machine, cores: 8 } }, 'cores: 2 before, 8 after'],
    ['platform', { machine: { ...machine, platform: 'p' } }, 'platform: linux x64 before, p after'],
    ['Node', { versions: { ...versions, node: '99.0.0' } }, 'Node: 20.19.0 before, 99.0.0 after'],
    ['Megabatt', { versions: { ...versions, megabatt: '9.0.0' } }, 'Megabatt: 0.1.0 before, 9.0.0 after'],
    [
      'load',
      { machine: { ...machine, load: { before: 0.5, after: 2.5 } } },
      'other work was running: load 1.0 before, 2.5 after',
    ],
  ])('%s', (_, change, note) => {
    expect(notesOf(change)).toEqual([note])
  })
})
