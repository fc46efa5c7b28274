// The backend that chooses, without a device: it looks for one only where that can pay, and only once.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { CpuBackend } from '../cpu/cpu-backend.ts'
import { GpuBackend } from '../gpu/gpu-backend.ts'
import { AutoBackend } from './auto-backend.ts'
import type { Costs } from './cost-model.ts'

const { programs } = readPrograms('def solve_a1(I):\n    return vmirror(I)\n', 'p.py')
const dataset = makeDataset([{ id: 'a1', train: [], test: [{ input: gridFromRows([[1, 2]]) }] }])

test('the report explains the choice with the predicted times', async () => {
  const free = { fixed: 0, call: 0, cell: 0 }
  const costs: Costs = {
    cpu: { vmirror: { ...free, call: 400_000 } },
    gpu: { vmirror: { ...free, call: 100 } },
    compile: { vmirror: 7000 },
    tuned: new Set(),
    chunk: 1000,
    round: 500,
    byte: 0,
    worker: 1e9,
    host: { row: 30, evaluation: 20 },
  }
  const open = async (place: string) =>
    place === 'gpu' ? new GpuBackend({ open: [async () => new InterpretedDevice()] }) : new CpuBackend()
  const choicesWith = async (own: Costs) => {
    const findDevice = async () => ({ name: 'a card', kind: 'hardware' as const })
    const backend = new AutoBackend({ workers: 1, costs: async () => own, findDevice, open })
    const report = await runPrograms({ programs, dataset, backend })
    await backend.close()
    return report.choices!
  }
  expect(await choicesWith(costs)).toEqual([
    {
      plan: 0,
      programs: 1,
      samples: 1,
      place: 'gpu',
      ms: { cpu: 400, gpu: expect.closeTo(7 + 4.05) },
      parts: {
        computing: 0.1,
        waiting: 0,
        launching: 1.5,
        transfer: 0,
        host: expect.closeTo(0.05 + 4),
        compiling: 7,
      },
      reason: expect.stringMatching(/^11.* ms on a card, most of it compiling \(7.00 ms\); 400 ms on the CPU$/),
    },
  ])
  // A host that cannot keep up keeps the programs on the cores.
  const [kept] = await choicesWith({ ...costs, host: { row: 1e6, evaluation: 0 } })
  expect(kept).toMatchObject({ place: 'cpu', reason: expect.stringContaining('most of it work of the host (1004 ms)') })
})

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
    host: { row: 0, evaluation: 0 },
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
