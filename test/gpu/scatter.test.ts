// The scheduler's sum over the queues of all kernels, with more kernels than a workgroup has invocations, and the entries in that order.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import {
  COPY_KERNEL,
  ENTRY_WORDS,
  FORM_NUMBER_BITS,
  MAX_KERNELS,
  STATE,
  kernelNumber,
} from '../../src/backends/gpu/shaders/device-state.ts'
import { assembleScheduler } from '../../src/backends/gpu/shaders/scheduler-shader.ts'
import { longQueue, tunedKernels } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import { kernelIndexes } from '../../src/backends/kernel-numbers.generated.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { dispatch } from '../conformance/dispatch.ts'
import { SEED, newRandom } from '../generators/seed.ts'

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
})
afterAll(() => gpu?.destroy())

const tables = ['queueCounts', 'queueStarts', 'queueLengths', 'queueTotals', 'restCounts', 'forms'] as const
const GROUPS = 3

test('the tables of the state have a place for each kernel and do not overlap', () => {
  expect(MAX_KERNELS).toBe(512)
  const places = tables.map((table) => STATE[table])
  const counters = Object.entries(STATE).flatMap(([name, at]) =>
    name === 'words' || tables.some((table) => table === name) ? [] : [at],
  )
  // There are two counters of entries and of ready frames, one for each parity.
  const second = [STATE.entryCount + 1, STATE.readyCount + 1]
  expect(new Set([...counters, ...second]).size).toBe(counters.length + 2)
  expect(Math.max(...counters)).toBeLessThan(places[0]!)
  const sizes = tables.map((table) => (table === 'queueCounts' ? 1024 : 512))
  expect([...places.slice(1), STATE.words].map((at, k) => at - places[k]!)).toEqual(sizes)
  expect(kernelNumber(COPY_KERNEL)).toBe(511)
})

test('every kernel, and the long calls of every tuned one, has a queue of its own', () => {
  const long = Array.from(tunedKernels.keys(), (kernel) => longQueue(kernel))
  const queues = [...Object.values(kernelIndexes), ...long, kernelNumber(COPY_KERNEL)]
  expect(new Set(queues).size).toBe(queues.length)
  expect(Math.max(...Object.values(kernelIndexes))).toBeLessThan(Math.min(...(long as number[])))
  expect(longQueue('size')).toBeUndefined()
  // The number of a form and one are in seven bits of a word.
  expect(tunedKernels.size).toBeLessThan((1 << FORM_NUMBER_BITS) - 1)
})

test.each([0, 1])(
  'starts, lengths and totals of all queues, and the entries in their order; parity %s',
  async (parity) => {
    const random = newRandom(SEED + parity)
    const counts = Int32Array.from({ length: MAX_KERNELS }, (_, k) => (k % 5 === 0 || k > 505 ? random() % 9 : 0))
    const entryCount = counts.reduce((sum, count) => sum + count, 0)
    const state = new Int32Array(STATE.words)
    state.fill(5, STATE.queueCounts, STATE.queueStarts)
    state.set(counts, STATE.queueCounts + parity * MAX_KERNELS)
    state.fill(3, STATE.queueTotals, STATE.words)
    state.set([77, 0, 0, 4], STATE.heapTop)
    state.set(parity === 0 ? [entryCount, 6] : [6, entryCount], STATE.entryCount)
    state.set([8, 9], STATE.readyCount)
    state[STATE.callCount] = 1000
    let start = 0
    const starts = Array.from(counts, (count) => (start += count) - count)
    // The entries of all kernels, mixed; only one more than there is room for is missing.
    const kernels = Array.from(counts, (count, kernel) => Array.from({ length: count }, () => kernel)).flat()
    const places = new Map<number, number>()
    const entries = kernels
      .map((kernel) => ({ kernel, key: random() }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ kernel }) => {
        const place = places.get(kernel) ?? 0
        places.set(kernel, place + 1)
        return { kernel, place }
      })
    const capacity = entryCount - 1
    const calls = new Int32Array(entryCount * (ENTRY_WORDS + 1)).fill(-1)
    for (const [k, { kernel, place }] of entries.entries()) calls.set([kernel, place], k * ENTRY_WORDS)
    const params = new Int32Array(deviceParams.length)
    params[deviceParams.indexOf('parity')] = parity
    params[deviceParams.indexOf('entryCapacity')] = capacity
    params[deviceParams.indexOf('orderAt')] = entryCount * ENTRY_WORDS
    const buffer = new Int32Array(4)
    const buffers = [buffer, state, buffer, calls, buffer, params, buffer]
    const code = assembleScheduler()
    const run = { code, entryPoint: 'scatter', buffers, uniform: 5, readOnly: [6], workgroups: GROUPS }
    const [after, listed] = await dispatch(gpu, run, [1, 3])
    const tableOf = (at: number): number[] => [...after!.subarray(at, at + MAX_KERNELS)]
    expect(tableOf(STATE.queueStarts)).toEqual(starts)
    expect(tableOf(STATE.queueLengths)).toEqual([...counts])
    expect(tableOf(STATE.queueTotals)).toEqual(Array.from(counts, (count) => count + 3))
    // Those of this round stay for the other workgroups; those of the next round begin at 0.
    expect(tableOf(STATE.queueCounts + parity * MAX_KERNELS)).toEqual([...counts])
    expect(tableOf(STATE.queueCounts + (1 - parity) * MAX_KERNELS)).toEqual(Array.from(counts, () => 0))
    expect(tableOf(STATE.restCounts)).toEqual(Array.from(counts, () => 0))
    // What the host wrote stays.
    expect(tableOf(STATE.forms)).toEqual(Array.from(counts, () => 3))
    const counters = ['round', 'callCount', 'exportStart', 'mostEntries'] as const
    // Copies of outputs, the last queue, are no calls of programs.
    expect(counters.map((name) => after![STATE[name]])).toEqual([5, 1000 + starts.at(-1)!, 77, entryCount])
    expect(after![STATE.entryCount + parity]).toBe(entryCount)
    expect(after![STATE.entryCount + 1 - parity]).toBe(0)
    expect([after![STATE.readyCount], after![STATE.readyCount + 1]]).toEqual(parity === 0 ? [0, 9] : [8, 0])
    const order = Array.from({ length: entryCount }, () => -1)
    for (const [k, { kernel, place }] of entries.entries()) if (k < capacity) order[starts[kernel]! + place] = k
    expect([...listed!.subarray(entryCount * ENTRY_WORDS)]).toEqual(order)
  },
)
