// The device's own scheduler in WGSL: starts calls, lets them wait for kernels and for other calls, and goes on with them.
// It is to the device what cpu/apply.ts is to the CPU: the same order of calls, the same errors, the same counted work.
// Written by hand, since frames that wait have no place in kernel TypeScript.

import { LIST } from '../../kernel/blocks.ts'
import { CHAIN, COMPOSE, FORK, LBIND, MATCHER, POWER, RBIND, SAFE } from '../../kernel/closures.ts'
import { ARITY_ERROR, BUDGET_ERROR, NOT_CALLABLE_ERROR, PENDING } from '../../kernel/errors.ts'
import { EMPTY_TUPLE, SAFE_FUNCTION } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE } from '../../kernel/words.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH } from '../function-values.ts'
import {
  COPY_KERNEL,
  ENTRY_KERNEL,
  ENTRY_PLACE,
  ENTRY_TARGET,
  ENTRY_WAITER,
  FRAME_COUNTER,
  FRAME_WORDS,
  LACKS,
  MAX_KERNELS,
  NOBODY,
  kernelNumber,
} from './queue.ts'
import { assembleHelpers, workgroupSize } from './shader.ts'

/** Words of the table's head: where its parts begin. */
export const TABLE = {
  rounds: 0,
  sites: 1,
  primitives: 2,
  primitiveCount: 3,
  exports: 4,
  exportCount: 5,
  judged: 6,
  judgedCount: 7,
  words: 8,
} as const
/** A round: its first site, the one after its last, and how many rows they have together. */
export const ROUND_WORDS = 3
/** A site: first row, sort of rows, column of the results, callee, argument count, arguments, tasks of the samples. */
export const SITE_WORDS = 8
/** A slot: its column, the sort of its rows, and the slot of its callee if it is guarded. */
export const SLOT_WORDS = 3
/** An output: first row, slot, column of the answers, tasks of the samples, column of the expected grids. */
export const OUTPUT_WORDS = 8
/** Sorts of rows. */
export const ROWS_CONSTANT = 0
export const ROWS_TASK = 1
export const ROWS_SAMPLE = 2

/** How many calls of a map one invocation starts. */
const SPAWN_CHUNK = 16
export const SPAWN_WORDS = 2

/** The entry points, in the order in which a round runs them; outputs follow after the last round. */
export type MachineEntry = 'advance' | 'spawn' | 'prepare' | 'scatter' | 'exportOutputs' | 'judge' | 'pack'
export const MACHINE_ENTRIES: readonly MachineEntry[] = [
  'advance',
  'spawn',
  'prepare',
  'scatter',
  'exportOutputs',
  'judge',
  'pack',
]

const KERNEL_FUNCTIONS = [
  'isError',
  'isPrimitive',
  'isRef',
  'isBlock',
  'isTruthy',
  'sizeOf',
  'addressOf',
  'elementsAt',
  'closureMaker',
  'closureArgument',
]

/** The module of all entry points. */
export function assembleMachine(): string {
  return assembleHelpers(KERNEL_FUNCTIONS, TEXT)
}

