// Kernels without branches around accesses to memory, for software devices, and with them, for GPUs: a few that are quick to compile.
// Values and errors are the CPU’s at every budget.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import { wgslCode } from '../../src/backends/gpu/shaders/kernel-code.ts'
import { GpuEvaluator } from '../../src/backends/gpu/stepwise/gpu-evaluator.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { newHeap } from '../generators/layouts.ts'

const MINUTES = 60_000
const SMALL = ['rot90', 'lefthalf']
const LARGER = ['paint', 'insert']
const CALLS = 300
/** The last one ends no call; the others end calls at different places. */
const BUDGETS = [5, 40, 300, 1 << 16]

let device: GpuDevice
beforeAll(async () => {
  device = await openNodeDevice()
})
afterAll(() => device?.destroy())

/** With branches, the software device compiles only small kernels in useful time. */
const CODES = [
  { kind: 'software', kernels: [...SMALL, ...LARGER] },
  { kind: 'hardware', kernels: SMALL },
] as const

describe.each(CODES)('kernels for $kind', ({ kind, kernels }) => {
  let gpu: GpuEvaluator
  beforeAll(() => {
    gpu = new GpuEvaluator(device, 1, new Pipelines(device, { code: wgslCode(kind) }))
  })

  test.each(kernels)(
    '%s',
    async (name) => {
      const primitive = primitives.find((own) => own.key === name)!
      const drawn = drawArguments(primitive, CALLS, 'a')
      for (const budget of BUDGETS) {
        const [onCpu, onGpu] = [newHeap('a', 1 << 18), newHeap('a', 1 << 18)]
        gpu.budget = budget
        const expected = await new CpuEvaluator(budget).evaluate(
          onCpu,
          drawn.map((args) => encodeCall(onCpu, primitive, args)),
        )
        const got = await gpu.evaluate(
          onGpu,
          drawn.map((args) => encodeCall(onGpu, primitive, args)),
        )
        const differences = drawn.flatMap((args, k) => {
          const difference = findDifference(onCpu, expected.results[k]!, onGpu, got.results[k]!)
          return difference === undefined ? [] : [{ args, budget, difference }]
        })
        expect(differences.slice(0, 3)).toEqual([])
      }
    },
    5 * MINUTES,
  )
})
