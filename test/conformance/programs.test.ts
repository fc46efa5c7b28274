// The conformance data of whole programs on the CPU: every statement of 300 batts, on three samples each.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conformPrograms } from '../../src/engine/conform/conform-programs.ts'
import { holdsPrograms, readProgramVectors } from '../../src/engine/conform/program-vectors.ts'

/** The most that deviations, and what uses their values, may make of all statements. */
const MOST_DEVIATIONS = 0.02

const text = readFileSync(new URL('data/programs.jsonl', import.meta.url), 'utf8')

test('no statement fails, and few deviate', () => {
  expect(holdsPrograms(text)).toBe(true)
  const { vectors, lines } = readProgramVectors(text, 'programs.jsonl')
  const report = conformPrograms(vectors, lines)
  expect(report.failures).toEqual([])
  expect(report).toMatchObject({ programs: 300, failed: 0 })
  const statements = report.total + report.tainted + report.skipped
  expect(statements).toBeGreaterThan(25_000)
  expect(report.deviations + report.tainted).toBeLessThan(statements * MOST_DEVIATIONS)
})
