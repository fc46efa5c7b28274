// Counts the colours of a GRID by a workgroup, as `countColors` and `colorFromCounts` in src/kernel/colors.ts.

import type { Heap } from '../../../../kernel/heap.ts'
import { at, atomicAdd, atomicLoad, atomicStore, heap, isBelow, sharedAtomics, waitForGroup } from '../intrinsics.ts'
import { LANES } from './group-queue.ts'

/** Work that `mostColorOf` counts for a GRID of the colours 0 to 15. */
export const MOST_COLOR_WORK = 16
const OTHER_COLORS = 16

/** The number of cells of each colour 0 to 15, then of all other colours. */
const groupColors = sharedAtomics(17)

/** Counts `count` cells. Neighbours usually have one colour: an invocation adds once for each run of equal cells. */
export function countCellsTogether(h: Heap, cells: number, count: number, lane: number): void {
  if (lane <= OTHER_COLORS) atomicStore(h, groupColors, lane, 0)
  waitForGroup(h)
  let last = OTHER_COLORS
  let seen = 0
  for (let k = lane; k < count; k += LANES) {
    const found = at(h, heap, cells + k)
    const color = isBelow(found, OTHER_COLORS) ? found : OTHER_COLORS
    if (color !== last) {
      atomicAdd(h, groupColors, last, seen)
      last = color
      seen = 0
    }
    seen++
  }
  atomicAdd(h, groupColors, last, seen)
  waitForGroup(h)
}

/** The number of counted cells of a colour. */
export function countOfColor(h: Heap, color: number): number {
  return atomicLoad(h, groupColors, color)
}

export function hasOtherColors(h: Heap): boolean {
  return atomicLoad(h, groupColors, OTHER_COLORS) !== 0
}

/** The most frequent colour; of several, the smallest. */
export function mostCounted(h: Heap): number {
  let best = 0
  let bestCount = 0
  for (let color = 0; color < OTHER_COLORS; color++) {
    const count = atomicLoad(h, groupColors, color)
    best = count > bestCount ? color : best
    bestCount = count > bestCount ? count : bestCount
  }
  return best
}
