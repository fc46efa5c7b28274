// Painting by a workgroup: every invocation marks cells of the patch in workgroup memory, then writes cells of the grid
// according to their marks. The counterpart of src/primitives/painting.ts for a GRID and a compact patch.

import { MOST_COLOR_SHADER, MOST_COLOR_WORK } from './most-color.ts'
import type { TunedKernel } from './tuned-kernel.ts'

interface Painting {
  /** The first part of `chooseWay`, with its parameters. */
  readonly choose: string
  /** Whether every cell of the patch gets one value: the background, or the value of the call. */
  readonly fills: 'nothing' | 'value' | 'background'
  /** Whether the colours of the patch are written, after the fill. */
  readonly paints: boolean
  /** Whether only cells of the background change. */
  readonly isUnder: boolean
}

const FILL = `fn chooseWay(grid: i32, value: i32, patch_: i32) -> bool {
  return isInt(value) & choosePainting(grid, value, patch_, 0, 0);
}
`
const PAINT = `fn chooseWay(grid: i32, obj: i32) -> bool {
  return isBlock(obj, CELL_SET) & choosePainting(grid, 0, obj, 0, 0);
}
`
const MOVE = `fn chooseWay(grid: i32, obj: i32, offset: i32) -> bool {
  return isBlock(obj, CELL_SET) & isPair(offset) & choosePainting(grid, 0, obj, pairRow(offset), pairCol(offset));
}
`

const PAINTING = `struct Job {
  rows: i32,
  cols: i32,
  cells: i32,
  cellsAt: i32,
  count: i32,
  patchAt: i32,
  bits: u32, // of the row and of the column in a word of the patch
  value: i32,
  down: i32,
  right: i32,
}

const TILE = 1024; // cells that are marked at once
const FILLED = 1u;
const PAINTED = 2u; // and from there on, which cell of the patch
var<workgroup> sharedJob: Job;
var<workgroup> sharedRoom: Room;
var<workgroup> sharedBackground: i32;
var<workgroup> marks: array<atomic<u32>, TILE>;

fn choosePainting(grid: i32, value: i32, patch_: i32, down: i32, right: i32) -> bool {
  let kind = kindOf(patch_);
  if (!(isBlock(grid, GRID) & ((kind == PAIR_SET) | (kind == CELL_SET)))) { return false; }
  let cells = cellCount(grid);
  let count = sizeOf(patch_);
  let bits = select(14u, 13u, kind == CELL_SET);
  sharedJob = Job(gridRows(grid), gridCols(grid), cells, cellsAt(grid), count, elementsAt(patch_), bits, value, down, right);
  return (cells > 0) & (cells <= heapTop() - cellsAt(grid)) & (count <= heapTop() - elementsAt(patch_));
}

fn mark(job: Job, tile: i32, row: i32, col: i32, rank: u32) {
  let place = row * job.cols + col - tile;
  let isOnGrid = (row >= 0) & (row < job.rows) & (col >= 0) & (col < job.cols);
  if (isOnGrid & (place >= 0) & (place < TILE)) { atomicMax(&marks[place], rank); }
}

fn runTogether(lane: u32) -> i32 {
  let job = workgroupUniformLoad(&sharedJob);
  if (NEEDS_BACKGROUND) { countCells(job.cellsAt, job.cells, lane); }
  if (lane == 0u) {
    var room = Room(NOWHERE, DECLINED);
    if (!NEEDS_BACKGROUND || atomicLoad(&colorCounts[OTHER_COLORS]) == 0u) {
      room = takeRoom(job.cells + 2, job.cells + 2 + BACKGROUND_WORK);
    }
    sharedRoom = room;
    sharedBackground = mostCounted();
  }
  let room = workgroupUniformLoad(&sharedRoom);
  let background = sharedBackground;
  if (room.at == NOWHERE) { return room.outcome; }
  if (lane == 0u) {
    heap[room.at] = (job.rows << 4u) | GRID;
    heap[room.at + 1] = job.cols;
  }
  let sides = (1 << job.bits) - 1;
  let zero = 1 << (job.bits - 1u);
  let first = i32(lane);
  for (var tile = 0; tile < job.cells; tile += TILE) {
    let here = min(TILE, job.cells - tile);
    for (var k = first; k < here; k += i32(LANES)) { atomicStore(&marks[k], 0u); }
    workgroupBarrier();
    for (var k = first; k < job.count; k += i32(LANES)) {
      let e = heap[job.patchAt + k];
      let row = ((e >> job.bits) & sides) - zero;
      let col = (e & sides) - zero;
      if (FILLS) { mark(job, tile, row, col, FILLED); }
      if (PAINTS) {
        // The last cell at a place counts; for underpainting, the first one that changes the grid.
        let rank = select(u32(k), u32(job.count - 1 - k), IS_UNDER);
        let changes = !IS_UNDER || cellColor(e) != background;
        if (changes) { mark(job, tile, row + job.down, col + job.right, PAINTED + rank); }
      }
    }
    workgroupBarrier();
    for (var k = first; k < here; k += i32(LANES)) {
      let cell = heap[job.cellsAt + tile + k];
      let rank = atomicLoad(&marks[k]);
      var painted = select(cell, select(job.value, background, FILLS_BACKGROUND), rank == FILLED);
      if (PAINTS && rank >= PAINTED) {
        let place = i32(rank - PAINTED);
        painted = cellColor(heap[job.patchAt + select(place, job.count - 1 - place, IS_UNDER)]);
      }
      heap[room.at + 2 + tile + k] = select(cell, painted, !IS_UNDER || cell == background);
    }
    workgroupBarrier();
  }
  return refTo(room.at);
}
`

export const fill = tune({ choose: FILL, fills: 'value', paints: false, isUnder: false })
export const underfill = tune({ choose: FILL, fills: 'value', paints: false, isUnder: true })
export const paint = tune({ choose: PAINT, fills: 'nothing', paints: true, isUnder: false })
export const underpaint = tune({ choose: PAINT, fills: 'nothing', paints: true, isUnder: true })
export const cover = tune({ choose: PAINT, fills: 'background', paints: false, isUnder: false })
export const move = tune({ choose: MOVE, fills: 'background', paints: true, isUnder: false })

function tune({ choose, fills, paints, isUnder }: Painting): TunedKernel {
  const needsBackground = isUnder || fills === 'background'
  return {
    uses: [
      'isBlock',
      'isInt',
      'isPair',
      'pairRow',
      'pairCol',
      'cellCount',
      'gridRows',
      'gridCols',
      'cellsAt',
      'kindOf',
      'sizeOf',
      'elementsAt',
      'cellColor',
      'refTo',
    ],
    constants: ['ERROR_BASE', 'GRID', 'PAIR_SET', 'CELL_SET'],
    text: `const FILLS = ${fills !== 'nothing'};
const PAINTS = ${paints};
const IS_UNDER = ${isUnder};
const FILLS_BACKGROUND = ${fills === 'background'};
const NEEDS_BACKGROUND = ${needsBackground};
const BACKGROUND_WORK = ${needsBackground ? MOST_COLOR_WORK : 0};
${MOST_COLOR_SHADER}
${PAINTING}
${choose}`,
  }
}
