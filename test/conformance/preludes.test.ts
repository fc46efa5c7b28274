// The forms of the heap's border (TypeScript, WebAssembly, C, WGSL, OpenCL C) against each other: every function at every edge.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { isAll } from '../amount.ts'
import { BOUNDS_ERROR, BUDGET_ERROR, ROOM_ERROR } from '../../src/kernel/errors.ts'
import {
  type BorderCall,
  HEAP_WORDS,
  SCRATCH_WORDS,
  allocators,
  borderConstants,
  borderFunctions,
  callsAtLimits,
  callsWithin,
} from './prelude-cases.ts'
import { hasCompiler } from '../compile-c.ts'
import { OPENCL, WEBGPU, hasOpenCl } from '../gpu/test-devices.ts'
import { dispatchInC } from './dispatch-in-c.ts'
import { dispatch } from './dispatch.ts'
import { type RunDispatch, runInOpenCl } from './prelude-in-opencl.ts'
import {
  HOST_LIMITS,
  type Limits,
  type Outcome,
  compileInC,
  runInC,
  runInTypeScript,
  runInWebAssembly,
  runInWgsl,
} from './prelude-runners.ts'

const INT32_MAX = 2147483647
const budgets = isAll ? [0, 50, INT32_MAX] : [50]
const NOWHERE = borderConstants.get('NOWHERE')!

const library = hasCompiler ? await compileInC() : undefined

let gpu: GpuDevice
let opencl: GpuDevice | undefined
beforeAll(async () => {
  gpu = await WEBGPU.open()
  if (hasOpenCl) opencl = await OPENCL.open()
})
afterAll(() => {
  gpu?.destroy()
  opencl?.destroy()
})

const placesOfOpenCl: readonly { place: string; isTested: boolean; run: RunDispatch }[] = [
  { place: 'a device', isTested: hasOpenCl, run: (given, read) => dispatch(opencl!, given, read) },
  { place: 'the host', isTested: hasCompiler, run: dispatchInC },
]

function differences(calls: readonly BorderCall[], expected: readonly Outcome[], found: readonly Outcome[]): object[] {
  return calls.flatMap((call, k) =>
    isSame(expected[k]!, found[k]!) ? [] : [{ ...call, expected: [...expected[k]!], found: [...found[k]!] }],
  )
}

function isSame(a: Outcome, b: Outcome): boolean {
  return a.length === b.length && a.every((word, k) => word === b[k])
}

const faultsOf = (outcomes: readonly Outcome[]): Set<number> => new Set(outcomes.map((outcome) => outcome[1]!))

