// A 64-bit hash of a value: equal values have equal hashes, on every backend and machine.
//
// A block's hash covers its header and content, with the hash of each block that it refers to in place of the address.
// Each block is hashed once: shared parts would otherwise cost as much as a tree of all their copies, which may have
// 2^100 nodes. The walk keeps its own stack, so the depth of a value is limited only by the heap.

import { SET, TUPLE, CLOSURE, contentSize, kindOf } from '../kernel/blocks.ts'
import type { Heap } from '../kernel/heap.ts'
import { type Address, type Word, addressOf, isRef } from '../kernel/words.ts'

const LOW_SEED = 0x9e3779b9 | 0
const HIGH_SEED = 0x85ebca6b | 0

const FIRST_DEPTH = 64
const FIRST_CAPACITY = 64
/** A larger stack or table is not kept for the next value. */
const MAX_KEPT = 1 << 10

// The running hash, in two variables of the module: a result of two numbers would be an allocation for each block.
let low = 0
let high = 0

/** Writes the hash of a value, two numbers, to `into[at]` and `into[at + 1]`. */
export function hashValue(h: Heap, value: Word, into: Uint32Array, at: number): void {
  low = LOW_SEED
  high = HIGH_SEED
  if (!isRef(value)) mix(value)
  else if (!holdsReferences(h, value)) mixFlat(h, value)
  else hashNested(h, value)
  into[at] = finish(low ^ high)
  into[at + 1] = finish(high + Math.imul(low, 0x27d4eb2f))
}

function mix(word: number): void {
  low = Math.imul(low ^ word, 0x01000193)
  low ^= low >>> 15
  high = Math.imul(high + word, 0x5bd1e995)
  high ^= high >>> 13
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Whether the kind of a block allows references in its content; grids and sets of integers, pairs and cells have none. */
function holdsReferences(h: Heap, ref: Word): boolean {
  const kind = kindOf(h, ref)
  return kind === TUPLE || kind === SET || kind === CLOSURE
}

/** Mixes a block without references: header and content in one loop, which is most of the time of a hash. */
function mixFlat(h: Heap, ref: Word): void {
  const { words } = h
  const first = addressOf(ref)
  const end = first + contentSize(h, ref)
  let l = low
  let g = high
  for (let a = first; a <= end; a++) {
    const word = words[a]!
    l = Math.imul(l ^ word, 0x01000193)
    l ^= l >>> 15
    g = Math.imul(g + word, 0x5bd1e995)
    g ^= g >>> 13
  }
  low = l
  high = g
}

/** The blocks whose hash has begun, outermost first: the address under the cursor, the last one, and the running hash. */
const stack = {
  cursors: new Int32Array(0),
  ends: new Int32Array(0),
  refs: new Int32Array(0),
  hashes: new Int32Array(0),
}

/** Hashes a block and all that it refers to; leaves the hash in `low` and `high`. */
function hashNested(h: Heap, root: Word): void {
  known.clear()
  let depth = 0
  begin(h, root, depth)
  for (;;) {
    if (advance(h, depth)) {
      // A reference to a block that is not hashed yet: its hash comes first.
      const child = h.words[stack.cursors[depth]!]!
      stack.hashes[2 * depth] = low
      stack.hashes[2 * depth + 1] = high
      begin(h, child, ++depth)
      continue
    }
    if (depth === 0) break
    known.add(addressOf(stack.refs[depth]!), low, high)
    depth--
    low = stack.hashes[2 * depth]!
    high = stack.hashes[2 * depth + 1]!
  }
  if (stack.refs.length > MAX_KEPT) growStack(FIRST_DEPTH)
}

function begin(h: Heap, ref: Word, depth: number): void {
  if (depth >= stack.refs.length) growStack(Math.max(FIRST_DEPTH, 2 * depth))
  low = LOW_SEED
  high = HIGH_SEED
  stack.refs[depth] = ref
  stack.cursors[depth] = addressOf(ref)
  stack.ends[depth] = addressOf(ref) + contentSize(h, ref)
}

/** Mixes the words of a block from its cursor on; true where it stops at a block whose hash is unknown. */
function advance(h: Heap, depth: number): boolean {
  const { words } = h
  const end = stack.ends[depth]!
  if (!holdsReferences(h, stack.refs[depth]!)) {
    mixFlat(h, stack.refs[depth]!)
    return false
  }
  let a = stack.cursors[depth]!
  // The header is not a value, and may look like a reference.
  if (a === addressOf(stack.refs[depth]!)) mix(words[a++]!)
  for (; a <= end; a++) {
    const word = words[a]!
    if (!isRef(word)) {
      mix(word)
      continue
    }
    const k = known.find(addressOf(word))
    if (k < 0) {
      stack.cursors[depth] = a
      return true
    }
    mix(known.hashes[2 * k]!)
    mix(known.hashes[2 * k + 1]!)
  }
  return false
}

function growStack(depth: number): void {
  for (const name of ['cursors', 'ends', 'refs'] as const) stack[name] = resize(stack[name], depth)
  stack.hashes = resize(stack.hashes, 2 * depth)
}

function resize(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length)
  grown.set(old.subarray(0, length))
  return grown
}

/** The hashes of blocks by address: a hash table with open addressing. */
class BlockHashes {
  hashes = new Int32Array(0)
  /** Addresses plus one; 0 marks a free entry. */
  #keys = new Int32Array(0)
  #count = 0

  clear(): void {
    this.#count = 0
    if (this.#keys.length >= FIRST_CAPACITY && this.#keys.length <= MAX_KEPT) {
      this.#keys.fill(0)
      return
    }
    this.#keys = new Int32Array(FIRST_CAPACITY)
    this.hashes = new Int32Array(2 * FIRST_CAPACITY)
  }

  /** The entry of a block, -1 if there is none. */
  find(address: Address): number {
    const k = this.#entryOf(address)
    return this.#keys[k] === 0 ? -1 : k
  }

  add(address: Address, low: number, high: number): void {
    if (2 * ++this.#count > this.#keys.length) this.#grow()
    const k = this.#entryOf(address)
    this.#keys[k] = address + 1
    this.hashes[2 * k] = low
    this.hashes[2 * k + 1] = high
  }

  #entryOf(address: Address): number {
    const mask = this.#keys.length - 1
    let k = (Math.imul(address, 0x9e3779b1) >>> 7) & mask
    while (this.#keys[k] !== 0 && this.#keys[k] !== address + 1) k = (k + 1) & mask
    return k
  }

  #grow(): void {
    const [keys, hashes] = [this.#keys, this.hashes]
    this.#keys = new Int32Array(2 * keys.length)
    this.hashes = new Int32Array(2 * hashes.length)
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] === 0) continue
      const k = this.#entryOf(keys[old]! - 1)
      this.#keys[k] = keys[old]!
      this.hashes[2 * k] = hashes[2 * old]!
      this.hashes[2 * k + 1] = hashes[2 * old + 1]!
    }
  }
}

const known = new BlockHashes()
