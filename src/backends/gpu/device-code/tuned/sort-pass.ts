// One pass of a stable sort in shared memory: entries by one digit of 0 to 15.

import type { Heap } from '../../../../kernel/heap.ts'
import { at, put, sharedWords, waitForGroup } from '../intrinsics.ts'
import { LANES, groupSums } from './group-queue.ts'

/** The most entries of a list. */
export const MOST_ENTRIES = 1024
/** An entry that a pass drops. */
export const ABSENT = -1
const DIGITS = 16
const PAIRS = 8
/** One more than invocations, which avoids conflicts in a memory bank. */
const TALLY_ROW = 65

/** Two lists, which a pass reads and writes in turn. */
export const lists = sharedWords(2 * MOST_ENTRIES)
/** For each pair of digits and each invocation the counts of its entries: the second digit in the upper half of the word. */
const tally = sharedWords(PAIRS * TALLY_ROW)
const pairTotals = sharedWords(PAIRS)
const digitStarts = sharedWords(DIGITS)

/** The first entry of one invocation in a list: an odd length of its part keeps neighbours in different memory banks. */
export function stretchBegin(lane: number, count: number): number {
  const begin = lane * (((count + LANES - 1) >> 6) | 1)
  return begin < count ? begin : count
}

function digitOf(entry: number, shift: number): number {
  return (entry >> shift) & 15
}

/** The upper half of a word of the tally is for odd digits. */
function halfOf(digit: number): number {
  return (digit & 1) * 16
}

/** Moves the entries of the list at `origin` to the one at `into`, ordered by the digit at `shift`. */
export function sortByDigit(h: Heap, origin: number, into: number, count: number, shift: number, lane: number): void {
  const begin = stretchBegin(lane, count)
  const end = stretchBegin(lane + 1, count)
  for (let k = lane; k < PAIRS * TALLY_ROW; k += LANES) put(h, tally, k, 0)
  waitForGroup(h)
  for (let k = begin; k < end; k++) {
    const entry = at(h, lists, origin + k)
    const digit = digitOf(entry, shift)
    const counter = (digit >> 1) * TALLY_ROW + lane
    if (entry !== ABSENT) put(h, tally, counter, at(h, tally, counter) + (1 << halfOf(digit)))
  }
  waitForGroup(h)
  // Eight invocations share the sums of two digits; each sums the counts of eight invocations.
  const first = (lane & 7) * TALLY_ROW + (lane & 56)
  let sum = 0
  for (let k = first; k < first + 8; k++) {
    const counted = at(h, tally, k)
    put(h, tally, k, sum)
    sum += counted
  }
  put(h, groupSums, lane, sum)
  waitForGroup(h)
  let before = 0
  for (let k = lane & 7; k < lane; k += 8) before += at(h, groupSums, k)
  for (let k = first; k < first + 8; k++) put(h, tally, k, at(h, tally, k) + before)
  if (lane >= LANES - 8) put(h, pairTotals, lane & 7, before + sum)
  waitForGroup(h)
  if (lane < DIGITS) {
    let start = into
    for (let digit = 0; digit < lane; digit++) start += (at(h, pairTotals, digit >> 1) >> halfOf(digit)) & 65535
    put(h, digitStarts, lane, start)
  }
  waitForGroup(h)
  for (let k = begin; k < end; k++) {
    const entry = at(h, lists, origin + k)
    if (entry !== ABSENT) {
      const digit = digitOf(entry, shift)
      const counter = (digit >> 1) * TALLY_ROW + lane
      const counted = at(h, tally, counter)
      put(h, lists, at(h, digitStarts, digit) + ((counted >> halfOf(digit)) & 65535), entry)
      put(h, tally, counter, counted + (1 << halfOf(digit)))
    }
  }
  waitForGroup(h)
}
