// The values of slots on the device, and the tables that say where they are.

import { PENDING, isLimitError } from '../../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap } from '../../../kernel/heap.ts'
import { PRIMITIVE_BASE, isError, isPrimitive } from '../../../kernel/words.ts'
import { arena, at, tables } from './intrinsics.ts'
import { ROWS_SAMPLE, ROWS_TASK, TABLE } from './table-layout.ts'

/** The word in a slot's column for a row, which is a sample's or a task's. */
function rawValue(h: Heap, slot: number, row: number, tasks: number, rows: number): number {
  const sort = at(h, tables, slot + 1)
  let offset = 0
  if (sort === ROWS_SAMPLE) offset = row
  if (sort === ROWS_TASK) offset = rows === ROWS_SAMPLE ? at(h, tables, tasks + row) : row
  return at(h, arena, at(h, tables, slot) + offset)
}

/** The value of a slot in a row; for a guarded slot with an error that Python has too, the safe default of the callee. */
export function valueOfSlot(h: Heap, slot: number, row: number, tasks: number, rows: number): number {
  const value = rawValue(h, slot, row, tasks, rows)
  const guard = at(h, tables, slot + 2)
  if (guard < 0 || !isError(value) || value === PENDING || isLimitError(value)) return value
  const f = rawValue(h, guard, row, tasks, rows)
  if (!isPrimitive(f)) return EMPTY_TUPLE
  return at(h, tables, at(h, tables, TABLE.primitives) + 2 * (f - PRIMITIVE_BASE) + 1)
}

/** The last item whose first row is not after the row; each item begins with its first row. */
export function itemOfRow(h: Heap, items: number, count: number, width: number, row: number): number {
  let low = 0
  let high = count
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(h, tables, items + middle * width) <= row) low = middle
    else high = middle
  }
  return items + low * width
}
