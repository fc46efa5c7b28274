// The prelude: the border of the heap in WGSL, a twin of each function that src/kernel/heap.ts exports. check-prelude.ts
// compares names and parameters, test/conformance/preludes.test.ts compares the behaviour for all arguments.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { deviceParams } from './device-params.ts'

/**
 * The text before the kernels in every shader. Its constants (NOWHERE, BUDGET_ERROR, ...) are translated from the kernel
 * sources, but for HAS_TRIPLES, which `printLayout` declares. An invocation may read the words below KNOWN_TOP: those present at its start and those it allocated itself.
 */
export const prelude = `struct Params {
${deviceParams.map((name) => `  ${name}: i32,\n`).join('')}}

@group(0) @binding(0) var<storage, read_write> heap: array<i32>;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<i32>>;
@group(0) @binding(2) var<storage, read_write> scratchMemory: array<i32>;
@group(0) @binding(3) var<storage, read_write> calls: array<i32>;
@group(0) @binding(4) var<storage, read_write> arena: array<i32>;
@group(0) @binding(5) var<uniform> params: Params;
@group(0) @binding(6) var<storage, read> tables: array<i32>;

// The first word of the state: the first free word of the heap.
const HEAP_TOP = 0;
// The variables of an invocation. In an array, because compilers would follow single variables through every branch.
const WORK = 0;
const FAULT = 1;
const KNOWN_TOP = 2;
const SCRATCH_END = 3;
const LARGE = 32768u; // words of an allocation
var<private> own: array<i32, 128>;
var<private> scratchBase: i32;

// Nothing below branches: a refused access goes to a harmless place (a word that is never read, an amount of 0), as the
// compilers' time and memory grow with every inlined branch.

fn raise(error: i32) {
  own[FAULT] = select(own[FAULT], error, own[FAULT] == 0);
}

fn failed() -> bool {
  return own[FAULT] != 0;
}

fn faultWord() -> i32 {
  return own[FAULT];
}

fn spend(amount: i32) -> bool {
  let isOver = (amount < 0) | (amount > params.budget - own[WORK]);
  own[WORK] += select(amount, 0, isOver | (own[FAULT] != 0));
  own[FAULT] = select(own[FAULT], BUDGET_ERROR, isOver & (own[FAULT] == 0));
  return own[FAULT] == 0;
}

fn workLeft() -> i32 {
  return select(0, params.budget - own[WORK], own[FAULT] == 0);
}

fn hasTriples() -> bool {
  return HAS_TRIPLES;
}

fn heapTop() -> i32 {
  return own[KNOWN_TOP];
}

fn load(a: i32) -> i32 {
  let isInside = (a >= 0) & (a < own[KNOWN_TOP]);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, !isInside & (own[FAULT] == 0));
  return select(0, heap[select(0, a, isInside)], isInside);
}

fn store(a: i32, w: i32) {
  let isInside = (a >= FIRST_FREE) & (a < own[KNOWN_TOP]);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, !isInside & (own[FAULT] == 0));
  // A refused word goes behind the heap.
  heap[select(params.heapWords, a, isInside)] = w;
}

fn allocate(count: i32) -> i32 {
  let isAffordable = spend(count);
  let wanted = u32(count);
  let limit = u32(params.heapWords);
  // The check before the addition keeps the top from running away when thousands of calls find the heap full. Concurrent
  // calls may still all add; large amounts, whose sum could pass 32 bits, are therefore added one after the other.
  var a = u32(atomicLoad(&state[HEAP_TOP]));
  let seemsToFit = isAffordable & (a <= limit) & (wanted <= limit - a);
  let isLarge = wanted > LARGE;
  a = select(a, u32(atomicAdd(&state[HEAP_TOP], select(0, count, seemsToFit & !isLarge))), !isLarge);
  var fits = seemsToFit & (a <= limit) & (wanted <= limit - a);
  var isTaken = !isLarge;
  while (fits & !isTaken) {
    let exchange = atomicCompareExchangeWeak(&state[HEAP_TOP], i32(a), i32(a + wanted));
    isTaken = exchange.exchanged;
    a = select(u32(exchange.old_value), a, isTaken);
    fits = (a <= limit) & (wanted <= limit - a);
  }
  own[FAULT] = select(own[FAULT], ROOM_ERROR, isAffordable & !fits);
  own[KNOWN_TOP] = select(own[KNOWN_TOP], i32(a) + count, fits);
  return select(NOWHERE, i32(a), fits);
}

fn copyStrided(into: i32, source: i32, rows: i32, cols: i32, rowStep: i32, colStep: i32) {
  let isSomething = (rows > 0) & (cols > 0);
  let top = own[KNOWN_TOP];
  // Products are bounded by quotients before they are used, as they may wrap. A heap has fewer than 2^29 words (see
  // NOWHERE): sums of a source inside it and of two bounded products do not wrap.
  let isLow = u32(rows - 1) <= u32(top) / max(u32(abs(rowStep)), 1u);
  let isNarrow = u32(cols - 1) <= u32(top) / max(u32(abs(colStep)), 1u);
  let isShort = isLow & isNarrow & (rows <= (top - into) / max(cols, 1));
  let down = (rows - 1) * rowStep;
  let right = (cols - 1) * colStep;
  let lowest = source + min(down, 0) + min(right, 0);
  let highest = source + max(down, 0) + max(right, 0);
  let isInside = isShort & (source >= 0) & (source < top) & (lowest >= 0) & (highest < top) & (into >= FIRST_FREE);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, isSomething & !isInside & (own[FAULT] == 0));
  let count = select(0, rows * cols, isSomething & isInside);
  for (var k = 0; k < count; k++) {
    heap[into + k] = heap[source + (k / cols) * rowStep + (k % cols) * colStep];
  }
}

fn copyWords(into: i32, source: i32, count: i32) {
  let isTarget = (into >= FIRST_FREE) & (count <= own[KNOWN_TOP] - into);
  let isInside = isTarget & (source >= 0) & (count <= own[KNOWN_TOP] - source);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    heap[into + k] = heap[source + k];
  }
}

fn copySums(into: i32, source: i32, count: i32, addend: i32) {
  let isTarget = (into >= FIRST_FREE) & (count <= own[KNOWN_TOP] - into);
  let isInside = isTarget & (source >= 0) & (count <= own[KNOWN_TOP] - source);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    heap[into + k] = heap[source + k] + addend;
  }
}

fn scratchTop() -> i32 {
  return own[SCRATCH_END];
}

fn releaseScratch(a: i32) {
  own[SCRATCH_END] = select(own[SCRATCH_END], a, (a >= 0) & (a <= own[SCRATCH_END]));
}

fn reserveScratch(count: i32) -> i32 {
  let isAffordable = spend(count);
  let fits = isAffordable & (u32(count) <= u32(params.scratchWords - own[SCRATCH_END]));
  own[FAULT] = select(own[FAULT], SCRATCH_FULL, isAffordable & !fits);
  let a = select(NOWHERE, own[SCRATCH_END], fits);
  own[SCRATCH_END] += select(0, count, fits);
  return a;
}

fn holdScratch(count: i32) -> i32 {
  let isAllowed = own[FAULT] == 0;
  let fits = isAllowed & (u32(count) <= u32(params.scratchWords - own[SCRATCH_END]));
  own[FAULT] = select(own[FAULT], SCRATCH_FULL, isAllowed & !fits);
  let a = select(NOWHERE, own[SCRATCH_END], fits);
  own[SCRATCH_END] += select(0, count, fits);
  return a;
}

fn push(w: i32) {
  let a = reserveScratch(1);
  // A refused word goes behind the invocation's scratch memory.
  scratchMemory[scratchBase + select(a, params.scratchWords, a == NOWHERE)] = w;
}

fn pushWords(a: i32, count: i32) {
  let isInside = (a >= 0) & (count <= own[KNOWN_TOP] - a);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  if ((count > 0) & isInside) {
    let to = reserveScratch(count);
    let size = select(count, 0, to == NOWHERE);
    for (var k = 0; k < size; k++) {
      scratchMemory[scratchBase + to + k] = heap[a + k];
    }
  }
}

fn storeWords(a: i32, list: i32, count: i32) {
  let isTarget = (a >= FIRST_FREE) & (count <= own[KNOWN_TOP] - a);
  let isInside = isTarget & (list >= 0) & (count <= own[SCRATCH_END] - list);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    heap[a + k] = scratchMemory[scratchBase + list + k];
  }
}

fn storeSteps(a: i32, count: i32, first: i32, gap: i32) {
  let isInside = (a >= FIRST_FREE) & (count <= own[KNOWN_TOP] - a);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    heap[a + k] = first + k * gap;
  }
}

fn edgesOf(a: i32, count: i32) -> i32 {
  let wanted = min(count, EDGE_WORDS);
  let isInside = (a >= 1) & (wanted <= own[KNOWN_TOP] - a);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, wanted, isInside);
  var edges = 0;
  for (var k = 0; k < size; k++) {
    edges |= select(0, 1 << u32(k), heap[a + k] != heap[a + k - 1]);
  }
  return edges;
}

fn countNibbles(a: i32, count: i32, shift: i32, counts: i32) -> i32 {
  let isSource = (count <= 0) | ((a >= 0) & (count <= own[KNOWN_TOP] - a));
  let isInside = isSource & (counts >= 0) & (counts <= own[SCRATCH_END] - NIBBLE_COUNTERS);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  let first = scratchBase + counts;
  for (var k = 0; k < select(0, NIBBLE_COUNTERS, isInside); k++) {
    scratchMemory[first + k] = 0;
  }
  var bits = 0;
  for (var k = 0; k < size; k++) {
    let w = heap[a + k];
    bits |= w;
    scratchMemory[first + ((w >> (u32(shift) & 31u)) & 15) + ((k & 3) << 4u)] += 1;
  }
  for (var k = 16; k < select(0, NIBBLE_COUNTERS, isInside); k++) {
    scratchMemory[first + (k & 15)] += scratchMemory[first + k];
  }
  return bits;
}

fn countWord(a: i32, count: i32, wanted: i32) -> i32 {
  let isInside = (a >= 0) & (count <= own[KNOWN_TOP] - a);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  var bits = 0;
  var found = 0;
  for (var k = 0; k < size; k++) {
    let w = heap[a + k];
    bits |= w;
    found += select(0, 1, w == wanted);
  }
  return select(-1, found, (bits & ~15) == 0);
}

fn compareRows(into: i32, a: i32, rows: i32, cols: i32, background: i32) -> i32 {
  // Quotients, since products may not fit 32 bits; the divisor is never 0.
  let isSource = (cols <= COMPARED_COLS) & (a >= 0) & (a <= own[KNOWN_TOP]) & (rows <= (own[KNOWN_TOP] - a) / max(cols, 1));
  let isTarget = (into >= 0) & (into <= own[SCRATCH_END]) & (rows <= (own[SCRATCH_END] - into) / ROW_MASKS);
  let isWanted = (rows > 0) & (cols > 0);
  let isInside = isWanted & isSource & isTarget;
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, isWanted & !isInside & (own[FAULT] == 0));
  let size = select(0, rows, isInside);
  var bits = 0;
  for (var i = 0; i < size; i++) {
    let row = a + i * cols;
    // Of the first row, the row itself is read instead of the one above.
    let above = row - select(cols, 0, i == 0);
    var edges = 1;
    var cells = 0;
    var up = 0;
    var left = 0;
    var right = 0;
    for (var j = 0; j < cols; j++) {
      let word = heap[row + j];
      let bit = 1 << u32(j);
      bits |= word;
      cells |= select(0, bit, (word & 15) != background);
      edges |= select(0, bit, ((word ^ heap[row + max(j - 1, 0)]) & 15) != 0);
      up |= select(0, bit, ((word ^ heap[above + j]) & 15) == 0);
      left |= select(0, bit, (((word ^ heap[above + max(j - 1, 0)]) & 15) == 0) & (j > 0));
      right |= select(0, bit, (((word ^ heap[above + min(j + 1, cols - 1)]) & 15) == 0) & (j + 1 < cols));
    }
    let to = scratchBase + into + i * ROW_MASKS;
    scratchMemory[to] = edges;
    scratchMemory[to + 1] = cells;
    scratchMemory[to + 2] = select(up, 0, i == 0);
    scratchMemory[to + 3] = select(left, 0, i == 0);
    scratchMemory[to + 4] = select(right, 0, i == 0);
  }
  return bits;
}

fn fieldRange(a: i32, count: i32, shift: i32, mask: i32) -> i32 {
  let isInside = (a >= 0) & (count <= own[KNOWN_TOP] - a);
  let isRefused = (count > 0) & !isInside;
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, isRefused & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  var least = mask;
  var most = 0;
  for (var k = 0; k < size; k++) {
    let field = (heap[a + k] >> (u32(shift) & 31u)) & mask;
    least = min(least, field);
    most = max(most, field);
  }
  return select((most << 16u) | least, 0, isRefused);
}

fn fetchWords(into: i32, a: i32, count: i32) {
  let isSource = (a >= 0) & (count <= own[KNOWN_TOP] - a);
  let isInside = isSource & (into >= 0) & (count <= own[SCRATCH_END] - into);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    scratchMemory[scratchBase + into + k] = heap[a + k];
  }
}

fn copyScratch(into: i32, source: i32, count: i32) {
  let isTarget = (into >= 0) & (count <= own[SCRATCH_END] - into);
  let isInside = isTarget & (source >= 0) & (count <= own[SCRATCH_END] - source);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    scratchMemory[scratchBase + into + k] = scratchMemory[scratchBase + source + k];
  }
}

fn fillScratch(a: i32, count: i32, w: i32) {
  let isInside = (a >= 0) & (count <= own[SCRATCH_END] - a);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, (count > 0) & !isInside & (own[FAULT] == 0));
  let size = select(0, count, isInside);
  for (var k = 0; k < size; k++) {
    scratchMemory[scratchBase + a + k] = w;
  }
}

fn pokeFive(a: i32, v: i32, w: i32, x: i32, y: i32, z: i32) {
  if ((a >= 0) & (a <= own[SCRATCH_END] - 5)) {
    scratchMemory[scratchBase + a] = v;
    scratchMemory[scratchBase + a + 1] = w;
    scratchMemory[scratchBase + a + 2] = x;
    scratchMemory[scratchBase + a + 3] = y;
    scratchMemory[scratchBase + a + 4] = z;
  } else {
    raise(BOUNDS_ERROR);
  }
}

fn peek(a: i32) -> i32 {
  let isInside = (a >= 0) & (a < own[SCRATCH_END]);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, !isInside & (own[FAULT] == 0));
  return select(0, scratchMemory[scratchBase + select(0, a, isInside)], isInside);
}

fn poke(a: i32, w: i32) {
  let isInside = (a >= 0) & (a < own[SCRATCH_END]);
  own[FAULT] = select(own[FAULT], BOUNDS_ERROR, !isInside & (own[FAULT] == 0));
  scratchMemory[scratchBase + select(params.scratchWords, a, isInside)] = w;
}

fn highestBit(bits: i32) -> i32 {
  return 31 - countLeadingZeros(bits);
}

fn lowestBit(bits: i32) -> i32 {
  return firstTrailingBit(bits);
}

fn divideTowardsZero(a: i32, b: i32) -> i32 {
  return select(0, a / select(b, 1, b == 0), b != 0);
}

fn factsOf(primitive: i32) -> i32 {
  let isPresent = (primitive >= 0) & (primitive < tables[TABLE_primitiveCount]);
  return select(-1, tables[tables[TABLE_primitives] + 2 * select(0, primitive, isPresent)], isPresent);
}

fn isBelow(a: i32, b: i32) -> bool {
  return u32(a) < u32(b);
}

fn clearInvocation() {
  own[WORK] = 0;
  own[FAULT] = 0;
  own[SCRATCH_END] = 0;
  own[KNOWN_TOP] = i32(min(u32(atomicLoad(&state[HEAP_TOP])), u32(params.heapWords)));
}

fn workDone() -> i32 {
  return own[WORK];
}

fn setWork(work: i32) {
  own[WORK] = work;
}

fn takeFrom(top: i32, count: i32, limit: i32) -> i32 {
  let most = u32(limit);
  let wanted = u32(count);
  var a = u32(atomicLoad(&state[top]));
  if (a > most || wanted > most - a) { return -1; }
  // As in allocate.
  if (wanted <= LARGE) {
    a = u32(atomicAdd(&state[top], count));
    return select(-1, i32(a), a <= most && wanted <= most - a);
  }
  loop {
    let exchange = atomicCompareExchangeWeak(&state[top], i32(a), i32(a + wanted));
    if (exchange.exchanged) { break; }
    a = u32(exchange.old_value);
    if (a > most || wanted > most - a) { return -1; }
  }
  return i32(a);
}
`

/** The declaration that stands before the prelude: the only text in which shaders of the two cell layouts differ. */
export function printLayout(layout: CellLayout): string {
  return `const HAS_TRIPLES = ${layout === 't'};\n`
}

/** Names declared by the prelude and the entry point besides the twins; kernels must use others. */
export const preludeNames: readonly string[] = [
  'main',
  'HAS_TRIPLES',
  ...[...prelude.matchAll(/^(?:struct|const|.*\bvar<[^>]*>) (\w+)/gm)].map((match) => match[1]!),
]
