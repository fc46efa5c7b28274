// The scheduler on the device in WGSL. Its entry points begin the calls of a round, resume waiting calls, sort the calls
// by kernel, and at the end copy and judge the outputs.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { PENDING } from '../../../kernel/errors.ts'
import { EMPTY_TUPLE, SAFE_FUNCTION } from '../../../kernel/heap.ts'
import { NO_GRID, OTHER_SIZE } from '../../mismatch.ts'
import { CALLS_SHADER, CALLS_USES, SPAWN_CHUNK, SPAWN_WORDS } from './scheduler-calls.ts'
import { OUTPUT_WORDS, ROUND_WORDS, ROWS_SAMPLE, ROWS_TASK, SITE_WORDS, TABLE } from '../device-code/table-layout.ts'
import {
  COPY_KERNEL,
  ENTRY_KERNEL,
  ENTRY_PLACE,
  FIRST_ROW,
  LACKS,
  MAX_KERNELS,
  NOBODY,
  kernelNumber,
} from './device-state.ts'
import { assembleHelpers, workgroupSize } from './shader.ts'

/** The entry points in the order of a round; those for outputs run after the last round. */
export type SchedulerEntry = 'advance' | 'spawn' | 'prepare' | 'scatter' | 'exportOutputs' | 'judge' | 'pack'

// WebGPU guarantees 256 invocations in a workgroup, fewer than there are kernels.
const PREPARE_SIZE = 256
const KERNELS_EACH = MAX_KERNELS / PREPARE_SIZE

/** The module of all entry points. */
export function assembleScheduler(layout: CellLayout = 'a'): string {
  return assembleHelpers(CALLS_USES, CALLS_SHADER + ENTRIES_SHADER, layout)
}

const ENTRIES_SHADER = `
// The value of a slot in a row; for a guarded slot with an error that Python has too, the safe default of the callee.
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
  if (guard < 0 || !isError(value) || value == ${PENDING} || isLimitError(value)) { return value; }
  let f = rawAt(guard, row, tasks, rows);
  if (!isPrimitive(f)) { return ${EMPTY_TUPLE}; }
  return tables[tables[${TABLE.primitives}] + 2 * (f - PRIMITIVE_BASE) + 1];
}

// The last item whose first row is not after the row; each item begins with its first row.
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
  waiter = ${FIRST_ROW} - tables[site + 7] - row;
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

// Begins the calls of this round and resumes the frames whose results are ready.
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

// Starts the calls of the maps whose lists of calls are ready.
@compute @workgroup_size(${workgroupSize})
fn spawn(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  if (isDoomed()) { return; }
  let count = atomicLoad(&state[SPAWN_COUNT]);
  for (var k = id.x; k < count; k += groups.x * ${workgroupSize}u) {
    let record = params.spawnAt + k * ${SPAWN_WORDS}u;
    let map = calls[record];
    let begin = calls[record + 1u];
    let end = min(begin + ${SPAWN_CHUNK}, arena[map + F_LENGTH]);
    let callArity = callArityIn(factsOf(arena[map + F_FUNCTION] - PRIMITIVE_BASE));
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
      // See isHopeless.
      if (atomicLoad(&state[arena[map + F_COUNTER] + 1]) >= u32(params.statementBudget)) { fail(NOT_DONE); }
      run();
    }
  }
}

var<workgroup> sums: array<u32, ${PREPARE_SIZE}>;

// Computes the queues of all kernels by a prefix sum, and resets the counters for the next round.
@compute @workgroup_size(${PREPARE_SIZE})
fn prepare(@builtin(local_invocation_index) lane: u32) {
  let first = lane * ${KERNELS_EACH}u;
  var count = 0u;
  for (var k = first; k < first + ${KERNELS_EACH}u; k++) { count += atomicLoad(&state[QUEUE_COUNTS + k]); }
  sums[lane] = count;
  workgroupBarrier();
  for (var step = 1u; step < ${PREPARE_SIZE}u; step *= 2u) {
    var before = 0u;
    if (lane >= step) { before = sums[lane - step]; }
    workgroupBarrier();
    sums[lane] += before;
    workgroupBarrier();
  }
  var start = sums[lane] - count;
  for (var k = first; k < first + ${KERNELS_EACH}u; k++) {
    let length = atomicExchange(&state[QUEUE_COUNTS + k], 0u);
    atomicStore(&state[QUEUE_STARTS + k], start);
    atomicStore(&state[QUEUE_LENGTHS + k], length);
    atomicAdd(&state[QUEUE_TOTALS + k], length);
    // The copy kernel, the last one, is no work of the programs.
    if (k == ${MAX_KERNELS - 1}u) { atomicAdd(&state[CALL_COUNT], start); }
    start += length;
  }
  if (lane == 0u) {
    let total = atomicLoad(&state[ENTRY_COUNT]);
    atomicStore(&state[ENTRY_TOTAL], min(total, params.entryCapacity));
    atomicStore(&state[ENTRY_COUNT], 0u);
    atomicStore(&state[READY_COUNT + params.parity], 0u);
    atomicStore(&state[SPAWN_COUNT], 0u);
    atomicStore(&state[EXPORT_START], atomicLoad(&state[HEAP_TOP]));
    atomicMax(&state[MOST_ENTRIES], total);
    atomicAdd(&state[ROUND], 1u);
  }
}

// Lists the entries by kernel.
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

// Enqueues the copies of outputs that are blocks; any other word is its own copy.
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

// Counts the cells in which outputs differ from the expected grids.
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
    var differences = ${NO_GRID};
    if (isRef(value) && isRef(expected)) { differences = countDifferences(value, expected); }
    arena[tables[output + 2] + row] = differences;
  }
}

// As on the CPU; the header has the kind, in its last 4 bits, and the number of rows.
fn countDifferences(value: i32, grid: i32) -> i32 {
  let a = addressOf(value);
  let b = addressOf(grid);
  if ((heap[a] & 15) != (heap[b] & 15)) { return ${NO_GRID}; }
  if (heap[a] != heap[b] || heap[a + 1] != heap[b + 1]) { return ${OTHER_SIZE}; }
  let cells = (heap[b] >> 4u) * heap[b + 1];
  var count = 0;
  for (var k = 2; k < cells + 2; k++) {
    if (heap[a + k] != heap[b + k]) { count++; }
  }
  return count;
}

// Moves the copies of outputs to the buffer that is read back.
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
