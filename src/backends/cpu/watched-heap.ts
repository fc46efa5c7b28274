// A heap with a clock around every kernel that runs on it. Results are the same; only the time is longer.

import type { Word } from '../../kernel/words.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { primitives } from '../../language/names.ts'
import { applyFunction } from './apply.ts'
import type { Apply, KernelHeap, RunKernel, RunRows, RunSteps } from './kernel-heap.ts'
import { runRows } from './run-rows.ts'
import { runSteps } from './run-steps.ts'
import { kernelIndexes } from '../kernel-numbers.generated.ts'

/** Observes every kernel of a primitive. */
export interface KernelObserver {
  /** A kernel has run between two readings of the clock, in milliseconds, and allocated `words` words. */
  endKernel(kernel: number, started: number, ended: number, words: number, result: Word): void
}

/** The primitive of a kernel. */
export interface KernelOwner {
  /** The kernel's place in the module's table. */
  readonly kernel: number
  readonly primitive: Primitive
  /** Whether it makes the list of calls of a higher-order primitive. */
  readonly isCalls: boolean
}

function kernelsOf(primitive: Primitive): KernelOwner[] {
  const own = { kernel: kernelIndexes[primitive.kernelName]!, primitive, isCalls: false }
  if (primitive.sort !== 'higher-order') return [own]
  return [{ kernel: kernelIndexes[primitive.callsName]!, primitive, isCalls: true }, own]
}

/** Every kernel once; of the primitives that share it, the first one of dialect a counts, else the first one. */
export const kernelOwners: readonly KernelOwner[] = [
  ...new Map(
    primitives
      .toReversed()
      .toSorted((a, b) => Number(a.declarations.a !== undefined) - Number(b.declarations.a !== undefined))
      .flatMap(kernelsOf)
      .map((owner) => [owner.kernel, owner]),
  ).values(),
]

/** One more than the greatest number of a kernel. */
export const kernelCount = 1 + Math.max(...kernelOwners.map(({ kernel }) => kernel))

/** The owner of each kernel by number; undefined where a kernel belongs to no primitive. */
export const ownerOf: readonly (KernelOwner | undefined)[] = Array.from({ length: kernelCount }, (_, place) =>
  kernelOwners.find(({ kernel }) => kernel === place),
)

/** Makes a heap report each kernel to an observer. */
export function watchHeap(heap: KernelHeap, observer: KernelObserver): KernelHeap {
  const { run } = heap
  const runWatched: RunKernel = (kernel, a, b, c, d) => {
    if (ownerOf[kernel] === undefined) return run(kernel, a, b, c, d)
    const { top } = heap
    const started = performance.now()
    const result = run(kernel, a, b, c, d)
    const ended = performance.now()
    observer.endKernel(kernel, started, ended, heap.top - top, result)
    return result
  }
  // Calls are made in JavaScript then: in translated code, kernels would run unobserved.
  const apply: Apply = (fn, count, a, b, c, d, depth) => applyFunction(heap, fn, count, a, b, c, d, depth)
  const steps: RunSteps = (plan, from, end) => runSteps(heap, plan, from, end)
  const rows: RunRows = (plan, address) => runRows(heap, plan, address)
  // The calls of a labelling are watched one by one.
  return Object.assign(heap, { run: runWatched, apply, steps, rows, labelsTogether: false })
}
