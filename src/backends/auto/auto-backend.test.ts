// The backend that chooses, without a device: it looks for one only where that can pay, and only once.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { CpuBackend } from '../cpu/cpu-backend.ts'
import { AutoBackend } from './auto-backend.ts'
import type { Costs } from './cost-model.ts'

const { programs } = readPrograms('def solve_a1(I):\n    return vmirror(I)\n', 'p.py')
const dataset = makeDataset([{ id: 'a1', train: [], test: [{ input: gridFromRows([[1, 2]]) }] }])

/** Runs twice where a call is predicted to take so many microseconds; returns the number of searches. */
async function countSearches(microseconds: number): Promise<number> {
  let searches = 0
  const costs: Costs = {
    cpu: { vmirror: { fixed: 0, call: microseconds, cell: 0 } },
    gpu: {},
    compile: {},
    tuned: new Set(),
    chunk: 0,
    round: 0,
    byte: 0,
    worker: 0,
  }
  const backend = new AutoBackend({
    workers: 1,
    costs: async () => costs,
    findDevice: async () => {
      searches++
      return undefined
    },
    open: async () => new CpuBackend(),
  })
  for (let run = 0; run < 2; run++) await runPrograms({ programs, dataset, backend })
  await backend.close()
  return searches
}

test('a long run looks for a device, a second one does not look again', async () => {
  expect(await countSearches(1e6)).toBe(1)
})

test('a short run does not look for a device', async () => {
  expect(await countSearches(1)).toBe(0)
})
