// Tuned kernels against the CPU, word by word and with the work they count. The ordinary kernel, which they fall back to,
// is much code and has tests of its own: here it is a stand-in that says that a call was declined, but for one kernel. `npm test` tries
// a share of the kernels in one layout, `npm run test:all` all in both.

import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callKernel } from '../../src/backends/cpu/kernel-calls.ts'
import { type Work, newWork } from '../../src/backends/evaluator.ts'
import { GpuBuffers } from '../../src/backends/gpu/device/buffers.ts'
import { DeviceHeap } from '../../src/backends/gpu/stepwise/device-heap.ts'
import type { DeviceApi } from '../../src/backends/gpu/device/wanted-device.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { Dispatcher } from '../../src/backends/gpu/stepwise/dispatcher.ts'
import { arityOfKernel, kernelNames } from '../../src/backends/gpu/shaders/kernel-arity.ts'
import * as generated from '../../src/backends/gpu/shaders/kernels.generated.ts'
import * as opencl from '../../src/backends/gpu/shaders/kernels-opencl.generated.ts'
import { makeOpenclCode } from '../../src/backends/gpu/shaders/opencl-code.ts'
import { OPENCL, WEBGPU } from './test-devices.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import { type KernelCode, makeWgslCode } from '../../src/backends/gpu/shaders/kernel-code.ts'
import { STATE, kernelNumber } from '../../src/backends/gpu/shaders/device-state.ts'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import { tunedForm, tunedKernels } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import { LIST, elementsAt, kindOf, newBlock, sizeOf } from '../../src/kernel/blocks.ts'
import { BUDGET_ERROR, PENDING } from '../../src/kernel/errors.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { DEFAULT_BUDGET, type Heap } from '../../src/kernel/heap.ts'
import type { Word } from '../../src/kernel/words.ts'
import { addressOf, isError, isRef } from '../../src/kernel/words.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { isAll } from '../amount.ts'
import { hasAllKernels } from '../conformance/kernel-share.ts'
import { readVectors } from '../conformance/vectors.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'
import { LAYOUTS as ALL_LAYOUTS, kernelsOf, newHeap } from '../generators/layouts.ts'
import { commonArguments, rareArguments } from './tuned-arguments.ts'
import type { Argument } from './tuned-values.ts'

/** A simulator takes minutes for what a device does in a second: all kernels are for a run without haste. */
const MINUTES = (isAll ? 60 : 5) * 60_000
/** MEGABATT_TUNED=dedupe,paint tries these kernels in both layouts, each in a module of its own. */
const NAMED = process.env.MEGABATT_TUNED?.split(',')
const LAYOUTS = NAMED === undefined ? (isAll ? ALL_LAYOUTS : (['a'] as const)) : ALL_LAYOUTS
/** One kernel of this number is compiled, each in its own module. */
const SHARE = isAll ? 3 : 9
const DRAWN = 120
/** The places, among 24 calls by their costs, of those at whose budgets all are made. */
const BUDGET_PLACES = isAll ? [0, 8, 16, 23] : [0, 16]
/** Kernels that decline small arguments, which most that are drawn are. */
const LARGE_ONLY: ReadonlySet<string> = new Set([
  'asobject',
  'bottomhalf',
  'canvas',
  'cmirror',
  'crop',
  'cropT',
  'dedupe',
  'dmirror',
  'gravitate',
  'hconcat',
  'hmatching',
  'hmirror',
  'hperiod',
  'leastcommon',
  'lefthalf',
  'mostcommon',
  'ofcolor',
  'recolor',
  'righthalf',
  'rot180',
  'rot270',
  'rot90',
  'shift',
  'toindices',
  'toobject',
  'tophalf',
  'totuple',
  'trim',
  'vconcat',
  'vmatching',
  'vmirror',
  'vperiod',
])
/** The kernel that is tried with its ordinary form too: the one that compiles fastest. */
const WHOLE = 'paint'

/** PoCL takes longer to compile code with barriers, so OpenCL is tried on request: MEGABATT_TEST_DEVICE=opencl. */
const TUNED_DEVICE = process.env.MEGABATT_TEST_DEVICE === 'opencl' ? OPENCL : WEBGPU

