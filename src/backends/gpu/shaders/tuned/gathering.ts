// Sets built by a workgroup from the elements of elements (merge, mapply) or from results (apply, prapply). Each word sets
// a bit in a map of all possible values, which is then read in order. The counterpart of `finishSet` in
// src/kernel/sets.ts for integers, indices or cells within a small range.
//
// Work: 1 per gathered word, 1 per element of the result and 1 for its header. Unless the words are strictly ascending,
// also the work of sorting: by place (src/kernel/placing.ts), 1 per 32 places and 1 per word; by merging runs
// (src/kernel/sort.ts), 1 per run and, for several runs, 1 per word for each level and once more.

import type { TunedKernel } from './tuned-kernel.ts'

const GATHERING = `struct Job {
  items: i32,
  itemCount: i32,
  top: i32,
}

struct Item {
  at: i32,
  size: i32,
  kind: i32,
}

// What lies between the least and the greatest of the words, and what finishing the set costs.
struct Plan {
  isCommon: u32,
  kind: i32,
  color: i32,
  row: i32,
  col: i32,
  area: u32,
  cols: u32,
  places: u32,
  work: i32, // but for the result itself
}

const MOST_ITEMS = 4096;
const MOST_SIZE = 32768;
const MOST_PLACES = 16384u;
const MAP_WORDS = 512u;
const STRANGE = 0;
const NOTHING = 1;
const LANES_AN_ITEM = select(1u, 8u, IS_NESTED);
const LEAST = 0x7fffffff;
var<workgroup> sharedJob: Job;
var<workgroup> sharedPlan: Plan;
var<workgroup> sharedRoom: Room;
var<workgroup> sharedKept: u32;
var<workgroup> kinds: atomic<u32>;
var<workgroup> total: atomic<i32>;
var<workgroup> descents: atomic<i32>; // places where a lesser word follows
var<workgroup> repeats: atomic<i32>; // places where an equal one does
// Colour, row and column: the least and the greatest.
var<workgroup> lows: array<atomic<i32>, 3>;
var<workgroup> highs: array<atomic<i32>, 3>;
var<workgroup> map: array<atomic<u32>, MAP_WORDS>;
var<workgroup> setBefore: array<u32, MAP_WORDS>;
var<workgroup> sums: array<u32, LANES>;

fn chooseGathering(list: i32) -> bool {
  let count = sizeOf(list);
  sharedJob = Job(elementsAt(list), count, heapTop());
  atomicStore(&kinds, 0u);
  atomicStore(&total, 0);
  atomicStore(&descents, 0);
  atomicStore(&repeats, 0);
  for (var k = 0; k < 3; k++) {
    atomicStore(&lows[k], LEAST);
    atomicStore(&highs[k], -LEAST);
  }
  return (count > 0) & (count <= MOST_ITEMS) & (count <= heapTop() - elementsAt(list));
}

// A gathered word counts as a set of one element.
fn itemOf(job: Job, k: i32) -> Item {
  let w = heap[job.items + k];
  if (!IS_NESTED) {
    return Item(job.items + k, 1, select(select(select(STRANGE, CELL_SET, isCell(w)), PAIR_SET, isPair(w)), INT_SET, isInt(w)));
  }
  let isInside = isRef(w) & (addressOf(w) < job.top);
  let at = select(0, addressOf(w), isInside);
  let header = heap[at];
  let size = header >> 4u;
  let isCompact = isInside & isWordOrdered(header & 15) & (size > 0) & (size <= min(MOST_SIZE, job.top - at - 1));
  let isEmpty = (w == EMPTY_SET) | (w == EMPTY_TUPLE);
  return Item(at + 1, select(0, size, isCompact), select(select(STRANGE, NOTHING, isEmpty), header & 15, isCompact));
}

// Examines every item: the kind of its words, their number, and the descents between items.
fn inspect(job: Job, lane: u32) {
  var found = 0u;
  var size = 0;
  var less = 0;
  var same = 0;
  for (var k = i32(lane); k < job.itemCount; k += i32(LANES)) {
    let item = itemOf(job, k);
    found |= 1u << u32(item.kind);
    size += item.size;
    var j = k - 1;
    var before = Item(0, 0, NOTHING);
    while (j >= 0 && before.size == 0 && item.size > 0) {
      before = itemOf(job, j);
      j--;
    }
    if (before.size > 0) {
      let a = heap[before.at + before.size - 1];
      let b = heap[item.at];
      less += select(0, 1, a > b);
      same += select(0, 1, a == b);
    }
  }
  atomicOr(&kinds, found);
  atomicAdd(&total, size);
  atomicAdd(&descents, less);
  atomicAdd(&repeats, same);
}

// Colour, row and column of a word; an integer is a column.
fn coordinatesOf(w: i32) -> vec3<i32> {
  let pair = vec3<i32>(0, pairRow(w), pairCol(w));
  let cell = vec3<i32>(cellColor(w), cellRow(w), cellCol(w));
  return select(select(pair, cell, isCell(w)), vec3<i32>(0, 0, w), isInt(w));
}

fn measure(job: Job, lane: u32) {
  var low = vec3<i32>(LEAST);
  var high = vec3<i32>(-LEAST);
  for (var k = i32(lane / LANES_AN_ITEM); k < job.itemCount; k += i32(LANES / LANES_AN_ITEM)) {
    let item = itemOf(job, k);
    for (var e = i32(lane % LANES_AN_ITEM); e < item.size; e += i32(LANES_AN_ITEM)) {
      let found = coordinatesOf(heap[item.at + e]);
      low = min(low, found);
      high = max(high, found);
    }
  }
  for (var k = 0; k < 3; k++) {
    atomicMin(&lows[k], low[k]);
    atomicMax(&highs[k], high[k]);
  }
}

fn planGathering() -> Plan {
  let found = atomicLoad(&kinds) & ~(1u << u32(NOTHING));
  let count = atomicLoad(&total);
  let low = vec3<i32>(atomicLoad(&lows[0]), atomicLoad(&lows[1]), atomicLoad(&lows[2]));
  let high = vec3<i32>(atomicLoad(&highs[0]), atomicLoad(&highs[1]), atomicLoad(&highs[2]));
  let sides = vec3<u32>(high - low) + 1u;
  let isSmall = (sides.z > 0u) & (sides.z <= MOST_PLACES) & (sides.y <= MOST_PLACES);
  let area = select(MOST_PLACES + 1u, sides.y * sides.z, isSmall);
  let places = select(MOST_PLACES + 1u, area * sides.x, area <= MOST_PLACES);
  let kind = select(select(INT_SET, PAIR_SET, found == 1u << u32(PAIR_SET)), CELL_SET, found == 1u << u32(CELL_SET));
  let isCommon = (found == 1u << u32(kind)) & (count > 0) & (places <= MOST_PLACES);
  let falls = atomicLoad(&descents);
  let mostPlaces = u32(count * MAX_PLACES_A_WORD);
  let isPlaced = (kind != INT_SET) & (count >= MIN_COUNT) & (places <= mostPlaces);
  var levels = 0;
  for (var runs = falls + 1; runs > 1; runs = (runs + 1) >> 1u) { levels++; }
  let merging = 1 + falls + select(0, count * (1 + levels), falls > 0);
  let sorting = select(merging, i32((places + 31u) >> 5u) + count, isPlaced);
  let isAscending = (falls == 0) & (atomicLoad(&repeats) == 0);
  let work = count + select(sorting, 0, isAscending);
  return Plan(select(0u, 1u, isCommon), kind, low.x, low.y, low.z, area, sides.z, places, work);
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  for (var k = lane; k < MAP_WORDS; k += LANES) { atomicStore(&map[k], 0u); }
  inspect(job, lane);
  measure(job, lane);
  workgroupBarrier();
  if (lane == 0u) { sharedPlan = planGathering(); }
  let plan = workgroupUniformLoad(&sharedPlan);
  if (plan.isCommon == 0u) { return DECLINED; }
  for (var k = i32(lane / LANES_AN_ITEM); k < job.itemCount; k += i32(LANES / LANES_AN_ITEM)) {
    let item = itemOf(job, k);
    for (var e = i32(lane % LANES_AN_ITEM); e < item.size; e += i32(LANES_AN_ITEM)) {
      let at = vec3<u32>(coordinatesOf(heap[item.at + e]) - vec3<i32>(plan.color, plan.row, plan.col));
      let place = at.x * plan.area + at.y * plan.cols + at.z;
      atomicOr(&map[place >> 5u], 1u << (place & 31u));
    }
  }
  workgroupBarrier();
  let words = (plan.places + 31u) >> 5u;
  let share = (words + LANES - 1u) / LANES;
  let begin = min(lane * share, words);
  let end = min(begin + share, words);
  var sum = 0u;
  for (var k = begin; k < end; k++) { sum += countOneBits(atomicLoad(&map[k])); }
  sums[lane] = sum;
  workgroupBarrier();
  var before = 0u;
  for (var k = 0u; k < lane; k++) { before += sums[k]; }
  if (lane == LANES - 1u) { sharedKept = before + sum; }
  for (var k = begin; k < end; k++) {
    setBefore[k] = before;
    before += countOneBits(atomicLoad(&map[k]));
  }
  let kept = i32(workgroupUniformLoad(&sharedKept));
  if (lane == 0u) { sharedRoom = takeRoom(kept + 1, plan.work + kept + 1); }
  let room = workgroupUniformLoad(&sharedRoom);
  if (room.at == NOWHERE) { return room.outcome; }
  if (lane == 0u) { heap[room.at] = (kept << 4u) | plan.kind; }
  for (var place = lane; place < plan.places; place += LANES) {
    let bits = atomicLoad(&map[place >> 5u]);
    let bit = 1u << (place & 31u);
    if ((bits & bit) != 0u) {
      let color = place / plan.area;
      let inArea = place - color * plan.area;
      let down = inArea / plan.cols;
      let row = plan.row + i32(down);
      let col = plan.col + i32(inArea - down * plan.cols);
      let cell = packCell(plan.color + i32(color), row, col);
      let w = select(select(packPair(row, col), cell, plan.kind == CELL_SET), col, plan.kind == INT_SET);
      heap[room.at + 1 + i32(setBefore[place >> 5u] + countOneBits(bits & (bit - 1u)))] = w;
    }
  }
  return refTo(room.at);
}
`

