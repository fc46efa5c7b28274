// Rows that the host has to finish: their slots and differences are gathered in one list, which is read back.

import type { Heap } from '../../../kernel/heap.ts'
import { isMarked, wordInRow, workOfRow } from './evaluations.ts'
import { BLOCK, EVALUATION, LEFT, PLAN } from './evaluation-layout.ts'
import { arena, at, atomicAdd, atomicOr, calls, isBelow, params, put, state, tables } from './intrinsics.ts'
import { isDoomed } from './queue-calls.ts'
import { itemOfRow } from './slots.ts'
import { LACKS, STATE } from './state-layout.ts'
import { TABLE } from './table-layout.ts'

function gatherRow(h: Heap, plan: number, row: number): void {
  const slotCount = at(h, tables, plan + PLAN.slotCount)
  const differenceCount = at(h, tables, plan + PLAN.differenceCount)
  const wordCount = LEFT.words + slotCount + differenceCount
  const target = atomicAdd(h, state, STATE.leftWords, wordCount)
  if (!isBelow(target + wordCount - 1, params.packWords)) {
    atomicOr(h, state, STATE.lacking, LACKS.pack)
    return
  }
  put(h, calls, target + LEFT.plan, at(h, tables, plan + PLAN.number))
  put(h, calls, target + LEFT.row, row)
  put(h, calls, target + LEFT.work, workOfRow(h, plan, row))
  const slots = at(h, tables, plan + PLAN.slots)
  const differences = at(h, tables, plan + PLAN.differences)
  const words = target + LEFT.words
  for (let k = 0; k < slotCount; k++) put(h, calls, words + k, wordInRow(h, at(h, tables, slots + k), plan, row))
  for (let k = 0; k < differenceCount; k++) {
    put(h, calls, words + slotCount + k, at(h, arena, at(h, tables, differences + k) + row))
  }
}

/** Gathers the marked rows. */
export function gatherRows(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const head = at(h, tables, TABLE.evaluations)
  const blocks = at(h, tables, head + EVALUATION.blocks)
  const blockCount = at(h, tables, head + EVALUATION.blockCount)
  const rowCount = at(h, tables, head + EVALUATION.rowCount)
  for (let k = invocation; k < rowCount; k += invocations) {
    // Blocks are found by their second word here.
    const found = itemOfRow(h, blocks + BLOCK.firstOfAll, blockCount, BLOCK.words, k) - BLOCK.firstOfAll
    const row = at(h, tables, found + BLOCK.row) + k - at(h, tables, found + BLOCK.firstOfAll)
    const plan = at(h, tables, found + BLOCK.plan)
    if (isMarked(h, plan, row)) gatherRow(h, plan, row)
  }
}