/** The device of a layout, with its kernels: the tuned ones with stand-ins, and one as a whole. */
interface Tried {
  readonly device: GpuDevice
  readonly buffers: GpuBuffers
  readonly standIns: Pipelines
  readonly whole: Pipelines
}

const tried = new Map<CellLayout, Tried>()

beforeAll(async () => {
  for (const layout of LAYOUTS) {
    const { api } = TUNED_DEVICE
    const device = await TUNED_DEVICE.open()
    const standIns = new Pipelines(device, { tuned: 'all', code: codeWithStandIns(api) })
    const whole = new Pipelines(device, { tuned: new Set([WHOLE]) })
    standIns.layout = layout
    // A run of all kernels compiles one module for them; a run of a few compiles a module for each. WHOLE always has its own module.
    standIns.families = hasAllKernels && NAMED === undefined ? 'small' : 'none'
    whole.layout = layout
    const started = performance.now()
    await Promise.all([standIns.prepare(tunedIn(layout)), whole.prepare([WHOLE])])
    const seconds = (performance.now() - started) / 1000
    console.log(`tuned kernels of layout ${layout} compiled on ${api} in ${seconds.toFixed(1)} s`)
    tried.set(layout, { device, buffers: new GpuBuffers(device, newWork()), standIns, whole })
  }
}, 10 * MINUTES)

afterAll(() => {
  for (const { device } of tried.values()) device.destroy()
})

/** All kernels with nothing in them: their result says that they were asked. */
function codeWithStandIns(api: DeviceApi): KernelCode {
  const library = api === 'opencl' ? opencl : generated
  const kernels = { ...library.kernels }
  for (const name of kernelNames) {
    if (kernels[name] === undefined) continue
    const { printedName } = kernels[name]!
    const names = Array.from({ length: arityOfKernel(name) }, (_, k) => `ignored${k}`)
    const text =
      api === 'opencl'
        ? `static int ${printedName}(${['Heap *h', ...names.map((own) => `int ${own}`)].join(', ')}) { return ${PENDING}; }\n`
        : `fn ${printedName}(${names.map((own) => `${own}: i32`).join(', ')}) -> i32 { return ${PENDING}; }\n`
    kernels[name] = { printedName, functions: [], constants: [], text }
  }
  return api === 'opencl' ? makeOpenclCode({ ...opencl, kernels }) : makeWgslCode({ ...generated, kernels })
}

/** A call as it came out on both sides. */
interface Compared {
  readonly place: number
  readonly isDeclined: boolean
  /** What the CPU gave, and what it cost there. */
  readonly word: Word
  readonly work: number
  readonly difference: string | undefined
}

/** The kernels of a layout that have a tuned form. */
function tunedIn(layout: CellLayout): string[] {
  const own = new Set(kernelsOf(layout).map(({ name }) => name))
  const names = (NAMED ?? [...tunedKernels.keys()]).filter((name) => own.has(name))
  // Kernels with the same two functions differ in nothing else.
  const keyOf = (name: string) => `${tunedForm(name).choose} ${tunedForm(name).together}`
  if (hasAllKernels) return names
  const unlike = names.filter((name, k) => names.findIndex((other) => keyOf(other) === keyOf(name)) === k)
  return NAMED === undefined ? unlike.filter((_, k) => k % SHARE === 0) : unlike
}

/** Makes the calls on the CPU: the words, which are on the heap `onCpu`, and the work of each. */
function runOnCpu(layout: CellLayout, kernel: string, calls: readonly (readonly Argument[])[], budget: number) {
  const onCpu = newHeap(layout, 1 << 18)
  const cpuArgs = encodeArguments(onCpu, calls)
  onCpu.budget = budget
  const expected = cpuArgs.map((args) => {
    onCpu.work = 0
    const [a = 0, b = 0, c = 0, d = 0] = args
    const wrong = args.find(isError)
    const word = wrong ?? callKernel(onCpu, kernelNumber(kernel), a, b, c, d)
    return { word, work: wrong === undefined ? onCpu.work : 1 }
  })
  return { onCpu, expected }
}