export const merge = tune(
  true,
  `fn chooseWay(containers: i32) -> bool {
  return isBlock(containers, SET) & chooseGathering(containers);
}
`,
)
export const mapply = tune(
  true,
  `fn chooseWay(function_: i32, container: i32, results: i32) -> bool {
  return isSet(container) & isBlock(results, LIST) & chooseGathering(results);
}
`,
)
export const apply = tune(
  false,
  `fn chooseWay(function_: i32, container: i32, results: i32) -> bool {
  return isSet(container) & isBlock(results, LIST) & chooseGathering(results);
}
`,
)
export const prapply = tune(
  false,
  `fn chooseWay(function_: i32, a: i32, b: i32, results: i32) -> bool {
  return isBlock(results, LIST) & chooseGathering(results);
}
`,
)

function tune(isNested: boolean, choose: string): TunedKernel {
  return {
    uses: [
      'isBlock',
      'isSet',
      'isWordOrdered',
      'sizeOf',
      'elementsAt',
      'addressOf',
      'refTo',
      'isRef',
      'isInt',
      'isPair',
      'isCell',
      'pairRow',
      'pairCol',
      'cellColor',
      'cellRow',
      'cellCol',
      'packPair',
      'packCell',
    ],
    constants: [
      'ERROR_BASE',
      'SET',
      'INT_SET',
      'PAIR_SET',
      'CELL_SET',
      'LIST',
      'EMPTY_SET',
      'EMPTY_TUPLE',
      'MIN_COUNT',
      'MAX_PLACES_A_WORD',
    ],
    text: `const IS_NESTED = ${isNested};\n${GATHERING}\n${choose}`,
  }
}
