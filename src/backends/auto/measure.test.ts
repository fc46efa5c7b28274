import { expect, test } from 'vitest'
import { mergePrograms } from '../../plan/graph.ts'
import { STEP_WIDTH, lowerGraph } from '../../plan/plan.ts'
import { primitiveNamed } from '../../language/names.ts'
import { CpuEvaluator } from '../cpu/cpu-evaluator.ts'
import { PlanRun } from '../cpu/plan-run.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import { timedProgram } from '../trial-calls.ts'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { batchOf, drawTask, runBatch, solver } from '../../../test/gpu/small-batch.ts'
import { GpuBackend } from '../gpu/gpu-backend.ts'
import { IdleDevice } from './idle-device.ts'
import { measureHost } from './measure-host.ts'
import { measureOnDevice, repeatLastStep } from './measure.ts'

test('a timed call is made as often as it is divided by, and has the same result', () => {
  const plan = lowerGraph(mergePrograms([timedProgram(primitiveNamed('rot90', 'a')!, 3)]))
  const repeated = repeatLastStep(plan, 16)
  expect(repeated.steps.constant.length).toBe(plan.steps.constant.length + 15 * STEP_WIDTH)
  const kernelsOf = (own: typeof plan) => {
    const evaluator = new CpuEvaluator(1 << 20)
    const run = new PlanRun(own, new WasmHeap(1 << 16, own.layout), evaluator)
    return [evaluator.work.onCpu, run.executed]
  }
  const [once, many] = [kernelsOf(plan), kernelsOf(repeated)]
  expect(many).toEqual(once.map((count) => count! + 15))
})

test('the work of the host for rows and evaluations is measured with a device that takes no time', async () => {
  const { row, evaluation } = await measureHost()
  expect(Math.min(row, evaluation)).toBeGreaterThanOrEqual(0)
  expect(row + evaluation).toBeGreaterThan(0)
})

test('a device without work answers with as many evaluations as were asked for, and counts its transfers', async () => {
  const { plans, units, settings } = batchOf([solver('a', 'hmirror(I)'), solver('b', 'size(I)')], [drawTask('one', 3)])
  const device = new IdleDevice()
  const backend = new GpuBackend({ open: [async () => device] })
  const results = await runBatch(backend, { plans, units, settings: { ...settings, outputs: 'none' } })
  expect(results.map(({ verdicts }) => [...verdicts])).toEqual([Array(5).fill(0), Array(5).fill(0)])
  expect(backend.work).toMatchObject({ chunks: 1, upload: { count: 1 }, download: { count: 1 }, onCpu: 0 })
})

test.each([
  ['', 'none', ['none', 'all']],
  ['opencl', 'NVIDIA CUDA 535.1', ['none', 'all']],
  ['opencl', 'Portable Computing Language 3.1', ['none']],
] as const)('the forms that are timed on a device of the API "%s" with the driver %s', async (api, driver, forms) => {
  const device = new InterpretedDevice({ api, driver })
  const base = { chunk: 1, round: 1, byte: 0 }
  await measureOnDevice(device, primitiveNamed('paint', 'a')!, base)
  expect([...new Set(device.runs.map(({ options }) => options.tuned))]).toEqual(forms)
})
