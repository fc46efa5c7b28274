// The outcomes of calls on one sample, by the number of the node: an error, a small value, a block, or a value that was not kept.

import { guardResult } from '../guarded-result.ts'
import { FIRST_FREE, type Heap } from '../../kernel/heap.ts'
import { type Word, addressOf, isError, isRef } from '../../kernel/words.ts'
import { ValueArena } from './packed-value.ts'

/** Nothing is known of the call. */
export const UNKNOWN = 0
/** The call has a value, which was not kept. */
export const LEFT = 1
/** The value is a word, the same on every heap. */
export const ATOM = 2
export const ERROR = 3
/** The value is packed. */
export const BLOCK = 4

const BYTES_PER_NODE = 13

/** Columns by the number of the node, and the packed values. */
export class SampleValues {
  states = new Uint8Array(0)
  /** The value of an ATOM, the error of an ERROR, the place of a BLOCK. */
  words = new Int32Array(0)
  /** The safe default in place of an ERROR, or a limit that has none. */
  defaults = new Int32Array(0)
  /** The heap words that the call allocates. */
  costs = new Int32Array(0)
  #arena = new ValueArena()

  get byteLength(): number {
    return BYTES_PER_NODE * this.states.length + this.#arena.words.byteLength
  }

  /** Makes room for a number of nodes. */
  reserve(count: number): void {
    if (count <= this.states.length) return
    const length = Math.max(count, Math.ceil(1.5 * this.states.length))
    const states = new Uint8Array(length)
    states.set(this.states)
    this.states = states
    this.words = lengthen(this.words, length)
    this.defaults = lengthen(this.defaults, length)
    this.costs = lengthen(this.costs, length)
  }

  /** Copies the packed value of a node onto a heap. */
  restore(node: number, heap: Heap): Word {
    return this.#arena.restore(heap, this.words[node]!)
  }

  /** Notes the result of a call. A block is kept when it is asked for the second time: most are asked for once. */
  record(node: number, result: Word, callee: Word, cost: number, heap: Heap): void {
    this.costs[node] = cost
    this.words[node] = result
    if (isError(result)) {
      this.states[node] = ERROR
      this.defaults[node] = guardResult(result, callee)
      return
    }
    if (!isRef(result) || addressOf(result) < FIRST_FREE) {
      this.states[node] = ATOM
      return
    }
    const place = this.states[node] === LEFT ? this.#arena.pack(heap, result) : -1
    this.states[node] = place < 0 ? LEFT : BLOCK
    this.words[node] = place
  }

  /** The same outcomes for some of the nodes, numbered anew in their order. */
  select(nodes: readonly number[]): SampleValues {
    const selected = new SampleValues()
    selected.reserve(nodes.length)
    for (const [k, node] of nodes.entries()) {
      if (node >= this.states.length) continue
      const state = this.states[node]!
      selected.states[k] = state
      selected.words[k] = state === BLOCK ? selected.#arena.copy(this.#arena, this.words[node]!) : this.words[node]!
      selected.defaults[k] = this.defaults[node]!
      selected.costs[k] = this.costs[node]!
    }
    return selected
  }
}

function lengthen(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(words)
  return longer
}
