// The queue of a call on the device: that of long calls from the least extent of its kernel's tuned form on.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { STATE, kernelNumber } from '../../src/backends/gpu/shaders/device-state.ts'
import { assembleHelpers } from '../../src/backends/gpu/shaders/shader.ts'
import { formWord, longQueue, tunedForm, tunedKernels } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import { arityOfKernel } from '../../src/backends/gpu/shaders/kernel-arity.ts'
import { LIST, elementsAt, newBlock } from '../../src/kernel/blocks.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { BUDGET_ERROR } from '../../src/kernel/errors.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { dispatch } from '../conformance/dispatch.ts'

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
})
afterAll(() => gpu?.destroy())

const heap = new Heap()
const grid = (rows: number, cols: number) => encode({ g: Array.from({ length: rows }, () => '1'.repeat(cols)) })
const pairs = (count: number): Notation => ({ s: Array.from({ length: count }, (_, k) => ({ t: [k, 1] })) })
const encode = (value: Notation) => encodeNotation(heap, value)
const list = (words: readonly number[]) => {
  const block = newBlock(heap, LIST, words.length)
  heap.words.set(words, elementsAt(block))
  return block
}

const small = grid(4, 4)
const short = encode(pairs(2))
const sets = Array.from({ length: 12 }, () => encode(pairs(31)))

/** Kernel, arguments, and whether the call is long. */
const calls: readonly (readonly [string, readonly number[], boolean])[] = [
  // Cells of the grid and elements of the patch together: from 160 on.
  ['fill', [grid(10, 15), 3, encode(pairs(9))], false],
  ['fill', [grid(10, 15), 3, encode(pairs(10))], true],
  ['fill', [small, 3, BUDGET_ERROR], false],
  ['objects', [grid(11, 29), 1, 0, 1], false],
  ['objects', [grid(16, 20), 1, 0, 1], true],
  // Words after the last argument are left over from an earlier call and are ignored.
  ['hmirror', [small, grid(20, 20)], false],
  ['hmirror', [grid(20, 20), small], true],
  ['shift', [encode(pairs(255)), encode({ t: [1, 1] })], false],
  ['shift', [encode(pairs(256)), encode({ t: [1, 1] })], true],
  // Six items of 31 elements and a header; the longest of the first, the last and the middle one counts.
  ['mapply', [0, 0, list(sets.slice(0, 5))], false],
  ['mapply', [0, 0, list(sets.slice(0, 6))], true],
  ['mapply', [0, 0, list([sets[0]!, ...Array.from({ length: 5 }, () => short)])], true],
  ['mapply', [0, 0, list([...Array.from({ length: 5 }, () => short), sets[0]!])], true],
  ['mapply', [0, 0, list([short, short, short, sets[0]!, short, short])], true],
  ['mapply', [0, 0, list([short, sets[0]!, short, short, short, short])], false],
  ['merge', [encode({ s: [pairs(30), pairs(31), pairs(32)] })], true],
  ['merge', [encode({ s: [pairs(29), pairs(30), pairs(30)] })], false],
  // The first element is a word, and so is the last one.
  ['merge', [encode({ t: [...Array.from({ length: 92 }, (_, k) => ({ t: [k, 0] })), pairs(2), 1] })], false],
  ['merge', [encode({ t: [...Array.from({ length: 94 }, (_, k) => ({ t: [k, 0] })), pairs(2), 1] })], true],
  ['canvas', [5, encode({ t: [3, 3] })], true],
  // It has no tuned form.
  ['size', [grid(30, 30)], false],
]

const CALL_WORDS = 5
const CALLER = `@compute @workgroup_size(1)
fn main() {
  for (var number = 0; number < params.entryCapacity; number++) {
    let call = number * ${CALL_WORDS};
    arena[number] = queueOf(calls[call], calls[call + 1], calls[call + 2], calls[call + 3], calls[call + 4]);
  }
}
`

async function queuesOf(choice: 'none' | 'long' | 'all'): Promise<number[]> {
  const state = new Int32Array(STATE.words)
  if (choice !== 'none')
    for (const kernel of tunedKernels.keys()) state[STATE.forms + kernelNumber(kernel)] = formWord(kernel, choice)
  const words = calls.flatMap(([kernel, args]) => [
    kernelNumber(kernel),
    ...Array.from({ length: CALL_WORDS - 1 }, (_, k) => args[k] ?? 0),
  ])
  const params = new Int32Array(deviceParams.length)
  params[deviceParams.indexOf('heapWords')] = heap.top
  params[deviceParams.indexOf('entryCapacity')] = calls.length
  const buffers = [
    heap.words.slice(0, heap.top + 1),
    state,
    new Int32Array(4),
    Int32Array.from(words),
    new Int32Array(calls.length),
    params,
  ]
  const code = assembleHelpers(['queueOf'], CALLER, 'a')
  const [found] = await dispatch(gpu, { code, buffers, uniform: 5, workgroups: 1 }, [4])
  return [...found!]
}

const ownQueues = calls.map(([kernel]) => kernelNumber(kernel))

test('long calls have a queue of their own, by the extent of their arguments', async () => {
  const expected = calls.map(([kernel, , isLong], k) => (isLong ? longQueue(kernel) : ownQueues[k]))
  expect(await queuesOf('long')).toEqual(expected)
})

test('where tuned kernels make every call, all have it; where none does, no call', async () => {
  expect(await queuesOf('all')).toEqual(calls.map(([kernel], k) => longQueue(kernel) ?? ownQueues[k]))
  expect(await queuesOf('none')).toEqual(ownQueues)
})

test('every tuned form has a least extent, and a word that fits', () => {
  for (const kernel of tunedKernels.keys()) {
    const [every, long] = [formWord(kernel, 'all'), formWord(kernel, 'long')]
    expect([kernel, every > 0 && every < 1 << 10, long >= every, long % (1 << 10)]).toEqual([kernel, true, true, every])
    expect(arityOfKernel(kernel)).toBeLessThan(8)
    expect(Number.isInteger(long)).toBe(true)
  }
  // A new one without an extent is noticed.
  expect(new Set(Array.from(tunedKernels.keys(), (kernel) => tunedForm(kernel).together)).size).toBe(26)
})
