// Limits the accesses to a heap, for tests that kernels end: they are as many on every machine, which seconds are not.

import type { Heap } from '../../src/kernel/heap.ts'

/** Runs an action that throws when it has accessed the heap more than `most` times. */
export type LimitAccesses = <Result>(most: number, action: () => Result) => Result

/** Counts the uses of a heap's words and scratch memory, and the looks at its fault: a loop that does nothing else may end when it finds one. */
export function limitAccesses(heap: Heap): LimitAccesses {
  let left = Infinity
  for (const name of ['words', 'scratch', 'fault'] as const) {
    let value: unknown = heap[name]
    const get = () => {
      if (--left < 0) throw new RangeError('too many accesses')
      return value
    }
    const set = (next: unknown) => {
      value = next
    }
    Object.defineProperty(heap, name, { get, set })
  }
  return (most, action) => {
    left = most
    try {
      return action()
    } finally {
      left = Infinity
    }
  }
}
