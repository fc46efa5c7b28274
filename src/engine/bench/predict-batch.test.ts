// Predictions of a batch by route, from given costs.

import { expect, test } from 'vitest'
import type { Choice } from '../../backends/plan-choice.ts'
import type { Costs } from '../../backends/auto/cost-model.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { planGroups } from '../run/plan-groups.ts'
import type { PlannedBatch } from './measure-routes.ts'
import { predictBatch } from './predict-batch.ts'

const { programs } = readPrograms('def solve_a1(I):\n    return vmirror(I)\n', 'p.py')
const task = { id: 'a1', train: [], test: Array.from({ length: 10 }, () => ({ input: gridFromRows([[1]]) })) }
const dataset = { tasks: [task], hash: '' }
const batch: PlannedBatch = { samples: 10, dataset, planMs: 0, groups: planGroups({ programs, dataset }) }
const COSTS: Costs = {
  cpu: { vmirror: { fixed: 0, call: 1000, cell: 0 } },
  gpu: { vmirror: { fixed: 5000, call: 100, cell: 0 } },
  compile: { vmirror: 1e9 },
  tuned: new Set(),
  chunk: 1000,
  round: 0,
  byte: 0,
  worker: 0,
  host: { row: 0, evaluation: 0 },
}
const options = { workers: 1, device: undefined, costs: async () => COSTS, chosen: undefined }
const device = { name: 'a card', kind: 'hardware' as const }

test('one thread: ten calls of a millisecond', async () => {
  expect(await predictBatch(batch, options)).toEqual({ sequential: 10 })
})

test('the costs of exactly the needed kernels are asked for', async () => {
  let asked: ReadonlySet<string> | undefined
  await predictBatch(batch, { ...options, costs: async (kernels) => ((asked = kernels), COSTS) })
  expect([...asked!]).toEqual(['vmirror'])
})

test('workers share the time', async () => {
  const { sequential, workers } = await predictBatch(batch, { ...options, workers: 2 })
  expect(sequential).toBe(10)
  expect(workers).toBeGreaterThan(5)
  expect(workers).toBeLessThan(10)
})

test('a device: a chunk, a dispatch and its calls, without compiling', async () => {
  expect((await predictBatch(batch, { ...options, device }))['gpu-resident']).toBeCloseTo(7, 9)
})

test('the automatic route takes the time of the place that it chose', async () => {
  const choice = (place: Choice['place']): Choice => ({ plan: 0, programs: 1, samples: 10, place, ms: {}, reason: '' })
  const predicted = async (place: Choice['place']) =>
    (await predictBatch(batch, { ...options, device, chosen: [choice(place)] })).auto
  expect(await predicted('cpu')).toBeCloseTo(10, 9)
  expect(await predicted('gpu')).toBeCloseTo(7, 9)
})
