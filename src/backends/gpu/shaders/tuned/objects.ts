// Labelling by a workgroup, for a GRID of at most 1024 cells of the colours 0 to 15: the counterpart of src/kernel/labelling.ts.
//
// The cells that are not background are listed in the order of their words: by colour in layout a, by place in layout t.
// Regions are joined over these places, the later on the earlier, so that a region's root is its first cell and regions
// come in the order of their roots. Sorting the list by region then leaves each region's cells together and in order.
//
// Work: 16 for the most frequent colour if it is left out, 5 a cell and, in layout a, 16 for the runs, 1 a run and 1 a cell of those
// that are left, 3 a region (its header, its place in the list, its place in the set), 1 for the header of the set.

import { MOST_COLOR_SHADER, MOST_COLOR_WORK } from './most-color.ts'
import { SORT_PASS_SHADER } from './sort-pass.ts'
import type { TunedKernel } from './tuned-kernel.ts'

const TEXT = `${MOST_COLOR_SHADER}
${SORT_PASS_SHADER}
struct Job {
  cols: u32,
  cells: u32,
  cellsAt: i32,
  isUnivalued: u32,
  sides: u32, // how many neighbours of a cell come before it
  isWithoutBackground: u32,
}

struct Foreground {
  background: i32,
  count: u32,
  isCommon: u32,
}

const NO_BACKGROUND = -1;
// An entry of a list: the cell, its colour, and the number of its region.
const CELL_MASK = 1023u;
const COLOR_SHIFT = 10u;
const REGION_SHIFT = 14u;
var<workgroup> sharedJob: Job;
var<workgroup> sharedForeground: Foreground;
var<workgroup> sharedRoom: Room;
var<workgroup> runCount: atomic<u32>;
var<workgroup> sharedRegionCount: u32;
var<workgroup> parents: array<atomic<u32>, MOST>;

fn chooseWay(grid: i32, univalued: i32, diagonal: i32, without_bg: i32) -> bool {
  if (!isBlock(grid, GRID)) { return false; }
  let cells = cellCount(grid);
  sharedJob = Job(
    u32(gridCols(grid)),
    u32(cells),
    cellsAt(grid),
    select(0u, 1u, isTruthy(univalued)),
    select(2u, 4u, isTruthy(diagonal)),
    select(0u, 1u, isTruthy(without_bg)),
  );
  return (cells > 0) & (u32(cells) <= MOST) & (cells <= heapTop() - cellsAt(grid));
}

fn regionRoot(place: u32) -> u32 {
  var at = place;
  var parent = atomicLoad(&parents[at]);
  while (parent != at) {
    at = parent;
    parent = atomicLoad(&parents[at]);
  }
  return at;
}

// Attaches the later of two roots to the earlier one; repeats from the new root if another invocation was faster.
fn join(a: u32, b: u32) {
  var x = regionRoot(a);
  var y = regionRoot(b);
  while (x != y) {
    let later = max(x, y);
    y = min(x, y);
    x = atomicMin(&parents[later], y);
    x = select(x, y, x == later);
  }
}

// Joins adjacent cells of the list at origin; the other list holds the position of each cell in it.
fn joinCells(job: Job, origin: u32, count: u32, lane: u32) {
  let placesAt = MOST - origin;
  for (var p = lane; p < count; p += LANES) {
    lists[placesAt + (lists[origin + p] & CELL_MASK)] = p;
    atomicStore(&parents[p], p);
  }
  workgroupBarrier();
  for (var p = lane; p < count; p += LANES) {
    let e = lists[origin + p];
    let cell = e & CELL_MASK;
    let row = cell / job.cols;
    let col = cell - row * job.cols;
    for (var side = 0u; side < job.sides; side++) {
      // Left, above, above to the left, above to the right.
      let up = min(side, 1u);
      let isLeft = (side & 1u) == 0u;
      let isThere = (row >= up) & select((side == 1u) | (col + 1u < job.cols), col > 0u, isLeft);
      if (isThere) {
        let other = lists[placesAt + cell - up * job.cols + select(side >> 1u, 0u - 1u, isLeft)];
        if (other != ABSENT) {
          let isAlike = (lists[origin + other] >> COLOR_SHIFT) == (e >> COLOR_SHIFT);
          if (isAlike | (job.isUnivalued == 0u)) { join(p, other); }
        }
      }
    }
  }
  workgroupBarrier();
  for (var p = lane; p < count; p += LANES) { atomicStore(&parents[p], regionRoot(p)); }
  workgroupBarrier();
}

// Writes the number of its region into every entry of the list at origin; returns the number of regions.
fn numberRegions(origin: u32, count: u32, lane: u32) -> u32 {
  let mine = stretchOf(lane, count);
  var rootCount = 0u;
  for (var p = mine.begin; p < mine.end; p++) { rootCount += select(0u, 1u, atomicLoad(&parents[p]) == p); }
  sums[lane] = rootCount;
  workgroupBarrier();
  var number = 0u;
  for (var k = 0u; k < lane; k++) { number += sums[k]; }
  if (lane == LANES - 1u) { sharedRegionCount = number + rootCount; }
  for (var p = mine.begin; p < mine.end; p++) {
    if (atomicLoad(&parents[p]) == p) {
      lists[origin + p] |= number << REGION_SHIFT;
      number++;
    }
  }
  workgroupBarrier();
  for (var p = lane; p < count; p += LANES) {
    let root = atomicLoad(&parents[p]);
    if (root != p) { lists[origin + p] |= (lists[origin + root] >> REGION_SHIFT) << REGION_SHIFT; }
  }
  return workgroupUniformLoad(&sharedRegionCount);
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  countCells(job.cellsAt, i32(job.cells), lane);
  if (lane == 0u) {
    let background = select(NO_BACKGROUND, mostCounted(), job.isWithoutBackground != 0u);
    let left = select(atomicLoad(&colorCounts[max(background, 0)]), 0u, background == NO_BACKGROUND);
    let isCommon = select(0u, 1u, atomicLoad(&colorCounts[OTHER_COLORS]) == 0u);
    sharedForeground = Foreground(background, job.cells - left, isCommon);
    atomicStore(&runCount, 0u);
  }
  let foreground = workgroupUniformLoad(&sharedForeground);
  if (foreground.isCommon == 0u) { return DECLINED; }
  var runs = 0u;
  for (var k = lane; k < job.cells; k += LANES) {
    let color = heap[job.cellsAt + i32(k)];
    let isLeft = color == foreground.background;
    let isStart = (k % job.cols == 0u) | (heap[job.cellsAt + i32(max(k, 1u)) - 1] != color);
    lists[k] = select((u32(color) << COLOR_SHIFT) | k, ABSENT, isLeft);
    runs += select(0u, 1u, isStart & !isLeft);
  }
  atomicAdd(&runCount, runs);
  workgroupBarrier();
  // The first pass is by colour, the others, as many as there are digits, by region.
  var origin = 0u;
  var count = job.cells;
  var regions = 0u;
  var lastShift = COLOR_SHIFT;
  for (var shift = COLOR_SHIFT; shift <= lastShift; shift += 4u) {
    // In layout t cells are ordered by place alone: all have the digit 0, as the numbers of regions are not written yet.
    let isFirst = shift == COLOR_SHIFT;
    sortByDigit(origin, MOST - origin, count, select(shift, REGION_SHIFT, HAS_TRIPLES && isFirst), lane);
    origin = MOST - origin;
    if (isFirst) {
      count = foreground.count;
      joinCells(job, origin, count, lane);
      regions = numberRegions(origin, count, lane);
      while (regions > 1u && ((regions - 1u) >> (lastShift - COLOR_SHIFT)) > 0u) { lastShift += 4u; }
    }
  }
  if (lane == 0u) {
    let work = select(0u, ${MOST_COLOR_WORK}u, job.isWithoutBackground != 0u) + 5u * job.cells + select(16u, 0u, HAS_TRIPLES) +
      atomicLoad(&runCount) +
      count + 3u * regions + min(regions, 1u);
    sharedRoom = takeRoom(i32(count + 2u * regions + min(regions, 1u)), i32(work));
  }
  let room = workgroupUniformLoad(&sharedRoom);
  if (room.at == NOWHERE) { return room.outcome; }
  if (regions == 0u) { return EMPTY_SET; }
  let regionsAt = room.at + 1 + i32(regions);
  let firstsAt = MOST - origin;
  for (var p = lane; p < count; p += LANES) {
    let e = lists[origin + p];
    let region = e >> REGION_SHIFT;
    let cell = e & CELL_MASK;
    let row = cell / job.cols;
    heap[regionsAt + 1 + i32(region + p)] =
      packCell(i32((e >> COLOR_SHIFT) & 15u), i32(row), i32(cell - row * job.cols));
    if (p == 0u || (lists[origin + max(p, 1u) - 1u] >> REGION_SHIFT) != region) { lists[firstsAt + region] = p; }
  }
  workgroupBarrier();
  for (var region = lane; region < regions; region += LANES) {
    let first = lists[firstsAt + region];
    var end = count;
    if (region + 1u < regions) { end = lists[firstsAt + region + 1u]; }
    let at = regionsAt + i32(region + first);
    heap[at] = (i32(end - first) << 4u) | CELL_SET;
    heap[room.at + 1 + i32(region)] = refTo(at);
  }
  if (lane == 0u) { heap[room.at] = (i32(regions) << 4u) | SET; }
  return refTo(room.at);
}
`

export const objects: TunedKernel = {
  uses: ['isBlock', 'isTruthy', 'cellCount', 'cellsAt', 'gridCols', 'packCell', 'refTo'],
  constants: ['ERROR_BASE', 'GRID', 'SET', 'CELL_SET', 'EMPTY_SET'],
  text: TEXT,
}
