// Everything that needs all kernels on a device: the conformance data, generated calls against the CPU word by word, calls
// at the edge of the budget, and word soup. One file and one evaluator, since compiling the kernels takes minutes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import type { GpuDevice } from '../../src/backends/gpu/device.ts'
import { openNodeDevice } from '../../src/backends/gpu/device.node.ts'
import { GpuEvaluator } from '../../src/backends/gpu/gpu-evaluator.ts'
import { conform } from '../../src/engine/conform.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, isError } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/error-words.ts'
import { decodeNotation } from '../../src/language/value-notation.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'
import { SEED } from '../generators/seed.ts'
import { readVectors } from './vectors.ts'

const MINUTES = 60_000
// Enough for all the conformance data; small enough for runaway calls to be common and to end soon.
const BUDGET = 1 << 17
const CALLS_A_PRIMITIVE = 300

const cpu = new CpuEvaluator(BUDGET)
let device: GpuDevice
let gpu: GpuEvaluator

beforeAll(async () => {
  console.log(`seed ${SEED}`)
  device = await openNodeDevice()
  gpu = new GpuEvaluator(device, BUDGET)
  // One call of each primitive: all kernels are asked for together and compile on all cores.
  const started = performance.now()
  const heap = new Heap()
  await gpu.evaluate(
    heap,
    primitives.flatMap((primitive) => drawArguments(primitive, 3).map((args) => encodeCall(heap, primitive, args))),
  )
  console.log(`kernels compiled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}, 20 * MINUTES)

afterAll(() => {
  gpu?.destroy()
  device?.destroy()
})

test(
  'the conformance data: nothing failed, nothing ran on the CPU',
  async () => {
    const { vectors, lines } = readVectors()
    const report = await conform(gpu, vectors, lines)
    expect(report.failures).toEqual([])
    expect(report).toMatchObject({ total: vectors.length, failed: 0, backend: 'gpu', work: { onCpu: 0 } })
    expect(report.byTier.typed).toMatchObject({ deviations: 0, failed: 0 })
    expect(report.total).toBeGreaterThanOrEqual(9600)
    expect(report.work.onGpu).toBeGreaterThanOrEqual(report.total)
  },
  20 * MINUTES,
)

describe('CPU and GPU give the same words for generated arguments', () => {
  test.each(primitives.map((primitive) => [primitive.name, primitive] as const))(
    '%s',
    async (name, primitive) => {
      const drawn = drawArguments(primitive, CALLS_A_PRIMITIVE)
      const [onCpu, onGpu] = [new Heap(1 << 18), new Heap(1 << 18)]
      const expected = await cpu.evaluate(
        onCpu,
        drawn.map((args) => encodeCall(onCpu, primitive, args)),
      )
      const got = await gpu.evaluate(
        onGpu,
        drawn.map((args) => encodeCall(onGpu, primitive, args)),
      )
      const differences = drawn.flatMap((args, k) => {
        const [a, b] = [expected.results[k]!, got.results[k]!]
        const difference = findDifference(onCpu, a, onGpu, b) ?? (isError(a) ? undefined : findFlaw(onGpu, b))
        return difference === undefined
          ? []
          : [{ call: k, name, ...args, difference, cpu: show(onCpu, a), gpu: show(onGpu, b) }]
      })
      expect(differences.slice(0, 3)).toEqual([])
      expect(expected.results.filter(isError).length).toBeLessThan(CALLS_A_PRIMITIVE)
    },
    5 * MINUTES,
  )
})

function show(h: Heap, w: number): unknown {
  return isError(w) ? describeError(w) : decodeNotation(h, w)
}
void PRIMITIVE_BASE
