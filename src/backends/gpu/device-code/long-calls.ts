// The queue of a call: long calls of a kernel are made by workgroups, if the kernel has a tuned form that is used (tuned/group-queue.ts).

import { GRID, KIND_BITS, KIND_MASK, LIST, SET, TUPLE } from '../../../kernel/blocks.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { addressOf, isRef } from '../../../kernel/words.ts'
import { at, atomicLoad, heap, state } from './intrinsics.ts'
import { FORM_ARITY_BITS, FORM_NUMBER_BITS, STATE, longQueueOf } from './state-layout.ts'

/**
 * About how many words a value has: its cells or elements, and for blocks in a container, as many for each as the longest of the first, the last
 * and one in the middle has. 0 for a value that is a word. Where it is wrong, a call is made in the slower way.
 */
function extentOf(h: Heap, word: number): number {
  if (!isRef(word)) return 0
  const place = addressOf(word)
  const header = at(h, heap, place)
  const kind = header & KIND_MASK
  const size = header >> KIND_BITS
  if (kind !== GRID && kind !== TUPLE && kind !== SET && kind !== LIST) return size
  const first = at(h, heap, place + 1)
  if (kind === GRID) return size * first
  const last = lengthOf(h, at(h, heap, place + size))
  const middle = lengthOf(h, at(h, heap, place + 1 + (size >> 1)))
  let longest = lengthOf(h, first)
  longest = last > longest ? last : longest
  longest = middle > longest ? middle : longest
  return size * (1 + longest)
}

/** The length of the block that a word refers to; 0 for another word. */
function lengthOf(h: Heap, word: number): number {
  return isRef(word) ? at(h, heap, addressOf(word)) >> KIND_BITS : 0
}

/** The queue of a call; its arguments are as many as the kernel has, the others are of calls before. */
export function queueOf(h: Heap, kernel: number, a: number, b: number, c: number, d: number): number {
  const form = atomicLoad(h, state, STATE.forms + kernel)
  if (form === 0) return kernel
  const arity = (form >> FORM_NUMBER_BITS) & ((1 << FORM_ARITY_BITS) - 1)
  let extent = extentOf(h, a)
  if (arity > 1) extent += extentOf(h, b)
  if (arity > 2) extent += extentOf(h, c)
  if (arity > 3) extent += extentOf(h, d)
  const isLong = extent >= form >> (FORM_NUMBER_BITS + FORM_ARITY_BITS)
  return isLong ? longQueueOf((form & ((1 << FORM_NUMBER_BITS) - 1)) - 1) : kernel
}
