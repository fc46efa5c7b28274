// The state of a device: the layout of the buffers in which calls wait for their kernels. A call is an entry; `order` lists the
// entries kernel by kernel. Read by the host and translated for the device.

import { MAX_KERNELS } from '../../../kernel/primitive-facts.ts'

/** An entry: queue, place in it, target of the outcome, waiting frame, four arguments. */
export const ENTRY_WORDS = 8
export const ENTRY_QUEUE = 0
export const ENTRY_PLACE = 1
export const ENTRY_TARGET = 2
export const ENTRY_WAITER = 3
export const ENTRY_ARGUMENTS = 4

/** In place of a waiting frame: only the result is kept; result and work are kept. */
export const NOBODY = -1
export const HOST = -2
/** From here downwards, in place of a waiting frame: the result is kept, and the work is added to that of its row. */
export const FIRST_ROW = -3

const FIRST_TABLE = 16

/**
 * Calls of a kernel are in two queues: that of the kernel, and that of long calls, which the kernel's tuned form makes, if it is used. A form by its
 * number; the last queue is that of copies.
 */
export function longQueueOf(form: number): number {
  return MAX_KERNELS - 2 - form
}

/** The layout of the state, counters that all invocations share. */
export const STATE = {
  heapTop: 0,
  arenaTop: 1,
  /** The memories that ran out, one bit each: see LACKS. */
  lacking: 2,
  round: 3,
  /** One for each parity: those of the next round are cleared while those of this round are read. */
  entryCount: 4,
  readyCount: 6,
  counterTop: 9,
  /** Kernels run since the beginning. */
  callCount: 10,
  /** The address of the first copy of an output. */
  exportStart: 11,
  mostEntries: 12,
  /** Accesses outside of a buffer that a device refused; only OpenCL counts them. */
  refusedAccesses: 13,
  /** The words of the rows that the host has to finish. */
  leftWords: 15,
  // Tables by queue; there are two of counts, one for each parity.
  queueCounts: FIRST_TABLE,
  queueStarts: FIRST_TABLE + 2 * MAX_KERNELS,
  queueLengths: FIRST_TABLE + 3 * MAX_KERNELS,
  /** Calls of each queue since the beginning. */
  queueTotals: FIRST_TABLE + 4 * MAX_KERNELS,
  /** Long calls of each queue that the tuned form left to single invocations. */
  restCounts: FIRST_TABLE + 5 * MAX_KERNELS,
  /** By kernel 0, or which of its calls its tuned form makes, see FORM_NUMBER_BITS. The host writes it. */
  forms: FIRST_TABLE + 6 * MAX_KERNELS,
  words: FIRST_TABLE + 7 * MAX_KERNELS,
} as const

/** A word of `forms` is 0, or from the lowest bits: one more than the number of the form, the arity of the kernel, the least extent. */
export const FORM_NUMBER_BITS = 7
export const FORM_ARITY_BITS = 3

/** Bits of `lacking`. */
export const LACKS = { heap: 1, scratch: 2, arena: 4, entries: 8, pack: 16 } as const

/** Frames: calls that wait for other calls. In words of the arena. */
export const FRAME_WORDS = 16
/** The place of the counter of calls that the frame waits for; 0 if it waits for one call. */
export const FRAME_COUNTER = 9
