// A heap with a clock around every kernel that runs on it. What kernels give is the same; only the time is longer.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Word } from '../../kernel/words.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { primitives } from '../../language/names.ts'
import { applyFunction } from './apply.ts'
import { WasmHeap } from './wasm-heap.ts'
import { kernelIndexes } from '../kernel-numbers.generated.ts'

/** Who wants to know of every kernel of a primitive. */
export interface KernelObserver {
  /** A kernel has run between two readings of the clock, in milliseconds, and allocated so many words. */
  endKernel(kernel: number, started: number, ended: number, words: number, result: Word): void
}

/** Whose kernel it is. */
export interface KernelOwner {
  /** The kernel's place in the module's table. */
  readonly kernel: number
  readonly primitive: Primitive
  /** Whether it makes the list of calls of a higher-order primitive. */
  readonly isCalls: boolean
}

/** The kernels of all primitives. */
export const kernelOwners: readonly KernelOwner[] = primitives.flatMap((primitive) => {
  const own = { kernel: kernelIndexes[primitive.kernelName]!, primitive, isCalls: false }
  if (primitive.sort !== 'higher-order') return [own]
  return [{ kernel: kernelIndexes[primitive.callsName]!, primitive, isCalls: true }, own]
})

/** The most that the place of a kernel can be, and one. */
export const kernelCount = 1 + Math.max(...kernelOwners.map(({ kernel }) => kernel))

/** The owner of each kernel, by its place; nothing where a kernel belongs to no primitive. */
export const ownerOf: readonly (KernelOwner | undefined)[] = Array.from({ length: kernelCount }, (_, place) =>
  kernelOwners.find(({ kernel }) => kernel === place),
)

/** Makes a heap that tells an observer of each kernel. */
export function makeWatchedHeap(observer: KernelObserver, wordCount?: number, layout: CellLayout = 'a'): WasmHeap {
  const heap = new WasmHeap(wordCount, layout)
  const { run } = heap
  const runWatched: WasmHeap['run'] = (kernel, a, b, c, d) => {
    if (ownerOf[kernel] === undefined) return run(kernel, a, b, c, d)
    const { top } = heap
    const started = performance.now()
    const result = run(kernel, a, b, c, d)
    const ended = performance.now()
    observer.endKernel(kernel, started, ended, heap.top - top, result)
    return result
  }
  // Calls are made in JavaScript then, or the module would run its kernels without asking anybody.
  const apply: WasmHeap['apply'] = (fn, count, a, b, c, d, depth) => applyFunction(heap, fn, count, a, b, c, d, depth)
  return Object.assign(heap, { run: runWatched, apply })
}
