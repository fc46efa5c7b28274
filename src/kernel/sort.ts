// Sorting a list in scratch memory: stable, without recursion, n log n.

import { compare } from './compare.ts'
import { type Heap, failed, peek, poke, releaseScratch, reserveScratch, spend } from './heap.ts'
import type { Address, Word } from './words.ts'

/** Sorts `count` words of scratch ascending; `byWord` where the order of the words is the order of the values. */
export function sortScratch(h: Heap, list: Address, count: number, byWord: boolean): void {
  if (byWord && isAscending(h, list, count)) return
  const spare = reserveScratch(h, count)
  if (failed(h)) return
  let from = list
  let to = spare
  for (let width = 1; width < count; width *= 2) {
    if (!spend(h, count)) return
    for (let start = 0; start < count; start += width * 2) mergeRuns(h, from, to, start, width, count, byWord)
    const swap = from
    from = to
    to = swap
  }
  if (from !== list) for (let k = 0; k < count; k++) poke(h, list + k, peek(h, from + k))
  releaseScratch(h, spare)
}

/** The same for words alone, whose order is their own: without `compare`, which is much code where it is inlined. */
export function sortWords(h: Heap, list: Address, count: number): void {
  if (isAscending(h, list, count)) return
  const spare = reserveScratch(h, count)
  let from = list
  let to = spare
  for (let width = 1; width < count; width *= 2) {
    if (!spend(h, count)) return
    for (let start = 0; start < count; start += width * 2) {
      const middle = start + width < count ? start + width : count
      const end = middle + width < count ? middle + width : count
      let left = start
      let right = middle
      for (let k = start; k < end; k++) {
        const takeLeft = right >= end || (left < middle && peek(h, from + left) <= peek(h, from + right))
        poke(h, to + k, peek(h, from + (takeLeft ? left : right)))
        if (takeLeft) left++
        else right++
      }
    }
    const swap = from
    from = to
    to = swap
  }
  if (from !== list) for (let k = 0; k < count; k++) poke(h, list + k, peek(h, from + k))
  releaseScratch(h, spare)
}

/** The place in an ascending list of `count` words of scratch where the word is or would be. */
export function placeOfWord(h: Heap, list: Address, count: number, w: Word): Address {
  let low = list
  let high = list + count
  while (low < high) {
    const middle = (low + high) >> 1
    if (peek(h, middle) < w) low = middle + 1
    else high = middle
  }
  return low
}

function isAscending(h: Heap, list: Address, count: number): boolean {
  for (let k = 1; k < count; k++) if (peek(h, list + k - 1) > peek(h, list + k)) return false
  return true
}

/** Merges the two sorted runs that start at `start` and `start + width`. */
function mergeRuns(
  h: Heap,
  from: Address,
  to: Address,
  start: number,
  width: number,
  count: number,
  byWord: boolean,
): void {
  const middle = start + width < count ? start + width : count
  const end = middle + width < count ? middle + width : count
  let left = start
  let right = middle
  for (let k = start; k < end; k++) {
    let takeLeft = left < middle
    if (takeLeft && right < end) {
      const a = peek(h, from + left)
      const b = peek(h, from + right)
      takeLeft = byWord ? a <= b : compare(h, a, b) <= 0
    }
    if (takeLeft) {
      poke(h, to + k, peek(h, from + left))
      left++
    } else {
      poke(h, to + k, peek(h, from + right))
      right++
    }
  }
}

/** Removes equal neighbours from a sorted list of scratch; the number of words that are left. */
export function dropRepeats(h: Heap, list: Address, count: number, byWord: boolean): number {
  if (count === 0) return 0
  let kept = 1
  for (let k = 1; k < count; k++) {
    const w: Word = peek(h, list + k)
    const before: Word = peek(h, list + kept - 1)
    const repeated = byWord ? w === before : compare(h, w, before) === 0
    if (!repeated) {
      poke(h, list + kept, w)
      kept++
    }
  }
  return kept
}