describe.each(budgets)('with a budget of %i', (budget) => {
  const calls = callsWithin(budget)
  const expected = runInTypeScript(calls, budget)

  test('the calls reach every function, and refusals of every kind', () => {
    const tried = new Set([...calls.map(({ fn }) => fn), ...allocators])
    expect([...tried].sort()).toEqual(borderFunctions.map(({ declaration }) => declaration.name).sort())
    expect(faultsOf(expected)).toContain(BOUNDS_ERROR)
    expect(faultsOf(expected)).toContain(BUDGET_ERROR)
    for (const fn of ['copyStrided', 'copyWords', 'storeWords', 'pushWords']) {
      const copies = expected.filter((outcome, k) => calls[k]!.fn === fn && outcome[1] === 0)
      expect({ fn, count: copies.length }).toMatchObject({ count: expect.toSatisfy((count: number) => count > 50) })
    }
  })

  test('WebAssembly does as TypeScript', () => {
    expect(differences(calls, expected, runInWebAssembly(calls, budget)).slice(0, 3)).toEqual([])
  })

  test.runIf(hasCompiler)('C does as TypeScript', () => {
    expect(differences(calls, expected, runInC(library!, calls, budget)).slice(0, 3)).toEqual([])
  })

  test.each([false, true])('WGSL does as TypeScript, with branches: %s', async (hasBranches) => {
    const limits = { heap: HEAP_WORDS, scratch: SCRATCH_WORDS }
    const found = await runInWgsl(gpu, calls, budget, limits, hasBranches)
    expect(differences(calls, expected, found).slice(0, 3)).toEqual([])
  })

  for (const { place, isTested, run } of placesOfOpenCl)
    test.runIf(isTested)(`OpenCL C on ${place} does as TypeScript`, async () => {
      const found = await runInOpenCl(run, calls, budget, { heap: HEAP_WORDS, scratch: SCRATCH_WORDS })
      expect(differences(calls, expected, found).slice(0, 3)).toEqual([])
    })

  // The limits differ, so places are counted from them; nothing near the host's limits is touched.
  const fromLimits = (outcomes: readonly Outcome[], calls: readonly BorderCall[], limits: Limits): Outcome[] =>
    outcomes.map((outcome, k) => {
      const [result, fault, work, top, scratchTop] = outcome as unknown as [number, number, number, number, number]
      const limit = calls[k]!.fn === 'allocate' ? limits.heap : limits.scratch
      const isPlace = ['allocate', 'reserveScratch', 'holdScratch'].includes(calls[k]!.fn) && result !== NOWHERE
      const place = isPlace ? result - limit : result
      return Int32Array.of(place, fault, work, top - limits.heap, scratchTop - limits.scratch)
    })

  const onHost = callsAtLimits(budget, HOST_LIMITS)
  const wanted = fromLimits(runInTypeScript(onHost, budget), onHost, HOST_LIMITS)

  test('some calls at the limits lack room', () => {
    expect(faultsOf(wanted)).toContain(ROOM_ERROR)
  })

  test('WebAssembly does as TypeScript at the limits', () => {
    const found = fromLimits(runInWebAssembly(onHost, budget), onHost, HOST_LIMITS)
    expect(differences(onHost, wanted, found).slice(0, 3)).toEqual([])
  })

  test.runIf(hasCompiler)('C does as TypeScript at the limits', () => {
    const found = fromLimits(runInC(library!, onHost, budget), onHost, HOST_LIMITS)
    expect(differences(onHost, wanted, found).slice(0, 3)).toEqual([])
  })

  describe.each([
    { heap: HEAP_WORDS, scratch: SCRATCH_WORDS },
    // Large allocations take another way on a device.
    { heap: 100_000, scratch: 40_000 },
  ])('at the limits of a heap of $heap words', (limits) => {
    const onDevice = callsAtLimits(budget, limits)

    test.each([false, true])('WGSL does as TypeScript, with branches: %s', async (hasBranches) => {
      const found = await runInWgsl(gpu, onDevice, budget, limits, hasBranches)
      expect(differences(onDevice, wanted, fromLimits(found, onDevice, limits)).slice(0, 3)).toEqual([])
    })

    for (const { place, isTested, run } of placesOfOpenCl)
      test.runIf(isTested)(`OpenCL C on ${place} does as TypeScript`, async () => {
        const found = await runInOpenCl(run, onDevice, budget, limits)
        expect(differences(onDevice, wanted, fromLimits(found, onDevice, limits)).slice(0, 3)).toEqual([])
      })
  })
})

test('WebAssembly asks the host for every word that it lacks, and a refusal is a lack of room', () => {
  const start = { top: HEAP_WORDS - 1, scratchTop: 0, work: 0, fault: 0 }
  const calls = [1, 2, HOST_LIMITS.heap - HEAP_WORDS + 1, HOST_LIMITS.heap - HEAP_WORDS + 2, INT32_MAX].map(
    (count) => ({
      fn: 'allocate',
      args: [count],
      start,
    }),
  )
  const asked: number[] = []
  const outcomes = runInWebAssembly(calls, INT32_MAX, (count) => {
    asked.push(count)
    return 0
  })
  const needed = [HEAP_WORDS + 1, HOST_LIMITS.heap, HOST_LIMITS.heap + 1, HEAP_WORDS - 1 + INT32_MAX]
  expect(asked.map((count) => count >>> 0)).toEqual(needed)
  expect(outcomes.map((outcome) => outcome[1])).toEqual([0, ROOM_ERROR, ROOM_ERROR, ROOM_ERROR, ROOM_ERROR])
})
