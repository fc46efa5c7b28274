// The scheduler's sum over the queues of all kernels, with more kernels than a workgroup has invocations.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { COPY_KERNEL, MAX_KERNELS, STATE, kernelNumber } from '../../src/backends/gpu/shaders/device-state.ts'
import { assembleScheduler } from '../../src/backends/gpu/shaders/scheduler-shader.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { dispatch } from '../conformance/dispatch.ts'
import { SEED, newRandom } from '../generators/seed.ts'

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
})
afterAll(() => gpu?.destroy())

const tables = ['queueCounts', 'queueStarts', 'queueLengths', 'queueTotals', 'restCounts'] as const

test('the tables of the state have a place for each kernel and do not overlap', () => {
  expect(MAX_KERNELS).toBe(512)
  const places = tables.map((table) => STATE[table])
  const counters = Object.entries(STATE).flatMap(([name, at]) =>
    name === 'words' || tables.some((table) => table === name) ? [] : [at],
  )
  // There are two counters of ready frames, one for each parity.
  expect(new Set([...counters, STATE.readyCount + 1]).size).toBe(counters.length + 1)
  expect(Math.max(...counters)).toBeLessThan(places[0]!)
  expect([...places.slice(1), STATE.words].map((at, k) => at - places[k]!)).toEqual(tables.map(() => 512))
  expect(kernelNumber(COPY_KERNEL)).toBe(511)
})

test('starts, lengths and totals of all queues', async () => {
  const random = newRandom(SEED)
  const counts = Int32Array.from({ length: MAX_KERNELS }, (_, k) => (k % 5 === 0 || k > 505 ? random() % 90 : 0))
  const entryCount = counts.reduce((sum, count) => sum + count, 0)
  const state = new Int32Array(STATE.words)
  state.set(counts, STATE.queueCounts)
  state.fill(3, STATE.queueTotals, STATE.words)
  state.set([77, 0, 0, 4, entryCount], STATE.heapTop)
  state[STATE.readyCount] = 8
  state[STATE.readyCount + 1] = 9
  state[STATE.callCount] = 1000
  const params = new Int32Array(deviceParams.length)
  params[4] = entryCount - 1
  const buffer = new Int32Array(4)
  const buffers = [buffer, state, buffer, buffer, buffer, params, buffer]
  const code = assembleScheduler()
  const run = { code, entryPoint: 'prepare', buffers, uniform: 5, readOnly: [6], workgroups: 1 }
  const [after] = await dispatch(gpu, run, [1])
  const tableOf = (at: number): number[] => [...after!.subarray(at, at + MAX_KERNELS)]
  let start = 0
  const starts = Array.from(counts, (count) => (start += count) - count)
  expect(tableOf(STATE.queueStarts)).toEqual(starts)
  expect(tableOf(STATE.queueLengths)).toEqual([...counts])
  expect(tableOf(STATE.queueTotals)).toEqual(Array.from(counts, (count) => count + 3))
  expect(tableOf(STATE.queueCounts)).toEqual(Array.from(counts, () => 0))
  expect(tableOf(STATE.restCounts)).toEqual(Array.from(counts, () => 0))
  const counters = ['round', 'entryCount', 'entryTotal', 'callCount', 'exportStart', 'mostEntries'] as const
  // Copies of outputs, the last queue, are no calls of programs.
  expect(counters.map((name) => after![STATE[name]])).toEqual([
    5,
    0,
    entryCount - 1,
    1000 + starts.at(-1)!,
    77,
    entryCount,
  ])
  expect([after![STATE.readyCount], after![STATE.readyCount + 1]]).toEqual([0, 9])
})