const TEXT = `@group(0) @binding(6) var<storage, read> tables: array<i32>;

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
const F_LEFT = 12; // the left side of a fork, how often a power is still to be applied, the calls of a map
const F_LENGTH = 13;
const F_OUTCOMES = 14;

// States of a map; those of closures count their stages from 1.
const WAITS_FOR_CALLS = 1;
const WAITS_FOR_ELEMENTS = 2;
const WAITS_FOR_RESULT = 3;

// What the invocation is at: a call to start, a frame to go on with, an outcome to hand on.
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

// Takes words from a memory whose first free word stands in the state; -1 where there are not enough.
fn takeWords(top: i32, count: u32, limit: u32) -> i32 {
  var a = atomicLoad(&state[top]);
  var fits = a <= limit && count <= limit - a;
  if (!fits) { return -1; }
  // As in allocate: what is large is taken by one after the other, so that no sum passes 32 bits.
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

// The call at hand becomes a frame, and its outcome is waited for there; false where the arena is full.
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

fn factsOf(f: i32) -> i32 {
  let number = f - (${PRIMITIVE_BASE});
  return select(-1, tables[tables[${TABLE.primitives}] + 2 * number], number < tables[${TABLE.primitiveCount}]);
}

fn arityOf(f: i32) -> i32 {
  var inner = f;
  var bindings = 0;
  var arity = -1;
  while (bindings < ${MAX_CALL_DEPTH} && isBlock(inner, CLOSURE)) {
    let maker = closureMaker(inner);
    if (maker == ${SAFE}) {
      arity = 0;
      break;
    }
    if (maker != ${RBIND} && maker != ${LBIND}) {
      arity = 1;
      break;
    }
    inner = closureArgument(inner, 0);
    bindings++;
  }
  if (arity < 0) {
    let facts = select(-1, factsOf(select(${PRIMITIVE_BASE}, inner, isPrimitive(inner))), isPrimitive(inner));
    if (facts < 0) { return -1; }
    arity = (facts >> 20u) & 7;
  }
  for (var k = 0; k < bindings; k++) { arity = select(select(3, 2, arity == 3), 1, arity == 2); }
  return arity;
}

fn startPrimitive() {
  let facts = factsOf(callee);
  if (facts < 0) {
    fail(${NOT_CALLABLE_ERROR});
  } else if (((facts >> 20u) & 7) != argumentCount) {
    fail(${ARITY_ERROR});
  } else if (((facts >> 26u) & 1) == 0) {
    enqueue(u32(facts & 1023), a0, a1, a2, a3, place, waiter);
  } else if (openFrame()) {
    enqueue(u32((facts >> 10u) & 1023), a0, a1, a2, 0, place, waiter);
  }
}

// Starts the call at hand, or takes one binding off its function.
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
  if (maker == ${SAFE}) {
    fail(${EMPTY_TUPLE});
    return;
  }
  if (argumentCount != arityOf(callee)) {
    fail(${ARITY_ERROR});
    return;
  }
  let inner = closureArgument(callee, 0);
  let second = closureArgument(callee, 1);
  if (maker == ${RBIND}) {
    a3 = select(a3, second, argumentCount == 3);
    a2 = select(a2, second, argumentCount == 2);
    a1 = select(a1, second, argumentCount == 1);
    argumentCount++;
    callee = inner;
    return;
  }
  if (maker == ${LBIND}) {
    a3 = a2;
    a2 = a1;
    a1 = a0;
    a0 = second;
    argumentCount++;
    callee = inner;
    return;
  }
  if (maker < ${COMPOSE} || maker > ${POWER}) {
    fail(${NOT_CALLABLE_ERROR});
    return;
  }
  if (maker == ${POWER} && second <= 0) {
    fail(a0);
    return;
  }
  if (!openFrame()) { return; }
  arena[frame + F_LEFT] = second;
  var next = inner;
  if (maker == ${COMPOSE} || maker == ${FORK}) { next = second; }
  if (maker == ${CHAIN}) { next = closureArgument(callee, 2); }
  callee = next;
  argumentCount = 1;
}

// Adds what the frame has used before to the outcome at hand; together they may be over the budget.
fn addWork(before: i32) {
  let isOver = work > params.budget + 1 - before;
  word = select(word, ${BUDGET_ERROR}, isOver);
  work = select(before + work, params.budget + 1, isOver);
}

// The frame's own outcome is at hand.
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

fn resumeClosure(closure: i32) {
  addWork(arena[frame + F_WORK]);
  if (isError(word)) {
    closeFrame();
    return;
  }
  arena[frame + F_WORK] = work;
  let stage = arena[frame + F_STATE];
  arena[frame + F_STATE] = stage + 1;
  let inner = closureArgument(closure, 0);
  switch (closureMaker(closure)) {
    case ${COMPOSE}: {
      if (stage == 1) { callNext(inner, word, 0, 1); } else { closeFrame(); }
    }
    case ${CHAIN}: {
      if (stage == 1) {
        callNext(closureArgument(closure, 1), word, 0, 1);
      } else if (stage == 2) {
        callNext(inner, word, 0, 1);
      } else {
        closeFrame();
      }
    }
    case ${MATCHER}: {
      if (stage == 1) {
        enqueue(${kernelNumber('equality')}u, word, closureArgument(closure, 1), 0, 0, frame + F_WORD, frame);
      } else {
        closeFrame();
      }
    }
    case ${FORK}: {
      if (stage == 1) {
        arena[frame + F_LEFT] = word;
        callNext(closureArgument(closure, 2), arena[frame + F_A], 0, 1);
      } else if (stage == 2) {
        callNext(inner, arena[frame + F_LEFT], word, 2);
      } else {
        closeFrame();
      }
    }
    default: {
      let left = arena[frame + F_LEFT] - 1;
      arena[frame + F_LEFT] = left;
      if (left > 0) { callNext(inner, word, 0, 1); } else { closeFrame(); }
    }
  }
}

// The results of a map are complete: its kernel makes one value of them.
fn gather(facts: i32, list: i32) {
  arena[frame + F_STATE] = WAITS_FOR_RESULT;
  arena[frame + F_COUNTER] = 0;
  let isOfTwo = ((facts >> 20u) & 7) == 2;
  let third = select(arena[frame + F_C], list, isOfTwo);
  enqueue(u32(facts & 1023), arena[frame + F_A], arena[frame + F_B], third, list, frame + F_WORD, frame);
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
  let counter = takeWords(COUNTER_TOP, 1u, params.counterCapacity);
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

// The outcomes of the elements in turn: the first error counts, and a lazy map ends with the first that is true.
fn collectElements(facts: i32) {
  let length = arena[frame + F_LENGTH];
  let outcomes = arena[frame + F_OUTCOMES];
  let isLazy = ((facts >> 25u) & 1) == 1;
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
  let facts = factsOf(primitive);
  let stage = arena[frame + F_STATE];
  if (stage == WAITS_FOR_ELEMENTS) {
    collectElements(facts);
    return;
  }
  if (stage == WAITS_FOR_RESULT) {
    addWork(arena[frame + F_WORK]);
    closeFrame();
    return;
  }
  if (isError(word)) {
    closeFrame();
    return;
  }
  let list = word;
  let length = sizeOf(list) / (((facts >> 23u) & 3) + 1);
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
  if (waiter == ${NOBODY}) { return; }
  arena[place + 1] = work;
  let counter = arena[waiter + F_COUNTER];
  if (counter == 0) {
    // Nobody else waits for that frame or writes to it.
    frame = waiter;
    mode = RESUME;
    return;
  }
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

// The value of a slot in a row; where it is guarded and an error, the safe default of what was called.
fn rawAt(slot: i32, row: i32, tasks: i32, rows: i32) -> i32 {
  let kind = tables[slot + 1];
  var offset = 0;
  if (kind == ${ROWS_SAMPLE}) { offset = row; }
  if (kind == ${ROWS_TASK}) { offset = select(row, tables[tasks + row], rows == ${ROWS_SAMPLE}); }
  return arena[tables[slot] + offset];
}

fn valueAt(slot: i32, row: i32, tasks: i32, rows: i32) -> i32 {
  let value = rawAt(slot, row, tasks, rows);
  let guard = tables[slot + 2];
  if (guard < 0 || !isError(value) || value == ${PENDING}) { return value; }
  let f = rawAt(guard, row, tasks, rows);
  if (!isPrimitive(f)) { return ${EMPTY_TUPLE}; }
  return tables[tables[${TABLE.primitives}] + 2 * (f - (${PRIMITIVE_BASE})) + 1];
}

// The last of the items, each beginning with its first row, that begins at or before the row.
fn itemOf(items: i32, count: i32, width: i32, row: i32) -> i32 {
  var low = 0;
  var high = count;
  while (high - low > 1) {
    let middle = (low + high) / 2;
    if (tables[items + middle * width] <= row) { low = middle; } else { high = middle; }
  }
  return items + low * width;
}

fn launch(site: i32, row: i32) {
  let rows = tables[site + 1];
  let arguments = tables[site + 5];
  let tasks = tables[site + 6];
  argumentCount = tables[site + 4];
  place = tables[site + 2] + row;
  waiter = ${NOBODY};
  depth = 0;
  callee = valueAt(tables[site + 3], row, tasks, rows);
  var error = select(0, callee, isError(callee));
  var isPending = callee == ${PENDING};
  for (var k = 0; k < argumentCount; k++) {
    let value = valueAt(tables[arguments + k], row, tasks, rows);
    isPending = isPending || value == ${PENDING};
    error = select(error, value, error == 0 && isError(value));
    a0 = select(a0, value, k == 0);
    a1 = select(a1, value, k == 1);
    a2 = select(a2, value, k == 2);
    a3 = select(a3, value, k == 3);
  }
  arena[place] = select(error, ${PENDING}, isPending || error == 0);
  mode = select(DONE, START, error == 0 && !isPending);
}

// Begins the calls of this round, and goes on with the frames that have got what they waited for.
@compute @workgroup_size(${workgroupSize})
fn advance(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let round = tables[${TABLE.rounds}] + i32(atomicLoad(&state[ROUND])) * ${ROUND_WORDS};
  let firstSite = tables[round];
  let siteCount = tables[round + 1];
  let rows = u32(tables[round + 2]);
  let ready = atomicLoad(&state[READY_COUNT + params.parity]);
  let readyAt = params.readyAt + params.parity * params.readyCapacity;
  for (var k = id.x; k < rows + ready; k += groups.x * ${workgroupSize}u) {
    beginCall();
    if (k < rows) {
      let site = itemOf(tables[${TABLE.sites}] + firstSite * ${SITE_WORDS}, siteCount, ${SITE_WORDS}, i32(k));
      launch(site, i32(k) - tables[site]);
    } else {
      frame = calls[readyAt + k - rows];
      mode = RESUME;
    }
    run();
  }
}

// Starts the calls of the maps that have just got theirs.
@compute @workgroup_size(${workgroupSize})
fn spawn(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let count = atomicLoad(&state[SPAWN_COUNT]);
  for (var k = id.x; k < count; k += groups.x * ${workgroupSize}u) {
    let record = params.spawnAt + k * ${SPAWN_WORDS}u;
    let map = calls[record];
    let begin = calls[record + 1u];
    let end = min(begin + ${SPAWN_CHUNK}, arena[map + F_LENGTH]);
    let callArity = (factsOf(arena[map + F_FUNCTION]) >> 23u) & 3;
    let list = elementsAt(arena[map + F_LEFT]);
    let outcomes = arena[map + F_OUTCOMES];
    for (var element = begin; element < end; element++) {
      beginCall();
      let at = list + element * (callArity + 1);
      callee = load(at);
      argumentCount = callArity;
      a0 = load(at + 1);
      a1 = 0;
      if (callArity > 1) { a1 = load(at + 2); }
      place = outcomes + 2 * element;
      waiter = map;
      depth = arena[map + F_DEPTH];
      mode = START;
      run();
    }
  }
}

var<workgroup> sums: array<u32, ${MAX_KERNELS}>;

// Counts the entries of each kernel together; what is counted for the next round begins at nothing.
@compute @workgroup_size(${MAX_KERNELS})
fn prepare(@builtin(local_invocation_index) k: u32) {
  let length = atomicLoad(&state[QUEUE_COUNTS + k]);
  atomicStore(&state[QUEUE_COUNTS + k], 0u);
  sums[k] = length;
  workgroupBarrier();
  for (var step = 1u; step < ${MAX_KERNELS}u; step *= 2u) {
    var before = 0u;
    if (k >= step) { before = sums[k - step]; }
    workgroupBarrier();
    sums[k] += before;
    workgroupBarrier();
  }
  atomicStore(&state[QUEUE_STARTS + k], sums[k] - length);
  atomicStore(&state[QUEUE_LENGTHS + k], length);
  atomicAdd(&state[QUEUE_TOTALS + k], length);
  if (k == ${MAX_KERNELS - 1}u) {
    let total = atomicLoad(&state[ENTRY_COUNT]);
    atomicStore(&state[ENTRY_TOTAL], min(total, params.entryCapacity));
    atomicStore(&state[ENTRY_COUNT], 0u);
    atomicStore(&state[READY_COUNT + params.parity], 0u);
    atomicStore(&state[SPAWN_COUNT], 0u);
    atomicStore(&state[EXPORT_START], atomicLoad(&state[HEAP_TOP]));
    atomicMax(&state[MOST_ENTRIES], total);
    atomicAdd(&state[ROUND], 1u);
    atomicAdd(&state[CALL_COUNT], sums[k] - length);
  }
}

// Lists the entries kernel by kernel.
@compute @workgroup_size(${workgroupSize})
fn scatter(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let count = atomicLoad(&state[ENTRY_TOTAL]);
  for (var k = id.x; k < count; k += groups.x * ${workgroupSize}u) {
    let kernel = u32(calls[k * ENTRY_WORDS + ${ENTRY_KERNEL}u]);
    let at = atomicLoad(&state[QUEUE_STARTS + kernel]) + u32(calls[k * ENTRY_WORDS + ${ENTRY_PLACE}u]);
    calls[params.orderAt + at] = i32(k);
  }
}

// Has the outputs copied that are blocks; a word is its own copy.
@compute @workgroup_size(${workgroupSize})
fn exportOutputs(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let items = tables[${TABLE.exports}];
  let count = tables[${TABLE.exportCount}];
  let total = u32(tables[items + count * ${OUTPUT_WORDS}]);
  for (var k = id.x; k < total; k += groups.x * ${workgroupSize}u) {
    let output = itemOf(items, count, ${OUTPUT_WORDS}, i32(k));
    let row = i32(k) - tables[output];
    let value = valueAt(tables[output + 1], row, tables[output + 3], ${ROWS_SAMPLE});
    let into = tables[output + 2] + row;
    if (isRef(value) && value > ${SAFE_FUNCTION}) {
      enqueue(${kernelNumber(COPY_KERNEL)}u, value, 0, 0, 0, into, ${NOBODY});
    } else {
      arena[into] = value;
    }
  }
}

// Compares outputs with the grids that are expected: 1 where they are the same.
@compute @workgroup_size(${workgroupSize})
fn judge(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let items = tables[${TABLE.judged}];
  let count = tables[${TABLE.judgedCount}];
  let total = u32(tables[items + count * ${OUTPUT_WORDS}]);
  for (var k = id.x; k < total; k += groups.x * ${workgroupSize}u) {
    let output = itemOf(items, count, ${OUTPUT_WORDS}, i32(k));
    let row = i32(k) - tables[output];
    let value = valueAt(tables[output + 1], row, tables[output + 3], ${ROWS_SAMPLE});
    let expected = arena[tables[output + 4] + row];
    arena[tables[output + 2] + row] = select(0, 1, isRef(value) && isRef(expected) && isSameGrid(value, expected));
  }
}

// Whether a value is this grid; a header says the kind and the rows.
fn isSameGrid(value: i32, grid: i32) -> bool {
  let a = addressOf(value);
  let b = addressOf(grid);
  if (heap[a] != heap[b] || heap[a + 1] != heap[b + 1]) { return false; }
  let cells = (heap[b] >> 4u) * heap[b + 1];
  for (var k = 2; k < cells + 2; k++) {
    if (heap[a + k] != heap[b + k]) { return false; }
  }
  return true;
}

// Moves the copies of outputs to where they are read back from.
@compute @workgroup_size(${workgroupSize})
fn pack(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let start = atomicLoad(&state[EXPORT_START]);
  let count = atomicLoad(&state[HEAP_TOP]) - start;
  if (count > params.packWords) {
    if (id.x == 0u) { atomicOr(&state[LACKING_BITS], ${LACKS.pack}u); }
    return;
  }
  for (var k = id.x; k < count; k += groups.x * ${workgroupSize}u) { calls[k] = heap[start + k]; }
}
`
