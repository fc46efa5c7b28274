// The constants of programs on the heap.

import type { Heap } from '../kernel/heap.ts'
import { type Word, fitsPair, isInt, packPair } from '../kernel/words.ts'
import { type Notation, NotationError, encodeNotation } from '../language/values/value-notation.ts'

/** A constant on the heap; an error word for one that the heap does not take, so that who uses it fails. */
export function encodeConstant(heap: Heap, constant: Notation): Word {
  const word = wordOf(constant)
  if (word !== NO_WORD) return word
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

const NO_WORD = 0x80000000

/** The word of a constant that is one on every heap, as nearly all are; NO_WORD for any other. */
function wordOf(constant: Notation): number {
  if (typeof constant === 'boolean') return constant ? 1 : 0
  if (typeof constant === 'number') return Number.isInteger(constant) && isInt(constant) ? constant : NO_WORD
  if (constant === null || !('t' in constant) || constant.t.length !== 2) return NO_WORD
  const [row, col] = constant.t
  if (!Number.isInteger(row) || !Number.isInteger(col)) return NO_WORD
  return fitsPair(row as number, col as number) ? packPair(row as number, col as number) : NO_WORD
}
