// The findings of `megabatt doctor` as text.

import { expect, test } from 'vitest'
import type { Finding } from '../doctor/finding.ts'
import { formatFindings } from './findings.ts'

const FINDINGS: readonly Finding[] = [
  { topic: 'Node', status: 'ok', finding: '20.19.0' },
  { topic: 'cores', status: 'note', finding: '8 cores', advice: 'use --workers 2' },
  { topic: 'cache', status: 'problem', finding: 'cannot be written', advice: `Set ${'a variable '.repeat(12)}` },
]

test('a line for each, advice below, and a sum', () => {
  const lines = formatFindings(FINDINGS, 200).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'ok       Node: 20.19.0',
    'note     cores: 8 cores',
    '         → use --workers 2',
    'PROBLEM  cache: cannot be written',
  ])
  expect(lines.slice(-3)).toEqual(['', '1 problem, 1 note', ''])
  expect(formatFindings([], 80)).toBe('\n0 problems, 0 notes\n')
})

test.each([60, 100])('fits %i columns', (width) => {
  for (const line of formatFindings(FINDINGS, width).split('\n'))
    expect(line.trimEnd().length).toBeLessThanOrEqual(width)
})
