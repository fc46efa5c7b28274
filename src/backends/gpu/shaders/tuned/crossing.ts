// The calls of each element of one container with each of another, written by a workgroup. The counterpart of `callCrossed` in
// src/kernel/calls.ts for containers whose elements are words of a block.
//
// Work: 3 per call and 1 for the header of the list.

import type { TunedKernel } from './tuned-kernel.ts'

export const prapplyCalls: TunedKernel = {
  uses: ['isError', 'kindOf', 'sizeOf', 'elementsAt', 'isWordOrdered', 'refTo'],
  constants: ['ERROR_BASE', 'SET', 'TUPLE', 'INTS', 'LIST', 'MAX_CALLS'],
  text: `struct Job {
  callee: i32,
  aCount: i32,
  aFrom: i32,
  bCount: i32,
  bFrom: i32,
}

var<workgroup> sharedJob: Job;
var<workgroup> sharedRoom: Room;

fn isListed(w: i32) -> bool {
  let kind = kindOf(w);
  let isBlock = isRef(w) & (isWordOrdered(kind) | (kind == SET) | (kind == TUPLE) | (kind == INTS));
  return isBlock & (sizeOf(w) > 0) & (sizeOf(w) <= heapTop() - elementsAt(w));
}

fn chooseWay(callee: i32, a: i32, b: i32) -> bool {
  sharedJob = Job(callee, sizeOf(a), elementsAt(a), sizeOf(b), elementsAt(b));
  return isListed(a) & isListed(b) & (sizeOf(b) <= MAX_CALLS / max(sizeOf(a), 1));
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  let count = job.aCount * job.bCount;
  if (lane == 0u) { sharedRoom = takeRoom(3 * count + 1, 3 * count + 1); }
  let room = workgroupUniformLoad(&sharedRoom);
  if (room.at == NOWHERE) { return room.outcome; }
  if (lane == 0u) { heap[room.at] = ((3 * count) << 4u) | LIST; }
  for (var k = i32(lane); k < count; k += i32(LANES)) {
    let at = room.at + 1 + 3 * k;
    heap[at] = job.callee;
    heap[at + 1] = heap[job.aFrom + k % job.aCount];
    heap[at + 2] = heap[job.bFrom + k / job.aCount];
  }
  return refTo(room.at);
}
`,
}
