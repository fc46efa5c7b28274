// The report on plans as text: nouns, savings, width.

import { expect, test } from 'vitest'
import type { PatternReport, PlanReport } from '../../engine/plan/plan-report.ts'
import { formatPlans } from './plan-table.ts'

const pattern = (others: Partial<PatternReport>): PatternReport => ({
  kind: 'labelling',
  groups: 1,
  nodes: 2,
  statements: 2,
  saved: { calls: 0, work: 0, ms: 0 },
  examples: [],
  ...others,
})
const report = (...patterns: PatternReport[]): PlanReport => ({
  programs: 1,
  statements: 1,
  nodes: 1,
  nodesByRows: { constant: 0, task: 0, sample: 1, candidate: 0 },
  samples: 1,
  cost: { calls: 1, work: 1000, ms: 1500 },
  patterns,
})

test('one of something has a noun in the singular', () => {
  const text = formatPlans(report(), 100)
  expect(text).toMatch(/^1 program with 1 statement, merged into 1 call:\n/)
  expect(text).toContain('measured on 1 sample: 1 call, 1,000 units of work, 1.50 s\n')
})

test.each([
  [{ calls: 3, work: 1200, ms: 2 }, '; saved 3 calls, 1,200 units of work, 2.0 ms\n'],
  [{ calls: 0, work: 1200, ms: -0.3 }, '; saved 1,200 units of work, no measurable time\n'],
  [{ calls: 0, work: 0, ms: 0 }, ' 2 statements\n'],
])('savings of %j', (saved, text) => {
  expect(formatPlans(report(pattern({ saved })), 100)).toContain(text)
})

test('lines fit the width', () => {
  const examples = ['objects(I, T, F, T), objects(I, T, F, F), objects(I, T, T, T), objects(I, F, F, T), …']
  const lines = formatPlans(report(pattern({ examples }), pattern({ kind: 'maps', groups: 0 })), 60).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(lines).toContain('  objects(I, T, F, T), objects(I, T, F, F),')
  expect(lines).toContain('  none')
})