/** Makes the calls on the CPU and on the device. */
async function compare(
  layout: CellLayout,
  kernel: string,
  calls: readonly (readonly Argument[])[],
  {
    budget = DEFAULT_BUDGET,
    callLimit,
    form = 'standIns',
    work = newWork(),
  }: { budget?: number; callLimit?: number; form?: 'standIns' | 'whole'; work?: Work } = {},
): Promise<Compared[]> {
  const { buffers, [form]: pipelines } = tried.get(layout)!
  const { onCpu, expected } = runOnCpu(layout, kernel, calls, budget)
  const onGpu = newHeap(layout, 1 << 18)
  const gpuArgs = encodeArguments(onGpu, calls)
  const heap = new DeviceHeap(buffers, onGpu)
  try {
    const dispatcher = new Dispatcher(buffers, pipelines, heap, budget, work)
    dispatcher.callLimit = callLimit ?? budget
    const outcomes = await dispatcher.run(gpuArgs.map((args) => ({ kernel, args })))
    // Only OpenCL counts; one such access of any invocation would end the device in a run.
    expect([...(await buffers.download(heap.state, 1, STATE.refusedAccesses))]).toEqual([0])
    return outcomes.map((outcome, place) => {
      const { word, work } = expected[place]!
      const isDeclined = outcome.word === PENDING
      const isList = isRef(word) && kindOf(onCpu, word) === LIST
      const inValue = isList
        ? findListDifference(onCpu, word, onGpu, outcome.word)
        : findDifference(onCpu, word, onGpu, outcome.word)
      const inForm = isError(word) || isList ? undefined : findFlaw(onGpu, outcome.word)
      const inWork = work === outcome.work ? undefined : `work of ${work} and of ${outcome.work}`
      const difference = isDeclined ? undefined : (inValue ?? inForm ?? inWork)
      return { place, isDeclined, word, work, difference }
    })
  } finally {
    heap.destroy()
  }
}

/** Lists of calls name arguments, which have the same addresses on both heaps. */
function findListDifference(h: Heap, a: Word, other: Heap, b: Word): string | undefined {
  const wordsOf = (heap: Heap, w: Word) => [
    ...heap.words.subarray(addressOf(w), elementsAt(w) + Math.max(0, sizeOf(heap, w))),
  ]
  const isSame = isRef(b) && isDeepStrictEqual(wordsOf(h, a), wordsOf(other, b))
  return isSame ? undefined : 'the words of the list differ'
}

/** What is there several times is put onto the heap once. */
function encodeArguments(h: Heap, calls: readonly (readonly Argument[])[]): Word[][] {
  const known = new Map<Argument, Word>()
  return calls.map((args) =>
    args.map((argument) => {
      const word = known.get(argument) ?? encodeArgument(h, argument)
      known.set(argument, word)
      return word
    }),
  )
}

function encodeArgument(h: Heap, argument: Argument): Word {
  if (typeof argument !== 'object' || argument === null || !('list' in argument)) return encodeNotation(h, argument)
  const words = argument.list.map((item) => encodeNotation(h, item))
  const list = newBlock(h, LIST, words.length)
  h.words.set(words, elementsAt(list))
  return list
}

function differences(all: readonly Compared[]): Compared[] {
  return all.filter(({ difference }) => difference !== undefined).slice(0, 3)
}

