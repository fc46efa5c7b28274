// A grid whose cells are enlarged to squares by a workgroup, a cell of the result an invocation. The counterpart of `scaleGrid`
// in src/primitives/scaling.ts.
//
// Work: 1 per cell of the result and 2 for its header.

import type { TunedKernel } from './tuned-kernel.ts'

const scaling: TunedKernel = {
  uses: ['isError', 'isInt', 'kindOf', 'refTo'],
  constants: ['ERROR_BASE', 'GRID'],
  text: `struct Job {
  rows: i32,
  cols: i32,
  cells: i32,
  factor: i32,
}

const MOST_FACTOR = 64;
const MOST_SIDE = 1024;
var<workgroup> sharedJob: Job;
var<workgroup> sharedRoom: Room;

fn chooseWay(grid: i32, factor: i32) -> bool {
  let at = select(0, addressOf(grid), isRef(grid));
  let rows = heap[at] >> 4u;
  let cols = heap[at + 1];
  sharedJob = Job(rows, cols, at + 2, factor);
  let isScaled = isInt(factor) & (factor > 0) & (factor <= MOST_FACTOR);
  let isSmall = (rows > 0) & (rows <= MOST_SIDE) & (cols > 0) & (cols <= MOST_SIDE);
  return isRef(grid) & (kindOf(grid) == GRID) & isScaled & isSmall & (rows * cols <= heapTop() - at - 2);
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  let outCols = job.cols * job.factor;
  let count = job.rows * job.factor * outCols;
  if (lane == 0u) { sharedRoom = takeRoom(count + 2, count + 2); }
  let room = workgroupUniformLoad(&sharedRoom);
  if (room.at == NOWHERE) { return room.outcome; }
  if (lane == 0u) {
    heap[room.at] = ((job.rows * job.factor) << 4u) | GRID;
    heap[room.at + 1] = outCols;
  }
  for (var k = i32(lane); k < count; k += i32(LANES)) {
    let row = k / outCols / job.factor;
    let col = k % outCols / job.factor;
    heap[room.at + 2 + k] = heap[job.cells + row * job.cols + col];
  }
  return refTo(room.at);
}
`,
}

export const upscale = scaling
export const upscale_t = scaling
