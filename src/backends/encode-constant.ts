// The constants of programs on the heap.

import type { Heap } from '../kernel/heap.ts'
import type { Word } from '../kernel/words.ts'
import { type Notation, NotationError, encodeNotation } from '../language/values/value-notation.ts'

/** A constant on the heap; an error word for one that the heap does not take, so that who uses it fails. */
export function encodeConstant(heap: Heap, constant: Notation): Word {
  const scratch = heap.scratchTop
  try {
    return encodeNotation(heap, constant)
  } catch (error) {
    if (!(error instanceof NotationError) || error.word === undefined) throw error
    heap.scratchTop = scratch
    heap.fault = 0
    return error.word
  }
}
