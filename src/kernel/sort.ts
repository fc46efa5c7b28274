// Sorting a list in scratch memory: stable, without recursion, n log n.

import { compare } from './compare.ts'
import {
  type Heap,
  copyScratch,
  failed,
  peek,
  poke,
  push,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
} from './heap.ts'
import type { Address, Word } from './words.ts'

/**
 * Sorts `count` words of scratch ascending; `byWord` where the order of the words is the order of the values. Ascending
 * runs are kept: most lists are concatenated sets.
 */
export function sortScratch(h: Heap, list: Address, count: number, byWord: boolean): void {
  const runs = scratchTop(h)
  push(h, 0)
  for (let k = 1; k < count && !failed(h); k++) {
    const a = peek(h, list + k - 1)
    const b = peek(h, list + k)
    const descends = byWord ? a > b : compare(h, a, b) > 0
    if (descends) push(h, k)
  }
  let runCount = scratchTop(h) - runs
  if (runCount > 1 && !failed(h)) {
    const spare = reserveScratch(h, count)
    let from = list
    let to = spare
    while (runCount > 1 && spend(h, count)) {
      for (let r = 0; r < runCount; r += 2) {
        const start = peek(h, runs + r)
        const middle = r + 1 < runCount ? peek(h, runs + r + 1) : count
        const end = r + 2 < runCount ? peek(h, runs + r + 2) : count
        mergeRuns(h, from, to, start, middle, end, byWord)
        poke(h, runs + (r >> 1), start)
      }
      runCount = (runCount + 1) >> 1
      const swap = from
      from = to
      to = swap
    }
    if (from !== list) copyScratch(h, list, from, count)
  }
  releaseScratch(h, runs)
}

/** The work that `sortScratch` counts for words in this many ascending runs: for ways to sort that do not merge them. */
export function workOfMerging(count: number, runCount: number): number {
  let work = runCount > 1 ? runCount + count : runCount
  for (let runs = runCount; runs > 1; runs = (runs + 1) >> 1) work += count
  return work
}

/** `sortScratch` for words alone, whose order is their own: without `compare`, which is much code where it is inlined. */
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
  if (from !== list) copyScratch(h, list, from, count)
  releaseScratch(h, spare)
}

/** The work that `sortWords` counts for words that do not ascend. */
export function workOfSorting(count: number): number {
  let work = count
  for (let width = 1; width < count; width *= 2) work += count
  return work
}

/** The place of a word, or its insertion point, in an ascending list of `count` words of scratch. */
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

/** Merges the sorted runs [start, middle) and [middle, end). */
function mergeRuns(
  h: Heap,
  from: Address,
  to: Address,
  start: number,
  middle: number,
  end: number,
  byWord: boolean,
): void {
  let left = start
  let right = middle
  let k = start
  while (left < middle && right < end && !failed(h)) {
    const a = peek(h, from + left)
    const b = peek(h, from + right)
    const takeLeft = byWord ? a <= b : compare(h, a, b) <= 0
    poke(h, to + k, takeLeft ? a : b)
    if (takeLeft) left++
    else right++
    k++
  }
  for (; left < middle; left++) {
    poke(h, to + k, peek(h, from + left))
    k++
  }
  for (; right < end; right++) {
    poke(h, to + k, peek(h, from + right))
    k++
  }
}

/** Removes equal neighbours from a sorted list of scratch; returns the number of words left. */
export function dropRepeats(h: Heap, list: Address, count: number, byWord: boolean): number {
  if (count === 0) return 0
  return byWord ? dropRepeatedWords(h, list, count) : dropRepeatedValues(h, list, count)
}

function dropRepeatedWords(h: Heap, list: Address, count: number): number {
  let before: Word = peek(h, list)
  let to = list + 1
  for (let a = list + 1; a < list + count; a++) {
    const w: Word = peek(h, a)
    poke(h, to, w)
    to += w === before ? 0 : 1
    before = w
  }
  return to - list
}

function dropRepeatedValues(h: Heap, list: Address, count: number): number {
  let kept = 1
  for (let k = 1; k < count; k++) {
    const w: Word = peek(h, list + k)
    const before: Word = peek(h, list + kept - 1)
    if (compare(h, w, before) !== 0) {
      poke(h, list + kept, w)
      kept++
    }
  }
  return kept
}
