// What every backend offers for single calls: calls in, one word each out, and an account of where the work was done.

import type { CellLayout } from '../kernel/cell-layout.ts'
import type { Heap } from '../kernel/heap.ts'
import type { Word } from '../kernel/words.ts'

/** A function value applied to arguments; with `then`, what that gives is applied to further ones. */
export interface Call {
  readonly fn: Word
  readonly args: readonly Word[]
  readonly then?: readonly Word[]
}

/** Counted, never assumed: primitive calls by place, dispatches, and what crossed to the device and back. */
export interface Work {
  onCpu: number
  onGpu: number
  dispatches: number
  upload: { count: number; bytes: number }
  download: { count: number; bytes: number }
}

/** One result word for each call, in order, to be read on `heap`. */
export interface Evaluation {
  readonly heap: Heap
  readonly results: readonly Word[]
}

/** Evaluates calls whose words lie on a heap of the host's. */
export interface Evaluator {
  readonly name: string
  readonly work: Work
  /** An empty heap of the sort that it evaluates fastest on. Default: layout a. */
  newHeap(layout?: CellLayout): Heap
  evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation>
}

export function newWork(): Work {
  return { onCpu: 0, onGpu: 0, dispatches: 0, upload: { count: 0, bytes: 0 }, download: { count: 0, bytes: 0 } }
}
