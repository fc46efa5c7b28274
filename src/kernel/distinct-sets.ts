// Repeats in a list of sets. A function that is mapped over pairs has many equal results, and sorting compares each of them many
// times: a hash table finds them first.

import { CELL_SET, INT_SET, elementsAt, headerOf, kindIn, lengthIn } from './blocks.ts'
import { equals } from './compare.ts'
import {
  EMPTY_SET,
  type Heap,
  failed,
  fillScratch,
  holdScratch,
  load,
  peek,
  poke,
  releaseScratch,
  scratchTop,
} from './heap.ts'
import type { Address, Word } from './words.ts'

/** Fewer sets are sorted sooner; for more, the table takes too much of the scratch memory. */
const FEW_SETS = 16
const MANY_SETS = 1048576
/** Beyond it, a set is kept without a place in the table: sorting finds its repeats. */
const MAX_PROBES = 8
/** The elements of a set that its hash is made of; the first and the last are among them. */
const HASHED_ELEMENTS = 8

/** Takes repeated sets of integers, pairs or cells out of the words pushed since `list`; a few may be left. */
export function dropRepeatedSets(h: Heap, list: Address): void {
  const count = scratchTop(h) - list
  if (count < FEW_SETS || count > MANY_SETS) return
  if (peek(h, list) !== EMPTY_SET && !isWordSet(h, peek(h, list))) return
  let size = 2 * FEW_SETS
  while (size < 2 * count) size *= 2
  // Neither is counted: that would make lists without repeats dearer.
  const hashes = holdScratch(h, count)
  const table = holdScratch(h, size)
  fillScratch(h, table, size, 0)
  let kept = 0
  let hasEmpty = false
  for (let k = 0; k < count && !failed(h); k++) {
    const w: Word = peek(h, list + k)
    poke(h, list + kept, w)
    if (w === EMPTY_SET) {
      if (!hasEmpty) kept++
      hasEmpty = true
    } else if (!isWordSet(h, w) || isNew(h, list, kept, hashes, table, size - 1)) kept++
  }
  releaseScratch(h, list + kept)
}

/** Whether the set at position `kept` of the list equals none before it; a new one is put into the table, if it has room. */
function isNew(h: Heap, list: Address, kept: number, hashes: Address, table: Address, mask: number): boolean {
  const set = peek(h, list + kept)
  const hash = hashOfSet(h, set)
  let place = hash & mask
  for (let probe = 0; probe < MAX_PROBES; probe++) {
    // One more than the position of a set; 0 where there is none.
    const known = peek(h, table + place)
    if (known === 0) {
      poke(h, table + place, kept + 1)
      poke(h, hashes + kept, hash)
      return true
    }
    if (peek(h, hashes + known - 1) === hash && equals(h, peek(h, list + known - 1), set)) return false
    place = (place + 1) & mask
  }
  return true
}

/** Whether the value is a set of integers, of pairs or of cells. */
function isWordSet(h: Heap, w: Word): boolean {
  const kind = kindIn(headerOf(h, w))
  return kind >= INT_SET && kind <= CELL_SET
}

/** A hash of the size of a set and of elements spread over it. */
function hashOfSet(h: Heap, set: Word): number {
  const header = headerOf(h, set)
  const count = lengthIn(h, header)
  const hashed = count < HASHED_ELEMENTS ? count : HASHED_ELEMENTS
  let hash = header
  for (let k = 0; k < hashed; k++) {
    hash ^= load(h, elementsAt(set) + (hashed < HASHED_ELEMENTS ? k : spreadPlace(k, count)))
    hash ^= hash << 13
    hash ^= hash >> 17
    hash ^= hash << 5
  }
  return hash ^ (hash >> 15)
}

/** Of places from 0 to count - 1, number `k` of those that are spread over them. */
function spreadPlace(k: number, count: number): number {
  return k === HASHED_ELEMENTS - 1 ? count - 1 : k * (count >> 3)
}
