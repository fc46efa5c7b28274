// The tables of benchmarks and comparisons at 100 and at 60 columns.

import { describe, expect, test } from 'vitest'
import { sampleBench } from '../../../test/bench-report.ts'
import type { BenchComparison, Comparison } from '../../engine/bench/compare-benches.ts'
import { formatBench } from './bench-table.ts'
import { formatComparison } from './compare-table.ts'

const report = sampleBench(
  {
    sequential: [
      { samples: 3, passesMs: [0.9, 1, 1.1], predictedMs: 2 },
      { samples: 4000, passesMs: [1200, 1000, 1100] },
    ],
    workers: [
      { samples: 3, passesMs: [4] },
      { samples: 4000, passesMs: [550] },
    ],
    'gpu-per-op': [
      {
        samples: 3,
        passesMs: [59.81],
        gpuShare: 1,
        dispatches: 400,
        upload: { count: 1202, bytes: 5000 },
        download: { count: 560, bytes: 3 },
      },
      { samples: 4000, passesMs: [600_000], correct: { count: 11_999, of: 12_000 } },
    ],
  },
  [
    { route: 'native', isMeasured: false, reason: 'no native library is compiled' },
    { route: 'native-workers', isMeasured: false, reason: 'no native library is compiled' },
  ],
)

describe('a benchmark', () => {
  const wide = formatBench(report, 100)

  test('has a table for each size, with all columns at 100', () => {
    expect(wide).toContain('3 samples, 9 evaluations\n')
    expect(wide).toContain('4,000 samples, 12,000 evaluations\n')
    expect(wide).toMatch(/^route +time +spread +evals\/s +ratio +GPU +dispatch +up\/down +predicted +correct$/m)
    expect(wide).toMatch(/^sequential +1\.00 ms +±5 % +9,000 +1\.00× +- +- +- +2\.00 ms +100 %$/m)
    expect(wide).toMatch(/^gpu-per-op +59\.8 ms +±0 % +150 +0\.02× +100 % +400 +1,202\/560 +- +100 %$/m)
    expect(wide).not.toContain('no room')
  })

  test('has starts and break-even sizes, and the routes that were left out', () => {
    expect(wide).toMatch(/^sequential +12\.5 ms +- +wasm$/m)
    expect(wide).toMatch(/^workers +12\.5 ms +~\d+ +wasm$/m)
    expect(wide).toMatch(/^gpu-per-op +12\.5 ms +> 4,000 +a card$/m)
    expect(wide).toContain('left out: native, native-workers (no native library is compiled)\n')
  })

  test('says that results differ, and by how much', () => {
    expect(wide).toMatch(/^gpu-per-op +600\.0 s .* 99\.9 %$/m)
    expect(wide).toContain('Some results differ from those of the sequential route.')
    expect(formatBench(sampleBench({ sequential: [{ samples: 3, passesMs: [1] }] }), 100)).not.toContain('differ')
  })

  test.each([60, 80, 100, 120])('fits %i columns', (width) => {
    for (const line of formatBench(report, width).split('\n'))
      expect([line, line.length <= width]).toEqual([line, true])
  })

  test('leaves out the least important columns at 60, and says so', () => {
    const narrow = formatBench(report, 60)
    expect(narrow).toMatch(/^route +time +(spread +)?evals\/s +ratio +correct$/m)
    expect(narrow).toMatch(/no room for [\s\S]*GPU, dispatch, up\/down,\s+predicted/)
    expect(narrow).toMatch(/^gpu-per-op +600\.0 s .* 99\.9 %$/m)
  })
})

describe('a comparison', () => {
  const row = (verdict: Comparison['verdict'], change: number): Comparison => {
    const p = verdict === 'same' ? 0.5 : 0.000_04
    return { route: 'workers', samples: 1000, beforeMs: 10, afterMs: 10 * (1 + change), change, pValue: p, verdict }
  }
  const comparison: BenchComparison = {
    comparisons: [row('slower', 0.1), row('same', 0.001), row('faster', -0.25), row('slower', 0.5)],
    notes: ['Node: 20.19.0 before, 22.12.0 after'],
    unmatched: 1,
  }

  test('has what is slower first, the largest change above', () => {
    const text = formatComparison(comparison, 0.05, 100)
    expect(text).toMatch(/^2 significantly slower\nroute +samples.*\n.*\+50\.0 %.*\n.*\+10\.0 %/)
    expect(text).toMatch(/1 significantly faster\n.*\nworkers +1,000 +10\.0 ms +7\.50 ms +-25\.0 % +0\.000040\n/)
    expect(text).toContain('1 of 4 comparisons without a significant change (threshold 5 %, Mann-Whitney')
    expect(text).toContain('1 result in only one of the reports\n')
    expect(text).toContain('note: Node: 20.19.0 before, 22.12.0 after\n')
  })

  test('says where passes were too few', () => {
    const few = { ...comparison, comparisons: [row('too-few-passes', 3)], unmatched: 0, notes: [] }
    const text = formatComparison(few, 0.05, 100)
    expect(text).toContain('1 changed, but with too few passes to tell')
    expect(text).not.toContain('only one of')
  })

  test('fits 60 columns', () => {
    for (const line of formatComparison(comparison, 0.05, 60).split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  })
})
