// A hash of a value: equal values have equal hashes, on every backend and machine.

import { contentSize } from '../kernel/blocks.ts'
import type { Heap } from '../kernel/heap.ts'
import { PRIMITIVE_BASE, REF_BASE, type Word, addressOf } from '../kernel/words.ts'

/** Words that are looked at, and levels; what a larger or deeper value has beyond them does not count. */
const MAX_WORDS = 1 << 20
const MAX_DEPTH = 1000

/** Writes the hash of a value, two numbers, to `into`. A value has one form on the heap, so its words are hashed. */
export function hashValue(h: Heap, value: Word, into: Uint32Array, at: number): void {
  const state = { low: 0x9e3779b9, high: 0x85ebca6b, left: MAX_WORDS }
  mixValue(h, value, state, 0)
  into[at] = finish(state.low ^ state.high)
  into[at + 1] = finish(state.high + Math.imul(state.low, 0x27d4eb2f))
}

interface State {
  low: number
  high: number
  left: number
}

function mixValue(h: Heap, w: Word, state: State, depth: number): void {
  if (state.left <= 0) return
  state.left--
  if (w < REF_BASE || w >= PRIMITIVE_BASE) return mix(state, w)
  mix(state, h.words[addressOf(w)]!)
  if (depth >= MAX_DEPTH) return
  const count = contentSize(h, w)
  for (let k = 1; k <= count && state.left > 0; k++) mixValue(h, h.words[addressOf(w) + k]!, state, depth + 1)
}

function mix(state: State, word: number): void {
  state.low = Math.imul(state.low ^ word, 0x01000193)
  state.low ^= state.low >>> 15
  state.high = Math.imul(state.high + word, 0x5bd1e995)
  state.high ^= state.high >>> 13
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
