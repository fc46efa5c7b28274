// Measures the costs of primitives on the CPU and on a device, with a small and a large argument.

import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { type Plan, STEP_WIDTH, lowerGraph } from '../../plan/plan.ts'
import { mergePrograms } from '../../plan/graph.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { primitives } from '../../primitives/registry.generated.ts'
import type { RunSettings, Unit } from '../backend.ts'
import { CpuEvaluator } from '../cpu/cpu-evaluator.ts'
import { PlanRun } from '../cpu/plan-run.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import type { ChunkDevice } from '../gpu/chunk/chunk-device.ts'
import { ImageBuilder } from '../gpu/chunk/chunk-image.ts'
import { makeChunk } from '../gpu/chunk/chunk.ts'
import { schedulePlan } from '../gpu/schedule/schedule.ts'
import { mayBeTuned } from '../gpu/suited-kernels.ts'
import { timedProgram } from '../trial-calls.ts'
import { type TunedChoice, formOf } from '../gpu/shaders/tuned-kernels.ts'
import type { KernelCost } from './cost-model.ts'

const SMALL = 3
const LARGE = 16
/** Concurrent calls in a timed chunk. */
const SIDE_BY_SIDE = 256
const PASSES = 3
const CPU_MICROSECONDS = 400
const LEAST_PASSES = 20
/** Equal calls one after the other on the CPU: starting a run takes longer than most calls. */
const IN_A_ROW = 16

const GRID = { height: 1, width: 1, cells: new Uint8Array(1) }
const TASK: Unit['task'] = { id: 'calibration', train: [], test: [{ input: GRID }] }
const SETTINGS: RunSettings = { budget: 1 << 22, allowance: DEFAULT_ALLOWANCE, measure: false, outputs: 'none' }

/** The costs of a device besides its kernels, in microseconds. */
export interface DeviceCosts {
  readonly chunk: number
  readonly round: number
  readonly byte: number
}

/** The kernels of a primitive; both kernels of a higher-order primitive are timed together. */
export function kernelsOf(primitive: Primitive): string[] {
  return primitive.sort === 'higher-order' ? [primitive.kernelName, primitive.callsName] : [primitive.kernelName]
}

/** The primitives of dialect a with these kernels. */
export function primitivesWith(kernels: ReadonlySet<string>): Primitive[] {
  const own = primitives.filter(({ declarations }) => declarations.a !== undefined)
  return own.filter((primitive) => kernelsOf(primitive).some((kernel) => kernels.has(kernel)))
}

/** Times a primitive on the CPU: the time that further calls add to a run with one call. */
export function measureOnCpu(primitive: Primitive): KernelCost {
  const [small, large] = [SMALL, LARGE].map((side) => {
    const plan = lowerGraph(mergePrograms([timedProgram(primitive, side)]))
    const repeated = repeatLastStep(plan, IN_A_ROW)
    const evaluator = new CpuEvaluator(SETTINGS.budget)
    const heap = new WasmHeap(1 << 16, plan.layout)
    const many = best(() => new PlanRun(repeated, heap, evaluator))
    const one = best(() => new PlanRun(plan, heap, evaluator))
    return Math.max(0.005, (many - one) / (IN_A_ROW - 1))
  })
  return fit(0, small!, large!)
}

/** The plan with its last step, which depends on constants only, `count` times. */
export function repeatLastStep(plan: Plan, count: number): Plan {
  const { constant } = plan.steps
  const first = constant.subarray(0, -STEP_WIDTH)
  const last = constant.subarray(-STEP_WIDTH)
  const steps = Int32Array.from([...first, ...Array.from({ length: count }, () => [...last]).flat()])
  return { ...plan, labellings: [], steps: { ...plan.steps, constant: steps } }
}

