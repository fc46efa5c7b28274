// The calls of a graph in columns of integers. Equal calls are one node, found by a hash table with open addressing.

import type { Rows } from './graph.ts'
import { FIXED, GUARDED_NODE, INPUT_COUNT, idOf, kindOf } from './source-codes.ts'

/** The rows in the order of their numbers, of which a node has the largest of its sources. */
export const ROWS_ORDER: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

const FREE = -1
const FIRST_NODES = 64
const FIRST_CODES = 256

/** Nodes are numbered in the order in which they are first called, so after the nodes that they use. */
export class CallTable {
  /** The number of nodes. */
  count = 0
  /** The codes of callees and arguments, node after node: those of node `id` are in [starts[id], starts[id + 1]). */
  codes = new Int32Array(FIRST_CODES)
  starts = new Int32Array(FIRST_NODES + 1)
  /** The rows of each node, as a position in ROWS_ORDER. */
  rows = new Uint8Array(FIRST_NODES)
  /** A power of two, at least twice as long as there are nodes. */
  #table = new Int32Array(2 * FIRST_NODES).fill(FREE)
  #end = 0

  /** Adds a code to the call that `endCall` ends. */
  push(code: number): void {
    if (this.#end === this.codes.length) {
      const codes = new Int32Array(2 * this.#end)
      codes.set(this.codes)
      this.codes = codes
    }
    this.codes[this.#end++] = code
  }

  /** The node of the call whose codes were pushed: an earlier one that is equal, or a new one. */
  endCall(): number {
    const { codes, starts } = this
    const from = starts[this.count]!
    const length = this.#end - from
    const mask = this.#table.length - 1
    let at = hashCodes(codes, from, this.#end) & mask
    for (let id = this.#table[at]!; id !== FREE; id = this.#table[at]!) {
      const known = starts[id]!
      if (starts[id + 1] === known + length && isEqual(codes, known, from, length)) {
        this.#end = from
        return id
      }
      at = (at + 1) & mask
    }
    this.#table[at] = this.count
    return this.#addNode(from)
  }

  #addNode(from: number): number {
    const id = this.count
    let most = 0
    for (let k = from; k < this.#end; k++) {
      const rows = this.#rowsOf(this.codes[k]!)
      if (rows > most) most = rows
    }
    this.rows[id] = most
    this.starts[id + 1] = this.#end
    this.count++
    if (this.count === this.rows.length) this.#grow()
    return id
  }

  #rowsOf(code: number): number {
    const kind = kindOf(code)
    const id = idOf(code)
    if (kind <= GUARDED_NODE) return this.rows[id]!
    // The inputs are in the order of their rows.
    return kind === FIXED && id < INPUT_COUNT ? id + 1 : 0
  }

  #grow(): void {
    const length = 2 * this.rows.length
    const rows = new Uint8Array(length)
    rows.set(this.rows)
    this.rows = rows
    const starts = new Int32Array(length + 1)
    starts.set(this.starts)
    this.starts = starts
    const table = new Int32Array(2 * length).fill(FREE)
    for (let id = 0; id < this.count; id++) {
      let at = hashCodes(this.codes, starts[id]!, starts[id + 1]!) & (table.length - 1)
      while (table[at] !== FREE) at = (at + 1) & (table.length - 1)
      table[at] = id
    }
    this.#table = table
  }
}

function isEqual(codes: Int32Array, a: number, b: number, length: number): boolean {
  for (let k = 0; k < length; k++) if (codes[a + k] !== codes[b + k]) return false
  return true
}

/** Only for the table: calls with equal hashes are compared. */
function hashCodes(codes: Int32Array, from: number, to: number): number {
  let hash = to - from
  for (let k = from; k < to; k++) {
    hash = Math.imul(hash ^ codes[k]!, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}