describe.each(LAYOUTS)('layout %s', (layout) => {
  const names = tunedIn(layout)

  describe('calls of the common sort are made together, as on the CPU', () => {
    test.each(names)(
      '%s',
      async (kernel) => {
        const calls = commonArguments(kernel, layout)
        const compared = await compare(layout, kernel, calls)
        expect(differences(compared)).toEqual([])
        expect(compared.filter(({ isDeclined }) => isDeclined).map(({ place }) => calls[place])).toEqual([])
        expect(compared.length).toBeGreaterThan(20)
      },
      MINUTES,
    )
  })

  const vectors = layout === 'a' ? readVectors().vectors : []
  const firstOrder = names.filter((name) => primitiveNamed(name, layout)?.sort === 'first-order')
  test.each(firstOrder)(
    '%s: drawn arguments and those of the conformance data are made together as on the CPU, or declined',
    async (kernel) => {
      const arity = arityOfKernel(kernel)
      const drawn = drawArguments(primitiveNamed(kernel, layout)!, DRAWN, layout).map(({ args }) => args)
      const given = vectors.filter(({ fn }) => fn === kernel).map(({ args }) => args)
      const calls = [...drawn, ...given].filter((args) => args.length === arity)
      const compared = await compare(layout, kernel, calls)
      expect(differences(compared)).toEqual([])
      if (LARGE_ONLY.has(kernel)) return
      expect(compared.filter(({ isDeclined }) => !isDeclined).length).toBeGreaterThan(layout === 'a' ? 10 : 2)
    },
    MINUTES,
  )

  test.each(names.filter((kernel) => rareArguments(kernel, layout).length > 0))(
    '%s: rare arguments are made together as on the CPU, or declined',
    async (kernel) => {
      expect(differences(await compare(layout, kernel, rareArguments(kernel, layout)))).toEqual([])
    },
    MINUTES,
  )

  describe('a call is made together just when it fits the budget', () => {
    test.each(names)(
      '%s',
      async (kernel) => {
        const calls = commonArguments(kernel, layout).slice(0, 24)
        const { expected } = runOnCpu(layout, kernel, calls, DEFAULT_BUDGET)
        const costs = expected.map(({ work }) => work).toSorted((a, b) => a - b)
        for (const place of BUDGET_PLACES) {
          for (const budget of [costs[place]!, costs[place]! - 1]) {
            const compared = await compare(layout, kernel, calls, { budget })
            expect(differences(compared)).toEqual([])
            expect(compared.filter(({ word, isDeclined }) => (word === BUDGET_ERROR) !== isDeclined)).toEqual([])
          }
        }
      },
      MINUTES,
    )
  })

  test.each(names)(
    '%s: the limit for one invocation does not count for a workgroup',
    async (kernel) => {
      const compared = await compare(layout, kernel, commonArguments(kernel, layout).slice(0, 24), { callLimit: 2 })
      expect(compared.filter(({ isDeclined, difference }) => isDeclined || difference !== undefined)).toEqual([])
    },
    MINUTES,
  )

  test(
    `${WHOLE} with its ordinary kernel: any arguments, and at the edge of the budget`,
    async () => {
      const drawn = drawArguments(primitiveNamed(WHOLE, layout)!, DRAWN, layout).map(({ args }) => args)
      const calls = [...commonArguments(WHOLE, layout), ...drawn.filter((args) => args.length === arityOfKernel(WHOLE))]
      for (const budget of [DEFAULT_BUDGET, 90, 20, 3]) {
        const compared = await compare(layout, WHOLE, calls, { budget, form: 'whole' })
        expect(differences(compared)).toEqual([])
        expect(compared.filter(({ isDeclined }) => isDeclined)).toEqual([])
      }
    },
    MINUTES,
  )
})

test.runIf(NAMED?.includes('objects') ?? true)(
  'a heap that is full is made larger, and the calls are made again',
  async () => {
    const board: Notation = { g: Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? '01' : '10').repeat(16)) }
    const work = newWork()
    const calls = Array.from({ length: 150 }, () => [board, true, false, false])
    expect(differences(await compare(LAYOUTS[0]!, 'objects', calls, { work }))).toEqual([])
    expect(work.dispatches).toBeGreaterThan(1)
  },
  MINUTES,
)

test('both forms of a kernel have workgroups for their calls', () => {
  const pipelines = new Pipelines(tried.get(LAYOUTS[0]!)!.device, { tuned: new Set(['fill']) })
  expect(pipelines.groupsOf('tuned.fill', 5, 8)).toBe(5)
  expect(pipelines.groupsOf('tuned.fill', 1000, 8)).toBe(8)
  expect(pipelines.groupsOf('paint', 130, 8)).toBe(3)
  expect(pipelines.groupsOf('paint', 1000, 8)).toBe(8)
  expect(pipelines.groupsOf('paint', 0, 8)).toBe(1)
  expect(pipelines.isTuned('size')).toBe(false)
  expect(() => assembleShader({ kernel: 'size', arity: 1, tuned: true })).toThrow('no tuned form')
})
