// Union of two compact sets of one kind by a workgroup: each element finds its position by a binary search in the other
// set. The counterpart of `unite` in src/kernel/sets.ts.
//
// Work: 2 per element of the result (list and set) and 1 for the header.

import type { TunedKernel } from './tuned-kernel.ts'

export const combine: TunedKernel = {
  uses: ['isError', 'kindOf', 'sizeOf', 'elementsAt', 'isWordOrdered', 'refTo'],
  constants: ['ERROR_BASE'],
  text: `// Of the two sets, the first one is the longer.
struct Job {
  kind: i32,
  aCount: i32,
  aFrom: i32,
  bCount: i32,
  bFrom: i32,
}

const MOST = 2048; // elements of the shorter set: one word of bits an invocation
var<workgroup> sharedJob: Job;
var<workgroup> sharedRoom: Room;
// Which elements of the shorter set the longer one has too, and how many before each word of these bits.
var<workgroup> repeats: array<atomic<u32>, 65>;
var<workgroup> repeatsBefore: array<i32, 65>;

fn chooseWay(a: i32, b: i32) -> bool {
  let kind = kindOf(a);
  let isLonger = sizeOf(a) >= sizeOf(b);
  let long = select(b, a, isLonger);
  let short = select(a, b, isLonger);
  sharedJob = Job(kind, sizeOf(long), elementsAt(long), sizeOf(short), elementsAt(short));
  return isWordOrdered(kind) & (kindOf(b) == kind) & (sizeOf(short) > 0) & (sizeOf(short) <= MOST) &
    (sizeOf(long) <= heapTop() - elementsAt(long)) & (sizeOf(short) <= heapTop() - elementsAt(short));
}

// How many elements of a set are less than the word.
fn countLess(at: i32, count: i32, w: i32) -> i32 {
  var low = 0;
  var high = count;
  while (low < high) {
    let middle = (low + high) >> 1u;
    let isLess = heap[at + middle] < w;
    low = select(low, middle + 1, isLess);
    high = select(middle, high, isLess);
  }
  return low;
}

fn repeatsUpTo(place: i32) -> i32 {
  let word = place >> 5u;
  let below = (1u << (u32(place) & 31u)) - 1u;
  return repeatsBefore[word] + i32(countOneBits(atomicLoad(&repeats[word]) & below));
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  let first = i32(lane);
  atomicStore(&repeats[lane], 0u);
  workgroupBarrier();
  for (var k = first; k < job.bCount; k += i32(LANES)) {
    let w = heap[job.bFrom + k];
    let place = countLess(job.aFrom, job.aCount, w);
    if (place < job.aCount && heap[job.aFrom + place] == w) { atomicOr(&repeats[k >> 5u], 1u << (u32(k) & 31u)); }
  }
  workgroupBarrier();
  var before = 0;
  for (var k = 0u; k < lane; k++) { before += i32(countOneBits(atomicLoad(&repeats[k]))); }
  repeatsBefore[lane] = before;
  if (lane == LANES - 1u) { repeatsBefore[LANES] = before + i32(countOneBits(atomicLoad(&repeats[lane]))); }
  workgroupBarrier();
  let count = job.aCount + job.bCount - repeatsBefore[LANES];
  if (lane == 0u) { sharedRoom = takeRoom(count + 1, 2 * count + 1); }
  let room = workgroupUniformLoad(&sharedRoom);
  if (room.at == NOWHERE) { return room.outcome; }
  if (lane == 0u) { heap[room.at] = (count << 4u) | job.kind; }
  for (var k = first; k < job.aCount; k += i32(LANES)) {
    let w = heap[job.aFrom + k];
    let place = countLess(job.bFrom, job.bCount, w);
    heap[room.at + 1 + k + place - repeatsUpTo(place)] = w;
  }
  for (var k = first; k < job.bCount; k += i32(LANES)) {
    let w = heap[job.bFrom + k];
    let isRepeat = ((atomicLoad(&repeats[k >> 5u]) >> (u32(k) & 31u)) & 1u) == 1u;
    if (!isRepeat) {
      heap[room.at + 1 + countLess(job.aFrom, job.aCount, w) + k - repeatsUpTo(k)] = w;
    }
  }
  return refTo(room.at);
}
`,
}
