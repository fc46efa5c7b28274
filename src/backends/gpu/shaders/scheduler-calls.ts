// Calls on the device, in WGSL: starting calls, and resuming frames, which wait for kernels and for other calls. The order
// of calls, the errors and the counted work are those of cpu/apply.ts. Written by hand but for closures: a frame that waits
// has no place in kernel TypeScript.

import { LIST } from '../../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH } from '../../../kernel/closures.ts'
import { ARITY_ERROR, BUDGET_ERROR, NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import { EMPTY_TUPLE } from '../../../kernel/heap.ts'
import { printClosureCalls } from './closure-stages.ts'
import { TABLE } from '../device-code/table-layout.ts'
import {
  ENTRY_KERNEL,
  ENTRY_PLACE,
  ENTRY_TARGET,
  ENTRY_WAITER,
  FRAME_COUNTER,
  FRAME_WORDS,
  LACKS,
} from './device-state.ts'

/** The number of calls of a map that one invocation starts. */
export const SPAWN_CHUNK = 16
export const SPAWN_WORDS = 2

/** Kernel functions that the text calls. */
export const CALLS_USES = [
  'isError',
  'isLimitError',
  'isPrimitive',
  'isRef',
  'isBlock',
  'isTruthy',
  'sizeOf',
  'addressOf',
  'elementsAt',
  'closureMaker',
  'closureArgument',
  'arityOf',
  'kernelIn',
  'callsIn',
  'arityIn',
  'callArityIn',
  'isLazyIn',
  'isHigherOrderIn',
  'isShortIn',
  'hasLastCallIn',
]

/** Declares `run`, which continues the invocation until its call waits or is done. */
export const CALLS_SHADER = `@group(0) @binding(6) var<storage, read> tables: array<i32>;

// Frames.
const F_STATE = 0;
const F_FUNCTION = 1;
const F_A = 2;
const F_B = 3;
const F_C = 4;
const F_PLACE = 5;
const F_WAITER = 6;
const F_WORK = 7;
const F_DEPTH = 8;
const F_COUNTER = ${FRAME_COUNTER};
const F_WORD = 10; // the outcome of the call that the frame waits for: word and work
const F_LEFT = 12; // the saved result of a closure, or the calls of a map
const F_LENGTH = 13;
const F_OUTCOMES = 14;

// States of a map. The state of a closure is its next stage, counted from 1.
const WAITS_FOR_CALLS = 1;
const WAITS_FOR_ELEMENTS = 2;
const WAITS_FOR_RESULT = 3;
const WAITS_FOR_LAST_CALL = 4;

// The mode of the invocation: a call to start, a frame to resume, an outcome to deliver.
const DONE = 0;
const START = 1;
const RESUME = 2;
const DELIVER = 3;
var<private> mode: i32;
var<private> callee: i32;
var<private> argumentCount: i32;
var<private> a0: i32;
var<private> a1: i32;
var<private> a2: i32;
var<private> a3: i32;
var<private> place: i32;
var<private> waiter: i32;
var<private> depth: i32;
var<private> frame: i32;
var<private> word: i32;
var<private> work: i32;

fn lack(bit: u32) {
  atomicOr(&state[LACKING_BITS], bit);
  mode = DONE;
}

// Takes words from a memory whose first free word stands in the state; -1 if there are too few.
fn takeWords(top: i32, count: u32, limit: u32) -> i32 {
  var a = atomicLoad(&state[top]);
  var fits = a <= limit && count <= limit - a;
  if (!fits) { return -1; }
  // As in allocate: large amounts are taken one after the other, so that no sum passes 32 bits.
  if (count <= LARGE) {
    a = atomicAdd(&state[top], count);
    fits = a <= limit && count <= limit - a;
    return select(-1, i32(a), fits);
  }
  loop {
    let exchange = atomicCompareExchangeWeak(&state[top], a, a + count);
    if (exchange.exchanged) { break; }
    a = exchange.old_value;
    if (a > limit || count > limit - a) { return -1; }
  }
  return i32(a);
}

fn enqueue(kernel: u32, first: i32, second: i32, third: i32, fourth: i32, into: i32, who: i32) {
  mode = DONE;
  let number = atomicAdd(&state[ENTRY_COUNT], 1u);
  if (number >= params.entryCapacity) {
    lack(${LACKS.entries}u);
    return;
  }
  let entry = number * ENTRY_WORDS;
  calls[entry + ${ENTRY_KERNEL}u] = i32(kernel);
  calls[entry + ${ENTRY_PLACE}u] = i32(atomicAdd(&state[QUEUE_COUNTS + kernel], 1u));
  calls[entry + ${ENTRY_TARGET}u] = into;
  calls[entry + ${ENTRY_WAITER}u] = who;
  calls[entry + ENTRY_ARGUMENTS] = first;
  calls[entry + ENTRY_ARGUMENTS + 1u] = second;
  calls[entry + ENTRY_ARGUMENTS + 2u] = third;
  calls[entry + ENTRY_ARGUMENTS + 3u] = fourth;
}

// Makes a frame of the current call, which waits for an outcome; false if the arena is full.
fn openFrame() -> bool {
  let a = takeWords(ARENA_TOP, ${FRAME_WORDS}u, params.arenaWords);
  if (a < 0) {
    lack(${LACKS.arena}u);
    return false;
  }
  frame = a;
  arena[frame + F_STATE] = 1;
  arena[frame + F_FUNCTION] = callee;
  arena[frame + F_A] = a0;
  arena[frame + F_B] = a1;
  arena[frame + F_C] = a2;
  arena[frame + F_PLACE] = place;
  arena[frame + F_WAITER] = waiter;
  arena[frame + F_WORK] = 0;
  arena[frame + F_DEPTH] = depth;
  arena[frame + F_COUNTER] = 0;
  place = frame + F_WORD;
  waiter = frame;
  return true;
}

fn fail(error: i32) {
  word = error;
  work = 0;
  mode = DELIVER;
}

// The facts of a primitive by its number; -1 if there is none.
fn factsOf(number: i32) -> i32 {
  let isPresent = (number >= 0) & (number < tables[${TABLE.primitiveCount}]);
  return select(-1, tables[tables[${TABLE.primitives}] + 2 * select(0, number, isPresent)], isPresent);
}

fn startPrimitive() {
  let facts = factsOf(callee - PRIMITIVE_BASE);
  if (facts < 0) {
    fail(${NOT_CALLABLE_ERROR});
  } else if (isShortIn(facts, argumentCount)) {
    // The argument that is left out is None; the mode is still START.
    a0 = select(a0, NONE, argumentCount == 0);
    a1 = select(a1, NONE, argumentCount == 1);
    a2 = select(a2, NONE, argumentCount == 2);
    a3 = select(a3, NONE, argumentCount == 3);
    argumentCount++;
  } else if (arityIn(facts) != argumentCount) {
    fail(${ARITY_ERROR});
  } else if (!isHigherOrderIn(facts)) {
    enqueue(u32(kernelIn(facts)), a0, a1, a2, a3, place, waiter);
  } else if (openFrame()) {
    enqueue(u32(callsIn(facts)), a0, a1, a2, 0, place, waiter);
  }
}

// Starts the current call, or removes one binding from its function.
fn startCall() {
  if (isPrimitive(callee)) {
    startPrimitive();
    return;
  }
  if (!isBlock(callee, CLOSURE)) {
    fail(${NOT_CALLABLE_ERROR});
    return;
  }
  if (depth >= ${MAX_CALL_DEPTH}) {
    fail(${CALL_DEPTH_ERROR});
    return;
  }
  depth++;
  let maker = closureMaker(callee);
  if (returnConstant(maker)) { return; }
  if (argumentCount != arityOf(callee)) {
    fail(${ARITY_ERROR});
    return;
  }
  if (bindArgument(maker) || !openFrame()) { return; }
  word = a0;
  work = 0;
  runStage(callee);
}

// Adds the work that the frame has used before to the current outcome; the sum may exceed the budget.
fn addWork(before: i32) {
  let isOver = work > params.statementBudget - before;
  word = select(word, ${BUDGET_ERROR}, isOver);
  work = select(before + work, params.statementBudget, isOver);
}

// Delivers the current outcome as that of the frame.
fn closeFrame() {
  place = arena[frame + F_PLACE];
  waiter = arena[frame + F_WAITER];
  mode = DELIVER;
}

fn callNext(f: i32, first: i32, second: i32, count: i32) {
  callee = f;
  argumentCount = count;
  a0 = first;
  a1 = second;
  place = frame + F_WORD;
  waiter = frame;
  depth = arena[frame + F_DEPTH];
  mode = START;
}

${printClosureCalls()}
fn resumeClosure(closure: i32) {
  addWork(arena[frame + F_WORK]);
  if (isError(word)) {
    closeFrame();
    return;
  }
  arena[frame + F_WORK] = work;
  runStage(closure);
}

// The results of a map are complete: its kernel makes one value of them.
fn gather(facts: i32, list: i32) {
  arena[frame + F_STATE] = WAITS_FOR_RESULT;
  arena[frame + F_COUNTER] = 0;
  let third = select(arena[frame + F_C], list, arityIn(facts) == 2);
  enqueue(u32(kernelIn(facts)), arena[frame + F_A], arena[frame + F_B], third, list, frame + F_WORD, frame);
}

fn newList(length: i32) -> i32 {
  let a = takeWords(HEAP_TOP, u32(length + 1), params.heapWords);
  if (a < 0) {
    lack(${LACKS.heap}u);
    return -1;
  }
  heap[a] = (length << 4u) | ${LIST};
  return a;
}

fn spawnElements(length: i32) {
  let outcomes = takeWords(ARENA_TOP, u32(length) * 2u, params.arenaWords);
  // Two counters: calls that are not done, and the work of those that are.
  let counter = takeWords(COUNTER_TOP, 2u, params.counterCapacity);
  if (outcomes < 0 || counter < 0) {
    lack(${LACKS.arena}u);
    return;
  }
  let records = (u32(length) + ${SPAWN_CHUNK - 1}u) / ${SPAWN_CHUNK}u;
  let first = atomicAdd(&state[SPAWN_COUNT], records);
  if (first + records > params.spawnCapacity) {
    lack(${LACKS.entries}u);
    return;
  }
  atomicStore(&state[params.counterAt + u32(counter)], u32(length));
  atomicStore(&state[params.counterAt + u32(counter) + 1u], 0u);
  arena[frame + F_COUNTER] = i32(params.counterAt) + counter;
  arena[frame + F_OUTCOMES] = outcomes;
  arena[frame + F_STATE] = WAITS_FOR_ELEMENTS;
  for (var k = 0u; k < records; k++) {
    let record = params.spawnAt + (first + k) * ${SPAWN_WORDS}u;
    calls[record] = frame;
    calls[record + 1u] = i32(k * ${SPAWN_CHUNK}u);
  }
  mode = DONE;
}

// Reads the outcomes of the elements in order: the first error counts, and a lazy map ends with the first true one.
fn collectElements(facts: i32) {
  let length = arena[frame + F_LENGTH];
  let outcomes = arena[frame + F_OUTCOMES];
  let isLazy = isLazyIn(facts);
  var total = arena[frame + F_WORK];
  var count = length;
  for (var k = 0; k < length; k++) {
    word = arena[outcomes + 2 * k];
    work = arena[outcomes + 2 * k + 1];
    addWork(total);
    if (isError(word)) {
      closeFrame();
      return;
    }
    total = work;
    if (isLazy && isTruthy(word)) {
      count = k + 1;
      break;
    }
  }
  arena[frame + F_WORK] = total;
  let a = newList(count);
  if (a < 0) { return; }
  for (var k = 0; k < count; k++) { heap[a + 1 + k] = arena[outcomes + 2 * k]; }
  gather(facts, ${EMPTY_TUPLE} + a);
}

fn resumeMap(primitive: i32) {
  let facts = factsOf(primitive - PRIMITIVE_BASE);
  let stage = arena[frame + F_STATE];
  if (stage == WAITS_FOR_ELEMENTS) {
    collectElements(facts);
    return;
  }
  if (stage == WAITS_FOR_RESULT || stage == WAITS_FOR_LAST_CALL) {
    addWork(arena[frame + F_WORK]);
    if (stage == WAITS_FOR_RESULT && hasLastCallIn(facts) && !isError(word)) {
      arena[frame + F_STATE] = WAITS_FOR_LAST_CALL;
      arena[frame + F_WORK] = work;
      callNext(select(arena[frame + F_C], arena[frame + F_B], arityIn(facts) == 2), word, 0, 1);
      return;
    }
    closeFrame();
    return;
  }
  if (isError(word)) {
    closeFrame();
    return;
  }
  let list = word;
  let length = sizeOf(list) / (callArityIn(facts) + 1);
  // Making the list of results is one call and a block of that length, as on the CPU.
  let before = work;
  work = length + 2;
  addWork(before);
  if (isError(word)) {
    closeFrame();
    return;
  }
  arena[frame + F_WORK] = work;
  arena[frame + F_LEFT] = list;
  arena[frame + F_LENGTH] = length;
  if (length > 0) {
    spawnElements(length);
    return;
  }
  let a = newList(0);
  if (a < 0) { return; }
  gather(facts, ${EMPTY_TUPLE} + a);
}

fn resumeFrame() {
  word = arena[frame + F_WORD];
  work = arena[frame + F_WORD + 1];
  let f = arena[frame + F_FUNCTION];
  if (isPrimitive(f)) { resumeMap(f); } else { resumeClosure(f); }
}

fn deliver() {
  mode = DONE;
  arena[place] = word;
  if (waiter < 0) {
    addRowWork(waiter, work);
    return;
  }
  arena[place + 1] = work;
  let counter = arena[waiter + F_COUNTER];
  if (counter == 0) {
    // No other invocation reads or writes that frame.
    frame = waiter;
    mode = RESUME;
    return;
  }
  atomicAdd(&state[counter + 1], u32(work));
  if (atomicSub(&state[counter], 1u) == 1u) { makeReady(waiter); }
}

fn run() {
  while (mode != DONE) {
    if (mode == START) {
      startCall();
    } else if (mode == RESUME) {
      resumeFrame();
    } else {
      deliver();
    }
  }
}
`
