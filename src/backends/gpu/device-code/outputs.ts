// Outputs on the device, after the last round: copies them for the read-back, and compares them with the expected grids.

import { KIND_BITS, KIND_MASK } from '../../../kernel/blocks.ts'
import { type Heap, SAFE_FUNCTION } from '../../../kernel/heap.ts'
import { MAX_KERNELS } from '../../../kernel/primitive-facts.ts'
import { addressOf, isRef } from '../../../kernel/words.ts'
import { NO_GRID, OTHER_SIZE } from '../../mismatch.ts'
import { enqueue } from './frames.ts'
import { arena, at, atomicLoad, atomicOr, calls, heap, isBelow, params, put, state, tables } from './intrinsics.ts'
import { isDoomed } from './queue-calls.ts'
import { itemOfRow, valueOfSlot } from './slots.ts'
import { LACKS, NOBODY, STATE } from './state-layout.ts'
import { OUTPUT_WORDS, ROWS_SAMPLE, TABLE } from './table-layout.ts'

/** Enqueues the copies of outputs that are blocks; any other word is its own copy. */
export function copyOutputs(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const items = at(h, tables, TABLE.exports)
  const count = at(h, tables, TABLE.exportCount)
  const total = at(h, tables, items + count * OUTPUT_WORDS)
  for (let k = invocation; k < total; k += invocations) {
    const output = itemOfRow(h, items, count, OUTPUT_WORDS, k)
    const row = k - at(h, tables, output)
    const value = valueOfSlot(h, at(h, tables, output + 1), row, at(h, tables, output + 3), ROWS_SAMPLE)
    const into = at(h, tables, output + 2) + row
    if (isRef(value) && value > SAFE_FUNCTION) enqueue(h, MAX_KERNELS - 1, value, 0, 0, 0, into, NOBODY)
    else put(h, arena, into, value)
  }
}

/** The number of cells in which a value differs from a grid, as on the CPU. */
function countUnequalCells(h: Heap, value: number, grid: number): number {
  const a = addressOf(value)
  const b = addressOf(grid)
  const header = at(h, heap, b)
  if ((at(h, heap, a) & KIND_MASK) !== (header & KIND_MASK)) return NO_GRID
  if (at(h, heap, a) !== header || at(h, heap, a + 1) !== at(h, heap, b + 1)) return OTHER_SIZE
  const end = (header >> KIND_BITS) * at(h, heap, b + 1) + 2
  let count = 0
  for (let k = 2; k < end; k++) {
    if (at(h, heap, a + k) !== at(h, heap, b + k)) count++
  }
  return count
}

/** Counts the cells in which outputs differ from the expected grids. */
export function judgeOutputs(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const items = at(h, tables, TABLE.judged)
  const count = at(h, tables, TABLE.judgedCount)
  const total = at(h, tables, items + count * OUTPUT_WORDS)
  for (let k = invocation; k < total; k += invocations) {
    const output = itemOfRow(h, items, count, OUTPUT_WORDS, k)
    const row = k - at(h, tables, output)
    const value = valueOfSlot(h, at(h, tables, output + 1), row, at(h, tables, output + 3), ROWS_SAMPLE)
    const expected = at(h, arena, at(h, tables, output + 4) + row)
    let differences = NO_GRID
    if (isRef(value) && isRef(expected)) differences = countUnequalCells(h, value, expected)
    put(h, arena, at(h, tables, output + 2) + row, differences)
  }
}

/** Moves the copies of outputs to the buffer that is read back. */
export function packCopies(h: Heap, invocation: number, invocations: number): void {
  if (isDoomed(h)) return
  const start = atomicLoad(h, state, STATE.exportStart)
  const count = atomicLoad(h, state, STATE.heapTop) - start
  if (isBelow(params.packWords, count)) {
    if (invocation === 0) atomicOr(h, state, STATE.lacking, LACKS.pack)
    return
  }
  for (let k = invocation; k < count; k += invocations) put(h, calls, k, at(h, heap, start + k))
}
