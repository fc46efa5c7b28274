// The conformance data on the CPU: nothing failed, all that is typed passes, and what deviates is listed.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { conform } from '../../src/engine/conform/conform.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { kernelEngines } from '../engines.ts'
import { readListedRules, readVectors } from './vectors.ts'

/** The most that the natural part of duck typing may leave to deviations. */
const MOST_DEVIATIONS = 0.03

const { vectors, lines } = readVectors()

test('there are sixty vectors or more for every primitive', () => {
  const counts = new Map<string, number>()
  for (const { fn } of vectors) counts.set(fn, (counts.get(fn) ?? 0) + 1)
  const own = primitives.filter(({ declarations }) => declarations.a !== undefined)
  expect(own.filter(({ name }) => (counts.get(name) ?? 0) < 60).map(({ name }) => name)).toEqual([])
})

describe.each(kernelEngines)('%s', async (_, engine) => {
  const report = await conform(new CpuEvaluator(DEFAULT_BUDGET, engine), vectors, lines)

  test('nothing failed', () => {
    expect(report.failures).toEqual([])
    expect(report).toMatchObject({ backend: 'cpu', total: vectors.length, failed: 0 })
    expect(report.passed + report.deviations).toBe(vectors.length)
  })

  test('everything typed passes', () => {
    const { typed } = report.byTier
    expect(typed!.total).toBeGreaterThan(7000)
    expect(typed!.passed).toBe(typed!.total)
  })

  test('little deviates, and only under rules that docs/deviations.md lists', () => {
    const { duck } = report.byTier
    expect(duck!.deviations).toBeLessThanOrEqual(duck!.total * MOST_DEVIATIONS)
    const listed = readListedRules().map((number) => `rule ${number}`)
    expect(listed.length).toBeGreaterThan(0)
    for (const rule of Object.keys(report.byRule)) expect(listed).toContain(rule)
  })

  test('work is counted where it was done', () => {
    expect(report.work.onCpu).toBeGreaterThanOrEqual(vectors.length)
    expect(report.work).toMatchObject({ onGpu: 0, dispatches: 0, upload: { count: 0 }, download: { count: 0 } })
  })
})
