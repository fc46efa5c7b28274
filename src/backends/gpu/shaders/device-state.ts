// The state of a device for the host: its layout, and the numbers of the queues.

import { PENDING } from '../../../kernel/errors.ts'
import { MAX_KERNELS } from '../../../kernel/primitive-facts.ts'
import { kernelIndexes } from '../../kernel-numbers.generated.ts'

import {
  ENTRY_ARGUMENTS,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  FIRST_ROW,
  FRAME_COUNTER,
  HOST,
  LACKS,
  NOBODY,
  STATE,
} from '../device-code/state-layout.ts'
export * from '../device-code/state-layout.ts'
export { MAX_KERNELS }

/** The kernel that copies outputs, which belongs to no primitive. */
export const COPY_KERNEL = 'copyValue'

/** The number of a kernel's queue on the device; a kernel of no primitive has the last one. */
export function kernelNumber(kernel: string): number {
  return kernelIndexes[kernel] ?? MAX_KERNELS - 1
}

const MOST_ROW_WORK = 1 << 28
export const STATE_SHADER = `const ENTRY_WORDS = ${ENTRY_WORDS}u;
const ENTRY_ARGUMENTS = ${ENTRY_ARGUMENTS}u;
const ARENA_TOP = ${STATE.arenaTop};
const LACKING_BITS = ${STATE.lacking};
const ROUND = ${STATE.round};
const ENTRY_COUNT = ${STATE.entryCount};
const ENTRY_TOTAL = ${STATE.entryTotal};
const READY_COUNT = ${STATE.readyCount}u;
const SPAWN_COUNT = ${STATE.spawnCount};
const COUNTER_TOP = ${STATE.counterTop};
const CALL_COUNT = ${STATE.callCount};
const EXPORT_START = ${STATE.exportStart};
const MOST_ENTRIES = ${STATE.mostEntries};
const QUEUE_COUNTS = ${STATE.queueCounts}u;
const QUEUE_STARTS = ${STATE.queueStarts}u;
const QUEUE_LENGTHS = ${STATE.queueLengths}u;
const QUEUE_TOTALS = ${STATE.queueTotals}u;
const FRAME_COUNTER = ${FRAME_COUNTER};
const NOT_DONE = ${PENDING};

// Once a memory has run out, the chunk is run again: all further work would be in vain.
fn isDoomed() -> bool {
  return atomicLoad(&state[LACKING_BITS]) != 0u;
}

fn beginCall() {
  own[WORK] = 0;
  own[FAULT] = 0;
  own[SCRATCH_END] = 0;
  own[KNOWN_TOP] = i32(min(atomicLoad(&state[HEAP_TOP]), params.heapWords));
}

// Adds a frame to the list that the next round reads.
fn makeReady(frame: i32) {
  let next = 1u - params.parity;
  let place = atomicAdd(&state[READY_COUNT + next], 1u);
  if (place < params.readyCapacity) {
    calls[params.readyAt + next * params.readyCapacity + place] = frame;
  } else {
    atomicOr(&state[LACKING_BITS], ${LACKS.entries}u);
  }
}

// Adds the work of a statement to that of its row: an upper bound of the words that the row has allocated.
fn addRowWork(waiter: i32, work: i32) {
  let at = params.counterAt + u32(${FIRST_ROW} - waiter);
  if (atomicLoad(&state[at]) < ${MOST_ROW_WORK}u) { atomicAdd(&state[at], min(u32(work), ${MOST_ROW_WORK}u)); }
}

// A kernel counts as one piece of work besides its own; its budget is one less for that.
fn endCall(entry: u32, given: i32) {
  // A fault is the outcome.
  var outcome = select(given, own[FAULT], own[FAULT] != 0);
  // A call that is too long for the device, but not for its statement, counts as not done.
  let isCutShort = own[FAULT] == BUDGET_ERROR && params.budget + 1 < params.statementBudget;
  outcome = select(outcome, NOT_DONE, isCutShort);
  let lacking = select(select(0u, ${LACKS.heap}u, outcome == ROOM_ERROR), ${LACKS.scratch}u, outcome == SCRATCH_FULL);
  outcome = select(outcome, ROOM_ERROR, lacking != 0u);
  let place = calls[entry + ${ENTRY_TARGET}u];
  let waiter = calls[entry + ${ENTRY_WAITER}u];
  arena[place] = outcome;
  // The host reads ROOM_ERROR from the outcome and runs just that call again.
  if (lacking != 0u && waiter != ${HOST}) { atomicOr(&state[LACKING_BITS], lacking); }
  if (waiter == ${NOBODY}) { return; }
  if (waiter <= ${FIRST_ROW}) {
    addRowWork(waiter, own[WORK] + 1);
    return;
  }
  arena[place + 1] = own[WORK] + 1;
  if (waiter < 0) { return; }
  let counter = arena[waiter + FRAME_COUNTER];
  if (counter != 0) {
    atomicAdd(&state[counter + 1], u32(own[WORK]) + 1u);
    if (atomicSub(&state[counter], 1u) != 1u) { return; }
  }
  makeReady(waiter);
}

// Whether the call is one of a map whose calls have used up the budget together. One after the other, most of them would
// never be made; side by side, each would have a budget to itself. It then counts as not done, and if that matters, which
// the map finds out when it goes through its outcomes in order, the CPU does the row.
fn isHopeless(entry: u32) -> bool {
  let waiter = calls[entry + ${ENTRY_WAITER}u];
  let counter = select(0, arena[max(waiter, 0) + FRAME_COUNTER], waiter >= 0);
  return counter != 0 && atomicLoad(&state[max(counter, 0) + 1]) >= u32(params.statementBudget);
}
`