/** Times a primitive on a device by concurrent calls; of two forms the faster one counts. */
export async function measureOnDevice(
  device: ChunkDevice,
  primitive: Primitive,
  base: DeviceCosts,
): Promise<{ cost: KernelCost; compile: number; isTuned: boolean }> {
  const ordinary = await measureForm(device, primitive, base, 'none')
  const isTunable = mayBeTuned(device.facts) && kernelsOf(primitive).some((kernel) => formOf(kernel, 'all') !== kernel)
  if (!isTunable) return { ...ordinary, isTuned: false }
  const tuned = await measureForm(device, primitive, base, 'all')
  const isTuned = costOnLarge(tuned.cost) < costOnLarge(ordinary.cost)
  return { ...(isTuned ? tuned : ordinary), isTuned }
}

async function measureForm(
  device: ChunkDevice,
  primitive: Primitive,
  base: DeviceCosts,
  tuned: TunedChoice,
): Promise<{ cost: KernelCost; compile: number }> {
  const before = device.work.compiled.ms
  const [smallCall, largeCall] = [timedProgram(primitive, SMALL), timedProgram(primitive, LARGE)]
  const one = await timeChunk(device, [smallCall], 1, tuned)
  const compile = (device.work.compiled.ms - before) * 1000
  const small = await timeChunk(device, [smallCall], SIDE_BY_SIDE, tuned)
  const large = await timeChunk(device, [largeCall], SIDE_BY_SIDE, tuned)
  const fixed = Math.max(0, one - base.chunk)
  const perCall = (time: number) => Math.max(0.001, (time - one) / (SIDE_BY_SIDE - 1))
  return { cost: fit(fixed, perCall(small), perCall(large)), compile }
}

function costOnLarge({ call, cell }: KernelCost): number {
  return call + cell * LARGE * LARGE
}

/** Times a chunk with one call, and one with a large upload. */
export async function measureDevice(device: ChunkDevice): Promise<DeviceCosts> {
  const identity = primitives.find(({ name }) => name === 'identity')!
  const chunk = await timeChunk(device, [timedProgram(identity, SMALL)], 1)
  const large = await timeChunk(device, [timedProgram(identity, 30)], SIDE_BY_SIDE)
  const bytes = SIDE_BY_SIDE * 4 * 900
  // A chunk of one call has one round; the share of the round is an estimate.
  return { chunk, round: chunk / 10, byte: Math.max(0, large - chunk) / bytes }
}

/** The time of the fastest pass in microseconds; `copies` equal plans make as many calls, which are not merged. */
async function timeChunk(
  device: ChunkDevice,
  programs: Parameters<typeof mergePrograms>[0],
  copies: number,
  tuned: TunedChoice = 'none',
): Promise<number> {
  const plan: Plan = lowerGraph(mergePrograms(programs))
  const scheduled = { plan, schedule: schedulePlan(plan) }
  const units = Array.from({ length: copies }, (_, k): Unit => ({ plan: k, task: TASK, from: 0, to: 1 }))
  const ranges = units.map((_, unit) => ({ unit, from: 0, to: 1 }))
  const chunk = makeChunk(
    ranges,
    units,
    units.map(() => scheduled),
  )
  const image = new ImageBuilder().build(chunk, units, SETTINGS, 'none')
  let fastest = Infinity
  for (let pass = 0; pass <= PASSES; pass++) {
    const started = performance.now()
    await device.run(image, SETTINGS.budget, { scratchWords: 1 << 13, packWords: 0, tuned })
    // The first pass may compile.
    if (pass > 0) fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest * 1000
}

function best(action: () => unknown): number {
  let fastest = Infinity
  const end = performance.now() + CPU_MICROSECONDS / 1000
  // The first passes compile, and other processes disturb: the fastest of many passes counts.
  for (let pass = 0; pass < LEAST_PASSES || performance.now() < end; pass++) {
    const started = performance.now()
    action()
    fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest * 1000
}

/** A line through both times: cost per call and per cell. */
function fit(fixed: number, small: number, large: number): KernelCost {
  const cell = Math.max(0, (large - small) / (LARGE * LARGE - SMALL * SMALL))
  return { fixed, call: Math.max(0, small - cell * SMALL * SMALL), cell }
}
