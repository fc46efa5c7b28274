// The translation means the same as its source: every construct, run as TypeScript and as WGSL on a device.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import type { KernelLibrary } from '../../src/backends/gpu/shaders/kernel-text.ts'
import * as generated from '../../src/backends/gpu/shaders/kernels.generated.ts'
import { assembleShader } from '../../src/backends/gpu/shaders/shader.ts'
import { INDEX_ERROR, ROOM_ERROR, VALUE_ERROR } from '../../src/kernel/errors.ts'
import { Heap } from '../../src/kernel/heap.ts'
import type { WgslDeclaration } from '../../src/translate/emit-declaration.ts'
import { listComplaints, samplePath, translateSamples } from '../translate-sample.ts'
import * as constructs from './constructs.ts'
import { type ShaderRun, runShader } from './run-shader.ts'

const numbers = [
  0, 1, -1, 2, 3, 5, 7, 12, 31, 32, 33, -3, -12, 100, 1023, -1024, 65536, 1073741823, -1073741824, 2147483647,
  -2147483648,
]
const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const))
const firstFree = new Heap().top
const room = { heapWords: 1 << 16, scratchWords: 64, budget: 1000 }

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await openNodeDevice()
})
afterAll(() => gpu?.destroy())

function translateLibrary(text: string): KernelLibrary {
  const translation = translateSamples({ [samplePath]: text })
  expect(listComplaints(translation)).toEqual([])
  const byName = (all: readonly WgslDeclaration[]): Record<string, WgslDeclaration> =>
    Object.fromEntries(all.map((d) => [d.name, d]))
  return {
    // The queue around a kernel is device code.
    constants: { ...generated.constants, ...byName(translation.constants) },
    kernels: { ...generated.kernels, ...byName(translation.functions) },
  }
}

function run(text: string, kernel: string, calls: Int32Array, limits: Partial<typeof room> = {}) {
  const code = assembleShader({ kernel, arity: 2 }, translateLibrary(text))
  return runShader(gpu, { code, kernel, arity: 2, calls, ...room, ...limits } satisfies ShaderRun)
}

const constructsText = readFileSync(new URL('constructs.ts', import.meta.url), 'utf8')

describe('every construct', () => {
  test.each(Object.entries(constructs))('%s', async (name, kernel) => {
    const { results } = await run(constructsText, name, Int32Array.from(pairs.flat()))
    const differences: object[] = []
    for (const [k, [a, b]] of pairs.entries()) {
      const heap = new Heap()
      heap.budget = room.budget
      const word = kernel(heap, a, b)
      const expected = [heap.fault === 0 ? word | 0 : heap.fault, heap.work]
      const found = [...results.subarray(k * 2, k * 2 + 2)]
      if (expected.join() !== found.join()) differences.push({ a, b, expected, found })
    }
    expect(differences.slice(0, 5)).toEqual([])
  })
})

describe('the entry point', () => {
  const text = 'export function add(_h: Heap, a: Word, b: Word): Word { return a + b }'

  test('an argument that is an error is the result, the first one first, and costs nothing', async () => {
    const calls = Int32Array.of(1, 2, INDEX_ERROR, 2, 1, VALUE_ERROR, VALUE_ERROR, INDEX_ERROR)
    const { results } = await run(text, 'add', calls)
    expect([...results]).toEqual([3, 0, INDEX_ERROR, 0, VALUE_ERROR, 0, VALUE_ERROR, 0])
  })
})

describe('room', () => {
  const take = `export function take(h: Heap, count: Word, mark: Word): Word {
    const at = allocate(h, count)
    for (let k = 0; k < count; k++) store(h, at + k, mark)
    for (let k = 0; k < count; k++) if (load(h, at + k) !== mark) return -1
    return at
  }`

  test.each([7, 5000])('blocks of %i words never overlap, and a full heap is said and stays full', async (count) => {
    const callCount = 1000
    const heapWords = firstFree + count * 600 + 5
    const calls = Int32Array.from({ length: callCount * 2 }, (_, k) => (k % 2 === 0 ? count : (k >> 1) + 1))
    const { results, heap, top } = await run(take, 'take', calls, { heapWords, budget: 1 << 24 })
    const places = Array.from({ length: callCount }, (_, k) => results[k * 2]!)
    const taken = places.filter((place) => place !== ROOM_ERROR)
    expect(taken.length).toBe(600)
    expect(new Set(taken).size).toBe(600)
    for (const [k, place] of places.entries()) {
      if (place === ROOM_ERROR) continue
      const block = heap.subarray(place, place + count)
      expect([place >= firstFree, block.every((word) => word === k + 1)]).toEqual([true, true])
    }
    expect(top).toBeGreaterThan(heapWords - 6)
    expect(top).toBeLessThanOrEqual(heapWords + count * callCount)
  })

  test('scratch beyond its room is refused, and what others have there stays', async () => {
    const text = `export function fill(h: Heap, count: Word, mark: Word): Word {
      for (let k = 0; k < count; k++) push(h, mark)
      for (let k = 0; k < count; k++) if (peek(h, k) !== mark) return -1
      return scratchTop(h)
    }`
    const calls = Int32Array.of(64, 1, 65, 2, 63, 3, 1000, 4, 64, 5)
    const { results } = await run(text, 'fill', calls, { budget: 1 << 24 })
    expect([0, 2, 4, 6, 8].map((k) => results[k])).toEqual([64, ROOM_ERROR, 63, ROOM_ERROR, 64])
  })
})
