import { expect, test } from 'vitest'
import { mergePrograms } from '../../plan/graph.ts'
import { STEP_WIDTH, lowerGraph } from '../../plan/plan.ts'
import { primitiveNamed } from '../../language/names.ts'
import { CpuEvaluator } from '../cpu/cpu-evaluator.ts'
import { PlanRun } from '../cpu/plan-run.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import { timedProgram } from '../trial-calls.ts'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
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
