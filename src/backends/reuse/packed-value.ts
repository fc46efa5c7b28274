// Values apart from a heap: their blocks one after the other, references relative to the first. Restoring one is a copy.
//
// A packed value is the number of its words, the number of references in them, the positions of these, and the words.

import { CLOSURE, SET, TUPLE, contentSize, kindOf } from '../../kernel/blocks.ts'
import { FIRST_FREE, type Heap, reserveWords } from '../../kernel/heap.ts'
import { type Address, type Word, addressOf, isRef, refTo } from '../../kernel/words.ts'

/** Larger values are not kept. */
const MAX_WORDS = 1 << 16

/** Packed values one after the other; places are offsets. */
export class ValueArena {
  words: Int32Array<ArrayBuffer>
  #end = 0

  constructor(length = 256) {
    this.words = new Int32Array(length)
  }

  /** Packs the block that `root` refers to, with all that it refers to; returns its place, -1 if it is too large. */
  pack(heap: Heap, root: Word): number {
    return holdsReferences(heap, root) ? this.#packNested(heap, root) : this.#packFlat(heap, root)
  }

  #packFlat(heap: Heap, root: Word): number {
    const wordCount = 1 + contentSize(heap, root)
    if (wordCount > MAX_WORDS) return -1
    this.#reserve(2 + wordCount)
    const place = this.#end
    this.words[place] = wordCount
    this.words[place + 1] = 0
    this.words.set(heap.words.subarray(addressOf(root), addressOf(root) + wordCount), place + 2)
    this.#end = place + 2 + wordCount
    return place
  }

  #packNested(heap: Heap, root: Word): number {
    const blocks = listBlocks(heap, root)
    if (blocks === undefined) return -1
    const { places, wordCount } = blocks
    const refs: number[] = []
    this.#reserve(2 + 2 * wordCount)
    const place = this.#end
    // The references are counted while the words are copied to the place behind the most that there can be.
    const draft = place + 2 + wordCount
    let at = 0
    for (const address of places.keys()) {
      const ref = refTo(address)
      const end = address + contentSize(heap, ref)
      const isFlat = !holdsReferences(heap, ref)
      this.words[draft + at++] = heap.words[address]!
      for (let k = address + 1; k <= end; k++) {
        const word = heap.words[k]!
        const target = isFlat || !isRef(word) ? undefined : places.get(addressOf(word))
        if (target !== undefined) refs.push(at)
        this.words[draft + at++] = target === undefined ? word : refTo(target)
      }
    }
    this.words[place] = wordCount
    this.words[place + 1] = refs.length
    this.words.set(refs, place + 2)
    this.words.copyWithin(place + 2 + refs.length, draft, draft + wordCount)
    this.#end = place + 2 + refs.length + wordCount
    return place
  }

  /** Copies the value at a place onto a heap; returns the reference to it. */
  restore(heap: Heap, place: number): Word {
    const wordCount = this.words[place]!
    const refCount = this.words[place + 1]!
    const base = heap.top
    reserveWords(heap, base + wordCount)
    const from = place + 2 + refCount
    heap.words.set(this.words.subarray(from, from + wordCount), base)
    for (let k = place + 2; k < from; k++) heap.words[base + this.words[k]!]! += base
    heap.top = base + wordCount
    return refTo(base)
  }

  /** Takes over a value of another arena; returns its place. */
  copy(other: ValueArena, place: number): number {
    const length = 2 + other.words[place]! + other.words[place + 1]!
    this.#reserve(length)
    this.words.set(other.words.subarray(place, place + length), this.#end)
    this.#end += length
    return this.#end - length
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.words.length) return
    const words = new Int32Array(Math.max(this.#end + count, 2 * this.words.length))
    words.set(this.words.subarray(0, this.#end))
    this.words = words
  }
}

/** The blocks that a value consists of, by address, each with its offset; undefined for a value that is too large. */
function listBlocks(
  heap: Heap,
  root: Word,
): { readonly places: ReadonlyMap<Address, number>; readonly wordCount: number } | undefined {
  const places = new Map([[addressOf(root), 0]])
  let wordCount = 0
  // A map lists what is added while it is listed.
  for (const address of places.keys()) {
    const ref = refTo(address)
    places.set(address, wordCount)
    const size = 1 + contentSize(heap, ref)
    wordCount += size
    if (wordCount > MAX_WORDS) return undefined
    if (!holdsReferences(heap, ref)) continue
    for (let k = 1; k < size; k++) {
      const word = heap.words[address + k]!
      // The fixed blocks have the same addresses on every heap.
      if (isRef(word) && addressOf(word) >= FIRST_FREE && !places.has(addressOf(word))) places.set(addressOf(word), 0)
    }
  }
  return { places, wordCount }
}

function holdsReferences(heap: Heap, ref: Word): boolean {
  const kind = kindOf(heap, ref)
  return kind === TUPLE || kind === SET || kind === CLOSURE
}
