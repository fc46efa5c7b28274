// The batch that is profiled, and the phases of routes.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { measureRoutes } from './measure-routes.ts'
import { chooseBatch, profileBatch } from './profile-batch.ts'

test.each([
  [[1, 10, 100], 2],
  [[1, 1000, 1001], 1],
  [[2000, 3000], 0],
])('of sequential times %j, number %i is profiled', (times, chosen) => {
  expect(chooseBatch(times)).toBe(chosen)
})

test('phases add up to start, plan and the median pass', async () => {
  const request = {
    programs: galleryPrograms().filter(({ name }) => name.endsWith('turnflip')),
    tasks: galleryTasks({ only: ['turnflip'] }),
    pairing: 'own' as const,
    settings: {},
    keepUnused: false,
    sizes: [2, 6],
    passes: 3,
    predict: async () => ({}),
    routes: [
      { route: 'sequential' as const, backend: new CpuBackend(), openMs: 1 },
      { route: 'auto' as const, backend: new CpuBackend(), openMs: 2 },
    ],
  }
  const { measured, batches } = await measureRoutes(request)
  const profile = await profileBatch(request, measured, batches)
  expect(profile.samples).toBe(6)
  expect(profile.kernels).toEqual([])
  expect(profile.primitives.length).toBeGreaterThan(1)
  expect(profile.primitives.map(({ ms }) => ms)).toEqual(
    profile.primitives.map(({ ms }) => ms).toSorted((a, b) => b - a),
  )
  expect(profile.routes.map(({ phases }) => phases.map(({ phase }) => phase))).toEqual([
    ['plan', 'start', 'inputs', 'calling', 'kernels', 'judging'],
    ['plan', 'start', 'run'],
  ])
  for (const [k, { phases }] of profile.routes.entries()) {
    const { openMs, firstMs, results } = measured[k]!
    const [plan, start, ...pass] = phases.map(({ ms }) => ms)
    expect(plan).toBe(batches[1]!.planMs)
    expect(start).toBe(openMs + firstMs)
    expect(pass.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(results[1]!.ms.median, 6)
  }
})
